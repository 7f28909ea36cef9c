// HistorySlider: painted line of kept sample sets with ticks, markers of edits and recoveries above, and a knob.
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

namespace headroom::ui {

class HistorySlider : public QWidget {
    Q_OBJECT
public:
    enum class MarkerKind { Edit, Recovery, Failure };
    struct Marker {
        qint64 step;
        MarkerKind kind;
        QString text;
    };

    explicit HistorySlider(QWidget* parent = nullptr);

    /// Steps of the kept sets, ascending. Keeps the chosen step where it is still there; follows the newest when it was chosen.
    void setSteps(const QList<qint64>& steps);
    void addMarker(const Marker& marker);
    void clear();

    int count() const { return static_cast<int>(steps_.size()); }
    qint64 stepAt(int index) const { return steps_.value(index, -1); }
    int current() const { return current_; }
    /// What a step is called: "Step %1" by default.
    void setStepName(const QString& pattern) { step_name_ = pattern; }
    bool atNewest() const { return current_ == count() - 1; }
    void setCurrent(int index);
    const QList<Marker>& markers() const { return markers_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void currentChanged(int index);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    /// Where a step stands, and the set that stands nearest to a place.
    virtual double x(qint64 step) const;
    virtual int nearest(double x) const;

private:
    void describe();

    QList<qint64> steps_;
    QList<Marker> markers_;
    QString step_name_;
    int current_ = -1;
};

}  // namespace headroom::ui
