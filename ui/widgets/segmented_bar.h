// SegmentedBar: joined buttons of which exactly one is on, in one row or, where there is no room, in two.
#pragma once

#include "ui/forward.h"

#include <QList>
#include <QStringList>
#include <QWidget>

namespace headroom::ui {

class SegmentedBar : public QWidget {
    Q_OBJECT
public:
    /// `compact`: 24 high, as in panels; otherwise 28 as in the tool bar.
    explicit SegmentedBar(bool compact = true, QWidget* parent = nullptr);

    /// Adds a segment; returns its index. `icon` may be empty.
    int addSegment(const QString& text, const QString& icon = {});
    /// Adds a segment that shows and triggers a checkable action.
    int addSegment(QAction* action);
    void addSegments(const QStringList& texts) {
        for (const QString& text : texts) addSegment(text);
    }
    int current() const;
    void setCurrent(int index);  ///< emits nothing
    /// Fits `width` pixels: one row, else one with less room about the words, else two rows that take the width they are given.
    void fitInto(int width);
    int rows() const { return rows_; }
    QToolButton* button(int index) const { return buttons_.value(index); }

Q_SIGNALS:
    void currentChanged(int index);  ///< by the user

private:
    QToolButton* append();
    void arrange(bool tight, int rows);

    bool compact_;
    bool tight_ = false;
    int rows_ = 1, natural_ = 0;
    QHBoxLayout *upper_, *lower_;
    QButtonGroup* group_;
    QList<QToolButton*> buttons_;
};

}  // namespace headroom::ui
