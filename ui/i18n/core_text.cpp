// What the engine says in English, in the window's language: a text as it is, or a sentence that the figures are taken out of and put in again.
#include "ui/i18n/core_text.h"

#include "ui/i18n/core_sentences.h"
#include "ui/i18n/language.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cstring>
#include <vector>

namespace headroom::ui {
namespace {

struct Sentence {
    const char* source;
    QString part;  ///< the longest that stands between figures: what lacks it is another sentence, which most are
    QRegularExpression form;
};

QString longest_part(const char* source) {
    static const QRegularExpression places(QStringLiteral("%\\d"));
    const QStringList parts = QString::fromUtf8(source).split(places);
    return *std::max_element(parts.begin(), parts.end(),
                             [](const QString& a, const QString& b) { return a.size() < b.size(); });
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
        for (const char* source : kCoreSentences)
            if (std::strchr(source, '%')) out.push_back({source, longest_part(source), form_of(source)});
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

/// `pattern` with what `match` took, translated in its turn.
QString filled(const QString& pattern, const QRegularExpressionMatch& match) {
    QString out;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const bool place = pattern[i] == QLatin1Char('%') && i + 1 < pattern.size() && pattern[i + 1].isDigit();
        if (place)
            out += localised(match.captured(pattern[++i].digitValue()));
        else
            out += pattern[i];
    }
    return out;
}

/// One that is written with a sign between its thousands: from five digits on, so that years stay as they are.
bool hasLargeNumber(const QString& text) {
    int digits = 0;
    return std::any_of(text.begin(), text.end(), [&](QChar c) { return (digits = c.isDigit() ? digits + 1 : 0) == 5; });
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
        return filled(QCoreApplication::translate("core", sentence.source), match);
    }
    return plain;
}

}  // namespace headroom::ui
