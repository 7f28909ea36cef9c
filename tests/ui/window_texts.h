// What a window says: each text that can be seen, with who shows it and whether it has the room.
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QStyle>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <QToolButton>

#include <vector>

namespace headroom::ui {

struct ShownText {
    const QWidget* widget;
    QString text;
    int lacks = 0;  ///< so many pixels are cut off
};

inline QString plain_words(const QString& text) {
    return Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
}

inline QString without_keys(QString text) { return text.replace("&&", "\x01").remove('&').replace('\x01', '&'); }

/// Between lines, above the first and below the last: where it lacks no letter is cut.
constexpr int kLeading = 4;

/// So much of a line is cut above or below.
inline int lacking_height(const QWidget& widget) {
    return qMax(0, widget.fontMetrics().height() - widget.height() - kLeading);
}

/// So many pixels of `widget` stand beyond what holds it, up to `window` or to what scrolls.
inline int beyond(const QWidget& widget, const QWidget& window) {
    int out = 0;
    for (const QWidget* in = widget.parentWidget(); in && &widget != &window; in = in->parentWidget()) {
        const auto* area = qobject_cast<const QAbstractScrollArea*>(in->parentWidget());
        if (area && area->viewport() == in) break;
        const QRect place(widget.mapTo(in, QPoint()), widget.size());
        out = qMax(out, qMax(-place.left(), place.right() + 1 - in->width()));
        out = qMax(out, qMax(-place.top(), place.bottom() + 1 - in->height()) - kLeading);
        if (in == &window) break;
    }
    return out;
}

/// In a dock that stands behind another one's tab.
inline bool behind(const QWidget& widget) {
    const QWidget* in = &widget;
    while (in && !qobject_cast<const QDockWidget*>(in)) in = in->parentWidget();
    return in && in->parentWidget() && !in->geometry().intersects(in->parentWidget()->rect());
}

/// Of a label: what its words need beyond its place.
inline int lacking(const QLabel& label) {
    if (label.wordWrap()) return qMax(0, label.heightForWidth(label.width()) - label.height() - kLeading);
    return qMax(lacking_height(label), label.sizeHint().width() - label.width() - 1);
}

inline int lacking(const QAbstractButton& button) {
    const auto* tool = qobject_cast<const QToolButton*>(&button);
    if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly) return 0;
    const QStyle* style = button.style();
    const int icon = button.icon().isNull() ? 0 : button.iconSize().width() + 2;
    const int mark = button.inherits("QCheckBox") ? style->pixelMetric(QStyle::PM_IndicatorWidth, nullptr, &button)
                     : button.inherits("QRadioButton")
                         ? style->pixelMetric(QStyle::PM_ExclusiveIndicatorWidth, nullptr, &button)
                         : 0;
    const int words = button.fontMetrics().horizontalAdvance(without_keys(button.text()));
    return qMax(lacking_height(button), words + icon + mark - button.width());
}

inline void add_menu_texts(const QMenu& menu, std::vector<ShownText>& out) {
    for (const QAction* action : menu.actions()) {
        if (!action->text().isEmpty()) out.push_back({&menu, without_keys(action->text()).section('\t', 0, 0)});
        if (action->menu()) add_menu_texts(*action->menu(), out);
    }
}

/// The part that has the least width to spare, for people to look at.
inline QString widest_in(const QWidget& content) {
    const QWidget* widest = nullptr;
    int spare = 10000;
    for (const auto* part : content.findChildren<QWidget*>()) {
        if (!part->isVisibleTo(&content) || part->findChild<QWidget*>()) continue;
        const int has = part->width() - qMax(part->minimumWidth(), part->minimumSizeHint().width());
        if (part->mapTo(&content, QPoint(part->width(), 0)).x() > content.width() - 40 && has < spare) {
            spare = has;
            widest = part;
        }
    }
    const auto* label = qobject_cast<const QLabel*>(widest);
    return widest
               ? QStringLiteral(" %1 %2").arg(QString::fromLatin1(widest->metaObject()->className()),
                                              label ? label->text() : widest->objectName() + widest->accessibleName())
               : QString();
}

/// Of `window` and what stands in it, as it is laid out now.
inline std::vector<ShownText> shown_texts(const QWidget& window) {
    std::vector<ShownText> out;
    const auto add = [&](const QWidget* widget, const QString& text, int lacks = 0) {
        if (!text.trimmed().isEmpty()) out.push_back({widget, text, lacks});
    };
    add(&window, window.windowTitle());
    for (const auto* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(&window) || widget->width() <= 0 || widget->height() <= 0 || behind(*widget)) continue;
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            add(label, plain_words(label->text()), qMax(lacking(*label), beyond(*label, window)));
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            const auto* tool = qobject_cast<const QToolButton*>(button);
            const bool icon = tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly;
            if (!icon) add(button, without_keys(button->text()), qMax(lacking(*button), beyond(*button, window)));
            add(button, plain_words(button->toolTip()));
        }
        // What is wider than its scroll area shows is cut off.
        if (const auto* area = qobject_cast<const QScrollArea*>(widget);
            area && area->widget() && area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff)
            add(area, QStringLiteral("the content of a scroll area, held wide by") + widest_in(*area->widget()),
                area->widget()->width() - area->viewport()->width());
        if (const auto* box = qobject_cast<const QGroupBox*>(widget)) add(box, without_keys(box->title()));
        if (const auto* field = qobject_cast<const QLineEdit*>(widget)) add(field, field->placeholderText());
        if (const auto* list = qobject_cast<const QComboBox*>(widget); list && !list->isEditable())
            for (int i = 0; i < list->count(); ++i)
                add(list, list->itemText(i), i == list->currentIndex() ? lacking_height(*list) : 0);
        if (const auto* bar = qobject_cast<const QMenuBar*>(widget)) {
            for (const QAction* action : bar->actions()) {
                add(bar, without_keys(action->text()));
                if (action->menu()) add_menu_texts(*action->menu(), out);
            }
        }
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
            for (int i = 0; i < tabs->count(); ++i) {
                if (!tabs->isTabVisible(i)) continue;
                const int needed = tabs->fontMetrics().horizontalAdvance(without_keys(tabs->tabText(i)));
                add(tabs, without_keys(tabs->tabText(i)), qMax(0, needed - tabs->tabRect(i).width()));
            }
        }
        if (const auto* header = qobject_cast<const QHeaderView*>(widget); header && header->model()) {
            for (int i = 0; i < header->count(); ++i)
                if (!header->isSectionHidden(i))
                    add(header, header->model()->headerData(i, header->orientation()).toString());
        }
    }
    return out;
}

}  // namespace headroom::ui
