// GridPage: a page of pictures: a row of tools with a line of text and zoom above a grid, or an empty state while there are none.
#pragma once

#include <QStackedWidget>
#include <QString>

class QHBoxLayout;
class QLabel;

namespace headroom::ui {

class EmptyState;
class ImageGrid;

class GridPage : public QStackedWidget {
    Q_OBJECT
public:
    /// `name` is the grid's accessible name; `file` begins the name of a picture that is saved from its menu.
    GridPage(EmptyState* empty, const QString& name, const QString& file, QWidget* parent = nullptr);

    EmptyState* empty() const { return empty_; }
    ImageGrid* grid() const { return grid_; }
    /// Tools stand before the text, left to right.
    void addTool(QWidget* tool);
    void setText(const QString& text);
    QString text() const;
    /// The grid, or the empty state.
    void showGrid(bool pictures) { setCurrentIndex(pictures ? 1 : 0); }

private:
    EmptyState* empty_;
    ImageGrid* grid_;
    QHBoxLayout* tools_;
    QLabel* text_;
};

}  // namespace headroom::ui
