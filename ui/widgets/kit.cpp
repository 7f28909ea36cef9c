// The kit of the window.
#include "ui/widgets/kit.h"

#include "ui/bridge/shown_text.h"
#include "ui/widgets/narrowing.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QEvent>
#include <QHeaderView>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QStyle>
#include <QTabWidget>
#include <QToolTip>
#include <QTreeView>

#include <algorithm>

namespace headroom::ui {

QLabel* makeLabel(const char* role, const QString& text, QWidget* parent, Wrap wrap) {
    auto* label = new QLabel(text, parent);
    label->setProperty("role", role);
    if (wrap == Wrap::On) label->setWordWrap(true);
    return label;
}

QLabel* makeLabel(const char* role, QWidget* parent, Wrap wrap) { return makeLabel(role, {}, parent, wrap); }

void showRichText(QLabel* label) {
    label->setTextFormat(Qt::RichText);
    QObject::connect(&Theme::get(), &Theme::changed, label, [label] {
        const QString text = label->text();
        label->clear();  // or the same text is passed over
        label->setText(text);
    });
}

QLabel* makeTag(const char* look, QWidget* parent) {
    auto* tag = new QLabel(parent);
    tag->setObjectName(QLatin1String(look));
    tag->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    return tag;
}

QLabel* makeIcon(const QString& name, Token token, int size, QWidget* parent) {
    auto* label = new QLabel(parent);
    setThemedIcon(label, name, token, size);
    return label;
}

void watchEvents(QObject* object, std::function<bool(QEvent*)> look, QObject* context) {
    class Watch : public QObject {
    public:
        Watch(QObject* parent, std::function<bool(QEvent*)> call) : QObject(parent), call_(std::move(call)) {}
        bool eventFilter(QObject*, QEvent* event) override { return call_(event); }

    private:
        std::function<bool(QEvent*)> call_;
    };
    object->installEventFilter(new Watch(context ? context : object, std::move(look)));
}

void onEvents(QWidget* widget, const QList<QEvent::Type>& events, std::function<void()> then, QObject* context) {
    const auto look = [events, then = std::move(then)](QEvent* event) {
        if (events.contains(event->type())) then();
        return false;
    };
    watchEvents(widget, look, context);
}

void onTip(QWidget* widget, std::function<QString(const QPoint&)> text) {
    watchEvents(widget, [widget, text = std::move(text)](QEvent* event) {
        if (event->type() != QEvent::ToolTip) return false;
        auto* help = static_cast<QHelpEvent*>(event);
        const QString told = text(help->pos());
        QToolTip::showText(help->globalPos(), told, widget);  // hidden where there is none
        event->setAccepted(!told.isEmpty());
        return true;
    });
}

void onResize(QWidget* widget, std::function<void()> then, QObject* context) {
    onEvents(widget, {QEvent::Resize}, std::move(then), context);
}

void onRoom(QWidget* widget, const std::function<void()>& then) {
    QObject::connect(&Theme::get(), &Theme::changed, widget, then);
    onResize(widget, then);
}

void besideWhereWide(QBoxLayout* row, QWidget* widget, std::function<int()> needed) {
    onRoom(widget, [row, widget, needed = std::move(needed)] { standBeside(row, widget->width() >= needed()); });
}

void placeLabel(QLabel* label, QBoxLayout* row, int width) {
    const bool before = width > 0;
    QLayout* around = label->parentWidget()->layout();
    (before ? row : static_cast<QBoxLayout*>(around))->insertWidget(0, label);
    label->setMinimumWidth(before ? width : 0);
    label->setMaximumWidth(before ? width : QWIDGETSIZE_MAX);
}

QPushButton* makeButton(const QString& text, const QString& icon, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    if (!icon.isEmpty()) setThemedIcon(button, icon);
    return button;
}

QPushButton* makePrimaryButton(const QString& text, const QString& icon, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setProperty("primary", true);
    if (!icon.isEmpty()) setThemedIcon(button, icon, Token::OnFill);
    return button;
}

QToolButton* makeMoreButton(const QString& tip, QMenu* menu, QWidget* parent) {
    auto* button = named(styled(new QToolButton(parent), "iconOnly"), tip, tip);
    button->setObjectName(QStringLiteral("button"));
    button->setFocusPolicy(Qt::StrongFocus);
    setThemedIcon(button, QStringLiteral("dots"));
    menu->setParent(button, menu->windowFlags());
    menu->setToolTipsVisible(true);
    setPopup(button, menu);
    return button;
}

QWidget* makeCommandBar(const QList<QAction*>& actions, const QAction* apart, const QMargins& margins,
                        QWidget* parent) {
    auto* bar = shrinking(new QWidget(parent));
    auto* row = rowIn(bar, margins, 8);
    for (QAction* action : actions) {
        if (action == apart) row->addStretch();
        row->addWidget(styled(new ActionButton(action, ActionButton::Look::Plain, bar), "small"));
    }
    new Narrowing(bar, row, {wordsIn(bar)});
    return bar;
}

void copyRows(const QAbstractItemView* view) {
    const QAbstractItemModel* model = view->model();
    QModelIndexList rows = view->selectionModel()->selectedRows();
    if (rows.isEmpty())
        for (int row = 0; row < model->rowCount(); ++row) rows.append(model->index(row, 0));
    std::sort(rows.begin(), rows.end());
    QString out;
    for (const QModelIndex& row : rows) {
        QStringList cells;
        for (int column = 0; column < model->columnCount(); ++column)
            cells << row.siblingAtColumn(column).data().toString();
        out += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    if (!out.isEmpty()) QGuiApplication::clipboard()->setText(out);
}

void alignFigures(QAbstractItemModel* model, int first, int last) {
    const int right = Qt::AlignRight | Qt::AlignVCenter;
    for (int column = first; column <= last; ++column) {
        model->setHeaderData(column, Qt::Horizontal, right, Qt::TextAlignmentRole);
        for (int row = 0; row < model->rowCount(); ++row)
            model->setData(model->index(row, column), right, Qt::TextAlignmentRole);
    }
}

QDialogButtonBox* makeButtonBox(QDialogButtonBox::StandardButtons buttons, QDialog* dialog) {
    auto* box = new QDialogButtonBox(buttons, dialog);
    QObject::connect(box, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
    QObject::connect(box, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    return box;
}

void openOnce(QDialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void setUpTable(QTreeView* view, const QString& name, const char* role) {
    view->setProperty("role", role);
    view->setAccessibleName(name);
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    view->setAllColumnsShowFocus(true);
}

void shareWidth(QHeaderView* header, int wide) {
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(wide, QHeaderView::Stretch);
}

QProgressBar* makeThinBar(const QString& name, QWidget* parent) {
    auto* bar = new QProgressBar(parent);
    bar->setProperty("thin", true);
    bar->setTextVisible(false);
    bar->setAccessibleName(name);
    return bar;
}

void showFraction(QProgressBar* bar, double fraction) {
    const bool busy = fraction < 0 && !Theme::get().reducedMotion();
    bar->setRange(0, busy ? 0 : 1000);
    if (!busy) bar->setValue(qRound(std::max(fraction, 0.0) * 1000));
}

QWidget* boxed(QLayout* layout, QWidget* parent) {
    auto* box = new QWidget(parent);
    box->setLayout(layout);
    return box;
}

QFrame* hairline(QWidget* parent, Qt::Orientation orientation) {
    auto* line = new QFrame(parent);
    line->setObjectName(orientation == Qt::Horizontal ? QStringLiteral("line") : QStringLiteral("vline"));
    return line;
}

QScrollArea* makeScroll(QWidget* parent) {
    auto* area = new QScrollArea(parent);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return area;
}

QScrollArea* makeScroll(QWidget* content, QWidget* parent) {
    QScrollArea* area = makeScroll(parent);
    content->setObjectName(QStringLiteral("scrollBody"));
    area->setWidget(content);
    return area;
}

PageStack::PageStack(QWidget* parent, Held held, std::initializer_list<QWidget*> pages)
    : QStackedWidget(parent), held_(held) {
    if (held == Held::ByShown) connect(this, &QStackedWidget::currentChanged, this, [this] { updateGeometry(); });
    for (QWidget* page : pages) addWidget(page);
}

QWidget* pagesOf(const QTabWidget* tabs) {
    return tabs->findChild<QStackedWidget*>(QString(), Qt::FindDirectChildrenOnly);
}

namespace {

/// A proxy's widget (a spin box of its line) takes its place; one that is only clicked may be its group's stop the next time.
bool isStop(const QWidget* widget) { return widget->focusPolicy() != Qt::NoFocus && !widget->focusProxy(); }

void addAsLaidOut(QList<QWidget*>& stops, QLayout* layout) {
    for (int i = 0; i < layout->count(); ++i) {
        QWidget* part = layout->itemAt(i)->widget();
        QLayout* within = part ? part->layout() : layout->itemAt(i)->layout();
        if (part && isStop(part)) stops << part;
        if (within)
            addAsLaidOut(stops, within);
        else if (part)
            stops << stopsIn(part);
    }
}

}  // namespace

QList<QWidget*> stopsIn(const QWidget* part) {
    QList<QWidget*> out;
    if (part->children().isEmpty()) return out;  // a label: no need to go through all of the window
    for (QWidget* w = part->nextInFocusChain(); w != part; w = w->nextInFocusChain())
        if (isStop(w) && part->isAncestorOf(w)) out << w;
    return out;
}

QWidget* lastStopIn(const QWidget* part) {
    const QList<QWidget*> stops = stopsIn(part);
    return stops.isEmpty() ? nullptr : stops.last();
}

void tabAsLaidOut(QLayout* layout) {
    QList<QWidget*> stops;
    addAsLaidOut(stops, layout);
    for (qsizetype i = 1; i < stops.size(); ++i) QWidget::setTabOrder(stops[i - 1], stops[i]);
}

void tabOnTo(QWidget* stop, const QWidget* part) {
    if (!stop || stop->window() != part->window()) return;  // it floats
    for (QWidget* next : stopsIn(part)) QWidget::setTabOrder(std::exchange(stop, next), next);
}

void repolish(QWidget* widget) {
    if (!widget->testAttribute(Qt::WA_WState_Polished)) return;
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

void restyle(QWidget* widget, const char* property, const QVariant& value) {
    if (widget->property(property) == value) return;
    widget->setProperty(property, value);
    repolish(widget);
}

bool focusShown(const QWidget* widget) { return widget->hasFocus() && widget->property(kFocusRing).toBool(); }

void paintFocusFrame(QPainter& painter, const QWidget* widget) {
    if (!focusShown(widget)) return;
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(themeColor(Token::Acc), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(widget->rect()).adjusted(1, 1, -1, -1), 4, 4);
}

namespace {

/// Runs `draw` now and at each theme change, once per object and `what`. The carrier is a child, so it dies with its object.
template <class F> void follow(QObject* object, const QString& what, F draw) {
    static const QString name = QStringLiteral("themedIcon");
    QObject* before = object->findChild<QObject*>(name, Qt::FindDirectChildrenOnly);
    if (before && before->property("what").toString() == what)
        return;  // already shown: live figures come here each time
    delete before;
    auto* carrier = new QObject(object);
    carrier->setObjectName(name);
    carrier->setProperty("what", what);
    QObject::connect(&Theme::get(), &Theme::changed, carrier, draw);
    draw();
}

constexpr int kGap = 4;  // beside the style's own, between icon and words

bool hasWords(const QAbstractButton* button) {
    const auto* tool = qobject_cast<const QToolButton*>(button);
    if (tool) return tool->toolButtonStyle() == Qt::ToolButtonTextBesideIcon && !tool->text().isEmpty();
    return qobject_cast<const QPushButton*>(button) != nullptr;  // some get their words later
}

QString whatOf(const QString& name, Token token, int size) {
    return QStringLiteral("%1 %2 %3").arg(name).arg(static_cast<int>(token)).arg(size);
}

}  // namespace

void setThemedIcon(QAbstractButton* button, const QString& name, Token token, int size) {
    follow(button, whatOf(name, token, size), [=] {
        button->setIcon(Theme::get().icon(name, token));
        const int side = scaled(size);
        button->setIconSize(QSize(side + (hasWords(button) ? scaled(kGap) : 0), side));
    });
}

void setThemedIcon(QAction* action, const QString& name, Token token) {
    action->setProperty("iconName", name);
    follow(action, whatOf(name, token, 0), [=] { action->setIcon(Theme::get().icon(name, token)); });
}

void setThemedIcon(QLabel* label, const QString& name, Token token, int size) {
    follow(label, whatOf(name, token, size),
           [=] { label->setPixmap(themePixmap(name, token, scaled(size), label->devicePixelRatioF())); });
}

IconButton::IconButton(const QString& icon, const QString& text, QWidget* parent) : QToolButton(parent) {
    setObjectName(QStringLiteral("icon"));
    named(this, text, text);
    setToolButtonStyle(Qt::ToolButtonIconOnly);
    setFocusPolicy(Qt::StrongFocus);
    setIconName(icon);
}

ActionButton::ActionButton(QAction* action, Look look, QWidget* parent)
    : QToolButton(parent), action_(action), look_(look) {
    setObjectName(QStringLiteral("button"));
    setProperty("primary", look == Look::Primary);
    setToolButtonStyle(look == Look::TextOnly ? Qt::ToolButtonTextOnly : Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QToolButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, this, &ActionButton::follow);
    follow();
}

void ActionButton::follow() {
    setText(action_->text());
    setAccessibleName(fromCaption(action_->text()));
    setEnabled(action_->isEnabled());
    setToolTip(action_->toolTip());
    setStatusTip(action_->statusTip());
    const QString icon = action_->property("iconName").toString();
    if (look_ == Look::TextOnly || icon.isEmpty() || icon == property("iconName").toString()) return;
    setProperty("iconName", icon);
    setThemedIcon(this, icon, look_ == Look::Primary ? Token::OnFill : Token::T1);
}

ProgressRow::ProgressRow(const QString& name, const QString& cancel, QWidget* parent)
    : QFrame(parent),
      bar_(makeThinBar(name, this)),
      words_(makeLabel("small", this)),
      cancel_(new QPushButton(cancel, this)) {
    rowIn(this, {16, 8, 16, 0}, 12, {{bar_, 1}, words_, cancel_});
    connect(cancel_, &QPushButton::clicked, this, &ProgressRow::cancelled);
    hide();
}

void sayOrHide(QLabel* label, const QString& text) {
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

void setMessage(QLabel* label, const QString& text, bool bad) {
    sayOrHide(label, text);
    restyle(label, "role", bad ? "bad" : "small");
}

void commitTextInFocus(const QWidget* window) {
    const auto takes_text = [](const QWidget* w) { return w && w->testAttribute(Qt::WA_InputMethodEnabled); };
    QWidget* const field = QApplication::focusWidget();
    if (takes_text(field)) {
        field->clearFocus();
        field->setFocus(Qt::OtherFocusReason);
    } else if (window && takes_text(window->focusWidget())) {  // it is told of no focus that it could lose
        QFocusEvent leaves(QEvent::FocusOut, Qt::OtherFocusReason);
        QCoreApplication::sendEvent(window->focusWidget(), &leaves);
    }
}

}  // namespace headroom::ui
