// What the engine says in English, in the window's language: a text as it is, or a sentence that the figures are taken out of and put in again.
#include "ui/i18n/core_text.h"

#include "ui/i18n/core_sentences.h"
#include "ui/i18n/errors_of_devices.h"
#include "ui/i18n/errors_of_files.h"
#include "ui/i18n/errors_of_runs.h"
#include "ui/i18n/errors_of_training.h"
#include "ui/i18n/errors_of_weights.h"
#include "ui/i18n/language.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace headroom::ui {
namespace {

struct Sentence {
    const char* source;
    std::pair<int, qsizetype> turn;  ///< turn_of()
    QString part;  ///< the longest that stands between figures: what lacks it is another sentence, which most are
    QRegularExpression form;
    QString names;  ///< places_of_names()
};

const QRegularExpression& place_mark() {
    static const QRegularExpression mark(QStringLiteral("%\\d"));
    return mark;
}

QString longest_part(const char* source) {
    const QStringList parts = QString::fromUtf8(source).split(place_mark());
    return *std::max_element(parts.begin(), parts.end(),
                             [](const QString& a, const QString& b) { return a.size() < b.size(); });
}

/// When it is tried, the lowest first: one with a semicolon of its own before "%1; %2" of several sentences, that before all others, as their places would
/// take the next sentence in; and whichever list it is in, the one that says most itself before those that fit more texts.
std::pair<int, qsizetype> turn_of(const char* source) {
    QString own = QString::fromUtf8(source);
    const int turn = own == QLatin1String("%1; %2") ? 1 : own.contains(QLatin1String("; ")) ? 0 : 2;
    own.remove(place_mark());
    return {turn, -own.size()};
}

/// "2" of "%1 (process %2)": what stands there counts nothing, and stays as it is also where it is a number.
QString places_of_names(const char* source) {
    static const QRegularExpression name(QStringLiteral("(?:[“'\"]|(?:process|pid|port) )%(\\d)"));
    QString places;
    for (auto found = name.globalMatch(QString::fromUtf8(source)); found.hasNext();) places += found.next().captured(1);
    return places;
}

/// "%1 of %2" as a form whose groups are what stands for %1 and %2, which come in this order. What a sentence begins with is a name, which holds no
/// colon: "a.png: its header is damaged" is not of something called "a.png: its header".
QRegularExpression form_of(const char* source) {
    QString form = QRegularExpression::escape(QString::fromUtf8(source));
    for (int i = 1; form.contains(QStringLiteral("\\%%1").arg(i)); ++i)
        form.replace(QStringLiteral("\\%%1").arg(i), QStringLiteral("(.+?)"));
    static const QRegularExpression begins_with_name(QStringLiteral("^%1(?: \\w|; |, and )"));
    if (QString::fromUtf8(source).contains(begins_with_name))
        form.replace(0, 5, QStringLiteral("((?:(?!: ).)+?)"));  // for its (.+?)
    return QRegularExpression(QRegularExpression::anchoredPattern(form),
                              QRegularExpression::DotMatchesEverythingOption);
}

const std::vector<Sentence>& sentences() {
    static const std::vector<Sentence> all = [] {
        std::vector<Sentence> out;
        for (const char* source : coreSentences())
            if (std::strchr(source, '%'))
                out.push_back(
                    {source, turn_of(source), longest_part(source), form_of(source), places_of_names(source)});
        std::stable_sort(out.begin(), out.end(), [](const Sentence& a, const Sentence& b) { return a.turn < b.turn; });
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

/// "lr.g: expects a number" and " (run.json:7)", where a sentence of a file of settings ends with its line.
QRegularExpressionMatch with_line(const QString& text) {
    static const QRegularExpression line(QStringLiteral("^(.+)( \\([^()]+:\\d+\\))$"),
                                         QRegularExpression::DotMatchesEverythingOption);
    return line.match(text);
}

/// One that is written with a sign between its thousands.
bool hasLargeNumber(const QString& text) {
    int digits = 0;
    return std::any_of(text.begin(), text.end(), [&](QChar c) { return (digits = c.isDigit() ? digits + 1 : 0) == 4; });
}

}  // namespace

std::vector<const char*> coreSentences() {
    std::vector<const char*> out;
    for (const std::span<const char* const> list :
         {std::span<const char* const>(kCoreSentences), std::span<const char* const>(kErrorsOfFiles),
          std::span<const char* const>(kErrorsOfWeights), std::span<const char* const>(kErrorsOfDevices),
          std::span<const char* const>(kErrorsOfTraining), std::span<const char* const>(kErrorsOfRuns)})
        out.insert(out.end(), list.begin(), list.end());
    return out;
}

QString coreText(std::string_view words) {
    if (words.empty()) return {};
    const QByteArray source(words.data(), static_cast<qsizetype>(words.size()));
    const QString plain = QString::fromUtf8(source), said = QCoreApplication::translate("core", source);
    if (said != plain || (spokenLanguage() == QLatin1String("en") && !hasLargeNumber(plain))) return said;
    if (const QRegularExpressionMatch match = with_line(plain); match.hasMatch())
        return coreText(match.captured(1).toStdString()) + match.captured(2);
    for (const Sentence& sentence : sentences()) {
        if (!plain.contains(sentence.part)) continue;
        const QRegularExpressionMatch match = sentence.form.match(plain);
        if (!match.hasMatch()) continue;
        return filled(QCoreApplication::translate("core", sentence.source), match, sentence.names);
    }
    // What remains may be a name and what is known of it, as in lists of files: "a.png: it is cut off".
    const qsizetype colon = plain.indexOf(QLatin1String(": "));
    return colon < 0 ? plain : plain.left(colon + 2) + coreText(plain.mid(colon + 2).toStdString());
}

}  // namespace headroom::ui
