// PictureFrame: where the picture will be, before there is one: a grey frame of the chosen size with a sentence in it.
#pragma once

#include "ui/widgets/empty_state.h"

namespace headroom::ui {

class PictureFrame : public QWidget {
    Q_OBJECT
public:
    explicit PictureFrame(QWidget* parent = nullptr);

    void setPictureSize(const QSize& size);
    void setTexts(const QString& title, const QString& text) { words_->say(title, text); }
    QString title() const { return words_->accessibleName(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void place();

    QSize size_{64, 64};
    EmptyState* words_;
    QRect frame_;  ///< null: it has no room for all words, which have the page, and no frame stands behind them
};

}  // namespace headroom::ui
