// What is wrong with the texts of a scene: cut off, beyond its place, or left in English where the pseudo language is spoken.
#pragma once

#include "tests/ui/scene_stage.h"
#include "ui/i18n/language.h"
#include "ui/shell/theme.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>

#include <vector>

namespace headroom::ui {

struct TextLook {
    const char* language;
    QSize size;
    int text;  ///< in percent
    Qt::LayoutDirection direction = Qt::LeftToRight;
};

/// Names, units, formats and what the scripted engine calls its runs: the same in every language.
inline bool is_name(const QString& word) {
    static const QSet<QString> names = [] {
        QFile file(QStringLiteral(HEADROOM_SOURCE_DIR "/tests/ui/names_in_texts.txt"));
        QSet<QString> out;
        if (!file.open(QIODevice::ReadOnly)) return out;
        for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n')))
            out.insert(line.trimmed());
        return out;
    }();
    return names.contains(word);
}

/// Words of the window that the pseudo language, in which no such letter stays plain, has not reached.
inline QStringList untouched(const QString& text) {
    static const QRegularExpression word(QStringLiteral("(?<![\\w.~/\\-])[A-Za-z]{3,}(?![\\w/])"));
    static const QRegularExpression changed(QStringLiteral("[aceginorstuyzACEGINOSTUYZ]"));
    static const QRegularExpression files(QStringLiteral(
        "\\S*[/~*]\\S*|\\b\\w+\\.png\\b|https?:\\S+|\\b[a-z]+-\\d+\\b|\\b[a-z]+\\.example\\.org\\b|\\((?:Alt\\+\\w+|Del)\\)"));
    QStringList out;
    for (auto it = word.globalMatch(QString(text).remove(files)); it.hasNext();) {
        const QString found = it.next().captured();
        if (found.contains(changed) && !is_name(found)) out << found;
    }
    return out;
}

inline QString place_of(const QWidget* widget) {
    QString out;
    for (const QWidget* w = widget; w && out.size() < 160; w = w->parentWidget())
        out += QStringLiteral(" < %1 %2")
                   .arg(QString::fromLatin1(w->metaObject()->className()).section(':', -1), w->objectName());
    return out;
}

inline QStringList faults_of(const QWidget& window, const QString& language) {
    QStringList out;
    for (const ShownText& shown : shown_texts(window)) {
        if (shown.lacks > 0)
            out << QStringLiteral("%1 px cut: %2%3").arg(shown.lacks).arg(shown.text, place_of(shown.widget));
        if (language != QLatin1String("pseudo") || qobject_cast<const QScrollArea*>(shown.widget)) continue;
        if (const QStringList words = untouched(shown.text); !words.isEmpty())
            out << QStringLiteral("not translated (%1): %2%3").arg(words.join(' '), shown.text, place_of(shown.widget));
    }
    out.removeDuplicates();
    return out;
}

/// One by one: what QVERIFY2 says is cut short.
inline void tell(const QStringList& faults) {
    for (const QString& fault : faults) qWarning("%s", qPrintable(fault));
}

/// The program in a look, for as long as it lives.
class Dressed {
public:
    Dressed(const QString& language, int text, bool mirrored) {
        speak(language);
        QApplication::setLayoutDirection(mirrored ? Qt::RightToLeft : Qt::LeftToRight);
        Theme::get().apply(ThemeChoice::Dark, text);
    }
    ~Dressed() {
        QApplication::setLayoutDirection(Qt::LeftToRight);
        speak(QStringLiteral("en"));
    }
    Dressed(const Dressed&) = delete;
    Dressed& operator=(const Dressed&) = delete;
};

/// A row for each scene in one of the looks, one after the other, and in all of them where HEADROOM_ALL_LOOKS=1: each look takes a minute and a half.
inline void add_scenes(const std::vector<TextLook>& looks) {
    const bool all = qEnvironmentVariableIntValue("HEADROOM_ALL_LOOKS") != 0;
    QTest::addColumn<int>("scene");
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("text");
    QTest::addColumn<bool>("mirrored");
    for (std::size_t look = 0; look < looks.size(); ++look)
        for (const std::size_t i : scenes_in_order()) {
            if (!all && i % looks.size() != look) continue;
            const auto& [language, size, text, direction] = looks[look];
            const bool mirrored = direction == Qt::RightToLeft;
            QTest::addRow("%s %d %d%s: %s", language, size.width(), text, mirrored ? " from the right" : "",
                          contact_scenes()[i].caption)
                << static_cast<int>(i) << QString::fromLatin1(language) << size << text << mirrored;
        }
}

inline void check_scene(SceneWindow& windows) {
    QFETCH(int, scene);
    QFETCH(QString, language);
    QFETCH(QSize, size);
    QFETCH(int, text);
    QFETCH(bool, mirrored);
    const Scene& looked_at = contact_scenes()[static_cast<std::size_t>(scene)];
    const QString look = QStringLiteral("%1 %2 %3 %4").arg(language).arg(size.width()).arg(text).arg(int{mirrored});
    SceneStage& s =
        windows.of(looked_at, size, look, [&] { return std::make_shared<Dressed>(language, text, mirrored); });
    QStringList faults;
    QVERIFY(s.show(looked_at, [&](QWidget& shown, const QString& tab) {
        QCOMPARE(s.window.size(), size);  // longer words do not force it larger
        keep_picture(shown, QStringLiteral("%1-%2-%3-%4-%5")
                                .arg(mirrored ? language + QStringLiteral("-rtl") : language)
                                .arg(size.width())
                                .arg(text)
                                .arg(QString::fromLatin1(looked_at.caption).remove(QLatin1Char(',')), tab)
                                .replace(QLatin1Char(' '), QLatin1Char('-'))
                                .remove(QRegularExpression(QStringLiteral("[&/]"))));
        if (&shown != &s.window && (shown.width() > size.width() || shown.height() > size.height()))
            faults << QStringLiteral("%1 x %2: larger than the window").arg(shown.width()).arg(shown.height());
        for (const QString& fault : faults_of(shown, language))
            faults << (tab.isEmpty() ? fault : tab + QStringLiteral(": ") + fault);
    }));
    faults.removeDuplicates();
    tell(faults);
    QCOMPARE(faults.size(), 0);
    windows.over();
}

}  // namespace headroom::ui
