// The memory panel: empty, on a card, crowded, too large, on a small CPU run; its figures agree with each other.
#include "tests/support/fake_session.h"
#include "tests/support/fixture_memory.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/ledger_model.h"
#include "ui/models/picture_store.h"
#include "ui/panels/memory/ledger_view.h"
#include "ui/panels/memory/memory_panel.h"
#include "ui/panels/memory/memory_parts.h"
#include "ui/shell/theme.h"
#include "ui/widgets/memory_bar.h"
#include "ui/widgets/step_timeline_view.h"

#include <QAbstractButton>
#include <QImage>
#include <QLabel>
#include <QPixmap>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest/QTest>

#include <algorithm>
#include <memory>
#include <set>

using namespace headroom;
using namespace headroom::literals;
using namespace headroom::ui;

namespace {

auto shared(MemoryReport report) { return std::make_shared<const MemoryReport>(std::move(report)); }

/// Tens of MiB in 23.4 GiB of RAM.
MemoryReport smallCpuReport() {
    MemoryReport report;
    report.device_name = "CPU (RAM)";
    report.is_cpu = true;
    report.device_total = fixture::gib(23.4);
    report.budget = 2_GiB;
    report.reserve = 16_MiB;
    for (LedgerColumn* column : {&report.now, &report.at_peak}) {
        column->other_programs = fixture::gib(3.1);
        column->context = 210_MiB;
        column->roles[Role::Weights] = 24_MiB;
        column->roles[Role::Optimiser] = 48_MiB;
        column->roles[Role::Activations] = 90_MiB;
        column->free = report.device_total - column->other_programs - column->this_process();
    }
    report.to_spare = report.budget - report.at_peak.this_process() - report.reserve;
    report.driver_source = "/proc";
    return report;
}

int coloursIn(const QImage& image) {
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3) colours.insert(image.pixel(x, y));
    }
    return static_cast<int>(colours.size());
}

}  // namespace

class MemoryPanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void emptyPanelIsNotBlank() {
        SessionBridge bridge;
        MemoryPanel panel(&bridge);
        panel.resize(400, 880);
        QVERIFY(coloursIn(panel.grab().toImage()) > 3);
        QCOMPARE(headlineOf(nullptr, true, MemoryUnit::GiB, nullptr).figure, QStringLiteral("n/a"));
    }

    void storyHeadline() {
        const MemoryReport report = fixture::story_report();
        const Headline headline = headlineOf(&report, true, MemoryUnit::GiB, nullptr);
        QCOMPARE(headline.figure, QStringLiteral("1.83"));
        QCOMPARE(headline.words, QStringLiteral("GiB to spare"));
        QCOMPARE(headline.line, QStringLiteral("peak 4.02 + reserve 0.15 of 6.00 GiB budget"));
        const MemoryReport crowded = fixture::crowded_report();
        const Headline limited = headlineOf(&crowded, true, MemoryUnit::GiB, nullptr);
        QCOMPARE(limited.figure, QStringLiteral("1.52"));
        QVERIFY(limited.line.startsWith(QStringLiteral("limited by other programs")));
    }

    void tooLargeForecastIsMissing() {
        const MemoryReport report = fixture::idle_report();
        Forecast forecast;
        forecast.complete = true;
        forecast.peak = forecast.low = forecast.high = fixture::gib(21.11);
        const Headline headline = headlineOf(&report, true, MemoryUnit::GiB, &forecast);
        QCOMPARE(headline.figure, QStringLiteral("15.26"));
        QCOMPARE(headline.words, QStringLiteral("GiB missing"));
        QCOMPARE(headline.color, Token::Err);
    }

    void aRunThatGrowsIsForecastWhenItTakesMost() {
        SessionBridge bridge;
        MemoryPanel panel(&bridge);
        panel.setReport(shared(fixture::idle_report()));
        Forecast most;
        most.complete = true;
        most.peak = most.low = most.high = fixture::gib(5.0);
        most.source = "2 probe steps";
        const auto* headline = panel.findChild<MemoryHeadline*>();
        const auto tip = [&] {
            return panel.ledger()->indexOf(LedgerRow::Process, LedgerModel::Planned).data(Qt::ToolTipRole).toString();
        };
        panel.setForecast(RunForecast{most, "once image.size is 256"});
        QVERIFY2(headline->line()->text().endsWith(QStringLiteral(" (once Resolution is 256)")),
                 qPrintable(headline->line()->text()));
        QCOMPARE(headline->accessibleDescription(), headline->line()->text());
        QVERIFY2(tip().endsWith(QStringLiteral("\nThe run needs the most once Resolution is 256.")), qPrintable(tip()));
        panel.setForecast(RunForecast{most, {}});
        QVERIFY(!headline->line()->text().contains(QStringLiteral("once")));
        QVERIFY(tip().endsWith(QStringLiteral("2 probe steps")));
        const QString in_vain = QStringLiteral("A later stage could not be measured: once Resolution is 256: no room.");
        const auto says_so = [&] {
            for (auto* label : panel.findChildren<QLabel*>())
                if (label->isVisibleTo(&panel) && label->text().contains(in_vain)) return true;
            return false;
        };
        QVERIFY(!says_so());
        panel.setForecast(RunForecast{most, {}, "once image.size is 256: no room"});
        QVERIFY(says_so());
    }

    void figuresAgree() {
        SessionBridge bridge;
        MemoryPanel panel(&bridge);
        QSignalSpy named(&panel, &MemoryPanel::deviceNameChanged);
        panel.resize(400, 880);
        panel.setReport(shared(fixture::story_report()));
        panel.setTimeline(std::make_shared<const StepTimeline>(fixture::story_timeline(4210)));
        QCOMPARE(named.count(), 1);
        QCOMPARE(panel.deviceName(), QStringLiteral("NVIDIA RTX 4060"));
        const QString ledger = panel.ledger()->indexOf(LedgerRow::Process, LedgerModel::AtPeak).data().toString();
        QVERIFY(panel.bar()->accessibleDescription().contains(ledger + QStringLiteral(" of 6.00")));
        QVERIFY(peakText(fixture::story_timeline(4210), MemoryUnit::GiB).endsWith(QStringLiteral("= ") + ledger));
        QVERIFY(coloursIn(panel.grab().toImage()) > 20);
    }

    void theStepShownSaysWhichItIs() {
        SessionBridge bridge;
        MemoryPanel panel(&bridge);
        panel.resize(400, 880);
        panel.show();
        panel.setReport(shared(fixture::story_report()));
        panel.setTimeline(std::make_shared<const StepTimeline>(fixture::story_timeline(4207)));
        const auto hint = [&] {
            for (auto* label : panel.findChildren<QLabel*>()) {
                if (label->text().contains(QStringLiteral("step 4,207"))) return label;
            }
            return static_cast<QLabel*>(nullptr);
        };
        for (int width : {420, 340, 300, 420}) {
            panel.resize(width, 880);
            QCoreApplication::processEvents();
            QVERIFY(hint());
            QVERIFY(hint()->fontMetrics().horizontalAdvance(hint()->text()) <= hint()->width());
        }
        QTRY_COMPARE(hint()->text(), QStringLiteral("step 4,207, 1,488 ms, GiB by phase"));
        // A report in the other unit takes the step along.
        MemoryReport small = smallCpuReport();
        panel.setReport(shared(small));
        QVERIFY(hint()->text().contains(QStringLiteral("MiB")));
    }

    void ledgerNamesAndFiguresHaveTheirWidth_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("percent");
        for (int percent : {100, 150, 200}) {
            for (int width : {292, 340, 400})
                QTest::addRow("%d px at %d %%", width, percent)
                    << width * (percent > 150 ? percent : 100) / 100 << percent;
        }
    }
    void ledgerNamesAndFiguresHaveTheirWidth() {
        QFETCH(int, width);
        QFETCH(int, percent);
        Theme::get().apply(ThemeChoice::Dark, percent);
        {
            SessionBridge bridge;
            MemoryPanel panel(&bridge);
            panel.resize(width, 1800);
            panel.show();
            panel.setReport(shared(fixture::story_report()));
            Forecast misfit;
            misfit.complete = true;
            misfit.peak = fixture::gib(9.36);
            misfit.low = misfit.peak - fixture::gib(0.4);
            misfit.high = misfit.peak + fixture::gib(0.4);
            misfit.by_role[Role::Activations] = fixture::gib(8.0);
            panel.setForecast(RunForecast{misfit, {}});
            QCoreApplication::processEvents();
            auto* view = panel.findChild<LedgerView*>();
            const auto& delegate = *static_cast<LedgerDelegate*>(view->itemDelegate());
            const QString device = panel.ledger()->indexOf(LedgerRow::Device, LedgerModel::Planned).data().toString();
            QVERIFY2(device.startsWith(QStringLiteral("10.50")), qPrintable(device));
            if (percent == 100 && width == 400) QCOMPARE(device, QStringLiteral("10.50 asked of 8.00"));
            QVERIFY(panel.ledger()
                        ->indexOf(LedgerRow::Device, LedgerModel::Planned)
                        .data(Qt::ToolTipRole)
                        .toString()
                        .contains(QStringLiteral("10.50 GiB asked of 8.00 GiB")));
            for (std::size_t i = 0; i < kLedgerRows; ++i) {
                const auto row = static_cast<LedgerRow>(i);
                const QFontMetrics metrics(
                    Theme::get().font(TextSize::Small, row == LedgerRow::Device || row == LedgerRow::Process));
                for (int column = LedgerModel::HeldBy; column < LedgerModel::ColumnCount; ++column) {
                    if (view->isColumnHidden(column)) continue;
                    const QString text =
                        panel.ledger()->indexOf(row, static_cast<LedgerModel::Column>(column)).data().toString();
                    const int beside = column == LedgerModel::HeldBy ? delegate.textLeft(row) + 4 : 8;
                    QVERIFY2(metrics.horizontalAdvance(text) + beside <= view->columnWidth(column), qPrintable(text));
                }
            }
            int sum = 0;
            for (int column = 0; column < LedgerModel::ColumnCount; ++column)
                sum += view->isColumnHidden(column) ? 0 : view->columnWidth(column);
            QVERIFY(sum <= view->viewport()->width());
        }
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void otherProgramsAreNamedInTheTooltip() {
        SessionBridge bridge;
        MemoryPanel panel(&bridge);
        MemoryReport report = fixture::story_report();
        report.programs = {{41, "firefox", fixture::gib(0.9)}, {42, {}, fixture::gib(0.24)}};
        panel.setReport(shared(report));
        QString tip;
        for (auto* label : panel.findChild<OthersRow*>()->findChildren<QLabel*>()) tip += label->toolTip();
        QVERIFY2(tip.contains(QStringLiteral("firefox: 0.90 GiB")) &&
                     tip.contains(QStringLiteral("process 42: 0.24 GiB")),
                 qPrintable(tip));
    }

    void smallRunsAreInMebibytes() {
        SessionBridge bridge;
        MemoryPanel panel(&bridge);
        panel.resize(340, 700);
        panel.setReport(shared(smallCpuReport()));
        QCOMPARE(panel.unit(), MemoryUnit::MiB);
        QCOMPARE(panel.ledger()->headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("Held by, MiB"));
        QCOMPARE(panel.ledger()->indexOf(LedgerRow::Weights, LedgerModel::AtPeak).data().toString(),
                 QStringLiteral("24"));
        QCOMPARE(panel.bar()->data().unit, MemoryUnit::MiB);
        QCOMPARE(panel.bar()->data().device, QStringLiteral("RAM"));
    }

    void theWindowsPicturesHaveALineOnEveryDevice() {
        SessionBridge bridge;
        MemoryPanel panel(&bridge);
        auto* ledger = panel.findChild<LedgerView*>();
        QVERIFY(ledger);
        auto* model = qobject_cast<LedgerModel*>(ledger->model());
        const auto hidden = [&](LedgerRow window) {
            const QModelIndex row = model->indexOf(window, LedgerModel::HeldBy);
            return ledger->isRowHidden(row.row(), row.parent());
        };
        const auto bytes = [&](LedgerRow row) {
            return model->indexOf(row, LedgerModel::AtPeak).data(LedgerModel::BytesRole).toLongLong();
        };
        PictureShare pictures;
        pictures.set(qint64{3} << 20);
        const qint64 held = PictureStore::get().bytes();
        panel.setReport(shared(smallCpuReport()));
        QVERIFY(!hidden(LedgerRow::Window) && hidden(LedgerRow::HostWindow));
        QCOMPARE(bytes(LedgerRow::Window), held);
        const auto drawn = [&](BarRole role) {
            for (const BarData::Part& part : panel.bar()->data().parts)
                if (part.role == role) return static_cast<qint64>(part.bytes.count);
            return qint64{-1};
        };
        QCOMPARE(drawn(BarRole::Window), held);
        QCOMPARE(drawn(BarRole::Context), bytes(LedgerRow::Context));
        const int whole = ledger->sizeHint().height();
        // Of a GPU: they lie elsewhere, below the sums, which stay what the report says.
        const MemoryReport gpu = fixture::story_report();
        panel.setReport(shared(gpu));
        QVERIFY(hidden(LedgerRow::Window) && !hidden(LedgerRow::HostWindow));
        QCOMPARE(bytes(LedgerRow::HostWindow), held);
        QCOMPARE(drawn(BarRole::Window), 0);
        QCOMPARE(bytes(LedgerRow::Context), gpu.at_peak.context.count);
        qint64 parts = 0;
        for (const LedgerRow row : kProcessRows) parts += bytes(row);
        QCOMPARE(parts, gpu.at_peak.this_process().count);
        QCOMPARE(bytes(LedgerRow::Others) + parts + bytes(LedgerRow::Free), gpu.device_total.count);
        QCOMPARE(ledger->sizeHint().height(), whole);
        panel.setReport(shared(smallCpuReport()));
        QVERIFY(!hidden(LedgerRow::Window) && hidden(LedgerRow::HostWindow));
        QCOMPARE(ledger->sizeHint().height(), whole);
    }

    void aDataSetOnTheDeviceHasARowAColourAndALayer() {
        SessionBridge bridge;
        MemoryPanel panel(&bridge);
        auto* ledger = panel.findChild<LedgerView*>();
        auto* model = qobject_cast<LedgerModel*>(ledger->model());
        const auto row = [&] { return model->indexOf(LedgerRow::Dataset, LedgerModel::HeldBy); };
        MemoryReport report = fixture::story_report();
        panel.setReport(shared(report));
        QVERIFY(ledger->isRowHidden(row().row(), row().parent()));
        for (LedgerColumn* column : {&report.now, &report.at_peak}) {
            column->roles[Role::Dataset] = fixture::gib(1.25);
            column->free -= fixture::gib(1.25);
        }
        panel.setReport(shared(report));
        QVERIFY(!ledger->isRowHidden(row().row(), row().parent()));
        QCOMPARE(model->name(LedgerRow::Dataset, LedgerModel::Length::Full), QStringLiteral("Data set on the device"));
        QCOMPARE(model->indexOf(LedgerRow::Dataset, LedgerModel::Now).data().toString(), QStringLiteral("1.25"));
        const auto& parts = panel.bar()->data().parts;
        const auto part =
            std::find_if(parts.begin(), parts.end(), [](const auto& p) { return p.role == BarRole::Dataset; });
        QVERIFY(part != parts.end());
        QCOMPARE(part->bytes, fixture::gib(1.25));
        QCOMPARE(roleName(part->role), QStringLiteral("Data set on the device"));
        StepTimeline timeline = fixture::story_timeline(1);
        for (StepTimeline::Point& point : timeline.points) point.bytes[Role::Dataset] = fixture::gib(1.25);
        const auto areas = stepAreas(timeline);
        QCOMPARE(areas.size(), 4 + timeline.phases.size());
        QCOMPARE(areas[3].role, BarRole::Dataset);
        QCOMPARE(areas[3].name, QStringLiteral("Data set"));
    }

    void aHiddenPanelRestsUntilItIsShown() {
        SessionBridge bridge;
        QWidget window;
        MemoryPanel panel(&bridge, &window);
        window.resize(400, 700);
        panel.setReport(shared(fixture::story_report()));
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const Bytes before = panel.bar()->data().total;
        panel.hide();
        panel.setReport(shared(smallCpuReport()));
        QCOMPARE(panel.bar()->data().total, before);
        panel.show();
        QCOMPARE(panel.bar()->data().total, smallCpuReport().device_total);
    }

    void nowAndPeakDiffer() {
        SessionBridge bridge;
        MemoryPanel panel(&bridge);
        MemoryReport report = fixture::story_report();
        report.now.roles[Role::Cache] = {};
        report.now.free = report.device_total - report.now.other_programs - report.now.this_process();
        panel.setReport(shared(report));
        const QString at_peak = panel.bar()->accessibleDescription();
        panel.showAtPeak(false);
        QVERIFY(panel.bar()->accessibleDescription() != at_peak);
    }

    void speedIsMeasuredOnAProcessorAlone() {
        for (const bool on_cpu : {true, false}) {
            SessionBridge bridge;
            auto* session = new FakeSession(fixture::make_story("story"));
            bridge.setSession(std::unique_ptr<Session>(session));
            MemoryPanel panel(&bridge);
            panel.resize(400, 880);
            panel.show();
            panel.setReport(shared(on_cpu ? smallCpuReport() : fixture::story_report()));
            panel.setTimeline(std::make_shared<StepTimeline>(fixture::story_timeline(320)));
            auto* button = panel.findChild<QAbstractButton*>(QStringLiteral("step_speed"));
            QVERIFY(button);
            QCOMPARE(button->isVisibleTo(&panel), on_cpu);
            if (on_cpu) QTest::mouseClick(button, Qt::LeftButton);
            const auto commands = session->commands();
            QCOMPARE(std::any_of(commands.begin(), commands.end(),
                                 [](const Command& c) { return std::holds_alternative<MeasureStep>(c); }),
                     on_cpu);
        }
    }

    void aNewSessionIsAskedForOneForecast() {
        SessionBridge bridge;
        const MemoryPanel panel(&bridge);
        auto* session = new FakeSession(fixture::make_story("ready"));
        bridge.setSession(std::unique_ptr<Session>(session));
        QCOMPARE(session->run_forecasts(), 1);
        bridge.apply({{"batch.micro", std::int64_t{7}}});
        QCOMPARE(session->run_forecasts(), 2);
    }

    void leakIsToldBesideTheTensors() {
        LeakNotice notice;
        QVERIFY(notice.isHidden());
        notice.showLeak(QStringLiteral("Memory left after a step rises"), QStringLiteral("hint"));
        QVERIFY(!notice.isHidden());
        QSignalSpy snapshot(&notice, &LeakNotice::snapshotRequested);
        QTest::mouseClick(notice.findChild<QPushButton*>(QStringLiteral("snapshot")), Qt::LeftButton);
        QCOMPARE(snapshot.count(), 1);
        QTest::mouseClick(notice.findChild<QPushButton*>(QStringLiteral("dismiss")), Qt::LeftButton);
        QVERIFY(notice.isHidden());
    }

    void othersTrendInWords() {
        OthersTrend trend;
        trend.note(fixture::gib(1.14), 0);
        QCOMPARE(trend.text(MemoryUnit::GiB), QString());
        for (int second = 1; second <= 720; ++second) trend.note(fixture::gib(1.14), second * 1000);
        QCOMPARE(trend.text(MemoryUnit::GiB), QStringLiteral("steady for 12 min"));
        for (int second = 721; second <= 760; ++second)
            trend.note(fixture::gib(1.14 + 1.17 * (second - 720) / 40.0), second * 1000);
        QVERIFY(trend.text(MemoryUnit::GiB).startsWith(QStringLiteral("+1.17 in ")));
    }
};

QTEST_MAIN(MemoryPanelTest)
#include "tst_memory_panel.moc"
