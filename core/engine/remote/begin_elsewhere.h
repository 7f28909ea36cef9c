// Runs in processes of their own: a detached headroom-cli, which goes on without the program that began it.
#pragma once

#include "core/api/command.h"
#include "core/api/services.h"
#include "core/base/result.h"

#include <memory>
#include <stop_token>
#include <string>

namespace headroom::remote {

/// What the other process is to do, on its way there in a file.
struct Beginning {
    RunRequest request;
    std::string runs_root;  ///< where a new run's folder goes
};

/// The file is this user's alone (0600). Errors: Disk; BadFile, NotFound.
Result<void> write_beginning(const std::string& path, const Beginning& beginning);
Result<Beginning> read_beginning(const std::string& path);

/// The pipe through which the other process tells how the beginning goes: one JSON object a line. A pipe whose reader has gone is no error.
class BeginningReport {
public:
    /// `fd`: of the pipe's end, taken over; < 0: nobody is told.
    explicit BeginningReport(int fd);
    ~BeginningReport();
    BeginningReport(const BeginningReport&) = delete;
    BeginningReport& operator=(const BeginningReport&) = delete;

    void progress(const std::string& what, double fraction);
    /// One of these ends it; later ones say nothing.
    void begun(const std::string& address);
    void failed(const Error& error);

private:
    void say(const std::string& line, bool last);
    int fd_;
};

/// The address of the run's session, once the run is prepared. `program`: headroom-cli; empty: the one beside this program or in PATH.
/// Errors: those of the
/// beginning; Environment (it cannot be started, or ended without a word); Cancelled (it is ended then, too).
Result<std::string> begin_elsewhere(const std::string& program, const Beginning& beginning, const ProgressFn& progress,
                                    std::stop_token stop);

}  // namespace headroom::remote
