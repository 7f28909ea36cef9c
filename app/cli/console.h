// Console: the one place that writes to the terminal: results to stdout, messages for people and progress to stderr.
#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/log.h"

#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>

namespace headroom::cli {

struct ConsoleOptions {
    bool json = false;
    bool quiet = false;
    LogSeverity level = LogSeverity::Off;  ///< log lines from here on are shown
    std::string log_file;                  ///< messages and log lines are appended here; empty: nowhere
};

/// Thread-safe. Texts may come from files: what would steer a terminal is escaped (printable()), in JSON to the same meaning.
class Console {
public:
    /// `program`: whose errors it prints.
    explicit Console(std::string program);
    ~Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    /// Error: the log file cannot be written.
    Result<void> configure(const ConsoleOptions& options);
    bool json() const { return options_.json; }
    bool quiet() const { return options_.quiet; }
    /// As --json, from here on.
    void print_json() { options_.json = true; }

    /// A result: to stdout, also when quiet.
    void print(std::string_view text);
    /// Bytes of a file, to stdout as they are.
    void print_bytes(std::string_view bytes);
    /// Whether nobody reads stdout any more: the other program of a pipe has ended.
    bool reader_is_gone();
    /// One line for people, to stderr; nothing when quiet. Log files get it too, unless the run has `logged` it itself.
    void message(const std::string& text, bool logged = false);
    /// "PROGRAM: error: …" and the hint, to stderr, always; with --json also a line of error_json.h.
    void error(const Error& error);
    /// The run's "failed" event said so: error() prints no JSON for it.
    void failure_is_told() { failure_told_ = true; }
    /// Whether somebody is there to be asked: at a terminal, and not a program that reads JSON.
    bool can_ask() const;
    /// Whether the person at the terminal answers `question` with yes. Blocks; a wish to stop is a no.
    bool agrees(const std::string& question, const std::stop_token& stop);
    /// A bar that is redrawn on a terminal, plain lines at most once a second elsewhere. `fraction` < 0: unknown.
    void progress(const std::string& text, double fraction);
    /// Error (Disk): stdout did not take what was printed. A reader that went away is no error.
    Result<void> finish();

private:
    void clear_bar();
    /// `mark`: the word at the line's beginning that a terminal shows in `colour`.
    void write_error_stream(const std::string& line, std::string_view mark = {}, const char* colour = "");
    void show_log(const std::string& text);

    const std::string program_;
    std::mutex mutex_;
    ConsoleOptions options_;
    LogSinkId file_sink_ = 0, listener_ = 0;
    bool bar_shown_ = false;
    bool failure_told_ = false;
    bool stdout_gone_ = false;
    int stdout_errno_ = 0;
    Clock::time_point last_progress_{};
    std::string last_text_;
};

/// "0:42", "1:02:03".
std::string duration_text(double seconds);

}  // namespace headroom::cli
