// NumberField: what people type, what arrows do, what Esc takes back.
#include "tests/ui/patient_test.h"
#include "ui/widgets/number_field.h"

#include <QLineEdit>
#include <QLocale>
#include <QSignalSpy>

#include <tuple>

using headroom::ui::NumberField;

namespace {

class Field : public NumberField {
public:
    using NumberField::lineEdit;
    using NumberField::NumberField;
    void type(const QString& text) {
        lineEdit()->selectAll();
        lineEdit()->insert(text);  // what typing does, for characters without a key too
    }
};

}  // namespace

class NumberFieldTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void readsNumbers_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("plain");
        const int integer = int(NumberField::Kind::Integer), rate = int(NumberField::Kind::Rate),
                  bytes = int(NumberField::Kind::Bytes);
        QTest::newRow("integer") << integer << "192"
                                 << "192";
        QTest::newRow("grouped") << integer << "12,000"
                                 << "12000";
        QTest::newRow("exponent") << rate << "2e-4"
                                  << "2e-04";
        QTest::newRow("true minus") << rate << QString(QChar(0x2212)) + "3"
                                    << "-3";
        QTest::newRow("not a number") << integer << "many"
                                      << "many";
        QTest::newRow("size with unit") << bytes << "512 MiB"
                                        << "512MiB";
        QTest::newRow("size without unit") << bytes << "6"
                                           << "6GiB";
        QTest::newRow("no size") << bytes << "0"
                                 << "0";
    }
    void readsNumbers() {
        QFETCH(int, kind);
        QFETCH(QString, typed);
        QFETCH(QString, plain);
        Field field(static_cast<NumberField::Kind>(kind));
        field.setLimits(-10, 1e15);
        field.setValue(7);
        field.type(typed);
        QCOMPARE(field.plainText(), plain);
    }

    void acceptsBothDecimalPoints() {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        Field field(NumberField::Kind::Real);
        field.setLimits(0, 10);
        field.setValue(0);
        field.type(QStringLiteral("0,5"));
        QCOMPARE(field.plainText(), QStringLiteral("0.5"));
        field.type(QStringLiteral("0.5"));
        QCOMPARE(field.plainText(), QStringLiteral("0.5"));
    }

    void aThousandthIsNoThousand() {
        for (const auto& [language, point, group] :
             {std::tuple(QLocale::German, ',', '.'), std::tuple(QLocale::English, '.', ',')}) {
            QLocale::setDefault(QLocale(language));
            Field field(NumberField::Kind::Rate);
            field.setLimits(1e-7, 1);
            field.setValue(0.5);
            const auto read = [&field](const char* before, char sign, const char* after) {
                field.type(QString::fromLatin1(before) + QLatin1Char(sign) + QString::fromLatin1(after));
                return field.plainText().toDouble();
            };
            for (const char sign : {point, group}) {  // as papers, and people of another language, write it
                QCOMPARE(read("0", sign, "001"), 0.001);
                QCOMPARE(read("1", sign, "250e-4"), 1.25e-4);
            }
            QCOMPARE(read("1", group, "000"), 1000.0);
            QCOMPARE(read("1", point, "5"), 1.5);
        }
    }

    void anArrowGoesOnFromWhatIsTyped() {
        Field field(NumberField::Kind::Integer);
        field.setLimits(1, 4096);
        field.setStep(1, false);
        field.setValue(64);
        QSignalSpy committed(&field, &NumberField::committed);
        field.type(QStringLiteral("200"));
        QTest::keyClick(&field, Qt::Key_Up);
        QCOMPARE(committed.count(), 1);
        QCOMPARE(committed.last().first().toString(), QStringLiteral("201"));
        field.type(QStringLiteral("many"));
        QTest::keyClick(&field, Qt::Key_Up);
        QCOMPARE(committed.count(), 1);
        QCOMPARE(field.lineEdit()->text(), QStringLiteral("many"));  // left to whoever types it
        field.setValue(4096);
        field.type(QStringLiteral("10"));
        QTest::keyClick(&field, Qt::Key_Up);  // the value had no room above, what is typed has
        QCOMPARE(committed.last().first().toString(), QStringLiteral("11"));
        Field bytes(NumberField::Kind::Bytes);
        bytes.setLimits(0, 1e15);
        bytes.setStep(double{1 << 30}, false);
        QSignalSpy sizes(&bytes, &NumberField::committed);
        bytes.setValue(0);
        bytes.type(QStringLiteral("6"));
        QTest::keyClick(&bytes, Qt::Key_Up);
        QCOMPARE(sizes.last().first().toString(), QStringLiteral("7516192768 B"));
    }

    void commitsOnEnterOnlyWhatDiffers() {
        Field field(NumberField::Kind::Integer);
        field.setLimits(1, 4096);
        field.setValue(128);
        QSignalSpy committed(&field, &NumberField::committed);
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(committed.count(), 0);
        field.type(QStringLiteral("192"));
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(committed.count(), 1);
        QCOMPARE(committed.at(0).at(0).toString(), QStringLiteral("192"));
    }

    void comparesWhatIsTypedWithTheValueBehindIt() {
        Field field(NumberField::Kind::Integer);
        field.setLimits(1, 4096);
        field.setValue(128);
        field.type(QStringLiteral("1"));
        field.noteValue(64);
        QVERIFY(field.isTyping());
        field.type(QStringLiteral("128"));
        QSignalSpy committed(&field, &NumberField::committed);
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(committed.count(), 1);
        QCOMPARE(committed.at(0).at(0).toString(), QStringLiteral("128"));
        field.type(QStringLiteral("1"));
        QTest::keyClick(&field, Qt::Key_Escape);
        QCOMPARE(field.plainText(), QStringLiteral("64"));
    }

    void whatIsShownTypedAgainIsTheValueItself() {
        Field field(NumberField::Kind::Rate);
        field.setLimits(1e-7, 1);
        field.setValue(2.004e-4);
        const QString shown = field.lineEdit()->text();
        field.type(shown);
        QSignalSpy committed(&field, &NumberField::committed);
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(committed.count(), 1);  // it was typed: who refused another text before is told
        QCOMPARE(committed.at(0).at(0).toString().toDouble(), 2.004e-4);
    }

    void escapeTakesTheTextBack() {
        Field field(NumberField::Kind::Integer);
        field.setLimits(1, 4096);
        field.setValue(128);
        field.type(QStringLiteral("9"));
        QSignalSpy escaped(&field, &NumberField::escaped);
        QTest::keyClick(&field, Qt::Key_Escape);
        QCOMPARE(escaped.count(), 1);
        QCOMPARE(field.plainText(), QStringLiteral("128"));
    }

    void arrowsFollowTheStep() {
        Field field(NumberField::Kind::Rate);
        field.setLimits(1e-7, 1);
        field.setStep(1.25, true);
        field.setValue(2e-4);
        QSignalSpy committed(&field, &NumberField::committed);
        field.stepBy(1);
        QCOMPARE(committed.at(0).at(0).toString().toDouble(), 2.5e-4);
        Field count(NumberField::Kind::Integer);
        count.setLimits(1, 3);
        count.setStep(1, false);
        count.setValue(3);
        count.stepBy(1);
        QCOMPARE(count.value(), 3.0);
    }
};

QTEST_MAIN(NumberFieldTest)
#include "tst_number_field.moc"
