// FlowRow: a row whose widgets go on in a further line where the room ends, as words do. For buttons whose names are longer in another language.
#pragma once

#include <QLayout>

#include <vector>

namespace headroom::ui {

class FlowRow : public QLayout {
    Q_OBJECT
public:
    explicit FlowRow(int spacing, QWidget* parent = nullptr);
    ~FlowRow() override;

    void addItem(QLayoutItem* item) override;
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    int count() const override { return static_cast<int>(items_.size()); }
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;  ///< all in one line
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    /// Places the items into `rect` unless `only_measured`; returns the height that they take.
    int place(const QRect& rect, bool only_measured) const;

    std::vector<QLayoutItem*> items_;
};

}  // namespace headroom::ui
