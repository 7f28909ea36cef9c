// RunsPage: list, search, actions with reasons, delete, errors.
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/fixture_runs.h"
#include "tests/ui/opened_paths.h"
#include "tests/ui/part_called.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/runs_stage.h"
#include "ui/bridge/qt_format.h"
#include "ui/models/background_task.h"
#include "ui/models/runs_model.h"
#include "ui/panels/runs/checkpoint_list.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/widgets/kept.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTabWidget>
#include <QThread>
#include <QToolButton>

#include <atomic>

using namespace headroom;
using namespace headroom::ui;
using Stage = RunsStage;

namespace {

/// Deletes when it is told to; one run cannot be deleted.
class SlowDisk final : public FakeServices {
public:
    ~SlowDisk() override {
        held = false;
        BackgroundTask::waitForAll();
    }
    Result<void> delete_run(std::string run_dir) override {
        while (held) QThread::msleep(1);
        if (run_dir == "/runs/shapes-128-05") return make_error(ErrorCode::Disk, "the disk is read-only");
        return FakeServices::delete_run(std::move(run_dir));
    }

    std::atomic<bool> held = true;
};

}  // namespace

class TestRunsPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aListThatIsBeingReadIsNotAnEmptyOne() {
        Stage s;
        QString title;
        for (const auto* label : s.page.findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("runs"))) title = label->text();
        QCOMPARE(title, QStringLiteral("Reading the runs"));
        QTRY_COMPARE(s.shown(), 7);
    }

    void aScoreThatComesSortsTheListAnew() {
        RunsModel model;
        RunsFilter filter;
        filter.setSourceModel(&model);
        filter.sort(RunsModel::ScoreColumn);
        std::vector<RunRow> rows(2);
        for (RunRow& row : rows) row.info.model = kDcgan;
        rows[0].info.dir = "/runs/a";
        rows[0].info.score = 5;
        rows[1].info.dir = "/runs/b";
        model.setRuns(rows);
        const auto first = [&] { return filter.index(0, 0).data(RunsModel::DirRole).toString(); };
        QCOMPARE(first(), QStringLiteral("/runs/a"));
        std::vector<RunInfo> now{rows[0].info, rows[1].info};
        now[1].score = 2;  // of a checkpoint; what else is told of the run stays until it ends
        QVERIFY(model.update(now));
        QCOMPARE(first(), QStringLiteral("/runs/b"));
    }

    void enterAndADoubleClickShowTheDetailsAndTrainNothing() {
        for (const bool key : {true, false}) {
            Stage s;
            QTRY_COMPARE(s.shown(), 7);
            s.page.resize(900, 900);  // narrow: two checked runs take the place of the details
            for (int row : {0, 1})
                s.page.model()->setData(s.page.model()->index(row, 0), Qt::Checked, Qt::CheckStateRole);
            QTRY_VERIFY(!s.page.details()->isVisible());
            s.choose(QStringLiteral("shapes-128-06"));
            QTRY_VERIFY(s.page.continueAction()->isEnabled());
            QTRY_COMPARE(s.page.details()->dir(), QStringLiteral("/runs/shapes-128-06"));
            QSignalSpy continued(&s.page, &RunsPage::continueRequested);
            const OpenedPaths opened;
            QTreeView* list = s.page.list();
            if (key)
                QTest::keyClick(list, Qt::Key_Return);
            else
                doubleClick(list);
            QVERIFY(s.page.details()->isVisible() && !s.page.compare()->isVisible());
            QCOMPARE(continued.count(), 0);
            QVERIFY2(opened.last.isEmpty(), qPrintable(opened.last));
        }
    }

    void listsRunsAndFindsThem() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        partCalled<QLineEdit>(&s.page, "Find a run")->setText(QStringLiteral("shapes finished"));
        QCOMPARE(s.shown(), 2);
        partCalled<QLineEdit>(&s.page, "Find a run")->setText(QStringLiteral("nowhere"));
        QCOMPARE(s.shown(), 0);
        partCalled<QLineEdit>(&s.page, "Find a run")->clear();
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

    void rowsComeGoAndMoveInPlace() {
        const auto rows = [](std::initializer_list<const char*> names) {
            std::vector<RunRow> out(names.size());
            std::transform(names.begin(), names.end(), out.begin(), [](const char* name) {
                RunRow row;
                row.info.dir = name;
                return row;
            });
            return out;
        };
        RunsModel model;
        model.setRuns(rows({"a", "b", "c"}));
        QSignalSpy reset(&model, &RunsModel::modelReset), changed(&model, &RunsModel::dataChanged),
            tags(&model, &RunsModel::tagsChanged);
        const QPersistentModelIndex a = model.index(0, 0), b = model.index(1, 0), c = model.index(2, 0);
        auto newer = rows({"d", "b", "c"});
        newer[1].info.thumbnail_path = "preview.png";  // a preview came
        model.setRuns(newer);
        QVERIFY(!a.isValid() && changed.size() == 1);
        QCOMPARE(b.row(), 1);
        QCOMPARE(model.run(1)->thumbnail_path, std::string("preview.png"));
        model.setRuns(rows({"c", "e", "d", "b"}));
        QCOMPARE(c.row(), 0);
        QCOMPARE(b.row(), 3);
        QStringList dirs;
        for (int row = 0; row < model.rowCount(); ++row)
            dirs << model.index(row, 0).data(RunsModel::DirRole).toString();
        QCOMPARE(dirs.join(QLatin1Char(' ')), QStringLiteral("c e d b"));
        QVERIFY(reset.isEmpty());
        QVERIFY2(tags.isEmpty(), "the list of tags may be open");
    }

    void whatIsChosenStaysWhenTheRunsAreReadAnew() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.choose(QStringLiteral("shapes-128-05"));
        const QPersistentModelIndex chosen = s.page.list()->currentIndex();
        QVERIFY(s.services.delete_run("/runs/petals-64-03"));
        s.page.refresh();
        QTRY_COMPARE(s.shown(), 6);
        QVERIFY(chosen.isValid() && s.page.list()->currentIndex() == chosen);
        QVERIFY(s.page.list()->selectionModel()->isSelected(chosen));
        QCOMPARE(s.page.currentRun(), QStringLiteral("/runs/shapes-128-05"));
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

    void aRunThatWasAskedForOnceDoesNotComeBack() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.page.choose(QStringLiteral("/runs/shapes-128-06"));
        QCOMPARE(s.page.currentRun(), QStringLiteral("/runs/shapes-128-06"));
        s.choose(QStringLiteral("petals-64-03"));
        const QString chosen = s.page.currentRun();
        s.page.hide();
        s.page.show();  // reads the runs anew
        BackgroundTask::waitForAll();
        QCoreApplication::processEvents();
        QCOMPARE(s.page.currentRun(), chosen);
    }

    void aRunThatIsAskedForIsShownWhateverWasSearchedFor() {
        for (const bool listed : {true, false}) {
            Stage s;
            if (listed) QTRY_COMPARE(s.shown(), 7);
            partCalled<QLineEdit>(&s.page, "Find a run")->setText(QStringLiteral("petals"));
            s.page.choose(QStringLiteral("/runs/shapes-128-06"));
            QTRY_COMPARE(s.page.currentRun(), QStringLiteral("/runs/shapes-128-06"));
            QVERIFY(partCalled<QLineEdit>(&s.page, "Find a run")->text().isEmpty());
            QCOMPARE(s.shown(), 7);
        }
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
        // The next run of that name has other pictures.
        PictureStore& store = PictureStore::get();
        const QString sheet = QStringLiteral("/runs/petals-64-03/samples/step-00000100.png");
        QTRY_VERIFY((store.picture(sheet), store.unreadable(sheet)));
        s.page.setConfirm([](const QString& name) { return name == QStringLiteral("petals-64-03"); });
        s.page.deleteAction()->trigger();
        QTRY_COMPARE(s.shown(), 6);
        QVERIFY(!store.unreadable(sheet));
    }

    void eachRunThatIsBeingDeletedSaysHowThatEnds() {
        SlowDisk services;
        SessionBridge bridge;
        RunsPage page(&services, &bridge);
        page.setConfirm([](const QString&) { return true; });
        page.show();
        QTRY_COMPARE(page.list()->model()->rowCount(), 7);
        QSignalSpy failed(&page, &RunsPage::failed);
        for (const char* run : {"/runs/shapes-128-05", "/runs/petals-64-03"}) {
            page.choose(QLatin1String(run));
            page.deleteAction()->trigger();
            QCOMPARE(page.deleteAction()->toolTip(), QStringLiteral("This run is being deleted"));
            QVERIFY(!page.deleteAction()->isEnabled());
        }
        services.held = false;
        QTRY_COMPARE(page.list()->model()->rowCount(), 6);
        QTRY_COMPARE(failed.count(), 1);
        page.choose(QStringLiteral("/runs/shapes-128-05"));
        QVERIFY(page.deleteAction()->isEnabled());
    }

    void theComparisonGivesWayWhereLessThanTwoRunsAreLeft() {
        for (const bool deleted : {true, false}) {
            Stage s;
            QTRY_COMPARE(s.shown(), 7);
            s.page.resize(900, 900);  // narrow
            for (const char* run : {"/runs/petals-64-03", "/runs/shapes-128-06"})
                QVERIFY(s.page.model()->setChecked(QLatin1String(run), true));
            QTRY_VERIFY(!s.page.details()->isVisible());
            QTRY_COMPARE(s.page.compare()->count(), 2);
            if (deleted) {
                QVERIFY(s.services.delete_run("/runs/petals-64-03"));
                s.page.refresh();
            } else {
                QVERIFY(s.page.model()->setChecked(QStringLiteral("/runs/petals-64-03"), false));
            }
            QTRY_VERIFY(s.page.details()->isVisible() && !s.page.compare()->isVisible());
            QTRY_COMPARE(s.page.compare()->count(), 1);
        }
    }

    void theMenuSortsAsTheHeadingsDo() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        QMenu* menu = nullptr;
        for (const QAction* action : s.page.list()->actions())
            if (action->menu()) menu = action->menu();
        QVERIFY(menu);
        const auto choose = [menu] {
            Q_EMIT menu->aboutToShow();
            for (QAction* action : menu->actions())
                if (action->text() == QStringLiteral("Time")) return action->trigger();
        };
        const auto seconds = [&s](int row) {
            return s.page.list()->model()->index(row, RunsModel::TimeColumn).data(RunsModel::SortRole).toDouble();
        };
        choose();
        for (int row = 1; row < 7; ++row) QVERIFY(seconds(row - 1) <= seconds(row));
        QVERIFY(seconds(0) < seconds(6));
        choose();  // once more: the other way round
        for (int row = 1; row < 7; ++row) QVERIFY(seconds(row - 1) >= seconds(row));
    }

    void theMenuMakesColumnsWiderAndNarrower() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        QMenu* menu = nullptr;
        for (const QAction* action : s.page.list()->actions())
            if (action->menu() && action->menu()->title() == QStringLiteral("Column widths")) menu = action->menu();
        QVERIFY(menu);
        const auto choose = [menu](const char* text) {
            Q_EMIT menu->aboutToShow();
            for (QAction* action : menu->actions())
                if (action->text() == QLatin1String(text)) return action->trigger();
        };
        const QHeaderView* header = s.page.list()->header();
        const int before = header->sectionSize(RunsModel::TimeColumn);
        choose("Time: wider");
        QVERIFY(header->sectionSize(RunsModel::TimeColumn) > before);
        QVERIFY2(userSized(header), "they are kept and fitted no more");
        choose("Time: narrower");
        QCOMPARE(header->sectionSize(RunsModel::TimeColumn), before);
    }

    void theWayBetweenCheckpointsIsFoundFromTheRun() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        QAction* animate = nullptr;
        for (QAction* action : s.page.list()->actions())
            if (action->text() == QStringLiteral("Animate between checkpoints")) animate = action;
        QVERIFY(animate);
        s.choose(QStringLiteral("shapes-256-01"));  // its one checkpoint is damaged
        QTRY_COMPARE(animate->toolTip(), QStringLiteral("There is no other checkpoint yet"));
        QVERIFY(!animate->isEnabled());
        s.choose(QStringLiteral("shapes-128-06"));
        QTRY_VERIFY(animate->isEnabled());
        s.page.details()->tabs()->setCurrentIndex(3);
        animate->trigger();
        CheckpointList* list = s.page.details()->checkpoints();
        QVERIFY(list->isVisible());
        QVERIFY(s.page.focusWidget() == list->buttons(0).at(3));
        QCOMPARE(list->currentIndex().row(), 0);
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
