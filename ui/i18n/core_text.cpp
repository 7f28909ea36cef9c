// What the engine says in English, in the window's language: a text as it is, or a sentence that the figures are taken out of and put in again.
#include "ui/i18n/core_text.h"

#include "ui/i18n/core_sentences.h"
#include "ui/i18n/errors_of_files.h"
#include "ui/i18n/errors_of_runs.h"
#include "ui/i18n/errors_of_training.h"
#include "ui/i18n/language.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

namespace headroom::ui {
namespace {

struct Sentence {
    const char* source;
    QString part;  ///< the longest that stands between figures: what lacks it is another sentence, which most are
    QRegularExpression form;
    QString names;  ///< places_of_names()
};

QString longest_part(const char* source) {
    static const QRegularExpression places(QStringLiteral("%\\d"));
    const QStringList parts = QString::fromUtf8(source).split(places);
    return *std::max_element(parts.begin(), parts.end(),
                             [](const QString& a, const QString& b) { return a.size() < b.size(); });
}

/// "2" of "%1 (process %2)": what stands there counts nothing, and stays as it is also where it is a number.
QString places_of_names(const char* source) {
    static const QRegularExpression name(QStringLiteral("(?:[“']|process )%(\\d)"));
    QString places;
    for (auto found = name.globalMatch(QString::fromUtf8(source)); found.hasNext();) places += found.next().captured(1);
    return places;
}

/// "%1 of %2" as a form whose groups are what stands for %1 and %2, which come in this order.
QRegularExpression form_of(const char* source) {
    QString form = QRegularExpression::escape(QString::fromUtf8(source));
    for (int i = 1; form.contains(QStringLiteral("\\%%1").arg(i)); ++i)
        form.replace(QStringLiteral("\\%%1").arg(i), QStringLiteral("(.+?)"));
    return QRegularExpression(QRegularExpression::anchoredPattern(form),
                              QRegularExpression::DotMatchesEverythingOption);
}

const std::vector<Sentence>& sentences() {
    static const std::vector<Sentence> all = [] {
        std::vector<Sentence> out;
        for (const std::span<const char* const> list :
             {std::span<const char* const>(kCoreSentences), std::span<const char* const>(kErrorsOfFiles),
              std::span<const char* const>(kErrorsOfTraining), std::span<const char* const>(kErrorsOfRuns)})
            for (const char* source : list)
                if (std::strchr(source, '%'))
                    out.push_back({source, longest_part(source), form_of(source), places_of_names(source)});
        return out;
    }();
    return all;
}

/// A number of the engine's, with its unit, as the window writes numbers.
QString localised(const QString& figure) {
    static const QRegularExpression number(QStringLiteral("^(-?\\d+)(?:\\.(\\d+))?( (?:[KMG]iB|B|MB|%|s|ms))?$"));
    const QRegularExpressionMatch match = number.match(figure);
    if (!match.hasMatch()) return coreText(figure.toStdString());
    const QString amount = figure.left(match.capturedEnd(2) > 0 ? match.capturedEnd(2) : match.capturedEnd(1));
    return shownLocale().toString(amount.toDouble(), 'f', static_cast<int>(match.capturedLength(2))) +
           match.captured(3);
}

/// `pattern` with what `match` took, translated in its turn but for `names`.
QString filled(const QString& pattern, const QRegularExpressionMatch& match, const QString& names) {
    QString out;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const bool place = pattern[i] == QLatin1Char('%') && i + 1 < pattern.size() && pattern[i + 1].isDigit();
        if (!place) {
            out += pattern[i];
            continue;
        }
        const QChar digit = pattern[++i];
        const QString taken = match.captured(digit.digitValue());
        out += names.contains(digit) ? taken : localised(taken);
    }
    return out;
}

/// One that is written with a sign between its thousands.
bool hasLargeNumber(const QString& text) {
    int digits = 0;
    return std::any_of(text.begin(), text.end(), [&](QChar c) { return (digits = c.isDigit() ? digits + 1 : 0) == 4; });
}

}  // namespace

QString coreText(std::string_view words) {
    if (words.empty()) return {};
    const QByteArray source(words.data(), static_cast<qsizetype>(words.size()));
    const QString plain = QString::fromUtf8(source), said = QCoreApplication::translate("core", source);
    if (said != plain || (spokenLanguage() == QLatin1String("en") && !hasLargeNumber(plain))) return said;
    for (const Sentence& sentence : sentences()) {
        if (!plain.contains(sentence.part)) continue;
        const QRegularExpressionMatch match = sentence.form.match(plain);
        if (!match.hasMatch()) continue;
        return filled(QCoreApplication::translate("core", sentence.source), match, sentence.names);
    }
    return plain;
}

}  // namespace headroom::ui
