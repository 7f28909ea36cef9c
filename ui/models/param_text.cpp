// Words of a parameter in the window.
#include "ui/models/param_text.h"

#include "ui/bridge/shown_text.h"
#include "ui/families/registry.h"
#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"

#include <QLocale>

namespace headroom::ui {
namespace {

struct RowText {
    Q_DECLARE_TR_FUNCTIONS(ParamText)
};

QString realText(const ParamRow& row, double value) {
    return row.logarithmic ? rateText(value) : QLocale().toString(value, 'g', QLocale::FloatingPointShortest);
}

QString rangeText(const ParamRow& row) {
    const auto bound = [&](double v) {
        return row.type == ParamType::Real ? realText(row, v) : countText(static_cast<std::int64_t>(v));
    };
    if (row.type != ParamType::Integer && row.type != ParamType::Real) return {};
    return RowText::tr("Range: %1 to %2%3")
        .arg(bound(row.low), bound(row.high), row.power_of_two ? RowText::tr(", powers of two") : QString());
}

}  // namespace

QString valueText(const ParamRow& row, const ParamValue& value) {
    switch (row.type) {
        case ParamType::Bool: return std::get<bool>(value) ? RowText::tr("On") : RowText::tr("Off");
        case ParamType::Integer: {
            const auto number = std::get<std::int64_t>(value);
            if (row.key == "image.size") return sizeWords(number, number);
            return countText(number);
        }
        case ParamType::Real: return realText(row, std::get<double>(value));
        case ParamType::ByteSize: {
            const auto bytes = std::get<std::int64_t>(value);
            return bytes == 0 ? RowText::tr("Automatic") : totalText({bytes});
        }
        case ParamType::Choice:
            for (const ParamChoice& choice : row.choices)
                if (choice.name == std::get<std::string>(value)) return coreText(choice.label);
            break;
        case ParamType::Set:
            if (std::get<std::string>(value).empty()) return RowText::tr("None");
            break;
        case ParamType::Path:
            if (const QString name = toBeChosen(std::get<std::string>(value)); !name.isEmpty())
                return RowText::tr("%1, to be chosen").arg(nameText(name));
            break;
        case ParamType::Text: break;
    }
    return fromUtf8(std::get<std::string>(value));
}

QString policyIcon(Policy policy) {
    switch (policy) {
        case Policy::NextStep: return QStringLiteral("bolt");
        case Policy::RestartEpoch: return QStringLiteral("repeat");
        case Policy::Rebuild: return QStringLiteral("refresh");
        case Policy::NewRun: break;
    }
    return QStringLiteral("rocket");
}

QString policyText(const ParamRow& row) {
    switch (row.policy) {
        case Policy::NextStep: return RowText::tr("Applies at the next %1").arg(stepNoun(row.model));
        case Policy::RestartEpoch: return RowText::tr("Restarts the epoch (weights kept)");
        case Policy::Rebuild: return words_of(row.model).rebuild();
        case Policy::NewRun: break;
    }
    return RowText::tr("Needs a new run");
}

QString helpText(const ParamRow& row) {
    QStringList lines{QStringLiteral("<b>%1</b>").arg(coreText(row.label).toHtmlEscaped()),
                      coreText(row.help).toHtmlEscaped()};
    if (!row.cost.empty()) lines << RowText::tr("Cost: %1").arg(coreText(row.cost).toHtmlEscaped());
    lines << policyText(row).toHtmlEscaped() + QLatin1Char('.');
    QString facts = RowText::tr("Default: %1").arg(valueText(row, row.initial).toHtmlEscaped());
    if (!row.unit.empty() && row.type != ParamType::ByteSize)
        facts += QLatin1Char(' ') + coreText(row.unit).toHtmlEscaped();
    if (const QString range = rangeText(row); !range.isEmpty()) facts += QStringLiteral(". ") + range;
    lines << facts + QLatin1Char('.');
    lines << RowText::tr("Key: %1").arg(fromUtf8(row.key).toHtmlEscaped());
    return richTip(lines.join(QStringLiteral("<br>")));
}

QString fieldMessage(const QString& message) {
    const qsizetype colon = message.indexOf(QStringLiteral(": "));
    QString text =
        capitalised(colon > 0 && !message.left(colon).contains(QLatin1Char(' ')) ? message.mid(colon + 2) : message);
    if (!text.isEmpty() && !text.endsWith(QLatin1Char('.'))) text += QLatin1Char('.');
    return text;
}

int listedPowers(const ParamRow& row) {
    if (row.type != ParamType::Integer || !row.power_of_two || row.low < 1) return 0;
    const int count = static_cast<int>(std::lround(std::log2(row.high / row.low))) + 1;
    return count <= 12 ? count : 0;
}

}  // namespace headroom::ui
