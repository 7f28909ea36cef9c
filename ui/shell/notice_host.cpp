// NoticeHost: takes no room while it is empty.
#include "ui/shell/notice_host.h"

#include "ui/bridge/session_bridge.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/queue/queue_desk.h"
#include "ui/shell/actions.h"
#include "ui/shell/oom_banner.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"

#include <QChildEvent>
#include <QCoreApplication>
#include <QFileInfo>
#include <QStatusBar>

namespace headroom::ui {
namespace {

struct QueueText {
    Q_DECLARE_TR_FUNCTIONS(headroom::ui::QueueNotices)
};

}  // namespace

NoticeHost::NoticeHost(QWidget* parent) : QWidget(parent), column_(columnIn(this, {}, 4)) {
    hide();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

NoticeBar* NoticeHost::post(const QString& id, Tone tone, const QString& title, const QString& detail) {
    remove(id);
    auto* bar = new NoticeBar(tone, title, detail, this);
    bar->addClose();
    connect(bar, &NoticeBar::closed, this, [this, id] { remove(id); });
    bars_.insert(id, bar);
    column_->addWidget(bar);
    bar->show();  // at once: until then it counts as hidden when the one before it goes, and the host would go with it
    show();
    return bar;
}

NoticeBar* NoticeHost::post(const QString& id, const Error& error) {
    return post(id, Tone::Err, coreText(error.message), coreText(error.hint));
}

void NoticeHost::add(QWidget* banner) {
    column_->insertWidget(0, banner);
    banners_.append(banner);
    showWhatBelongs();
}

void NoticeHost::showWhatBelongs() {
    banners_.removeAll(nullptr);
    for (const auto& banner : banners_) banner->setVisible(training_);
    const QList<QWidget*> children = findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    const bool any = std::ranges::any_of(children, [this](const QWidget* w) { return w->isVisibleTo(this); });
    setVisible(any);  // empty, it would still cost its gap
}

void NoticeHost::remove(const QString& id) {
    const QPointer<NoticeBar> bar = bars_.take(id);
    if (!bar) return;
    bar->hide();
    bar->deleteLater();
}

void NoticeHost::childEvent(QChildEvent* event) {
    QWidget::childEvent(event);
    if (event->removed()) showWhatBelongs();
}

RunNotices::RunNotices(SessionBridge* bridge, Actions* actions, NoticeHost* host, QObject* parent)
    : QObject(parent), bridge_(bridge), actions_(actions), host_(host) {
    connect(bridge, &SessionBridge::notice, this,
            [this](const QString& id, const QString& message, const QString& hint) {
                if (id == QLatin1String("leak")) return;  // the memory panel shows it, beside the tensors
                host_->post(id, Tone::Warn, message, hint);
            });
    connect(bridge, &SessionBridge::fileWritten, this, [this](const QString& path) {
        const bool here = bridge_->place().same_machine;
        NoticeBar* bar = host_->post(QStringLiteral("snapshot"), Tone::Ok, tr("The memory snapshot was written"),
                                     tr("%1, for pytorch.org/memory_viz; nothing is uploaded there")
                                         .arg(here ? pathText(path) : placedPath(bridge_->place(), path)));
        if (!here) return;
        onClick(bar->addButton(tr("Show in folder"), QStringLiteral("folder")), this,
                [path] { showFiles({path}, QFileInfo(path).path()); });
    });
    connect(bridge, &SessionBridge::failed, this, &RunNotices::showFailure);
    connect(bridge, &SessionBridge::finished, this, [this](const Finished& e) {
        const QString step = stepPhrase(bridge_->config()->model, countText(e.step));
        end_ = host_->post(endId(), Tone::Ok, tr("The run ended at %1: %2").arg(step, coreText(e.reason)),
                           placedPath(bridge_->place(), fromUtf8(e.run_dir)));
        onClick(end_->addButton(tr("Export…"), QStringLiteral("file-export")), this, &RunNotices::exportRequested);
    });
    connect(bridge, &SessionBridge::stateChanged, this, [this](RunState state) {
        if (state == RunState::Preparing) removeEnd();
    });
    connect(bridge, &SessionBridge::oomRecovered, this, [this](const OomRecovered& e) {
        if (banner_) banner_->deleteLater();  // the newest recovery tells the whole change
        banner_ = new OomBanner(e, bridge_, actions_->action(Cmd::Snapshot), actions_->action(Cmd::MakeFit), host_);
        host_->add(banner_);
    });
}

RunNotices::~RunNotices() {
    delete banner_;
    removeEnd();
}

/// A run of another process has a notice of its own beside that of the window's.
QString RunNotices::endId() const {
    return bridge_->place().elsewhere ? QStringLiteral("end-elsewhere") : QStringLiteral("end");
}

void RunNotices::removeEnd() {
    if (host_ && end_) host_->remove(host_->idOf(end_));
}

void RunNotices::showFailure(const Failed& e) {
    // "step 4,210: ..." begins a sentence here; a key and a file's name stay as they are.
    QString words = coreText(e.error.message);
    if (words.startsWith(stepNoun(bridge_->config()->model) + QLatin1Char(' '))) words = capitalised(words);
    end_ = host_->post(endId(), Tone::Err, words, coreText(e.error.hint));
    if (bridge_->place().elsewhere)
        onClick(end_->addButton(tr("Attach again"), QStringLiteral("plug-connected")), this,
                &RunNotices::attachRequested);
    if (e.last_checkpoint_step < 0 || !bridge_->place().same_machine)
        return;  // another machine's checkpoint is not here
    const QString step = stepPhrase(bridge_->config()->model, countText(e.last_checkpoint_step));
    onClick(end_->addButton(tr("Restart from %1").arg(step), QStringLiteral("player-play")), this,
            &RunNotices::againRequested);
}

void showQueueNotices(QueueDesk* desk, NoticeHost* notices, QStatusBar* bar) {
    const QString id = QStringLiteral("queue");
    auto* words = makeLabel("small", bar);
    words->setContentsMargins(8, 0, 12, 0);
    bar->addPermanentWidget(words);
    words->hide();
    QObject::connect(desk, &QueueDesk::failed, notices,
                     [notices, id](const Error& error) { notices->post(id, error); });
    QObject::connect(desk, &QueueDesk::added, notices, [notices, id](int runs) {
        notices->post(id, Tone::Ok, QueueText::tr("%Ln run(s) wait in the queue", nullptr, runs),
                      QueueText::tr("They start one after another, also when this window is closed."));
    });
    // What a runner that was started in the background could not say to anybody, once.
    QObject::connect(desk, &QueueDesk::changed, notices, [desk, notices, told = std::vector<std::string>()]() mutable {
        const std::vector<std::string>& now = desk->snapshot().runner_failures;
        if (std::exchange(told, now) == now) return;
        for (const std::string& failure : now)
            notices->post(QStringLiteral("queue-runner"), Tone::Err, coreText(failure),
                          QueueText::tr("Runs that wait stay in the queue; Start the queue lets them go on."));
    });
    QObject::connect(desk, &QueueDesk::changed, words, [desk, words] {
        const int waiting = desk->waiting();
        words->setText(QueueText::tr("Queue %1 waiting").arg(countText(waiting)));
        words->setToolTip(coreText(desk->snapshot().next_words));
        words->setVisible(waiting > 0);
    });
}

}  // namespace headroom::ui
