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

/// "QTimerEvent of ExportDialog "export"", by classes and object names alone: the receiver may be gone.
QString name_of(const QObject* object) {
    QString name = QString::fromLatin1(object->metaObject()->className());
    if (!object->objectName().isEmpty()) name += QStringLiteral(" \"%1\"").arg(object->objectName());
    for (const QObject* parent = object->parent(); parent; parent = parent->parent()) {
        if (parent->objectName().isEmpty()) continue;
        return name + QStringLiteral(" in %1 \"%2\"")
                          .arg(QString::fromLatin1(parent->metaObject()->className()), parent->objectName());
    }
    return name;
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

std::chrono::nanoseconds WatchedApplication::now() const {
    timespec at{};
    clock_gettime(clock_ == Clock::Wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &at);
    return std::chrono::seconds(at.tv_sec) + std::chrono::nanoseconds(at.tv_nsec);
}

bool WatchedApplication::notify(QObject* receiver, QEvent* event) {
    if (limit_.count() <= 0) return QApplication::notify(receiver, event);
    const QString name = name_of(receiver);
    const auto kind = event->type();
    const long long waits = waits_;
    const auto begin = now();
    if (depth_++ == 0) named_within_ = false;
    const bool taken = QApplication::notify(receiver, event);
    --depth_;
    const auto took = now() - begin;
    if (took <= longest_ && took < limit_) return taken;
    if (waits != waits_ || named_within_) return taken;
    const char* kind_name = QMetaEnum::fromType<QEvent::Type>().valueToKey(kind);
    const QString words = QStringLiteral("%1 ms for %2 of %3")
                              .arg(std::chrono::duration_cast<std::chrono::milliseconds>(took).count())
                              .arg(QLatin1String(kind_name ? kind_name : "an event"), name);
    if (took > longest_) slowest_ = words;
    longest_ = std::max(longest_, took);
    named_within_ = true;  // the innermost one is named, not all around it
    if (took < limit_) return taken;
    slow_ << QStringLiteral("the window waited ") + words;
    std::fprintf(stderr, "%s\n", qPrintable(slow_.last()));
    return taken;
}

}  // namespace headroom::ui
