// The figures of a run as curves: bounded, with their ends and extremes, smoothed, gone back with a checkpoint.
#include "core/base/random.h"
#include "tests/support/test_seed.h"
#include "timeline_steps.h"
#include "ui/models/metrics_model.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace headroom;
using namespace headroom::ui;

class MetricsModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pointsKeepEndsAndExtremes() {
        MetricsModel model;
        std::vector<StepDone> all = steps(1, 50000);
        all[31234].loss_d = 9.0;
        all[40001].loss_d = -3.0;
        model.append(all);
        const auto points = model.rawPoints(Curve::LossD, XAxis::Steps, 1, 50000, 400);
        QVERIFY(points.size() <= 2 * 401 + 2);
        QCOMPARE(points.front().x(), 1.0);
        QCOMPARE(points.back().x(), 50000.0);
        const auto [low, high] =
            std::minmax_element(points.begin(), points.end(), [](auto a, auto b) { return a.y() < b.y(); });
        QCOMPARE(high->x(), 31235.0);
        QCOMPARE(high->y(), 9.0);
        QCOMPARE(low->y(), -3.0);
        QVERIFY(std::is_sorted(points.begin(), points.end(), [](auto a, auto b) { return a.x() < b.x(); }));
    }

    void aPlotLooksAtBlocksAndShowsWhatRowsShow() {
        MetricsModel model;
        RandomStream random(test::test_seed() + 9, RandomPurpose::Scene, 0);
        std::vector<StepDone> steps;
        const auto more = [&](std::int64_t until) {
            steps.clear();
            for (std::int64_t s = static_cast<std::int64_t>(model.size()) + 1; s <= until; ++s) {
                StepDone step;
                step.step = s;
                step.images = 64 * s;
                step.loss_d = random.uniform() < 0.01 ? std::nan("") : random.uniform();
                step.loss_g = s % 3000 < 40 ? std::nan("") : std::sin(static_cast<double>(s) / 900.0);
                steps.push_back(step);
            }
            model.append(steps);
        };
        const auto compare = [&](Curve curve, double from, double to, int pixels) {
            const auto c = static_cast<std::size_t>(curve);
            const auto got = model.rawPoints(curve, XAxis::Steps, from, to, pixels);
            // Of each column the extremes of all rows, and nothing beyond.
            std::map<std::int64_t, std::pair<double, double>> wanted, seen;
            const auto note = [&](auto& columns, double x, double y) {
                if (x < from || x > to) return;
                auto [it, fresh] = columns.try_emplace(
                    static_cast<std::int64_t>(std::floor((x - from) * (pixels / (to - from)))), y, y);
                it->second = {std::min(it->second.first, y), std::max(it->second.second, y)};
            };
            for (std::size_t i = 0; i < model.size(); ++i)
                if (!std::isnan(model.row(i).mean[c])) note(wanted, model.x(i, XAxis::Steps), model.row(i).mean[c]);
            for (const QPointF& point : got) note(seen, point.x(), point.y());
            QVERIFY(wanted == seen);
            for (std::size_t i = 1; i < got.size(); ++i) QVERIFY(got[i - 1].x() <= got[i].x());
        };
        more(60000);
        for (const auto& [from, to] : {std::pair(0.0, 60000.0), std::pair(123.0, 50321.0), std::pair(40000.0, 59999.0)})
            for (const Curve curve : {Curve::LossD, Curve::LossG}) compare(curve, from, to, 700);
        steps.assign(1, StepDone{});  // back to an earlier checkpoint, and on with other figures
        steps.front().step = 30001;
        steps.front().images = 64 * 30001;
        steps.front().loss_d = 5.0;
        model.append(steps);
        compare(Curve::LossD, 0.0, 30001.0, 500);
        more(100000);
        compare(Curve::LossD, 0.0, 100000.0, 800);
        const std::size_t before = model.looks();
        (void)model.rawPoints(Curve::LossD, XAxis::Steps, 0.0, 100000.0, 800);
        (void)model.smoothPoints(Curve::LossD, XAxis::Steps, 0.0, 100000.0, 800);
        QVERIFY2(model.looks() - before < 2 * 100000 / 4, qPrintable(QString::number(model.looks() - before)));
    }

    void memoryStaysBounded() {
        MetricsModel model(nullptr, 1000);
        std::vector<StepDone> all = steps(1, 20000);
        all[12345].loss_g = 77.0;
        model.append(all);
        QVERIFY(model.size() <= 1000);
        QVERIFY(model.size() >= 400);
        QCOMPARE(model.row(0).step, std::int64_t{1});
        QCOMPARE(model.row(model.size() - 1).step, std::int64_t{20000});
        const auto points = model.rawPoints(Curve::LossG, XAxis::Steps, 1, 20000, 300);
        QVERIFY(std::any_of(points.begin(), points.end(), [](auto p) { return p.y() == 77.0; }));
        std::int64_t counted = 0;
        for (std::size_t i = 0; i < model.size(); ++i) counted += model.row(i).count;
        QCOMPARE(counted, std::int64_t{20000});
    }

    void smoothingIsFreeOfBias() {
        MetricsModel model;
        model.setSmoothing(0.99);
        model.append(steps(1, 5));
        QVERIFY(std::abs(model.smoothed(Curve::LossG, 0) - 1.4) < 1e-5);
        QVERIFY(std::abs(model.smoothed(Curve::LossG, 4) - 1.4) < 1e-5);
        model.setSmoothing(0.0);
        QVERIFY(std::abs(model.smoothed(Curve::LossD, 3) - stepAt(4).loss_d) < 1e-5);
        model.setSmoothing(0.5);  // two values: (0.5 a + b) / 1.5
        const double expected = (0.5 * stepAt(1).loss_d + stepAt(2).loss_d) / 1.5;
        QVERIFY(std::abs(model.smoothed(Curve::LossD, 1) - expected) < 1e-5);
    }

    void valuesThatAreNotNumbersLeaveGaps() {
        MetricsModel model;
        std::vector<StepDone> all = steps(1, 10);
        for (StepDone& step : all) step.loss_d = std::nan("");
        all[4].loss_g = INFINITY;
        model.append(all);
        QVERIFY(model.rawPoints(Curve::LossD, XAxis::Images, 0, 1e6, 100).empty());
        QCOMPARE(model.rawPoints(Curve::LossG, XAxis::Images, 0, 1e6, 100).size(), std::size_t{9});
        QVERIFY(std::isnan(model.smoothed(Curve::LossD, 9)));
        QVERIFY(std::isfinite(model.smoothed(Curve::LossG, 9)));
    }

    void earlierCheckpointReplacesWhatCameAfter() {
        MetricsModel model;
        model.append(steps(1, 100));
        model.addMark({MetricsMark::Kind::Edit, 90, 90 * 64, QStringLiteral("late"), {}});
        model.addMark({MetricsMark::Kind::Checkpoint, 50, 50 * 64, {}, {}});
        model.append(steps(51, 60));
        QCOMPARE(model.size(), std::size_t{60});
        QCOMPARE(model.row(59).step, std::int64_t{60});
        QCOMPARE(model.marks().size(), std::size_t{1});
    }
};

QTEST_MAIN(MetricsModelTest)
#include "tst_metrics_model.moc"
