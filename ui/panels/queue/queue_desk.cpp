// QueueDesk: changes in the background, one after another, and looking again.
#include "ui/panels/queue/queue_desk.h"

#include "ui/bridge/qt_format.h"

#include <set>
#include <tuple>

namespace headroom::ui {
namespace {

constexpr int kWatchedMs = 1000, kQuietMs = 5000;

bool runs(const QueueItem& item) { return item.state == QueueState::Running || item.state == QueueState::Checking; }

/// What is told of it is as it was: items change with the revision alone.
bool same(const QueueSnapshot& a, const QueueSnapshot& b) {
    const auto told = [](const QueueSnapshot& of) {
        return std::tie(of.revision, of.paused, of.stop_after_current, of.runners, of.runner_failures, of.next_words);
    };
    return told(a) == told(b);
}

/// A runner works for one device: the one that `wanted` means.
std::string device_of(Services& services, const std::string& wanted) {
    if (wanted != "auto") return numbered_device(wanted);
    for (const DeviceInfo& device : services.devices())
        if (device.usable && device.id != "cpu") return device.id;
    return "cpu";
}

/// One for each device that something waits for, unless the queue is paused; those that are there stay.
Result<void> start_runners(Services& services, Queue& queue) {
    const auto now = queue.read();
    if (!now) return now.error();
    std::set<std::string> wanted, devices;
    for (const QueueItem& item : now->items)
        if (item.state == QueueState::Waiting && !now->paused) wanted.insert(item.request.config->device);
    for (const std::string& one : wanted) devices.insert(device_of(services, one));
    for (const std::string& device : devices)
        if (auto started = queue.start_runner(device); !started) return started;
    return {};
}

/// The change that one call of the queue makes.
template <class Answer, class... Args>
auto calling(Result<Answer> (Queue::*what)(Args...), std::type_identity_t<Args>... args) {
    return [=](Services&, Queue& queue) -> Result<void> {
        if (const auto done = (queue.*what)(args...); !done) return done.error();
        return {};
    };
}

}  // namespace

QueueDesk::QueueDesk(QObject* parent) : QObject(parent) {
    timer_.setInterval(kQuietMs);
    connect(&timer_, &QTimer::timeout, this, &QueueDesk::refresh);
}

void QueueDesk::setServices(Services* services) {
    services_ = services;
    opening_.start([services] { return services->queue(); },
                   [this](std::shared_ptr<Queue> queue) {
                       queue_ = std::move(queue);
                       if (queue_) timer_.start();
                       Q_EMIT changed();
                       refresh();
                   });
}

bool QueueDesk::idle() const {
    return std::ranges::any_of(snapshot_.items, [this](const QueueItem& item) {
        const std::string& wanted = item.request.config->device;
        const auto serves = [&wanted](const std::string& device) { return takes_device(device, wanted); };
        return item.state == QueueState::Waiting && std::ranges::none_of(snapshot_.runners, serves);
    });
}

void QueueDesk::look(bool on) {
    watchers_ += on ? 1 : -1;
    timer_.setInterval(watchers_ > 0 ? kWatchedMs : kQuietMs);
    if (on) refresh();
}

void QueueDesk::refresh() {
    if (!queue_ || reading_.running()) return;
    const auto read = [queue = queue_, services = services_] {
        Reading out{queue->read(), {}};
        const bool any = out.snapshot && std::ranges::any_of(out.snapshot->items, runs);
        if (!any) return out;
        for (const RunInfo& run : services->list_runs())
            if (run.elsewhere) out.live[run.dir] = *run.elsewhere;
        return out;
    };
    reading_.start(read, [this](Reading reading) {
        if (!reading.snapshot) return Q_EMIT failed(reading.snapshot.error());
        // Every few seconds: what shows it is woken by news alone. What runs goes on.
        if (reading.live.empty() && live_.empty() && same(*reading.snapshot, snapshot_)) return;
        snapshot_ = *std::move(reading.snapshot);
        live_ = std::move(reading.live);
        Q_EMIT changed();
    });
}

void QueueDesk::change(Change change, std::function<void()> then) {
    if (!queue_) return;
    BackgroundTask::once(
        this, BackgroundTask::records(),
        [queue = queue_, services = services_, change = std::move(change)] { return change(*services, *queue); },
        [this, then = std::move(then)](Result<void> done) {
            if (!done)
                Q_EMIT failed(done.error());
            else if (then)
                then();
            reading_.cancel();  // it may have begun before the change
            refresh();
        });
}

void QueueDesk::addRun(const TrainConfig& config) {
    QueueAddition addition;
    addition.request.config = std::make_shared<const TrainConfig>(config);
    addition.when_too_big = when_too_big_;
    add(std::move(addition));
}

void QueueDesk::add(QueueAddition addition) {
    int runs = 1;
    for (const auto& [key, values] : addition.sweep) runs *= std::max(1, static_cast<int>(values.size()));
    changeAndRun(calling(&Queue::add, std::move(addition)), [this, runs] { Q_EMIT added(runs); });
}

void QueueDesk::changeAndRun(Change what, std::function<void()> then) {
    change(
        [what = std::move(what)](Services& services, Queue& queue) {
            const auto done = what(services, queue);
            return done ? start_runners(services, queue) : done;
        },
        std::move(then));
}

void QueueDesk::startRunners() { change(start_runners); }

void QueueDesk::move(const QString& id, int place) { change(calling(&Queue::move, id.toStdString(), place)); }
void QueueDesk::remove(const QString& id) { change(calling(&Queue::remove, id.toStdString())); }
void QueueDesk::retry(const QString& id) { changeAndRun(calling(&Queue::retry, id.toStdString())); }
void QueueDesk::duplicate(const QString& id) { changeAndRun(calling(&Queue::duplicate, id.toStdString())); }
void QueueDesk::startAt(const QString& id, std::int64_t unix_ms) {
    change(calling(&Queue::start_at, id.toStdString(), unix_ms));
}
void QueueDesk::setWhenTooBig(const QString& id, WhenTooBig what) {
    change(calling(&Queue::set_when_too_big, id.toStdString(), what));
}
void QueueDesk::pause(bool paused) { changeAndRun(calling(&Queue::pause, paused)); }
void QueueDesk::stopAfterCurrent(bool stop) { change(calling(&Queue::stop_after_current, stop)); }
void QueueDesk::clear(bool waiting) { change(calling(&Queue::clear, waiting)); }

}  // namespace headroom::ui
