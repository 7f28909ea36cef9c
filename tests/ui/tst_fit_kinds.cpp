// FitDialog for text to image and for a VQGAN: their own columns, boxes and words, and what Apply does to their runs.
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/fixture_memory.h"
#include "tests/ui/fit_stage.h"
#include "tests/ui/part_called.h"
#include "tests/ui/patient_test.h"
#include "ui/panels/fit/fit_model.h"
#include "ui/shell/theme.h"
#include "ui/widgets/number_field.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QPushButton>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Titles of the columns that are shown, in order.
QStringList columnsOf(const FitStage& s) {
    QStringList out;
    for (int column = 0; column < FitModel::ColumnCount; ++column) {
        if (!s.dialog->table()->isColumnHidden(column))
            out << s.dialog->model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    return out;
}

QStringList boxesOf(const FitStage& s) {
    QStringList out;
    for (int i = 0; i < FitDialog::AllowCount; ++i) {
        const QCheckBox* box = s.dialog->box(static_cast<FitDialog::Allow>(i));
        if (!box->isHidden()) out << box->text();
    }
    return out;
}

}  // namespace

class FitKindsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void aPaintingIsPlannedByItsCutouts() {
        FitStage s("imagine-ready");
        OPEN(s);
        const std::int64_t cuts = s.session->snapshot()->own<ImagineConfig>().cuts;
        const QStringList columns = columnsOf(s);
        QCOMPARE(columns.first(), QStringLiteral("Cutouts at a time"));
        QVERIFY(columns.contains(QStringLiteral("s per iteration")));
        QVERIFY2(!columns.contains(QStringLiteral("Fakes")), qPrintable(columns.join(QLatin1Char(','))));
        QCOMPARE(boxesOf(s), QStringList({QStringLiteral("Checkpointing"), QStringLiteral("Lower precision"),
                                          QStringLiteral("Smaller picture")}));
        QVERIFY(partCalled<NumberField>(s.dialog.get(), "Effective batch")->isHidden());
        const FitModel& model = *s.dialog->model();
        for (std::size_t i = 0; i < model.report().plans.size(); ++i) {
            const FitPlan& plan = model.report().plans[i];
            QCOMPARE(plan.config.own<ImagineConfig>().cuts, cuts);
            const std::int64_t chunk = plan.config.own<ImagineConfig>().chunk;
            QCOMPARE(model.indexOf(static_cast<int>(i), FitModel::Pieces).data().toString(),
                     QStringLiteral("%1 of %2").arg(chunk > 0 ? chunk : cuts).arg(cuts));
            QCOMPARE(model.indexOf(static_cast<int>(i), FitModel::Size).data().toString(),
                     QStringLiteral("%1 × %2")
                         .arg(plan.config.own<ImagineConfig>().width)
                         .arg(plan.config.own<ImagineConfig>().height));
        }
        QVERIFY(!s.session->plans().questions().back().allow.recompute_fakes);
        QVERIFY(s.dialog->rehearseButton()->text().contains(QStringLiteral("200 iterations")));
        QVERIFY2(s.dialog->status().contains(QStringLiteral("real iterations")), qPrintable(s.dialog->status()));
        for (int i = 0; i < static_cast<int>(model.report().plans.size()); ++i) {
            for (int column = 0; column < FitModel::ColumnCount; ++column) {
                const QString tip =
                    model.indexOf(i, static_cast<FitModel::Column>(column)).data(Qt::ToolTipRole).toString();
                QVERIFY2(!tip.contains(QStringLiteral("step")), qPrintable(tip));
            }
            QVERIFY(model.indexOf(i, FitModel::Seconds)
                        .data(Qt::ToolTipRole)
                        .toString()
                        .startsWith(QStringLiteral("Seconds per iteration")));
        }
        s.dialog->measure();
        QTRY_VERIFY(!s.dialog->rehearsing());
        QVERIFY2(s.dialog->status().contains(QStringLiteral("4 iterations")) &&
                     s.dialog->status().contains(QStringLiteral("s per iteration")),
                 qPrintable(s.dialog->status()));
    }

    void aPlanOfARunningPaintingIsStaged() {
        FitStage s("imagine");
        QTRY_VERIFY(s.panel->edits()->staging());
        OPEN(s);
        QVERIFY(!s.dialog->measureButton()->isEnabled());
        QVERIFY(s.dialog->box(FitDialog::SmallerPicture)->isEnabled());
        const std::int64_t now = s.session->snapshot()->own<ImagineConfig>().chunk;
        int other = -1;
        for (int i = 0; i < static_cast<int>(s.dialog->model()->report().plans.size()); ++i) {
            const FitPlan& plan = s.dialog->model()->report().plans[static_cast<std::size_t>(i)];
            if (plan.group != PlanGroup::TooBig && plan.config.own<ImagineConfig>().chunk != now) other = i;
        }
        QVERIFY(other >= 0);
        s.dialog->table()->choose(other);
        const TrainConfig wanted = s.chosen().config;
        QVERIFY2(s.dialog->applyButton()->text().startsWith(
                     QStringLiteral("Stage plan: %1 at a time").arg(window_family_of(wanted).pieces(wanted))),
                 qPrintable(s.dialog->applyButton()->text()));
        s.dialog->applyPlan();
        QCOMPARE(s.panel->edits()->staged().at("cuts.chunk"), ParamValue(wanted.own<ImagineConfig>().chunk));
        QCOMPARE(difference(s.panel->edits()->preview(), wanted), ParamPatch());
    }

    void aVqgansPlansSayWhatTheAdaptiveWeightSees() {
        FitStage s("fit");
        QTRY_VERIFY(s.ready());
        TrainConfig quantiser = default_config(kVqgan);
        quantiser.budget = s.session->snapshot()->budget;
        s.bridge.apply(difference(*s.session->snapshot(), quantiser));
        QTRY_COMPARE(s.panel->edits()->inForce().model, kVqgan);
        OPEN(s);
        QVERIFY(s.dialog->model()->has(FitModel::Own));
        QCOMPARE(s.dialog->model()->headerData(FitModel::Own, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("Width"));
        QCOMPARE(boxesOf(s), QStringList({QStringLiteral("Checkpointing"), QStringLiteral("Lower precision"),
                                          QStringLiteral("Smaller picture"), QStringLiteral("Smaller network")}));
        QVERIFY(!partCalled<NumberField>(s.dialog.get(), "Effective batch")->isHidden());
        QCOMPARE(partCalled<NumberField>(s.dialog.get(), "Effective batch")->value(),
                 static_cast<double>(s.session->snapshot()->effective_batch()));
        QVERIFY(window_family_of(*s.session->snapshot())
                    .fitWords(*s.session->snapshot())
                    .startsWith(QStringLiteral("VQGAN ")));
        bool close = false;
        for (int i = 0; i < s.dialog->model()->rowCount(); ++i)
            close =
                close || s.dialog->model()->index(i, 0).data().toString().contains(QStringLiteral("adaptive weight"));
        QVERIFY2(close, qPrintable(s.groups().join(QLatin1Char(','))));
    }

    void whatDoesNotFitNamesTheStageOfARunThatGrows() {
        FitPlan plan;
        plan.group = PlanGroup::TooBig;
        plan.to_spare = -fixture::gib(1.2);
        plan.stage = "once image.size is 128";
        plan.result = "Trains a 64² model; peak " + plan.stage;
        QCOMPARE(resultText(plan, MemoryUnit::GiB), QStringLiteral("1.20 GiB missing once Resolution is 128"));
        plan.as_asked = true;
        QCOMPARE(resultText(plan, MemoryUnit::GiB),
                 QStringLiteral("As asked: 1.20 GiB missing once Resolution is 128"));
        FitReport report;
        report.budget = fixture::gib(2.0);
        report.missing = fixture::gib(1.2);
        report.plans = {plan};
        QCOMPARE(
            nothingFitsText(report, MemoryUnit::GiB),
            QStringLiteral("Nothing fits 2.00 GiB: even the smallest plan lacks 1.20 GiB once Resolution is 128."));
        report.plans.front().stage.clear();
        report.plans.front().result = "Same up to rounding";
        QCOMPARE(resultText(report.plans.front(), MemoryUnit::GiB), QStringLiteral("As asked: 1.20 GiB missing"));
        QCOMPARE(nothingFitsText(report, MemoryUnit::GiB),
                 QStringLiteral("Nothing fits 2.00 GiB: even the smallest plan lacks 1.20 GiB."));
    }

    void groupsSpeakOfTheirKind() {
        QCOMPARE(groupTitle(PlanGroup::Same, kVqganClip), groupTitle(PlanGroup::Same, kDcgan));
        QVERIFY(!groupTitle(PlanGroup::Different, kVqganClip).contains(QStringLiteral("network")));
        QVERIFY(!groupTitle(PlanGroup::Close, kVqganClip).contains(QStringLiteral("batch")));
    }
};

QTEST_MAIN(FitKindsTest)
#include "tst_fit_kinds.moc"
