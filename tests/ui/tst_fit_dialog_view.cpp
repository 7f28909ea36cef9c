// FitDialog's looks: axes, units, small windows and large text.
#include "core/api/param_schema.h"
#include "tests/support/fixture_memory.h"
#include "tests/ui/fit_stage.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/plot_words.h"
#include "ui/panels/fit/fit_dialog.h"
#include "ui/panels/fit/fit_model.h"
#include "ui/panels/fit/fit_parts.h"
#include "ui/panels/fit/fit_plot.h"
#include "ui/panels/fit/fit_table.h"
#include "ui/shell/theme.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/number_field.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

using namespace headroom;
using namespace headroom::literals;
using namespace headroom::ui;

class FitDialogViewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void aBudgetFarBeyondThePlansStandsPastABreak() {
        for (double limit : {1.2, 2.0, 20.0, 200.0}) {
            const FitAxis axis = fitAxis(0.3, 0.5, limit);
            QCOMPARE(axis.broken, limit > 0.7);
            QVERIFY(axis.low < 0.3 && axis.plans_end > 0.5 && axis.limit > axis.plans_end && axis.high > axis.limit);
            QVERIFY((0.5 - 0.3) / (axis.high - axis.low) > 0.6);  // the plans keep the plot's width
        }
        for (double limit : {0.31, 0.4, 0.55, 0.69}) {
            const FitAxis axis = fitAxis(0.3, 0.5, limit);
            QVERIFY(!axis.broken);
            QCOMPARE(axis.limit, limit);
            QVERIFY(axis.low < 0.3 && axis.high > std::max(0.5, limit) && axis.plans_end == axis.high);
        }
        QVERIFY(fitAxis(0.4, 0.4, 21.0).high > fitAxis(0.4, 0.4, 21.0).low);  // one plan

        FitReport report;
        report.budget = fixture::gib(21);
        report.reserve = fixture::gib(0.1);
        for (int i = 0; i < 5; ++i) {
            FitPlan plan;
            plan.forecast.peak = fixture::gib(0.3 + 0.05 * i);
            plan.forecast.seconds_per_step = 1.0 - 0.1 * i;
            report.plans.push_back(plan);
        }
        FitPlot plot;
        plot.resize(320, 160);
        plot.setReport(report, MemoryUnit::GiB);
        plot.replot();
        QVERIFY(plot.axis().broken);
        QVERIFY(plot.pointOf(4).x() - plot.pointOf(0).x() > 0.5 * plot.axisRect()->width());
        QVERIFY(plot.xAxis->coordToPixel(plot.axis().limit) > plot.pointOf(4).x() + 10);
        ScaledTicker ticker;
        ticker.setEnd(plot.axis().plans_end);
        QVector<double> ticks;
        QVector<QString> labels;
        ticker.generate(plot.xAxis->range(), QLocale(), QLatin1Char('g'), 6, ticks, nullptr, &labels);
        QVERIFY(ticks.size() >= 3 && labels.size() == ticks.size());
        for (double tick : ticks) QVERIFY(tick <= plot.axis().plans_end);
        QVERIFY(plot.accessibleDescription().contains(QStringLiteral("budget less reserve 20.90 GiB")));
    }

    void theWordsOfThePlotStandWithinItAndApart() {
        FitReport report;
        report.budget = fixture::gib(5.25);  // in the middle of the axis: neither side has much room
        const PlanGroup groups[] = {PlanGroup::Same, PlanGroup::Close, PlanGroup::Different, PlanGroup::TooBig};
        const double peaks[] = {4.4, 3.0, 4.3, 8.0}, seconds[] = {1.6, 1.0, 0.4, 0.1};
        for (std::size_t i = 0; i < std::size(groups); ++i) {
            FitPlan& plan = report.plans.emplace_back();
            plan.group = groups[i];
            plan.forecast.peak = fixture::gib(peaks[i]);
            plan.forecast.seconds_per_step = seconds[i];
            plan.recommended = i == 0;
        }
        for (const int width : {220, 260, 320, 480}) {
            FitPlot plot;
            plot.resize(width, 140);
            plot.show();
            plot.setReport(report, MemoryUnit::GiB);
            plot.replot();
            QStringList words;
            QList<QRectF> areas;
            for (const QCPItemText* text : wordsOf(&plot)) {
                if (text->text().isEmpty()) continue;
                const QRectF area = areaOf(text);
                const QString told = QStringLiteral("%1 px: %2").arg(width).arg(text->text());
                QVERIFY2(QRectF(plot.axisRect()->rect()).adjusted(-1, -1, 1, 1).contains(area), qPrintable(told));
                for (const QRectF& other : areas)
                    QVERIFY2(!other.adjusted(1, 1, -1, -1).intersects(area), qPrintable(told));
                for (int point = 0; point < 4; ++point) QVERIFY2(!area.contains(plot.pointOf(point)), qPrintable(told));
                words << text->text();
                areas << area;
            }
            QVERIFY2(words.contains(QStringLiteral("Budget less reserve 5.25")),
                     qPrintable(words.join(QLatin1Char('|'))));
            QVERIFY2(width < 320 || words.contains(QStringLiteral("recommended")),
                     qPrintable(words.join(QLatin1Char('|'))));
        }
    }

    void tableAndFootSpeakOneUnit() {
        FitModel model;
        FitReport report;
        report.budget = fixture::gib(21);
        report.plans.resize(2);
        report.plans[0].forecast.peak = 420_MiB;
        report.plans[1].forecast.peak = fixture::gib(30);
        report.plans[1].group = PlanGroup::TooBig;
        model.setReport(report);
        QCOMPARE(model.unit(), MemoryUnit::MiB);
        Rehearsal rehearsal;
        rehearsal.forecast = 420_MiB;
        rehearsal.peak = 441_MiB;
        QCOMPARE(measuredText(rehearsal, model.unit()), QStringLiteral("forecast 420, measured 441 MiB (+5.0 %)"));
        QCOMPARE(measuredText(rehearsal, MemoryUnit::GiB), QStringLiteral("forecast 0.41, measured 0.43 GiB (+5.0 %)"));
    }

    void staysUsableWhenSmall_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("percent");
        QTest::newRow("dark") << true << 100;
        QTest::newRow("light") << false << 100;
        QTest::newRow("large text") << true << 150;
        QTest::newRow("largest text") << false << 200;
    }
    void staysUsableWhenSmall() {
        QFETCH(bool, dark);
        QFETCH(int, percent);
        Theme::get().apply(dark ? ThemeChoice::Dark : ThemeChoice::Light, percent);
        {
            FitStage s("fit");
            OPEN(s);
            s.dialog->resize(1040, 680);
            s.dialog->show();
            QVERIFY(QTest::qWaitForWindowExposed(s.dialog.get(), kPatienceMs));
            QCOMPARE(s.dialog->size(), QSize(1040, 680));  // nothing forces it larger
            for (QPushButton* button :
                 {s.dialog->applyButton(), s.dialog->measureButton(), s.dialog->rehearseButton()}) {
                const QRect place(button->mapTo(s.dialog.get(), QPoint()), button->size());
                QVERIFY2(s.dialog->rect().contains(place), qPrintable(button->text()));
                QVERIFY(button->width() >= button->fontMetrics().horizontalAdvance(button->text()));
            }
            // The plans follow the choices: the first can be read without scrolling, all can be scrolled to.
            const QModelIndex plan = s.dialog->model()->index(0, 0, s.dialog->model()->index(0, 0));
            const QRect row = s.dialog->table()->visualRect(plan);
            auto* viewport = s.dialog->findChild<QScrollArea*>()->viewport();
            const QPoint bottom = s.dialog->table()->viewport()->mapTo(viewport, row.bottomLeft());
            QVERIFY2(viewport->rect().contains(bottom), qPrintable(QString::number(bottom.y())));
            QVERIFY(row.bottom() < s.dialog->table()->viewport()->height());
            if (percent == 150) {  // one column of settings that are alike gives way before words are cut
                QVERIFY(s.dialog->table()->isColumnHidden(FitModel::Size));
                QVERIFY(!s.dialog->table()->isColumnHidden(FitModel::Own));
                QCOMPARE(s.dialog->table()->horizontalScrollBar()->maximum(), 0);
            }
            QCOMPARE(s.dialog->table()->isColumnHidden(FitModel::Size), percent > 100);
            QVERIFY(s.dialog->findChild<QScrollArea*>()->widget()->width() <= viewport->width());
            // What stands beside the buttons is no narrow column of words.
            const auto labels = s.dialog->findChildren<QLabel*>();
            const auto hint = std::find_if(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->text().startsWith(QStringLiteral("Works under the limit"));
            });
            QVERIFY(hint != labels.end());
            for (const int width : {1040, 1200, 1350, 1500, 1650, 1800}) {
                s.dialog->resize(width, 800);
                QTRY_COMPARE(s.dialog->width(), width);
                QCoreApplication::processEvents();
                const int lines = (*hint)->heightForWidth((*hint)->width()) / (*hint)->fontMetrics().lineSpacing();
                QVERIFY2((*hint)->isHidden() || lines <= 2, qPrintable(QStringLiteral("%1: %2").arg(width).arg(lines)));
            }
        }
        Theme::get().apply(ThemeChoice::Dark, 100);
    }
};

QTEST_MAIN(FitDialogViewTest)
#include "tst_fit_dialog_view.moc"
