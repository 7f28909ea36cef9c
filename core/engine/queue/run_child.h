// RunChild: a headroom-cli that a runner started: its lines, its end, the wish that it stops. An interface, so that the runner's
// logic is tested with scripted children.
#pragma once

#include "core/base/result.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

/// How a child ended.
struct ChildEnd {
    int status = 0;      ///< its exit status
    int signal = 0;      ///< that killed it; 0: none
    std::string errors;  ///< the last of what it wrote to its standard error
};

/// One thread at a time.
class RunChild {
public:
    virtual ~RunChild() = default;
    /// The lines of its standard output that have come, waiting up to `milliseconds` for the first.
    virtual std::vector<std::string> lines(int milliseconds) = 0;
    /// Its standard output has ended and all lines were taken.
    virtual bool ended() const = 0;
    /// Asks it to save and to end.
    virtual void stop() = 0;
    /// Waits for its end.
    virtual ChildEnd finish() = 0;
};

class Launcher {
public:
    virtual ~Launcher() = default;
    /// Starts headroom-cli with these words. Error: Environment.
    virtual Result<std::unique_ptr<RunChild>> start(const std::vector<std::string>& words) = 0;
};

/// Starts `program` for real. A child gets SIGTERM when the thread that started it ends, so that it saves and does not outlive its runner.
std::unique_ptr<Launcher> make_launcher(std::string program);

/// The last line that a child with these words writes, which has to end with status 0 or `also_fine`. Errors: Environment; Cancelled
/// (`stop`); OutOfMemory (it found no room), InvalidArgument (anything else), with what the child said.
Result<std::string> answer_of(const std::vector<std::string>& words, Launcher& launcher, const std::stop_token& stop,
                              int also_fine = 0);

/// What went wrong, in one sentence, from how a child ended: the error that it told, or how it died.
std::string words_of(const ChildEnd& end);

}  // namespace headroom
