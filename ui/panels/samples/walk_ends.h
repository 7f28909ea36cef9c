// WalkEnds: the chosen ends of a latent walk as small pictures in their order, each with a button that takes it out. A picture is dragged to the
// place of another; the end whose button has the focus is moved by Alt and an arrow key.
#pragma once

#include "core/api/latent.h"
#include "ui/forward.h"

#include <QImage>
#include <QWidget>

#include <vector>

namespace headroom::ui {

/// A picture that was chosen as an end, as it was drawn then.
struct WalkEnd {
    LatentId id;
    double truncation = 1;
    QImage picture{};
};

/// "seed 2, picture 1", "fixed latent 7".
QString latentName(const LatentId& id);

class WalkEnds : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMostSide = 128;  ///< of a picture, in pixels: more are of no use here

    explicit WalkEnds(QWidget* parent = nullptr);

    /// Those that were chosen at another truncation than the first say so.
    void setEnds(const std::vector<WalkEnd>& ends);
    /// The buttons that take ends out, in their order.
    const QList<IconButton*>& buttons() const { return buttons_; }

Q_SIGNALS:
    void removed(int index);
    /// The end is to stand at another's place, those between move up.
    void moved(int from, int to);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    QWidget* chip(int index, const WalkEnd& end, const std::vector<WalkEnd>& ends);
    /// Below 0: there is none.
    int chipAt(const QPointF& at) const;
    /// The end whose button has the focus; below 0: none.
    int focused() const;
    void addKey(const QString& text, Qt::Key key, int by);

    QList<QWidget*> chips_;
    QList<IconButton*> buttons_;
    int held_ = -1;        ///< the end that is being dragged
    QRubberBand* target_;  ///< around the one whose place it takes
};

}  // namespace headroom::ui
