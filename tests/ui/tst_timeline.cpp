// The timeline: marks whose labels never touch, the panel itself.
#include "core/base/random.h"
#include "core/config/change_mark.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/fake_session.h"
#include "tests/support/fixture_memory.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_seed.h"
#include "tests/ui/patient_test.h"
#include "timeline_steps.h"
#include "ui/bridge/session_bridge.h"
#include "ui/families/registry.h"
#include "ui/models/mark_text.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/timeline/timeline_panel.h"
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

using namespace headroom;
using namespace headroom::ui;

namespace {

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
        // A stored one says what it said when it was made.
        for (const ParamApplied& made : {ParamApplied{"lr.g", 2e-4, 1e-4, 9, 90},
                                         ParamApplied{"memory.budget", std::int64_t{0}, std::int64_t{8} << 30, 9, 90},
                                         ParamApplied{"prompts", std::string("a"), std::string("a | b"), 9, 90}})
            QCOMPARE(markOf(HistoryMark{9, 90, "edit", mark_text(made)}, kVqganClip), *markOf(made, kVqganClip));
        const ParamRefused planned{{"image.size"}, "no", RefusalMark{50, 400, "image.size 128: no room for a network"}};
        QCOMPARE(markOf(planned, kDcgan)->text, QStringLiteral("Resolution 128 refused: no room for a network"));
        QCOMPARE(markOf(planned, kDcgan)->short_text, QStringLiteral("Resolution 128 refused"));
        QCOMPARE(markOf(planned, kDcgan)->step, std::int64_t{50});
        QCOMPARE(markOf(HistoryMark{50, 400, "refused", planned.mark->text}, kDcgan), *markOf(planned, kDcgan));
        QVERIFY(!markOf(ParamRefused{{"image.size"}, "no"}, kDcgan).has_value());
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
        Q_EMIT bridge.paramRefused({{"image.size"}, "no", RefusalMark{50, 400, "image.size 128: no"}});
        Q_EMIT bridge.paramRefused({{"image.size"}, "no"});
        QCOMPARE(panel.model()->marks().size(), std::size_t{1});
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

    void aBudgetOffTheScaleIsNamedWhereNoCurveGoes() {
        // Scales end at round figures: some peaks leave less room above them than others.
        struct Case {
            int height, text;
            double peak;
        };
        for (const auto& [height, text, peak] : {Case{240, 100, 1.72},
                                                 {240, 100, 3.46},
                                                 {240, 100, 4.02},
                                                 {260, 100, 5.2},
                                                 {320, 100, 3.46},
                                                 {320, 100, 6.93},
                                                 {520, 100, 3.46},
                                                 {300, 150, 3.46},
                                                 {360, 150, 1.72},
                                                 {480, 200, 1.72}}) {
            Theme::get().apply(ThemeChoice::Dark, text);
            SessionBridge bridge;
            TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
            panel.resize(900, height);
            panel.show();
            std::vector<StepDone> all = steps(1, 400);
            for (StepDone& step : all) {
                step.budget = fixture::gib(60.0);
                step.peak = fixture::gib(peak);
            }
            Q_EMIT bridge.stepsDone(all);
            PlotView* plot = panel.view()->plot();
            const auto title = [plot]() -> QCPItemText* {
                for (int i = 0; i < plot->itemCount(); ++i) {
                    auto* item = qobject_cast<QCPItemText*>(plot->item(i));
                    if (item && item->text().startsWith(QStringLiteral("Budget")) && item->realVisibility())
                        return item;
                }
                return nullptr;
            };
            plot->requestReplot(true);
            QTRY_VERIFY(title() && title()->position->coords().x() > 0.0);
            QVERIFY2(title()->text().endsWith(QStringLiteral(", above the scale")), qPrintable(title()->text()));
            for (int i = 0; i < plot->itemCount(); ++i) {  // nor is there a line at the edge
                const auto* line = qobject_cast<QCPItemStraightLine*>(plot->item(i));
                QVERIFY(!line || line->clipAxisRect() != panel.view()->memoryRect() || !line->realVisibility());
            }
            int points = 0;
            for (int i = 0; i < plot->graphCount(); ++i) {
                const QCPGraph* graph = plot->graph(i);
                if (graph->keyAxis()->axisRect() != panel.view()->memoryRect()) continue;
                for (const QCPGraphData& point : *graph->data()) {
                    ++points;
                    const double curve = graph->coordsToPixels(point.key, point.value).y();
                    const double below = title()->bottomRight->pixelPosition().y() - 2.0;
                    QVERIFY2(curve > below,
                             qPrintable(QStringLiteral("%1 px at %2 %, %3 GiB: %4, title to %5, rect of %6")
                                            .arg(height)
                                            .arg(text)
                                            .arg(peak)
                                            .arg(curve)
                                            .arg(below)
                                            .arg(panel.view()->memoryRect()->height())));
                }
            }
            QVERIFY(points > 100);
            QList<std::pair<QString, QRectF>> words;  // nor do they cover each other
            for (int i = 0; i < plot->itemCount(); ++i) {
                const auto* item = qobject_cast<QCPItemText*>(plot->item(i));
                if (!item || !item->realVisibility() || item->text().isEmpty()) continue;
                const QRectF area(item->topLeft->pixelPosition(), item->bottomRight->pixelPosition());
                for (const auto& [other, there] : words)
                    QVERIFY2(
                        !area.adjusted(2, 3, -2, -3).intersects(there),
                        qPrintable(
                            QStringLiteral("%1 px at %2 %: %3 on %4").arg(height).arg(text).arg(item->text(), other)));
                words.append({item->text(), area});
            }
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

    void theWordsAtTheCrosshairStayOverTheirPlot() {
        Theme::get().apply(ThemeChoice::Dark, 200);
        MetricsModel model;
        TimelineView view(&model, window_family_of(kDcgan).curves().front().spec);
        view.resize(640, 600);
        model.append(steps(1, 400));
        view.show();
        for (const auto& [width, images] : {std::pair{640, false}, {1400, true}}) {
            view.resize(width, 600);
            QTRY_VERIFY(view.plot()->xRange().upper > 400.0 * 64.0 && view.lossRect()->width() > width / 2);
            view.plot()->setCrosshair(200.0 * 64.0);
            const QString words = view.readout(view.lossRect());
            QVERIFY2(words.contains(QStringLiteral("step 200")), qPrintable(words));
            QCOMPARE(words.contains(QStringLiteral("images")), images);
            QVERIFY(QFontMetricsF(themeFont(TextSize::Plot)).horizontalAdvance(words) <= view.lossRect()->width());
        }
        Theme::get().apply(ThemeChoice::Dark, 100);
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
        ParamApplied now{"batch.micro", std::int64_t{16}, std::int64_t{32}, 105, 6720, ChangeOrigin::User};
        Q_EMIT bridge.paramApplied(now);
        panel.setHistory(steps(1, 100), {{40, 2560, "edit", "batch.micro 64 to 16"},
                                         {50, 3200, "checkpoint", "x"},
                                         {60, 3840, "oom", "out of memory survived; give back caches"},
                                         {70, 4480, "oom", "out of memory; give back caches"}});
        QCOMPARE(panel.model()->size(), std::size_t{110});
        QCOMPARE(panel.model()->marks().size(), std::size_t{5});
        QCOMPARE(panel.model()->marks()[4].step, 105);
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

    /// Such a run tells the step that it began at, and may have gone on for long.
    void whatComesWhileTheHistoryOfARunElsewhereIsReadStays() {
        SessionBridge bridge;
        auto session = std::make_unique<FakeSession>();
        SessionPlace place;
        place.elsewhere = true;
        session->set_place(place);
        bridge.setSession(std::move(session));
        TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
        RunStarted run;
        run.run_dir = "a";
        Q_EMIT bridge.runStarted(run);
        Q_EMIT bridge.stepsDone(steps(101, 110));
        Q_EMIT bridge.paramApplied({"batch.micro", std::int64_t{16}, std::int64_t{32}, 105, 6720, ChangeOrigin::User});
        panel.setHistory(steps(1, 100), {});
        QCOMPARE(panel.model()->size(), std::size_t{110});
        QCOMPARE(panel.model()->marks().size(), std::size_t{1});
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
