// Context menus that may outlive nothing: each is gone when it closes, or with its widget.
#pragma once

class QMenu;
class QPoint;
class QWidget;

namespace headroom::ui {

/// Opens a menu that was made for this once. One without entries is gone at once.
void openOnce(QMenu* menu, const QPoint& global);

/// The widget's actions are its context menu. That of Qt::ActionsContextMenu stands on the stack, as its widget's child: where the widget goes while it
/// is open, with a dialog whose run has ended for example, it would be deleted twice.
void offerActions(QWidget* widget);

}  // namespace headroom::ui
