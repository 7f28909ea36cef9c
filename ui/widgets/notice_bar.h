// NoticeBar: icon, one bold sentence, one of detail, at most three buttons; optionally a card of details that opens in place.
#pragma once

#include "ui/widgets/state_chip.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace headroom::ui {

class NoticeBar : public QFrame {
    Q_OBJECT
public:
    NoticeBar(Tone tone, const QString& title, const QString& detail, QWidget* parent = nullptr);

    void setTexts(const QString& title, const QString& detail);
    void setTone(Tone tone);
    QString title() const;
    QPushButton* addButton(const QString& text, const QString& icon = {}, bool primary = false);
    /// A cross at the right that emits closed().
    void addClose();

    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void closed();

protected:
    bool event(QEvent* event) override;

private:
    void placeActions();

    QLabel *icon_, *title_, *detail_;
    QWidget* actions_;
    QHBoxLayout* row_;
    QVBoxLayout* column_;
    bool stacked_ = false;  ///< the buttons stand below the text
};

}  // namespace headroom::ui
