// The timeline: what its plots show and name at every size, keys and crosshair, what a run that goes on has before it, pictures of it.
#include "core/families/dcgan/dcgan_config.h"
#include "tests/support/fake_session.h"
#include "tests/support/fixture_memory.h"
#include "tests/support/temp_folder.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/plot_words.h"
#include "timeline_steps.h"
#include "ui/bridge/session_bridge.h"
#include "ui/families/registry.h"
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
            const auto title = [plot, text = panel.view()->readout(panel.view()->lossRect())]() -> const QCPItemText* {
                for (const QCPItemText* words : wordsOf(plot))
                    if (words->text() == text) return words;
                return nullptr;
            };
            const auto covered = [&] {
                const QRectF under = areaOf(title());
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
            const auto title = [plot] { return wordsOf(plot, "Budget"); };
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
            for (const QCPItemText* item : wordsOf(plot)) {
                if (item->text().isEmpty()) continue;
                const QRectF area = areaOf(item);
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
                                         {70, 4480, "oom", "out of memory; caches survived: not enough"}});
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
