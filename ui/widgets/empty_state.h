// EmptyState: what a panel shows before it has data, or after it failed: icon, one title, one sentence, buttons.
#pragma once

#include "ui/shell/theme.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace headroom::ui {

class EmptyState : public QWidget {
    Q_OBJECT
public:
    EmptyState(const QString& icon, const QString& title, const QString& text, QWidget* parent = nullptr);

    void setIcon(const QString& icon, Token token = Token::T3);
    void setTitle(const QString& title);
    void setText(const QString& text);
    QPushButton* addButton(const QString& text, const QString& icon = {});

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QLabel *icon_, *title_, *text_;
    QHBoxLayout* buttons_;
};

}  // namespace headroom::ui
