// Timing around QApplication::notify.
#include "ui/shell/slow_events.h"

#include <QAbstractEventDispatcher>
#include <QEvent>
#include <QMetaEnum>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace headroom::ui {
namespace {

/// Of the receiver, which may be gone when it is told, and of the first of its parents that has a name. Words are made of it only then: every
/// event has one.
struct Receiver {
    explicit Receiver(const QObject* object) : type(object->metaObject()->className()), name(object->objectName()) {
        while ((object = object->parent()))
            if (within = object->objectName(); !within.isEmpty()) {
                within_type = object->metaObject()->className();
                return;
            }
    }
    /// "ExportDialog "export" in MainWindow "mainWindow"".
    QString words() const {
        QString out = QString::fromLatin1(type);
        if (!name.isEmpty()) out += QStringLiteral(" \"%1\"").arg(name);
        return within.isEmpty() ? out
                                : out + QStringLiteral(" in %1 \"%2\"").arg(QString::fromLatin1(within_type), within);
    }
    const char *type, *within_type = nullptr;
    QString name, within;
};

std::chrono::nanoseconds time_on(clockid_t clock) {
    timespec at{};
    clock_gettime(clock, &at);
    return std::chrono::seconds(at.tv_sec) + std::chrono::nanoseconds(at.tv_nsec);
}

}  // namespace

std::chrono::milliseconds WatchedApplication::limit_wanted() {
    if (const char* wanted = std::getenv("HEADROOM_SLOW_EVENTS")) return std::chrono::milliseconds(std::atoi(wanted));
#ifdef NDEBUG
    return std::chrono::milliseconds(0);
#else
    return std::chrono::milliseconds(50);
#endif
}

WatchedApplication::WatchedApplication(int& argc, char** argv, std::chrono::milliseconds limit, Clock clock)
    : QApplication(argc, argv), limit_(limit), clock_(clock) {
    if (limit_.count() <= 0) return;
    connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, this, [this] { ++waits_; });
}

bool WatchedApplication::notify(QObject* receiver, QEvent* event) {
    if (limit_.count() <= 0) return QApplication::notify(receiver, event);
    const Receiver told(receiver);
    const auto kind = event->type();
    const long long waits = waits_;
    const auto on_the_wall = time_on(CLOCK_MONOTONIC);
    const clockid_t clock = clock_ == Clock::Wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    const auto begin = clock_ == Clock::Wall ? on_the_wall : time_on(clock);
    if (depth_++ == 0) named_within_ = false;
    const bool taken = QApplication::notify(receiver, event);
    --depth_;
    const auto quick = [this](std::chrono::nanoseconds took) { return took <= longest_ && took < limit_; };
    if (quick(time_on(CLOCK_MONOTONIC) - on_the_wall))
        return taken;  // the other clock asks the kernel, and shows no more
    const auto took = time_on(clock) - begin;
    if (quick(took)) return taken;
    if (waits != waits_ || named_within_) return taken;
    const char* kind_name = QMetaEnum::fromType<QEvent::Type>().valueToKey(kind);
    const QString words = QStringLiteral("%1 ms for %2 of %3")
                              .arg(std::chrono::duration_cast<std::chrono::milliseconds>(took).count())
                              .arg(QLatin1String(kind_name ? kind_name : "an event"), told.words());
    if (took > longest_) slowest_ = words;
    longest_ = std::max(longest_, took);
    named_within_ = true;  // the innermost one is named, not all around it
    if (took < limit_) return taken;
    slow_ << QStringLiteral("the window waited ") + words;
    std::fprintf(stderr, "%s\n", qPrintable(slow_.last()));
    return taken;
}

}  // namespace headroom::ui
