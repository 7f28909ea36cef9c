// What screen readers find in painted widgets: a child per figure, with the words and figures that are drawn, in its place.
#include "tests/support/fixture_memory.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/panels/fit/fit_plot.h"
#include "ui/panels/memory/memory_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/panels/timeline/timeline_view.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/theme.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/marker_strip.h"
#include "ui/widgets/memory_bar.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/step_timeline_view.h"

#include <QAccessible>

using namespace headroom;
using namespace headroom::ui;

namespace {

QAccessibleInterface* readerOf(QWidget* widget) { return QAccessible::queryAccessibleInterface(widget); }

QStringList namesIn(QWidget* widget) {
    QAccessibleInterface* list = readerOf(widget);
    QStringList names;
    for (int i = 0; i < list->childCount(); ++i) names << list->child(i)->text(QAccessible::Name);
    return names;
}

/// Counts how often its rows are made.
struct Counted : QWidget, AccessibleRows {
    std::vector<AccessibleRow> makeAccessibleRows() const override {
        const QString times = QString::number(++made);
        return {{times, QStringLiteral("a"), {}}, {times, QStringLiteral("b"), {}}};
    }
    void change() { accessibleRowsChanged(); }
    mutable int made = 0;
};

}  // namespace

class AccessibleRowsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void theBarTellsEachSegment() {
        MemoryBar bar;
        bar.resize(400, 70);
        bar.setData(deviceBar(fixture::story_report(), true, MemoryUnit::GiB));
        bar.show();
        QAccessibleInterface* list = readerOf(&bar);
        QCOMPARE(list->role(), QAccessible::List);
        QCOMPARE(
            namesIn(&bar),
            QStringList({QStringLiteral("Other programs: 1.14 GiB, 14 %"),
                         QStringLiteral("Context, kernels: 0.31 GiB, 4 %"), QStringLiteral("Weights: 0.52 GiB, 6 %"),
                         QStringLiteral("Optimiser: 0.69 GiB, 9 %"), QStringLiteral("Gradients: 0.34 GiB, 4 %"),
                         QStringLiteral("Activations: 1.78 GiB, 22 %"),
                         QStringLiteral("Inputs, workspace: 0.08 GiB, 1 %"), QStringLiteral("Cache: 0.30 GiB, 4 %"),
                         QStringLiteral("Free: 2.84 GiB, 36 %"), QStringLiteral("Budget 6.00 GiB")}));
        QAccessibleInterface* activations = list->child(5);
        QCOMPARE(activations->parent(), list);
        QCOMPARE(list->indexOfChild(activations), 5);
        QCOMPARE(activations->role(), QAccessible::ListItem);
        QCOMPARE(activations->text(QAccessible::Value), QStringLiteral("1.78 GiB, 22 %"));
        QVERIFY(list->rect().intersects(activations->rect()) && activations->rect().width() > 60);
        QCOMPARE(list->childAt(activations->rect().center().x(), activations->rect().center().y()), activations);
        bar.setData({});  // nothing known: nothing told, and no child of before lies
        QCOMPARE(list->childCount(), 0);
        QVERIFY(!activations->isValid() && activations->text(QAccessible::Name).isEmpty());
    }

    void theStepTellsItsPeakLayersAndPhases() {
        StepTimelineView view;
        view.resize(368, 260);
        QCOMPARE(readerOf(&view)->childCount(), 0);
        const StepTimeline timeline = fixture::story_timeline(4210);
        view.setTimeline(std::make_shared<const StepTimeline>(timeline), MemoryUnit::GiB);
        const QStringList names = namesIn(&view);
        QCOMPARE(names.size(), 1 + 3 + static_cast<qsizetype>(timeline.phases.size()));
        QVERIFY(names[0].startsWith(QStringLiteral("Peak 3.41 tensors + 0.61 cache, context = 4.02: ")));
        QCOMPARE(names.mid(1, 3),
                 QStringList({QStringLiteral("Weights: 0.52 GiB"), QStringLiteral("Optimiser: 0.69 GiB"),
                              QStringLiteral("Gradients: 0.34 GiB")}));
        QVERIFY2(names[4].startsWith(QStringLiteral("Discriminator on real images, micro-batch 1: ")),
                 qPrintable(names[4]));
        const auto highest = std::count_if(names.begin(), names.end(), [](const QString& name) {
            return name.endsWith(QStringLiteral("at most 3.41 GiB"));
        });
        QVERIFY(highest >= 1);
    }

    void theFrontierTellsItsPlans() {
        FitReport report;
        report.budget = fixture::gib(6);
        for (int i = 0; i < 3; ++i) {
            FitPlan plan;
            plan.config.batch_micro = 64 >> i;
            plan.config.batch_accumulate = 1 << i;
            plan.forecast.peak = fixture::gib(5 - i);
            plan.forecast.seconds_per_step = 1.0 + i;
            plan.result = "Same up to rounding";
            report.plans.push_back(plan);
        }
        FitPlot plot;
        plot.resize(320, 160);
        plot.setReport(report, MemoryUnit::GiB);
        plot.setChosen(0);
        QCOMPARE(namesIn(&plot),
                 QStringList({QStringLiteral("16 × 4, auto: peak 3.00 GiB, 3.00 s per step, Same up to rounding"),
                              QStringLiteral("32 × 2, auto: peak 4.00 GiB, 2.00 s per step, Same up to rounding"),
                              QStringLiteral("64 × 1, auto: peak 5.00 GiB, 1.00 s per step, Same up to rounding")}));
        QVERIFY(readerOf(&plot)->child(2)->state().selected && !readerOf(&plot)->child(0)->state().selected);
    }

    void theGridTellsItsPictures() {
        ImageGrid grid;
        grid.resize(600, 400);
        grid.setImages(QList<QImage>(12, QImage(QSize(32, 32), QImage::Format_RGB888)));
        grid.setCurrent(4);
        QCOMPARE(readerOf(&grid)->childCount(), 12);
        QCOMPARE(namesIn(&grid)[4], QStringLiteral("Picture 5 of 12: 32 × 32 px"));
        QVERIFY(readerOf(&grid)->child(4)->state().selected && !readerOf(&grid)->child(3)->state().selected);
        grid.setSingle(true);
        QCOMPARE(namesIn(&grid), QStringList(QStringLiteral("Picture 5 of 12: 32 × 32 px")));
    }

    void theTimelineTellsTheNewestFiguresAndItsMarks() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        TimelineView* view = s.window.trainPage()->timeline()->view();
        QTRY_VERIFY(namesIn(view->plot()).size() >= 7);
        const QStringList names = namesIn(view->plot());
        QVERIFY2(names[0].contains(QStringLiteral("step 4,210")), qPrintable(names[0]));
        QVERIFY2(names.contains(QStringLiteral("Loss of D: 0.78")) && names.contains(QStringLiteral("Loss of G: 1.42")),
                 qPrintable(names.join(QLatin1Char('|'))));
        QVERIFY(names.contains(QStringLiteral("Peak of this process: 4.02 GiB")) &&
                names.contains(QStringLiteral("Budget: 6.00 GiB")));
        QTRY_VERIFY2(namesIn(view->strip()).contains(QStringLiteral("Checkpoint")),
                     qPrintable(namesIn(view->strip()).join(QLatin1Char('|'))));
        QVERIFY2(namesIn(view->strip()).contains(QStringLiteral("OOM survived: 256 × 1 to 128 × 2")),
                 qPrintable(namesIn(view->strip()).join(QLatin1Char('|'))));
    }

    void curvesWithoutMemoryTellNone() {
        Studio s("imagine");
        s.window.showPage(MainWindow::Page::Imagine);
        TimelineView* view = imagine_page(s.window)->similarity()->view();
        QTRY_VERIFY(namesIn(view->plot()).size() >= 4);
        view->setPeak(fixture::gib(3.0));
        view->plot()->requestReplot(true);
        for (const QString& name : namesIn(view->plot()))
            QVERIFY2(!name.startsWith(QStringLiteral("Peak of this process")), qPrintable(name));
    }

    void theRowsAreMadeOnceForEachChange() {
        Counted widget;
        widget.resize(100, 20);
        namesIn(&widget);
        QCOMPARE(namesIn(&widget), QStringList({QStringLiteral("1: a"), QStringLiteral("1: b")}));
        QCOMPARE(widget.made, 1);
        widget.change();
        QCOMPARE(namesIn(&widget)[0], QStringLiteral("2: a"));
        widget.resize(200, 20);
        QCOMPARE(namesIn(&widget)[0], QStringLiteral("3: a"));
        QCOMPARE(widget.made, 3);
    }

    void childrenGoWithTheirWidget() {
        auto bar = std::make_unique<MemoryBar>();
        bar->setData(deviceBar(fixture::story_report(), true, MemoryUnit::GiB));
        const QAccessible::Id child = QAccessible::uniqueId(readerOf(bar.get())->child(0));
        QVERIFY(QAccessible::accessibleInterface(child));
        bar.reset();
        QVERIFY(!QAccessible::accessibleInterface(child));
    }
};

QTEST_MAIN(AccessibleRowsTest)
#include "tst_accessible_rows.moc"
