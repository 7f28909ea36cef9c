// Goldens of the window's number formats in the C and the German locale, and of the words of others.
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"

#include <QLocale>
#include <QObject>
#include <QtTest/QTest>

#include <cmath>

using namespace headroom;
using namespace headroom::literals;
using namespace headroom::ui;

namespace {
const QString kMinus = QChar(0x2212);
Bytes gib(double amount) { return {std::llround(amount * 1024.0 * 1024.0 * 1024.0)}; }
}  // namespace

class FormatTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QLocale::setDefault(QLocale::c()); }

    void memory() {
        QCOMPARE(figureText(gib(4.02), MemoryUnit::GiB), QStringLiteral("4.02"));
        QCOMPARE(sizeText(gib(1.83), MemoryUnit::GiB), QStringLiteral("1.83 GiB"));
        QCOMPARE(sizeText(412_MiB, MemoryUnit::MiB), QStringLiteral("412 MiB"));
        QCOMPARE(figureText(4_MiB, MemoryUnit::GiB), QStringLiteral("0.00"));
        QCOMPARE(totalText(6_GiB), QStringLiteral("6.00 GiB"));
        QCOMPARE(totalText(700_MiB), QStringLiteral("700 MiB"));
        QCOMPARE(tensorText(128_MiB), QStringLiteral("128 MiB"));
        QCOMPARE(tensorText(3276_B), QStringLiteral("3.2 KiB"));
        QCOMPARE(tensorText(12_B), QStringLiteral("12 B"));
        QCOMPARE(exactText(4316442624_B), QStringLiteral("4,316,442,624 bytes"));
    }

    void changesCarryTheirSign() {
        QCOMPARE(changeText(gib(0.89)), QStringLiteral("+0.89 GiB"));
        QCOMPARE(changeText(-12_MiB), kMinus + QStringLiteral("12 MiB"));
        QCOMPARE(changeText(0_B), QStringLiteral("0.00 GiB"));
        QCOMPARE(signedPercentText(5.2), QStringLiteral("+5 %"));
        QCOMPARE(signedPercentText(-6.0), kMinus + QStringLiteral("6 %"));
        QCOMPARE(signedPercentText(0.2), QStringLiteral("0 %"));
        QCOMPARE(numberText(-0.001, 2), QStringLiteral("0.00"));
    }

    void unitFollowsTheProcess() {
        QCOMPARE(unitFor(0_B), MemoryUnit::GiB);
        QCOMPARE(unitFor(40_MiB), MemoryUnit::MiB);
        QCOMPARE(unitFor(4_GiB), MemoryUnit::GiB);
        QCOMPARE(unitFor(gib(1.05), MemoryUnit::MiB), MemoryUnit::MiB);
        QCOMPARE(unitFor(gib(1.05), MemoryUnit::GiB), MemoryUnit::GiB);
        QCOMPARE(unitFor(gib(1.2), MemoryUnit::MiB), MemoryUnit::GiB);
    }

    void largeAmountsAmongSmallOnesCarryTheirOwnUnit() {
        const MemoryUnit mib = MemoryUnit::MiB;
        QCOMPARE(sizeText(gib(20.38), mib), QStringLiteral("20.38 GiB"));
        QCOMPARE(figureText(gib(20.38), mib), QStringLiteral("20.38 GiB"));
        QCOMPARE(figureText(2047_MiB, mib), QStringLiteral("2,047"));
        QCOMPARE(figureText(2048_MiB, mib), QStringLiteral("2.00 GiB"));
        QCOMPARE(shownText(-3072, mib), QStringLiteral("−3.00 GiB"));
        QCOMPARE(leadText(344_MiB, gib(20.72), mib), QStringLiteral("344 MiB"));
        QCOMPARE(leadText(344_MiB, 412_MiB, mib), QStringLiteral("344"));
        QCOMPARE(leadText(gib(20.38), gib(20.72), mib), QStringLiteral("20.38"));
        QCOMPARE(leadText(gib(4.02), gib(6), MemoryUnit::GiB), QStringLiteral("4.02"));
    }

    void durations_data() {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("ms") << 0.35 << "350 ms";
        QTest::newRow("tenths") << 2.1 << "2.1 s";
        QTest::newRow("seconds") << 42.0 << "42 s";
        QTest::newRow("rounds up") << 59.7 << "1 min 00 s";
        QTest::newRow("minutes") << 182.0 << "3 min 02 s";
        QTest::newRow("hours") << 6060.0 << "1 h 41 min";
        QTest::newRow("hour with zero") << 4140.0 << "1 h 09 min";
        QTest::newRow("days") << 200000.0 << "2 d 07 h";
        QTest::newRow("unknown") << std::nan("") << "n/a";
    }
    void durations() {
        QFETCH(double, seconds);
        QFETCH(QString, text);
        QCOMPARE(durationText(seconds), text);
    }

    void errorsAreSentencesWithoutTheCommandLinesOptions() {
        QCOMPARE(errorText(make_error(ErrorCode::Disk, "the disk is full", "Choose another folder.")),
                 QStringLiteral("The disk is full. Choose another folder."));
        QCOMPARE(errorText(make_error(ErrorCode::NotFound, "--out: the folder of /a/b.png does not exist")),
                 QStringLiteral("The folder of /a/b.png does not exist."));
        QCOMPARE(errorText(make_error(ErrorCode::Internal, "--out is missing")), QStringLiteral("--out is missing."));
    }

    void countsAndRates() {
        QCOMPARE(countText(4210), QStringLiteral("4,210"));
        QCOMPARE(countText(-4210), kMinus + QStringLiteral("4,210"));
        QCOMPARE(imagesText(1077760), QStringLiteral("1,077.8 k images"));
        QCOMPARE(imagesText(640), QStringLiteral("640 images"));
        QCOMPARE(rateText(1e-4), QStringLiteral("1.0e-4"));
        QCOMPARE(rateText(2e-4), QStringLiteral("2.0e-4"));
        QCOMPARE(rateText(9.99e-5), QStringLiteral("1.0e-4"));
        QCOMPARE(rateText(0.0), QStringLiteral("0"));
        QCOMPARE(speedText(172.3), QStringLiteral("172 img/s"));
        QCOMPARE(speedText(4.26), QStringLiteral("4.3 img/s"));
    }

    void wordsOfOthersAreShownAsTheyAre() {
        QVERIFY(isRichTip(richTip(QStringLiteral("<b>Seed</b>"))));
        for (const char* name : {"<b>evil</b>", "a <i>run</i>", "&lt;b&gt;"})
            QVERIFY2(!isRichTip(QLatin1String(name)), name);
        const QString two = QStringLiteral("cats & dogs");
        QCOMPARE(toCaption(two), QStringLiteral("cats && dogs"));
        QCOMPARE(fromCaption(toCaption(two)), two);
        QCOMPARE(fromCaption(QStringLiteral("&File")), QStringLiteral("File"));
        QCOMPARE(nameText(QStringLiteral("plain.png")), QStringLiteral("plain.png"));
        QCOMPARE(nameText(QStringLiteral("two\nlines\t.png")), QStringLiteral("two lines .png"));
        const QChar isolate(0x2068), pop(0x2069), overrides(0x202E);
        const QString hebrew = QString::fromUtf8("\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D.png");
        QCOMPARE(nameText(hebrew), isolate + hebrew + pop);
        const QString posing = QStringLiteral("photo") + overrides + QStringLiteral("gnp.exe");
        QCOMPARE(nameText(posing), isolate + posing + pop);
        QCOMPARE(nameText(posing + pop), isolate + posing + pop);  // it cannot let itself out
        // Of a very long one both ends are told; a path is told whole.
        const QString cat = QString::fromUtf8("\xF0\x9F\x90\x88"), cats = cat.repeated(60);  // two units each
        const QString many = QStringLiteral("a") + cats + QStringLiteral("-07.png");
        QVERIFY(nameText(many).size() <= 80);
        QVERIFY(nameText(many).startsWith(QStringLiteral("a") + cat) &&
                nameText(many).endsWith(QStringLiteral("-07.png")));
        QVERIFY2(nameText(many).isValidUtf16(), "no letter is cut in two");
        QCOMPARE(pathText(many), many);
        QCOMPARE(pathText(posing), isolate + posing + pop);
        QCOMPARE(fileNameText(QStringLiteral("/data/two\nlines.png")), QStringLiteral("two lines.png"));
        QCOMPARE(fileNameText(QStringLiteral("/data/flowers/")), QStringLiteral("flowers"));
        QCOMPARE(fileNameText(QString()), QString());
    }

    void german() {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(sizeText(gib(1.83), MemoryUnit::GiB), QStringLiteral("1,83 GiB"));
        QCOMPARE(countText(4210), QStringLiteral("4.210"));
        QCOMPARE(changeText(-gib(0.89)), kMinus + QStringLiteral("0,89 GiB"));
        QCOMPARE(rateText(1e-4), QStringLiteral("1,0e-4"));
        QCOMPARE(durationText(2.1), QStringLiteral("2,1 s"));
        QCOMPARE(imagesText(1077760), QStringLiteral("1.077,8 k images"));
    }
};

QTEST_GUILESS_MAIN(FormatTest)
#include "tst_format.moc"
