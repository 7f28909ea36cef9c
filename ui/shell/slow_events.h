// WatchedApplication: names what keeps the window from answering: an event whose handling takes longer than it may.
#pragma once

#include <QApplication>
#include <QStringList>

#include <chrono>

namespace headroom::ui {

/// Times each event on the window's thread and tells on standard error which took longer than it may: its kind and its receiver, and which
/// BackgroundTask it came from. An event in which a dialog or menu waits for the user is not timed.
class WatchedApplication : public QApplication {
    Q_OBJECT
public:
    /// `limit`: as a user waits for it. `processor`: of what the window's thread computes, however busy the machine is; what it waits for is not seen.
    /// Zero: as long as it likes.
    WatchedApplication(int& argc, char** argv, std::chrono::milliseconds limit,
                       std::chrono::milliseconds processor = {});

    bool notify(QObject* receiver, QEvent* event) override;

    /// What it told, oldest first.
    const QStringList& slowEvents() const { return slow_; }
    /// The one that took longest, below the limit too: "12 ms for Timer of QTimer". By the processor where that has a limit.
    QString slowestEvent() const { return slowest_; }
    /// HEADROOM_SLOW_EVENTS=MS; without it, 50 ms in debug builds and none in others: zero.
    static std::chrono::milliseconds limit_wanted();

private:
    const std::chrono::milliseconds limit_, processor_;
    int depth_ = 0;
    long long waits_ = 0;  ///< how often an event loop has waited
    bool longest_within_ = false, named_within_ = false;
    QStringList slow_;
    std::chrono::nanoseconds longest_{0};
    QString slowest_;
};

}  // namespace headroom::ui
