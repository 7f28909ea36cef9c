// NoticeBar: icon, one bold sentence, one of detail, at most three buttons; optionally a card of details that opens in place.
#pragma once

#include "ui/widgets/state_chip.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QPushButton;

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

Q_SIGNALS:
    void closed();

private:
    QLabel *icon_, *title_, *detail_;
    QHBoxLayout* row_;
    int buttons_ = 0;
};

}  // namespace headroom::ui
