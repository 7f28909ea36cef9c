// Sentences of the rules, translated as patterns and filled with figures of the window's language.
#include "ui/panels/counsel/counsel_panel.h"

#include "core/api/param_schema.h"
#include "core/families/counsel_rules.h"
#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace headroom::ui {
namespace {

struct CounselText {
    Q_DECLARE_TR_FUNCTIONS(CounselText)
};

/// As sentences have it: "0.06", "93 %".
QString figureWords(const CounselFigure& figure) {
    // As the engine rounds it, with the language's decimal point.
    const QString plain = fromUtf8(figure_text(figure));
    const QString number = plain.section(QLatin1Char(' '), 0, 0);
    const qsizetype point = number.indexOf(QLatin1Char('.'));
    const int decimals = point < 0 ? 0 : static_cast<int>(number.size() - point - 1);
    bool known = false;
    const double value = number.toDouble(&known);
    return known ? numberText(value, decimals) + plain.mid(number.size()) : plain;
}

}  // namespace

QString seenText(const CounselNotice& notice) {
    const QString words = coreText(sign_of(notice).seen);
    QString out;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const int place = words[i] == QLatin1Char('%') && i + 1 < words.size() ? words[i + 1].digitValue() : -1;
        if (place < 1) {
            out += words[i];
            continue;
        }
        ++i;
        const auto figure = static_cast<std::size_t>(place - 1);
        if (figure < 2)
            out += countText(figure == 0 ? notice.from : notice.step);
        else if (figure - 2 < notice.figures.size())
            out += figureWords(notice.figures[figure - 2]);
    }
    return out;
}

QString changeWords(const ParamPatch& change, const TrainConfig& config) {
    QStringList parts;
    for (const auto& [key, value] : change) {
        const ParamRow* row = find_param(key, config.model);
        if (!row) continue;
        const QString name = coreText(row->label), from = valueText(*row, row->get(config)),
                      to = valueText(*row, value);
        parts << (from == to ? CounselText::tr("%1 %2").arg(name, to)
                             : CounselText::tr("%1 %2 to %3").arg(name, from, to));
    }
    return parts.join(QStringLiteral(", "));
}

QString outcomeWords(const CounselTold& told) {
    CounselFigure before = told.notice.figures.empty() ? CounselFigure{} : told.notice.figures.front();
    CounselFigure after = before;
    after.value = told.after;
    const QString from = figureWords(before), to = figureWords(after);
    QString out = told.better ? CounselText::tr("It helped: %1 became %2.").arg(from, to)
                              : CounselText::tr("It did not help: %1 became %2.").arg(from, to);
    if (!std::isfinite(told.score_before) || !std::isfinite(told.score_after)) {
        if (!is_of_pictures(told.notice.rule)) return out;
        return out + QLatin1Char(' ') +
               CounselText::tr("Whether the pictures are better is not known: they were not scored before and after.");
    }
    const QString before_score = numberText(told.score_before, told.score_name.empty() ? 3 : 4),
                  after_score = numberText(told.score_after, told.score_name.empty() ? 3 : 4),
                  name = coreText(told.score_name);
    const QString words = told.score_name.empty()
                              ? CounselText::tr("The score went from %1 to %2.").arg(before_score, after_score)
                          : !std::isfinite(told.score_error)
                              ? CounselText::tr("%1 went from %2 to %3.").arg(name, before_score, after_score)
                          : std::abs(told.score_after - told.score_before) > told.score_error
                              ? CounselText::tr("%1 went from %2 to %3, more than its error of %4.")
                                    .arg(name, before_score, after_score, numberText(told.score_error, 4))
                              : CounselText::tr("%1 went from %2 to %3, within its error of %4.")
                                    .arg(name, before_score, after_score, numberText(told.score_error, 4));
    return out + QLatin1Char(' ') + words;
}

}  // namespace headroom::ui
