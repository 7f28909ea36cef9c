// Studio: the whole window on a scripted engine that moves only by advance(), and what tests of it look for.
#pragma once

#include "tests/support/fake_session.h"
#include "tests/ui/keep_picture.h"
#include "tests/ui/window_services.h"
#include "ui/bridge/session_bridge.h"
#include "ui/families/vqgan_clip/imagine_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_starts.h"

#include <QAction>
#include <QLabel>

namespace headroom::ui {

inline ImaginePage* imagine_page(const MainWindow& window) {
    return qobject_cast<ImaginePage*>(window.centreOf(Page::Imagine));
}

struct Studio {
    /// `remember`: as users have it; the settings are wherever the test put QSettings' path.
    explicit Studio(const char* fixture, bool remember = false) : services(fixture), window(&bridge, remember) {
        window.show();
        window.setServices(&services);
        bridge.setSession(services.make_session());
        session = services.session();
    }
    QAction* action(Cmd cmd) const { return window.actions()->action(cmd); }
    /// Some label that can be seen says `text`, perhaps among other words.
    bool shows(const QString& text) const {
        for (auto* label : window.findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().contains(text)) return true;
        }
        return false;
    }

    WindowServices services;
    SessionBridge bridge;
    MainWindow window;
    FakeSession* session = nullptr;
};

}  // namespace headroom::ui
