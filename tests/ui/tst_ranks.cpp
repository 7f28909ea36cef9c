// The memory of a run that several processes share: the worst first, each adding up.
#include "tests/support/fixture_memory.h"
#include "tests/ui/patient_test.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/language.h"
#include "ui/models/ledger_model.h"
#include "ui/panels/memory/memory_panel.h"
#include "ui/panels/memory/memory_parts.h"
#include "ui/shell/theme.h"
#include "ui/widgets/memory_bar.h"

using namespace headroom;
using namespace headroom::ui;

namespace {

struct RankStage {
    RankStage() {
        panel.resize(420, 900);
        panel.show();
    }
    void give(const MemoryReport& report) { panel.setReport(std::make_shared<const MemoryReport>(report)); }
    std::int64_t shown(LedgerRow row) const { return panel.ledger()->shown(LedgerModel::AtPeak)[row].value_or(-1); }
    bool addsUp() const {
        Bytes sum;
        for (const BarData::Part& part : panel.bar()->data().parts) sum += part.bytes;
        return shown(LedgerRow::Others) + shown(LedgerRow::Process) + shown(LedgerRow::Free) ==
                   shown(LedgerRow::Device) &&
               sum == panel.bar()->data().total;
    }
    QString cell(int row, int column) const { return panel.ranks()->model()->index(row, column).data().toString(); }

    SessionBridge bridge;
    MemoryPanel panel{&bridge};
};

}  // namespace

class RanksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void oneProcessIsQuiet() {
        RankStage s;
        s.give(fixture::story_report());
        QVERIFY(s.panel.ranks()->isHidden());
        QVERIFY(s.addsUp());
        MemoryReport alone = fixture::ranks_report();
        alone.ranks.resize(1);
        s.give(alone);
        QVERIFY(s.panel.ranks()->isHidden());
    }

    void theWorstIsFirstAndShown() {
        RankStage s;
        s.give(fixture::ranks_report());
        QVERIFY(s.panel.ranks()->isVisible());
        QCOMPARE(s.panel.ranks()->model()->rowCount(), 3);
        QCOMPARE(s.cell(0, 0), QStringLiteral("2"));
        QCOMPARE(s.cell(2, 0), QStringLiteral("0"));
        QVERIFY(s.cell(0, 3) < s.cell(1, 3));
        QCOMPARE(s.shown(LedgerRow::Others), 360);
        QVERIFY(s.addsUp());
    }

    void machinesAndDevicesAreNamed() {
        RankStage s;
        MemoryReport report = fixture::ranks_report();
        report.ranks[0].host = "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D";
        report.ranks[0].device = "AMD EPYC, 2 cores";
        speak(QStringLiteral("de"));
        s.give(report);
        speak(QStringLiteral("en"));
        QCOMPARE(s.cell(0, 1), nameText(fromUtf8(report.ranks[0].host)) + QStringLiteral(", AMD EPYC, 2 Kerne"));
    }

    void aChosenRankStaysChosenAndAddsUp() {
        RankStage s;
        s.give(fixture::ranks_report());
        s.panel.ranks()->setCurrentIndex(s.panel.ranks()->model()->index(2, 0));
        QCOMPARE(s.panel.ranks()->chosen(), 0);
        QCOMPARE(s.shown(LedgerRow::Others), 114);
        QVERIFY(s.addsUp());
        MemoryReport next = fixture::ranks_report();
        std::swap(next.ranks[0], next.ranks[2]);  // it has become the worst
        s.give(next);
        QCOMPARE(s.panel.ranks()->chosen(), 0);
        QCOMPARE(s.panel.ranks()->currentIndex().row(), 0);
        QCOMPARE(s.shown(LedgerRow::Others), 114);
        QVERIFY(s.addsUp());
        s.give(fixture::story_report());  // and back to one process
        QVERIFY(s.panel.ranks()->isHidden());
        QVERIFY(s.addsUp());
    }

    void eachRanksReportClosesOnItsOwnDevice() {
        const MemoryReport report = fixture::ranks_report();
        for (const RankMemory& rank : report.ranks) {
            const MemoryReport of = reportOfRank(report, rank);
            QCOMPARE(of.now.total().count, of.device_total.count);
            QCOMPARE(of.at_peak.total().count, of.device_total.count);
            QCOMPARE(of.to_spare.count, rank.to_spare.count);
        }
    }
};

QTEST_MAIN(RanksTest)
#include "tst_ranks.moc"
