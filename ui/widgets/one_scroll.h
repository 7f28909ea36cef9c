// OneScroll: keeps a scroll area that lies within another from scrolling beside it. While the outer one has room for the least height
// of the inner, the inner scrolls; where it has not (large text, a low window), the inner takes its whole height and the outer scrolls.
#pragma once

#include "ui/forward.h"

#include <QObject>

namespace headroom::ui {

class OneScroll : public QObject {
    Q_OBJECT
public:
    /// Serves `inner` for as long as that lives.
    explicit OneScroll(QScrollArea* inner);

    void setLeast(int pixels);  ///< height with which the inner one is still worth scrolling
    bool whole() const { return whole_; }
    /// Brings a widget within the inner area into view, in whichever of the two scrolls.
    void reveal(QWidget* widget) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QScrollArea* outer() const;
    void settle();
    void settleLater();

    QScrollArea* inner_;
    int least_ = 100;
    bool whole_ = false, asked_ = false;
};

}  // namespace headroom::ui
