// The memory bar: order and widths of its segments, budget line, ghost, ticks, and a picture that shows them.
#include "core/base/random.h"
#include "tests/support/fixture_memory.h"
#include "tests/support/test_seed.h"
#include "ui/shell/theme.h"
#include "ui/widgets/memory_lens.h"

#include <QImage>
#include <QPixmap>
#include <QtTest/QTest>

#include <cmath>

using namespace headroom;
using namespace headroom::literals;
using namespace headroom::ui;

namespace {

Forecast forecastOf(double peak, double error) {
    Forecast forecast;
    forecast.complete = true;
    forecast.peak = fixture::gib(peak);
    forecast.low = fixture::gib(peak - error);
    forecast.high = fixture::gib(peak + error);
    return forecast;
}

int pixelsOf(const QImage& image, const QColor& color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y).rgb() == color.rgb() ? 1 : 0;
    }
    return count;
}

}  // namespace

class MemoryBarTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void segmentsKeepTheirOrderAndFillTheBar() {
        for (std::uint64_t i = 0; i < 500; ++i) {
            RandomStream random(test::test_seed() + 2, RandomPurpose::Scene, i);
            MemoryReport report = fixture::story_report();
            for (Bytes& bytes : report.at_peak.roles.bytes)
                bytes = {static_cast<std::int64_t>(std::pow(10.0, random.uniform(0.0, 9.0)))};
            report.at_peak.free = {static_cast<std::int64_t>(random.uniform() * 3e9)};
            report.device_total = report.at_peak.total();
            const auto segments = layoutSegments(deviceBar(report, true, MemoryUnit::GiB), 368.0);
            double x = 0.0;
            int last_role = -1;
            for (const BarSegment& segment : segments) {
                QVERIFY(static_cast<int>(segment.role) > last_role);
                last_role = static_cast<int>(segment.role);
                QVERIFY(std::abs(segment.x - x) < 1e-6);
                QVERIFY(segment.width >= 1.0);
                x += segment.width;
            }
            QVERIFY(std::abs(x - 368.0) < 1e-6);
        }
    }

    void aSliverGetsALens() {
        MemoryReport report = fixture::story_report();
        QVERIFY(!enlarged(deviceBar(report, true, MemoryUnit::GiB), false));  // half of the card is seen well
        for (Bytes& bytes : report.at_peak.roles.bytes) bytes = {};
        report.at_peak.context = 293_MiB;
        report.at_peak.roles[Role::Weights] = 50_MiB;
        report.device_total = 24_GiB;
        report.budget = 20_GiB;
        report.at_peak.free = report.device_total - report.at_peak.other_programs - 343_MiB;
        const BarData device = deviceBar(report, true, MemoryUnit::MiB);
        const auto lens = enlarged(device, false);
        QVERIFY(lens);
        QCOMPARE(lens->total, 400_MiB);
        Bytes sum;
        for (const BarData::Part& part : lens->parts) {
            QVERIFY(part.role != BarRole::Others);
            sum += part.bytes;
        }
        QCOMPARE(sum, lens->total);
        QVERIFY(!lens->budget_end);

        const Forecast more = forecastOf(0.5, 0.02);  // the forecast is within the lens
        const auto planned = enlarged(deviceBar(report, true, MemoryUnit::MiB, &more), false);
        QVERIFY(planned && planned->ghost);
        QVERIFY(planned->total >= fixture::gib(0.52));

        report.at_peak.context = fixture::gib(1.6);  // 7 %: kept while it is there, not begun
        const BarData larger = deviceBar(report, true, MemoryUnit::MiB);
        QVERIFY(enlarged(larger, true));
        QVERIFY(!enlarged(larger, false));

        MemoryLens widget;
        widget.resize(320, 60);
        QVERIFY(widget.setData(device));
        QVERIFY(!widget.isHidden());
        QCOMPARE(std::lround(widget.scale()), 61L);
        QVERIFY(!widget.setData(deviceBar(fixture::story_report(), true, MemoryUnit::GiB)));
        QVERIFY(widget.isHidden());
    }

    void budgetStandsBehindTheOthers() {
        const BarData data = deviceBar(fixture::story_report(), true, MemoryUnit::GiB);
        QCOMPARE(data.budget_end->count, (fixture::gib(1.14) + fixture::gib(6.0)).count);
        QCOMPARE(data.flag, QStringLiteral("Budget 6.00"));
        QVERIFY(data.sentence.contains(QStringLiteral("4.02 of 6.00 GiB")));
        QVERIFY(data.sentence.contains(QStringLiteral("1.83 to spare")));
        const BarData crowded = deviceBar(fixture::crowded_report(), true, MemoryUnit::GiB);
        QCOMPARE(crowded.flag, QStringLiteral("Budget 6.00, of which others leave 5.69"));
        QCOMPARE(crowded.budget_end->count, crowded.total.count);
    }

    void ghostBeginsWhereThePeakEnds() {
        const Forecast forecast = forecastOf(4.91, 0.12);
        const BarData data = deviceBar(fixture::story_report(), true, MemoryUnit::GiB, &forecast);
        QVERIFY(data.ghost.has_value());
        QVERIFY(std::abs(data.ghost->begin.gib() - 5.16) < 0.005);
        QVERIFY(std::abs(data.ghost->size.gib() - 0.89) < 0.005);
        QCOMPARE(data.ghost->past.count, std::int64_t{0});
        const Forecast smaller = forecastOf(3.0, 0.1);
        QVERIFY(!deviceBar(fixture::story_report(), true, MemoryUnit::GiB, &smaller).ghost.has_value());
    }

    void ghostPastTheCardFillsTheRestAndSaysHowFar() {
        const Forecast forecast = forecastOf(21.11, 0.6);
        const BarData data = deviceBar(fixture::idle_report(), true, MemoryUnit::GiB, &forecast);
        QCOMPARE((data.ghost->begin + data.ghost->size).count, data.total.count);
        QCOMPARE(figureText(data.ghost->past, MemoryUnit::GiB), QStringLiteral("14.25"));
    }

    void ticksAreRoundAndEndWithTheDevice() {
        const auto ticks = barTicks(fixture::gib(8.0), MemoryUnit::GiB, 368.0, 25.0);
        QStringList texts;
        for (const BarTick& tick : ticks) texts << tick.text;
        QCOMPARE(texts.join(QLatin1Char(' ')), QStringLiteral("0 2 4 6 8 GiB"));
        const auto odd = barTicks(fixture::gib(23.4), MemoryUnit::GiB, 368.0, 25.0);
        QCOMPARE(odd.back().text, QStringLiteral("23.4 GiB"));
        for (std::size_t i = 1; i < odd.size(); ++i) QVERIFY((odd[i].at - odd[i - 1].at).gib() * 368.0 / 23.4 > 25.0);
    }

    void pictureShowsTheRoles() {
        MemoryBar bar;
        bar.setData(deviceBar(fixture::story_report(), true, MemoryUnit::GiB));
        bar.resize(368, bar.sizeHint().height());
        const Theme& theme = Theme::get();
        for (ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            Theme::get().apply(choice, 100);
            const QImage image = bar.grab().toImage();
            for (BarRole role :
                 {BarRole::Context, BarRole::Weights, BarRole::Optimiser, BarRole::Gradients, BarRole::Activations}) {
                QVERIFY2(pixelsOf(image, theme.color(role)) > 100, qPrintable(roleName(role)));
            }
            QVERIFY(pixelsOf(image, theme.color(Token::T1)) > 20);
        }
        QVERIFY(!bar.accessibleDescription().isEmpty());
    }

    void nothingToShowIsNotACrash() {
        MemoryBar bar(MemoryBar::Kind::Tray);
        bar.resize(200, 18);
        QVERIFY(!bar.grab().isNull());
        QVERIFY(layoutSegments(BarData{}, 100.0).empty());
        QVERIFY(barTicks(Bytes{}, MemoryUnit::GiB, 100.0, 10.0).empty());
    }
};

QTEST_MAIN(MemoryBarTest)
#include "tst_memory_bar.moc"
