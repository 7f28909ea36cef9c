// EmptyState: what a panel shows in the place of its content while that is not there yet, is on its way or could not be had: an icon, one
// title, one sentence, buttons.
#pragma once

#include "ui/shell/theme.h"

#include <QWidget>

#include <array>

namespace headroom::ui {

class EmptyState : public QWidget {
    Q_OBJECT
public:
    EmptyState(const QString& icon, const QString& title, const QString& text, QWidget* parent = nullptr);

    /// Its own, which it has unless something went wrong.
    void setIcon(const QString& icon) { own_icon_ = icon; }
    void say(const QString& title, const QString& text) { put(title, text, own_icon_, Token::T3); }
    void setText(const QString& text);
    /// What went wrong: under a sign of that.
    void sayTrouble(const QString& title, const QString& text, const QString& icon = QStringLiteral("alert-triangle"));
    /// That the picture in the file at `path` cannot be read, and why, as PictureStore knows it.
    void sayUnreadable(const QString& path);
    QPushButton* addButton(const QString& text, const QString& icon = {});
    /// Likewise one that is there only while it says what went wrong.
    QPushButton* addRetry(const QString& text, const QString& icon = {});
    /// To be put where both have their place: this, until it gives way to `content`. Once.
    QWidget* inPlaceOf(QWidget* content);
    /// Shows the content, or this again; the focus goes along (QStackedLayout::setCurrentIndex).
    void giveWay(bool to_content);
    /// Whether all of it has room in `size`.
    bool fits(const QSize& size) const { return size.height() >= heights(size.width()).back(); }

protected:
    bool event(QEvent* event) override;

private:
    void put(const QString& title, const QString& text, const QString& icon, Token token);
    void fit();
    /// What title and buttons take in a width, all words within their margins, and these with the picture.
    std::array<int, 3> heights(int width) const;

    QString own_icon_;
    QLabel *icon_, *title_, *text_;
    QHBoxLayout* buttons_;
    QPushButton* retry_ = nullptr;
    QStackedWidget* place_ = nullptr;
};

}  // namespace headroom::ui
