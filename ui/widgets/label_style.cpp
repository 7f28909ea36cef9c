// styleLabel; see label_style.h.
#include "ui/widgets/label_style.h"

#include <QLabel>

namespace headroom::ui {

void styleLabel(QLabel* label, TextSize size, bool medium, Token token) {
    const Theme& theme = Theme::get();
    const QFont font = theme.font(size, medium);
    if (label->font() != font) label->setFont(font);
    QPalette palette = label->palette();
    const QColor color = theme.color(token);
    if (palette.color(QPalette::WindowText) == color && label->testAttribute(Qt::WA_SetPalette)) return;
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
}

}  // namespace headroom::ui
