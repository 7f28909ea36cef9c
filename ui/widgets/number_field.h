// NumberField: a spin box for integers, reals, learning rates and byte sizes. Accepts 2e-4, the C and the local decimal point
// and units; takes any text and leaves judging it to its owner, so that a bad value can be explained instead of being undone.
#pragma once

#include "ui/widgets/kit.h"

#include <QAbstractSpinBox>

#include <optional>

namespace headroom::ui {

class NumberField : public WheeledInFocus<QAbstractSpinBox> {
    Q_OBJECT
public:
    enum class Kind { Integer, Real, Rate, Bytes };

    explicit NumberField(Kind kind, QWidget* parent = nullptr);

    void setLimits(double low, double high) {
        low_ = low;
        high_ = high;
    }
    /// `factor`: an arrow multiplies or divides by `step`.
    void setStep(double step, bool factor) {
        step_ = step;
        factor_ = factor;
    }
    void setUnit(const QString& unit);  ///< shown in grey behind the figure where there is room
    /// Shown instead of 0 ("Automatic").
    void setZeroText(const QString& text) {
        zero_text_ = text;
        setValue(value_);
    }
    /// Real: so many, where they say the value exactly.
    void setDecimals(int decimals) {
        decimals_ = decimals;
        setValue(value_);
    }
    void setValue(double value);  ///< emits nothing
    /// The value has become another one while the text stays, for it is being typed or was refused: Enter compares it with this value, Esc shows it.
    void noteValue(double value) { value_ = value; }
    double value() const { return value_; }

    /// Whether text was typed that is not committed yet; setValue() would lose it.
    bool isTyping() const;
    /// What is typed, as a C-locale number (bytes: with unit) if it can be read, else the text itself.
    QString plainText() const;

    void stepBy(int steps) override;
    QValidator::State validate(QString&, int&) const override { return QValidator::Acceptable; }
    QSize sizeHint() const override;

Q_SIGNALS:
    void committed(
        const QString& plain_text);  ///< Enter, focus lost or an arrow, where text was typed or is not the value's
    void escaped();                  ///< Esc

protected:
    StepEnabled stepEnabled() const override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QString shown(double value) const;
    /// Nothing: it is no number.
    std::optional<double> typedValue() const;
    void commit();
    void placeUnit();
    void alignText();

    Kind kind_;
    double value_ = 0, low_ = 0, high_ = 0, step_ = 1;
    bool factor_ = false;
    int decimals_ = -1;
    QString zero_text_;
    QLabel* unit_;
};

}  // namespace headroom::ui
