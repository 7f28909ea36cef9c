// Explorer: the window on a run that goes on, with the tab of latents in front, and what the engine was asked for.
#pragma once

#include "tests/ui/studio.h"
#include "ui/panels/samples/explore_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/samples/walk_page.h"
#include "ui/shell/centre_page.h"

#include <QTabWidget>
#include <QTest>

#include <vector>

namespace headroom::ui {

struct Explorer {
    Explorer() : studio("story") {
        studio.window.showPage(Page::Train);
        SamplesPanel* panel = studio.window.trainPage()->samples();
        page = panel->explore();
        walk = panel->walk();
        tabs = panel->tabs();
    }
    bool open() {
        tabs->setCurrentWidget(page);
        return QTest::qWaitFor([&] {
            studio.session->settle();
            return page->latents().size() == 24;
        });
    }
    /// The requests for samples of a kind that the engine got, oldest first.
    std::vector<SampleRequest> asked(SampleKind kind) const {
        std::vector<SampleRequest> out;
        for (const Command& command : studio.session->commands()) {
            const auto* take = std::get_if<TakeSample>(&command);
            if (take && take->request.kind == kind) out.push_back(take->request);
        }
        return out;
    }

    Studio studio;
    ExplorePage* page;
    WalkPage* walk;
    QTabWidget* tabs;
};

}  // namespace headroom::ui
