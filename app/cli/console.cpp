// Writes to stdout, stderr and the log file.
#include "app/cli/console.h"

#include "core/base/utf8.h"

#include <sys/ioctl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

namespace headroom::cli {
namespace {

constexpr int kBarWidth = 24;

std::size_t terminal_width() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
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

void Console::print(std::string_view shown) {
    const std::string text = printable(shown);
    const std::lock_guard lock(mutex_);
    clear_bar();
    if (stdout_gone_) return;
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
    stdout_gone_ = true;
    stdout_errno_ = errno;
}

void Console::message(const std::string& text) {
    if (!options_.quiet) {
        const std::lock_guard lock(mutex_);
        write_error_stream(text);
    }
    log_shown(LogSeverity::Info, text);
}

void Console::error(const Error& error) {
    const std::string text = error.message + (error.hint.empty() ? "" : "\n  " + error.hint);
    {
        const std::lock_guard lock(mutex_);
        write_error_stream(program_ + ": error: " + text);
    }
    log_shown(LogSeverity::Error, text + (error.detail.empty() ? "" : "\n  " + error.detail));
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
    const std::size_t width = terminal_width() - 1;
    if (line.size() > width) line.resize(width);
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
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

void Console::write_error_stream(const std::string& line) {
    clear_bar();
    std::fprintf(stderr, "%s\n", printable(line).c_str());
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
