// A run watched and steered over its socket: by one, by several, late, slowly, and by those who send nonsense.
#include "tests/core/remote_fixture.h"

#include "core/base/host.h"
#include "core/engine/remote/live_runs.h"
#include "core/engine/remote/messages.h"
#include "core/engine/remote/remote_planner.h"
#include "core/engine/run_reader.h"
#include "core/io/runs/run_folder.h"
#include "tests/support/test_seed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <limits>
#include <new>
#include <random>
#include <span>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

namespace headroom {
namespace {

using ::testing::HasSubstr;

using RemoteSessionTest = RemoteTest;

TEST_F(RemoteSessionTest, AWatcherSeesTheRunAndSteersIt) {
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    ASSERT_TRUE(watcher->until_state(RunState::Running));
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<StepDone>().empty(); }));
    const auto started = watcher->all<RunStarted>();
    ASSERT_EQ(started.size(), 1u);
    EXPECT_EQ(started.front().data_name, "Fake");
    ASSERT_TRUE(started.front().config);
    EXPECT_EQ(*started.front().config, *session_->snapshot());
    EXPECT_TRUE(watcher->session().place().elsewhere);
    EXPECT_TRUE(watcher->session().place().same_machine);
    EXPECT_EQ(watcher->session().place().pid, getpid());

    watcher->session().pause();
    ASSERT_TRUE(watcher->until_state(RunState::Paused));
    EXPECT_EQ(session_->state(), RunState::Paused);
    const std::int64_t at = script_.steps;
    watcher->session().step_once();
    ASSERT_TRUE(until([&] { return script_.steps == at + 1; }));
    watcher->session().request_checkpoint();
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<CheckpointSaved>().empty(); }));
    watcher->session().request_sample({});
    ASSERT_TRUE(watcher->until([&] {
        for (const SampleReady& s : watcher->all<SampleReady>()) {
            if (s.path.empty() && !(s.raw.empty() && s.ema.empty())) return true;
        }
        return false;
    }));
    watcher->session().lend();
    ASSERT_TRUE(watcher->until_state(RunState::Lent));
    watcher->session().resume();
    ASSERT_TRUE(watcher->until_state(RunState::Running));
    EXPECT_FALSE(watcher->session().start(request()));
    watcher->session().request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(watcher->until_state(RunState::Finished));
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<Finished>().empty(); }));
    EXPECT_TRUE(watcher->all<Failed>().empty());
}

TEST_F(RemoteSessionTest, EditsSayWhereTheyComeFrom) {
    start();
    auto first = attach("first"), second = attach("second");
    ASSERT_TRUE(first && second);
    ASSERT_TRUE(first->session().apply({{"lr.g", 0.001}}, ChangeOrigin::Undo));
    const auto seen = [](Watcher& w, const std::string& key) {
        for (const ParamApplied& e : w.all<ParamApplied>())
            if (e.key == key) return std::optional(e);
        return std::optional<ParamApplied>();
    };
    ASSERT_TRUE(first->until([&] { return seen(*first, "lr.g").has_value(); }));
    ASSERT_TRUE(second->until([&] { return seen(*second, "lr.g").has_value(); }));
    EXPECT_EQ(seen(*first, "lr.g")->origin, ChangeOrigin::Undo) << "its own, as it was sent";
    EXPECT_EQ(seen(*second, "lr.g")->origin, ChangeOrigin::Elsewhere);
    EXPECT_THAT(seen(*second, "lr.g")->by, HasSubstr("first, process"));
    ASSERT_TRUE(until([&] { return !all<ParamApplied>().empty(); }));
    EXPECT_EQ(all<ParamApplied>().front().origin, ChangeOrigin::Elsewhere);
    EXPECT_THAT(all<ParamApplied>().front().by, HasSubstr("first, process"));
    ASSERT_TRUE(first->until([&] { return first->session().snapshot()->lr_g == 0.001; }));

    ASSERT_TRUE(session_->apply({{"lr.d", 0.002}}, ChangeOrigin::User));
    ASSERT_TRUE(second->until([&] { return seen(*second, "lr.d").has_value(); }));
    EXPECT_EQ(seen(*second, "lr.d")->origin, ChangeOrigin::Elsewhere);
    EXPECT_THAT(seen(*second, "lr.d")->by, HasSubstr("window, process"));
    EXPECT_TRUE(second->until([&] { return second->session().place().watchers == 2; }));
}

TEST_F(RemoteSessionTest, WhatARunChangesByItsPlanIsNobodysEdit) {
    script_.let(5);
    RunRequest growing = request();
    TrainConfig config = *growing.config;
    config.image_size = 32;
    config.grow_to = 64;
    config.grow_after = 400;
    growing.config = std::make_shared<const TrainConfig>(config);
    ASSERT_TRUE(session_->start(growing));
    ASSERT_TRUE(until_state(RunState::Running));
    socket_ = remote::path_of(session_->place().address);
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    script_.let(std::numeric_limits<std::int64_t>::max());
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<ParamApplied>().empty(); }));
    EXPECT_EQ(watcher->all<ParamApplied>().front().key, "image.size");
    EXPECT_EQ(watcher->all<ParamApplied>().front().by, "its plan");
}

TEST_F(RemoteSessionTest, AnEditHoldsFromTheNextStepOnAndIsAnsweredBeforeThatOneIsOver) {
    script_.let(3);
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    ASSERT_TRUE(watcher->until([&] { return script_.under_way == 4; }));
    ASSERT_TRUE(watcher->session().apply({{"lr.g", 0.001}}, ChangeOrigin::User));
    // What is asked for after it is answered there: so the edit has come there, too.
    ASSERT_TRUE(watcher->session().forecast({{"batch.micro", std::int64_t{4}}}));
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<ForecastReady>().empty(); }));
    EXPECT_TRUE(watcher->all<ParamApplied>().empty()) << "the step under way keeps what it began with";
    const auto boundary = std::chrono::steady_clock::now();
    script_.let(4);
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<ParamApplied>().empty(); }));
    const auto taken = std::chrono::steady_clock::now() - boundary;
    RecordProperty("answer_microseconds",
                   static_cast<int>(std::chrono::duration_cast<std::chrono::microseconds>(taken).count()));
    EXPECT_EQ(watcher->all<ParamApplied>().front().step, 4);
    EXPECT_EQ(script_.steps, 4) << "no further step was waited for";
    EXPECT_EQ(watcher->session().snapshot()->lr_g, 0.001);
    script_.let(std::numeric_limits<std::int64_t>::max());
    ASSERT_TRUE(watcher->until([&] { return watcher->last_step() > 4; }));
}

TEST_F(RemoteSessionTest, BadValuesAreRefusedHereAndThere) {
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    EXPECT_THAT(watcher->session().apply({{"batch.micro", std::int64_t{0}}}, ChangeOrigin::User).error().message,
                HasSubstr("not between"));
    EXPECT_FALSE(watcher->session().apply({{"latent", std::int64_t{7}}}, ChangeOrigin::User));
    script_.refuse_changes = true;
    ASSERT_TRUE(watcher->session().apply({{"image.size", std::int64_t{128}}}, ChangeOrigin::User));
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<ParamRefused>().empty(); }));
    EXPECT_EQ(watcher->all<ParamRefused>().front().keys.front(), "image.size");
    // What only the run's process knows: its device is the CPU.
    ASSERT_TRUE(watcher->session().apply({{"precision", std::string("fp16")}}, ChangeOrigin::User));
    ASSERT_TRUE(watcher->until([&] { return watcher->all<ParamRefused>().size() == 2; }));
    EXPECT_EQ(watcher->all<ParamRefused>().back().keys.front(), "precision");
}

TEST_F(RemoteSessionTest, OneThatComesLateIsToldWhatHappened) {
    start();
    session_->request_sample({});
    ASSERT_TRUE(session_->apply({{"lr.g", 0.001}}, ChangeOrigin::User));
    ASSERT_TRUE(
        until([&] { return script_.steps > 20 && !all<ParamApplied>().empty() && !all<SampleReady>().empty(); }));
    session_->pause();
    ASSERT_TRUE(until_state(RunState::Paused));
    auto late = attach();
    ASSERT_TRUE(late);
    EXPECT_EQ(late->session().state(), RunState::Paused) << "known from the greeting";
    EXPECT_EQ(late->session().snapshot()->lr_g, 0.001);
    ASSERT_TRUE(late->until([&] {
        return !late->all<RunStarted>().empty() && !late->all<MemorySampled>().empty() &&
               !late->all<SampleReady>().empty() && !late->all<ParamApplied>().empty() &&
               !late->all<StepDone>().empty() && late->all<StepDone>().back().step == script_.steps;
    }));
    EXPECT_GT(late->all<StepDone>().size(), 5u);
    EXPECT_NE(late->all<RunStarted>().front().config->lr_g, 0.001) << "the run began with another";
    EXPECT_EQ(late->session().snapshot()->lr_g, 0.001) << "the story of the past does not undo it";
    auto fresh = attach("fresh", false);
    ASSERT_TRUE(fresh);
    session_->request_checkpoint();
    ASSERT_TRUE(fresh->until([&] { return !fresh->all<CheckpointSaved>().empty(); }));
    EXPECT_TRUE(fresh->all<ParamApplied>().empty()) << "it asked for nothing of the past";
}

TEST_F(RemoteSessionTest, OfAResumedRunTheStepsBeforeAreToldToo) {
    start(10);
    ASSERT_TRUE(until_state(RunState::Finished));
    RunRequest again = request(0);
    again.resume_from = all<Finished>().front().run_dir;
    ASSERT_TRUE(session_->start(again));
    ASSERT_TRUE(until([&] { return script_.steps > 15; }));
    auto late = attach();
    ASSERT_TRUE(late);
    ASSERT_TRUE(late->until([&] { return late->all<StepDone>().size() > 12; }));
    EXPECT_EQ(late->all<RunStarted>().front().step, 10);
    EXPECT_EQ(late->all<StepDone>().front().step, 1);
    EXPECT_EQ(late->all<StepDone>()[9].step, 10);
}

TEST_F(RemoteSessionTest, TheEndReachesThoseWhoWatchAndTheSocketGoes) {
    start(50);
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    ASSERT_TRUE(until_state(RunState::Finished));
    session_.reset();
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<Finished>().empty(); }));
    EXPECT_EQ(watcher->all<Finished>().front().step, 50);
    EXPECT_TRUE(watcher->all<Failed>().empty());
    EXPECT_FALSE(std::filesystem::exists(socket_));
    EXPECT_EQ(remote::attach_to(socket_, {}).error().code, ErrorCode::NotFound);
}

TEST_F(RemoteSessionTest, ARunThatIsGivenUpByItsOwnerIsToldOf) {
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    session_.reset();
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<Finished>().empty(); }));
    EXPECT_TRUE(
        watcher->until([&] { return !is_active(watcher->session().state()); }));  // its change of state comes after it
}

TEST_F(RemoteSessionTest, ASlowClientCostsTheRunNothingAndIsDropped) {
    // The one who reads has to stay within the patience however busy the machine is; the one who does not is out of it at any length.
    options_.patience = std::chrono::seconds(3);
    script_.step_time = std::chrono::milliseconds(1);
    offer();
    start();
    auto quick = attach();
    ASSERT_TRUE(quick);
    ASSERT_TRUE(quick->until([&] { return quick->session().place().watchers == 1; }));
    auto slow = remote::connect_to(socket_);
    ASSERT_TRUE(slow);
    remote::FramedSocket talk(*std::move(slow), remote::kReplyLimits);
    remote::Hello hello;
    hello.who = "slow";
    talk.queue(remote::encode(remote::Request(hello)));
    ASSERT_TRUE(talk.flush());
    // It reads nothing while the run goes on and another one sees all of it. How long it is there is the machine's matter, so what is
    // waited for is its end: a socket with bytes to read says that the other end closed it without being read from.
    pollfd dropped{talk.fd(), 0, 0};
    ASSERT_TRUE(quick->until([&] { return ::poll(&dropped, 1, 0) == 1 && (dropped.revents & POLLHUP) != 0; }));
    talk.fill();
    EXPECT_TRUE(talk.take()) << "it was welcome before";
    ASSERT_TRUE(quick->until([&] { return quick->session().place().watchers == 1; }));
    const std::int64_t then = script_.steps;
    EXPECT_TRUE(quick->until([&] { return quick->last_step() > then; }));
}

TEST_F(RemoteSessionTest, NonsenseEndsTheConnectionAndNothingElse) {
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    std::mt19937_64 random(test::test_seed());
    const auto good = remote::encode(remote::Request(Command(ApplyParams{{{"lr.g", 0.5}}, ChangeOrigin::User})));
    const auto hello = remote::encode(remote::Request(remote::Hello{}));
    const auto framed = [](const remote::Frame& frame) {
        std::string bytes(8, '\0');
        const auto length = static_cast<std::uint32_t>(frame.json.size());
        std::memcpy(bytes.data(), &length, 4);
        return bytes + frame.json;
    };
    for (int i = 0; i < 200; ++i) {
        std::string bytes = framed(hello) + framed(good);
        if (i % 3 == 0) {  // nothing but noise
            for (char& c : bytes) c = static_cast<char>(random());
        } else {
            for (std::uint64_t n = random() % 6; n > 0; --n)
                bytes[random() % bytes.size()] = static_cast<char>(random());
            if (i % 3 == 1) bytes.resize(random() % bytes.size());
        }
        auto socket = remote::connect_to(socket_, std::chrono::seconds(30));
        ASSERT_TRUE(socket) << socket.error().message;
        (void)::send(socket->fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }
    // A frame that says it is huge is not waited for.
    auto huge = remote::connect_to(socket_, std::chrono::seconds(30));
    ASSERT_TRUE(huge);
    ASSERT_EQ(::send(huge->fd(), "\xff\xff\xff\x7f\0\0\0\0", 8, MSG_NOSIGNAL), 8);
    std::string answer(1 << 16, '\0');
    pollfd gone{huge->fd(), POLLIN, 0};
    ssize_t n = 1;
    while (n > 0) {
        ASSERT_GT(::poll(&gone, 1, 30000), 0) << "the connection was not closed";
        n = ::recv(huge->fd(), answer.data(), answer.size(), 0);
    }
    const std::int64_t then = script_.steps;
    ASSERT_TRUE(watcher->until(
        [&] { return !watcher->all<StepDone>().empty() && watcher->all<StepDone>().back().step > then; }));
    EXPECT_EQ(session_->state(), RunState::Running);
}

/// While it lives no file can be opened, as in a process that has used up its descriptors.
class NoDescriptors {
public:
    NoDescriptors() {
        EXPECT_EQ(::getrlimit(RLIMIT_NOFILE, &before_), 0);
        rlimit few = before_;
        few.rlim_cur = 3;
        EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    }
    ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
    NoDescriptors(const NoDescriptors&) = delete;
    NoDescriptors& operator=(const NoDescriptors&) = delete;

private:
    rlimit before_{};
};

TEST_F(RemoteSessionTest, OneWhoCannotBeLetInYetKeepsNobodyBusy) {
    script_.let(0);  // so that nothing else is at work
    start();
    const FileHandle folder(::open(sockets_.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)),
        client(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ASSERT_TRUE(folder.valid() && client.valid());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path =
        "/proc/self/fd/" + std::to_string(folder.fd()) + "/" + std::filesystem::path(socket_).filename().string();
    ASSERT_LT(path.copy(address.sun_path, sizeof address.sun_path - 1), sizeof address.sun_path - 1);
    {
        const NoDescriptors none;
        ASSERT_EQ(::connect(client.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        const std::clock_t began = std::clock();
        std::this_thread::sleep_for(std::chrono::milliseconds(600));
        EXPECT_LT(std::clock() - began, CLOCKS_PER_SEC / 4) << "processor time while it waits";
    }
    pollfd welcomed{client.fd(), POLLIN, 0};
    EXPECT_EQ(::poll(&welcomed, 1, 30000), 1) << "it is let in once there are descriptors";
}

TEST_F(RemoteSessionTest, SocketsAreTheUsersAloneAndLeftOnesAreSwept) {
    const std::string stale = sockets_.file("4711.sock");
    {
        auto left = remote::ListeningSocket::open(sockets_.path());
        ASSERT_TRUE(left);
        test::write_bytes(sockets_.file("no-socket.sock"), "mine");
        ASSERT_EQ(::link(left->path().c_str(), stale.c_str()), 0);
    }
    ASSERT_TRUE(std::filesystem::exists(stale));
    start();
    EXPECT_FALSE(std::filesystem::exists(stale));
    EXPECT_TRUE(std::filesystem::exists(sockets_.file("no-socket.sock"))) << "what is no socket is not touched";
    struct stat info {};
    ASSERT_EQ(::stat(socket_.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST_F(RemoteSessionTest, TheRunSaysWhereItCanBeWatched) {
    start();
    const std::string dir = all<RunStarted>().front().run_dir;
    EXPECT_EQ(RunFolder::address_of(dir), "unix:" + socket_);
    EXPECT_EQ(*remote::socket_of(dir), socket_);
    auto runs = list_run_folders(root_.string());
    ASSERT_EQ(runs.size(), 1u);
    remote::look_for_live_runs(runs);
    EXPECT_FALSE(runs.front().elsewhere) << "it is this process";
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(RunFolder::address_of(dir), "");
    EXPECT_EQ(remote::socket_of(dir).error().code, ErrorCode::NotFound);
}

TEST_F(RemoteSessionTest, AnotherMachineIsKnownAsSuch) {
    options_.host_id = "elsewhere";
    offer();
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    EXPECT_FALSE(watcher->session().place().same_machine);
    ASSERT_TRUE(watcher->session().apply({{"lr.g", 0.001}}, ChangeOrigin::User));
    ASSERT_TRUE(until([&] { return !all<ParamApplied>().empty(); }));
    EXPECT_THAT(all<ParamApplied>().front().by, HasSubstr("test on " + host_name()));
}

TEST_F(RemoteSessionTest, PlansAndExportsAreMadeThere) {
    options_.export_run = [](const ExportRequest& request, const ProgressFn& progress, std::stop_token) {
        progress("writing", 0.5);
        if (request.format == "bad") return Result<ExportDone>(make_error(ErrorCode::InvalidArgument, "format: no"));
        test::write_bytes(request.target, std::string(3 << 20, 'a'));
        test::write_bytes(std::filesystem::path(request.target).parent_path() / "beside.txt", request.run_dir);
        return Result<ExportDone>(ExportDone{request.target, Bytes{3 << 20}});
    };
    offer();
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    const auto plans = watcher->session().planner()->fit({}, {}, {});
    ASSERT_FALSE(plans);
    EXPECT_EQ(plans.error().message, "this engine cannot forecast") << "the fake one's own words";
    EXPECT_THAT(watcher->session().planner()->rehearse({}, {}, {}).error().message, HasSubstr("under way"));

    const test::TempFolder folder;
    ExportRequest request;
    request.target = folder.file("out.bin");
    bool told = false;
    auto done = remote::export_remotely(socket_, {}, request, [&](const std::string&, double) { told = true; }, {});
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(done->path, request.target);
    EXPECT_EQ(test::read_bytes(request.target), std::string(3 << 20, 'a'));
    EXPECT_EQ(test::read_bytes(folder.file("beside.txt")), all<RunStarted>().front().run_dir);
    EXPECT_TRUE(told);
    request.target = folder.file("other.bin");
    request.format = "bad";
    EXPECT_EQ(remote::export_remotely(socket_, {}, request, {}, {}).error().message, "format: no");
    EXPECT_FALSE(std::filesystem::exists(request.target));
}

TEST_F(RemoteSessionTest, WhatIsThrownForAClientIsToldItAndHurtsNobodyElse) {
    options_.export_run = [](const ExportRequest&, const ProgressFn&, std::stop_token) -> Result<ExportDone> {
        throw std::bad_alloc();
    };
    offer();
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    const test::TempFolder folder;
    ExportRequest wish;
    wish.target = folder.file("out.bin");
    const auto done = remote::export_remotely(socket_, {}, wish, {}, {});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::OutOfMemory);
    script_.no_memory_to_reckon = true;
    const ParamPatch patch{{"batch.micro", std::int64_t{4}}};
    ASSERT_TRUE(watcher->session().forecast(patch));
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<ForecastReady>().empty(); }));
    const auto answer = watcher->session().forecast(patch);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, ErrorCode::OutOfMemory);
    const std::int64_t then = script_.steps;
    EXPECT_TRUE(watcher->until([&] { return watcher->last_step() > then; }));
}

TEST_F(RemoteSessionTest, NoHiddenFileComesThatWasNotAskedFor) {
    options_.export_run = [](const ExportRequest& request, const ProgressFn&, std::stop_token) {
        test::write_bytes(request.target, "asked for");
        test::write_bytes(std::filesystem::path(request.target).parent_path() / ".profile", "not asked for");
        return Result<ExportDone>(ExportDone{request.target, Bytes{9}});
    };
    offer();
    start();
    const test::TempFolder folder;
    ExportRequest wish;
    wish.target = folder.file("out.bin");
    const auto done = remote::export_remotely(socket_, {}, wish, {}, {});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::BadFile);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace headroom
