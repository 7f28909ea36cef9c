// CheckpointList: the checkpoints of one run, with what can be done with each: continue, begin with its weights, write them.
#pragma once

#include "core/api/services.h"
#include "ui/forward.h"

#include <QTreeView>

namespace headroom::ui {

class CheckpointList : public QTreeView {
    Q_OBJECT
public:
    enum Column { StepColumn, ImagesColumn, ScoreColumn, SizeColumn, WhyColumn, IntegrityColumn, ActionsColumn };

    explicit CheckpointList(QWidget* parent = nullptr);

    /// The newest first.
    void setRun(const RunInfo& info);
    /// Why no run can begin with weights, or this one not be continued, now; empty: it can.
    void allow(const QString& why_no_start, const QString& why_no_continue);
    /// "6.05 GiB in 5 files".
    QString summary() const;
    /// Of a row: continue or begin anew, safetensors, pth, the way to other checkpoints.
    QList<QToolButton*> buttons(int row) const;
    /// Why no way leads from one checkpoint of this run to another; empty: one does.
    static QString whyNoBlend(const RunInfo& info);
    /// The focus goes to the button that lists the ways from the chosen checkpoint, or from the first that has some.
    void goToBlends();

Q_SIGNALS:
    void continueRequested();
    void startFromRequested(const QString& checkpoint);
    void exportRequested(const QString& checkpoint, qint64 step, const QString& format);
    /// An animation of the way from the weights of one checkpoint to those of another.
    void blendRequested(const QString& from, const QString& to);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    /// `key`: all that the row says.
    void insertRow(int at, const QString& key);
    QWidget* actionsFor(const CheckpointInfo& checkpoint, bool newest);
    /// The way to each other checkpoint, for a menu.
    QList<QAction*> blends(const CheckpointInfo& from, QObject* parent);
    QToolButton* blendButton(int row) const;
    void refreshButtons();
    void fitButtons();

    QStandardItemModel* model_;
    RunInfo info_;
    QString why_no_start_, why_no_continue_;
};

}  // namespace headroom::ui
