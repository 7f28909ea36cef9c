// RunWord: which event of a run is worth a word, and who carries it.
#include "ui/shell/notify/run_word.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/shell/layout_store.h"

#include <QAction>
#include <QFileInfo>
#include <QMenu>
#include <QSystemTrayIcon>
#include <QWidget>

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

QString store_key(RunWord::Choice choice) { return QStringLiteral("notify/") + QLatin1String(row_of(choice).key); }

}  // namespace

RunWord::RunWord(SessionBridge* bridge, DesktopNotifier* notifier, LayoutStore* store, QWidget* window)
    : QObject(window), bridge_(bridge), notifier_(notifier), store_(store), window_(window) {
    for (const WordChoice& row : kWordChoices) {
        const QString kept = store->text(store_key(row.choice), {});
        on_[static_cast<std::size_t>(row.choice)] = kept.isEmpty() ? row.on : kept == QLatin1String("on");
    }
    // A window in the tray says there that a run has ended (CloseGuard), and nothing else.
    watched_ = [window](Choice about) {
        const bool ended = about == Choice::Finished || about == Choice::Failed;
        return window->isActiveWindow() || (ended && !window->isVisible());
    };
    connect(bridge, &SessionBridge::finished, this, [this](const Finished& e) {
        const QString run = QFileInfo(fromUtf8(e.run_dir)).fileName();
        tell(Choice::Finished, tr("%1 has finished").arg(run),
             tr("%1. %2").arg(capitalised(coreText(e.reason)), stepsText(bridge_->config()->model, e.step)), false);
    });
    connect(bridge, &SessionBridge::failed, this, [this](const Failed& e) {
        tell(Choice::Failed, tr("The run has failed"), coreText(e.error.message), true);
    });
    connect(bridge, &SessionBridge::oomRecovered, this, [this] {
        tell(Choice::Survived, tr("An out-of-memory error was survived"),
             tr("The run goes on with smaller settings; the window asks whether they stay."), false);
    });
    connect(bridge, &SessionBridge::notice, this, [this](const QString& id, const QString& message, const QString&) {
        if (id == QLatin1String("disk")) tell(Choice::Disk, tr("The run waits for the disk"), message, true);
    });
    connect(bridge, &SessionBridge::stepsDone, this, [this](const std::vector<StepDone>& steps) {
        step_ = steps.back().step;
        showProgress();
    });
    connect(bridge, &SessionBridge::stateChanged, this, &RunWord::showProgress);
    connect(notifier, &DesktopNotifier::undelivered, this, &RunWord::showInTray);
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

void RunWord::tell(Choice about, const QString& title, const QString& text, bool urgent) {
    if (!chosen(about) || watched_(about)) return;
    notifier_->tell(
        {QStringLiteral("run-") + QLatin1String(row_of(about).key), title, text, urgent, chosen(Choice::Sound)});
}

void RunWord::showProgress() {
    const TrainConfig& config = *bridge_->config();
    const bool shown = chosen(Choice::Progress) && is_active(bridge_->state()) && config.steps > 0;
    notifier_->setProgress(shown ? std::optional(static_cast<double>(step_) / static_cast<double>(config.steps))
                                 : std::nullopt);
}

void RunWord::showInTray(const DesktopNote& note) {
    if (!QSystemTrayIcon::isSystemTrayAvailable()) return;
    if (!tray_) tray_ = new QSystemTrayIcon(window_->windowIcon(), this);
    tray_->show();
    tray_->showMessage(note.title, note.text, note.urgent ? QSystemTrayIcon::Critical : QSystemTrayIcon::Information);
    QTimer::singleShot(kTrayMs, tray_, &QSystemTrayIcon::hide);
}

}  // namespace headroom::ui
