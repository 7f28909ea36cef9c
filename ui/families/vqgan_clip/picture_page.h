// PicturePage: the painted picture, alone or beside its start, with the strip of kept pictures below.
#pragma once

#include "ui/families/vqgan_clip/painted_history.h"
#include "ui/widgets/history_slider.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace headroom::ui {

class FilmStrip;
class FrameStarts;
class HistoryRow;
class IconButton;
class ImageGrid;
class PictureFrame;
class PicturePane;
class PictureScreen;
class SegmentedBar;
class ZoomBar;

class PicturePage : public QWidget {
    Q_OBJECT
public:
    enum class View { Picture, Compare };

    explicit PicturePage(QWidget* parent = nullptr);

    void add(const PaintedPicture& picture);
    void addMarker(qint64 step, HistorySlider::MarkerKind kind, const QString& text);
    void clear();
    /// What the pictures of a run over a folder began with; lives as long as this.
    void setStarts(FrameStarts* starts);
    /// What stands in the frame while there is no picture.
    void setEmpty(const QSize& size, const QString& title, const QString& text);

    View view() const { return view_; }
    void setView(View view);
    const PaintedHistory& pictures() const { return pictures_; }
    /// The kept picture that is shown, or -1.
    int current() const;
    void choose(int index);
    HistoryRow* history() const { return history_; }
    FilmStrip* strip() const { return strip_; }
    PicturePane* pane() const { return pane_; }
    ImageGrid* grid() const;
    PictureFrame* frame() const { return frame_; }
    /// Writes the picture shown; the kept file as it is, with the run's settings in it. Returns what went wrong, or nothing.
    QString save(const QString& path) const;

public Q_SLOTS:
    void askAndSave();
    /// Asks the window to enlarge the picture shown; false: there is none.
    bool askToEnlargeShown();
    void toggleFullScreen();

Q_SIGNALS:
    void picturesChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* toolRow();
    /// Names files of what is shown: "iteration-342".
    QString stem() const;
    /// What a kept picture is compared with, and what that is called.
    struct Beginning {
        QImage image;
        QString words;
    };
    Beginning beginningOf(const PaintedPicture& picture) const;
    void show(int index);
    /// Where the row above the picture has no room for all, the picture's size goes: the form tells it too.
    void fitTools();

    PaintedHistory pictures_;
    FrameStarts* starts_ = nullptr;
    View view_ = View::Picture;
    QStackedWidget* stack_;
    PictureFrame* frame_;
    PicturePane* pane_;
    QWidget* tools_ = nullptr;
    SegmentedBar* views_;
    QLabel* size_;
    ZoomBar* zoom_ = nullptr;
    IconButton* pixels_;  ///< checked: pixels as squares
    QPushButton* save_;
    FilmStrip* strip_;
    HistoryRow* history_;
    QPointer<PictureScreen> screen_;
};

}  // namespace headroom::ui
