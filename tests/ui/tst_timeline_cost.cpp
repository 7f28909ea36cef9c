// What the timeline of a long run takes of the window's thread: a million steps are drawn from their extremes.
#include "core/base/clock.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/time_limits.h"
#include "tests/ui/timeline_steps.h"
#include "ui/models/metrics_model.h"
#include "ui/panels/timeline/timeline_view.h"
#include "ui/shell/theme.h"

#include <QSignalSpy>

#include <algorithm>
#include <functional>
#include <vector>

using namespace headroom;
using namespace headroom::ui;

class TimelineCostTest : public QObject {
    Q_OBJECT
private:
    static constexpr int kTimes = 21;

    struct Cost {
        double least = -1, median = -1;  ///< milliseconds; -1: it was never drawn
    };
    /// Processor time of the window's thread until `spy` has heard and all is painted.
    static Cost costOf(QSignalSpy& spy, const std::function<void(int)>& act) {
        std::vector<double> all;
        for (int i = 0; i < kTimes; ++i) {
            spy.clear();
            const double before = thread_cpu_seconds();
            act(i);
            if (!spy.wait(kPatienceMs)) return {};
            QCoreApplication::processEvents();
            all.push_back(1000 * (thread_cpu_seconds() - before));
        }
        std::sort(all.begin(), all.end());
        return {all.front(), all[kTimes / 2]};
    }

private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void aMillionStepsAreDrawnFromTheirExtremes() {
        constexpr std::int64_t kSteps = 1'000'000;
        // A machine that does nothing else is to take under 10 ms for a replot and under 3 for a hover; what runs on the other half of a core
        // doubles it. The best of many counts.
        constexpr double kReplot = 20.0 * kTimesAsSlow, kHover = 6.0 * kTimesAsSlow;
        MetricsModel model;
        TimelineView view(&model, {});
        view.resize(1200, 500);
        for (std::int64_t done = 0; done < kSteps; done += 50'000) model.append(steps(done + 1, done + 50'000));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        PlotView* plot = view.plot();
        QSignalSpy drawn(plot, &QCustomPlot::afterReplot), hovered(plot, &PlotView::overlayNeeded);
        plot->requestReplot(true);
        QTRY_VERIFY(!drawn.isEmpty());
        const std::size_t before = model.looks();
        const Cost replot = costOf(drawn, [&](int) { plot->requestReplot(true); });
        const std::size_t looked = (model.looks() - before) / kTimes;
        const Cost zoomed = costOf(drawn, [&](int i) { plot->setXRange({1e6 * i, 1e6 * i + 8e6}); });
        plot->fit();
        QVERIFY(drawn.wait(kPatienceMs));
        drawn.clear();
        const Cost hover = costOf(hovered, [&](int i) { plot->setCrosshair(3e6 * (i + 1)); });
        const QString words =
            QStringLiteral("a million steps: replot %1 ms (median %2), after a zoom %3 (%4), hover %5 (%6); %7 rows "
                           "and blocks looked at a replot")
                .arg(replot.least)
                .arg(replot.median)
                .arg(zoomed.least)
                .arg(zoomed.median)
                .arg(hover.least)
                .arg(hover.median)
                .arg(looked);
        qInfo("%s", qPrintable(words));
        QVERIFY2(replot.least > 0 && replot.least < kReplot, qPrintable(words));
        QVERIFY2(zoomed.least > 0 && zoomed.least < kReplot, qPrintable(words));
        QVERIFY2(hover.least > 0 && hover.least < kHover, qPrintable(words));
        QVERIFY2(looked < model.size() / 4, qPrintable(words));
        QVERIFY(drawn.isEmpty());  // the crosshair drew no curve
    }
};

QTEST_MAIN(TimelineCostTest)
#include "tst_timeline_cost.moc"
