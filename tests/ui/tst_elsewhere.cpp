// Runs of other processes in the window: seen in Runs, attached, steered, lost, left.
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/runs_stage.h"
#include "tests/ui/status_text.h"
#include "tests/ui/studio.h"
#include "ui/models/kind_drafts.h"
#include "ui/models/ledger_model.h"
#include "ui/models/runs_model.h"
#include "ui/panels/dataset/dataset_dialog.h"
#include "ui/panels/export/export_dialog.h"
#include "ui/panels/fit/fit_dialog.h"
#include "ui/panels/fit/fit_model.h"
#include "ui/panels/memory/memory_panel.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/panels/timeline/timeline_view.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/close_guard.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/theme.h"
#include "ui/widgets/history_slider.h"
#include "ui/widgets/notice_bar.h"

#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeView>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

namespace {

const QString kRun = QStringLiteral("/runs/shapes-128-07");

template <class C> int count(const FakeSession& session) {
    const auto all = session.commands();
    return static_cast<int>(
        std::count_if(all.begin(), all.end(), [](const Command& c) { return std::holds_alternative<C>(c); }));
}

/// A window whose own session is ready while another process trains a run.
struct TwoPlaces : Studio {
    explicit TwoPlaces(const char* own = "ready", const std::string& there = "story") : Studio(own) {
        services.train_elsewhere(kRun.toStdString(), there);
    }
    bool attached() const { return window.attached() && services.attached(); }
    QString notice(const char* id) const {
        const NoticeBar* bar = window.notices()->find(QLatin1String(id));
        return bar ? bar->accessibleName() : QString();
    }
    QPushButton* button(const char* id, const QString& text) const {
        const NoticeBar* bar = window.notices()->find(QLatin1String(id));
        if (!bar) return nullptr;
        for (auto* b : bar->findChildren<QPushButton*>()) {
            if (b->text() == text) return b;
        }
        return nullptr;
    }
    void choose() {
        window.showPage(Page::Runs);
        window.runs()->choose(kRun);
    }
    QString cell(int column) {
        const RunsModel* model = window.runs()->model();
        return model->index(model->rowOf(kRun), column).data().toString();
    }
};

/// What there is when the session of a run comes to its parts.
class Coming : public QObject {
public:
    explicit Coming(const MainWindow& window) : window_(window) { qApp->installEventFilter(this); }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::Timer || !watched->inherits("headroom::ui::Benches")) return false;
        panels = window_.findChildren<RunPanel*>().size();
        attached = window_.attached() != nullptr;
        front = window_.front();
        shown = front && front->memory()->isVisible();
        go = window_.actions()->action(Cmd::Go)->toolTip();
        return false;
    }
    qsizetype panels = 0;
    bool attached = true, shown = false;
    QString go;
    const Workbench* front = nullptr;

private:
    const MainWindow& window_;
};

#define ATTACH(s)            \
    (s).window.attach(kRun); \
    QTRY_VERIFY((s).attached())

}  // namespace

class ElsewhereTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void theListSaysWhatRunsElsewhereAndFollowsIt() {
        TwoPlaces s;
        s.choose();
        QTRY_COMPARE(s.window.runs()->currentRun(), kRun);
        QCOMPARE(s.cell(RunsModel::StateColumn), QStringLiteral("Running elsewhere"));
        QCOMPARE(s.cell(RunsModel::StepColumn), QStringLiteral("4,210"));
        QCOMPARE(s.cell(RunsModel::PeakColumn), QStringLiteral("4.02"));
        const QModelIndex before = s.window.runs()->list()->currentIndex();
        s.services.step_elsewhere(kRun.toStdString(), 5000);
        QTRY_COMPARE(s.cell(RunsModel::StepColumn), QStringLiteral("5,000"));  // by itself
        QCOMPARE(s.window.runs()->list()->currentIndex(), before);             // and nothing jumps
        QVERIFY(s.window.runs()->attachAction()->isEnabled());
        QVERIFY(!s.window.runs()->continueAction()->isEnabled());
        QVERIFY(!s.window.runs()->deleteAction()->isEnabled());
        s.window.runs()->choose(QStringLiteral("/runs/shapes-128-06"));
        QTRY_VERIFY(!s.window.runs()->attachAction()->isEnabled());
        QCOMPARE(s.window.runs()->attachAction()->toolTip(), QStringLiteral("No process trains this run"));
    }

    void attachingByDoubleClickAndByKey() {
        for (const bool key : {true, false}) {
            TwoPlaces s;
            s.choose();
            QTRY_VERIFY(s.window.runs()->attachAction()->isEnabled());
            if (key) {
                s.window.activateWindow();
                QTRY_VERIFY(s.window.isActiveWindow());
                s.window.runs()->list()->setFocus();
                QTest::keyClick(s.window.runs()->list(), Qt::Key_Return);
            } else {
                doubleClick(s.window.runs()->list());
            }
            QTRY_VERIFY(s.attached());
            QTRY_COMPARE(s.window.page(), Page::Train);
        }
    }

    void anAttachedRunIsAsIfItWereItsOwn() {
        TwoPlaces s;
        ATTACH(s);
        FakeSession* there = s.services.attached();
        QTRY_COMPARE(s.window.page(), Page::Train);
        QTRY_COMPARE(s.action(Cmd::PauseResume)->text(), QStringLiteral("Pause"));
        QTRY_VERIFY(s.shows(QStringLiteral("Elsewhere, process 4711")));
        QTRY_VERIFY(s.window.trainPage()->samples()->samples()->history()->slider()->count() > 3);
        QTRY_VERIFY(status_text(s.window).contains(QStringLiteral("4,210")));
        QTRY_VERIFY(s.window.front()->memory()->ledger()->shown(LedgerModel::AtPeak)[LedgerRow::Process].has_value());
        // Staged, applied, seen in force.
        QTRY_VERIFY(s.window.runPanel()->edits()->staging());
        Q_EMIT s.window.runPanel()->form()->rowFor("batch.micro")->editor()->committed(QStringLiteral("192"));
        s.action(Cmd::ApplyEdits)->trigger();
        there->advance();
        QTRY_COMPARE(std::get<std::int64_t>(s.window.runPanel()->edits()->valueInForce("batch.micro")), 192);
        QVERIFY(s.session->snapshot()->batch_micro != 192);  // the window's own settings are left alone
        // Steered.
        s.action(Cmd::Sample)->trigger();
        s.action(Cmd::Checkpoint)->trigger();
        s.action(Cmd::PauseResume)->trigger();
        QTRY_COMPARE(s.window.front()->bridge()->state(), RunState::Paused);
        s.action(Cmd::Step)->trigger();
        s.action(Cmd::Lend)->trigger();
        QTRY_COMPARE(s.window.front()->bridge()->state(), RunState::Lent);
        s.action(Cmd::Stop)->trigger();
        there->advance();
        QTRY_COMPARE(s.window.front()->bridge()->state(), RunState::Finished);
        QCOMPARE(count<TakeSample>(*there), 1);
        QCOMPARE(count<SaveCheckpoint>(*there), 1);
        QCOMPARE(count<Pause>(*there), 1);
        QCOMPARE(count<Lend>(*there), 1);
        QCOMPARE(count<Stop>(*there), 1);
        QVERIFY(s.session->commands().empty());
    }

    void thePartsOfARunComeInATurnBeforeItsSession() {
        TwoPlaces s;
        s.window.showPage(Page::Train);
        QTRY_VERIFY(s.action(Cmd::Go)->toolTip().contains(QStringLiteral("Forecast")));
        const QString go = s.action(Cmd::Go)->toolTip();
        const qsizetype before = s.window.findChildren<RunPanel*>().size();
        Coming coming(s.window);
        ATTACH(s);
        QCOMPARE(coming.panels, before + 1);
        QVERIFY(!coming.attached);
        QVERIFY(coming.front == s.window.own());  // all stays as it is until then
        QVERIFY(coming.shown);
        QCOMPARE(coming.go, go);
        QCOMPARE(s.window.front(), s.window.attached());
    }

    void whatIsTypedAtOnceIntoAnAttachedRunIsStaged() {
        WindowServices services("ready");
        services.train_elsewhere("/runs/shapes-128-07");
        SessionBridge bridge;
        EditController editing(&bridge);
        QVERIFY(!editing.edits()->staging());
        auto session = services.attach("/runs/shapes-128-07");
        QVERIFY(session);
        bridge.setSession(std::move(*session));
        QVERIFY(editing.edits()->staging());  // no event of it has come yet
    }

    void makeItFitPlansTheAttachedRun() {
        TwoPlaces s;
        ATTACH(s);
        QTRY_VERIFY(s.window.runPanel()->edits()->staging());
        QTRY_VERIFY(s.action(Cmd::MakeFit)->isEnabled());
        s.action(Cmd::MakeFit)->trigger();
        auto* dialog = s.window.findChild<FitDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY(!dialog->model()->report().plans.empty());
        const TrainConfig asked = dialog->model()->report().plans.front().config;
        QCOMPARE(asked.image_size, s.services.attached()->snapshot()->image_size);
        QTRY_VERIFY(dialog->applyButton()->isEnabled());
        QVERIFY(dialog->applyButton()->text().startsWith(QStringLiteral("Stage plan")));  // a run is under way there
        dialog->applyPlan();
        QTRY_VERIFY(!s.window.runPanel()->edits()->staged().empty());
        s.action(Cmd::ApplyEdits)->trigger();
        s.services.attached()->advance();
        QTRY_VERIFY(s.window.runPanel()->edits()->staged().empty());
        QVERIFY(s.session->commands().empty());  // the window's own session has heard of nothing
    }

    void whatWorksOnAnAttachedRunGoesWithItAtOnce() {
        TwoPlaces s;
        ATTACH(s);
        QTRY_VERIFY(s.action(Cmd::MakeFit)->isEnabled());
        s.action(Cmd::MakeFit)->trigger();
        const QPointer<FitDialog> dialog = s.window.findChild<FitDialog*>();
        QVERIFY(dialog);
        bool gone = false;  // before an answer of the search can come
        connect(s.window.attached(), &QObject::destroyed, this, [&] { gone = dialog.isNull(); });
        for (auto* b : s.window.findChildren<QPushButton*>(QStringLiteral("detach")))
            if (b->isVisible()) b->click();
        QTRY_VERIFY(gone);
    }

    void theOtherPageStaysTheWindowsOwn() {
        TwoPlaces s;
        ATTACH(s);
        s.action(Cmd::ShowImagine)->trigger();
        QCOMPARE(s.window.front(), s.window.own());
        QCOMPARE(s.session->snapshot()->model, kVqganClip);
        QTRY_COMPARE(s.action(Cmd::Go)->text(), QStringLiteral("Start"));
        QCOMPARE(s.window.front()->bridge(), &s.bridge);
        s.action(Cmd::ShowTrain)->trigger();
        QCOMPARE(s.window.front(), s.window.attached());
    }

    void detachingGivesTheWindowBackAsItWas() {
        TwoPlaces s;
        s.bridge.apply({{"batch.micro", std::int64_t{24}}});
        ATTACH(s);
        QTRY_VERIFY(s.shows(QStringLiteral("Elsewhere, process 4711")));
        QPushButton* detach = nullptr;
        for (auto* b : s.window.findChildren<QPushButton*>(QStringLiteral("detach"))) {
            if (b->isVisible()) detach = b;
        }
        QVERIFY(detach);
        detach->click();
        QCOMPARE(s.window.attached(), nullptr);
        QCOMPARE(s.window.page(), Page::Train);
        QVERIFY(!s.shows(QStringLiteral("Elsewhere, process 4711")));
        QTRY_VERIFY(!s.shows(QStringLiteral("Out of memory at step 2,964")));  // what asks about that run goes, too
        QVERIFY(s.window.trainPage()->timeline()->model()->empty());
        QCOMPARE(std::get<std::int64_t>(s.window.runPanel()->edits()->valueInForce("batch.micro")), 24);
        QTRY_COMPARE(s.action(Cmd::Go)->text(), QStringLiteral("Start"));
        ATTACH(s);  // and again
        QTRY_COMPARE(s.window.front(), s.window.attached());
    }

    void anEditOfAnotherSaysWhose() {
        TwoPlaces s;
        ATTACH(s);
        QTRY_VERIFY(s.window.runPanel()->edits()->staging());
        s.services.attached()->edit_from_elsewhere({{"batch.micro", std::int64_t{64}}}, "terminal, process 812");
        s.services.attached()->advance();
        QTRY_VERIFY(s.shows(QStringLiteral("Set by terminal, process 812, was 128")));
        const MetricsModel* curves = s.window.trainPage()->timeline()->model();
        const auto& marks = curves->marks();
        QTRY_VERIFY(std::any_of(marks.begin(), marks.end(), [](const MetricsMark& m) {
            return m.text.contains(QStringLiteral("by terminal, process 812"));
        }));
    }

    void aLostConnectionOffersToAttachAgain() {
        TwoPlaces s;
        ATTACH(s);
        QTRY_COMPARE(s.window.front()->bridge()->state(), RunState::Running);
        FakeSession* lost = s.services.attached();
        lost->lose();
        QTRY_VERIFY(s.notice("end-elsewhere").contains(QStringLiteral("The connection to process 4711 was lost")));
        QPushButton* again = s.button("end-elsewhere", QStringLiteral("Attach again"));
        QVERIFY(again);
        again->click();
        QTRY_VERIFY(s.services.attached() != lost);
        QTRY_COMPARE(s.window.front()->bridge()->state(), RunState::Running);
        QCOMPARE(s.window.front(), s.window.attached());
    }

    void nothingToAttachToIsSaid() {
        Studio s("ready");
        s.window.attach(QStringLiteral("unix:/tmp/nobody.sock"));
        QTRY_VERIFY(s.shows(QStringLiteral("The run could not be attached to")));
        QCOMPARE(s.window.attached(), nullptr);
    }

    void anotherMachinesPathsAreShownAsSuch() {
        Studio s("ready");
        s.services.train_elsewhere(kRun.toStdString(), "story", {true, "unix:/tmp/run.sock", "tower", 99, false, 2});
        s.window.attach(QStringLiteral("unix:/tmp/run.sock"));
        QTRY_VERIFY(s.window.attached());
        QTRY_VERIFY(s.shows(QStringLiteral("On tower, process 99, 2 windows and terminals watch it")));
        QTRY_VERIFY(s.action(Cmd::Export)->isEnabled());
        bool marked = false;
        for (auto* label : s.window.runPanel()->findChildren<QLabel*>())
            marked = marked || label->toolTip() == QStringLiteral("/runs/shapes-128-07 on tower");
        QVERIFY(marked);
        s.action(Cmd::InspectData)->trigger();
        QVERIFY(!s.window.findChild<DatasetDialog*>() && s.shows(QStringLiteral("The data set lies on tower")));
        s.action(Cmd::Export)->trigger();
        auto* dialog = s.window.findChild<ExportDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->status().contains(QStringLiteral("made on tower")));
        QTemporaryDir folder;
        dialog->setFolder(folder.path());
        for (auto& wanted : dialog->plan().wanted) wanted = false;
        dialog->plan().wanted[static_cast<std::size_t>(ExportRow::Recipe)] = true;
        dialog->setFolder(folder.path() + QStringLiteral("/a"));
        dialog->startExport();
        QTRY_VERIFY(!s.services.exports().empty());
        QCOMPARE(s.services.exports().front().address, std::string("unix:/tmp/run.sock"));
        QTRY_VERIFY(!dialog->busy());
        dialog->reject();
    }

    void runsThatTrainElsewhereAreOfferedAtTheStart() {
        TwoPlaces s;
        s.window.offerRunning();
        QTRY_VERIFY(s.notice("offer").contains(QStringLiteral("shapes-128-07 trains elsewhere")));
        s.button("offer", QStringLiteral("Attach"))->click();
        QTRY_VERIFY(s.attached());
        QTRY_COMPARE(s.window.front(), s.window.attached());
        QVERIFY(s.notice("offer").isEmpty());
    }

    void closingAnAttachedWindowJustDetaches() {
        TwoPlaces s;
        ATTACH(s);
        QTRY_COMPARE(s.window.front()->bridge()->state(), RunState::Running);
        FakeSession* there = s.services.attached();
        bool asked = false;
        s.window.closeGuard()->setQuestion([&] { return asked = true, CloseGuard::Answer::Cancel; });
        QVERIFY(s.window.close());
        QVERIFY(!asked);
        QCOMPARE(count<Stop>(*there), 0);
    }

    void aRunOfItsOwnAndAnAttachedOneSideBySide() {
        TwoPlaces s("imagine");
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        ATTACH(s);
        QTRY_COMPARE(s.window.page(), Page::Train);
        QCOMPARE(s.window.front(), s.window.attached());
        s.action(Cmd::PauseResume)->trigger();
        QTRY_COMPARE(s.window.front()->bridge()->state(), RunState::Paused);
        QCOMPARE(s.bridge.state(), RunState::Running);  // only the one in front
        s.action(Cmd::ShowImagine)->trigger();
        s.action(Cmd::PauseResume)->trigger();
        QTRY_COMPARE(s.bridge.state(), RunState::Paused);
    }
};

QTEST_MAIN(ElsewhereTest)
#include "tst_elsewhere.moc"
