// SegmentedBar: a row of joined buttons of which exactly one is on.
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QAction;
class QButtonGroup;
class QHBoxLayout;
class QToolButton;

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
    int current() const;
    void setCurrent(int index);  ///< emits nothing
    QToolButton* button(int index) const;

Q_SIGNALS:
    void currentChanged(int index);  ///< by the user

private:
    QToolButton* append();

    bool compact_;
    QHBoxLayout* layout_;
    QButtonGroup* group_;
    QList<QToolButton*> buttons_;
};

}  // namespace headroom::ui
