// WindowServices: scripted services of a test of the window; they go once no background call uses them any more.
#pragma once

#include "tests/support/fake_services.h"
#include "ui/models/background_task.h"

namespace headroom::ui {

/// To be declared before the windows that use it: those go first and ask their calls to stop.
class WindowServices final : public FakeServices {
public:
    using FakeServices::FakeServices;
    ~WindowServices() override { BackgroundTask::waitForAll(); }
};

}  // namespace headroom::ui
