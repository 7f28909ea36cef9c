// Ranking: how well a title answers what was typed, letters left out or not.
#pragma once

#include <QString>
#include <QStringList>

namespace headroom::ui {

/// How well `title` and, less, `words` (what else it is known by) answer `typed`: each word of it has to be found, at the beginning of a word,
/// within one, or as its letters in order. 0: not at all. Case counts for nothing.
int matchScore(const QString& typed, const QString& title, const QString& words);

}  // namespace headroom::ui
