// RunStage: a run panel on a scripted engine that moves only by advance().
#pragma once

#include "tests/support/fake_session.h"
#include "tests/ui/window_services.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/run/run_panel.h"
#include "ui/shell/actions.h"

#include <memory>

namespace headroom::ui {

struct RunStage {
    explicit RunStage(const char* fixture) : services(fixture) {
        panel = std::make_unique<RunPanel>(&bridge, &actions, &desk);
        bridge.setSession(services.make_session());
        session = services.session();
    }

    WindowServices services;
    Actions actions;
    SessionBridge bridge;
    EditController desk{&bridge};
    std::unique_ptr<RunPanel> panel;
    FakeSession* session = nullptr;
};

}  // namespace headroom::ui
