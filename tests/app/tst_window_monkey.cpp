// Random events on the window with the real engine behind it: what it is asked for goes through, the run and the window survive.
// HEADROOM_MONKEY_EVENTS sets how many, HEADROOM_MONKEY_SEEDS which seed.
#include "core/memory/cpu_allocator.h"
#include "core/train/make_services.h"
#include "tests/ui/monkey.h"
#include "tests/ui/opened_paths.h"
#include "tests/ui/window_services.h"
#include "ui/bridge/session_bridge.h"
#include "ui/shell/slow_events.h"

#include <QDir>
#include <QTemporaryDir>

using namespace headroom;
using namespace headroom::ui;

namespace {

constexpr int kWaitMs = 120000;
constexpr int kShort = 80;

ParamPatch small_run() {
    const auto whole = [](int n) { return ParamValue(std::int64_t{n}); };
    return {{"data.count", whole(64)},  {"image.size", whole(32)},     {"latent", whole(8)},
            {"width.g", whole(8)},      {"width.d", whole(8)},         {"batch.micro", whole(8)},
            {"steps", whole(0)},        {"threads", whole(1)},         {"preview.every", whole(40)},
            {"preview.grid", whole(4)}, {"checkpoint.every", whole(0)}};
}

}  // namespace

class WindowMonkeyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(home_.isValid());
        for (const char* folder : {"HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"})
            qputenv(folder, home_.path().toUtf8());
        // Nothing is fetched; no headroom-cli is found that would begin runs in processes which outlive the test.
        for (const char* proxy : {"http_proxy", "https_proxy"}) qputenv(proxy, "http://127.0.0.1:9");
        qputenv("PATH", home_.path().toUtf8());
        QDir::setCurrent(home_.path());
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void theRealEngineSurvives() {
        const int wanted = qEnvironmentVariableIntValue("HEADROOM_MONKEY_EVENTS");
        const int seed = std::max(1, qEnvironmentVariableIntValue("HEADROOM_MONKEY_SEEDS"));
        const int events = wanted > 0 ? wanted : kShort;
        qInfo("seed %d, %d events", seed, events);
        OpenedPaths no_desktop;
        std::unique_ptr<Services> services = make_services();
        Monkey monkey{std::uint64_t(seed)};
        monkey.begin();
        monkey.leaveOut({Cmd::ReleaseDevice, Cmd::Models});
        monkey.add(6, [](RandomStream& random) { return waitAWhile(random, 100); });
        std::int64_t steps = 0;
        while (monkey.next() < events) {
            const TasksEnded tasks_ended;
            SessionBridge bridge;
            MainWindow window(&bridge, false);
            connect(&bridge, &SessionBridge::stepsDone, &window,
                    [&](const auto& done) { steps += static_cast<std::int64_t>(done.size()); });
            window.show();
            window.setServices(services.get());
            bridge.setSession(services->make_session());
            bridge.apply(small_run());
            QTRY_VERIFY_WITH_TIMEOUT(window.actions()->action(Cmd::Go)->isEnabled(), kWaitMs);
            window.showPage(Page::Train);
            window.actions()->action(Cmd::Go)->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(steps > 0, kWaitMs);
            monkey.play(&window, events);
            const QString denied = Monkey::whatTheFormsDeny(window);
            QVERIFY2(denied.isEmpty(), qPrintable(denied));
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            QVERIFY(window.findChildren<QObject*>().size() < kMostParts);
            if (is_active(bridge.state())) bridge.stop(StopMode::StopWithoutSaving);
            QTRY_VERIFY_WITH_TIMEOUT(!is_active(bridge.state()), kWaitMs);
        }
        QVERIFY2(monkey.lost().isEmpty(), qPrintable(monkey.lost().join('\n')));
        const auto* watched = static_cast<WatchedApplication*>(qApp);
        qInfo("the slowest event: %s", qPrintable(watched->slowestEvent()));
        QVERIFY2(watched->slowEvents().isEmpty(), qPrintable(watched->slowEvents().join('\n')));
    }

    void cleanup() {
        if (QTest::currentTestFailed()) MonkeyLog::get().tell();
        QDir::setCurrent(QStringLiteral("/"));
    }

private:
    QTemporaryDir home_;
};

int main(int argc, char** argv) {
    MonkeyLog::tellOfCrashes();
    // Qt Test ends a function after five minutes: less than what is asked for may take.
    if (qEnvironmentVariableIsSet("HEADROOM_MONKEY_EVENTS") && !qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT"))
        qputenv("QTEST_FUNCTION_TIMEOUT", "86400000");
    WatchedApplication app(argc, argv, longestWait(), longestEvent());
    QApplication::setQuitOnLastWindowClosed(false);
    WindowMonkeyTest test;
    std::vector<char*> arguments(argv, argv + argc);
    char own[] = "-nocrashhandler";  // QTest's tells less
    arguments.push_back(own);
    return QTest::qExec(&test, static_cast<int>(arguments.size()), arguments.data());
}

#include "tst_window_monkey.moc"
