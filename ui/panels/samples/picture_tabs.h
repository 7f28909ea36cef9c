// PictureTabs: the pictures of the centre as tabs, with a hint at the right end of their bar. The keys of pictures go to the tab in front.
#pragma once

#include <QWidget>

class QLabel;
class QTabWidget;

namespace headroom::ui {

class HistoryRow;
class ImageGrid;
class TabCorner;

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
