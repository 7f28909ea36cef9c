// NoticeHost: banners above the centre, newest last, one per id.
#pragma once

#include "core/api/event.h"
#include "ui/widgets/notice_bar.h"

#include <QHash>
#include <QPointer>
#include <QWidget>

namespace headroom::ui {

class NoticeHost : public QWidget {
    Q_OBJECT
public:
    explicit NoticeHost(QWidget* parent = nullptr);

    /// Shows a notice; one with the same id is replaced. The returned bar lives until it is closed.
    NoticeBar* post(const QString& id, Tone tone, const QString& title, const QString& detail);
    NoticeBar* post(const QString& id, const Error& error);
    /// Why something is not done.
    void refuse(const QString& id, const QString& title, const QString& why) { post(id, Tone::Warn, title, why); }
    /// Adds a larger banner, shown on the Train page only; it takes itself away by being deleted.
    void add(QWidget* banner);
    /// Whether the Train page is shown.
    void setTraining(bool on) {
        training_ = on;
        showWhatBelongs();
    }
    void remove(const QString& id);
    NoticeBar* find(const QString& id) const { return bars_.value(id); }
    /// Empty: it is not shown any more.
    QString idOf(NoticeBar* bar) const { return bars_.key(bar); }

protected:
    void childEvent(QChildEvent* event) override;

private:
    void showWhatBelongs();

    QVBoxLayout* column_;
    QHash<QString, QPointer<NoticeBar>> bars_;
    QList<QPointer<QWidget>> banners_;
    bool training_ = true;
};

/// Turns warnings, failures, refusals, recoveries and the end of a run into notices.
class RunNotices : public QObject {
    Q_OBJECT
public:
    RunNotices(SessionBridge* bridge, Actions* actions, NoticeHost* host, QObject* parent);
    /// What asks about its run goes with it.
    ~RunNotices() override;

Q_SIGNALS:
    void againRequested();   ///< to go on from the newest checkpoint
    void exportRequested();  ///< of the run that ended
    void attachRequested();  ///< its process may still be there

private:
    void showFailure(const Failed& e);
    QString endId() const;
    void removeEnd();

    SessionBridge* bridge_;
    Actions* actions_;
    QPointer<NoticeHost> host_;
    QPointer<OomBanner> banner_;
    QPointer<NoticeBar> end_;  ///< of the run's end
};

/// What became of additions and changes of the queue, as notices; how many runs wait, in the status bar.
void showQueueNotices(QueueDesk* desk, NoticeHost* notices, QStatusBar* bar);

}  // namespace headroom::ui
