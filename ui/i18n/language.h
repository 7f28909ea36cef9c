// Language: which one the window speaks, and how it writes numbers. The command line stays English.
#pragma once

#include <QList>
#include <QLocale>
#include <QString>
#include <QStringList>

namespace headroom::ui {

struct Language {
    QString code;  ///< "de", as kept and as --language takes it
    QString name;  ///< in the language itself: "Deutsch"
};

/// The languages that people choose from; the pseudo language of tests is not among them.
const QList<Language>& languages();

/// The first of `wanted` ("de-AT") that there is, as its code; English where none is.
QString languageOf(const QStringList& wanted);
/// Loads the translations of `wish` into the application, Qt's own too, and makes its numbers those of fields and figures. "system", or nothing:
/// the first of the system's languages that there is. "pseudo": every text with accents and 40 % longer, which shows what is not translated or has no
/// room. Before the first window, as windows take their words when they are made; the window's thread.
void speak(const QString& wish);
/// What is spoken: "en", "de" or "pseudo".
QString spokenLanguage();
/// Of the window's numbers; always with grouping.
QLocale shownLocale();
/// `text` in the pseudo language. What stands for something else stays: %1 and %n, HTML, keys after &, endings of files.
QString pseudoText(const QString& text);

}  // namespace headroom::ui
