// PseudoTranslator: letters become accented ones; each word grows by two fifths of its length.
#include "ui/i18n/pseudo_translator.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace headroom::ui {
namespace {

QChar accented(QChar c) {
    static const QString plain = QStringLiteral("aceginorstuyzACEGINOSTUYZ");
    static const QString with = QStringLiteral("áçéğíñóŕšţúýžÁÇÉĞÍÑÓŠŢÚÝŽ");
    const qsizetype at = plain.indexOf(c);
    return at < 0 ? c : with[at];
}

/// A stretch of plain words.
QString grown(QStringView words) {
    QString out;
    int letters = 0, extra = 0;
    for (const QChar c : words) {
        out += accented(c);
        if (!c.isLetter()) continue;
        // Two more for each five letters, within the word that they belong to.
        if (++letters * 2 / 5 > extra) {
            ++extra;
            out += QChar(0xF8);
        }
    }
    return out;
}

}  // namespace

QString pseudoText(const QString& text) {
    static const QRegularExpression kept(
        QStringLiteral("%L?(?:\\d+|n)|<[^>]*>|&[a-z]+;|&\\w|\\([^)]*\\*\\.[^)]*\\)|https?://\\S+"));
    QString out;
    qsizetype from = 0;
    for (auto it = kept.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        out += grown(QStringView(text).mid(from, match.capturedStart() - from)) + match.captured();
        from = match.capturedEnd();
    }
    return out + grown(QStringView(text).mid(from));
}

QString PseudoTranslator::translate(const char* context, const char* source, const char* disambiguation, int n) const {
    const QByteArrayView of(context);
    if (of.startsWith("Q") && of != "QObject") return {};
    // The translators loaded before know the plurals; asking the application would ask this one again.
    for (const auto* t : QCoreApplication::instance()->findChildren<QTranslator*>(Qt::FindDirectChildrenOnly)) {
        if (t == this) continue;
        if (const QString plural = t->translate(context, source, disambiguation, n); !plural.isEmpty())
            return pseudoText(plural);
    }
    return pseudoText(QString::fromUtf8(source));
}

}  // namespace headroom::ui
