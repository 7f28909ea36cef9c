// TabCorner: keeps a widget at the right end of a tab widget's bar, level with the tabs, while there is room for it.
#pragma once

#include "ui/forward.h"

#include <QObject>

#include <functional>

namespace headroom::ui {

class TabCorner : public QObject {
    Q_OBJECT
public:
    /// `elsewhere` takes the widget in where the bar has no room; without it the widget is hidden there. Owned by `tabs`.
    TabCorner(QTabWidget* tabs, QWidget* corner, std::function<void()> elsewhere = {});

    bool fits() const { return fits_; }
    /// Several widgets may share a corner, one at a time: the one that is not wanted leaves it.
    void setWanted(bool wanted);
    /// After the widget's text or the tabs have changed.
    void fit();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QTabWidget* tabs_;
    QWidget* corner_;
    std::function<void()> elsewhere_;
    bool fits_ = false, wanted_ = true, placed_ = false;
};

}  // namespace headroom::ui
