// Event filters of the application: keys stay with the focused editor, focus is shown to who uses keys, pixels fit the screen, and labels show
// text as it is.
#pragma once

#include <QObject>

namespace headroom::ui {

/// Keeps keys without a modifier for the focused editor, button or list, so that Space in a field types a space. The key that pastes is the window's
/// where the clipboard holds what no field takes, and all keys that edit are where the words that have the focus can only be read.
class ShortcutGuard : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// Shows where the focus is as soon as a key is used: the widget that has it gets the property "keys", by which the style sheet draws the ring.
/// Focus that a click gives, or that moves by itself because its widget went, has none.
class FocusRings : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool keys_ = false;  ///< the newest input was a key
};

/// Draws icons and pictures anew where a window comes to a screen of another pixel ratio.
class PixelRatioWatch : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// An application-wide event filter. Labels that mean rich text say so with showRichText(), tool tips by richTip().
class PlainLabels : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace headroom::ui
