// NoticeHost: takes no room while it is empty.
#include "ui/shell/notice_host.h"

#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/shell/actions.h"
#include "ui/shell/oom_banner.h"
#include "ui/widgets/show_files.h"

#include <QChildEvent>
#include <QFileInfo>
#include <QPushButton>
#include <QVBoxLayout>

namespace headroom::ui {

NoticeHost::NoticeHost(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(4);
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

void NoticeHost::setTraining(bool on) {
    training_ = on;
    showWhatBelongs();
}

void NoticeHost::showWhatBelongs() {
    banners_.removeAll(nullptr);
    for (const auto& banner : banners_) banner->setVisible(training_);
    const QList<QWidget*> children = findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    const bool any =
        std::any_of(children.begin(), children.end(), [this](const QWidget* w) { return w->isVisibleTo(this); });
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

NoticeBar* NoticeHost::find(const QString& id) const { return bars_.value(id); }
QString NoticeHost::idOf(NoticeBar* bar) const { return bars_.key(bar); }

RunNotices::RunNotices(SessionBridge* bridge, Actions* actions, NoticeHost* host, QObject* parent)
    : QObject(parent), bridge_(bridge), actions_(actions), host_(host) {
    connect(bridge, &SessionBridge::notice, this,
            [this](const QString& id, const QString& message, const QString& hint) {
                if (id == QLatin1String("leak")) return;  // the memory panel shows it, beside the tensors
                host_->post(id, Tone::Warn, message, hint);
            });
    connect(bridge, &SessionBridge::fileWritten, this, [this](const QString& path) {
        NoticeBar* bar = host_->post(
            QStringLiteral("snapshot"), Tone::Ok, tr("The memory snapshot was written"),
            tr("%1, for pytorch.org/memory_viz; nothing is uploaded there").arg(placedPath(bridge_->place(), path)));
        if (!bridge_->place().same_machine) return;
        connect(bar->addButton(tr("Show in folder"), QStringLiteral("folder")), &QPushButton::clicked, this,
                [path] { showFiles({path}, QFileInfo(path).path()); });
    });
    connect(bridge, &SessionBridge::failed, this, &RunNotices::showFailure);
    connect(bridge, &SessionBridge::finished, this, [this](const Finished& e) {
        NoticeBar* bar =
            host_->post(endId(), Tone::Ok,
                        tr("The run ended at %1: %2")
                            .arg(stepPhrase(bridge_->config()->model, countText(e.step)), coreText(e.reason)),
                        placedPath(bridge_->place(), fromUtf8(e.run_dir)));
        end_ = bar;
        QPushButton* more = bar->addButton(tr("Export…"), QStringLiteral("file-export"));
        connect(more, &QPushButton::clicked, this, &RunNotices::exportRequested);
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
    NoticeBar* bar = host_->post(endId(), e.error);
    end_ = bar;
    if (bridge_->place().elsewhere)
        connect(bar->addButton(tr("Attach again"), QStringLiteral("plug-connected")), &QPushButton::clicked, this,
                &RunNotices::attachRequested);
    if (e.last_checkpoint_step < 0 || !bridge_->place().same_machine)
        return;  // another machine's checkpoint is not here
    QPushButton* again = bar->addButton(
        tr("Restart from %1").arg(stepPhrase(bridge_->config()->model, countText(e.last_checkpoint_step))),
        QStringLiteral("player-play"));
    connect(again, &QPushButton::clicked, this, &RunNotices::againRequested);
}

}  // namespace headroom::ui
