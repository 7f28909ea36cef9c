// LineKey: a short sample of a curve, beside what it stands for.
#pragma once

#include "ui/families/vqgan_clip/similarity_lines.h"

#include <QWidget>

#include <optional>

namespace headroom::ui {

class LineKey : public QWidget {
public:
    explicit LineKey(QWidget* parent = nullptr);

    void setLook(std::optional<SimilarityLines::Look> look);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<SimilarityLines::Look> look_;
};

}  // namespace headroom::ui
