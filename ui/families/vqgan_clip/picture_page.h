// PicturePage: the painted picture, alone or beside its start, with the strip of kept pictures below.
#pragma once

#include "core/api/event.h"
#include "ui/forward.h"
#include "ui/widgets/history_slider.h"

#include <QImage>
#include <QList>
#include <QPointer>
#include <QString>
#include <QWidget>

#include <vector>

namespace headroom::ui {

/// The pictures of a text-to-image run that are kept in memory, spread over the run, and the newest one.
struct PaintedPicture {
    qint64 step = 0;
    QImage image;
    QString path;  ///< the PNG in the run's folder; empty: shown only, the next one takes its place
};

/// Window's thread. Pictures are shared with the engine, not copied.
class PaintedHistory {
public:
    static constexpr int kMostPictures = 400;
    static constexpr qsizetype kMostBytes = qsizetype{96} << 20;
    static constexpr int kFewest = 24;  ///< kept whatever their size

    /// A picture of the same step is replaced. Beyond the limits those that lie closest to their neighbours go; first and newest stay.
    void add(const PaintedPicture& picture);
    void clear() { pictures_.clear(); }
    int count() const { return static_cast<int>(pictures_.size()); }
    bool empty() const { return pictures_.empty(); }
    const PaintedPicture& at(int index) const { return pictures_[static_cast<std::size_t>(index)]; }
    QList<qint64> steps() const;

private:
    void thin();

    std::vector<PaintedPicture> pictures_;
};

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
    void showKept(int index);
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
