// CostBadge: what a staged edit costs; its look is in the style sheet.
#include "ui/widgets/cost_badge.h"

namespace headroom::ui {

CostBadge::CostBadge(const QString& text, QWidget* parent) : QLabel(text, parent) {
    setObjectName(QStringLiteral("cost"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

}  // namespace headroom::ui
