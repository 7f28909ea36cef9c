// Explorer: the window on a run that goes on, with the tab of latents in front, and what the engine was asked for.
#pragma once

#include "tests/ui/part_called.h"
#include "tests/ui/studio.h"
#include "ui/panels/samples/explore_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/samples/walk_page.h"
#include "ui/shell/centre_page.h"
#include "ui/widgets/kit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSlider>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>

#include <vector>

namespace headroom::ui {

struct Explorer {
    Explorer() : studio("story") {
        studio.window.showPage(Page::Train);
        SamplesPanel* panel = studio.window.trainPage()->samples();
        page = panel->findChild<ExplorePage*>();
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
    QLineEdit* seeds() const { return partCalled<QLineEdit>(page, "Seeds"); }
    QSpinBox* each() const { return partCalled<QSpinBox>(page, "Pictures of each seed"); }
    QSlider* truncation() const { return partCalled<QSlider>(page, "Truncation"); }
    IconButton* star() const { return partCalled<IconButton>(page, "Make the chosen picture a favourite"); }
    IconButton* nearButton() const {
        return partCalled<IconButton>(page, "Show the training images nearest to the chosen picture");
    }
    QComboBox* nearBy() const { return partCalled<QComboBox>(page, "Near by"); }
    IconButton* walkButton() const {
        return partCalled<IconButton>(page, "Make the chosen picture an end of the latent walk");
    }
    IconButton* onlyFavourites() const { return partCalled<IconButton>(page, "Show the favourites alone"); }
    ProgressRow* progress() const { return page->findChild<ProgressRow*>(); }
    WalkEnds* chips() const { return walk->findChild<WalkEnds*>(); }
    QCheckBox* closedBox() const { return partCalled<QCheckBox>(walk, "Back to the first"); }
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
