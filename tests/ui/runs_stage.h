// RunsStage: the page of runs over fixture runs, for its tests.
#pragma once

#include "tests/ui/window_services.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/runs/runs_page.h"

#include <QTest>
#include <QTreeView>

namespace headroom::ui {

/// On the row that is chosen, as a mouse does it.
inline void doubleClick(QTreeView* list) {
    const QPoint at = list->visualRect(list->currentIndex()).center();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, at);
}

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
