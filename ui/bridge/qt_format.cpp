// Number formats of the window: grouping and decimal point from QLocale, true minus, units spelt as the design says.
#include "ui/bridge/qt_format.h"

#include "ui/i18n/core_text.h"
#include "ui/i18n/language.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <cmath>

namespace headroom::ui {
namespace {

constexpr double kMiB = 1024.0 * 1024.0;
constexpr double kGiB = 1024.0 * kMiB;
constexpr std::int64_t kMiBUpTo = 2048;  // from there on in GiB
const QChar kMinus(0x2212);

struct FormatText {
    Q_DECLARE_TR_FUNCTIONS(Format)
};

QString trueMinus(QString text) {
    if (text.startsWith(QLatin1Char('-'))) text[0] = kMinus;
    return text;
}

QString withSign(QString text, bool positive) { return positive ? QLatin1Char('+') + text : text; }

/// "9 h 05 min": `high` of one unit and two digits of the next.
QString twoParts(std::int64_t high, const char* high_unit, std::int64_t low, const char* low_unit) {
    return QStringLiteral("%1 %2 %3 %4")
        .arg(high)
        .arg(QLatin1String(high_unit))
        .arg(low, 2, 10, QLatin1Char('0'))
        .arg(QLatin1String(low_unit));
}

}  // namespace

MemoryUnit unitFor(Bytes largest, MemoryUnit current) {
    if (largest.count <= 0) return MemoryUnit::GiB;
    const double border = current == MemoryUnit::MiB ? 1.1 : 1.0;
    return largest.gib() < border ? MemoryUnit::MiB : MemoryUnit::GiB;
}

QString fromUtf8(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QString unitName(MemoryUnit unit) { return unit == MemoryUnit::GiB ? QStringLiteral("GiB") : QStringLiteral("MiB"); }

MemoryUnit suitedUnit(Bytes bytes, MemoryUnit unit) {
    return std::abs(shownUnits(bytes, MemoryUnit::MiB)) >= kMiBUpTo ? MemoryUnit::GiB : unit;
}

std::int64_t shownUnits(Bytes bytes, MemoryUnit unit) {
    const double amount = unit == MemoryUnit::GiB ? static_cast<double>(bytes.count) * 100.0 / kGiB : bytes.mib();
    return std::llround(amount);
}

QString shownText(std::int64_t units, MemoryUnit unit) {
    if (unit == MemoryUnit::GiB) return numberText(static_cast<double>(units) / 100.0, 2);
    if (std::abs(units) < kMiBUpTo) return countText(units);
    return numberText(static_cast<double>(units) / 1024.0, 2) + QStringLiteral(" GiB");
}

QString numberText(double value, int decimals) {
    if (std::isnan(value)) return FormatText::tr("n/a");
    const double step = std::pow(10.0, -decimals);
    if (std::abs(value) < step / 2.0) value = 0.0;  // no "−0.00"
    return trueMinus(shownLocale().toString(value, 'f', decimals));
}

QString countText(std::int64_t value) { return trueMinus(shownLocale().toString(static_cast<qlonglong>(value))); }

QString figureText(Bytes bytes, MemoryUnit unit) { return shownText(shownUnits(bytes, unit), unit); }

QString sizeText(Bytes bytes, MemoryUnit unit) {
    const MemoryUnit suited = suitedUnit(bytes, unit);
    return figureText(bytes, suited) + QLatin1Char(' ') + unitName(suited);
}

QString leadText(Bytes bytes, Bytes next, MemoryUnit unit) {
    const MemoryUnit suited = suitedUnit(bytes, unit);
    return suited == suitedUnit(next, unit) ? figureText(bytes, suited) : sizeText(bytes, suited);
}

QString totalText(Bytes bytes) { return sizeText(bytes, unitFor({std::abs(bytes.count)})); }

QString tensorText(Bytes bytes) {
    const double size = static_cast<double>(std::abs(bytes.count));
    if (size >= kGiB) return sizeText(bytes, MemoryUnit::GiB);
    if (size >= kMiB) return sizeText(bytes, MemoryUnit::MiB);
    if (size >= 1024.0) return numberText(static_cast<double>(bytes.count) / 1024.0, 1) + QStringLiteral(" KiB");
    return countText(bytes.count) + QStringLiteral(" B");
}

QString changeText(Bytes change) {
    const bool small = std::abs(change.gib()) < 0.05;
    const MemoryUnit unit = small && shownUnits(change, MemoryUnit::MiB) != 0 ? MemoryUnit::MiB : MemoryUnit::GiB;
    return withSign(sizeText(change, unit), shownUnits(change, unit) > 0);
}

QString exactText(Bytes bytes) { return FormatText::tr("%1 bytes").arg(countText(bytes.count)); }

QString percentText(double percent) { return numberText(percent, 0) + QStringLiteral(" %"); }

QString signedPercentText(double percent) { return withSign(percentText(percent), std::llround(percent) > 0); }

QString speedText(double images_per_second) {
    return FormatText::tr("%1 img/s").arg(numberText(images_per_second, images_per_second < 9.95 ? 1 : 0));
}

QString durationText(double seconds) {
    if (!std::isfinite(seconds)) return FormatText::tr("n/a");
    if (seconds < 0.9995) return numberText(seconds * 1000.0, 0) + QStringLiteral(" ms");
    if (seconds < 9.95) return numberText(seconds, 1) + QStringLiteral(" s");
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    if (whole < 60) return countText(whole) + QStringLiteral(" s");
    if (whole < 3600) return twoParts(whole / 60, "min", whole % 60, "s");
    if (whole < 2 * 86400) return twoParts(whole / 3600, "h", whole % 3600 / 60, "min");
    return twoParts(whole / 86400, "d", whole % 86400 / 3600, "h");
}

QString rateText(double rate) {
    if (rate == 0.0 || !std::isfinite(rate)) return numberText(rate, 0);
    int exponent = static_cast<int>(std::floor(std::log10(std::abs(rate))));
    double mantissa = rate / std::pow(10.0, exponent);
    if (std::abs(mantissa) >= 9.95) {
        mantissa /= 10.0;
        ++exponent;
    }
    return numberText(mantissa, 1) + QLatin1Char('e') + QString::number(exponent);
}

QString imagesText(std::int64_t images) {
    if (images < 1000) return FormatText::tr("%Ln image(s)", nullptr, static_cast<int>(images));
    return FormatText::tr("%1 k images").arg(numberText(static_cast<double>(images) / 1000.0, 1));
}

std::optional<double> typedNumber(QString text) {
    text.replace(kMinus, QLatin1Char('-'));
    text.remove(QRegularExpression(QStringLiteral("[\\s\\x{00A0}\\x{202F}]")));
    const QLocale locale;
    const QString group = locale.groupSeparator(), point = locale.decimalPoint();
    // Thousands are no group after a 0 and none before an exponent: there their sign is the point of another language.
    static const QRegularExpression no_thousands(QStringLiteral("^[+-]?0+[^0-9]|e"),
                                                 QRegularExpression::CaseInsensitiveOption);
    if (!group.isEmpty() && text.count(group) == 1 && !text.contains(point) && text.contains(no_thousands))
        text.replace(group, point);
    bool ok = false;
    double value = locale.toDouble(text, &ok);
    if (!ok) value = QLocale::c().toDouble(text, &ok);
    return ok ? std::optional<double>(value) : std::nullopt;
}

QString plainAmount(const QString& typed) {
    static const QRegularExpression split(QStringLiteral("^(.*?)\\s*([A-Za-z]*)$"));
    const QRegularExpressionMatch match = split.match(typed.trimmed());
    const std::optional<double> number = typedNumber(match.captured(1));
    return number ? QString::number(*number, 'g', QLocale::FloatingPointShortest) + match.captured(2) : typed;
}

QString capitalised(QString text) {
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

QString oomWords(bool survived) { return survived ? FormatText::tr("OOM survived") : FormatText::tr("Out of memory"); }

QString errorText(const Error& error) {
    QString text = coreText(error.message);
    const qsizetype colon = text.startsWith(QLatin1String("--")) ? text.indexOf(QLatin1String(": ")) : -1;
    if (colon > 0) text = text.mid(colon + 2);
    text = capitalised(text);
    if (!text.isEmpty() && !text.endsWith(QLatin1Char('.'))) text += QLatin1Char('.');
    return error.hint.empty() ? text : text + QLatin1Char(' ') + coreText(error.hint);
}

}  // namespace headroom::ui
