// HistoryRow: play, previous, slider, newest and the text "Step 4,200 · newest · 42 kept" below the samples.
#pragma once

#include "ui/families/family.h"

#include <QFrame>
#include <QTimer>

#include <optional>

namespace headroom::ui {

class HistoryRow : public QFrame {
    Q_OBJECT
public:
    explicit HistoryRow(QWidget* parent = nullptr);
    /// With a slider of another look, which it takes over; `step` is what a step is called, such as "Iteration %1".
    HistoryRow(HistorySlider* slider, const QString& step, QWidget* parent);

    HistorySlider* slider() const { return slider_; }
    /// Steps of the kept sets; the text follows.
    void setSteps(const QList<qint64>& steps);
    QString text() const;
    bool playing() const { return timer_.isActive(); }
    /// Marks on the slider what changes and happens in runs of `page`, as the timeline does.
    void markEvents(SessionBridge* bridge, Page page);
    /// A new run: nothing is kept.
    void clear();
    /// Shows the set nearest to `step` for as long as something points at that step; afterwards the one before.
    void peek(bool on, qint64 step);

public Q_SLOTS:
    void older();
    void newer();
    void newest();
    void togglePlay();

private:
    static constexpr qint64 kFollow = -1;  ///< whichever is the newest

    void refresh();
    void showNearest(qint64 step);
    void setPlaying(bool on);

    HistorySlider* slider_;
    IconButton *play_, *previous_, *next_;
    QLabel* text_;
    QString step_;
    QList<qint64> steps_;
    std::optional<qint64> before_peek_;  ///< the step that was shown, or kFollow; none: no peek is on
    QTimer timer_;
};

/// A page of pictures: `tools` above `pictures`, and `history` below a line.
QWidget* pageWithHistory(QWidget* tools, QWidget* pictures, HistoryRow* history, QWidget* parent);

}  // namespace headroom::ui
