// Writes to stdout, stderr and the log file.
#include "app/cli/console.h"

#include "app/cli/cells.h"
#include "app/cli/error_json.h"
#include "app/cli/input_lines.h"
#include "core/base/utf8.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace headroom::cli {
namespace {

constexpr int kBarWidth = 24;

std::size_t terminal_width() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

constexpr const char* kRed = "\033[1;31m";
constexpr const char* kYellow = "\033[33m";
constexpr const char* kPlain = "\033[0m";

/// A terminal that shows colours, whose user has not said NO_COLOR (no-color.org).
bool shows_colours() {
    const char *none = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && !(none && *none) && terminal && std::strcmp(terminal, "dumb") != 0;
}

/// What this thread logs now is on the terminal already.
thread_local bool t_shown = false;

void log_shown(LogSeverity severity, const std::string& text) {
    t_shown = true;
    log_message(severity, text);
    t_shown = false;
}

}  // namespace

Console::Console(std::string program) : program_(std::move(program)) {
    set_stderr_log_level(LogSeverity::Off);  // the console shows the lines itself, around the progress bar
}

Console::~Console() {
    remove_log_sink(listener_);
    remove_log_sink(file_sink_);
    clear_bar();
}

Result<void> Console::configure(const ConsoleOptions& options) {
    options_ = options;
    if (options.level != LogSeverity::Off && !options.quiet) {
        listener_ = add_log_listener([this](LogSeverity, std::int64_t, const std::string& text) { show_log(text); },
                                     options.level);
    }
    if (options.log_file.empty()) return {};
    auto sink = add_log_file(options.log_file);
    if (!sink) return sink.error();
    file_sink_ = *sink;
    return {};
}

void Console::print(std::string_view text) { print_bytes(printable(text)); }

void Console::print_bytes(std::string_view text) {
    const std::lock_guard lock(mutex_);
    clear_bar();
    if (stdout_gone_) return;
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
    stdout_gone_ = true;
    stdout_errno_ = errno;
}

bool Console::reader_is_gone() {
    const std::lock_guard lock(mutex_);
    pollfd out{STDOUT_FILENO, 0, 0};
    return stdout_errno_ == EPIPE || (::poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0);
}

void Console::message(const std::string& text, bool logged) {
    if (!options_.quiet) {
        const std::lock_guard lock(mutex_);
        write_error_stream(text, text.starts_with("warning: ") ? "warning:" : "", kYellow);
    }
    if (!logged) log_shown(LogSeverity::Info, text);
}

void Console::error(const Error& given) {
    Error error = given;
    if (error.code == ErrorCode::Internal && error.hint.empty())
        error.hint = "This is a defect of Headroom, not of what you gave. Please report it with what " + program_ +
                     " doctor --json prints.";
    const std::string text = error.message + (error.hint.empty() ? "" : "\n  " + error.hint);
    {
        const std::lock_guard lock(mutex_);
        write_error_stream(program_ + ": error: " + text, program_ + ": error:", kRed);
    }
    log_shown(LogSeverity::Error, text + (error.detail.empty() ? "" : "\n  " + error.detail));
    if (options_.json && !std::exchange(failure_told_, false)) print(error_line(error));
}

bool Console::can_ask() const { return !json() && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1; }

bool Console::agrees(const std::string& question, const std::stop_token& stop) {
    {
        const std::lock_guard lock(mutex_);
        clear_bar();
        std::fputs((printable(question) + " [y/N] ").c_str(), stderr);
    }
    std::string answer;
    if (!InputLines(stop).next(answer)) std::fputs("\n", stderr);  // what follows begins a line of its own
    return answer == "y" || answer == "Y" || answer == "yes";
}

void Console::show_log(const std::string& text) {
    if (t_shown) return;
    const std::lock_guard lock(mutex_);
    write_error_stream(text);
}

void Console::progress(const std::string& text, double fraction) {
    const std::lock_guard lock(mutex_);
    if (options_.quiet) return;
    const bool terminal = isatty(STDERR_FILENO) == 1;
    const double wait = terminal ? 0.1 : 1.0;
    if (text == last_text_ || (last_progress_ != Clock::time_point{} && seconds_since(last_progress_) < wait)) return;
    last_progress_ = Clock::now();
    last_text_ = text;
    if (!terminal) {
        std::fprintf(stderr, "%s\n", printable(text).c_str());
        return;
    }
    std::string line;
    if (fraction >= 0) {
        const int filled = static_cast<int>(std::lround(std::clamp(fraction, 0.0, 1.0) * kBarWidth));
        line = "[" + std::string(static_cast<std::size_t>(filled), '#') +
               std::string(static_cast<std::size_t>(kBarWidth - filled), '.') + "] ";
    }
    line += printable_line(text);
    std::fprintf(stderr, "\r\033[K%s", cut_to_cells(line, terminal_width() - 1).c_str());
    std::fflush(stderr);
    bar_shown_ = true;
}

Result<void> Console::finish() {
    const std::lock_guard lock(mutex_);
    clear_bar();
    if (stdout_errno_ == 0 || stdout_errno_ == EPIPE) return {};
    return make_error(ErrorCode::Disk, std::string("standard output: ") + std::strerror(stdout_errno_));
}

void Console::clear_bar() {
    if (!bar_shown_) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    bar_shown_ = false;
}

void Console::write_error_stream(const std::string& line, std::string_view mark, const char* colour) {
    clear_bar();
    std::string shown = printable(line);
    if (!mark.empty() && shows_colours() && shown.starts_with(mark))
        shown = colour + std::string(mark) + kPlain + shown.substr(mark.size());
    std::fprintf(stderr, "%s\n", shown.c_str());
    last_text_.clear();
}

std::string duration_text(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return "?";
    const auto s = static_cast<long long>(std::min(seconds, 3.6e8));
    char text[40];
    if (s >= 3600)
        std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
    else
        std::snprintf(text, sizeof text, "%lld:%02lld", s / 60, s % 60);
    return text;
}

}  // namespace headroom::cli
