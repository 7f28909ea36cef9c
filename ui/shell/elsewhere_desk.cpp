// ElsewhereDesk: what is done in the background, and the notice of each.
#include "ui/shell/elsewhere_desk.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/shown_text.h"
#include "ui/models/run_words.h"
#include "ui/shell/notice_host.h"
#include "ui/widgets/kit.h"

namespace headroom::ui {

const QString kWork = QStringLiteral("elsewhere"), kOffer = QStringLiteral("offer");

ElsewhereDesk::ElsewhereDesk(NoticeHost* notices, std::function<void(std::unique_ptr<Session>)> receive,
                             QObject* parent)
    : QObject(parent), notices_(notices), receive_(std::move(receive)) {
    connect(&starting_, &BackgroundTask::progress, this, [this](const QString& what, double fraction) {
        if (NoticeBar* bar = notices_->find(kWork))
            bar->setTexts(bar->title(), fraction < 0 ? what : tr("%1, %2").arg(what, percentText(100 * fraction)));
    });
}

void ElsewhereDesk::showWork(const QString& title) {
    cancelled_ = false;
    NoticeBar* bar = notices_->post(kWork, Tone::Info, title, {});
    onClick(bar->addButton(tr("Cancel"), QStringLiteral("x")), this, [this] {
        cancelled_ = true;
        starting_.requestStop();
        if (attaching_.running()) {
            attaching_.cancel();
            notices_->remove(kWork);
        }
    });
}

void ElsewhereDesk::fail(const QString& title, const Error& error) {
    if (error.code == ErrorCode::Cancelled) return notices_->remove(kWork);
    notices_->post(kWork, Tone::Err, title, errorText(error));
}

void ElsewhereDesk::attach(const QString& run_or_address) {
    if (!services_) return;
    notices_->remove(kOffer);
    showWork(tr("Attaching to the run"));
    attaching_.start([services = services_, where = run_or_address.toStdString()] { return services->attach(where); },
                     [this](Result<std::unique_ptr<Session>> session) {
                         if (!session) return fail(tr("The run could not be attached to"), session.error());
                         notices_->remove(kWork);
                         receive_(*std::move(session));
                     });
}

void ElsewhereDesk::start(RunRequest request) {
    if (!services_) return;
    if (starting_.running() || taking_over_)
        return notices_->refuse(
            QStringLiteral("one-by-one"), tr("The run was not started"),
            tr("Another one is just moving to a process of its own. Start this one when that is done."));
    showWork(tr("Starting the run in a process of its own"));
    startElsewhere(std::move(request), [this](const Result<std::string>& address) {
        if (!address) return fail(tr("The run did not start"), address.error());
        attach(fromUtf8(*address));
    });
}

void ElsewhereDesk::startElsewhere(RunRequest request, std::function<void(const Result<std::string>& address)> done) {
    starting_.start([services = services_, request = std::move(request)](
                        const BackgroundTask::Report& report,
                        std::stop_token stop) { return services->start_elsewhere(request, report, stop); },
                    std::move(done));
}

void ElsewhereDesk::takeOver(SessionBridge* bridge) {
    taking_over_ = true;
    const QString title = tr("The run moves to a process of its own");
    showWork(title);
    notices_->find(kWork)->setTexts(title, tr("Saving a checkpoint"));
    const auto ended = [this] {
        for (QMetaObject::Connection* waiting : {&saved_, &lost_, &held_}) disconnect(*waiting);
    };
    ended();
    saved_ = connect(bridge, &SessionBridge::finished, this, [this, ended, bridge](const Finished& run) {
        ended();
        const QString dir = fromUtf8(run.run_dir);
        if (bridge->config()->steps > 0 && run.step >= bridge->config()->steps) {  // nothing is left to do
            taking_over_ = false;
            notices_->remove(kWork);
            return Q_EMIT handedOver();
        }
        if (cancelled_)
            return stayStopped(tr("The run was stopped and saved"), tr("It goes on where you want it to."), dir);
        goOnElsewhere(dir);
    });
    lost_ = connect(bridge, &SessionBridge::failed, this, [this, ended] {  // its own notice says why
        ended();
        taking_over_ = false;
        notices_->remove(kWork);
    });
    held_ = connect(bridge, &SessionBridge::stateChanged, this, [this, ended, bridge](RunState state) {
        if (!is_active(state) || bridge->stopping()) return;
        ended();  // the disk has no room: the run is paused here, and says so
        taking_over_ = false;
        notices_->post(kWork, Tone::Warn, tr("The run stays here"),
                       tr("It could not be saved, so nothing could go on elsewhere."));
    });
    bridge->stop(StopMode::SaveAndStop);
}

void ElsewhereDesk::goOnElsewhere(const QString& run_dir) {
    RunRequest request;
    request.resume_from = run_dir.toStdString();
    startElsewhere(request, [this, run_dir](const Result<std::string>& address) {
        if (!address && address.error().code == ErrorCode::Cancelled)
            return stayStopped(tr("The run was stopped and saved"), tr("It goes on where you want it to."), run_dir);
        if (!address)
            return stayStopped(tr("The run was saved, but did not go on without a window"), errorText(address.error()),
                               run_dir);
        taking_over_ = false;
        notices_->remove(kWork);
        Q_EMIT handedOver();
    });
}

void ElsewhereDesk::stayStopped(const QString& title, const QString& detail, const QString& run_dir) {
    taking_over_ = false;
    NoticeBar* bar = notices_->post(kWork, Tone::Warn, title, detail);
    onClick(bar->addButton(tr("Continue here"), QStringLiteral("player-play")), this, [this, run_dir] {
        notices_->remove(kWork);
        Q_EMIT continueRequested(run_dir);
    });
}

void ElsewhereDesk::offerRunning() {
    if (!services_) return;
    looking_.start([services = services_] { return services->list_runs(); },
                   [this](std::vector<RunInfo> runs) {
                       std::erase_if(runs, [](const RunInfo& run) { return !run.elsewhere; });
                       if (runs.empty()) return;
                       const auto newest = std::ranges::max_element(runs, {}, &RunInfo::created_unix_ms);
                       const QString name = nameText(fromUtf8(newest->name));
                       const QString title =
                           runs.size() == 1 ? tr("%1 trains elsewhere").arg(name)
                                            : tr("%1 and %2 more train elsewhere")
                                                  .arg(name, countText(static_cast<std::int64_t>(runs.size()) - 1));
                       NoticeBar* bar = notices_->post(
                           kOffer, Tone::Info, title,
                           tr("%1, %2").arg(placeWords(newest->elsewhere->place),
                                            stepPhrase(newest->model, countText(newest->elsewhere->step))));
                       onClick(bar->addButton(tr("Attach"), QStringLiteral("plug-connected")), this,
                               [this, dir = fromUtf8(newest->dir)] { attach(dir); });
                   });
}

}  // namespace headroom::ui
