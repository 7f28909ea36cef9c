// PicturePage: the painted picture, alone or beside its start, with the strip of kept pictures below; a frame before there is one.
#pragma once

#include "core/api/event.h"
#include "ui/models/picture_history.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/history_slider.h"
#include "ui/widgets/picture_drag.h"

#include <QPointer>
#include <QSize>

namespace headroom::ui {

/// Where the picture will be, before there is one: a frame of the chosen size with a sentence in it.
class PictureFrame : public QWidget {
    Q_OBJECT
public:
    explicit PictureFrame(QWidget* parent = nullptr);

    void setPictureSize(const QSize& size) {
        size_ = size;
        place();
    }
    void setTexts(const QString& title, const QString& text) { words_->say(title, text); }
    QString title() const { return words_->accessibleName(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void place();

    QSize size_{64, 64};
    EmptyState* words_;
    QRect frame_;  ///< null: it has no room for all words, which have the page, and no frame stands behind them
};

/// A kept picture of a text-to-image run, shared with the engine, not copied; null where its file alone has it.
struct PaintedPicture {
    PaintedPicture(qint64 at, const QImage& picture, std::string file)
        : step(at), image(picture), path(std::move(file)), size(picture.size()) {}
    PaintedPicture(qint64 at, const QSize& pixels, std::string file) : step(at), path(std::move(file)), size(pixels) {}
    std::int64_t bytes() const { return image.sizeInBytes(); }
    void letGo() { image = {}; }

    qint64 step;
    QImage image;
    std::string path;  ///< the PNG in the run's folder; empty: shown only, the next one takes its place
    QSize size;
};
using PaintedHistory = PictureHistory<PaintedPicture>;

class PicturePage : public QWidget {
    Q_OBJECT
public:
    enum class View { Picture, Compare };

    explicit PicturePage(QWidget* parent = nullptr);

    void add(const PaintedPicture& picture);
    void clear();
    /// What the pictures of a run over a folder began with; lives as long as this.
    void setStarts(FrameStarts* starts);
    /// What stands in the frame while there is no picture.
    void setEmpty(const QSize& size, const QString& title, const QString& text) {
        frame_->setPictureSize(size);
        frame_->setTexts(title, text);
    }

    View view() const { return view_; }
    void setView(View view);
    const PaintedHistory& pictures() const { return pictures_; }
    /// Null while it is read.
    QImage imageOf(const PaintedPicture& picture) const;
    /// The kept picture that is shown, or -1.
    int current() const;
    void choose(int index);
    HistoryRow* history() const { return history_; }
    FilmStrip* strip() const { return strip_; }
    PicturePane* pane() const { return pane_; }
    ImageGrid* grid() const;
    PictureFrame* frame() const { return frame_; }
    /// Of the picture shown; the kept file as it is, with the run's settings in it. There must be one.
    PictureWriter writer() const;

public Q_SLOTS:
    /// Asks the window to enlarge the picture shown; false: there is none.
    bool askToEnlargeShown();
    void toggleFullScreen();

Q_SIGNALS:
    void picturesChanged();

private:
    QWidget* toolRow();
    /// Names files of what is shown: "iteration-342".
    QString stem() const;
    /// What a kept picture is compared with, what that is called, and where it lies.
    struct Beginning {
        QImage image;
        QString words;
        PictureFile file;
    };
    Beginning beginningOf(const PaintedPicture& picture) const;
    void showKept(int index);

    FrameStarts* starts_ = nullptr;
    View view_ = View::Picture;
    QStackedWidget* stack_;
    PictureFrame* frame_;
    PicturePane* pane_;
    Narrowing* tools_ = nullptr;
    SegmentedBar* views_;
    QLabel* size_;
    ZoomBar* zoom_ = nullptr;
    IconButton* pixels_;  ///< checked: pixels as squares
    QPushButton* save_;
    FilmStrip* strip_;
    HistoryRow* history_;
    PaintedHistory pictures_;
    PictureFile left_file_, right_file_;  ///< of what the grids show
    QPointer<PictureScreen> screen_;
};

}  // namespace headroom::ui
