// CostBadge: what a staged edit costs, on a plate ("+0.89 GiB", "measuring").
#pragma once

#include <QLabel>

namespace headroom::ui {

class CostBadge : public QLabel {
    Q_OBJECT
public:
    explicit CostBadge(const QString& text = {}, QWidget* parent = nullptr);
};

}  // namespace headroom::ui
