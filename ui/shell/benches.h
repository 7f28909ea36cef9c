// Benches: the workbenches of a window: that of its own session, settings that wait beside its run, and a run of another process. Which of
// them stands on which page, and whose commands are the window's.
#pragma once

#include "ui/shell/workbench.h"

#include <QBasicTimer>

namespace headroom::ui {

class Benches : public QObject {
    Q_OBJECT
public:
    /// `own`: of the window's own session, which is shown on `pages`.
    Benches(SessionBridge* own, const Workbench::Room& room, const std::vector<Page>& pages, QObject* window);
    ~Benches() override;

    void setServices(Services* services);
    Workbench* own() const { return own_; }
    Workbench* attached() const { return attached_; }
    /// Its commands are those of the window.
    Workbench* front() const { return front_; }
    QList<Workbench*> all() const;
    /// What shows the page: a run that is attached, else the window's own session, else settings that wait for it.
    Workbench* on(Page page) const { return attached_ && attached_->has(page) ? attached_ : ownOn(page); }
    /// The same whatever run elsewhere is attached there: where this window prepares its own.
    Workbench* ownOn(Page page) const { return beside_ && beside_->has(page) ? beside_ : own_; }
    /// What shows a run; null: none.
    Workbench* ofRun(const QString& run_dir) const;

    void setFront(Workbench* bench);
    /// Makes a bench for settings of `page`, which has none yet, beside the run that has the window's session.
    Workbench* prepareBeside(Page page);
    /// What was prepared becomes the session's, which is free again. True: it was in front.
    bool takePrepared();
    /// In two turns of the event loop, for all its parts are made and shown: they are made in this one. In the next they have their session and are
    /// attached(), and attachedNow() is told; until then everything stays as it is.
    void attach(std::unique_ptr<Session> session);
    void detach() { drop(attached_); }

Q_SIGNALS:
    void made(headroom::ui::Workbench* bench);  ///< it has no session yet
    void frontChanged();
    void attachedNow();

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    Workbench* make(Page page);
    void put(Workbench*& place, Workbench* bench);
    void drop(Workbench*& place);

    Workbench::Room room_;
    Services* services_ = nullptr;
    Workbench *own_, *beside_ = nullptr, *attached_ = nullptr, *front_;
    Workbench* coming_ = nullptr;  ///< is attached in the next turn
    std::unique_ptr<Session> its_session_;
    QBasicTimer turn_;
};

}  // namespace headroom::ui
