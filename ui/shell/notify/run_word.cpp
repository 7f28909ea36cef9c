// RunWord: which event of a run is worth a word, who carries it, and that each is told once.
#include "ui/shell/notify/run_word.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/queue/queue_desk.h"
#include "ui/shell/layout_store.h"
#include "ui/shell/notify/run_fraction.h"

#include <QAction>
#include <QApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QMenu>
#include <QSystemTrayIcon>
#include <QWidget>

#include <algorithm>

namespace headroom::ui {
namespace {

constexpr int kTrayMs = 10000;  // that an icon shown for one message stays

struct WordChoice {
    RunWord::Choice choice;
    const char *key, *text;
    bool on;  ///< at first
};

constexpr WordChoice kWordChoices[] = {
    {RunWord::Choice::Finished, "finished", QT_TRANSLATE_NOOP("headroom::ui::RunWord", "When a run has finished"),
     true},
    {RunWord::Choice::Failed, "failed", QT_TRANSLATE_NOOP("headroom::ui::RunWord", "When a run has failed"), true},
    {RunWord::Choice::Survived, "survived",
     QT_TRANSLATE_NOOP("headroom::ui::RunWord", "When a run has survived an out-of-memory error"), true},
    {RunWord::Choice::Disk, "disk", QT_TRANSLATE_NOOP("headroom::ui::RunWord", "When a run waits for the disk"), true},
    {RunWord::Choice::Progress, "progress", QT_TRANSLATE_NOOP("headroom::ui::RunWord", "Progress in the task bar"),
     true},
    {RunWord::Choice::Sound, "sound", QT_TRANSLATE_NOOP("headroom::ui::RunWord", "With sound"), false},
};

const WordChoice& row_of(RunWord::Choice choice) { return kWordChoices[static_cast<int>(choice)]; }

bool has_ended(QueueState state) { return state > QueueState::Running; }

QString store_key(RunWord::Choice choice) { return QStringLiteral("notify/") + QLatin1String(row_of(choice).key); }

}  // namespace

std::vector<QueueNote> QueueNews::look(const QueueSnapshot& now, const Told& told) {
    std::vector<QueueNote> out;
    std::map<std::string, Seen> seen;
    for (const QueueItem& item : now.items) {
        const auto before = seen_.find(item.id);
        const bool known = before != seen_.end(), runs = item.state == QueueState::Running;
        const LiveRun* live = runs ? told(item.run_dir) : nullptr;
        Seen& seen_now = seen.emplace(item.id, Seen{item.state, item.reason, {}}).first->second;
        if (live)
            seen_now.survived = live->survived;
        else if (!runs)
            seen_now.survived = 0;  // its process begins to count when it runs
        else if (known)
            seen_now.survived = before->second.survived;  // it was too busy to answer
        if (has_ended(item.state)) {
            const bool news = known ? !has_ended(before->second.state) : item.ended_unix_ms >= since_;
            if (news && item.state == QueueState::Finished) out.push_back({QueueNote::What::Finished, item});
            if (news && item.state == QueueState::Failed) out.push_back({QueueNote::What::Failed, item});
        } else if (live && known) {
            const Seen& was = before->second;
            if (was.survived && live->survived > *was.survived) out.push_back({QueueNote::What::Survived, item});
            // A runner writes down why a run stands still: what no person has asked for is the disk's doing.
            if (was.reason != item.reason && !item.reason.empty() && item.reason != "paused by you" &&
                live->state == RunState::Paused)
                out.push_back({QueueNote::What::WaitsForDisk, item});
        }
    }
    seen_ = std::move(seen);
    return out;
}

RunWord::RunWord(SessionBridge* bridge, DesktopNotifier* notifier, LayoutStore* store, QWidget* window)
    : QObject(window),
      bridge_(bridge),
      notifier_(notifier),
      store_(store),
      window_(window),
      news_(QDateTime::currentMSecsSinceEpoch()) {
    for (const WordChoice& row : kWordChoices) {
        const QString kept = store->text(store_key(row.choice), {});
        on_[static_cast<std::size_t>(row.choice)] = kept.isEmpty() ? row.on : kept == QLatin1String("on");
    }
    // A window in the tray says there that its own run has ended (CloseGuard), and nothing else. Who is at one of its dialogs is at the window.
    watched_ = [window](Choice about, bool own) {
        const bool ended = about == Choice::Finished || about == Choice::Failed;
        const QWidget* active = QApplication::activeWindow();
        while (active && active != window) active = active->parentWidget();
        return active || (own && ended && !window->isVisible());
    };
    connect(notifier, &DesktopNotifier::undelivered, this, &RunWord::showInTray);
    follow(bridge);
}

void RunWord::follow(SessionBridge* bridge) {
    followed_.push_back({bridge, {}, {}, 0, {}});
    connect(bridge, &QObject::destroyed, this, [this, bridge] {
        std::erase_if(followed_, [bridge](const Followed& f) { return f.bridge == bridge; });
        showProgress();
    });
    connect(bridge, &SessionBridge::runStarted, this, [this, bridge](const RunStarted& run) {
        StepDone begun;
        begun.step = run.step;
        begun.images = run.images;
        of(bridge) = {bridge, placedPath(bridge->place(), fromUtf8(run.run_dir)), fromUtf8(run.name),
                      QDateTime::currentMSecsSinceEpoch(), begun};
        showProgress();
    });
    connect(bridge, &SessionBridge::stepsDone, this, [this, bridge](const std::vector<StepDone>& steps) {
        of(bridge).last = steps.back();
        showProgress();
    });
    connect(bridge, &SessionBridge::stateChanged, this, &RunWord::showProgress);
    connect(bridge, &SessionBridge::oomRecovered, this, [this, bridge](const OomRecovered& event) {
        if (!event.survived) return;  // it has ended the run, which is told as such
        const QString run = nameOf(bridge);
        tell(Choice::Survived, run, tr("%1 has survived an out-of-memory error").arg(run),
             tr("The run goes on with smaller settings; the window asks whether they stay."), bridge == bridge_);
    });
    connect(bridge, &SessionBridge::notice, this, [this, bridge](const QString& id, const QString& message) {
        if (id != QLatin1String("disk")) return;
        const QString run = nameOf(bridge);
        tell(Choice::Disk, run, tr("%1 waits for the disk").arg(run), message, bridge == bridge_);
    });
    connect(bridge, &SessionBridge::finished, this, [this, bridge](const Finished& e) {
        if (!isNews(placedPath(bridge->place(), fromUtf8(e.run_dir)), of(bridge).began_unix_ms)) return;
        const QString run = nameOf(bridge, e.run_dir);
        tell(Choice::Finished, run, tr("%1 has finished").arg(run),
             tr("%1. %2").arg(capitalised(coreText(e.reason)), stepsText(bridge->config()->model, e.step)),
             bridge == bridge_);
    });
    connect(bridge, &SessionBridge::failed, this, [this, bridge](const Failed& e) { tellFailure(bridge, e); });
}

void RunWord::tellFailure(SessionBridge* bridge, const Failed& failure) {
    const QString run = nameOf(bridge, failure.run_dir), text = coreText(failure.error.message);
    const QString dir = placedPath(bridge->place(), fromUtf8(failure.run_dir));
    // Perhaps the connection alone was lost, and the run goes on: how it ends, a queue tells that has it.
    if (bridge->place().elsewhere && failure.error.code == ErrorCode::Environment) {
        if (!underWayInQueue(dir)) tell(Choice::Failed, run, tr("Trouble with %1").arg(run), text, bridge == bridge_);
        return;
    }
    if (isNews(dir, of(bridge).began_unix_ms))
        tell(Choice::Failed, run, tr("%1 has failed").arg(run), text, bridge == bridge_);
}

void RunWord::follow(QueueDesk* queue) {
    queue_ = queue;
    connect(queue, &QueueDesk::changed, this, [this] {
        const auto told = [this](const std::string& run_dir) { return queue_->live(run_dir); };
        for (const QueueNote& note : news_.look(queue_->snapshot(), told)) tellOfQueue(note);
        showProgress();
    });
}

void RunWord::tellOfQueue(const QueueNote& note) {
    const QueueItem& item = note.item;
    const QString run = nameText(fromUtf8(item.name)), reason = capitalised(coreText(item.reason));
    if (note.what == QueueNote::What::Survived || note.what == QueueNote::What::WaitsForDisk) {
        const bool shown = std::ranges::any_of(followed_, [&](const Followed& f) {
            return f.dir == fromUtf8(item.run_dir) && is_active(f.bridge->state());
        });
        if (shown) return;  // its session tells
        if (note.what == QueueNote::What::WaitsForDisk)
            return tell(Choice::Disk, run, tr("%1 waits for the disk").arg(run), reason, false);
        return tell(Choice::Survived, run, tr("%1 has survived an out-of-memory error").arg(run),
                    tr("The run goes on, with smaller settings where that was needed."), false);
    }
    if (!isNews(fromUtf8(item.run_dir), item.started_unix_ms)) return;
    if (note.what == QueueNote::What::Failed)
        tell(Choice::Failed, run, tr("%1 has failed").arg(run), reason, false);
    else
        tell(Choice::Finished, run, tr("%1 has finished").arg(run), reason, false);
}

RunWord::Followed& RunWord::of(SessionBridge* bridge) {
    return *std::ranges::find_if(followed_, [bridge](const Followed& f) { return f.bridge == bridge; });
}

QString RunWord::nameOf(SessionBridge* bridge, const std::string& run_dir) {
    const Followed& known = of(bridge);
    const QString name = run_dir.empty() ? known.name : QFileInfo(fromUtf8(run_dir)).fileName();
    return name.isEmpty() ? tr("The run") : placedPath(bridge->place(), nameText(name));
}

bool RunWord::underWayInQueue(const QString& run_dir) const {
    if (!queue_ || run_dir.isEmpty()) return false;
    const std::vector<QueueItem>& items = queue_->snapshot().items;
    return std::ranges::any_of(items, [&](const QueueItem& item) {
        return fromUtf8(item.run_dir) == run_dir && item.state == QueueState::Running;
    });
}

bool RunWord::isNews(const QString& run_dir, qint64 began_unix_ms) {
    if (run_dir.isEmpty()) return true;
    qint64& told = ended_[run_dir];
    const bool news = told == 0 || told < began_unix_ms;
    if (news) told = QDateTime::currentMSecsSinceEpoch();
    return news;
}

void RunWord::setChosen(Choice choice, bool on) {
    on_[static_cast<std::size_t>(choice)] = on;
    store_->setText(store_key(choice), on ? QStringLiteral("on") : QStringLiteral("off"));
    showProgress();
}

void RunWord::addTo(QMenu* menu) {
    for (const WordChoice& row : kWordChoices) {
        QAction* action = menu->addAction(tr(row.text));
        action->setCheckable(true);
        action->setChecked(chosen(row.choice));
        connect(action, &QAction::toggled, this, [this, choice = row.choice](bool on) { setChosen(choice, on); });
    }
}

void RunWord::tell(Choice about, const QString& run, const QString& title, const QString& text, bool own) {
    if (!chosen(about) || watched_(about, own)) return;
    const bool urgent = about == Choice::Failed || about == Choice::Disk;
    notifier_->tell({QStringLiteral("run-%1-%2").arg(QLatin1String(row_of(about).key), run), title, text, urgent,
                     chosen(Choice::Sound)});
}

std::optional<double> RunWord::fraction() const {
    for (const Followed& f : followed_)
        if (is_active(f.bridge->state()))
            if (const auto done = fractionDone(*f.bridge->config(), f.last)) return done;
    if (!queue_) return std::nullopt;
    for (const QueueItem& item : queue_->snapshot().items)
        if (item.state == QueueState::Running)
            if (const auto done = fractionDone(item, queue_->live(item.run_dir), QDateTime::currentMSecsSinceEpoch()))
                return done;
    return std::nullopt;
}

void RunWord::showInTray(const DesktopNote& note) {
    if (!QSystemTrayIcon::isSystemTrayAvailable()) return;
    if (!tray_) tray_ = new QSystemTrayIcon(window_->windowIcon(), this);
    tray_->show();
    tray_->showMessage(note.title, note.text, note.urgent ? QSystemTrayIcon::Critical : QSystemTrayIcon::Information);
    QTimer::singleShot(kTrayMs, tray_, &QSystemTrayIcon::hide);
}

}  // namespace headroom::ui
