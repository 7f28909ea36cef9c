// Timing around QApplication::notify.
#include "ui/shell/slow_events.h"

#include "core/base/type_text.h"
#include "ui/models/background_task.h"

#include <QAbstractEventDispatcher>
#include <QEvent>
#include <QMetaEnum>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>

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

bool over(std::chrono::nanoseconds took, std::chrono::milliseconds limit) { return limit.count() > 0 && took >= limit; }

}  // namespace

std::chrono::milliseconds WatchedApplication::limit_wanted() {
    if (const char* wanted = std::getenv("HEADROOM_SLOW_EVENTS")) return std::chrono::milliseconds(std::atoi(wanted));
#ifdef NDEBUG
    return std::chrono::milliseconds(0);
#else
    return std::chrono::milliseconds(50);
#endif
}

WatchedApplication::WatchedApplication(int& argc, char** argv, std::chrono::milliseconds limit,
                                       std::chrono::milliseconds processor)
    : QApplication(argc, argv), limit_(limit), processor_(processor) {
    if (limit_.count() <= 0 && processor_.count() <= 0) return;
    connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, this, [this] { ++waits_; });
}

bool WatchedApplication::notify(QObject* receiver, QEvent* event) {
    const bool computing = processor_.count() > 0;
    if (limit_.count() <= 0 && !computing) return QApplication::notify(receiver, event);
    const Receiver told(receiver);
    const auto kind = event->type();
    const bool may_deliver = receiver == this && kind == QEvent::MetaCall;  // what a task has brought
    if (may_deliver) BackgroundTask::delivered = nullptr;
    const long long waits = waits_;
    const auto begin = time_on(CLOCK_MONOTONIC);
    const auto computed_before = computing ? time_on(CLOCK_THREAD_CPUTIME_ID) : begin;
    if (depth_++ == 0) longest_within_ = named_within_ = false;
    const bool taken = QApplication::notify(receiver, event);
    --depth_;
    const auto waited = time_on(CLOCK_MONOTONIC) - begin;
    if (waited <= longest_ && !over(waited, limit_) && !over(waited, processor_))
        return taken;  // the other clock asks the kernel, and shows no more
    const auto took = computing ? time_on(CLOCK_THREAD_CPUTIME_ID) - computed_before : waited;
    const bool slow = over(took, processor_);
    if (waits != waits_ || (took <= longest_ && !slow && !over(waited, limit_))) return taken;
    const auto words = [&](std::chrono::nanoseconds span) {
        const char* kind_name = QMetaEnum::fromType<QEvent::Type>().valueToKey(kind);
        QString by = told.words();
        if (may_deliver && BackgroundTask::delivered)
            by += QStringLiteral(" (%1)").arg(QString::fromStdString(type_text(*BackgroundTask::delivered)));
        return QStringLiteral("%1 ms for %2 of %3")
            .arg(std::chrono::duration_cast<std::chrono::milliseconds>(span).count())
            .arg(QLatin1String(kind_name ? kind_name : "an event"), by);
    };
    // The innermost one is named, not all around it.
    if (took > longest_ && !std::exchange(longest_within_, true)) {
        slowest_ = words(took);
        longest_ = took;
    }
    if ((!slow && !over(waited, limit_)) || std::exchange(named_within_, true)) return taken;
    slow_ << QStringLiteral("the window waited ") + words(slow ? took : waited);
    std::fprintf(stderr, "%s\n", qPrintable(slow_.last()));
    return taken;
}

}  // namespace headroom::ui
