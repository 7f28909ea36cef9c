// The queue in the window: what it shows, what can be done with it, runs added from both pages, several at once.
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/status_text.h"
#include "tests/ui/studio.h"
#include "ui/bridge/qt_format.h"
#include "ui/models/forecast_watch.h"
#include "ui/panels/queue/add_several_dialog.h"
#include "ui/panels/queue/queue_desk.h"
#include "ui/panels/queue/queue_model.h"
#include "ui/panels/queue/queue_panel.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/theme.h"

#include <QComboBox>
#include <QDateTimeEdit>
#include <QDockWidget>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTreeView>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// A panel over a night's queue.
struct QueueStage {
    explicit QueueStage(bool night = true) {
        if (night) services.fake_queue().set(night_queue());
        services.train_elsewhere("/runs/shapes-128-07");
        desk.setServices(&services);
        panel.resize(1000, 400);
        panel.show();
    }
    bool asked(const std::string& what) const {
        const auto all = services.fake_queue().asked();
        return std::find(all.begin(), all.end(), what) != all.end();
    }
    void choose(const char* id) {
        panel.list()->setCurrentIndex(panel.model()->index(panel.model()->rowOf(QLatin1String(id)), 0));
    }
    QString cell(const char* id, int column) const {
        return panel.model()->index(panel.model()->rowOf(QLatin1String(id)), column).data().toString();
    }
    QAction* command(const char* name) const { return panel.command(QLatin1String(name)); }
    /// One of its lines has these words.
    bool says(const QString& words) const {
        const auto lines = panel.findChildren<QLabel*>();
        return std::ranges::any_of(lines, [&](const QLabel* line) { return line->text().contains(words); });
    }

    WindowServices services;
    Actions actions;
    QueueDesk desk;
    QueuePanel panel{&desk, &actions, [] { return default_config(kDcgan); }};
};

}  // namespace

class QueuePanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void itShowsTheRunsInOrderAndHowTheyGo() {
        QueueStage s;
        QTRY_COMPARE(s.panel.model()->rowCount(), 6);
        QCOMPARE(s.cell("q1", QueueModel::StateColumn), QStringLiteral("Failed"));
        QVERIFY(s.cell("q1", QueueModel::WhatColumn).contains(QStringLiteral("there is no such folder")));
        QCOMPARE(s.cell("q1", QueueModel::KindColumn), QStringLiteral("VQGAN 128²"));
        QTRY_VERIFY(s.cell("q2", QueueModel::WhatColumn).contains(QStringLiteral("Step 4,210 of 12,000 (35 %)")));
        QVERIFY(s.cell("q2", QueueModel::WhatColumn).contains(QStringLiteral("4.02 GiB")));
        s.services.step_elsewhere("/runs/shapes-128-07", 6000);
        QTRY_VERIFY(s.cell("q2", QueueModel::WhatColumn).contains(QStringLiteral("50 %")));
        QVERIFY(s.cell("q5", QueueModel::WhatColumn).contains(QStringLiteral("waits for room")));
        QVERIFY(s.cell("q6", QueueModel::WhenColumn).startsWith(QStringLiteral("from ")));
        QVERIFY(s.says(QStringLiteral("starts when shapes-128-07 has ended")));
    }

    void anEmptyQueueSaysSo() {
        QueueStage s(false);
        QTRY_VERIFY(s.desk.available());
        bool said = false;
        for (auto* label : s.panel.findChildren<QLabel*>())
            said = said || (label->isVisible() && label->text() == QStringLiteral("The queue is empty"));
        QVERIFY(said);
    }

    void whatIsAsItWasIsNotToldAgain() {
        QueueStage s(false);
        QTRY_VERIFY(s.desk.available());
        const auto look = [&s] {
            s.desk.refresh();
            BackgroundTask::waitForAll();
            QCoreApplication::sendPostedEvents();
        };
        look();
        QSignalSpy told(&s.desk, &QueueDesk::changed);
        for (int i = 0; i < 3; ++i) look();
        QCOMPARE(told.size(), 0);
        QueueSnapshot failed;
        failed.runner_failures = {"The queue's runner for cpu failed: the disk is full."};
        s.services.fake_queue().set(failed);
        look();
        QCOMPARE(told.size(), 1);
    }

    void commandsSayWhyTheyAreOff() {
        QueueStage s;
        QTRY_COMPARE(s.panel.model()->rowCount(), 6);
        QVERIFY(!s.command("queue_remove")->isEnabled());
        QVERIFY(s.command("queue_remove")->toolTip().contains(QStringLiteral("Choose a run of the queue first")));
        s.choose("q1");
        QVERIFY(s.command("queue_retry")->isEnabled());
        QVERIFY(!s.command("queue_up")->isEnabled());
        QVERIFY(!s.command("queue_attach")->isEnabled());
        s.choose("q2");
        QVERIFY(s.command("queue_attach")->isEnabled() && s.command("queue_open")->isEnabled());
        s.choose("q3");
        QVERIFY(s.command("queue_up")->toolTip().contains(QStringLiteral("It is the next one")));
        QVERIFY(s.command("queue_down")->isEnabled() && s.command("queue_start_at")->isEnabled());
        s.choose("q6");
        QVERIFY(s.command("queue_down")->toolTip().contains(QStringLiteral("It is the last one")));
    }

    void whatIsTriedAgainOrCopiedIsWorkedOn() {
        for (const char* command : {"queue_retry", "queue_duplicate"}) {
            QueueStage s;
            QTRY_COMPARE(s.panel.model()->rowCount(), 6);
            for (const char* other : {"q2", "q3", "q4", "q5", "q6"})  // nothing else that would be worked on
                QVERIFY(s.services.queue()->remove(other));
            s.desk.refresh();
            QTRY_COMPARE(s.panel.model()->rowCount(), 1);
            s.choose("q1");
            s.command(command)->trigger();
            QTRY_VERIFY(std::ranges::any_of(s.services.fake_queue().asked(),
                                            [](const std::string& what) { return what.starts_with("runner "); }));
        }
    }

    void eachDeviceThatIsWaitedForGetsItsRunner() {
        QueueStage s;
        QueueSnapshot night = night_queue();  // all for cuda:0
        TrainConfig other = *night.items.back().request.config;
        other.device = "cpu";
        night.items.back().request.config = std::make_shared<const TrainConfig>(other);
        night.runners.clear();
        night.paused = true;
        s.services.fake_queue().set(night);
        s.desk.refresh();
        QTRY_COMPARE(s.command("queue_pause")->text(), QStringLiteral("Resume"));
        s.command("queue_pause")->trigger();
        QTRY_VERIFY(s.asked("runner cpu") && s.asked("runner cuda:0"));
        QTRY_VERIFY(!s.command("queue_run")->isEnabled());
        // One of them has ended: what waits for it can be worked through again.
        night.paused = false;
        night.runners = {"cuda:0"};
        s.services.fake_queue().set(night);
        s.desk.refresh();
        QTRY_VERIFY(s.command("queue_run")->isEnabled());
        s.command("queue_run")->trigger();
        QTRY_COMPARE(s.services.fake_queue().now().runners, (std::vector<std::string>{"cuda:0", "cpu"}));
        QTRY_VERIFY(!s.command("queue_run")->isEnabled());
    }

    void everyCommandReachesTheQueue() {
        QueueStage s;
        QTRY_COMPARE(s.panel.model()->rowCount(), 6);
        s.choose("q4");
        s.command("queue_up")->trigger();
        QTRY_VERIFY(s.asked("move q4 0"));
        QTRY_COMPARE(s.panel.model()->placeOf(QStringLiteral("q4")), 0);
        QCOMPARE(s.panel.list()->currentIndex().data(QueueModel::IdRole).toString(), QStringLiteral("q4"));  // still
        s.command("queue_down")->trigger();
        QTRY_VERIFY(s.asked("move q4 1"));
        QVERIFY(s.command("queue_too_big_wait")->isChecked() && !s.command("queue_too_big_fail")->isChecked());
        s.command("queue_too_big_fail")->trigger();
        QTRY_VERIFY(s.asked("when_too_big q4"));
        QTRY_VERIFY(s.command("queue_too_big_fail")->isChecked() && !s.command("queue_too_big_wait")->isChecked());
        s.command("queue_duplicate")->trigger();
        QTRY_COMPARE(s.panel.model()->rowCount(), 7);
        s.command("queue_remove")->trigger();
        QTRY_COMPARE(s.panel.model()->rowOf(QStringLiteral("q4")), -1);
        s.choose("q1");
        s.command("queue_retry")->trigger();
        QTRY_COMPARE(s.cell("q1", QueueModel::StateColumn), QStringLiteral("Waiting"));
        s.command("queue_pause")->trigger();
        QTRY_COMPARE(s.command("queue_pause")->text(), QStringLiteral("Resume"));
        QVERIFY(s.says(QStringLiteral("Paused: nothing further is started")));
        s.command("queue_pause")->trigger();
        QTRY_COMPARE(s.command("queue_pause")->text(), QStringLiteral("Pause"));
        s.command("queue_stop_after")->trigger();
        QTRY_VERIFY(s.command("queue_stop_after")->isChecked());
        s.command("queue_clear_all")->trigger();
        QTRY_COMPARE(s.panel.model()->rowCount(), 1);
        QCOMPARE(s.cell("q2", QueueModel::StateColumn), QStringLiteral("Running"));
    }

    void whatIsChosenStaysWhileOthersComeAndGo() {
        QueueStage s;
        QTRY_COMPARE(s.panel.model()->rowCount(), 6);
        s.choose("q4");
        const QPersistentModelIndex chosen = s.panel.list()->currentIndex();
        QVERIFY(s.services.queue()->remove("q1"));
        s.desk.refresh();
        QTRY_COMPARE(s.panel.model()->rowCount(), 5);
        QVERIFY(chosen.isValid() && s.panel.list()->currentIndex() == chosen);
        QVERIFY(s.services.queue()->remove("q4"));
        s.desk.refresh();
        QTRY_COMPARE(s.panel.model()->rowCount(), 4);
        QVERIFY2(!s.panel.list()->currentIndex().isValid(), "a command would be for one that nobody chose");
        QVERIFY(!s.command("queue_remove")->isEnabled());
    }

    void aRowIsMovedByDraggingIt() {
        QueueStage s;
        QTRY_COMPARE(s.panel.model()->rowCount(), 6);
        QueueModel* model = s.panel.model();
        const int last = model->rowOf(QStringLiteral("q6"));
        QVERIFY(model->flags(model->index(last, 0)) & Qt::ItemIsDragEnabled);
        QVERIFY(!(model->flags(model->index(0, 0)) & Qt::ItemIsDragEnabled));  // it has ended
        const std::unique_ptr<QMimeData> carried(model->mimeData({model->index(last, 0)}));
        model->dropMimeData(carried.get(), Qt::MoveAction, model->rowOf(QStringLiteral("q4")), 0, {});
        QTRY_VERIFY(s.asked("move q6 1"));
        const std::unique_ptr<QMimeData> first(model->mimeData({model->index(model->rowOf(QStringLiteral("q3")), 0)}));
        QTRY_COMPARE(model->placeOf(QStringLiteral("q6")), 1);
        model->dropMimeData(first.get(), Qt::MoveAction, model->rowCount(), 0, {});
        QTRY_VERIFY(s.asked("move q3 3"));
    }

    void theListTakesKeys() {
        QueueStage s;
        QTRY_COMPARE(s.panel.model()->rowCount(), 6);
        s.choose("q5");
        s.panel.activateWindow();
        QTRY_VERIFY(s.panel.isActiveWindow());
        s.panel.list()->setFocus();
        QTest::keyClick(s.panel.list(), Qt::Key_Up, Qt::AltModifier);
        QTRY_VERIFY(s.asked("move q5 1"));
        QTest::keyClick(s.panel.list(), Qt::Key_Delete);
        QTRY_VERIFY(s.asked("remove q5"));
    }

    void returnShowsARunAsADoubleClickDoes() {
        QueueStage s(false);
        QTRY_VERIFY(s.desk.available());
        QueueSnapshot queue = night_queue();
        queue.items[0].run_dir = "/runs/textures-256-02";
        s.services.fake_queue().set(queue);
        s.desk.refresh();
        QTRY_COMPARE(s.panel.model()->rowCount(), 6);
        s.choose("q1");
        QVERIFY(!s.command("queue_attach")->isEnabled());
        QSignalSpy shown(&s.desk, &QueueDesk::runRequested);
        QTest::keyClick(s.panel.list(), Qt::Key_Return);
        QCOMPARE(shown.value(0).value(0).toString(), QStringLiteral("/runs/textures-256-02"));
    }

    void whatGoesWrongIsSaid() {
        QueueStage s;
        QTRY_COMPARE(s.panel.model()->rowCount(), 6);
        QString said;
        connect(&s.desk, &QueueDesk::failed, this, [&](const Error& error) { said = errorText(error); });
        s.services.fake_queue().fail(make_error(ErrorCode::Disk, "the disk is full"));
        s.choose("q4");
        s.command("queue_remove")->trigger();
        QTRY_COMPARE(said, QStringLiteral("The disk is full."));
        QCOMPARE(s.panel.model()->rowCount(), 6);
    }

    void startAtAsksForATime() {
        QueueStage s;
        QTRY_COMPARE(s.panel.model()->rowCount(), 6);
        s.choose("q3");
        s.command("queue_start_at")->trigger();
        auto* dialog = s.panel.findChild<StartAtDialog*>();
        QVERIFY(dialog);
        const QDateTime at = QDateTime::currentDateTime().addDays(1);
        dialog->time()->setDateTime(at);
        dialog->accept();
        QTRY_VERIFY(s.asked("start_at q3"));
        QTRY_VERIFY(s.cell("q3", QueueModel::WhenColumn).startsWith(QStringLiteral("from ")));
    }

    void anAmpersandOfANameIsNoKey() {
        const StartAtDialog dialog(QStringLiteral("cats & dogs"), 0);
        const auto labels = dialog.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().startsWith(QStringLiteral("cats && dogs starts"));
        }));
    }

    void severalValuesMakeAGrid() {
        AddSeveralDialog dialog(default_config(kDcgan), WhenTooBig::Fit);
        QVERIFY(!dialog.addButton()->isEnabled());
        QVERIFY(!dialog.problem().isEmpty());
        auto* values = dialog.findChildren<QLineEdit*>().last();
        for (auto* field : dialog.findChildren<QLineEdit*>()) {
            if (field->accessibleName() == QLatin1String("Its values")) values = field;
        }
        values->setText(QStringLiteral("1e-4, 2e-4, 1e-4"));
        dialog.addField("batch.micro", QStringLiteral("32,64"));
        QCOMPARE(dialog.plan().names.size(), 4);
        QVERIFY2(dialog.plan().names.front().contains(QStringLiteral(", batch 32, lr.g ")),
                 qPrintable(dialog.plan().names.front()));
        QCOMPARE(dialog.addButton()->text(), QStringLiteral("Add 4 runs"));
        QVERIFY2(dialog.addButton()->isEnabled(), qPrintable(dialog.problem()));
        const QueueAddition addition = dialog.addition();
        QCOMPARE(addition.sweep.at("lr.g").size(), std::size_t{2});
        QCOMPARE(addition.when_too_big, WhenTooBig::Fit);
        values->setText(QStringLiteral("1e-4, many"));
        QVERIFY(!dialog.addButton()->isEnabled());
        QVERIFY(!dialog.problem().isEmpty());
        values->setText(QStringLiteral("1e-4"));
        dialog.addField("batch.micro", QStringLiteral("8"));
        QVERIFY(dialog.problem().contains(QStringLiteral("stands there twice")));
    }

    void aSettingThatIsTypedIsTheOneThatIsMeant() {
        AddSeveralDialog dialog(default_config(kDcgan), WhenTooBig::Fit);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QComboBox* key = nullptr;
        for (auto* box : dialog.findChildren<QComboBox*>())
            if (box->accessibleName() == QLatin1String("Setting")) key = box;
        QVERIFY(key && key->isEditable());
        const auto type = [&](const char* words) {
            key->lineEdit()->setFocus();
            key->lineEdit()->selectAll();
            QTest::keyClicks(key->lineEdit(), QLatin1String(words));
            key->completer()->popup()->hide();
            QTest::keyClick(key->lineEdit(), Qt::Key_Tab);
        };
        const QString before = key->currentData().toString();
        type("no setting has these words");
        QCOMPARE(key->currentData().toString(), before);
        QCOMPARE(key->currentText(), key->itemText(key->currentIndex()));  // and the field says so
        type("micro-batch");
        QCOMPARE(key->currentData().toString(), QStringLiteral("batch.micro"));
        QCOMPARE(key->currentText(), QStringLiteral("Micro-batch"));
    }

    void theWindowAddsWhatIsShown() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        QTRY_VERIFY(s.action(Cmd::AddToQueue)->isEnabled());
        s.bridge.apply({{"batch.micro", std::int64_t{48}}});
        s.action(Cmd::AddToQueue)->trigger();
        QTRY_COMPARE(s.services.fake_queue().now().items.size(), std::size_t{1});
        QCOMPARE(s.services.fake_queue().now().items.front().request.config->batch_micro, 48);
        QTRY_VERIFY(!s.services.fake_queue().now().runners.empty());  // someone works through it
        QTRY_VERIFY(s.shows(QStringLiteral("The run waits in the queue")));
        QTRY_VERIFY(s.shows(QStringLiteral("Queue 1 waiting")));
        QCOMPARE(s.bridge.state(), RunState::Idle);
        // The tab stands on both pages and beside the runs.
        for (const Page page : {Page::Train, Page::Imagine}) {
            QTabWidget* lower = s.window.centreOf(page)->lower();
            QVERIFY(qobject_cast<QueuePanel*>(lower->widget(lower->count() - 1)));
        }
        s.window.showPage(Page::Runs);
        QCOMPARE(s.window.runs()->tabs()->tabText(1), QStringLiteral("Queue"));
    }

    void aRunnerThatFailedLaterIsToldOf() {
        Studio s("ready");
        QueueSnapshot failed = night_queue();
        failed.runners.clear();
        failed.runner_failures = {"The queue's runner for cpu failed: the disk is full."};
        s.services.fake_queue().set(failed);
        s.window.queue()->refresh();
        QTRY_VERIFY(s.shows(QStringLiteral("The queue's runner for cpu failed: the disk is full.")));
    }

    void aPictureIsPreparedWhileADcganTrains() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), Page::Train);
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        s.action(Cmd::ShowImagine)->trigger();
        QCOMPARE(s.window.page(), Page::Imagine);
        QVERIFY(s.window.findChild<QDockWidget*>(QStringLiteral("runDock"))->isVisible());
        QTRY_VERIFY(s.shows(QStringLiteral("A training run is going; this one can wait for it in the queue")));
        QVERIFY2(status_text(s.window).contains(QStringLiteral("A training run is going")),
                 "the status bar says that nothing is running");
        SessionBridge* beside = s.window.front()->bridge();
        QVERIFY(beside != &s.bridge);
        QTRY_VERIFY(beside->session());
        beside->apply({{"prompts", std::string("a red barn")}});
        QCOMPARE(s.session->snapshot()->model, kDcgan);
        QTRY_VERIFY(s.window.front()->forecast()->base().has_value());  // its forecast is there
        QVERIFY(!s.action(Cmd::Go)->isEnabled());
        QVERIFY(s.action(Cmd::Go)->toolTip().contains(QStringLiteral("A training run is going")));
        QTRY_VERIFY(s.action(Cmd::AddToQueue)->isEnabled());
        s.action(Cmd::AddToQueue)->trigger();
        QTRY_COMPARE(s.services.fake_queue().now().items.size(), std::size_t{1});
        const TrainConfig queued = *s.services.fake_queue().now().items.front().request.config;
        QCOMPARE(queued.model, kVqganClip);
        QCOMPARE(queued.own<ImagineConfig>().prompts, std::string("a red barn"));
        QCOMPARE(s.bridge.state(), RunState::Running);
        s.action(Cmd::ShowTrain)->trigger();
        QCOMPARE(s.window.front(), s.window.own());
        QVERIFY(s.action(Cmd::PauseResume)->isEnabled());
        // What was prepared is the window's own when the run has ended.
        s.bridge.stop(StopMode::StopWithoutSaving);
        s.session->advance();
        QTRY_COMPARE(s.bridge.state(), RunState::Finished);
        s.action(Cmd::ShowImagine)->trigger();
        QCOMPARE(s.window.front(), s.window.own());
        QCOMPARE(s.session->snapshot()->own<ImagineConfig>().prompts, std::string("a red barn"));
    }

    void aRunOfTheQueueIsOpenedAndAttached() {
        Studio s("ready");
        s.services.fake_queue().set(night_queue());
        s.services.train_elsewhere("/runs/shapes-128-07");
        s.window.showPage(Page::Runs);
        QTRY_COMPARE(s.window.queue()->snapshot().items.size(), std::size_t{6});
        Q_EMIT s.window.queue()->runRequested(QStringLiteral("/runs/shapes-128-06"));
        QTRY_COMPARE(s.window.runs()->currentRun(), QStringLiteral("/runs/shapes-128-06"));
        Q_EMIT s.window.queue()->attachRequested(QStringLiteral("/runs/shapes-128-07"));
        QTRY_VERIFY(s.window.attached());
    }

    void whatHappensToARunThatIsTooBigIsChosen() {
        QueueStage s(false);
        QTRY_VERIFY(s.desk.available());
        auto* choice = s.panel.findChild<QComboBox*>();
        choice->setCurrentIndex(1);
        Q_EMIT choice->activated(1);
        s.desk.addRun(default_config(kDcgan));
        QTRY_COMPARE(s.services.fake_queue().now().items.size(), std::size_t{1});
        QCOMPARE(s.services.fake_queue().now().items.front().when_too_big, WhenTooBig::Fit);
    }
};

QTEST_MAIN(QueuePanelTest)
#include "tst_queue_panel.moc"
