// The translations' files: every text of the window and every one of the engine that it shows is in them once, translated, with its places, keys and
// mark-up.
#include "core/api/catalog.h"
#include "core/api/dataset_facts.h"
#include "core/api/param_schema.h"
#include "core/families/counsel_rules.h"
#include "core/families/family_counsel.h"
#include "core/families/fit_rules.h"
#include "core/families/registry.h"
#include "core/families/suggestion.h"
#include "tests/ui/patient_test.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/i18n/language.h"
#include "ui/models/mark_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <map>
#include <set>

using namespace headroom;
using namespace headroom::ui;

namespace {

const QString kRoot = QStringLiteral(HEADROOM_SOURCE_DIR);
const QString kFolder = kRoot + QStringLiteral("/resources/translations");

struct Message {
    QString context, source, comment, state;
    bool numerus = false;
    QStringList translations;

    QString key() const { return context + QLatin1Char('|') + source + QLatin1Char('|') + comment; }
};

std::vector<Message> read_messages(const QString& path) {
    std::vector<Message> out;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return out;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const QStringView name = xml.name();
        if (name == QLatin1String("name")) context = xml.readElementText();
        if (name == QLatin1String("message")) {
            out.emplace_back().context = context;
            out.back().numerus = xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
        }
        if (name == QLatin1String("source")) out.back().source = xml.readElementText();
        if (name == QLatin1String("comment")) out.back().comment = xml.readElementText();
        if (name == QLatin1String("numerusform")) out.back().translations << xml.readElementText();
        if (name == QLatin1String("translation")) {
            out.back().state = xml.attributes().value(QLatin1String("type")).toString();
            if (!out.back().numerus) out.back().translations << xml.readElementText();
        }
    }
    return out;
}

/// What lupdate finds in the sources now, in `path`; its output, which names what it did not understand.
QString find_texts(const QString& path) {
    QProcess lupdate;
    lupdate.setProcessChannelMode(QProcess::MergedChannels);
    lupdate.setWorkingDirectory(kRoot);
    lupdate.start(QStringLiteral(HEADROOM_LUPDATE),
                  {QStringLiteral("-locations"), QStringLiteral("none"), QStringLiteral("-I"), QStringLiteral("."),
                   QStringLiteral("ui"), QStringLiteral("app"), QStringLiteral("resources/translations"),
                   QStringLiteral("-ts"), path});
    if (!lupdate.waitForFinished(kPatienceMs)) return QStringLiteral("lupdate did not run: ") + lupdate.errorString();
    return QString::fromUtf8(lupdate.readAll());
}

std::multiset<QString> marks_of(const QString& text) {
    static const QRegularExpression marks(QStringLiteral("%L?(?:\\d+|n)|</?[a-z0-9]+"));
    std::multiset<QString> out;
    for (auto it = marks.globalMatch(text); it.hasNext();) out.insert(it.next().captured());
    return out;
}

int keys_in(const QString& text) {
    static const QRegularExpression keys(QStringLiteral("&(?!&|[a-z]+;)\\w"));
    int out = 0;
    for (auto it = keys.globalMatch(text); it.hasNext(); it.next()) ++out;
    return out;
}

/// Every text of settings and families that the window shows, once.
std::vector<std::string> texts_of_core() {
    std::vector<std::string> out;
    std::set<std::string, std::less<>> known{""};
    const auto add = [&](std::string_view text) {
        const bool words = text.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != text.npos;
        if (words && known.emplace(text).second) out.emplace_back(text);
    };
    for (const Family* family : families()) {
        const FamilyFacts& facts = family->facts();
        for (std::string_view text :
             {facts.info.name, facts.info.summary, facts.step.one, facts.step.many, facts.score.name})
            add(text);
        for (const ParamRow& row : schema_rows(facts.kind)) {
            for (std::string_view text : {row.group, row.label, row.unit, row.help, row.cost}) add(text);
            for (const ParamChoice& choice : row.choices) {
                add(choice.label);
                add(choice.help);
            }
        }
    }
    for (const CounselRuleRow& rule : counsel_rules()) {
        for (std::string_view text : {rule.title, rule.seen, rule.why, rule.otherwise}) add(text);
        if (rule.or_else) add(rule.or_else->seen);
    }
    for (const Family* family : families()) {
        if (const FamilyCounsel* counsel = family->counsel())
            for (const Remedy& remedy : counsel->remedies()) add(remedy.words);
    }
    for (const Preset& preset : catalog_presets()) {
        if (preset.of_benches) continue;
        add(preset.name);
        add(preset.summary);
    }
    QFile models(kRoot + QStringLiteral("/resources/models/catalog.json"));
    if (models.open(QIODevice::ReadOnly))
        for (const QJsonValue model : QJsonDocument::fromJson(models.readAll())[QLatin1String("models")].toArray())
            add(model[QLatin1String("summary")].toString().toStdString());
    for (const DatasetInfo& data : catalog_datasets()) {
        add(data.name);
        add(data.summary);
    }
    return out;
}

/// The content of core_texts.h.
QByteArray list_of(const std::vector<std::string>& texts) {
    QByteArray out =
        "// The texts of settings and families that the window shows, for lupdate alone. Written by tst_translations (CONTRIBUTING.md).\n"
        "#pragma once\n\n// clang-format off\ninline constexpr const char* kCoreTexts[] = {\n";
    for (const std::string& text : texts) {
        QByteArray quoted = QByteArray::fromStdString(text);
        quoted.replace('\\', "\\\\").replace('"', "\\\"");
        out += "    QT_TRANSLATE_NOOP(\"core\", \"" + quoted + "\"),\n";
    }
    return out + "};\n// clang-format on\n";
}

}  // namespace

class TranslationsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { speak(QStringLiteral("en")); }

    void theEnginesTextsAreListed() {
        const QByteArray list = list_of(texts_of_core());
        QFile file(kFolder + QStringLiteral("/core_texts.h"));
        if (qEnvironmentVariableIsSet("HEADROOM_WRITE_CORE_TEXTS")) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            QCOMPARE(file.write(list), list.size());
            return;
        }
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(file.readAll() == list,
                 "resources/translations/core_texts.h is not what the schema says: run HEADROOM_WRITE_CORE_TEXTS=1 "
                 "tst_translations theEnginesTextsAreListed, then lupdate (CONTRIBUTING.md)");
    }

    void everyTextIsTranslated_data() {
        QTest::addColumn<QString>("code");
        for (const Language& language : languages()) QTest::newRow(qPrintable(language.code)) << language.code;
    }
    void everyTextIsTranslated() {
        QFETCH(QString, code);
        const QTemporaryDir folder;
        const QString found = folder.filePath(QStringLiteral("found.ts"));
        const QString said = find_texts(found);
        static const QRegularExpression complaint(
            QStringLiteral("^.*(?:lacks Q_OBJECT|Qualifying with unknown namespace/class ::(?!std)|"
                           "Discarding|Cannot|Unterminated|Excess|Unbalanced|"
                           "did not run|invoked like a function).*$"),
            QRegularExpression::MultilineOption);
        QVERIFY2(!complaint.match(said).hasMatch(), qPrintable(complaint.match(said).captured()));
        std::map<QString, bool> wanted;
        for (const Message& message : read_messages(found))
            // English says everything but plurals itself.
            if (code != QLatin1String("en") || message.numerus) wanted[message.key()] = message.numerus;
        QVERIFY2(wanted.size() > (code == QLatin1String("en") ? 10u : 1000u), qPrintable(said));
        QStringList faults;
        std::map<QString, int> seen;
        const std::vector<Message> all = read_messages(kFolder + QStringLiteral("/headroom_%1.ts").arg(code));
        for (const Message& message : all) {
            const QString key = message.key();
            ++seen[key];
            if (seen[key] > 1) faults << QStringLiteral("twice: ") + key;
            if (!wanted.contains(key)) faults << QStringLiteral("not in the sources: ") + key;
            if (!message.state.isEmpty()) faults << message.state + QStringLiteral(": ") + key;
            if (message.numerus && message.translations.size() != 2) faults << QStringLiteral("plurals: ") + key;
            for (const QString& text : message.translations)
                if (text.isEmpty()) faults << QStringLiteral("empty: ") + key;
        }
        for (const auto& [key, numerus] : wanted)
            if (!seen.contains(key)) faults << QStringLiteral("missing: ") + key;
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

    void placesKeysAndMarkupAgree_data() { everyTextIsTranslated_data(); }
    void placesKeysAndMarkupAgree() {
        QFETCH(QString, code);
        QStringList faults;
        for (const Message& message : read_messages(kFolder + QStringLiteral("/headroom_%1.ts").arg(code))) {
            for (const QString& text : message.translations) {
                std::multiset<QString> source = marks_of(message.source), here = marks_of(text);
                // "1 run" needs no %n.
                const bool one = message.numerus && text == message.translations.first();
                if (one && !here.contains(QStringLiteral("%Ln"))) source.erase(QStringLiteral("%Ln"));
                if (source != here) faults << QStringLiteral("places or mark-up: ") + message.source;
                if (keys_in(message.source) != keys_in(text)) faults << QStringLiteral("keys: ") + message.source;
                const QString end = QStringLiteral("…");
                if (message.source.endsWith(end) != text.endsWith(end))
                    faults << QStringLiteral("ellipsis: ") + message.source;
            }
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

    void englishHasPlurals() {
        QCOMPARE(imagesText(1), QStringLiteral("1 image"));
        QCOMPARE(imagesText(640), QStringLiteral("640 images"));
    }

    void germanIsSpoken() {
        speak(QStringLiteral("de"));
        QCOMPARE(spokenLanguage(), QStringLiteral("de"));
        QCOMPARE(imagesText(1), QStringLiteral("1 Bild"));
        QCOMPARE(imagesText(12345), QStringLiteral("12,3 Tsd. Bilder"));
        QCOMPARE(numberText(1234.5, 1), QStringLiteral("1.234,5"));
        QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("Abbrechen"));
    }

    void sentencesWithFiguresAreKnownAgain() {
        const std::string ladder = "Micro-batch 32 to 16, accumulation 1 to 2; Fakes recomputed instead of kept";
        QCOMPARE(coreText(ladder), QString::fromStdString(ladder));
        QCOMPARE(coreText("20000 distinct pictures of 256 px are enough for 128 px."),
                 QStringLiteral("20,000 distinct pictures of 256 px are enough for 128 px."));
        QCOMPARE(coreText("Scores every 1000 steps, and the checkpoint of the best KID is kept"),
                 QStringLiteral("Scores every 1,000 steps, and the checkpoint of the best KID is kept"));
        QCOMPARE(coreText("needs 3.00 GiB once image.size is 128, more than its budget of 2.00 GiB"),
                 QStringLiteral("needs 3.00 GiB once Resolution is 128, more than its budget of 2.00 GiB"));
        QCOMPARE(coreText("once no.setting is 128"), QStringLiteral("once no.setting is 128"));
        // With a semicolon of its own: not two sentences.
        QCOMPARE(coreText("d.layers: 10 layers leave nothing of pictures of 1024 px; choose fewer"),
                 QStringLiteral("d.layers: 10 layers leave nothing of pictures of 1,024 px; choose fewer"));
        for (const char* named :
             {"2026 is next.", "2026 runs; 2025 is next.", "2026 (process 41234)", "process 1 (pid 41234 on 2026)",
              "port 29500 is in use, so process 0 cannot listen there", "the tensor 2026 is missing"})
            QCOMPARE(coreText(named), QString::fromUtf8(named));
        speak(QStringLiteral("de"));
        QCOMPARE(coreText(ladder),
                 QStringLiteral("Micro-Batch 32 → 16, Akkumulation 1 → 2; Fakes neu berechnet statt behalten"));
        QCOMPARE(coreText("once image.size is 256"), QStringLiteral("sobald Auflösung 256 ist"));
        // Of one sentence with a semicolon of its own no two are made.
        QCOMPARE(coreText("/data: 12 pictures are too few to score; 64 are the least"),
                 QStringLiteral("/data: 12 Bilder sind zu wenige zum Bewerten; 64 sind das Mindeste"));
        QCOMPARE(coreText("it was the first step with these settings"),
                 QStringLiteral("es war der erste Schritt mit diesen Einstellungen"));
        QCOMPARE(coreText("https://h/f is not there any more (404)"),
                 QStringLiteral("https://h/f gibt es nicht mehr (404)"));
        QCOMPARE(coreText("torch 2.11.0: 1.5 MiB of 4.0 MiB, 2.0 MiB/s"),
                 QStringLiteral("torch 2.11.0: 1,5 MiB von 4,0 MiB, 2,0 MiB/s"));
        QCOMPARE(coreText("/runs/100 %1 a.bin"), QStringLiteral("/runs/100 %1 a.bin"));
        QCOMPARE(coreText("AMD EPYC, 2 cores"), QStringLiteral("AMD EPYC, 2 Kerne"));
        for (const char* name : {"2026", "stopped", "pictures"})
            QCOMPARE(coreText(std::string(name) + " runs; " + name + " is next."),
                     QStringLiteral("%1 läuft; als Nächstes %1.").arg(QLatin1String(name)));
        // What is quoted stays as it was written, whatever of the engine's words it is made of.
        QCOMPARE(
            coreText("\"a dog, a cat and two more\" is longer than this CLIP reads; its end is left out"),
            QStringLiteral("„a dog, a cat and two more“ ist länger, als dieses CLIP liest; das Ende wird weggelassen"));
        QCOMPARE(
            coreText("DCGAN generator, 64 px, 3.6 million numbers, with its discriminator, 64 px, 2.8 million numbers"),
            QStringLiteral("DCGAN-Generator, 64 px, 3,6 Millionen Zahlen, mit seinem Diskriminator, 64 px, "
                           "2,8 Millionen Zahlen"));
    }

    void errorsThatHoldOthersAreTakenApart() {
        speak(QStringLiteral("de"));
        // The sentence that says most itself is it, although the shorter one of whole numbers fits as well.
        QCOMPARE(coreText("/a.pth: the tensors are not those of a DCGAN network: "
                          "the tensor main.0.weight holds whole numbers (i64), not weights"),
                 QStringLiteral("/a.pth: die Tensoren sind nicht die eines DCGAN-Netzes: "
                                "der Tensor main.0.weight enthält ganze Zahlen (i64), keine Gewichte"));
        QCOMPARE(coreText("cut off at step 500; its newest checkpoint is of step 400"),
                 QStringLiteral("abgebrochen bei Schritt 500; sein neuester Checkpoint ist von Schritt 400"));
        QCOMPARE(coreText("the connection to the run's process 41234 was lost; the run goes on"),
                 QStringLiteral("die Verbindung zum Prozess 41234 des Laufs ging verloren; der Lauf geht weiter"));
    }

    void everyProposalAndItsReasonAreTranslated() {
        speak(QStringLiteral("de"));
        for (const std::int64_t pictures : {316, 6000, 200000}) {
            for (const int side : {32, 500}) {
                // Photographs, writing, icons that are white on nothing, panoramas, and what lies on black or on grey.
                for (const int shown : {0, 1, 2, 3, 4, 5}) {
                    const double share = shown == 1 || shown == 2 ? 0.99 : 0;
                    const DatasetFacts facts{.pictures = pictures,
                                             .near_duplicates = shown == 0 ? 0 : pictures / 5,
                                             .examples = {},
                                             .empty = share,
                                             .grey = shown == 1 ? share : 0,
                                             .transparent = share,
                                             .pale = shown == 2 ? share : 0,
                                             .light_ground = share,
                                             .black_ground = shown == 4 ? 0.9 : 0,
                                             .grey_ground = shown == 5 ? 0.9 : 0,
                                             .wide = share > 0 ? share : 0.5,
                                             .cut = shown == 3 ? 0.5 : 0,
                                             .edges = 0.1,
                                             .median_side = side};
                    for (const bool on_gpu : {false, true}) {
                        const auto recipe = suggest_recipe(facts, on_gpu);
                        for (const SuggestedChange& change : recipe->changes) {
                            QVERIFY2(coreText(change.words) != QString::fromStdString(change.words),
                                     change.words.c_str());
                            QVERIFY2(coreText(change.reason) != QString::fromStdString(change.reason),
                                     change.reason.c_str());
                        }
                    }
                }
            }
        }
    }

    void everyPlanIsTranslated() {
        speak(QStringLiteral("de"));
        int said = 0;
        for (const Family* family : families()) {
            const FitRules& rules = family->fit();
            const TrainConfig asked = default_config(family->facts().kind);
            const FitRequest request{asked, {}, 0, {true, true, true, true, true}};
            std::vector<TrainConfig> plans = rules.sizes(request, true);
            rules.add_pieces(request, asked, true, plans);
            for (const TrainConfig& plan : plans) {
                std::vector<std::string> words{rules.pieces_words(plan)};
                for (const auto& more :
                     {rules.size_words(asked, plan), rules.deviations(asked, plan), rules.ladder_words(asked, plan)})
                    words.insert(words.end(), more.begin(), more.end());
                for (const std::string& one : words)
                    QVERIFY2(coreText(one) != QString::fromStdString(one), one.c_str());
                said += static_cast<int>(words.size());
            }
        }
        QVERIFY(said > 50);
        QCOMPARE(coreText("Micro-batch 8 x 4 is tight, 1.20 GiB to spare"),
                 QStringLiteral("Micro-Batch 8 × 4 ist knapp, 1,20 GiB übrig"));
        QCOMPARE(coreText("3 of 8 cuts at a time fits, 1.20 GiB to spare"),
                 QStringLiteral("3 von 8 Ausschnitten zugleich passt, 1,20 GiB übrig"));
    }

    void whatWasTriedWhenMemoryRanOutIsTranslated() {
        const char* const recorded =
            "out of memory survived; Give back caches and preview: 0.20 GiB back, 0.30 GiB still missing; "
            "Micro-batch 32 to 16, accumulation 1 to 2: peak 4.00 GiB to 3.10 GiB, speed −6 %, step repeated";
        QCOMPARE(recoveryText(recorded), QString::fromUtf8(recorded));
        speak(QStringLiteral("de"));
        QCOMPARE(recoveryText(recorded),
                 QStringLiteral("vollen Speicher überstanden; Caches und Vorschau zurückgeben: 0,20 GiB zurück, es "
                                "fehlen noch 0,30 GiB; Micro-Batch 32 → 16, Akkumulation 1 → 2: Spitze 4,00 GiB → "
                                "3,10 GiB, Tempo −6 %, Schritt wiederholt"));
        QCOMPARE(recoveryText("Activation checkpointing: not enough"),
                 QStringLiteral("Activation Checkpointing: nicht genug"));
    }

    void aNameThatReadsTheOtherWayTurnsNoSentenceOfTheEngine() {
        const std::string name = "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D";
        const QString shown = nameText(QString::fromStdString(name));
        QVERIFY(shown != QString::fromStdString(name));
        QCOMPARE(coreText(name + " is next."), shown + QStringLiteral(" is next."));
        speak(QStringLiteral("de"));
        QCOMPARE(coreText(name + " is next."), shown + QStringLiteral(" ist als Nächstes dran."));
    }

    void inEnglishSentencesAreToldAsTheyAre() {
        static const QRegularExpression places(QStringLiteral("%\\d")), large(QStringLiteral("\\d{4}"));
        for (const CoreSentence& one : coreSentences()) {
            if (QString::fromUtf8(one.source).contains(large)) continue;
            for (const char* taken : {"7", "a.png", "café"}) {
                const QString words = QString::fromUtf8(one.source).replace(places, QString::fromUtf8(taken));
                QCOMPARE(coreText(words.toStdString()), words);
            }
        }
    }

    void whatIsAPlainLineIsLeftAsItIs() {
        for (uint letter = 0; letter < 0x10000; ++letter) {
            const QString text = QStringLiteral("a") + QChar(static_cast<char16_t>(letter));
            QVERIFY2(isPlainLine(text) == (pathText(text) == text), qPrintable(QString::number(letter, 16)));
        }
    }

    void theLanguageIsTheFirstThatThereIs() {
        QCOMPARE(languageOf({QStringLiteral("fr-FR"), QStringLiteral("de-AT"), QStringLiteral("en")}),
                 QStringLiteral("de"));
        QCOMPARE(languageOf({QStringLiteral("en_GB"), QStringLiteral("de")}), QStringLiteral("en"));
        QCOMPARE(languageOf({QStringLiteral("fr"), QStringLiteral("C")}), QStringLiteral("en"));
        speak(QStringLiteral("no-such-language"));  // as "system"
        QVERIFY(spokenLanguage() == QLatin1String("en") || spokenLanguage() == QLatin1String("de"));
    }

    void pseudoKeepsWhatIsNotWords() {
        const QString text = QStringLiteral("&Open <b>%1</b> of %Ln file(s) (*.png)…");
        const QString pseudo = pseudoText(text);
        QCOMPARE(marks_of(pseudo), marks_of(text));
        QVERIFY(pseudo.contains(QStringLiteral("&O")) && pseudo.contains(QStringLiteral("(*.png)")));
        const QString plain = QStringLiteral("Settings that fit the memory of a card");
        QVERIFY(pseudoText(plain).size() >= plain.size() * 13 / 10);
        speak(QStringLiteral("pseudo"));
        QVERIFY(imagesText(5) != QStringLiteral("5 images"));
    }
};

QTEST_MAIN(TranslationsTest)
#include "tst_translations.moc"
