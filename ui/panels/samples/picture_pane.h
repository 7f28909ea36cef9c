// What the pages of pictures are made of: zoom bar, one or two grids side by side, a page with one grid, the history below pictures, their tabs.
#pragma once

#include "ui/families/family.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/image_grid.h"

#include <QLabel>
#include <QTimer>

#include <optional>

namespace headroom::ui {

/// Out, figure, in, fit, for an image grid.
class ZoomBar : public QWidget {
    Q_OBJECT
public:
    explicit ZoomBar(ImageGrid* grid, QWidget* parent = nullptr);
};

/// One or two image grids side by side with captions; the second follows zoom and choice of the first.
class PicturePane : public QWidget {
    Q_OBJECT
public:
    explicit PicturePane(QWidget* parent = nullptr);

    /// Of the pictures where there is one grid of them; two are called by their captions.
    void setName(const QString& name);
    /// As ImageGrid::setImages().
    void showOne(const QList<QImage>& images, std::function<QImage(int index)> reader = {}, const QSize& size = {});
    void showTwo(const QList<QImage>& left, const QString& left_caption, const QList<QImage>& right,
                 const QString& right_caption);
    /// In place of the second grid stands why it has none, with a button that asks for its pictures anew.
    void showTrouble(const QList<QImage>& left, const QString& left_caption, const QString& title, const QString& text);
    /// In place of the pictures stands that their file cannot be read, with the same button.
    void showUnreadable(const QString& path);
    bool two() const;
    ImageGrid* grid() const { return left_; }
    ImageGrid* second() const { return right_; }

Q_SIGNALS:
    void tryAgain();  ///< the button of showTrouble() and showUnreadable()

private:
    void showLeft(const QList<QImage>& images, const QString& caption);
    /// What stands there while the second grid does not.
    EmptyState* inPlaceOfSecond();

    ImageGrid *left_, *right_;
    QLabel *left_caption_, *right_caption_;
    QWidget *left_column_, *right_column_;
    QString name_;
    EmptyState* trouble_ = nullptr;  ///< made when it is needed first
};

/// A page of pictures: a row of tools with a line of text and zoom above a grid, or an empty state while there are none.
class GridPage : public QWidget {
    Q_OBJECT
public:
    ImageGrid* grid() const { return grid_; }
    QString text() const { return text_->text(); }

protected:
    /// `icon` is the empty state's, `name` the grid's accessible name; `file` begins the name of a picture that is saved from its menu.
    GridPage(const QString& icon, const QString& name, const QString& file, QWidget* parent);
    EmptyState* empty() const { return empty_; }
    /// Tools stand before the text, left to right.
    void addTool(QWidget* tool);
    /// `bad`: in the colour of errors.
    void setText(const QString& text, bool bad = false);

private:
    EmptyState* empty_;
    ImageGrid* grid_;
    QHBoxLayout* tools_;
    QLabel* text_;
};

/// Play, previous, slider, newest and the text "Step 4,200 · newest · 42 kept" below the samples.
class HistoryRow : public QFrame {
    Q_OBJECT
public:
    /// `slider`: of another look, which it takes over; `step` is what a step is called then, such as "Iteration %1".
    explicit HistoryRow(QWidget* parent = nullptr, HistorySlider* slider = nullptr,
                        const QString& step = tr("Step %1"));

    HistorySlider* slider() const { return slider_; }
    void setSteps(const QList<qint64>& steps);
    QString text() const { return text_->text(); }
    bool playing() const { return timer_.isActive(); }
    /// Marks on the slider what changes and happens in runs of `page`, as the timeline does.
    void markEvents(SessionBridge* bridge, Page page);
    void clear();
    /// Shows the set nearest to `step` for as long as something points at that step; afterwards the one before.
    void peek(bool on, qint64 step);
    void older();
    void newer();
    void newest();

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

/// The pictures of the centre as tabs, with a hint at the right end of their bar. The keys of pictures go to the tab in front.
class PictureTabs : public QWidget {
    Q_OBJECT
public:
    QTabWidget* tabs() const { return tabs_; }
    /// Asks the window to enlarge what the tab in front shows; false: there is nothing.
    virtual bool askToEnlargeShown() = 0;
    /// Between all pictures and one (key G).
    virtual void toggleSingle() = 0;
    virtual void toggleCompare() = 0;
    void older() { historyRow()->older(); }
    void newer() { historyRow()->newer(); }
    /// The picture nearest to a step that is pointed at elsewhere.
    void peek(bool on, qint64 step) { historyRow()->peek(on, step); }
    void zoomIn() { activeGrid()->zoomIn(); }
    void zoomOut() { activeGrid()->zoomOut(); }
    void zoomReset() { activeGrid()->setZoom(1.0); }  ///< 1:1

protected:
    explicit PictureTabs(QWidget* parent);
    virtual ImageGrid* activeGrid() const = 0;
    virtual HistoryRow* historyRow() const = 0;
    /// Once the tabs are there.
    void setHint(const QString& text);

private:
    QTabWidget* tabs_;
    QLabel* corner_;
    TabCorner* corner_fit_ = nullptr;
};

}  // namespace headroom::ui
