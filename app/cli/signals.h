// Signals: the first SIGINT, SIGTERM or SIGHUP asks for a clean end, the second ends the process at once, unless the queue's runner, which
// is its parent, or that one's end has sent it. SIGPIPE is ignored.
#pragma once

#include <functional>
#include <thread>

namespace headroom::cli {

/// While it lives, `on_first` is called once, on a thread of its own, after the first signal. One at a time.
class SignalWatch {
public:
    explicit SignalWatch(std::function<void(int signal)> on_first);
    ~SignalWatch();
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

    /// The signal that came, or 0.
    static int received();

private:
    std::jthread thread_;
};

}  // namespace headroom::cli
