// Ranking: whole words before parts of words, parts before scattered letters, titles before what else a thing is known by.
#include "ui/shell/find/ranking.h"

#include <algorithm>

namespace headroom::ui {
namespace {

constexpr int kBeginning = 100, kWordBeginning = 80, kWithin = 50, kByOtherWords = 20, kMostScattered = 40;
constexpr int kFewestScattered = 2;  // letters; one alone is found everywhere

bool begins_word(const QString& text, qsizetype at) { return at == 0 || !text.at(at - 1).isLetterOrNumber(); }

/// The letters of `word` in order within `text`; those that begin words, or follow each other, say more.
int scattered_score(const QString& word, const QString& text) {
    if (word.size() < kFewestScattered) return 0;
    int good = 0;
    qsizetype from = 0, before = -2;
    for (const QChar letter : word) {
        const qsizetype at = text.indexOf(letter, from);
        if (at < 0) return 0;
        good += begins_word(text, at) || at == before + 1 ? 1 : 0;
        before = at;
        from = at + 1;
    }
    // Letters from anywhere are chance, not an abbreviation.
    return 2 * good < word.size() ? 0 : std::max(1, kMostScattered * good / static_cast<int>(word.size()) - 10);
}

int word_score(const QString& word, const QString& title, const QString& words) {
    if (title.startsWith(word)) return kBeginning;
    for (qsizetype at = title.indexOf(word); at >= 0; at = title.indexOf(word, at + 1))
        if (begins_word(title, at)) return kWordBeginning;
    if (title.contains(word)) return kWithin;
    const int scattered = scattered_score(word, title);
    for (qsizetype at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + 1))
        if (begins_word(words, at)) return std::max(kByOtherWords, scattered);
    return scattered;
}

}  // namespace

int matchScore(const QString& typed, const QString& title, const QString& words) {
    const QString low_title = title.toCaseFolded(), low_words = words.toCaseFolded();
    int sum = 0, count = 0;
    for (const QString& word : typed.toCaseFolded().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const int score = word_score(word, low_title, low_words);
        if (score == 0) return 0;
        sum += score;
        ++count;
    }
    if (count == 0) return 0;
    // Of two that answer alike the shorter one is meant.
    return 10 * sum / count + std::max(0, 40 - static_cast<int>(title.size()));
}

}  // namespace headroom::ui
