// SmallHeader: the one-line header of ledger, plans and compared settings: small medium text in the hint colour over a hairline; what
// is too narrow for its words ends in an ellipsis.
#pragma once

#include <QHeaderView>

namespace headroom::ui {

class SmallHeader : public QHeaderView {
    Q_OBJECT
public:
    explicit SmallHeader(QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    /// Pixels left and right of a section's words.
    virtual QMargins around(int section) const;
    /// Least height of the line, at 100 % text.
    virtual int lineHeight() const { return 24; }
};

}  // namespace headroom::ui
