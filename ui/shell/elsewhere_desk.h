// ElsewhereDesk: runs of other processes: attaches to them, starts runs in processes of their own, hands the window's run over to
// one, and offers at the start what trains elsewhere. Says in notices what it does, how far it is and how it ended.
#pragma once

#include "core/api/services.h"
#include "ui/forward.h"
#include "ui/models/background_task.h"

namespace headroom::ui {

class ElsewhereDesk : public QObject {
    Q_OBJECT
public:
    /// `receive` gets the session of what was attached to.
    ElsewhereDesk(NoticeHost* notices, std::function<void(std::unique_ptr<Session>)> receive,
                  QObject* parent = nullptr);

    void setServices(Services* services) { services_ = services; }
    /// To a run folder, or "unix:PATH" of its socket.
    void attach(const QString& run_or_address);
    /// A run in a process of its own, and attaches to it.
    void start(RunRequest request);
    /// Stops the run of `bridge` with a checkpoint and lets it go on in a process of its own; ends with handedOver(), or with a
    /// notice that says what became of it.
    void takeOver(SessionBridge* bridge);
    bool takingOver() const { return taking_over_; }
    /// Looks for runs that train elsewhere and offers to attach to the newest.
    void offerRunning();

Q_SIGNALS:
    void handedOver();
    void continueRequested(const QString& run_dir);  ///< here

private:
    /// A notice with what is done and a button that ends it.
    void showWork(const QString& title);
    void startElsewhere(RunRequest request, std::function<void(const Result<std::string>& address)> done);
    void goOnElsewhere(const QString& run_dir);
    void stayStopped(const QString& title, const QString& detail, const QString& run_dir);
    void fail(const QString& title, const Error& error);

    NoticeHost* notices_;
    std::function<void(std::unique_ptr<Session>)> receive_;
    Services* services_ = nullptr;
    BackgroundTask attaching_, starting_, looking_;
    bool taking_over_ = false, cancelled_ = false;
    QMetaObject::Connection saved_, lost_, held_;  ///< while it waits for the run's end
};

}  // namespace headroom::ui
