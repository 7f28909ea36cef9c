// WindowServices: scripted services of a test of the window; they go once no background call uses them any more.
#pragma once

#include "tests/support/fake_services.h"
#include "ui/models/background_task.h"

#include <atomic>

namespace headroom::ui {

/// Its end is that of all background calls. Declared before a window, which may begin some while its pages go, and after what they use.
struct TasksEnded {
    TasksEnded() = default;
    ~TasksEnded() { BackgroundTask::waitForAll(); }
    TasksEnded(const TasksEnded&) = delete;
    TasksEnded& operator=(const TasksEnded&) = delete;
};

/// To be declared before the windows that use it: those go first and ask their calls to stop.
class WindowServices final : public FakeServices {
public:
    using FakeServices::FakeServices;
    ~WindowServices() override { BackgroundTask::waitForAll(); }
    Result<RunHistory> load_run(std::string run_dir) override {
        if (unreadable)
            return make_error(ErrorCode::BadFile, run_dir + ": its history is damaged", "Look at the disk.");
        return FakeServices::load_run(std::move(run_dir));
    }

    std::atomic<bool> unreadable = false;  ///< runs cannot be read
};

}  // namespace headroom::ui
