// Every state turns commands off with a reason in words, as the design's table says.
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/patient_test.h"
#include "ui/shell/actions.h"

#include <QSignalSpy>

using namespace headroom;
using namespace headroom::ui;

namespace {

Situation in(RunState state) {
    Situation s;
    s.state = state;
    return s;
}

}  // namespace

class ActionsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsUndoneIsSaidAsItIs() {
        Situation s = in(RunState::Idle);
        s.undo_name = QStringLiteral("Prompts cats & dogs to cats");
        s.redo_name = QStringLiteral("Data R&D to shapes");
        QCOMPARE(following_text(Cmd::Undo, s), QStringLiteral("Undo Prompts cats && dogs to cats"));  // of a menu
        QCOMPARE(following_text(Cmd::Redo, s), QStringLiteral("Redo Data R&&D to shapes"));
    }
    void noData() {
        Situation s = in(RunState::Idle);
        s.has_data = false;
        QCOMPARE(off_reason(Cmd::Go, s), QStringLiteral("Choose a data set first"));
        QCOMPARE(off_reason(Cmd::Step, s), QStringLiteral("Choose a data set first"));
    }
    void tooBig() {
        Situation s = in(RunState::Idle);
        s.misfit = QStringLiteral("Forecast 21.11 GiB, budget 6.00");
        QCOMPARE(off_reason(Cmd::Go, s), s.misfit);
    }
    void preparing() {
        Situation s = in(RunState::Preparing);
        s.wait = QStringLiteral("packing images 40 %");
        for (Cmd cmd : {Cmd::PauseResume, Cmd::Step, Cmd::Checkpoint, Cmd::Sample, Cmd::Score}) {
            QCOMPARE(off_reason(cmd, s), QStringLiteral("Preparing: packing images 40 %"));
        }
        QVERIFY(off_reason(Cmd::Stop, s).isEmpty());
    }
    void running() {
        const Situation s = in(RunState::Running);
        QCOMPARE(off_reason(Cmd::Step, s), QStringLiteral("Pause first"));
        for (Cmd cmd : {Cmd::PauseResume, Cmd::Stop, Cmd::Sample, Cmd::Score, Cmd::Checkpoint, Cmd::Lend})
            QVERIFY(off_reason(cmd, s).isEmpty());
        Situation painting = s;
        painting.kind = kVqganClip;
        QCOMPARE(off_reason(Cmd::Score, painting), QStringLiteral("Runs of this kind are not scored"));
    }
    void releasing() {
        Situation s = in(RunState::Finished);
        QCOMPARE(off_reason(Cmd::ReleaseDevice, s), QStringLiteral("This program holds nothing on a GPU"));
        s.holds_device = true;
        QVERIFY(off_reason(Cmd::ReleaseDevice, s).isEmpty());
        s.busy = QStringLiteral("A painting is going");
        QCOMPARE(off_reason(Cmd::ReleaseDevice, s), s.busy);
        s.busy.clear();
        for (const RunState state : {RunState::Running, RunState::Paused, RunState::Lent}) {
            s.state = state;
            QCOMPARE(off_reason(Cmd::ReleaseDevice, s), QStringLiteral("A run is going; stop it first"));
        }
    }
    void lent() {
        const Situation s = in(RunState::Lent);
        QCOMPARE(off_reason(Cmd::Sample, s), QStringLiteral("The model is parked in RAM; Resume first"));
        QVERIFY(off_reason(Cmd::Go, s).isEmpty());
        QCOMPARE(following_text(Cmd::Go, s), QStringLiteral("Resume"));
    }
    void stopping() {
        Situation s = in(RunState::Stopping);
        s.wait = QStringLiteral("Saving checkpoint, 3 s");
        for (Cmd cmd : {Cmd::Go, Cmd::PauseResume, Cmd::Step, Cmd::Stop, Cmd::Sample, Cmd::Checkpoint})
            QCOMPARE(off_reason(cmd, s), s.wait);
    }
    void finished() {
        const Situation s = in(RunState::Finished);
        QCOMPARE(off_reason(Cmd::PauseResume, s), QStringLiteral("The run is finished; Continue adds steps"));
        QVERIFY(off_reason(Cmd::Go, s).isEmpty());
        QCOMPARE(following_text(Cmd::Go, s), QStringLiteral("Continue"));
    }
    void finishedOverAFolder() {
        Situation s = in(RunState::Finished);
        s.kind = kVqganClip;
        s.over_folder = true;  // stopped on its way
        QCOMPARE(off_reason(Cmd::PauseResume, s),
                 QStringLiteral("The run has ended; Continue goes on with its folder"));
        QVERIFY(following_tip(Cmd::Go, s).isEmpty());
        s.folder_done = true;
        for (Cmd cmd : {Cmd::PauseResume, Cmd::Checkpoint})
            QCOMPARE(off_reason(cmd, s),
                     QStringLiteral("The run is finished; Continue paints what is new in its folder"));
        QVERIFY(off_reason(Cmd::Go, s).isEmpty());
        QVERIFY(following_tip(Cmd::Go, s).contains(QStringLiteral("have come to its folder since")));
    }
    void failed() {
        Situation s = in(RunState::Failed);
        s.error = QStringLiteral("The losses are not numbers any more");
        s.run_known = true;
        s.last_checkpoint = 4000;
        QVERIFY(off_reason(Cmd::Go, s).isEmpty());
        QCOMPARE(following_text(Cmd::Go, s), QStringLiteral("Resume"));
        QCOMPARE(off_reason(Cmd::Checkpoint, s), s.error);
    }
    void everyDisabledActionGivesAReason() {
        Actions actions;
        for (int state = 0; state <= int(RunState::Failed); ++state) {
            for (bool ready : {false, true}) {
                Situation s = in(static_cast<RunState>(state));
                if (!ready) s.lacking = QStringLiteral("The engine is loading");
                actions.update(s);
                for (int i = 0; i < kCmdCount; ++i) {
                    const auto cmd = static_cast<Cmd>(i);
                    const QAction* a = actions.action(cmd);
                    QVERIFY2(a, qPrintable(QString::number(i)));
                    QCOMPARE(a->isEnabled(), off_reason(cmd, s).isEmpty());
                    if (!a->isEnabled()) {
                        QVERIFY(a->toolTip().contains(off_reason(cmd, s)));
                        QCOMPARE(a->statusTip(), off_reason(cmd, s));
                    }
                }
            }
        }
    }
    void applyNamesTheCount() {
        Situation s = in(RunState::Running);
        QVERIFY(!off_reason(Cmd::ApplyEdits, s).isEmpty());
        s.staged = 2;
        QVERIFY(off_reason(Cmd::ApplyEdits, s).isEmpty());
        QCOMPARE(following_text(Cmd::ApplyEdits, s), QStringLiteral("Apply 2"));
        s.staged_problem = QStringLiteral("WGAN-GP needs a D without batch norm");
        QCOMPARE(off_reason(Cmd::ApplyEdits, s), s.staged_problem);
        s.state = RunState::Lent;  // the run would refuse them all
        QCOMPARE(off_reason(Cmd::ApplyEdits, s), QStringLiteral("The memory is lent; take it back first"));
    }
};

QTEST_MAIN(ActionsTest)
#include "tst_actions.moc"
