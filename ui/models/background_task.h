// BackgroundTask: runs one blocking call off the window's thread and hands its result back on it. Safe to destroy while running.
#pragma once

#include "core/base/contained.h"
#include "ui/i18n/core_text.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace headroom::ui {

/// Belongs to the window's thread. Starting anew or destroying it asks the running call to stop and drops its result;
/// the call itself ends in the pool, so it must own (share) whatever it uses beside objects that outlive the window.
class BackgroundTask : public QObject {
    Q_OBJECT
public:
    using Report = std::function<void(const std::string& what, double fraction)>;

    /// `pool`: where the calls run; null: calls().
    explicit BackgroundTask(QObject* parent = nullptr, QThreadPool* pool = nullptr)
        : QObject(parent), pool_(pool ? pool : calls()) {}
    ~BackgroundTask() override { cancel(); }

    /// For what has no pool of its own. Not Qt's, which painting waits for.
    static QThreadPool* calls() { return poolOf<0, 8>(); }  // they wait more than they compute
    /// One thread for calls that take seconds and the device (planner): one at a time, and nothing else waits behind them.
    static QThreadPool* workshop() { return poolOf<1, 1>(); }
    /// One thread for downloads, which take minutes.
    static QThreadPool* downloads() { return poolOf<2, 1>(); }
    /// One thread for small files, which are written in the order in which they were asked for.
    static QThreadPool* records() { return poolOf<3, 1>(); }
    /// Returns when no call of any task runs any more; before what they use is destroyed. `most_ms`: or after so long for each pool; -1: never.
    static void waitForAll(int most_ms = -1) {
        for (QThreadPool* pool : {calls(), workshop(), downloads(), records()}) pool->waitForDone(most_ms);
    }

    /// The type of the `work` of which something came last, its result or how far it is: it says where the task was begun, to who finds that dealing
    /// with it takes long (WatchedApplication). The window's thread.
    static inline const std::type_info* delivered = nullptr;

    bool running() const { return running_; }
    /// Asks the running call to stop and drops its result: `done` is not called.
    void cancel() {
        requestStop();
        stop_.reset();
        running_ = false;
    }
    /// Asks the running call to stop; it runs until it has, and `done` gets its result.
    void requestStop() {
        if (stop_) stop_->request_stop();
    }

    /// Calls `work(report, stop_token)`, or `work()`, in the pool and then `done(result)` here. Where its result can be an error, what it throws
    /// becomes one: it would end the window and the run in it.
    template <class Work, class Done> void start(Work work, Done done) {
        cancel();
        stop_ = std::make_shared<std::stop_source>();
        running_ = true;
        const auto mine = stop_;
        const QPointer<BackgroundTask> self(this);
        QObject* context = QCoreApplication::instance();  // a queued call never meets a dead receiver
        pool_->start([work = std::move(work), done = std::move(done), mine, self, context]() mutable {
            const Report report = [mine, self, context](const std::string& what, double fraction) {
                post<Work>(context, [mine, self, text = coreText(what), fraction] {
                    if (self && self->stop_ == mine) Q_EMIT self->progress(text, fraction);
                });
            };
            const auto call = [&] {
                if constexpr (std::is_invocable_v<Work&>)
                    return work();
                else
                    return work(report, mine->get_token());
            };
            using Outcome = decltype(call());
            auto result = std::make_shared<Outcome>([&]() -> Outcome {
                if constexpr (std::is_convertible_v<Error, Outcome>)
                    return contained("what was asked for failed unexpectedly", call);
                else
                    return call();
            }());
            post<Work>(context, [mine, self, done = std::move(done), result]() mutable {
                if (!self || self->stop_ != mine) return;
                self->running_ = false;
                done(std::move(*result));
            });
        });
    }

    /// The same in a task of its own, which goes when it is done, or with `parent`: one of several calls that may be under way at once.
    template <class Work, class Done> static void once(QObject* parent, QThreadPool* pool, Work work, Done done) {
        auto* task = new BackgroundTask(parent, pool);
        task->start(std::move(work), [task, done = std::move(done)](auto result) mutable {
            task->deleteLater();
            done(std::move(result));
        });
    }

Q_SIGNALS:
    void progress(const QString& what, double fraction);

private:
    /// One for each `which`.
    template <int which, int threads> static QThreadPool* poolOf() {
        static struct Pool : QThreadPool {
            Pool() { setMaxThreadCount(threads); }
        } pool;
        return &pool;
    }
    template <class Work, class F> static void post(QObject* context, F f) {
        QMetaObject::invokeMethod(
            context,
            [f = std::move(f)]() mutable {
                delivered = &typeid(Work);
                f();
            },
            Qt::QueuedConnection);
    }

    QThreadPool* pool_;
    std::shared_ptr<std::stop_source> stop_;
    bool running_ = false;
};

}  // namespace headroom::ui
