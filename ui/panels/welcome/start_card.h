// StartCard: picture, title, one sentence, a small fact and the button that starts.
#pragma once

#include <QFrame>
#include <QPixmap>

class QLabel;
class QPushButton;

namespace headroom::ui {

class StartCard : public QFrame {
    Q_OBJECT
public:
    struct Words {
        QString title, text, fact, button, icon;
    };

    StartCard(const Words& words, const QString& picture_icon, bool primary, QWidget* parent = nullptr);
    QPushButton* button() const { return button_; }
    /// Off, with the reason as tooltip; empty: on.
    void setOffReason(const QString& reason);

private:
    QPushButton* button_;
};

}  // namespace headroom::ui
