// The strip of memory below the curves, alone where the panel is low: its words never stand on a curve, and its end says what the memory panel says.
#include "core/families/dcgan/dcgan_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "timeline_steps.h"
#include "ui/bridge/session_bridge.h"
#include "ui/families/registry.h"
#include "ui/models/forecast_watch.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/panels/timeline/timeline_view.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/theme.h"

#include <QImage>
#include <QPixmap>
#include <QSignalSpy>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Some text of the plot that can be seen is `figure`.
bool ends(const TimelineView* view, const char* figure) {
    for (int i = 0; i < view->plot()->itemCount(); ++i) {
        const auto* item = qobject_cast<QCPItemText*>(view->plot()->item(i));
        if (item && item->realVisibility() && item->text() == QLatin1String(figure)) return true;
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
                    const QRectF area(title()->topLeft->pixelPosition(), title()->bottomRight->pixelPosition());
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
