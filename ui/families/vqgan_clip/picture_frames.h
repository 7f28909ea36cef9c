// The frames of a painting: FilmStrip has its kept pictures side by side, FrameStarts what each picture of a folder began as.
#pragma once

#include "core/api/event.h"
#include "ui/forward.h"
#include "ui/models/background_task.h"
#include "ui/models/picture_store.h"
#include "ui/widgets/history_slider.h"

#include <QPixmap>

#include <deque>
#include <functional>

namespace headroom::ui {

/// The kept pictures of a run side by side, as many as there is room for, spread over the whole run.
class FilmStrip : public HistorySlider {
    Q_OBJECT
public:
    /// `picture`: the kept picture with an index; null while it is read.
    explicit FilmStrip(std::function<QImage(int)> picture, QWidget* parent = nullptr);

    /// The picture of a step has changed.
    void forget(qint64 step) { thumbnails_.remove(step); }
    void forgetAll() {
        thumbnails_.clear();
        update();
    }
    /// Which kept pictures are shown, left to right; the chosen one and the newest are always among them.
    QList<int> shown() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    int nearest(double x) const override;
    double xOf(qint64 step) const override;

private:
    QRect cell(int place, int places) const;
    QSize cellSize() const;
    QPixmap thumbnail(int index, const QSize& size);

    std::function<QImage(int)> picture_;
    QHash<qint64, QPixmap> thumbnails_;  ///< by step
    QSize thumbnail_size_;
    PictureShare share_;
};

/// With which picture of its folder each picture of a run over a folder began. Read off the window's thread when it is wanted; the newest few stay.
class FrameStarts : public QObject {
    Q_OBJECT
public:
    explicit FrameStarts(SessionBridge* bridge, QObject* parent = nullptr);

    /// One picture of the folder.
    struct Start {
        qint64 after = 0;  ///< the last iteration before it
        QString result;    ///< what its result is called
    };
    /// A picture of the folder as the painted one begins with it: upright, its middle, as large as that one.
    struct Picture {
        QImage image;     ///< null: it cannot be read here
        QString name;     ///< of its file
        QString problem;  ///< why not, where that is known
    };

    /// The run that is going or went last paints on a folder's pictures.
    bool overFolder() const { return over_folder_; }
    /// What iteration `step` belongs to; none: it was painted before this window looked.
    std::optional<Start> at(qint64 step) const;
    /// That picture at `size`, without what *Blend* mixes into it. None: it is being read, and changed() will tell.
    std::optional<Picture> picture(const Start& start, const QSize& size);

Q_SIGNALS:
    void changed();  ///< another picture began, or one was read

private:
    struct Kept {
        QString wanted;  ///< as reading_
        Picture picture;
    };
    void begin(const RunStarted& run);
    void note(const std::vector<StepDone>& steps);
    void keep(Kept start);

    static constexpr std::size_t kKept = 8;
    bool over_folder_ = false, stretch_ = false;
    std::string run_dir_, folder_;
    std::map<qint64, QString> results_;  ///< by the last iteration before each
    std::deque<Kept> kept_;
    PictureShare share_;  ///< of those
    QString reading_;     ///< the one that is being read: its size, what pictures may take, its result
    BackgroundTask task_{this};
};

}  // namespace headroom::ui
