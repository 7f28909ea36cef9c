// MonkeyLog: the last events of a monkey, told when a test fails or the program crashes; then also where that was.
#pragma once

#include <QByteArray>
#include <QString>

#include <execinfo.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
extern "C" void __sanitizer_set_death_callback(void (*callback)(void));
#define HEADROOM_DEATH_CALLBACK 1
#endif
#endif

namespace headroom::ui {

/// The last events, so that a failure can be repeated.
class MonkeyLog {
public:
    static MonkeyLog& get() {
        static MonkeyLog log;
        return log;
    }
    void note(const QString& text) {
        const QByteArray line = text.toUtf8().left(kWidth - 2) + '\n';
        std::copy_n(line.constData(), line.size() + 1, lines_[count_++ % kKept].data());
    }
    const char* last() const { return count_ == 0 ? "" : lines_[(count_ - 1) % kKept].data(); }
    /// To standard error, also from a crash: no memory is taken.
    void tell() const {
        for (std::size_t i = count_ < kKept ? 0 : count_ - kKept; i < count_; ++i) {
            const char* const line = lines_[i % kKept].data();
            if (write(STDERR_FILENO, line, std::strlen(line)) < 0) return;
        }
    }
    /// The calls that led here, and whether it is the window's thread: what is broken may have been broken by another. Takes no memory after the first time.
    static void tellCalls(int to = STDERR_FILENO) {
        const char* const where = gettid() == getpid() ? "on the window's thread:\n" : "on another thread:\n";
        if (write(to, where, std::strlen(where)) < 0) return;
        std::array<void*, 64> calls{};
        backtrace_symbols_fd(calls.data(), backtrace(calls.data(), static_cast<int>(calls.size())), to);
    }
    /// From now on a crash tells them.
    static void tellOfCrashes() {
        std::array<void*, 1> first{};
        backtrace(first.data(), static_cast<int>(first.size()));  // loads what it needs
        for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL})
            std::signal(signal, [](int which) {
                std::signal(which, SIG_DFL);
                get().tell();
                tellCalls();
                std::raise(which);
            });
#ifdef HEADROOM_DEATH_CALLBACK
        __sanitizer_set_death_callback([] { get().tell(); });
#endif
    }

private:
    static constexpr std::size_t kKept = 40, kWidth = 200;
    std::array<std::array<char, kWidth>, kKept> lines_{};
    std::size_t count_ = 0;
};

}  // namespace headroom::ui
