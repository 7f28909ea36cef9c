// The timeline: bounded curves that keep their ends and extremes, smoothing, marks whose labels never touch, the panel itself.
#include "core/base/random.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/fake_session.h"
#include "tests/support/fixture_memory.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_seed.h"
#include "ui/bridge/session_bridge.h"
#include "ui/families/registry.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/panels/timeline/timeline_text.h"
#include "ui/panels/timeline/timeline_view.h"
#include "ui/shell/theme.h"

#include <QFileInfo>
#include <QImage>
#include <QPixmap>
#include <QSet>
#include <QSignalSpy>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace headroom;
using namespace headroom::ui;

namespace {

StepDone stepAt(std::int64_t step) {
    StepDone out;
    out.step = step;
    out.images = step * 64;
    out.elapsed_seconds = static_cast<double>(step) * 0.5;
    out.loss_d = 0.7 + 0.1 * std::sin(static_cast<double>(step));
    out.loss_g = 1.4;
    out.d_real = 0.7;
    out.d_fake = 0.3;
    out.peak = fixture::gib(4.02);
    out.budget = fixture::gib(6.0);
    out.others = fixture::gib(1.14);
    return out;
}

std::vector<StepDone> steps(std::int64_t from, std::int64_t to) {
    std::vector<StepDone> out;
    for (std::int64_t i = from; i <= to; ++i) out.push_back(stepAt(i));
    return out;
}

bool blank(const QImage& image) {
    const QRgb first = image.pixel(image.width() / 2, image.height() / 2);
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2) {
            if (image.pixel(x, y) != first) return false;
        }
    }
    return true;
}

}  // namespace

class TimelineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

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

    void labelsNeverTouch() {
        const auto width_of = [](const QString& text) { return 6.0 * static_cast<double>(text.size()); };
        for (std::uint64_t i = 0; i < 500; ++i) {
            RandomStream random(test::test_seed() + 10, RandomPurpose::Scene, i);
            std::vector<StripMark> marks;
            const int count = 1 + static_cast<int>(random.below(25));
            for (int k = 0; k < count; ++k) {
                const auto kind = static_cast<MetricsMark::Kind>(random.below(3));
                const bool dot = kind == MetricsMark::Kind::Checkpoint;
                marks.push_back({kind, random.uniform(44.0, 760.0),
                                 dot ? QString() : QString(4 + static_cast<int>(random.below(30)), QLatin1Char('x')),
                                 dot ? QString() : QStringLiteral("xxxx")});
            }
            const auto places = placeLabels(marks, 820.0, 22.0, width_of);
            QCOMPARE(places.size(), marks.size());
            for (std::size_t a = 0; a < places.size(); ++a) {
                if (places[a].text.isEmpty()) continue;
                QVERIFY(places[a].label.left() >= 0.0 && places[a].label.right() <= 820.0);
                for (std::size_t b = 0; b < places.size(); ++b) {
                    if (a != b && !places[b].text.isEmpty()) QVERIFY(!places[a].label.intersects(places[b].label));
                    const QRectF glyph(marks[b].x - 3.0, 0.0, 6.0, 22.0);
                    if (places[b].glyph) QVERIFY(a == b || !places[a].label.intersects(glyph));
                }
            }
        }
    }

    void recoveryKeepsItsLabel() {
        const auto width_of = [](const QString& text) { return 6.0 * static_cast<double>(text.size()); };
        const std::vector<StripMark> marks{{MetricsMark::Kind::Edit, 300, QStringLiteral("G rate 2e-4 to 1e-4"), {}},
                                           {MetricsMark::Kind::Oom, 330, QStringLiteral("OOM survived"), {}}};
        const auto places = placeLabels(marks, 800.0, 22.0, width_of);
        QCOMPARE(places[1].text, QStringLiteral("OOM survived"));
        QVERIFY(places[0].glyph);
    }

    void marksSayWhatHappened() {
        ParamApplied change{"optim.lr_g", 2e-4, 1e-4, 1400, 358400, ChangeOrigin::User};
        QVERIFY(markOf(change, kDcgan)->text.endsWith(QStringLiteral("2e-4 to 1e-4")));
        change.origin = ChangeOrigin::Ladder;
        QVERIFY(!markOf(change, kDcgan).has_value());
        const ParamApplied longer{"steps", std::int64_t{100}, std::int64_t{200}, 40, 0, ChangeOrigin::User};
        QCOMPARE(markOf(longer, kDcgan)->text, QStringLiteral("Steps 100 to 200"));
        QCOMPARE(markOf(longer, kVqganClip)->text, QStringLiteral("Iterations 100 to 200"));
        OomRecovered oom;
        oom.before = {{"batch.micro", std::int64_t{256}}, {"batch.accumulate", std::int64_t{1}}};
        oom.after = {{"batch.micro", std::int64_t{128}}, {"batch.accumulate", std::int64_t{2}}};
        QCOMPARE(markOf(oom).text, QStringLiteral("OOM survived: 256 × 1 to 128 × 2"));
        QCOMPARE(markOf(oom).kind, MetricsMark::Kind::Oom);
        oom.survived = false;
        QCOMPARE(markOf(oom).text, QStringLiteral("Out of memory"));
        QCOMPARE(markOf(oom).kind, MetricsMark::Kind::OomFatal);
        QCOMPARE(shortValue("x", ParamValue(std::int64_t{10000})), QStringLiteral("10 k"));
        QCOMPARE(shortValue("x", ParamValue(true)), QStringLiteral("on"));
        QCOMPARE(shortValue("x", ParamValue(0.5)), QStringLiteral("0.5"));
    }

    void panelIsEmptyThenDraws() {
        SessionBridge bridge;
        TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
        panel.resize(876, 320);
        panel.show();
        QVERIFY(!panel.view()->isVisible());
        QVERIFY(!blank(panel.grab().toImage()));
        Q_EMIT bridge.stepsDone(steps(1, 400));
        QVERIFY(panel.view()->isVisible());
        panel.view()->plot()->requestReplot(true);
        QSignalSpy replotted(panel.view()->plot(), &QCustomPlot::afterReplot);
        QVERIFY(replotted.count() > 0 || replotted.wait(kPatienceMs));
        QTRY_VERIFY(panel.view()->plot()->rectShown(panel.view()->outputRect()));
        QVERIFY(!blank(panel.view()->plot()->grab().toImage()));
        // Left edges of the rects line up.
        QCOMPARE(panel.view()->lossRect()->left(), panel.view()->memoryRect()->left());
        QCOMPARE(panel.view()->outputRect()->left(), panel.view()->memoryRect()->left());
    }

    void narrowPanelDropsTheMiddlePlot() {
        SessionBridge bridge;
        TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
        panel.resize(620, 260);
        panel.show();
        Q_EMIT bridge.stepsDone(steps(1, 100));
        QTRY_VERIFY(!panel.view()->plot()->rectShown(panel.view()->outputRect()));
        QVERIFY(panel.view()->plot()->rectShown(panel.view()->memoryRect()));
    }

    void lowPanelKeepsTheWordsOfItsMemoryStrip() {
        SessionBridge bridge;
        TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
        panel.resize(620, 260);
        panel.view()->setFixedHeight(120);
        panel.show();
        Q_EMIT bridge.stepsDone(steps(1, 100));
        PlotView* plot = panel.view()->plot();
        QTRY_VERIFY(!plot->rectShown(panel.view()->lossRect()));
        const auto title = [&]() -> QCPItemText* {
            for (int i = 0; i < plot->itemCount(); ++i) {
                auto* text = qobject_cast<QCPItemText*>(plot->item(i));
                if (text && text->text().startsWith(QStringLiteral("Peak"))) return text;
            }
            return nullptr;
        };
        QTRY_VERIFY(title() && title()->realVisibility());
    }

    void theTitleOfTheLossesCoversNoCurve() {
        Theme::get().apply(ThemeChoice::Dark, 150);
        for (const bool log : {false, true}) {
            SessionBridge bridge;
            TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
            panel.resize(900, 520);
            panel.show();
            panel.view()->setLogScale(log);
            std::vector<StepDone> all = steps(1, 400);
            for (StepDone& step : all) step.loss_g = 5.98 * std::exp(-0.01 * static_cast<double>(step.step));
            Q_EMIT bridge.stepsDone(all);
            PlotView* plot = panel.view()->plot();
            const auto title = [plot, text = panel.view()->readout(panel.view()->lossRect())]() -> QCPItemText* {
                for (int i = 0; i < plot->itemCount(); ++i) {
                    auto* item = qobject_cast<QCPItemText*>(plot->item(i));
                    if (item && item->text() == text && item->realVisibility()) return item;
                }
                return nullptr;
            };
            const auto covered = [&] {
                const QRectF under(title()->topLeft->pixelPosition(), title()->bottomRight->pixelPosition());
                for (int i = 0; i < plot->graphCount(); ++i) {
                    const QCPGraph* graph = plot->graph(i);
                    if (graph->keyAxis()->axisRect() != panel.view()->lossRect()) continue;
                    for (const QCPGraphData& point : *graph->data())
                        if (under.contains(graph->coordsToPixels(point.key, point.value))) return true;
                }
                return false;
            };
            plot->requestReplot(true);
            QTRY_VERIFY(title() && title()->position->coords().x() > 0.0 && plot->graph(1)->data()->size() > 100);
            QTRY_VERIFY(!covered());
        }
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void theUnitOfTheAxisNeverTouchesItsFigures() {
        SessionBridge bridge;
        CurvesSpec spec = window_family_of(kDcgan).curves().front().spec;
        spec.to_total = true;
        TimelinePanel panel(&bridge, spec);
        panel.view()->setXAxis(XAxis::Steps);
        panel.resize(700, 320);
        panel.show();
        Q_EMIT bridge.stepsDone(steps(1, 100));
        PlotView* plot = panel.view()->plot();
        const QCPAxis* axis = panel.view()->memoryRect()->axis(QCPAxis::atBottom);
        const auto unit = [plot]() -> QCPItemText* {
            for (int i = 0; i < plot->itemCount(); ++i) {
                auto* item = qobject_cast<QCPItemText*>(plot->item(i));
                if (item && item->text().contains(QStringLiteral("steps"))) return item;
            }
            return nullptr;
        };
        const auto room = [&] {
            const double half = QFontMetricsF(unit()->font()).horizontalAdvance(axis->tickVectorLabels().last()) / 2.0;
            return unit()->topLeft->pixelPosition().x() - axis->coordToPixel(axis->tickVector().last()) - half;
        };
        for (const std::int64_t total : {101, 600, 1'200'000, 12'000'000}) {
            panel.view()->setTotal(total);
            QTRY_VERIFY(unit() && plot->xRange().upper > static_cast<double>(total) && axis->tickVector().size() >= 2 &&
                        axis->tickVector().last() > 0.5 * static_cast<double>(total));
            QVERIFY2(!unit()->visible() || room() >= 2.0, qPrintable(QString::number(room())));
            QVERIFY(unit()->visible() || total < 1'000'000);  // what nothing else says is said
        }
    }

    void aSingleStepHasWholeTicks() {
        for (const std::int64_t at : {std::int64_t{1}, std::int64_t{16}, std::int64_t{70'000}}) {
            SessionBridge bridge;
            TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
            panel.resize(876, 320);
            panel.show();
            Q_EMIT bridge.stepsDone(steps(at, at));
            const QCPAxis* axis = panel.view()->memoryRect()->axis(QCPAxis::atBottom);
            const auto whole = [axis] {
                const QVector<QString> labels = axis->tickVectorLabels();
                return axis->range().lower == 0.0 && axis->range().upper > 1.0 && labels.size() >= 2 &&
                       QStringList(labels).join(QString()).count(QLatin1Char('.')) == 0 &&
                       QSet<QString>(labels.begin(), labels.end()).size() == labels.size();
            };
            panel.view()->plot()->requestReplot(true);
            QTRY_VERIFY2(whole(), qPrintable(QStringList(axis->tickVectorLabels()).join(QStringLiteral(" | "))));
        }
    }

    void keysZoomFitAndMoveTheCrosshair() {
        SessionBridge bridge;
        TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
        panel.resize(876, 320);
        panel.show();
        Q_EMIT bridge.stepsDone(steps(1, 400));
        PlotView* plot = panel.view()->plot();
        QTRY_VERIFY(plot->xRange().upper > 400.0 * 64.0);
        const double full = plot->xRange().size();
        QSignalSpy pointed(&panel, &TimelinePanel::stepPointed);
        QTest::keyClick(plot, Qt::Key_Plus);
        QVERIFY(plot->xRange().size() < full);
        QTest::keyClick(plot, Qt::Key_F);
        QCOMPARE(plot->xRange().size(), full);
        QTest::keyClick(plot, Qt::Key_Home);
        QTest::keyClick(plot, Qt::Key_Right);
        QCOMPARE(pointed.last().at(1).toLongLong(), qint64{2});
        QVERIFY(panel.view()->readout(panel.view()->lossRect()).contains(QStringLiteral("step 2")));
        QTest::keyClick(plot, Qt::Key_L);
        QVERIFY(panel.view()->logScale());
        QTest::keyClick(plot, Qt::Key_Escape);
        QVERIFY(!plot->crosshair().has_value());
    }

    void movingTheCrosshairDrawsNoCurveAgain() {
        MetricsModel model;
        TimelineView view(&model, {});
        view.resize(900, 420);
        std::vector<StepDone> steps(3000);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            steps[i].step = static_cast<std::int64_t>(i + 1);
            steps[i].images = steps[i].step * 64;
            steps[i].loss_d = 1.0;
            steps[i].loss_g = 2.0;
        }
        model.append(steps);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTRY_VERIFY(view.plot()->isVisible());
        QSignalSpy whole(view.plot(), &PlotView::refreshNeeded), replots(view.plot(), &QCustomPlot::beforeReplot);
        do {  // until nothing asks for it any more
            whole.clear();
            replots.clear();
            QTest::qWait(400);
        } while (!whole.isEmpty());
        QSignalSpy overlay(view.plot(), &PlotView::overlayNeeded);
        const QImage before = view.plot()->grab().toImage();
        view.plot()->setCrosshair(96000.0);
        QTRY_COMPARE(overlay.count(), 1);
        QCOMPARE(whole.count(), 0);
        QCOMPARE(replots.count(), 0);
        QVERIFY(view.plot()->grab().toImage() != before);  // the line is there
        view.plot()->requestReplot(true);
        QTRY_COMPARE(whole.count(), 1);
    }

    void resumedRunShowsItsPast() {
        SessionBridge bridge;
        TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
        RunStarted run;
        run.run_dir = "a";
        run.step = 100;
        Q_EMIT bridge.runStarted(run);
        Q_EMIT bridge.stepsDone(steps(101, 110));
        panel.setHistory(steps(1, 100), {{40, 2560, "edit", "batch.micro 64 to 16"},
                                         {50, 3200, "checkpoint", "x"},
                                         {60, 3840, "oom", "out of memory survived; give back caches"},
                                         {70, 4480, "oom", "out of memory; give back caches"}});
        QCOMPARE(panel.model()->size(), std::size_t{110});
        QCOMPARE(panel.model()->marks().size(), std::size_t{4});
        QCOMPARE(panel.model()->marks()[0].text, QStringLiteral("Micro-batch 64 to 16"));
        QCOMPARE(panel.model()->marks()[2].kind, MetricsMark::Kind::Oom);
        QCOMPARE(panel.model()->marks()[2].text, QStringLiteral("OOM survived"));
        QCOMPARE(panel.model()->marks()[3].kind, MetricsMark::Kind::OomFatal);
        QCOMPARE(panel.model()->marks()[3].text, QStringLiteral("Out of memory"));
        run.step = 0;
        run.run_dir = "b";
        Q_EMIT bridge.runStarted(run);
        QVERIFY(panel.model()->empty());
    }

    void picturesAreWrittenWholeOrRefused() {
        SessionBridge bridge;
        TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
        Q_EMIT bridge.stepsDone(steps(1, 400));
        const headroom::test::TempFolder folder;
        const QString base = QString::fromStdString(folder.path());
        for (const char* name : {"a.png", "a.svg", "a.pdf"}) {
            const QString path = base + QLatin1Char('/') + QLatin1String(name);
            QVERIFY(panel.drawnPlots(path)());
            QVERIFY(QFileInfo(path).size() > 2000);
        }
        QVERIFY(!blank(QImage(base + QStringLiteral("/a.png"))));
        const FileRow* row = FileRow::of(&panel);
        panel.savePlots(base + QStringLiteral("/b.svg"));
        QTRY_COMPARE(row->text(), QStringLiteral("Written: b.svg"));
        QVERIFY(row->showButton()->isVisibleTo(row) && QFileInfo::exists(base + QStringLiteral("/b.svg")));
        panel.savePlots(base + QStringLiteral("/a.bmp"));
        QTRY_VERIFY(row->text().contains(QStringLiteral("does not end in png, svg or pdf")));
        QVERIFY(!row->showButton()->isVisibleTo(row));
        panel.savePlots(base + QStringLiteral("/a.png/a.png"));
        QTRY_VERIFY(row->text().contains(QStringLiteral("cannot be made")));
    }
};

QTEST_MAIN(TimelineTest)
#include "tst_timeline.moc"
