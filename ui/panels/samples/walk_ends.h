// WalkEnds: the chosen ends of a latent walk as small pictures in their order, each with a button that takes it out.
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

private:
    QWidget* chip(int index, const WalkEnd& end, double first_at);

    QList<QWidget*> chips_;
    QList<IconButton*> buttons_;
};

}  // namespace headroom::ui
