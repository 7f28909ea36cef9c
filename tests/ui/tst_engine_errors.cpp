// The errors of the engine in the window's language: each one that the sources make is listed, and none is taken for another.
#include "tests/ui/patient_test.h"
#include "ui/i18n/core_text.h"
#include "ui/i18n/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <set>

using namespace headroom;
using namespace headroom::ui;

namespace {

const QString kRoot = QStringLiteral(HEADROOM_SOURCE_DIR);

/// Errors that are not listed on purpose: words of theirs, or the file or folder (core/...) that makes them.
struct LeftOut {
    const char* what;
    const char* why;
};
constexpr LeftOut kLeftOut[] = {
    {"was to be read into", "a defect of Headroom: callers give the room that they were told of"},
    {"there is no tensor", "a defect of Headroom: callers count the tensors"},
    {"pictures are decoded to 1, 3 or 4 channels", "a defect of Headroom"},
    {"a checkpoint's state must be text", "a defect of Headroom"},
    {"a checkpoint part cannot be called", "a defect of Headroom"},
    {"is not one of gif, webp, mp4", "known by \"%1: '%2' is not one of %3\""},
    {"core/train/bench.cpp", "headroom-cli bench alone"},
    {"core/train/score/score.cpp", "headroom-cli score alone"},
    {"core/train/score/picture_set.cpp", "headroom-cli score alone"},
    {"Choose of random, clip, clip=FILE and inception=FILE", "headroom-cli score alone"},
    {"core/train/tools/clip_features.cpp", "headroom-cli clip alone"},
    {"this VQGAN has no encoder, it can only decode", "headroom-cli reconstruct alone"},
    {"Choose a file with both halves", "headroom-cli reconstruct alone"},
    {"Enlarge the result once more for a larger one", "headroom-cli enlarge alone: the window offers 2, 3 and 4"},
    {"core/ranks/launch.cpp", "the environment of a process that the command line starts"},
    {"core/kernels/nvrtc.cpp", "goes to the log alone"},
    {"core/engine/setup/wheel_list.cpp", "the list is part of the program and tested"},
    {"is no time that can be waited for", "times of the command line"},
    {"is damaged: it is not the queue that was written", "the queue is mended, and says so itself"},
    {"a place is not below zero", "a defect of Headroom"},
    {"a new run needs settings", "a defect of Headroom"},
    {"a process alone has nobody to hear", "a defect of Headroom"},
    {"the networks that were just looked at are not known", "a defect of Headroom"},
    {"the networks were not looked at before their probe", "a defect of Headroom"},
};

QString content_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The literal whose first letter is at `at`, which is then behind its closing quote.
QString literal_at(const QString& code, qsizetype& at) {
    QString out;
    while (at < code.size() && code[at] != QLatin1Char('"')) {
        if (code[at] == QLatin1Char('\\')) ++at;
        out += code[at++];
    }
    ++at;
    return out;
}

/// The texts within each call of `name` in `code`; literals that stand side by side are one.
QStringList texts_of_calls(const QString& name, const QString& code) {
    QStringList out;
    const QRegularExpression call(QStringLiteral("\\b%1\\(").arg(name));
    for (auto found = call.globalMatch(code); found.hasNext();) {
        qsizetype at = found.next().capturedEnd();
        bool side_by_side = false;
        for (int depth = 1; depth > 0 && at < code.size();) {
            const QChar c = code[at++];
            if (c == QLatin1Char('"')) {
                if (!side_by_side) out << QString();
                out.last() += literal_at(code, at);
                side_by_side = true;
            } else if (c == QLatin1Char('\'') && !code[at - 2].isLetterOrNumber()) {  // a character, maybe a bracket
                at = code.indexOf(QLatin1Char('\''), at + (code[at] == QLatin1Char('\\') ? 2 : 1)) + 1;
                side_by_side = false;
            } else if (c == QLatin1Char('/') && code[at] == QLatin1Char('/')) {
                at = code.indexOf(QLatin1Char('\n'), at);
            } else {
                depth += c == QLatin1Char('(') ? 1 : c == QLatin1Char(')') ? -1 : 0;
                side_by_side = side_by_side && c.isSpace();
            }
        }
    }
    return out;
}

/// `text` without the signs at its ends, which stand beside the names put in there.
QString bare(QString text) {
    static const QRegularExpression ends(QStringLiteral("^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$"));
    return text.remove(ends);
}

/// Neither a name of a file nor a word or two between figures.
bool is_sentence(const QString& text) {
    const auto letters = std::count_if(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
    return letters >= 12 && text.contains(QLatin1Char(' '));
}

}  // namespace

class EngineErrorsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { speak(QStringLiteral("en")); }

    void everyErrorOfTheEngineIsListed() {
        QStringList listed = texts_of_calls(QStringLiteral("QT_TRANSLATE_NOOP"),
                                            content_of(kRoot + QStringLiteral("/resources/translations/core_texts.h")));
        QVERIFY(listed.size() > 500);
        for (const CoreSentence& one : coreSentences()) listed << QString::fromUtf8(one.source);
        QStringList faults;
        std::set<const LeftOut*> met;
        int sentences = 0;
        QDirIterator sources(kRoot + QStringLiteral("/core"), {QStringLiteral("*.cpp"), QStringLiteral("*.h")},
                             QDir::Files, QDirIterator::Subdirectories);
        while (sources.hasNext()) {
            const QString path = sources.next(), file = path.mid(kRoot.size() + 1);
            for (const QString& text : texts_of_calls(QStringLiteral("make_error"), content_of(path))) {
                const QString part = bare(text);
                if (!is_sentence(part)) continue;
                ++sentences;
                const LeftOut* left = std::find_if(std::begin(kLeftOut), std::end(kLeftOut), [&](const LeftOut& one) {
                    const QString what = QString::fromUtf8(one.what);
                    return part.contains(what) || file.startsWith(what);
                });
                if (left != std::end(kLeftOut)) {
                    met.insert(left);
                } else if (std::none_of(listed.cbegin(), listed.cend(),
                                        [&](const QString& one) { return one.contains(part); })) {
                    faults << QStringLiteral("%1: \"%2\"").arg(file, text);
                }
            }
        }
        QVERIFY(sentences > 500);
        for (const LeftOut& one : kLeftOut)
            if (!met.contains(&one)) faults << QStringLiteral("no longer there: ") + QString::fromUtf8(one.what);
        faults.removeDuplicates();
        QVERIFY2(
            faults.isEmpty(),
            qPrintable(QStringLiteral(
                           "list these in resources/translations/errors_of_*.h, or leave them out with a reason:\n") +
                       faults.join(QLatin1Char('\n'))));
    }

    void noSentenceIsListedTwiceOrTakenForAnother() {
        speak(QStringLiteral("de"));
        static const QRegularExpression places(QStringLiteral("%(\\d)"));
        const QString name = QStringLiteral("W\\1z");
        QStringList faults;
        std::set<QString> seen;
        for (const CoreSentence& one : coreSentences()) {
            QString words = QString::fromUtf8(one.source), german = QCoreApplication::translate("core", one.source);
            if (!seen.insert(words).second) faults << QStringLiteral("twice: ") + words;
            words.replace(places, name);
            german.replace(places, name);
            if (coreText(words.toStdString()) != german) faults << QStringLiteral("taken for another: ") + words;
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

    void namesStayAsTheyAre_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("digits") << "2026";
        QTest::newRow("words of the engine") << "stopped";
    }
    void namesStayAsTheyAre() {
        QFETCH(QString, name);
        speak(QStringLiteral("de"));
        QStringList faults;
        int named = 0;
        for (const CoreSentence& one : coreSentences()) {
            const QString names = QString::fromUtf8(one.names);
            if (names.isEmpty()) continue;
            ++named;
            QString words = QString::fromUtf8(one.source), german = QCoreApplication::translate("core", one.source);
            for (QString* text : {&words, &german}) {
                for (int place = 1; place <= 9; ++place)
                    text->replace(QStringLiteral("%%1").arg(place),
                                  names.contains(QString::number(place)) ? name : QStringLiteral("W%1z").arg(place));
            }
            if (coreText(words.toStdString()) != german) faults << words;
        }
        QVERIFY(named > 200);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

    void placesOfNamesAreThere() {
        for (const CoreSentence& one : coreSentences())
            for (const char* place = one.names; *place; ++place)
                QVERIFY2(QString::fromUtf8(one.source).contains(QLatin1Char('%') + QString(QLatin1Char(*place))),
                         one.source);
    }

    void errorsAreSaidInGerman_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("german");
        QTest::newRow("with its reason") << "cannot write /runs/a/log.txt: permission denied"
                                         << "/runs/a/log.txt lässt sich nicht schreiben: keine Berechtigung";
        QTest::newRow("with its line") << "lr.g: expects a number (run.json:1024)"
                                       << "lr.g: erwartet eine Zahl (run.json:1024)";
        QTest::newRow("with a semicolon") << "the notes have 70000 bytes; at most 65,536 are kept"
                                          << "die Notizen haben 70.000 Bytes; höchstens 65.536 werden behalten";
        QTest::newRow("with a list of files")
            << "There is no usable picture in '2024' (a.png: it is cut off; b.png: it is empty; and 1200 more)."
            << "In „2024“ ist kein brauchbares Bild (a.png: abgeschnitten; b.png: leer; und 1.200 weitere).";
        QTest::newRow("with what is wrong within")
            << "/w/a.pth cannot be loaded: the tensor '2024' has an impossible shape (3 x -4)"
            << "/w/a.pth lässt sich nicht laden: der Tensor „2024“ hat eine unmögliche Form (3 x -4)";
        QTest::newRow("with a process") << "the run /runs/a is being trained by another process (pid 41234)"
                                        << "den Lauf /runs/a trainiert ein anderer Prozess (PID 41234)";
        QTest::newRow("of a run of digits") << "2026: there is no such run"
                                            << "2026: diesen Lauf gibt es nicht";
        QTest::newRow("of a tensor of digits") << "/w/a.pth lacks 1024 tensors: 2024"
                                               << "/w/a.pth fehlen 1.024 Tensoren: 2024";
        QTest::newRow("of a thousand and more") << "VQGAN f16, 16,384 codes, 67.5 million numbers"
                                                << "VQGAN f16, 16.384 Codes, 67,5 Millionen Zahlen";
        QTest::newRow("of something unknown") << "/w/a.pth: EOF in archive: 12345"
                                              << "/w/a.pth: EOF in archive: 12345";
    }
    void errorsAreSaidInGerman() {
        QFETCH(QString, words);
        QFETCH(QString, german);
        speak(QStringLiteral("de"));
        QCOMPARE(coreText(words.toStdString()), german);
    }
};

QTEST_MAIN(EngineErrorsTest)
#include "tst_engine_errors.moc"
