// FitDialog: questions follow the controls, old answers are dropped, plans are chosen by table and plot, trials and Apply.
#include "core/api/param_schema.h"
#include "tests/support/fixture_memory.h"
#include "tests/ui/fit_stage.h"
#include "tests/ui/part_called.h"
#include "tests/ui/patient_test.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/fit/fit_dialog.h"
#include "ui/panels/fit/fit_model.h"
#include "ui/panels/fit/fit_parts.h"
#include "ui/panels/fit/fit_plot.h"
#include "ui/panels/fit/fit_table.h"
#include "ui/shell/theme.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/number_field.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QWheelEvent>

using namespace headroom;
using namespace headroom::literals;
using namespace headroom::ui;

class FitDialogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void stopsNameTheCardsUpToTheDevice() {
        const auto stops = budgetStops(fixture::idle_report());
        QStringList labels;
        for (const BudgetStop& stop : stops) labels << stop.label;
        QCOMPARE(labels, QStringList({QStringLiteral("2 GB card"), QStringLiteral("4 GB card"),
                                      QStringLiteral("6 GB card"), QStringLiteral("8.00, this card")}));
        QCOMPARE(figureText(stops[2].budget, MemoryUnit::GiB), QStringLiteral("5.40"));
        QCOMPARE(figureText(stops[3].budget, MemoryUnit::GiB), QStringLiteral("6.86"));  // 8.00 less the 1.14 of others
        const QString sentence = budgetSentence(stops, fixture::idle_report(), stops[2].budget, fixture::gib(0.15));
        QVERIFY2(sentence.startsWith(
                     QStringLiteral("A 6 GB card has 6.00 GiB. Left for the desktop and other programs: 0.60.")),
                 qPrintable(sentence));
        QVERIFY(sentence.contains(QStringLiteral("Budget 5.40 GiB")) &&
                sentence.contains(QStringLiteral("of which 0.15")));
        QVERIFY(budgetSentence(stops, fixture::idle_report(), fixture::gib(3.0), {})
                    .endsWith(QStringLiteral("<b>Budget 3.00 GiB</b>.")));
        MemoryReport cpu;
        cpu.is_cpu = true;
        cpu.device_total = fixture::gib(23.4);
        cpu.now.other_programs = fixture::gib(3.4);
        const auto ram = budgetStops(cpu);
        QCOMPARE(ram.front().label, QStringLiteral("256 MiB"));
        QCOMPARE(ram.back().budget, fixture::gib(23.4) - fixture::gib(3.4));
        for (std::size_t i = 1; i < ram.size(); ++i) QVERIFY(ram[i - 1].budget < ram[i].budget);
    }

    void plansComeGroupedAndTheRecommendedOneIsChosen() {
        FitStage s("fit");
        OPEN(s);
        QVERIFY(s.chosen().recommended);
        QCOMPARE(s.groups(),
                 QStringList({QStringLiteral("Same result, fastest first"), QStringLiteral("Does not fit")}));
        const FitModel& model = *s.dialog->model();
        for (std::size_t i = 0; i < model.report().plans.size(); ++i) {
            const FitPlan& plan = model.report().plans[i];
            const auto cell = [&](FitModel::Column column) {
                return model.indexOf(static_cast<int>(i), column).data().toString();
            };
            // Shown figures add up as the true ones do, within their rounding.
            const double spare = model.report().budget.gib() - model.report().reserve.gib() - plan.forecast.peak.gib();
            QCOMPARE(cell(FitModel::ToSpare), numberText(spare, 2));
            QCOMPARE(cell(FitModel::SameResult).contains(QStringLiteral("missing")), plan.group == PlanGroup::TooBig);
            QCOMPARE(cell(FitModel::Size), QStringLiteral("128²"));
            QCOMPARE(plan.config.effective_batch(), std::int64_t{512});
        }
        QVERIFY(s.dialog->applyButton()->text().startsWith(
            QStringLiteral("Apply plan: ") + window_family_of(s.chosen().config).pieces(s.chosen().config)));
    }

    void aMovedSliderAsksAgainOnceAndDropsTheOldAnswer() {
        FitStage s("fit");
        OPEN(s);
        QCOMPARE(s.session->plans().questions().size(), std::size_t{1});
        QCOMPARE(s.session->plans().questions().back().budget, fixture::gib(6.0));
        s.session->plans().hold();
        s.dialog->budget()->slider()->setValue(150);
        s.dialog->budget()->slider()->setValue(200);
        QVERIFY(!s.dialog->applyButton()->isEnabled());
        QVERIFY(s.dialog->table()->stale());
        QTRY_COMPARE(s.session->plans().questions().size(), std::size_t{2});  // 250 ms after the last move, once
        QCOMPARE(figureText(s.session->plans().questions().back().budget, MemoryUnit::GiB), QStringLiteral("5.40"));
        QTRY_VERIFY(s.dialog->status().startsWith(QStringLiteral("Forecasting combinations")));
        s.dialog->budget()->slider()->setValue(100);  // the question under way is asked to stop
        QTRY_COMPARE(s.session->plans().stopped(), 1);
        s.session->plans().release();
        QTRY_VERIFY(s.answered());
        QCOMPARE(figureText(s.dialog->model()->report().budget, MemoryUnit::GiB), QStringLiteral("3.60"));
        QVERIFY(s.dialog->sentence().contains(QStringLiteral("A 4 GB card has 4.00 GiB")));
    }

    void boxesAllowSacrifices() {
        FitStage s("fit");
        OPEN(s);
        QVERIFY(!s.session->plans().questions().back().allow.lower_precision);
        s.dialog->box(FitDialog::LowerPrecision)->click();
        s.dialog->box(FitDialog::SmallerPicture)->click();
        s.dialog->box(FitDialog::RecomputeFakes)->click();
        QTRY_VERIFY(s.answered() && s.session->plans().questions().size() == 2);
        const Sacrifices allow = s.session->plans().questions().back().allow;
        QVERIFY(allow.lower_precision && allow.smaller_picture && allow.checkpointing && !allow.recompute_fakes &&
                !allow.smaller_network);
        QCOMPARE(s.groups().size(), 4);
        QVERIFY(s.dialog->box(FitDialog::SmallerNetwork)->isEnabled());
    }

    void theEffectiveBatchIsKeptAndWrongOnesAreRefused() {
        FitStage s("fit");
        OPEN(s);
        Q_EMIT partCalled<NumberField>(s.dialog.get(), "Effective batch")->committed(QStringLiteral("no"));
        QVERIFY(s.dialog->status().contains(QStringLiteral("whole number")));
        QCOMPARE(partCalled<NumberField>(s.dialog.get(), "Effective batch")->value(), 512.0);
        Q_EMIT partCalled<NumberField>(s.dialog.get(), "Effective batch")->committed(QStringLiteral("64"));
        QTRY_VERIFY(s.answered() && s.session->plans().questions().size() == 2);
        for (const FitPlan& plan : s.dialog->model()->report().plans)
            QCOMPARE(plan.config.effective_batch(), std::int64_t{64});
    }

    void thePlotChoosesByClickAndByKeys() {
        FitStage s("fit");
        OPEN(s);
        s.dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(s.dialog.get(), kPatienceMs));
        FitPlot* plot = s.dialog->plot();
        const int before = s.dialog->table()->chosen();
        int other = -1;
        for (int i = 0; i < static_cast<int>(s.dialog->model()->report().plans.size()); ++i) {
            if (i != before && !plot->pointOf(i).isNull()) other = i;
        }
        QVERIFY(other >= 0);
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->pointOf(other).toPoint());
        QCOMPARE(s.dialog->table()->chosen(), other);
        QCOMPARE(plot->chosen(), other);
        const double peak = s.chosen().forecast.peak.gib();
        QTest::keyClick(plot, Qt::Key_Left);
        QVERIFY(s.chosen().forecast.peak.gib() <= peak);
        QVERIFY(s.dialog->table()->chosen() != other);
        QCOMPARE(plot->chosen(), s.dialog->table()->chosen());
        s.dialog->table()->choose(before);
        QCOMPARE(plot->chosen(), before);
        // It shows all plans at once: there is nothing to zoom.
        const QCPRange all = plot->xAxis->range();
        QTest::keyClick(plot, Qt::Key_Plus);
        const QPointF at = plot->rect().center();
        QWheelEvent wheel(at, plot->mapToGlobal(at), {}, QPoint(0, 120), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(plot, &wheel);
        QCOMPARE(plot->xAxis->range(), all);
        QVERIFY(!plot->crosshair().has_value());
    }

    void applyBeforeARunSetsAtOnceAsOneEdit() {
        FitStage s("fit");
        OPEN(s);
        const TrainConfig old = *s.session->snapshot();
        const TrainConfig wanted = s.chosen().config;
        QVERIFY(!difference(old, wanted).empty());
        s.dialog->applyPlan();
        QCOMPARE(difference(*s.session->snapshot(), wanted), ParamPatch());
        QCOMPARE(s.session->snapshot()->budget, old.budget);
        QTRY_VERIFY(s.panel->edits()->canUndo());
        s.panel->edits()->undo();
        QCOMPARE(difference(*s.session->snapshot(), old), ParamPatch());  // one step takes all of it back
        QVERIFY(!s.panel->edits()->canUndo());
    }

    void whatIsChangedElsewhereMeanwhileStays() {
        FitStage s("fit");
        OPEN(s);
        TrainConfig wanted = s.chosen().config;
        s.bridge.apply({{"lr.g", 5e-4}, {"batch.micro", wanted.batch_micro}});
        s.dialog->applyPlan();
        wanted.lr_g = 5e-4;
        QCOMPARE(difference(*s.session->snapshot(), wanted), ParamPatch());
    }

    void aMovedBudgetBelongsToThePlan() {
        FitStage s("fit");
        OPEN(s);
        s.dialog->budget()->slider()->setValue(200);
        QTRY_VERIFY(s.answered() && s.session->plans().questions().size() == 2);
        s.dialog->applyPlan();
        QCOMPARE(figureText(s.session->snapshot()->budget, MemoryUnit::GiB), QStringLiteral("5.40"));
    }

    void duringARunPlansAreStaged() {
        FitStage s("story");
        QTRY_VERIFY(s.panel->edits()->staging());
        s.panel->edits()->propose("lr.g", 3e-4);  // staged before: stays in the question and in the plan
        OPEN(s);
        QCOMPARE(s.session->plans().questions().back().config.lr_g, 3e-4);
        for (QPushButton* button : {s.dialog->measureButton(), s.dialog->rehearseButton()}) {
            QVERIFY(!button->isEnabled());
            QVERIFY(button->toolTip().contains(QStringLiteral("The run is using the device")));
        }
        QVERIFY(!s.dialog->box(FitDialog::SmallerNetwork)->isEnabled());
        QVERIFY(s.dialog->box(FitDialog::SmallerNetwork)->toolTip().contains(QStringLiteral("before a run")));
        int other = -1;
        for (int i = 0; i < static_cast<int>(s.dialog->model()->report().plans.size()); ++i) {
            const FitPlan& plan = s.dialog->model()->report().plans[static_cast<std::size_t>(i)];
            if (plan.group != PlanGroup::TooBig && plan.config.batch_micro != 128) other = i;
        }
        QVERIFY(other >= 0);
        s.dialog->table()->choose(other);
        const TrainConfig wanted = s.chosen().config;
        const std::size_t commands = s.session->commands().size();
        QVERIFY(s.dialog->applyButton()->text().startsWith(QStringLiteral("Stage plan: ")));
        s.dialog->applyPlan();
        QCOMPARE(s.session->commands().size(), commands);  // nothing was sent: the tray's Apply does that
        QCOMPARE(s.panel->edits()->staged().at("batch.micro"), ParamValue(wanted.batch_micro));
        QCOMPARE(difference(s.panel->edits()->preview(), wanted), ParamPatch());
    }

    void measuringFillsTheFootAndOffersTheRecipe() {
        FitStage s("fit");
        OPEN(s);
        QVERIFY(!partCalled<QPushButton>(s.dialog.get(), "Save recipe…")->isVisibleTo(s.dialog.get()));
        s.dialog->measure();
        QVERIFY(s.dialog->rehearsing());
        QVERIFY(!s.dialog->applyButton()->isEnabled());
        QTRY_VERIFY(!s.dialog->rehearsing());
        QCOMPARE(s.session->plans().rehearsals().back().budget, fixture::gib(6.0));
        const QString peak = figureText(s.chosen().forecast.peak, MemoryUnit::GiB);
        QVERIFY2(s.dialog->status().contains(QStringLiteral("forecast %1, measured ").arg(peak)),
                 qPrintable(s.dialog->status()));
        QVERIFY(s.dialog->status().contains(QStringLiteral("(+1.6 %)")));
        QVERIFY(partCalled<QPushButton>(s.dialog.get(), "Save recipe…")->isVisibleTo(s.dialog.get()));
        QTemporaryDir folder;
        const FileRow* row = FileRow::of(s.dialog.get());
        s.dialog->saveStamp(folder.filePath(QStringLiteral("r.json")));
        QTRY_COMPARE(row->text(), QStringLiteral("Written: r.json"));
        QFile file(folder.filePath(QStringLiteral("r.json")));
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().startsWith("{\"format\""));
        s.dialog->saveStamp(folder.filePath(QStringLiteral("r.json/no.json")));  // a file is no folder
        QTRY_VERIFY(row->text().contains(QStringLiteral("cannot be made")));
    }

    void aRehearsalStopsAndTheDialogStays() {
        FitStage s("fit");
        OPEN(s);
        s.session->plans().hold();
        s.dialog->show();
        s.dialog->rehearse(200);
        QTRY_VERIFY(s.dialog->status().startsWith(QStringLiteral("Step 80 of 200")));
        QVERIFY(!s.dialog->budget()->isEnabled());
        s.dialog->reject();
        QVERIFY(s.dialog->isVisible());
        QVERIFY(!s.dialog->rehearsing());
        QTRY_COMPARE(s.session->plans().stopped(), 1);
        s.dialog->reject();
        QVERIFY(!s.dialog->isVisible());
    }

    void closingWhileSearchingStopsTheSearch() {
        FitStage s("fit");
        QTRY_VERIFY(s.ready());
        s.session->plans().hold();
        s.open();
        QTRY_COMPARE(s.session->plans().questions().size(), std::size_t{1});
        s.dialog.reset();
        QTRY_COMPARE(s.session->plans().stopped(), 1);
    }

    void failuresAreSaidWithRetry() {
        FitStage s("fit");
        QTRY_VERIFY(s.ready());
        s.session->plans().fail(make_error(ErrorCode::Environment, "the probe could not run", "Free some memory."));
        s.open();
        QTRY_VERIFY(!s.dialog->searching());
        const auto says = [&](const QString& words) {
            for (auto* label : s.dialog->findChildren<QLabel*>()) {
                if (label->isVisibleTo(s.dialog.get()) && label->text().contains(words)) return true;
            }
            return false;
        };
        QVERIFY(says(QStringLiteral("The plans could not be made")) &&
                says(QStringLiteral("The probe could not run. Free some memory.")));
        QVERIFY(!s.dialog->applyButton()->isEnabled());
        s.session->plans().fail(std::nullopt);
        for (auto* button : s.dialog->findChildren<QPushButton*>()) {
            if (button->text() == QLatin1String("Retry")) button->click();
        }
        QTRY_VERIFY(s.answered());
        QVERIFY(s.dialog->applyButton()->isEnabled());
    }

    void nothingFitsNamesTheMissingBytes() {
        FitStage s("fit");
        OPEN(s);
        s.dialog->budget()->slider()->setValue(0);
        QTRY_VERIFY(s.answered() && s.session->plans().questions().size() == 2);
        QVERIFY(!s.dialog->model()->report().any_fits);
        const QString missing = sizeText(s.dialog->model()->report().missing, MemoryUnit::GiB);
        auto* notice = s.dialog->findChild<NoticeBar*>();
        QVERIFY(notice->isVisibleTo(s.dialog.get()));
        QCOMPARE(notice->title(),
                 QStringLiteral("Nothing fits 1.80 GiB: even the smallest plan lacks %1.").arg(missing));
        QVERIFY(!s.dialog->applyButton()->isEnabled());
        QCOMPARE(s.dialog->applyButton()->toolTip(), QStringLiteral("This plan does not fit"));
    }
};

QTEST_MAIN(FitDialogTest)
#include "tst_fit_dialog.moc"
