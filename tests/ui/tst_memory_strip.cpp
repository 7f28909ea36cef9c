// The strip of memory below the curves, alone where the panel is low: its words never stand on a curve, and its end says what the memory panel says.
#include "core/families/dcgan/dcgan_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/plot_words.h"
#include "tests/ui/studio.h"
#include "timeline_steps.h"
#include "ui/bridge/session_bridge.h"
#include "ui/families/registry.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/metrics_model.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/panels/timeline/timeline_view.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/theme.h"

#include <QImage>
#include <QPixmap>
#include <QSignalSpy>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Some text of the plot that can be seen is `figure`.
bool ends(const TimelineView* view, const char* figure) {
    const auto all = wordsOf(view->plot());
    return std::any_of(all.begin(), all.end(),
                       [figure](const QCPItemText* words) { return words->text() == QLatin1String(figure); });
}

/// Whether a curve of memory goes through `area`.
bool curveIn(const TimelineView* view, const QRectF& area) {
    for (int i = 0; i < view->plot()->graphCount(); ++i) {
        const QCPGraph* graph = view->plot()->graph(i);
        if (graph->keyAxis()->axisRect() != view->memoryRect()) continue;
        const QCPGraphDataContainer& points = *graph->data();
        for (auto to = points.constBegin(), from = to; to != points.constEnd(); from = to++) {
            const QPointF begin = graph->coordsToPixels(from->key, from->value),
                          end = graph->coordsToPixels(to->key, to->value), corner(end.x(), begin.y());
            for (const QRectF& line : {QRectF(begin, corner), QRectF(corner, end)})
                if (line.normalized().adjusted(-0.1, -0.1, 0.1, 0.1).intersects(area)) return true;
        }
    }
    return false;
}

}  // namespace

class MemoryStripTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void theWordPeakCoversNoCurve() {
        int named = 0;
        for (const int text : {100, 150}) {
            Theme::get().apply(ThemeChoice::Dark, text);
            for (double others = 0.3; others < 7.6; others += 0.6) {
                SessionBridge bridge;
                TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
                panel.resize(560, 260);
                panel.view()->setFixedHeight(120);
                panel.show();
                std::vector<StepDone> all = steps(1, 200);
                for (StepDone& step : all) step.others = fixture::gib(others);
                Q_EMIT bridge.stepsDone(all);
                PlotView* plot = panel.view()->plot();
                const QCPAxisRect* strip = panel.view()->memoryRect();
                const auto title = [&]() -> QCPItemText* {
                    for (int i = 0; i < plot->itemCount(); ++i) {
                        auto* item = qobject_cast<QCPItemText*>(plot->item(i));
                        if (item && item->text().contains(QStringLiteral("Peak"))) return item;
                    }
                    return nullptr;
                };
                plot->requestReplot(true);
                QTRY_VERIFY(!plot->rectShown(panel.view()->lossRect()) && title() &&
                            title()->position->coords().x() > 0.0 && plot->graph(1)->data()->size() > 100);
                if (title()->realVisibility()) {
                    ++named;
                    const QRectF area = areaOf(title());
                    int points = 0;
                    for (int i = 0; i < plot->graphCount(); ++i) {
                        const QCPGraph* graph = plot->graph(i);
                        if (graph->keyAxis()->axisRect() != strip) continue;
                        for (const QCPGraphData& point : *graph->data()) {
                            ++points;
                            QVERIFY2(
                                !area.adjusted(0, 2, 0, -2).contains(graph->coordsToPixels(point.key, point.value)),
                                qPrintable(QStringLiteral("%1 GiB of others at %2 %").arg(others).arg(text)));
                        }
                    }
                    QVERIFY(points > 100);
                }
                // Whoever points at the strip is told in any case.
                plot->setCrosshair(plot->xRange().center());
                QTRY_VERIFY(title() && title()->realVisibility() && title()->text().contains(QStringLiteral("Others")));
            }
        }
        QVERIFY2(named > 0, "where a place is free it is named");
    }

    void theWordsAtTheCrosshairStayWithinThePlotAndCoverNoBudget() {
        for (const int text : {100, 200}) {
            Theme::get().apply(ThemeChoice::Dark, text);
            for (const QSize& size : {QSize(360, 110), QSize(360, 320), QSize(760, 110), QSize(760, 320)}) {
                MetricsModel model;
                TimelineView view(&model, window_family_of(kDcgan).curves().front().spec);
                view.resize(size.width(), size.height() * text / 100);
                model.append(steps(1, 200));
                view.show();
                QTRY_VERIFY(view.plot()->graph(0)->data()->size() > 100 && wordsOf(view.plot(), "Budget"));
                for (const double share : {0.1, 0.5, 0.9}) {
                    view.plot()->setCrosshair(share * view.plot()->xRange().upper);
                    view.plot()->replot();
                    const QCPItemText* words = nullptr;
                    for (const QCPItemText* item : wordsOf(view.plot()))
                        if (item->text().contains(QStringLiteral("Peak"))) words = item;
                    QVERIFY(words);
                    const QString where =
                        QStringLiteral("%1 x %2 at %3 %").arg(size.width()).arg(size.height()).arg(text);
                    QVERIFY2(areaOf(words).right() <= view.memoryRect()->right() + 1, qPrintable(where));
                    const QCPItemText* budget = wordsOf(view.plot(), "Budget");
                    QVERIFY2(!budget || !areaOf(budget).adjusted(2, 3, -2, -3).intersects(areaOf(words)),
                             qPrintable(where));
                }
                view.plot()->setCrosshair(std::nullopt);
                view.plot()->replot();
                QVERIFY(wordsOf(view.plot(), "Budget"));
            }
        }
    }

    void aLowStripIsNotFlattenedByItsOneStep() {
        Theme::get().apply(ThemeChoice::Dark, 150);
        MetricsModel model;
        TimelineView view(&model, window_family_of(kDcgan).curves().front().spec);
        view.resize(700, 84);
        std::vector<StepDone> all = steps(1, 200);
        for (StepDone& step : all) {
            step.peak = fixture::gib(5.1);
            step.budget = {};
        }
        model.append(all);
        view.show();
        const QCPAxis* axis = view.memoryRect()->axis(QCPAxis::atLeft);
        const double peak = static_cast<double>(fixture::gib(5.1).count);
        QTRY_VERIFY(view.plot()->graph(0)->data()->size() > 100 && view.memoryRect()->height() > 10);
        QVERIFY(view.memoryRect()->height() < 2 * scaled(22));  // room for one step
        QTRY_VERIFY2(axis->range().upper > peak && axis->range().upper < 1.3 * peak,
                     qPrintable(QString::number(axis->range().upper / peak)));
        view.plot()->replot();
        const QVector<double> ticks = axis->tickVector();
        QVERIFY(std::count_if(ticks.begin(), ticks.end(), [&](double at) { return axis->range().contains(at); }) >= 2);
    }

    void theNameOfOtherProgramsStandsOnNoPeak() {
        int named = 0;
        for (double others = 0.6; others < 4.0; others += 0.3) {
            MetricsModel model;
            TimelineView view(&model, window_family_of(kDcgan).curves().front().spec);
            view.resize(900, 300);
            std::vector<StepDone> all = steps(1, 200);
            for (StepDone& step : all) step.others = fixture::gib(others);
            model.append(all);
            view.show();
            QTRY_VERIFY(ends(&view, "4.02"));
            const QCPItemText* name = wordsOf(view.plot(), "Other programs");
            if (!name) continue;
            ++named;
            const double peak =
                view.plot()->graph(0)->coordsToPixels(6400.0, static_cast<double>(fixture::gib(4.02).count)).y();
            QVERIFY2(peak < areaOf(name).top() + 1 || peak > areaOf(name).bottom() - 1,
                     qPrintable(QStringLiteral("%1 GiB of others").arg(others)));
        }
        QVERIFY(named > 0);
    }

    void theNameOfABudgetAboveTheScaleKeepsItsDistance() {
        Theme::get().apply(ThemeChoice::Dark, 150);
        // Of others before and after a step: level near the name, rising below it, falling from above the scale.
        struct Case {
            double before, after;
            int step;
        };
        std::vector<Case> cases{{0.3, 2.58, 200}, {40.0, 0.5, 60}};
        for (double others = 1.9; others < 3.4; others += 0.2) cases.push_back({others, others, 200});
        for (const auto& [before, after, at] : cases) {
            SessionBridge bridge;
            TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
            panel.resize(before > 10.0 ? 1000 : 560, 300);
            panel.show();
            std::vector<StepDone> all = steps(1, 400);
            for (StepDone& step : all) {
                step.budget = fixture::gib(60.0);
                step.peak = fixture::gib(1.72);
                step.others = fixture::gib(step.step <= at ? before : after);
            }
            Q_EMIT bridge.stepsDone(all);
            const TimelineView* view = panel.view();
            view->plot()->requestReplot(true);
            QTRY_VERIFY(ends(view, "1.72") && wordsOf(view->plot(), "Budget 60.00, above the scale"));
            QTRY_VERIFY2(!curveIn(view, areaOf(wordsOf(view->plot(), "Budget")).adjusted(-6, -6, 6, 6)),
                         qPrintable(QStringLiteral("%1 then %2 GiB of others").arg(before).arg(after)));
            const QRectF room = QRectF(view->memoryRect()->rect()).adjusted(-1, -1, 1, 1);
            QVERIFY(room.contains(areaOf(wordsOf(view->plot(), "Budget"))));
        }
    }

    void theNameOfOtherProgramsStandsWithinThePlot() {
        Theme::get().apply(ThemeChoice::Dark, 200);
        MetricsModel model;
        TimelineView view(&model, window_family_of(kDcgan).curves().front().spec);
        view.resize(400, 600);
        std::vector<StepDone> all = steps(1, 200);
        for (StepDone& step : all) step.others = fixture::gib(0.4);
        model.append(all);
        view.show();
        const auto within = [&] {
            const QCPItemText* name = wordsOf(view.plot(), "Other programs");
            return !name || areaOf(name).right() <= view.memoryRect()->right() + 1;
        };
        QTRY_VERIFY(ends(&view, "4.02"));
        QVERIFY(within());
        view.resize(1400, 600);
        QTRY_VERIFY(wordsOf(view.plot(), "Other programs") && within());
    }

    void aCurveOfOthersThatIsMostlyAboveTheScaleIsLeftOut() {
        for (const int above : {60, 140}) {  // of 200 steps
            SessionBridge bridge;
            TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
            panel.resize(876, 320);
            panel.show();
            std::vector<StepDone> all = steps(1, 200);
            for (StepDone& step : all)
                if (step.step <= above) step.others = fixture::gib(40.0);
            Q_EMIT bridge.stepsDone(all);
            const TimelineView* view = panel.view();
            QTRY_VERIFY(ends(view, "4.02"));
            std::vector<bool> drawn;
            for (int i = 0; i < view->plot()->graphCount(); ++i) {
                const QCPGraph* graph = view->plot()->graph(i);
                if (graph->keyAxis()->axisRect() == view->memoryRect()) drawn.push_back(!graph->data()->isEmpty());
            }
            QCOMPARE(drawn, (std::vector<bool>{true, above < 100}));  // the peak, and others
        }
    }

    void itsEndIsNamedAsTheBigFigureIs() {
        Studio s("story");
        s.window.resize(1600, 1000);
        const TimelineView* view = s.window.trainPage()->timeline()->view();
        QTRY_VERIFY(s.bridge.state() == RunState::Running && s.shows(QStringLiteral("4.02")) && ends(view, "4.02"));
        MemoryReport report = *s.window.runPanel()->forecast()->report();
        report.at_peak.context += fixture::gib(0.03);
        Q_EMIT s.bridge.memoryChanged(std::make_shared<const MemoryReport>(report));
        QVERIFY2(s.shows(QStringLiteral("4.05")) && ends(view, "4.05"), "at the same time");
    }

    void itsEndIsDrawnWithoutTheCurves() {
        SessionBridge bridge;
        TimelinePanel panel(&bridge, window_family_of(kDcgan).curves().front().spec);
        panel.resize(876, 320);
        panel.show();
        Q_EMIT bridge.stepsDone(steps(1, 200));
        TimelineView* view = panel.view();
        QTRY_VERIFY(ends(view, "4.02"));
        const QImage before = view->plot()->grab().toImage();
        const QSignalSpy replotted(view->plot(), &QCustomPlot::afterReplot);
        Q_EMIT bridge.stepsDone(steps(201, 300));  // these are not drawn yet: the end stays where the curve ends
        view->setPeak(fixture::gib(4.05));
        QVERIFY(ends(view, "4.05"));
        QVERIFY2(view->plot()->grab().toImage() != before, "it is on the screen");
        QCOMPARE(replotted.size(), 0);
        view->setPeak({});
        QVERIFY2(ends(view, "4.02"), "nothing is told: the figure of the step");
    }
};

QTEST_MAIN(MemoryStripTest)
#include "tst_memory_strip.moc"
