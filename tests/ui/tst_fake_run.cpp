// A scripted run from start to end: the fake engine, the bridge and the panels together.
#include "tests/support/fake_services.h"
#include "tests/support/fake_session.h"
#include "tests/ui/patient_test.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/log/log_panel.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/widgets/history_slider.h"

#include <QSignalSpy>

#include <memory>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// What a window would have seen.
struct Witness {
    explicit Witness(SessionBridge* bridge) {
        QObject::connect(bridge, &SessionBridge::stepsDone, bridge,
                         [this](const std::vector<StepDone>& s) { steps.insert(steps.end(), s.begin(), s.end()); });
        QObject::connect(bridge, &SessionBridge::stateChanged, bridge,
                         [this](RunState s, const QString&) { states.push_back(s); });
        QObject::connect(bridge, &SessionBridge::paramApplied, bridge,
                         [this](const ParamApplied& p) { applied.push_back(p); });
        QObject::connect(bridge, &SessionBridge::oomRecovered, bridge,
                         [this](const OomRecovered& e) { recoveries.push_back(e); });
        QObject::connect(bridge, &SessionBridge::checkpointSaved, bridge,
                         [this](const CheckpointSaved&) { ++checkpoints; });
        QObject::connect(bridge, &SessionBridge::failed, bridge, [this](const Failed& f) { failures.push_back(f); });
        QObject::connect(bridge, &SessionBridge::memoryChanged, bridge,
                         [this](std::shared_ptr<const MemoryReport> r) { report = std::move(r); });
    }
    std::vector<StepDone> steps;
    std::vector<RunState> states;
    std::vector<ParamApplied> applied;
    std::vector<OomRecovered> recoveries;
    std::vector<Failed> failures;
    std::shared_ptr<const MemoryReport> report;
    int checkpoints = 0;
};

}  // namespace

class TestFakeRun : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fromStartToStop() {
        FakeServices services("ready");
        SessionBridge bridge;
        Witness seen(&bridge);
        SamplesPanel samples(&bridge);
        bridge.setSession(services.make_session());
        FakeSession& session = *services.session();

        TrainConfig config = *bridge.config();
        config.image_size = 32;
        config.preview_every = 10;
        config.checkpoint_every = 20;
        RunRequest request;
        request.config = std::make_shared<TrainConfig>(config);
        request.name = "first";
        bridge.start(request);
        QTRY_COMPARE(bridge.state(), RunState::Preparing);
        session.advance();
        QTRY_COMPARE(bridge.state(), RunState::Running);
        for (int i = 0; i < 25; ++i) session.advance();
        QTRY_COMPARE(seen.steps.size(), std::size_t{25});
        QTRY_COMPARE(samples.samples()->history()->slider()->count(), 2);
        QCOMPARE(seen.checkpoints, 1);
        QVERIFY(seen.report && seen.report->now.total() == seen.report->device_total);

        bridge.pause();
        QTRY_COMPARE(bridge.state(), RunState::Paused);
        bridge.stepOnce();
        session.advance();
        session.advance();
        QTRY_COMPARE(seen.steps.size(), std::size_t{26});

        bridge.apply({{"batch.micro", std::int64_t{64}}});
        QVERIFY(seen.applied.empty());  // staged until the next boundary
        bridge.resume();
        session.advance();
        QTRY_COMPARE(seen.applied.size(), std::size_t{1});
        QCOMPARE(bridge.config()->batch_micro, std::int64_t{64});
        QCOMPARE(samples.samples()->history()->slider()->marks().size(), 1);

        bridge.stop(StopMode::SaveAndStop);
        QTRY_COMPARE(bridge.state(), RunState::Stopping);
        session.advance();
        QTRY_COMPARE(bridge.state(), RunState::Finished);
        QCOMPARE(seen.checkpoints, 2);
        QCOMPARE(seen.states.back(), RunState::Finished);
    }

    void survivesOutOfMemoryWithTheSameEffectiveBatch() {
        FakeServices services("story");
        SessionBridge bridge;
        Witness seen(&bridge);
        bridge.setSession(services.make_session());
        QTRY_COMPARE(seen.steps.size(), std::size_t{4210});
        seen.recoveries.clear();
        services.session()->run_out_of_memory_next_step();
        services.session()->advance();
        QTRY_COMPARE(seen.recoveries.size(), std::size_t{1});
        QTRY_COMPARE(bridge.config()->batch_micro, std::int64_t{64});
        QCOMPARE(bridge.config()->effective_batch(), std::int64_t{256});
        QCOMPARE(bridge.state(), RunState::Running);
    }

    void aFailureSaysWhatAndKeepsTheLastCheckpoint() {
        FakeServices services("story");
        SessionBridge bridge;
        Witness seen(&bridge);
        bridge.setSession(services.make_session());
        services.session()->fail_next_step(make_error(ErrorCode::Disk, "The disk is full.", "Free some room."));
        services.session()->advance();
        QTRY_COMPARE(bridge.state(), RunState::Failed);
        QTRY_COMPARE(seen.failures.size(), std::size_t{1});
        QCOMPARE(seen.failures.front().last_checkpoint_step, std::int64_t{4000});
        bridge.start({});  // a failed run can be followed by another
        services.session()->advance();
        QTRY_COMPARE(bridge.state(), RunState::Running);
    }

    void refusedValueIsSaidAndChangesNothing() {
        FakeServices services("story");
        SessionBridge bridge;
        bridge.setSession(services.make_session());
        QSignalSpy refused(&bridge, &SessionBridge::paramRefused);
        bridge.apply({{"batch.micro", std::int64_t{0}}});
        QCOMPARE(refused.count(), 1);
        const auto refusal = refused.first().at(0).value<ParamRefused>();
        QCOMPARE(refusal.keys, std::vector<std::string>{"batch.micro"});
        QVERIFY(QString::fromStdString(refusal.message).contains(QStringLiteral("batch.micro")));
        QCOMPARE(bridge.config()->batch_micro, std::int64_t{128});
    }

    void aLiveRunMayBeDestroyedAtAnyTime() {
        for (int i = 0; i < 5; ++i) {
            FakeServices services("oom", FakeMotion::Live);
            auto bridge = std::make_unique<SessionBridge>();
            auto panel = std::make_unique<SamplesPanel>(bridge.get());
            LogModel lines(bridge.get());
            auto log = std::make_unique<LogPanel>(&lines);
            bridge->setSession(services.make_session());
            QSignalSpy state(bridge.get(), &SessionBridge::stateChanged);
            if (i % 2 == 0) QTRY_VERIFY(state.count() > 0);
            panel.reset();
            log.reset();
            bridge.reset();
        }
    }

    void everyFixtureStartsInItsState() {
        const std::pair<const char*, RunState> expected[] = {{"story", RunState::Running},
                                                             {"ready", RunState::Idle},
                                                             {"oom", RunState::Running},
                                                             {"failed", RunState::Failed},
                                                             {"preparing", RunState::Preparing}};
        for (const auto& [name, state] : expected) {
            auto services = make_fake_services(name);
            SessionBridge bridge;
            Witness seen(&bridge);
            bridge.setSession(services->make_session());
            QTRY_VERIFY(seen.report != nullptr);
            QCOMPARE(bridge.state(), state);
        }
    }
};

QTEST_MAIN(TestFakeRun)
#include "tst_fake_run.moc"
