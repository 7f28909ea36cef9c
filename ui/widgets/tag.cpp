// Tag: a small grey label; its look is in the style sheet.
#include "ui/widgets/tag.h"

namespace headroom::ui {

Tag::Tag(const QString& text, QWidget* parent) : QLabel(text, parent) {
    setObjectName(QStringLiteral("tag"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

}  // namespace headroom::ui
