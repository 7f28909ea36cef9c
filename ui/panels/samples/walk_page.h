// WalkPage: frames between random latents, made by the run on request and played here.
#pragma once

#include "ui/bridge/sample_ask.h"
#include "ui/models/picture_store.h"
#include "ui/panels/samples/walk_ends.h"

#include <QLabel>
#include <QTimer>
#include <QWidget>

#include <string>
#include <vector>

namespace headroom::ui {

class WalkPage : public QWidget {
    Q_OBJECT
public:
    explicit WalkPage(SessionBridge* bridge, QWidget* parent = nullptr);

    void setServices(Services* services) { services_ = services; }
    void requestWalk();
    /// A further end on the way; from two on the walk leads through them instead of random latents.
    void addEnd(const WalkEnd& end);
    std::vector<LatentId> ends() const;
    /// At which its first end was chosen; without ends that of previews.
    double truncation() const;
    /// All ends were chosen at one truncation.
    bool alike() const;
    /// What is to be known of the walk and of its export.
    QString note() const { return note_->text(); }
    /// Writes the walk as an animation, drawn by the newest checkpoint; the ending of `path` chooses the format.
    void exportWalk(const QString& path);
    int frameCount() const { return static_cast<int>(frames_.size()); }
    bool playing() const { return timer_.isActive(); }
    ImageGrid* grid() const { return grid_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// So many frames take half of the window's budget of pictures.
    int mostFrames() const;
    void setUpControls();
    void connectBridge();
    void showPictures(const QList<QImage>& frames);
    void showFrame(int frame);
    void showText();
    void showNote();
    void showEnds();
    void fitHead();
    void setPlaying(bool on);
    void refresh();

    SessionBridge* bridge_;
    SampleAsk ask_;
    Services* services_ = nullptr;
    std::vector<WalkEnd> ends_;
    std::string run_dir_;
    bool let_go_ = false;  ///< of the walk shown_, which is wanted again
    QList<QImage> frames_;
    PictureShare share_;
    qint64 step_ = 0, checkpoint_ = -1;  ///< of the newest checkpoint; below 0: not known
    SampleRequest shown_{};              ///< what the walk that is shown is of
    Error problem_;                      ///< of the last one asked for; empty: none
    QTimer timer_;
    QWidget* head_ = nullptr;
    EmptyState* empty_;
    QPushButton *make_, *again_;
    QSpinBox *seed_, *count_;
    QCheckBox* closed_;
    QPushButton* clear_;
    WalkEnds* chips_;
    ImageGrid* grid_;
    IconButton *play_, *save_;
    QSlider* slider_;
    QLabel *text_, *note_;
};

}  // namespace headroom::ui
