// StateChip: icon and word for a state, on a rounded tint. State is never shown by colour alone.
#pragma once

#include "core/api/run_state.h"

#include <QFrame>
#include <QString>

class QLabel;

namespace headroom::ui {

enum class Tone { Neutral, Ok, Warn, Err, Info };

/// The style sheet's name of a tone ("ok", "warn", ...).
QString toneName(Tone tone);

class StateChip : public QFrame {
    Q_OBJECT
public:
    explicit StateChip(QWidget* parent = nullptr);

    void setState(RunState state);
    void show(const QString& icon, const QString& text, Tone tone);
    QString text() const;

    /// Icon, word and tone of a run state.
    struct Look {
        QString icon, text;
        Tone tone;
    };
    static Look look(RunState state);

private:
    QLabel *icon_, *text_;
};

}  // namespace headroom::ui
