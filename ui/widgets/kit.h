// The kit of the window: boxes, labels, buttons, bars and scroll areas in the looks of the style sheet, each in one call.
#pragma once

#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"

#include <QDialogButtonBox>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStandardItem>
#include <QTimer>
#include <QToolButton>
#include <QWheelEvent>
#include <QWidget>

#include <functional>

namespace headroom::ui {

void setThemedIcon(QAbstractButton* button, const QString& name, Token token = Token::T1, int size = 16);
/// Also kept as the action's property "iconName".
void setThemedIcon(QAction* action, const QString& name, Token token = Token::T1);
/// Shows the icon as the label's picture, at the device's pixel ratio.
void setThemedIcon(QLabel* label, const QString& name, Token token, int size = 16);

/// A label that shows an icon.
QLabel* makeIcon(const QString& name, Token token, int size, QWidget* parent);

/// Calls `then` now and whenever the theme or the size of text has changed, for as long as `context` lives.
template <class Then> void onTheme(QObject* context, Then then) {
    QObject::connect(&Theme::get(), &Theme::changed, context, then);
    then();
}
/// Calls `look` with each event that comes to `object`, before that has it, for as long as `context` lives, or `object` where that is null. True: it
/// goes no further.
void watchEvents(QObject* object, std::function<bool(QEvent*)> look, QObject* context = nullptr);
/// Calls `then` when one of `events` comes to `widget`, for as long as `context` lives; null: as long as the widget.
void onEvents(QWidget* widget, const QList<QEvent::Type>& events, std::function<void()> then,
              QObject* context = nullptr);
/// After it was laid out in another size, likewise.
void onResize(QWidget* widget, std::function<void()> then, QObject* context = nullptr);
/// Calls `then` after what `widget` has room for has changed: its size, or the size of text. For as long as the widget lives.
void onRoom(QWidget* widget, const std::function<void()>& then);
/// A responsive row: the parts of `row` stand beside each other while `widget` is at least as wide as `needed` says, else below each other.
void besideWhereWide(QBoxLayout* row, QWidget* widget, std::function<int()> needed);
/// `button`, whose click calls `act` for as long as `context` lives.
template <class Button, class Context, class Act> Button* onClick(Button* button, Context* context, Act act) {
    QObject::connect(button, &QAbstractButton::clicked, context, act);
    return button;
}
/// A painted widget tells `text` of the place under the pointer as a tool tip; empty: none is shown.
void onTip(QWidget* widget, std::function<QString(const QPoint& at)> text);
/// `timer` calls `then` once, so many milliseconds after it was last started: when what changes often has come to rest.
template <class Context, class Then> void onRest(QTimer& timer, int milliseconds, Context* context, Then then) {
    timer.setSingleShot(true);
    timer.setInterval(milliseconds);
    QObject::connect(&timer, &QTimer::timeout, context, then);
}

/// `widget` with its name for those who hear the window, and its tool tip.
template <class W> W* named(W* widget, const QString& name, const QString& tip = {}) {
    widget->setAccessibleName(name);
    if (!tip.isEmpty()) widget->setToolTip(tip);
    return widget;
}
/// `widget` with a look of the style sheet: "small", "primary", "bare".
template <class W> W* styled(W* widget, const char* look, const QVariant& value = true) {
    widget->setProperty(look, value);
    return widget;
}
/// `widget`, whose words do not hold the window wide.
template <class W> W* shrinking(W* widget) {
    widget->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return widget;
}

/// `label`, whose words can be selected and copied: by the mouse, and by keys once it was clicked. Tab passes it by.
inline QLabel* selectable(QLabel* label) {
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

enum class Wrap { Off, On };

/// `role` is the label's look in the style sheet: "title", "strong", "label", "small", "hint", "bad", "old", "new", "figure".
QLabel* makeLabel(const char* role, const QString& text, QWidget* parent, Wrap wrap = Wrap::Off);
QLabel* makeLabel(const char* role, QWidget* parent, Wrap wrap = Wrap::Off);
/// Has `label` show rich text. Links take their colour where the text is read: it is read anew in another theme.
void showRichText(QLabel* label);
/// Puts the label of a form's row before what `row` holds, in a column of `width`; 0: above the row, in the box around it.
void placeLabel(QLabel* label, QBoxLayout* row, int width);
/// A small plate as large as its words: "tag" grey, "cost" for what an edit costs.
QLabel* makeTag(const char* look, QWidget* parent);
/// `icon` may be empty.
QPushButton* makeButton(const QString& text, const QString& icon, QWidget* parent);
/// Filled: the one that a dialog is about.
QPushButton* makePrimaryButton(const QString& text, const QString& icon, QWidget* parent);
/// Has `button` open `menu`, and nothing else.
template <class Button> void setPopup(Button* button, QMenu* menu) {
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
}
/// A button with three dots that opens `menu`, which it takes over.
QToolButton* makeMoreButton(const QString& tip, QMenu* menu, QWidget* parent);
/// Small buttons of `actions` in a row, with words where it has room for them; `apart` begins those at its end.
QWidget* makeCommandBar(const QList<QAction*>& actions, const QAction* apart, const QMargins& margins, QWidget* parent);
/// The chosen rows of `view`, or all, go to the clipboard: lines with tabs between the columns.
void copyRows(const QAbstractItemView* view);
/// Columns of figures stand to the right, their headings too.
void alignFigures(QAbstractItemModel* model, int first, int last);
/// A cell that is read only, its words as tool tip too, because a narrow column cuts them. Its icon is in the colours of the theme in force.
class TableCell : public QStandardItem {
public:
    explicit TableCell(const QString& text, const char* icon = "", Token token = Token::T1)
        : QStandardItem(text), icon_(QLatin1String(icon)), token_(token) {
        setEditable(false);
        setToolTip(text);
    }
    QVariant data(int role) const override {
        if (role != Qt::DecorationRole || icon_.isEmpty()) return QStandardItem::data(role);
        return Theme::get().icon(icon_, token_);
    }

private:
    QString icon_;
    Token token_;
};
/// The buttons at the foot of a dialog, which accept and reject it.
QDialogButtonBox* makeButtonBox(QDialogButtonBox::StandardButtons buttons, QDialog* dialog);
/// Opens a dialog that was made for this once: it is gone when it is closed, or with its window.
void openOnce(QDialog* dialog);
/// A tree view without branches, in rows of one height; `role`: its look in the style sheet.
void setUpTable(QTreeView* view, const QString& name, const char* role = "table");
/// Columns as wide as what stands in them; `wide` has the rest.
void shareWidth(QHeaderView* header, int wide);
/// A flat bar without a figure in it; `name` is what it is the progress of.
QProgressBar* makeThinBar(const QString& name, QWidget* parent);
/// 0 to 1; below 0: how far is not known, and the bar is busy.
void showFraction(QProgressBar* bar, double fraction);
/// A widget around a layout.
QWidget* boxed(QLayout* layout, QWidget* parent);
QFrame* hairline(QWidget* parent, Qt::Orientation orientation = Qt::Horizontal);
/// Scrolls `content` up and down and is as wide as its parent lets it.
QScrollArea* makeScroll(QWidget* content, QWidget* parent);
/// The same without content yet: what is large is made in its viewport(), because all of it is styled once more when it moves there.
QScrollArea* makeScroll(QWidget* parent);
/// Where the pages of `tabs` stand. A page that is made there moves nowhere when it is added: all of it would be styled once more.
QWidget* pagesOf(const QTabWidget* tabs);

/// What takes the focus in `part`, in the order in which Tab comes by from there.
QList<QWidget*> stopsIn(const QWidget* part);
/// The last of them; null: there is none.
QWidget* lastStopIn(const QWidget* part);
/// Tab goes from `stop` to those of `part`, in their order, wherever in the window that was made. Null: everything stays.
void tabOnTo(QWidget* stop, const QWidget* part);
/// Tab goes through what stands in `layout` and in the layouts within it as it stands there, whenever it was made; in a part without a layout in its own
/// order.
void tabAsLaidOut(QLayout* layout);

/// Styles `widget` anew, after a property that the style sheet looks at has changed; not one that will be styled when it is shown.
void repolish(QWidget* widget);
/// Sets such a property; nothing happens where it has that value.
void restyle(QWidget* widget, const char* property, const QVariant& value);

/// Property of a widget whose focus is to be seen, by which the style sheet draws the ring too; see FocusRings.
inline constexpr const char* kFocusRing = "keys";
/// Whether `widget` has the focus and that is to be seen.
bool focusShown(const QWidget* widget);
/// The frame around a painted widget whose focus is to be seen; `painter` is at its origin.
void paintFocusFrame(QPainter& painter, const QWidget* widget);

/// Pages of which one is shown, the first at first.
class PageStack : public QStackedWidget {
    Q_OBJECT
public:
    /// What holds it wide and high. The shown page: others are not asked, for which all that is in them would be styled. All pages: what stands around it
    /// keeps its place when another is shown.
    enum class Held { ByShown, ByAll };

    explicit PageStack(QWidget* parent = nullptr, Held held = Held::ByShown,
                       std::initializer_list<QWidget*> pages = {});
    QSize sizeHint() const override { return holder() ? holder()->sizeHint() : QStackedWidget::sizeHint(); }
    QSize minimumSizeHint() const override {
        return holder() ? holder()->minimumSize() : QStackedWidget::minimumSizeHint();
    }
    bool hasHeightForWidth() const override {
        return holder() ? holder()->hasHeightForWidth() : QStackedWidget::hasHeightForWidth();
    }
    int heightForWidth(int width) const override {
        return holder() ? holder()->heightForWidth(width) : QStackedWidget::heightForWidth(width);
    }

private:
    /// The page that holds it; null: all do.
    QLayoutItem* holder() const { return held_ == Held::ByShown ? layout()->itemAt(currentIndex()) : nullptr; }

    Held held_;
};

/// A flat square button with an icon, a tooltip and an accessible name.
class IconButton : public QToolButton {
    Q_OBJECT
public:
    /// `text` is the tooltip and the accessible name.
    IconButton(const QString& icon, const QString& text, QWidget* parent = nullptr);
    void setIconName(const QString& icon, Token token = Token::T2) { setThemedIcon(this, icon, token); }
};

/// A bordered button of a panel that shows and triggers an action; the primary one is filled.
class ActionButton : public QToolButton {
    Q_OBJECT
public:
    enum class Look { Plain, TextOnly, Primary };

    ActionButton(QAction* action, Look look, QWidget* parent = nullptr);

private:
    void follow();

    QAction* action_;
    Look look_;
};

/// Thin bar, what is being done, and a button that ends it. Hidden while nothing is.
class ProgressRow : public QFrame {
    Q_OBJECT
public:
    /// `name`: of the work, for those who hear the window ("Download"); `cancel`: on the button.
    ProgressRow(const QString& name, const QString& cancel, QWidget* parent = nullptr);

    /// Shows it with a bar that does not know yet how far.
    void begin(const QString& what) {
        setProgress(what, -1);
        show();
    }
    /// As BackgroundTask::progress.
    void setProgress(const QString& what, double fraction) {
        words_->setText(what);
        showFraction(bar_, fraction);
    }
    QLabel* words() const { return words_; }
    QPushButton* cancelButton() const { return cancel_; }

Q_SIGNALS:
    void cancelled();  ///< by the user

private:
    QProgressBar* bar_;
    QLabel* words_;
    QPushButton* cancel_;
};

/// Sets a line that is out of sight while it is empty.
void sayOrHide(QLabel* label, const QString& text);
/// Sets a line of what happened: in the colour of errors when `bad`, out of sight when empty.
void setMessage(QLabel* label, const QString& text, bool bad);

/// A field of a form that scrolls: the wheel moves the form and changes nothing.
template <class Field> class Unwheeled : public Field {
public:
    using Field::Field;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};
/// The same while it has no focus.
template <class Field> class WheeledInFocus : public Field {
public:
    using Field::Field;

protected:
    void wheelEvent(QWheelEvent* event) override {
        if (this->hasFocus())
            Field::wheelEvent(event);
        else
            event->ignore();
    }
};

/// Has the field that is typed in take its text over, as leaving it does; the focus stays. `window`: also that of a window that is not active.
void commitTextInFocus(const QWidget* window = nullptr);

}  // namespace headroom::ui
