// Narrowing: what gives way where there is no room for all of a row, one thing after another until the rest fits: words, a part, the one line.
#pragma once

#include "ui/widgets/kit.h"

#include <utility>
#include <vector>

namespace headroom::ui {

/// One thing that gives way, and comes back.
struct GivesWay {
    std::function<void(bool)> give = {};  ///< false: it is there again
    std::function<bool()> off = {};       ///< true: it is gone at any width
    QWidget* part = nullptr;              ///< that is hidden; it comes back once it is known to fit
    std::function<int()> wants = {};      ///< the room of words that hold nothing wide
    bool gone = false;
};
/// The words of `buttons`, which keep their icons.
inline GivesWay wordsOf(const QList<QToolButton*>& buttons) {
    return {[buttons](bool gone) {
        for (QToolButton* button : buttons)
            button->setToolButtonStyle(gone ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    }};
}
/// Those of the action buttons in `bar`.
inline GivesWay wordsIn(const QWidget* bar) {
    const QList<ActionButton*> all = bar->findChildren<ActionButton*>();
    return wordsOf(QList<QToolButton*>(all.begin(), all.end()));
}
/// Out of sight its layout keeps its room while that is measured: to show it first would widen the window.
inline GivesWay wholeOf(QWidget* part, const std::function<bool()>& off = {}) {
    const auto give = [part](bool gone) {
        QSizePolicy policy = part->sizePolicy();
        policy.setRetainSizeWhenHidden(!gone);
        part->setSizePolicy(policy);
        if (gone) part->hide();
    };
    return {give, off, part};
}
/// A label that is shrinking() goes where less than `share` of its words would fit.
inline GivesWay hintOf(QLabel* label, double share = 1) {
    GivesWay out = wholeOf(label);
    out.wants = [label, share] { return qRound(share * label->fontMetrics().horizontalAdvance(label->text())); };
    return out;
}
/// The parts of `row` stand below each other.
inline GivesWay lineOf(QBoxLayout* row) {
    return {[row](bool gone) { standBeside(row, !gone); }};
}

/// Watches the width of a widget, the size of text and what stands in a row.
class Narrowing : public QObject {
public:
    /// `row` is as wide as `widget` but for the margins around it. What goes first stands first in `order`. `needed`: the room for all that is there, where
    /// the row's layout does not know it.
    Narrowing(QWidget* widget, QLayout* row, std::vector<GivesWay> order, std::function<int()> needed = {})
        : QObject(widget), widget_(widget), row_(row), order_(std::move(order)), needed_(std::move(needed)) {
        onRoom(widget, [this] { fit(); });
        const auto changed = [this] {  // by others: what it does itself asks for a layout, too
            if (needs() != settled_) fit();
        };
        onEvents(row->parentWidget(), {QEvent::LayoutRequest}, changed, this);
    }
    /// After something out of sight has changed, or what `needed` tells.
    void fit() {
        bringBack();
        if (holds_) {
            for (GivesWay& each : order_)
                if (!each.part) setGone(each, true);
            int least = needs();
            for (const GivesWay& each : order_)
                if (each.part && !each.gone) least -= each.part->sizeHint().width() + row_->spacing();
            widget_->setMinimumWidth(least);
            bringBack();
        }
        for (GivesWay& each : order_) {
            if (needs() <= widget_->width()) break;
            setGone(each, true);
        }
        for (const GivesWay& each : order_)
            if (each.part && !each.gone) each.part->show();
        settled_ = needs();
    }
    /// The widget is never narrower than the row without all that can go.
    void holdLeast() { holds_ = true; }

private:
    int needs() const {
        row_->activate();  // and those within it
        int out = needed_ ? needed_() : row_->minimumSize().width();
        if (!needed_ && widget_->layout() != row_) {
            const QMargins around = widget_->layout()->contentsMargins();
            out += around.left() + around.right();
        }
        for (const GivesWay& each : order_)
            if (each.wants && !each.gone) out += each.wants();
        return out;
    }
    void bringBack() {
        for (auto each = order_.rbegin(); each != order_.rend(); ++each) setGone(*each, each->off && each->off());
    }
    static void setGone(GivesWay& each, bool gone) {
        each.gone = gone;
        each.give(gone);
    }

    QWidget* widget_;
    QLayout* row_;
    std::vector<GivesWay> order_;
    std::function<int()> needed_;
    bool holds_ = false;
    int settled_ = -1;  ///< what it needed when it was last fitted
};

}  // namespace headroom::ui
