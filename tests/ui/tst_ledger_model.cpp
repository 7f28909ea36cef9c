// The ledger adds up: every column of random reports, in both units, and every engine role stands in exactly one row.
#include "core/base/random.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/fixture_memory.h"
#include "tests/support/test_seed.h"
#include "ui/models/ledger_model.h"

#include <QSignalSpy>
#include <QtTest/QTest>

#include <array>
#include <cmath>
#include <memory>

using namespace headroom;
using namespace headroom::ui;

namespace {

constexpr std::array kProcess = kProcessRows;

/// A report with amounts of every size, from nothing to most of the device.
MemoryReport randomReport(RandomStream& random) {
    MemoryReport report = fixture::story_report();
    const double scale = std::pow(10.0, random.uniform(6.0, 9.5));
    for (LedgerColumn* column : {&report.now, &report.at_peak}) {
        *column = {};
        column->other_programs = {static_cast<std::int64_t>(random.uniform() * scale)};
        column->context = {static_cast<std::int64_t>(random.uniform() * scale)};
        for (Bytes& bytes : column->roles.bytes) {
            if (random.uniform() < 0.7)
                bytes = {static_cast<std::int64_t>(random.uniform() * random.uniform() * scale)};
        }
        column->free = {static_cast<std::int64_t>(random.uniform() * scale)};
    }
    report.device_total = report.now.total();
    return report;
}

void checkColumn(const LedgerShown& shown, const LedgerFigures& figures, MemoryUnit unit) {
    std::int64_t process = 0;
    for (LedgerRow row : kProcess) {
        process += *shown[row];
        QVERIFY(*shown[row] >= 0);
    }
    QCOMPARE(process, *shown[LedgerRow::Process]);
    QCOMPARE(*shown[LedgerRow::Others] + *shown[LedgerRow::Process] + *shown[LedgerRow::Free],
             *shown[LedgerRow::Device]);
    QCOMPARE(*shown[LedgerRow::Device], shownUnits(*figures[LedgerRow::Device], unit));
    QVERIFY(std::abs(*shown[LedgerRow::Process] - shownUnits(*figures[LedgerRow::Process], unit)) <= 1);
}

}  // namespace

class LedgerModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void columnsAddUp() {
        for (std::uint64_t i = 0; i < 2000; ++i) {
            RandomStream random(test::test_seed() + 6, RandomPurpose::Scene, i);
            const MemoryReport report = randomReport(random);
            for (MemoryUnit unit : {MemoryUnit::GiB, MemoryUnit::MiB}) {
                for (const LedgerColumn& column : {report.now, report.at_peak}) {
                    const LedgerFigures figures = foldColumn(column);
                    checkColumn(settle(figures, unit), figures, unit);
                }
            }
        }
    }

    void everyRoleStandsInOneRow() {
        for (std::size_t i = 0; i < kRoleCount; ++i) {
            LedgerColumn column;
            column.roles.bytes[i] = {1000};
            const LedgerFigures figures = foldColumn(column);
            int rows = 0;
            for (LedgerRow row : kProcess) rows += figures[row]->count == 1000 ? 1 : 0;
            QCOMPARE(rows, 1);
            QCOMPARE(figures[LedgerRow::Process]->count, std::int64_t{1000});
        }
    }

    void clipsWeightsAreWeights() {
        LedgerColumn column;
        column.roles[Role::Weights] = {300};
        column.roles[Role::Clip] = {500};
        column.roles[Role::Activations] = {70};
        const LedgerFigures figures = foldColumn(column);
        QCOMPARE(figures[LedgerRow::Weights]->count, std::int64_t{800});
        QCOMPARE(figures[LedgerRow::Activations]->count, std::int64_t{70});
        // Every segment of the bar is a row of the ledger, and the other way round.
        for (std::size_t i = 0; i < kRoleCount; ++i) {
            const BarRole role = bar_role(static_cast<Role>(i));
            QCOMPARE(barRole(ledgerRow(role)), std::optional(role));
        }
    }

    void storyFigures() {
        LedgerModel model;
        model.setReport(std::make_shared<MemoryReport>(fixture::story_report()));
        const auto text = [&](LedgerRow row, LedgerModel::Column column) {
            return model.indexOf(row, column).data().toString();
        };
        QCOMPARE(text(LedgerRow::Process, LedgerModel::AtPeak), QStringLiteral("4.02"));
        QCOMPARE(text(LedgerRow::Activations, LedgerModel::AtPeak), QStringLiteral("1.78"));
        QCOMPARE(text(LedgerRow::Activations, LedgerModel::Now), QStringLiteral("0.81"));
        QCOMPARE(text(LedgerRow::Cache, LedgerModel::Now), QStringLiteral("1.27"));
        QCOMPARE(text(LedgerRow::Free, LedgerModel::Now), QStringLiteral("2.84"));
        QCOMPARE(text(LedgerRow::Device, LedgerModel::Now), QStringLiteral("8.00"));
        QCOMPARE(model.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("Held by, GiB"));
    }

    void stagedEditMarksWhatChanges() {
        LedgerModel model;
        model.setReport(std::make_shared<MemoryReport>(fixture::story_report()));
        TrainConfig before;
        before.batch_micro = 128;
        before.image_size = 128;
        before.edit<DcganConfig>().width_g = before.width_d = 128;
        TrainConfig after = before;
        after.batch_micro = 192;
        model.setForecast(fixture::story_forecast(before, after), false);
        const auto index = [&](LedgerRow row) { return model.indexOf(row, LedgerModel::Planned); };
        QCOMPARE(index(LedgerRow::Process).data().toString(), QStringLiteral("4.91"));
        QCOMPARE(index(LedgerRow::Activations).data().toString(), QStringLiteral("2.67"));
        QCOMPARE(index(LedgerRow::Free).data().toString(), QStringLiteral("1.95"));
        QVERIFY(index(LedgerRow::Activations).data(LedgerModel::ChangedRole).toBool());
        QVERIFY(index(LedgerRow::Free).data(LedgerModel::ChangedRole).toBool());
        QVERIFY(!index(LedgerRow::Weights).data(LedgerModel::ChangedRole).toBool());
    }

    void unknownIsNotZero() {
        LedgerModel model;
        model.setReport(std::make_shared<MemoryReport>(fixture::idle_report()));
        Forecast forecast;
        forecast.by_role[Role::Weights] = fixture::gib(0.33);
        model.setForecast(forecast, true);
        QCOMPARE(model.indexOf(LedgerRow::Weights, LedgerModel::Planned).data().toString(), QStringLiteral("0.33"));
        QCOMPARE(model.indexOf(LedgerRow::Activations, LedgerModel::Planned).data().toString(), QStringLiteral("n/a"));
        QVERIFY(model.indexOf(LedgerRow::Activations, LedgerModel::Planned)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("first step")));
        QCOMPARE(model.headerData(LedgerModel::Planned, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("Forecast"));
    }

    void ofAPaintingItSpeaksOfIterations() {
        LedgerModel model;
        model.setKind(kVqganClip);
        model.setReport(std::make_shared<MemoryReport>(fixture::idle_report()));
        Forecast forecast;
        forecast.by_role[Role::Weights] = fixture::gib(0.33);
        for (const bool pending : {false, true}) {
            forecast.pending = pending;
            model.setForecast(forecast, true);
            for (const auto column : {LedgerModel::Now, LedgerModel::AtPeak, LedgerModel::Planned}) {
                const QString tip = model.indexOf(LedgerRow::Activations, column).data(Qt::ToolTipRole).toString();
                QVERIFY2(!tip.contains(QStringLiteral("step")), qPrintable(tip));
                QVERIFY2(column == LedgerModel::Now || tip.contains(QStringLiteral("iteration")), qPrintable(tip));
            }
        }
    }

    void tooLargeForecastSaysSo() {
        LedgerModel model;
        model.setReport(std::make_shared<MemoryReport>(fixture::idle_report()));
        Forecast forecast;
        forecast.complete = true;
        forecast.by_role[Role::Activations] = fixture::gib(21.11);
        forecast.peak = forecast.low = forecast.high = fixture::gib(21.11);
        model.setForecast(forecast, true);
        QCOMPARE(model.indexOf(LedgerRow::Free, LedgerModel::Planned).data().toString(), QStringLiteral("none"));
        QCOMPARE(model.indexOf(LedgerRow::Device, LedgerModel::Planned).data().toString(),
                 QStringLiteral("22.25 asked of 8.00"));
    }

    void structureIsATree() {
        LedgerModel model;
        QCOMPARE(model.rowCount(), 5);
        const QModelIndex process = model.index(1, 0);
        QCOMPARE(model.rowCount(process), 10);
        const QModelIndex child = model.index(3, 2, process);
        QCOMPARE(model.parent(child), process);
        QVERIFY(!model.parent(process).isValid());
        QVERIFY(!model.index(10, 0, process).isValid());
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setReport(std::make_shared<MemoryReport>(fixture::story_report()));
        QVERIFY(changed.count() > 0);
    }
};

QTEST_MAIN(LedgerModelTest)
#include "tst_ledger_model.moc"
