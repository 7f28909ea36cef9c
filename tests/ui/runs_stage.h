// RunsStage: the page of runs over fixture runs, for its tests.
#pragma once

#include "tests/ui/window_services.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/runs/runs_page.h"

#include <QTreeView>

namespace headroom::ui {

struct RunsStage {
    RunsStage() {
        page.resize(1600, 900);
        page.show();
    }
    void choose(const QString& name) {
        auto* m = page.list()->model();
        for (int i = 0; i < m->rowCount(); ++i) {
            if (m->index(i, 0).data().toString() == name) page.list()->setCurrentIndex(m->index(i, 0));
        }
    }
    int shown() const { return page.list()->model()->rowCount(); }

    WindowServices services;
    SessionBridge bridge;
    RunsPage page{&services, &bridge};
};

}  // namespace headroom::ui
