// Words of others, such as names, where Qt would read more into them than stands there: mark-up, keys, directions.
#include "ui/bridge/shown_text.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>

namespace headroom::ui {
namespace {

const QLatin1String kMarkup("<qt>");
const QLatin1Char kKeyMark('&');
constexpr qsizetype kLongestName = 80;  // letters

/// A letter that is read from right to left, or a sign that has others read so.
bool turnsWords(QChar letter) {
    switch (letter.direction()) {
        case QChar::DirR:
        case QChar::DirAL:
        case QChar::DirRLE:
        case QChar::DirRLO:
        case QChar::DirLRE:
        case QChar::DirLRO: return true;
        default: return false;
    }
}

/// First strong isolate, U+2068, to pop directional isolate, U+2069, of which a name has none of its own.
bool isIsolate(QChar letter) { return letter.unicode() >= 0x2066 && letter.unicode() <= 0x2069; }

bool endsLine(QChar letter) {
    const QChar::Category category = letter.category();
    return category == QChar::Other_Control || category == QChar::Separator_Line ||
           category == QChar::Separator_Paragraph;
}

/// Both ends of what is too long for a sentence: names of one kind often begin alike.
QString shortened(const QString& name) {
    if (name.size() <= kLongestName) return name;
    QString head = name.left(kLongestName / 2), tail = name.right(kLongestName / 2 - 1);
    if (head.back().isHighSurrogate()) head.chop(1);
    if (tail.front().isLowSurrogate()) tail.remove(0, 1);
    return head + QChar(0x2026) + tail;
}

}  // namespace

QString richTip(const QString& markup) { return kMarkup + markup; }

bool isRichTip(const QString& tip) { return tip.startsWith(kMarkup); }

QString toCaption(QString words) { return words.replace(kKeyMark, QStringLiteral("&&")); }

QString fromCaption(QString caption) {
    static const QRegularExpression key(QStringLiteral("&(.)"));
    return caption.replace(key, QStringLiteral("\\1"));
}

QString nameText(const QString& name) { return pathText(shortened(name)); }

QString pathText(const QString& path) {
    QString line;
    line.reserve(path.size() + 2);
    bool turns = false;
    for (const QChar letter : path) {
        if (isIsolate(letter)) continue;
        turns = turns || turnsWords(letter);
        line += endsLine(letter) ? QChar(QLatin1Char(' ')) : letter;
    }
    return turns ? QChar(0x2068) + line + QChar(0x2069) : line;
}

bool isPlainLine(const QString& text) {
    return std::ranges::none_of(text, [](QChar letter) {
        const bool latin = letter.unicode() >= 0x20 && letter.unicode() < 0x7F;  // most: no table need be asked
        return !latin && (isIsolate(letter) || turnsWords(letter) || endsLine(letter));
    });
}

QString fileNameText(const QString& path) {
    // As a folder's: its path may end with a slash.
    return path.isEmpty() ? QString() : nameText(QDir(path).dirName());
}

}  // namespace headroom::ui
