// What the pages of pictures are made of: zoom bar, one or two grids side by side, a page with one grid, their tabs.
#pragma once

#include "ui/widgets/empty_state.h"

#include <QImage>
#include <QList>
#include <QString>
#include <QWidget>

namespace headroom::ui {

/// Out, figure, in, fit, for an image grid.
class ZoomBar : public QWidget {
    Q_OBJECT
public:
    explicit ZoomBar(ImageGrid* grid, QWidget* parent = nullptr);

private:
    void refresh();

    ImageGrid* grid_;
    QLabel* figure_;
};

/// One or two image grids side by side with captions; the second follows zoom and choice of the first.
class PicturePane : public QWidget {
    Q_OBJECT
public:
    explicit PicturePane(QWidget* parent = nullptr);

    /// Of the pictures where there is one grid of them; two are called by their captions.
    void setName(const QString& name);
    void showOne(const QList<QImage>& images);
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
    /// `name` is the grid's accessible name; `file` begins the name of a picture that is saved from its menu.
    GridPage(EmptyState* empty, const QString& name, const QString& file, QWidget* parent = nullptr);

    EmptyState* empty() const { return empty_; }
    ImageGrid* grid() const { return grid_; }
    /// Tools stand before the text, left to right.
    void addTool(QWidget* tool);
    /// `bad`: in the colour of errors.
    void setText(const QString& text, bool bad = false);
    QString text() const;

private:
    EmptyState* empty_;
    ImageGrid* grid_;
    QHBoxLayout* tools_;
    QLabel* text_;
};

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

public Q_SLOTS:
    void older();
    void newer();
    /// The picture nearest to a step that is pointed at elsewhere.
    void peek(bool on, qint64 step);
    void zoomIn();
    void zoomOut();
    void zoomReset();  ///< 1:1

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
