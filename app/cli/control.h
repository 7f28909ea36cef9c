// Control: live changes without a window. One JSON command per line: {"set":{"batch.micro":8}}, {"do":"pause"},
// {"do":"snapshot","path":"memory.pickle"}.
#pragma once

#include "core/api/command.h"
#include "core/api/model_kind.h"
#include "core/api/param.h"
#include "core/base/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>

namespace headroom::cli {

enum class ControlAction { Pause, Resume, Step, Sample, Cutouts, Checkpoint, Score, Lend, Stop };

using ControlCommand = std::variant<ParamPatch, ControlAction, TakeSnapshot>;

/// Reads one line for a run of `kind`. Error (InvalidArgument): what is wrong with it.
Result<ControlCommand> parse_control_line(std::string_view line, ModelKind kind = {});

/// Follows a file, a named pipe or standard input ("-") on a thread of its own while it lives. Lines added to a file are
/// taken as they come; a file that is written anew is read from its start; one that does not exist yet is waited for.
class ControlReader {
public:
    /// `on_line` is called on the reader's thread for each line that is not empty.
    ControlReader(std::string path, std::function<void(const std::string& line)> on_line);
    ~ControlReader();
    ControlReader(const ControlReader&) = delete;
    ControlReader& operator=(const ControlReader&) = delete;

private:
    void follow_stream(int fd);
    void follow_file();
    bool wait(int fd, int milliseconds);
    void take_lines(std::string& pending);

    std::string path_;
    std::function<void(const std::string&)> on_line_;
    int stop_pipe_[2] = {-1, -1};
    std::jthread thread_;
};

}  // namespace headroom::cli
