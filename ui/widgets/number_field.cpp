// NumberField: text in the locale, values in double (exact for every integer of the schema).
#include "ui/widgets/number_field.h"

#include "core/base/units.h"
#include "ui/bridge/qt_format.h"
#include "ui/widgets/mirrored.h"

#include <QKeyEvent>
#include <QLocale>
#include <QRegularExpression>

#include <cmath>

namespace headroom::ui {
namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

QString c_text(double value) {
    if (std::abs(value) < 9.1e15 && value == std::floor(value)) return QString::number(static_cast<qint64>(value));
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

}  // namespace

NumberField::NumberField(Kind kind, QWidget* parent)
    : WheeledInFocus(parent), kind_(kind), unit_(makeLabel("hint", this)) {
    setFocusPolicy(Qt::StrongFocus);
    setCorrectionMode(CorrectToPreviousValue);
    unit_->setAttribute(Qt::WA_TransparentForMouseEvents);
    unit_->hide();
    connect(lineEdit(), &QLineEdit::textChanged, this, &NumberField::placeUnit);
    onResize(lineEdit(), [this] { placeUnit(); });  // also when the style gives it other room
    alignText();
    setValue(0);
}

void NumberField::setUnit(const QString& unit) {
    unit_->setText(unit);
    placeUnit();
}

QString NumberField::shown(double value) const {
    if (value == 0 && !zero_text_.isEmpty()) return zero_text_;
    switch (kind_) {
        case Kind::Integer: return countText(static_cast<std::int64_t>(value));
        case Kind::Rate: return rateText(value);
        case Kind::Bytes: return totalText({static_cast<std::int64_t>(value)});
        case Kind::Real: break;
    }
    if (const double scaled = value * std::pow(10.0, decimals_);
        decimals_ >= 0 && std::abs(scaled - std::round(scaled)) < 1e-6)
        return numberText(value, decimals_);
    return QLocale().toString(value, 'g', QLocale::FloatingPointShortest);
}

void NumberField::setValue(double value) {
    value_ = value;
    lineEdit()->setText(shown(value));
    lineEdit()->setModified(false);
}

QString NumberField::plainText() const {
    const QString typed = lineEdit()->text().trimmed();
    // What is shown is rounded: typed again it means the value itself.
    if (typed == shown(value_))
        return kind_ == Kind::Bytes ? QStringLiteral("%1 B").arg(static_cast<qint64>(value_)) : c_text(value_);
    if (!zero_text_.isEmpty() && typed.compare(zero_text_, Qt::CaseInsensitive) == 0) return QStringLiteral("0");
    if (kind_ != Kind::Bytes) {
        const auto number = typedNumber(typed);
        return number ? c_text(*number) : typed;
    }
    static const QRegularExpression split(QStringLiteral("^(.*?)\\s*([A-Za-z]*)$"));
    const QRegularExpressionMatch match = split.match(typed);
    const auto number = typedNumber(match.captured(1));
    if (!number) return typed;
    const QString unit = match.captured(2).isEmpty() ? QStringLiteral("GiB") : match.captured(2);
    return *number == 0 ? QStringLiteral("0") : QStringLiteral("%1%2").arg(c_text(*number), unit);
}

std::optional<double> NumberField::typedValue() const {
    const QString text = plainText();
    bool number = false;
    const double value = text.toDouble(&number);
    if (number) return value;
    if (kind_ != Kind::Bytes) return std::nullopt;
    const auto bytes = parse_bytes(text.toStdString());
    return bytes ? std::optional(static_cast<double>(bytes->count)) : std::nullopt;
}

void NumberField::stepBy(int steps) {
    // From what stands there, also when it was only typed so far; what cannot be read stays for whoever types it.
    const auto from = isTyping() ? typedValue() : std::optional(value_);
    if (!from) return;
    double next = *from;
    if (kind_ == Kind::Bytes && *from == 0)
        next = steps > 0 ? kGiB : 0;
    else if (factor_)
        next = *from * std::pow(step_, steps);
    else
        next = *from + step_ * steps;
    if (factor_ && *from == 0) next = steps > 0 ? qMax(1.0, low_) : low_;
    if (kind_ == Kind::Integer) next = std::round(next);
    if (kind_ == Kind::Rate) next = QString::number(next, 'e', 1).toDouble();
    if (kind_ == Kind::Real) next = QString::number(next, 'g', 10).toDouble();
    next = qBound(low_, next, high_);
    lineEdit()->setText(shown(next));
    lineEdit()->setModified(false);
    if (next == value_) return;
    const QString text = kind_ == Kind::Bytes ? QStringLiteral("%1 B").arg(static_cast<qint64>(next)) : c_text(next);
    value_ = next;
    Q_EMIT committed(text);
}

QAbstractSpinBox::StepEnabled NumberField::stepEnabled() const {
    const double from = isTyping() ? typedValue().value_or(value_) : value_;
    StepEnabled out = StepNone;
    if (from < high_) out |= StepUpEnabled;
    if (from > low_) out |= StepDownEnabled;
    return out;
}

bool NumberField::isTyping() const { return lineEdit()->isModified(); }

void NumberField::commit() {
    const QString text = plainText();
    const bool typed = isTyping();
    lineEdit()->setModified(false);
    if (typed || lineEdit()->text() != shown(value_)) Q_EMIT committed(text);
}

void NumberField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        setValue(value_);
        Q_EMIT escaped();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (event->modifiers() != Qt::NoModifier && event->modifiers() != Qt::KeypadModifier) return event->ignore();
        commit();
        lineEdit()->selectAll();
        return;
    }
    QAbstractSpinBox::keyPressEvent(event);
}

void NumberField::focusOutEvent(QFocusEvent* event) {
    QAbstractSpinBox::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason) commit();
}

void NumberField::changeEvent(QEvent* event) {
    QAbstractSpinBox::changeEvent(event);
    if (event->type() == QEvent::LayoutDirectionChange)
        alignText();
    else if (event->type() != QEvent::StyleChange && event->type() != QEvent::FontChange)
        return;
    placeUnit();
}

void NumberField::alignText() {
    // A line of digits is set from the left by itself, whatever the window's direction.
    setAlignment(Qt::AlignVCenter | (isRightToLeft() ? Qt::AlignRight | Qt::AlignAbsolute : Qt::AlignLeft));
}

void NumberField::placeUnit() {
    const bool worded = !zero_text_.isEmpty() && lineEdit()->text() == zero_text_;
    // As it reads from left to right, and mirrored at the end.
    const QRect edit = mirrored(this, lineEdit()->geometry());
    const int left = edit.x() + lineEdit()->fontMetrics().horizontalAdvance(lineEdit()->text()) + 7;
    unit_->adjustSize();
    const bool fits = left + unit_->fontMetrics().horizontalAdvance(unit_->text()) <= edit.right();
    unit_->setVisible(fits && !worded && !unit_->text().isEmpty());
    const QRect place(QPoint(left, (height() - unit_->height()) / 2), unit_->size());
    unit_->move(mirrored(this, place).topLeft());
}

QSize NumberField::sizeHint() const {
    const QSize base = QAbstractSpinBox::sizeHint();
    return QSize(fontMetrics().horizontalAdvance(QStringLiteral("000,000")) + 44, base.height());
}

}  // namespace headroom::ui
