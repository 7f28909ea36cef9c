// HistorySlider: painted line of kept sample sets with ticks, marks of edits and recoveries above, and a knob.
#pragma once

#include "ui/models/metrics_model.h"

#include <QAbstractSlider>
#include <QList>
#include <QWheelEvent>

namespace headroom::ui {

/// Its value is the chosen set; -1: there is none.
class HistorySlider : public QAbstractSlider {
    Q_OBJECT
public:
    explicit HistorySlider(QWidget* parent = nullptr);

    /// Steps of the kept sets, ascending. Keeps the chosen step where it is still there; follows the newest when it was chosen.
    void setSteps(const QList<qint64>& steps);
    void addMark(const MetricsMark& mark) {
        marks_.append(mark);
        update();
    }
    void clear();

    int count() const { return static_cast<int>(steps_.size()); }
    qint64 stepAt(int index) const { return steps_.value(index, -1); }
    /// What a step is called: "Step %1" by default.
    void setStepName(const QString& pattern) { step_name_ = pattern; }
    bool atNewest() const { return value() == count() - 1; }
    const QList<MetricsMark>& marks() const { return marks_; }

    QSize sizeHint() const override { return {240, 32}; }
    QSize minimumSizeHint() const override { return {80, 32}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override { mousePressEvent(event); }
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }  ///< scrolling must not change it
    /// Where a step stands, and the set that stands nearest to a place.
    virtual double xOf(qint64 step) const;
    virtual int nearest(double x) const;

private:
    /// Without valueChanged().
    void setChosen(int index);
    void describe();
    /// Marks beyond the kept steps are not.
    bool isDrawn(const MetricsMark& mark) const {
        return !steps_.isEmpty() && mark.step >= steps_.first() && mark.step <= steps_.last();
    }

    QList<qint64> steps_;
    QList<MetricsMark> marks_;
    QString step_name_;
};

}  // namespace headroom::ui
