// What the engine says in English, in the window's language: a text as it is, or a sentence that the figures are taken out of and put in again.
#include "ui/i18n/core_text.h"

#include "core/api/param_schema.h"
#include "resources/translations/core_sentences.h"
#include "resources/translations/errors_of_devices.h"
#include "resources/translations/errors_of_files.h"
#include "resources/translations/errors_of_runs.h"
#include "resources/translations/errors_of_training.h"
#include "resources/translations/errors_of_weights.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/language.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace headroom::ui {
namespace {

struct Sentence {
    const char* source;
    std::pair<int, qsizetype> turn;  ///< turn_of()
    QString part;  ///< the longest that stands between figures: what lacks it is another sentence, which most are
    QRegularExpression form;
    QString names;  ///< places_of_names()
    QString words;  ///< places_of_words()
};

const QRegularExpression& place_mark() {
    static const QRegularExpression mark(QStringLiteral("%\\d"));
    return mark;
}

QString longest_part(const char* source) {
    const QStringList parts = QString::fromUtf8(source).split(place_mark());
    return *std::ranges::max_element(parts, {}, &QString::size);
}

/// When it is tried, the lowest first: one with a semicolon of its own before "%1; %2" of several sentences, that before all others, as their places would
/// take the next sentence in; and whichever list it is in, the one that says most itself before those that fit more texts.
std::pair<int, qsizetype> turn_of(const char* source) {
    QString own = QString::fromUtf8(source);
    const int turn = own == QLatin1String("%1; %2") ? 1 : own.contains(QLatin1String("; ")) ? 0 : 2;
    own.remove(place_mark());
    return {turn, -own.size()};
}

/// The digits of the places that `what` takes in `source`.
QString places_in(const char* source, const QRegularExpression& what) {
    QString places;
    for (auto found = what.globalMatch(QString::fromUtf8(source)); found.hasNext();)
        places += found.next().capturedTexts().mid(1).join(QString());
    return places;
}

/// "12" of "%1 (process %2)": what stands there counts nothing, and stays as it is also where it is a number or one of the engine's words.
QString places_of_names(const CoreSentence& sentence) {
    static const QRegularExpression name(QStringLiteral("(?:[“'\"]|(?:process|pid|port) |^(?=%1: ))%(\\d)"));
    return places_in(sentence.source, name) + QLatin1String(sentence.names);
}

/// "2" of "%1: %2": a sentence or a list, of names perhaps, and so no figure.
QString places_of_words(const char* source) {
    static const QRegularExpression words(QStringLiteral(": %(\\d)\\.?$|^%(\\d)[,;]? and "));
    return places_in(source, words);
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
        for (const CoreSentence& one : coreSentences())
            if (std::strchr(one.source, '%'))
                out.push_back({one.source, turn_of(one.source), longest_part(one.source), form_of(one.source),
                               places_of_names(one), places_of_words(one.source)});
        std::ranges::stable_sort(out, {}, &Sentence::turn);
        return out;
    }();
    return all;
}

/// A number of the engine's, with its unit, as the window writes numbers; words in its language.
QString localised(const QString& figure) {
    static const QRegularExpression number(
        QStringLiteral("^(-?(?:\\d{1,3}(?:,\\d{3})+|\\d+))(?:\\.(\\d+))?( (?:[KMG]iB|B|MB|%|s|ms))?$"));
    const QRegularExpressionMatch match = number.match(figure);
    if (!match.hasMatch()) return coreText(figure.toStdString());
    QString amount = figure.left(match.capturedEnd(2) > 0 ? match.capturedEnd(2) : match.capturedEnd(1));
    return shownLocale().toString(amount.remove(QLatin1Char(',')).toDouble(), 'f',
                                  static_cast<int>(match.capturedLength(2))) +
           match.captured(3);
}

/// The sentence in the window's language, with what `match` took.
QString filled(const Sentence& sentence, const QRegularExpressionMatch& match) {
    const QString pattern = QCoreApplication::translate("core", sentence.source);
    QString out;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const bool place = pattern[i] == QLatin1Char('%') && i + 1 < pattern.size() && pattern[i + 1].isDigit();
        if (!place) {
            out += pattern[i];
            continue;
        }
        const QChar digit = pattern[++i];
        const QString taken = match.captured(digit.digitValue());
        out += sentence.names.contains(digit)   ? pathText(taken)
               : sentence.words.contains(digit) ? coreText(taken.toStdString())
                                                : localised(taken);
    }
    return out;
}

/// "once Resolution is 256" of "once image.size is 256": the stages of a run are told by a setting, which the window calls by its label.
QString withLabel(QString text) {
    if (!text.contains(QLatin1String("once "))) return text;  // most
    static const QRegularExpression stage(QStringLiteral("\\bonce ([a-z_]+\\.[a-z_]+) is "));
    const QRegularExpressionMatch match = stage.match(text);
    if (!match.hasMatch()) return text;
    const ParamRow* row = find_param(match.captured(1).toStdString());
    return row ? text.replace(match.capturedStart(1), match.capturedLength(1), fromUtf8(row->label)) : text;
}

/// One that is written with a sign between its thousands.
bool hasLargeNumber(const QString& text) {
    int digits = 0;
    return std::ranges::any_of(text, [&](QChar c) { return (digits = c.isDigit() ? digits + 1 : 0) == 4; });
}

}  // namespace

std::vector<CoreSentence> coreSentences() {
    std::vector<CoreSentence> out;
    for (const std::span<const CoreSentence> list :
         {std::span<const CoreSentence>(kCoreSentences), std::span<const CoreSentence>(kErrorsOfFiles),
          std::span<const CoreSentence>(kErrorsOfWeights), std::span<const CoreSentence>(kErrorsOfDevices),
          std::span<const CoreSentence>(kErrorsOfTraining), std::span<const CoreSentence>(kErrorsOfRuns)})
        out.insert(out.end(), list.begin(), list.end());
    return out;
}

QString coreText(std::string_view words) {
    if (words.empty()) return {};
    const QString plain = withLabel(fromUtf8(words)), said = QCoreApplication::translate("core", plain.toUtf8());
    if (said != plain) return said;
    // Asked for each line of the log and each row: in English most is told as it is, and nothing is looked for.
    if (spokenLanguage() == QLatin1String("en") && !hasLargeNumber(plain) && isPlainLine(plain)) return plain;
    // "lr.g: expects a number" and " (run.json:7)", where a sentence of a file of settings ends with its line.
    static const QRegularExpression line(QStringLiteral("^(.+)( \\([^()]+:\\d+\\))$"),
                                         QRegularExpression::DotMatchesEverythingOption);
    if (const QRegularExpressionMatch match = line.match(plain); match.hasMatch())
        return coreText(match.captured(1).toStdString()) + match.captured(2);
    for (const Sentence& sentence : sentences()) {
        if (!plain.contains(sentence.part)) continue;
        const QRegularExpressionMatch match = sentence.form.match(plain);
        if (!match.hasMatch()) continue;
        return filled(sentence, match);
    }
    // What remains may be a name and what is known of it, as in lists of files: "a.png: it is cut off".
    const qsizetype colon = plain.indexOf(QLatin1String(": "));
    return colon < 0 ? plain : plain.left(colon + 2) + coreText(plain.mid(colon + 2).toStdString());
}

}  // namespace headroom::ui
