// A run of a terminal, watched and steered in real windows: attached, changed, sampled; a window is killed, another one attached; stopped.
#include "core/train/make_services.h"
#include "tests/app/cli_process.h"
#include "tests/support/temp_folder.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/window_services.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/forecast_watch.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/workbench.h"
#include "ui/widgets/number_field.h"

#include <QTest>

#include <csignal>
#include <filesystem>

using namespace headroom;
using namespace headroom::ui;
using nlohmann::json;

namespace {

/// A run in a process of its own, as somebody began it in a terminal. No batch norm, so that any micro-batch will do.
std::vector<std::string> terminal_run(const std::string& dir) {
    std::vector<std::string> words{"train", "dcgan", "--data", "shapes", "--out", dir, "--steps", "0"};
    for (const char* setting :
         {"data.count=64", "image.size=32", "latent=8", "width.g=8", "width.d=8", "batch.micro=8", "threads=1",
          "preview.every=100000", "preview.grid=4", "norm.g=instance", "norm.d=instance", "checkpoint.every=0"}) {
        words.emplace_back("--set");
        words.emplace_back(setting);
    }
    return words;
}

/// A window on the real engine.
struct Studio {
    Studio() : window(&bridge, false) {
        window.resize(1600, 1000);
        window.show();
        window.setServices(services.get());
        bridge.setSession(services->make_session());
    }
    void attach(const std::string& run) { window.attach(QString::fromStdString(run)); }
    SessionBridge* there() const { return window.attached() ? window.attached()->bridge() : nullptr; }
    bool running() const { return there() && there()->state() == RunState::Running; }
    /// Gives a number's field its value as a user does.
    void enter(const char* key, const QString& text) const {
        auto* row = window.attached()->panel(Page::Train)->form()->rowFor(key);
        auto* field = qobject_cast<NumberField*>(row->editor()->field());
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    void trigger(Cmd command) const { window.actions()->action(command)->trigger(); }
    bool enabled(Cmd command) const { return window.actions()->action(command)->isEnabled(); }

    std::unique_ptr<Services> services = make_services();
    TasksEnded tasks_ended;
    SessionBridge bridge;
    MainWindow window;
};

}  // namespace

class AttachStory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aTerminalsRunIsSteeredByWindowsThatComeAndGo() {
        const test::TempFolder folder;
        const test::CliOptions options{folder.path()};
        const std::string dir = folder.file("run");
        test::CliProcess run(terminal_run(dir), options);
        const auto offered = [&] {
            const json info = json::parse(test::read_bytes(dir + "/run.json"), nullptr, false);
            return info.is_object() && info.value("address", "").starts_with("unix:");
        };
        QTRY_VERIFY2(offered() || run.ended(), run.err().c_str());
        QVERIFY2(!run.ended(), run.err().c_str());

        auto first = std::make_unique<Studio>();
        first->attach(dir);
        QTRY_VERIFY(first->running());
        std::int64_t steps = 0;
        int grids = 0;
        connect(first->there(), &SessionBridge::stepsDone, this, [&](const auto& done) { steps = done.back().step; });
        connect(first->there(), &SessionBridge::sampleReady, this,
                [&](const SampleReady& sample) { grids += sample.kind == SampleKind::Grid ? 1 : 0; });
        QTRY_VERIFY(steps > 0);

        first->enter("batch.micro", QStringLiteral("4"));
        QTRY_VERIFY(first->enabled(Cmd::ApplyEdits));
        first->trigger(Cmd::ApplyEdits);
        QTRY_COMPARE(first->there()->config()->batch_micro, std::int64_t{4});
        const int before = grids;
        QTRY_VERIFY(first->enabled(Cmd::Sample));
        first->trigger(Cmd::Sample);
        QTRY_VERIFY(grids > before);

        // Another window, a program of its own, is killed; neither the run nor this window minds.
        {
            test::CliOptions studio = options;
            studio.program = HEADROOM_STUDIO;
            test::CliProcess second({"--safe-mode", "--attach", dir}, studio);
            QTRY_COMPARE(first->there()->place().watchers, 2);
            second.send(SIGKILL);
            QCOMPARE(second.finish(), 256 + SIGKILL);
        }
        QTRY_COMPARE(first->there()->place().watchers, 1);
        const std::int64_t then = steps;
        QTRY_VERIFY(steps > then);
        first.reset();
        QVERIFY2(!run.ended(), run.err().c_str());

        Studio again;
        again.attach(dir);
        QTRY_VERIFY(again.running());
        QTRY_COMPARE(again.there()->config()->batch_micro, std::int64_t{4});
        QTRY_VERIFY(again.enabled(Cmd::Stop));
        again.trigger(Cmd::Stop);
        QTRY_COMPARE(again.there()->state(), RunState::Finished);
        QCOMPARE(run.finish(), 0);

        const test::CliResult shown = test::run_cli({"runs", "show", dir, "--json"}, options);
        QCOMPARE(shown.status, 0);
        const json story = json::parse(shown.out, nullptr, false);
        QVERIFY2(shown.out.find("batch.micro") != std::string::npos, shown.out.c_str());
        QVERIFY2(!story.value("checkpoints", json::array()).empty(), shown.out.c_str());
        QCOMPARE(test::run_cli({"runs", "verify", dir}, options).status, 0);
    }
};

QTEST_MAIN(AttachStory)
#include "tst_attach_story.moc"
