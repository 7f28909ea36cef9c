// SearchField: a line edit with a glass, a clear button and its shortcut written at the right while it is empty.
#pragma once

#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"

#include <QAction>
#include <QKeyEvent>

namespace headroom::ui {

class SearchField : public QLineEdit {
    Q_OBJECT
public:
    SearchField(const QString& placeholder, const QString& shortcut, QWidget* parent = nullptr)
        : QLineEdit(parent), key_(new QLabel(shortcut, this)) {
        setPlaceholderText(placeholder);
        setAccessibleName(placeholder);
        auto* glass = new QAction(this);
        setThemedIcon(glass, QStringLiteral("search"), Token::T3);
        addAction(glass, LeadingPosition);
        auto* clear_action = new QAction(tr("Clear"), this);
        setThemedIcon(clear_action, QStringLiteral("x"), Token::T3);
        addAction(clear_action, TrailingPosition);
        clear_action->setVisible(false);
        connect(clear_action, &QAction::triggered, this, &QLineEdit::clear);
        key_->setObjectName(QStringLiteral("key"));
        key_->setAttribute(Qt::WA_TransparentForMouseEvents);
        connect(this, &QLineEdit::textChanged, this, [this, clear_action](const QString& text) {
            placeKey();
            clear_action->setVisible(!text.isEmpty());
        });
        onRoom(this, [this] { placeKey(); });
    }

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Escape && !text().isEmpty()) return clear();
        QLineEdit::keyPressEvent(event);
    }

private:
    void placeKey() {
        key_->adjustSize();
        const QPoint at(width() - key_->width() - 6, (height() - key_->height()) / 2);
        key_->move(mirrored(this, QRect(at, key_->size())).topLeft());
        key_->setVisible(text().isEmpty() && !key_->text().isEmpty() && width() > 3 * key_->width());
        const int room = key_->isHidden() ? 0 : key_->width() + 6;
        setTextMargins(isRightToLeft() ? QMargins(room, 0, 0, 0) : QMargins(0, 0, room, 0));
    }

    QLabel* key_;
};

}  // namespace headroom::ui
