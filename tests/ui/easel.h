// Easel: the whole window on a scripted engine with the page Text to image in front.
#pragma once

#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/studio.h"
#include "ui/families/vqgan_clip/picture_page.h"
#include "ui/families/vqgan_clip/picture_panel.h"
#include "ui/families/vqgan_clip/prompt_list.h"

#include <cstddef>
#include <string>

namespace headroom::ui {

struct Easel : Studio {
    explicit Easel(const char* fixture) : Studio(fixture) {
        window.resize(1600, 1000);
        window.showPage(MainWindow::Page::Imagine);
        list = window.findChild<PromptList*>();
        page = imagine_page(window)->pictures()->picture();
    }
    std::string prompts() const { return session->snapshot()->own<ImagineConfig>().prompts; }
    void type(int row, const QString& words) const {
        Q_EMIT list->rows()[static_cast<std::size_t>(row)]->text()->committed(words);
    }

    PromptList* list = nullptr;
    PicturePage* page = nullptr;
};

}  // namespace headroom::ui
