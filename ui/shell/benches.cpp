// Benches: making them, bringing one to the front, and letting them go.
#include "ui/shell/benches.h"

#include "core/api/param_schema.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/kind_drafts.h"
#include "ui/shell/dialog_wait.h"
#include "ui/shell/situation_watch.h"
#include "ui/widgets/kit.h"

#include <utility>

namespace headroom::ui {

Benches::Benches(SessionBridge* own, const Workbench::Room& room, const std::vector<Page>& pages, QObject* window)
    : QObject(window), room_(room), own_(new Workbench(own, room, pages, this)), front_(own_) {}

Benches::~Benches() {
    for (Workbench* bench : all()) delete bench;
}

void Benches::setServices(Services* services) {
    services_ = services;
    for (Workbench* bench : all()) bench->setServices(services);
}

QList<Workbench*> Benches::all() const {
    QList<Workbench*> out;
    for (Workbench* bench : {own_, beside_, attached_, coming_})
        if (bench) out << bench;
    return out;
}

Workbench* Benches::ofRun(const QString& run_dir) const {
    for (Workbench* bench : all())
        if (!run_dir.isEmpty() && bench->watch()->runDir() == run_dir) return bench;
    return nullptr;
}

void Benches::setFront(Workbench* bench) {
    front_ = bench;
    for (Workbench* each : all())
        if (each != bench) each->setFront(false);
    bench->setFront(true);
    Q_EMIT frontChanged();
}

Workbench* Benches::make(Page page) {
    auto* bridge = new SessionBridge;
    auto* bench = new Workbench(bridge, room_, {page}, this);
    bridge->setParent(bench);
    if (services_) bench->setServices(services_);
    return bench;
}

void Benches::put(Workbench*& place, Workbench* bench) {
    drop(place);
    place = bench;
    Q_EMIT made(bench);
}

Workbench* Benches::prepareBeside(Page page) {
    put(beside_, make(page));
    beside_->drafts()->take(*own_->drafts());
    if (!services_) return beside_;
    std::unique_ptr<Session> session = services_->make_session();  // quick: the tensor library is there by now
    const TrainConfig draft = own_->drafts()->draft(own_->drafts()->newestOn(page));
    (void)session->apply(difference(*session->snapshot(), draft), ChangeOrigin::User);
    beside_->bridge()->setSession(std::move(session));
    return beside_;
}

bool Benches::takePrepared() {
    if (!beside_ || is_active(own_->bridge()->state())) return false;
    const bool shown = front_ == beside_;
    if (shown) commitTextInFocus();
    own_->drafts()->take(*beside_->drafts());
    drop(beside_);
    return shown;
}

void Benches::attach(std::unique_ptr<Session> session) {
    drop(coming_);
    its_session_ = std::move(session);
    coming_ = make(page_of(its_session_->snapshot()->model));
    setFront(front_);  // a new one believes that it is
    turn_.start(0, this);
}

void Benches::timerEvent(QTimerEvent*) {
    turn_.stop();
    put(attached_, std::exchange(coming_, nullptr));
    attached_->bridge()->setSession(std::move(its_session_));
    Q_EMIT attachedNow();
}

void Benches::drop(Workbench*& place) {
    Workbench* gone = std::exchange(place, nullptr);
    if (!gone) return;
    if (front_ == gone) setFront(own_);
    gone->setFront(false);
    for (QObject* from : {static_cast<QObject*>(gone), static_cast<QObject*>(gone->bridge())})
        disconnect(from, nullptr, parent(), nullptr);
    // Later: it may have asked for this itself, or for a file.
    when_no_dialog(file_dialog_is_up, gone, [gone] { gone->deleteLater(); });
}

}  // namespace headroom::ui
