// Tones, the chip of a state and the bar of a notice: icon, one bold sentence, one of detail, at most three buttons.
#pragma once

#include "ui/shell/theme.h"

#include <QLabel>

namespace headroom::ui {

enum class Tone { Neutral, Ok, Warn, Err, Info };

/// The style sheet's name of a tone ("ok", "warn", ...).
QString toneName(Tone tone);
/// The colour of its icon.
Token toneColor(Tone tone);

/// Icon and word for a state, on a rounded tint. State is never shown by colour alone.
class StateChip : public QFrame {
    Q_OBJECT
public:
    explicit StateChip(QWidget* parent = nullptr);

    void setState(RunState state) {
        const Look l = look(state);
        setLook(l.icon, l.text, l.tone);
    }
    void setLook(const QString& icon, const QString& text, Tone tone);
    QString text() const { return text_->text(); }

    /// Icon, word and tone of a run state.
    struct Look {
        QString icon, text;
        Tone tone;
    };
    static Look look(RunState state);

private:
    QLabel *icon_, *text_;
};

class NoticeBar : public QFrame {
    Q_OBJECT
public:
    NoticeBar(Tone tone, const QString& title, const QString& detail, QWidget* parent = nullptr);

    void setTexts(const QString& title, const QString& detail);
    void setTone(Tone tone);
    QString title() const { return title_->text(); }
    QPushButton* addButton(const QString& text, const QString& icon = {}, bool primary = false);
    /// A cross at the right that emits closed().
    void addClose();

    QSize minimumSizeHint() const override { return QSize(scaled(160), QFrame::minimumSizeHint().height()); }

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
