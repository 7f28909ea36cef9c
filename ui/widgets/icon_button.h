// IconButton: a flat square button with an icon, a tooltip and an accessible name.
#pragma once

#include "ui/shell/theme.h"

#include <QToolButton>

namespace headroom::ui {

class IconButton : public QToolButton {
    Q_OBJECT
public:
    /// `text` is the tooltip and the accessible name.
    IconButton(const QString& icon, const QString& text, QWidget* parent = nullptr);
    void setIconName(const QString& icon, Token token = Token::T2);
};

}  // namespace headroom::ui
