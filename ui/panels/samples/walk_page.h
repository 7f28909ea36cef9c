// WalkPage: frames between random latents, made by the run on request and played here.
#pragma once

#include "core/api/event.h"
#include "ui/forward.h"

#include <QTimer>
#include <QWidget>

namespace headroom::ui {

class WalkPage : public QWidget {
    Q_OBJECT
public:
    explicit WalkPage(SessionBridge* bridge, QWidget* parent = nullptr);

    int frameCount() const { return static_cast<int>(frames_.size()); }
    bool playing() const { return timer_.isActive(); }
    ImageGrid* grid() const { return grid_; }

public Q_SLOTS:
    void requestWalk();
    void togglePlay();

private:
    QWidget* playRow();
    void showWalk(const SampleReady& sample);
    void showFrame(int frame);
    void showText();
    void setPlaying(bool on);
    void fail(const Error& error);
    void refresh();

    SessionBridge* bridge_;
    QList<QImage> frames_;
    qint64 step_ = 0;
    bool waiting_ = false;  ///< for a walk that was asked for
    Error problem_;         ///< of the last one; empty: none
    QTimer timer_;
    QStackedWidget* stack_;
    EmptyState* empty_;
    QPushButton* make_;
    QPushButton* again_;
    QSpinBox *seed_, *count_;
    ImageGrid* grid_;
    IconButton* play_;
    QSlider* slider_;
    QLabel* text_;
};

}  // namespace headroom::ui
