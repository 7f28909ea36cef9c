// RunsPage: list, search, checks with colours, comparison, actions with reasons, delete, errors.
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/families/vqgan_clip/imagine_figures.h"
#include "tests/support/fake_session.h"
#include "tests/support/fixture_runs.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/runs_stage.h"
#include "ui/bridge/qt_format.h"
#include "ui/models/runs_model.h"
#include "ui/panels/runs/compare_legend.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/panels/runs/run_details.h"
#include "ui/shell/theme.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/plot_view_library.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDesktopServices>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSet>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUrl>

using namespace headroom;
using namespace headroom::ui;
using Stage = RunsStage;

class TestRunsPage : public QObject {
    Q_OBJECT
public Q_SLOTS:
    void openUrl(const QUrl& url) { opened_ = url.toLocalFile(); }

private:
    QString opened_;

private Q_SLOTS:
    void aListThatIsBeingReadIsNotAnEmptyOne() {
        Stage s;
        QString title;
        for (const auto* label : s.page.findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("runs"))) title = label->text();
        QCOMPARE(title, QStringLiteral("Reading the runs"));
        QTRY_COMPARE(s.shown(), 7);
    }

    void aDoubleClickOpensARunAndTrainsNothing() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.choose(QStringLiteral("shapes-128-06"));
        QTRY_VERIFY(s.page.continueAction()->isEnabled());
        QSignalSpy continued(&s.page, &RunsPage::continueRequested);
        QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "openUrl");
        Q_EMIT s.page.list()->doubleClicked(s.page.list()->currentIndex());
        QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
        QCOMPARE(continued.count(), 0);
        QCOMPARE(opened_, QStringLiteral("/runs/shapes-128-06"));
    }

    void listsRunsAndFindsThem() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.page.search()->setText(QStringLiteral("shapes finished"));
        QCOMPARE(s.shown(), 2);
        s.page.search()->setText(QStringLiteral("nowhere"));
        QCOMPARE(s.shown(), 0);
        s.page.search()->clear();
        QCOMPARE(s.shown(), 7);
    }

    void everyKindOfRunSaysWhatItIsAbout() {
        RunRow painting, training;
        painting.info.dir = "/runs/a";
        painting.info.model = kVqganClip;
        painting.info.prompts = "a red cube on a green floor";
        painting.info.data_name = "VQGAN-CLIP, built-in shapes";
        painting.info.width = 96;
        painting.info.height = 64;
        training.info.dir = "/runs/b";
        training.info.model = kVqgan;
        training.info.data_name = "Shapes (built-in)";
        training.info.width = training.info.height = 128;
        RunsModel model;
        model.setRuns({painting, training});
        const auto text = [&](int row, RunsModel::Column column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, RunsModel::KindColumn), QStringLiteral("Text to image 96 × 64"));
        QCOMPARE(text(0, RunsModel::DataColumn), QStringLiteral("a red cube on a green floor"));
        QVERIFY(model.index(0, RunsModel::StepColumn).data(Qt::ToolTipRole).toString().isEmpty());  // it sees no images
        QCOMPARE(text(1, RunsModel::KindColumn), QStringLiteral("VQGAN 128 × 128"));
        QCOMPARE(text(1, RunsModel::DataColumn), QStringLiteral("Shapes (built-in)"));
        QVERIFY(!model.index(1, RunsModel::StepColumn).data(Qt::ToolTipRole).toString().isEmpty());
    }

    void scoresAndPeaksStandInTheWordsOfTheirKinds() {
        std::vector<RunRow> rows(4);
        const ModelKind kinds[] = {kDcgan, kVqgan, kVqganClip, kDcgan};
        const double scores[] = {9.61, 0.05432, 0.4312, std::numeric_limits<double>::quiet_NaN()};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            rows[i].info.dir = "/runs/" + std::to_string(i);
            rows[i].info.model = kinds[i];
            rows[i].info.score = scores[i];
        }
        rows[0].info.peak = Bytes{512 << 20};
        rows[1].info.peak = Bytes{100 << 20};
        rows[1].info.precision = Precision::Bf16;
        rows[1].info.device = "RTX 4060";
        RunsModel model;
        model.setRuns(rows);
        const auto text = [&](int row, RunsModel::Column column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, RunsModel::ScoreColumn), QStringLiteral("SWD 9.6"));
        QCOMPARE(text(1, RunsModel::ScoreColumn), QStringLiteral("L1 0.0543"));
        QCOMPARE(text(2, RunsModel::ScoreColumn), QStringLiteral("sim. 0.431"));
        QCOMPARE(text(3, RunsModel::ScoreColumn), QStringLiteral("–"));
        QCOMPARE(model.headerData(RunsModel::PeakColumn, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("Peak, MiB"));
        QCOMPARE(text(0, RunsModel::PeakColumn), QStringLiteral("512"));
        QCOMPARE(text(1, RunsModel::PeakColumn), QStringLiteral("100"));
        QCOMPARE(text(2, RunsModel::PeakColumn), QStringLiteral("–"));
        QCOMPARE(model.index(1, RunsModel::KindColumn).data(RunsModel::SecondRole).toString(),
                 QStringLiteral("bf16, RTX 4060"));
        RunsFilter sorted;
        sorted.setSourceModel(&model);
        sorted.sort(RunsModel::ScoreColumn, Qt::AscendingOrder);
        QCOMPARE(sorted.index(3, 0).data(RunsModel::DirRole).toString(), QStringLiteral("/runs/3"));  // none is last
    }

    void headingsAreThoseOfTheKindsListed() {
        RunRow painting, training;
        painting.info.dir = "/runs/a";
        painting.info.model = kVqganClip;
        training.info.dir = "/runs/b";
        RunsModel model;
        const auto heading = [&](RunsModel::Column column) {
            return model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        };
        QCOMPARE(heading(RunsModel::StepColumn), QStringLiteral("Steps"));
        model.setRuns({training});
        QCOMPARE(heading(RunsModel::StepColumn), QStringLiteral("Steps"));
        QCOMPARE(heading(RunsModel::DataColumn), QStringLiteral("Data"));
        model.setRuns({painting});
        QCOMPARE(heading(RunsModel::StepColumn), QStringLiteral("Iterations"));
        QCOMPARE(heading(RunsModel::DataColumn), QStringLiteral("Prompts"));
        model.setRuns({painting, training});
        QCOMPARE(heading(RunsModel::StepColumn), QStringLiteral("Steps, iterations"));
        QCOMPARE(heading(RunsModel::DataColumn), QStringLiteral("Data, prompts"));
    }

    void eachComparisonHasTheCurvesOfItsKinds() {
        const auto run = [](ModelKind kind) {
            RunDetailsData data;
            RunHistory& h = data.history;
            h.info.name = std::string(name_of(kind));
            h.info.model = kind;
            h.config = default_config(kind);
            if (kind == kVqganClip)
                h.config.edit<ImagineConfig>().prompts = "a red cube";
            else
                h.config.batch_micro = 48;
            for (int i = 1; i <= 4; ++i) {
                StepDone step;
                step.step = i;
                step.images = i * 64;
                step.loss_g = 1.0 / i;
                if (kind == kVqganClip) step.edit<ImagineFigures>().similarity = {0.1 * i, 0.3 * i};
                h.steps.push_back(step);
            }
            return data;
        };
        RunCompare compare;
        const auto names = [&] {
            QStringList out;
            for (int i = 0; i < compare.metrics()->count(); ++i) out << compare.metrics()->itemText(i);
            return out.join(QLatin1Char('|'));
        };
        const auto below = [&] { return compare.plot()->graph(compare.plot()->graphCount() - 1)->keyAxis()->label(); };
        const QString trainings = QStringLiteral("Loss of G|Loss of D|D(x)|D(G(z))|Speed, img/s");
        compare.setRun(0, run(kVqgan));
        QCOMPARE(names(),
                 trainings + QStringLiteral("|Mean |difference||SSIM|LPIPS|Loss of the codes|Perplexity of the "
                                            "codes|Codes in use, %"));
        compare.setRun(0, std::nullopt);
        const QString paintings = QStringLiteral("Loss of the picture|Similarity to the prompts|Speed, it/s");
        QCOMPARE(names(), trainings);
        compare.setRun(0, run(kVqganClip));
        QCOMPARE(names(), paintings);
        QCOMPARE(below(), QStringLiteral("iterations"));
        compare.metrics()->setCurrentIndex(1);
        QCOMPARE(compare.plot()->graph(0)->dataMainValue(3), 0.8);  // of both prompts
        QCOMPARE(compare.plot()->graph(0)->dataMainKey(3), 4.0);
        compare.setRun(1, run(kDcgan));
        QCOMPARE(names(), trainings + QLatin1Char('|') + paintings);
        QCOMPARE(compare.metrics()->currentText(), QStringLiteral("Similarity to the prompts"));  // as chosen
        QCOMPARE(compare.plot()->graphCount(), 3);  // one curve, two peaks
        QCOMPARE(below(), QStringLiteral("steps, iterations"));
        const auto* table = compare.differences()->model();
        QStringList rows;
        for (int i = 0; i < table->rowCount(); ++i) rows << table->index(i, 0).data().toString();
        const int micro = static_cast<int>(rows.indexOf(QStringLiteral("Micro-batch")));
        QVERIFY2(micro >= 0, qPrintable(rows.join(QLatin1Char('|'))));
        QCOMPARE(table->index(micro, 1).data().toString(), QStringLiteral("–"));  // a painting has none
        QCOMPARE(table->index(micro, 2).data().toString(), QStringLiteral("48"));
        QVERIFY2(rows.contains(QStringLiteral("Iterations, Steps")), qPrintable(rows.join(QLatin1Char('|'))));
        QVERIFY2(rows.contains(QStringLiteral("Prompts")), qPrintable(rows.join(QLatin1Char('|'))));
        // However narrow, every run's column is there; what it cuts is told.
        compare.resize(320, 600);
        compare.show();
        QVERIFY(compare.differences()->header()->length() <= compare.differences()->viewport()->width());
        QCOMPARE(table->headerData(1, Qt::Horizontal, Qt::ToolTipRole), table->headerData(1, Qt::Horizontal));
        QVERIFY(!table->headerData(1, Qt::Horizontal).toString().isEmpty());
        QCOMPARE(table->index(micro, 2).data(Qt::ToolTipRole).toString(), QStringLiteral("48"));
        compare.setRun(0, std::nullopt);
        QCOMPARE(names(), trainings);
        QCOMPARE(below(), QStringLiteral("k images"));
    }

    void whereItIsNarrowNamesComeFirstAndTheComparisonBelow() {
        Theme::get().apply(ThemeChoice::Dark, 200);
        {
            Stage s;
            s.page.resize(1280, 620);
            QTRY_COMPARE(s.shown(), 7);
            QVERIFY(s.page.list()->columnWidth(RunsModel::NameColumn) >= Theme::get().scaled(200));
            QVERIFY(!s.page.list()->isColumnHidden(RunsModel::StateColumn) &&
                    s.page.list()->isColumnHidden(RunsModel::DataColumn));
            QVERIFY(!s.page.compare()->isVisible() && s.page.details()->isVisible());
            for (int row : {0, 1})
                s.page.model()->setData(s.page.model()->index(row, 0), Qt::Checked, Qt::CheckStateRole);
            QVERIFY(s.page.compare()->isVisible() && !s.page.details()->isVisible());
            QVERIFY(s.page.compare()->mapTo(&s.page, QPoint()).y() > s.page.list()->mapTo(&s.page, QPoint()).y());
            s.page.resize(620, 620);
            int needed = 0;
            for (auto* button : s.page.findChildren<QToolButton*>(QStringLiteral("button"))) {
                if (!button->isVisible()) continue;
                QCOMPARE(button->toolButtonStyle(), Qt::ToolButtonIconOnly);
                QVERIFY(!button->accessibleName().isEmpty() && button->width() >= button->sizeHint().width());
                needed += button->width();
            }
            QVERIFY(needed > 0 && needed < s.page.width());
        }
        Theme::get().apply(ThemeChoice::Dark, 100);
        Stage wide;
        QTRY_COMPARE(wide.shown(), 7);
        QVERIFY(wide.page.compare()->isVisible() && wide.page.details()->isVisible());
        QVERIFY(!wide.page.list()->isColumnHidden(RunsModel::PeakColumn));
    }

    void checkedRunsAreComparedInTheirColours() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        RunsModel* model = s.page.model();
        QVERIFY(model->setChecked(QStringLiteral("/runs/shapes-128-07"), true));
        QVERIFY(model->setChecked(QStringLiteral("/runs/shapes-128-06"), true));
        QVERIFY(model->setChecked(QStringLiteral("/runs/shapes-128-05"), true));
        QTRY_COMPARE(s.page.compare()->count(), 3);
        QCOMPARE(s.page.compare()->plot()->graphCount(), 6);
        QVERIFY(s.page.compare()->differences()->model()->rowCount() >= 3);  // micro-batch, accumulation, precision ...
        QVERIFY(model->setChecked(QStringLiteral("/runs/shapes-128-06"), false));
        QTRY_COMPARE(s.page.compare()->count(), 2);
        QCOMPARE(model->checked().indexOf(QStringLiteral("/runs/shapes-128-05")), 2);  // it keeps its colour
        QVERIFY(model->setChecked(QStringLiteral("/runs/petals-64-03"), true));
        QCOMPARE(model->checked().indexOf(QStringLiteral("/runs/petals-64-03")), 1);
    }

    void noMoreRunsThanLinesThatDiffer() {
        RunsModel model;
        std::vector<RunRow> rows(9);
        for (int i = 0; i < 9; ++i) rows[static_cast<std::size_t>(i)].info.dir = "/r/" + std::to_string(i);
        model.setRuns(rows);
        QSet<QString> looks;
        for (int i = 0; i < RunsModel::kMostChecked; ++i) {
            QVERIFY(model.setChecked(QStringLiteral("/r/%1").arg(i), true));
            QString look;
            for (const qreal dash : runPen(i).dashPattern()) look += QStringLiteral(" %1").arg(dash);
            looks.insert(look);
        }
        QCOMPARE(looks.size(), qsizetype{RunsModel::kMostChecked});  // also for who sees no colours
        QVERIFY(!model.setChecked(QStringLiteral("/r/8"), true));
    }

    void theCrosshairTellsEveryRunsValue() {
        Stage s;
        s.page.resize(1600, 1000);
        QTRY_COMPARE(s.shown(), 7);
        for (const char* run : {"/runs/shapes-128-06", "/runs/lighthouse-64-03"})
            QVERIFY(s.page.model()->setChecked(QLatin1String(run), true));
        RunCompare* compare = s.page.compare();
        QTRY_COMPARE(compare->count(), 2);
        compare->axes()->setCurrentIndex(1);  // steps
        QCOMPARE(compare->legend()->names(), QStringList({"shapes-128-06", "lighthouse-64-03"}));
        const Result<RunHistory> run = fixture::history("/runs/shapes-128-06");
        const StepDone& step = run->steps[run->steps.size() / 2];
        compare->metrics()->setCurrentIndex(4);  // speed, which has no noise to average
        compare->plot()->setCrosshair(double(step.step));
        QTRY_VERIFY(compare->legend()->values()[0].endsWith(numberText(step.peak.gib(), 2) + QStringLiteral(" GiB")));
        QCOMPARE(compare->legend()->values()[1], QString());  // it had ended by then
        compare->plot()->setCrosshair({});
        QTRY_VERIFY(!compare->legend()->values()[1].isEmpty());  // the newest ones again
    }

    void smoothingAndALogarithmicScaleChangeTheCurvesAlone() {
        std::vector<StepDone> steps(300);
        for (int i = 0; i < 300; ++i) {
            steps[std::size_t(i)].step = i + 1;
            steps[std::size_t(i)].loss_g = i % 2 ? 3 : 1;
        }
        const auto loss = [](const StepDone& d) { return d.loss_g; };
        const Course raw = Course::of(steps, CompareAxis::Steps, loss, 0),
                     smooth = Course::of(steps, CompareAxis::Steps, loss, 0.95);
        QCOMPARE(raw.y.size(), 300);
        QCOMPARE(raw.y[7], 3.0);
        QCOMPARE(smooth.y[0], 1.0);  // it does not begin at zero
        QVERIFY(std::abs(smooth.y[299] - 2) < 0.1);
        QVERIFY(!raw.valueAt(400) && raw.valueAt(7.4) == 1.0);
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        QVERIFY(s.page.model()->setChecked(QStringLiteral("/runs/shapes-128-06"), true));
        RunCompare* compare = s.page.compare();
        QTRY_COMPARE(compare->count(), 1);
        const QCPAxis* left = compare->plot()->graph(0)->valueAxis();
        QCOMPARE(left->scaleType(), QCPAxis::stLinear);
        compare->logarithmic()->setChecked(true);
        QCOMPARE(left->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(left->range().lower > 0);
        compare->logarithmic()->setChecked(false);
        const double before = compare->plot()->graph(0)->dataMainValue(50);
        compare->smoothing()->setValue(90);
        QVERIFY(compare->plot()->graph(0)->dataMainValue(50) != before);
        compare->smoothing()->setValue(0);
        QCOMPARE(compare->plot()->graph(0)->dataMainValue(50), before);
    }

    void theComparisonIsSavedAsAPictureAndAsATable() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        for (const char* run : {"/runs/shapes-128-06", "/runs/shapes-128-05"})
            QVERIFY(s.page.model()->setChecked(QLatin1String(run), true));
        QTRY_COMPARE(s.page.compare()->count(), 2);
        const QTemporaryDir folder;
        const auto write = [&](const char* name) {
            const QString path = folder.filePath(QLatin1String(name));
            if (!s.page.compare()->drawn(path)()) return QByteArray();
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(write("c.svg").contains("shapes-128-05"));
        QVERIFY(write("c.png").startsWith("\x89PNG"));
        const QList<QByteArray> rows = write("c.csv").trimmed().split('\n');
        QVERIFY(rows[0].startsWith("run,step,images,seconds,peak_bytes,\"Loss of G\""));
        const Result<RunHistory> a = fixture::history("/runs/shapes-128-06"),
                                 b = fixture::history("/runs/shapes-128-05");
        QCOMPARE(std::size_t(rows.size()), 1 + a->steps.size() + b->steps.size());
        QVERIFY(rows[1].startsWith("\"shapes-128-06\"," + QByteArray::number(qlonglong{a->steps[0].step})));
        QVERIFY(!s.page.compare()->drawn(folder.filePath("no/such/c.csv"))());
    }

    void settingsThatDifferComeFirst() {
        Stage s;
        s.page.resize(1600, 1000);
        QTRY_COMPARE(s.shown(), 7);
        for (const char* run : {"/runs/shapes-128-06", "/runs/shapes-128-05"})
            QVERIFY(s.page.model()->setChecked(QLatin1String(run), true));
        RunCompare* compare = s.page.compare();
        QTRY_COMPARE(compare->count(), 2);
        QVERIFY(compare->differences()->mapTo(compare, QPoint()).y() < compare->plot()->mapTo(compare, QPoint()).y());
    }

    void actionsSayWhyTheyAreOff() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.choose(QStringLiteral("shapes-128-07"));
        QVERIFY(!s.page.continueAction()->isEnabled());
        QCOMPARE(s.page.continueAction()->toolTip(), QStringLiteral("This run is under way"));
        s.choose(QStringLiteral("lighthouse-64-03"));
        QCOMPARE(s.page.continueAction()->toolTip(), QStringLiteral("This run has no checkpoint to continue from"));
        s.choose(QStringLiteral("shapes-128-06"));
        QVERIFY(s.page.continueAction()->isEnabled());
        QSignalSpy wanted(&s.page, &RunsPage::continueRequested);
        s.page.continueAction()->trigger();
        QCOMPARE(wanted.value(0).value(0).toString(), QStringLiteral("/runs/shapes-128-06"));
    }

    void anotherRunUnderWayBlocksContinuing() {
        Stage s;
        FakeServices running("story");
        s.bridge.setSession(running.make_session());
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        QTRY_COMPARE(s.shown(), 7);
        s.choose(QStringLiteral("shapes-128-06"));
        QTRY_COMPARE(s.page.continueAction()->toolTip(), QStringLiteral("Another run is under way; stop it first"));
    }

    void deletesOnlyAfterAYes() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.choose(QStringLiteral("petals-64-03"));
        s.page.setConfirm([](const QString&) { return false; });
        s.page.deleteAction()->trigger();
        QCOMPARE(s.services.list_runs().size(), std::size_t{7});
        s.page.setConfirm([](const QString& name) { return name == QStringLiteral("petals-64-03"); });
        s.page.deleteAction()->trigger();
        QTRY_COMPARE(s.shown(), 6);
    }

    void duplicateHandsOverTheSettings() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.choose(QStringLiteral("shapes-128-05"));
        TrainConfig copied;
        connect(&s.page, &RunsPage::duplicateRequested, this, [&](const TrainConfig& config) { copied = config; });
        QAction* duplicate = nullptr;
        for (QAction* action : s.page.list()->actions())
            if (action->text().startsWith(QStringLiteral("Duplicate"))) duplicate = action;
        QVERIFY(duplicate);
        QTRY_VERIFY(duplicate->isEnabled());
        duplicate->trigger();
        QCOMPARE(copied.precision, Precision::Bf16);
    }
};

QTEST_MAIN(TestRunsPage)
#include "tst_runs_page.moc"
