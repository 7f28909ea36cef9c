// WindowDocks: the docks Run and Memory beside the centre: how wide they are, when Memory becomes a tab, and on which pages they are.
#pragma once

#include "ui/forward.h"

#include <QObject>

#include <map>
#include <utility>
#include <vector>

namespace headroom::ui {

class WindowDocks : public QObject {
    Q_OBJECT
public:
    /// `forms` and `memories` become the docks' contents; `hide` hides them and brings them back.
    WindowDocks(QStackedWidget* forms, QStackedWidget* memories, QAction* hide, QMainWindow* window);

    QDockWidget* run() const { return run_; }
    QDockWidget* memory() const { return memory_; }
    void setMemoryTag(const QString& device);
    /// Whether the page shown has docks.
    void setOn(bool on);
    bool on() const { return on_; }
    /// The default arrangement; suit() follows.
    void reset();
    /// Makes them as wide as the window's width and the size of text ask for.
    void suit(int least_form);
    /// No narrower than this from now on; what the user made wider stays so.
    void widen(int least_form);
    /// The window's width or the text has crossed a border since suit().
    bool outdated() const { return isNarrow() != narrow_ || isTight() != tight_; }
    /// How wide the user made them in each design is what `store` has of it; nothing: as drawn.
    void restoreWidths(const LayoutStore& store);
    /// The window as it looks now becomes what `store` has of it.
    void keep(LayoutStore& store);
    /// The small design: narrow docks, short tool bar.
    bool narrow() const { return narrow_; }

private:
    void setHidden(bool hidden);
    /// Says by hide_ whether there is a dock that can be seen, however it came or went.
    void showHidden();
    bool isTight() const;
    bool isNarrow() const;
    void placeMemory();
    bool inTabs() const;
    /// How the docks stand, with widths of its own: 1 in the small design, and 2 in tabs.
    int arrangement() const { return (narrow_ ? 1 : 0) + (inTabs() ? 2 : 0); }
    /// Of Run and Memory; in tabs that of the one in front is both's.
    std::pair<int, int> widthsNow() const;
    /// Takes note of the widths that the user left.
    void note();
    /// Other widths than those that come now are the user's.
    void noteDrawn();

    QMainWindow* window_;
    QAction* hide_;
    QDockWidget *run_, *memory_;
    std::vector<QDockWidget*> hid_;  ///< by hide_, to come back with it
    QLabel* memory_tag_;             ///< a grey tag behind the title ("NVIDIA RTX 4060")
    bool run_wanted_ = true, memory_wanted_ = true, narrow_ = false, tight_ = false;
    bool auto_tabbed_ = false;  ///< Memory became a tab for want of room
    bool on_ = true;
    bool suited_ = false;                        ///< laid out by suit() since the page came
    std::pair<int, int> drawn_;                  ///< what suit() asked for
    std::map<int, std::pair<int, int>> widths_;  ///< the user's, at 100 % text; by arrangement()
};

}  // namespace headroom::ui
