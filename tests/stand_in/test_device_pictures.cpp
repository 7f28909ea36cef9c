// Pictures on the stand-in device: the data set that lies there and the pictures that come batch after batch give the CPU's bits; copies
// beside the device's work keep their orders, and a missing order shows; a run gives its data set up first when memory runs out.
#include "family_runs.h"

#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/driver.h"
#include "tests/support/stand_in/memory.h"

#include "core/memory/copies_beside.h"
#include "core/memory/libtorch.h"
#include "core/memory/upload.h"
#include "core/train/device.h"
#include "core/train/run/device_pictures.h"
#include "core/train/run/pictures.h"

#include <gmock/gmock.h>

#include <string>

namespace headroom::test {
namespace {

const at::Device kPictureCard(stand_in::kDevice, 0);
const char* const kGpuId = "cuda:0";
const ProgressFn kUnheard = [](const std::string&, double) {};

class StandInPictures : public testing::Test {
protected:
    StandInPictures() : memory(open_device("cuda")->memory) {}
    void TearDown() override {
        stand_in::hurry_copies(false);
        stand_in::offer_kernels(true);
        stand_in::refuse_nth(0);
    }
    at::Tensor page_locked(std::uint8_t value, std::int64_t n = 1000) {
        return host_buffer({n}, at::kByte, kPictureCard).fill_(value);
    }
    at::Tensor there(std::uint8_t value, std::int64_t n = 1000) {
        return at::full({n}, value, at::TensorOptions().dtype(at::kByte).device(kPictureCard));
    }
    std::shared_ptr<DeviceMemory> memory;
};

TEST_F(StandInPictures, ACopyBesideTheWorkIsSeenByWhatFollowsItAlone) {
    const at::Tensor bytes = page_locked(7), room = there(1);
    const auto before = memory->mark();
    const auto copied = memory->copy_beside(room.data_ptr(), bytes.data_ptr(), bytes.nbytes(), before.get());
    ASSERT_TRUE(copied);
    const at::Tensor too_early = room.clone();
    ASSERT_EQ(memory->follow(*copied), "");
    const at::Tensor after = room.clone();
    EXPECT_TRUE(after.cpu().eq(7).all().item<bool>());
    EXPECT_TRUE(too_early.cpu().eq(1).all().item<bool>()) << "the stand-in does not show that an order is missing";
}

TEST_F(StandInPictures, ACopyThatAwaitsNothingIsThereBeforeWhatWasStillToBeRead) {
    stand_in::hurry_copies(true);
    const at::Tensor seven = page_locked(7), nine = page_locked(9), room = there(1), other = there(1);
    at::Tensor read = room.clone();
    const auto all_read = memory->mark();
    const auto late = memory->copy_beside(room.data_ptr(), seven.data_ptr(), seven.nbytes(), all_read.get());
    EXPECT_EQ(late->wait(), "");
    EXPECT_TRUE(read.cpu().eq(1).all().item<bool>());
    ASSERT_EQ(memory->synchronise(), "");
    at::Tensor spoiled = other.clone();
    const auto early = memory->copy_beside(other.data_ptr(), nine.data_ptr(), nine.nbytes(), nullptr);
    EXPECT_EQ(early->wait(), "");  // nothing of the device's work is awaited, and the clone is still to be made
    EXPECT_TRUE(spoiled.cpu().eq(9).all().item<bool>()) << "the stand-in does not show that an order is missing";
}

TEST_F(StandInPictures, BytesThatGoBeforeTheyAreCopiedAreFoundOut) {
    const at::Tensor room = there(1);
    std::unique_ptr<DeviceMark> copied;
    {
        const at::Tensor bytes = page_locked(7);
        copied = memory->copy_beside(room.data_ptr(), bytes.data_ptr(), bytes.nbytes(), nullptr);
    }
    EXPECT_THAT(copied->wait(), testing::HasSubstr("let go of before"));
}

TEST_F(StandInPictures, AnInboxGivesWhatWasSentWhileTheDeviceReadsWhatCameBefore) {
    for (const bool hurry : {false, true}) {
        SCOPED_TRACE(hurry);
        stand_in::hurry_copies(hurry);
        Inbox inbox(*memory, kPictureCard);
        std::vector<at::Tensor> read;
        {
            const stand_in::NoWaits none;
            for (int i = 0; i < 12; ++i) {
                // Other lengths: the room is made anew, of memory that work of before still reads.
                inbox.send(page_locked(static_cast<std::uint8_t>(i), i < 6 ? 1000 : 1000 + 4000 * i));
                read.push_back(inbox.take().clone());
                inbox.have_read();
            }
        }
        for (int i = 0; i < 12; ++i) EXPECT_TRUE(read[static_cast<std::size_t>(i)].cpu().eq(i).all().item<bool>()) << i;
    }
}

TEST_F(StandInPictures, AnInboxCopiesAmidTheWorkWhatCannotGoBesideIt) {
    Inbox inbox(*memory, kPictureCard);
    inbox.send(page_locked(3));
    const at::Tensor first = inbox.take().clone();
    inbox.have_read();
    inbox.send(page_locked(4));                  // on its way, and nobody takes it
    inbox.send(at::full({1000}, 5, at::kByte));  // pageable
    const at::Tensor second = inbox.take().clone();
    EXPECT_TRUE(first.cpu().eq(3).all().item<bool>());
    EXPECT_TRUE(second.cpu().eq(5).all().item<bool>());
}

TEST_F(StandInPictures, TheDataSetOnTheDeviceGivesWhatTheHostGathers) {
    const auto data = std::make_shared<MemoryDataset>(37, 24, 3, 5);
    const auto turn = memory->turn();
    for (const bool own_kernels : {true, false}) {
        stand_in::offer_kernels(own_kernels);
        auto there = DevicePictures::upload(data, *memory, kPictureCard, kUnheard, {});
        ASSERT_TRUE(there);
        EXPECT_EQ(memory->counts().live[Role::Dataset], bytes_of(*data));
        const auto launched = stand_in::launches_of("PictureBatch");
        for (const bool mirror : {false, true}) {
            for (const auto format : {at::MemoryFormat::Preserve, at::MemoryFormat::Contiguous}) {
                const PictureOrder order{data, 9, mirror};
                at::Tensor made;
                {
                    const stand_in::NoWaits none;
                    made = (*there)->batch(order, 30, 20, format);  // over an epoch's end
                }
                const at::Tensor wanted = centred_pictures(gathered({order, 30, 20}, at::kCPU), format);
                EXPECT_EQ(made.strides(), wanted.strides());
                EXPECT_TRUE(at::equal(made.cpu(), wanted)) << own_kernels << mirror << format;
                EXPECT_TRUE(at::equal(
                    upload_pictures(gathered({order, 30, 20}, kPictureCard), kPictureCard, format).cpu(), wanted));
                if (!own_kernels) continue;
                const at::Tensor more = at::full({1}, 11, at::TensorOptions().dtype(at::kLong).device(kPictureCard));
                made = (*there)->batch(
                    order, nn::FirstSample(11, static_cast<const long long*>(more.const_data_ptr())) + 19, 20, format);
                EXPECT_TRUE(at::equal(made.cpu(), wanted)) << "a position that the device knows";
            }
        }
        EXPECT_EQ(stand_in::launches_of("PictureBatch") > launched, own_kernels);
    }
    EXPECT_EQ(memory->counts().live[Role::Dataset], Bytes{});
}

TEST_F(StandInPictures, ALargeDataSetComesInPiecesAndCanBeStopped) {
    const auto data = std::make_shared<MemoryDataset>(3000, 64, 3, 5);  // 35 MiB
    const Bytes before = memory->counts().live_total;
    std::vector<double> told;
    const ProgressFn hear = [&](const std::string&, double done) { told.push_back(done); };
    {
        auto there = DevicePictures::upload(data, *memory, kPictureCard, hear, {});
        ASSERT_TRUE(there);
        EXPECT_EQ(told.size(), 3u);
        const PictureOrder order{data, 2, false};
        EXPECT_TRUE(at::equal((*there)->batch(order, 0, 64, at::MemoryFormat::Contiguous).cpu(),
                              centred_pictures(gathered({order, 0, 64}, at::kCPU), at::MemoryFormat::Contiguous)));
    }
    std::stop_source stop;
    const ProgressFn stops = [&](const std::string&, double) { stop.request_stop(); };
    const auto stopped = DevicePictures::upload(data, *memory, kPictureCard, stops, stop.get_token());
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(memory->counts().live_total, before);
}

TEST(FitsBeside, LeavesRoomForTheStepsAndForChanges) {
    const Bytes limit{1000};
    EXPECT_TRUE(fits_beside(Bytes{500}, Bytes{400}, limit));
    EXPECT_FALSE(fits_beside(Bytes{501}, Bytes{100}, limit)) << "more than half";
    EXPECT_FALSE(fits_beside(Bytes{300}, Bytes{601}, limit)) << "of the last tenth";
    EXPECT_TRUE(fits_beside(Bytes{150}, std::nullopt, limit));
    EXPECT_FALSE(fits_beside(Bytes{151}, std::nullopt, limit)) << "while nobody knows the steps";
}

class RunsWithPictures : public testing::TestWithParam<FamilyCase> {
protected:
    void TearDown() override {
        stand_in::hurry_copies(false);
        stand_in::offer_kernels(true);
        stand_in::refuse_nth(0);
        stand_in::empty_each(0);
    }
    const FamilyCase& family() const { return GetParam(); }
    /// Its last window of an epoch is short.
    TrainConfig config(DataOnDevice where) const {
        TrainConfig c = family().config();
        c.data_on_device = where;
        c.data_mirror = true;
        c.batch_micro = family().pictures * 3 / 16;
        c.batch_accumulate = 2;
        return c;
    }
    static Bytes held(FamilyRun& run) { return run.trainer().memory()->now.roles[Role::Dataset]; }
    static const OomRecovered* recovery_in(const std::vector<Event>& events) {
        for (const Event& e : events) {
            if (const auto* oom = std::get_if<OomRecovered>(&e)) return oom;
        }
        return nullptr;
    }
};

TEST_P(RunsWithPictures, HaveTheSameBitsWhereverTheDataSetLies) {
    for (const int own_kernels : family().tried<int>({false, true})) {
        SCOPED_TRACE(own_kernels);
        stand_in::offer_kernels(own_kernels);
        FamilyRun there(family(), config(DataOnDevice::On), kGpuId), here(family(), config(DataOnDevice::Off), kGpuId);
        EXPECT_EQ(held(there), Bytes{family().pictures * 3 * there.trainer().config().image_size *
                                     there.trainer().config().image_size});
        EXPECT_EQ(held(here), Bytes{});
        there.steps(5);  // two epochs with short ends
        here.steps(5);
        EXPECT_EQ(differing(there.state(), here.state()), "");
        stand_in::hurry_copies(true);
        FamilyRun hurried(family(), config(DataOnDevice::Off), kGpuId);
        hurried.steps(5);
        EXPECT_EQ(differing(there.state(), hurried.state()), "");
        stand_in::hurry_copies(false);
        if (own_kernels || !family().same_kernels) continue;
        TrainConfig planes = config(DataOnDevice::On);
        planes.channels_last = false;
        FamilyRun cpu(family(), planes, "cpu"), on_device(family(), planes, kGpuId);
        cpu.steps(5);
        on_device.steps(5);
        EXPECT_EQ(held(cpu), Bytes{}) << "on the CPU there is no other place";
        EXPECT_EQ(differing(cpu.state(), on_device.state()), "");
    }
}

TEST_P(RunsWithPictures, BringTheDataSetWhereTheSettingSaysWhileTheyRun) {
    FamilyRun run(family(), config(DataOnDevice::Auto), kGpuId), plain(family(), config(DataOnDevice::Off), kGpuId);
    const Bytes all = held(run);
    EXPECT_GT(all, Bytes{}) << "there is room enough";
    run.steps(2);
    ASSERT_TRUE(run.change({{"data.on_device", std::string("off")}}));
    EXPECT_EQ(held(run), Bytes{});
    run.steps(1);
    ASSERT_TRUE(run.change({{"data.on_device", std::string("on")}}));
    EXPECT_EQ(held(run), all);
    run.steps(2);
    plain.steps(5);
    EXPECT_EQ(differing(run.state(), plain.state()), "");
}

TEST_P(RunsWithPictures, LendTheDataSetsPlaceAndTakeItBack) {
    FamilyRun run(family(), config(DataOnDevice::On), kGpuId), plain(family(), config(DataOnDevice::Off), kGpuId);
    const Bytes all = held(run);
    run.steps(2);
    plain.steps(2);
    for (FamilyRun* r : {&run, &plain}) {
        ASSERT_TRUE(r->trainer().lend());
        EXPECT_EQ(r->trainer().device_memory().counts().live_total, Bytes{});
        ASSERT_TRUE(r->trainer().take_back());
    }
    EXPECT_EQ(held(run), all);
    run.steps(2);
    plain.steps(2);
    EXPECT_EQ(differing(run.state(), plain.state()), "");
}

TEST_P(RunsWithPictures, ExchangeTheDataSetWhenTheResolutionChanges) {
    FamilyRun run(family(), config(DataOnDevice::On), kGpuId), plain(family(), config(DataOnDevice::Off), kGpuId);
    const Bytes all = held(run);
    run.steps(1);
    plain.steps(1);
    const std::int64_t size = run.trainer().config().image_size * 2;
    for (FamilyRun* r : {&run, &plain}) {
        const auto grown = r->change({{"image.size", size}});
        ASSERT_TRUE(grown) << grown.error().message;
        r->steps(2);
    }
    EXPECT_EQ(held(run), Bytes{4 * all.count});
    EXPECT_EQ(differing(run.state(), plain.state()), "");
}

class RunsShortOfMemory : public RunsWithPictures {};

TEST_P(RunsShortOfMemory, GiveTheDataSetUpFirstWhenMemoryRunsOut) {
    FamilyRun clean(family(), config(DataOnDevice::Off), kGpuId);
    clean.steps(2);
    const StoredBytes wanted = clean.state();
    for (const int n : family().tried<int>({1, 4, 15, 60})) {
        SCOPED_TRACE(n);
        TrainConfig there = config(DataOnDevice::On);
        there.graphs = CudaGraphs::Off;  // a step that finds no room while it is recorded is made without
        FamilyRun run(family(), there, kGpuId);
        run.steps(1);
        const TrainConfig before = run.trainer().config();
        const Bytes all = held(run);
        run.events.clear();
        stand_in::refuse_nth(n);
        run.step();
        stand_in::refuse_nth(0);
        const OomRecovered* told = recovery_in(run.events);
        ASSERT_NE(told, nullptr);
        ASSERT_EQ(told->tried.size(), 2u);
        EXPECT_THAT(told->tried[1],
                    testing::AllOf(testing::StartsWith("Data set back to host memory: " + to_text(all) + " back, "),
                                   testing::EndsWith("step repeated")));
        EXPECT_EQ(told->remedies[1].rung, OomRung::Dataset);
        EXPECT_EQ(told->remedies[1].gave, all);
        EXPECT_TRUE(told->after.empty()) << "no setting has changed";
        EXPECT_EQ(run.trainer().config(), before);
        EXPECT_EQ(held(run), Bytes{});
        EXPECT_EQ(differing(wanted, run.state()), "");
        EXPECT_EQ(run.trainer().own_part().data_on_device, DataOnDevice::Off);
        // It does not come back by itself, but when it is asked for.
        ASSERT_TRUE(run.change({{"lr.g", 1e-4}}));
        EXPECT_EQ(held(run), Bytes{});
        ASSERT_TRUE(run.change({{"data.on_device", std::string("auto")}}));
        EXPECT_EQ(held(run), all);
    }
}

TEST_P(RunsShortOfMemory, GiveTheDataSetUpBeforeAnyRungHoweverOftenTheyAreRefused) {
    using Twice = std::pair<int, int>;
    for (const auto& [n, again] : family().tried<Twice>({{1, 1}, {4, 1}, {15, 2}, {60, 2}})) {
        SCOPED_TRACE(n);
        // One that kept it on the host is refused as often and takes the same rungs.
        std::vector<std::unique_ptr<FamilyRun>> runs;
        std::vector<std::vector<OomRung>> rungs;
        for (const DataOnDevice where : {DataOnDevice::On, DataOnDevice::Off}) {
            TrainConfig c = config(where);
            c.graphs = CudaGraphs::Off;
            runs.push_back(std::make_unique<FamilyRun>(family(), c, kGpuId));
            FamilyRun& run = *runs.back();
            run.steps(1);
            run.events.clear();
            stand_in::refuse_nth(n, again);
            run.step();
            stand_in::refuse_nth(0);
            const OomRecovered* told = recovery_in(run.events);
            ASSERT_NE(told, nullptr);
            ASSERT_GE(told->remedies.size(), static_cast<std::size_t>(again) + 1);
            if (where == DataOnDevice::On) EXPECT_EQ(told->remedies[1].rung, OomRung::Dataset);
            rungs.emplace_back();
            for (std::size_t i = where == DataOnDevice::On ? 2 : 1; i < told->remedies.size(); ++i)
                rungs.back().push_back(told->remedies[i].rung);
            EXPECT_FALSE(told->after.empty());
            EXPECT_EQ(held(run), Bytes{});
            run.steps(2);
        }
        EXPECT_EQ(rungs[0], rungs[1]);
        EXPECT_EQ(rungs[0].front(), OomRung::MicroBatch);
        EXPECT_EQ(runs[0]->trainer().config().batch_micro, runs[1]->trainer().config().batch_micro);
        EXPECT_LT(runs[0]->trainer().config().batch_micro, family().pictures * 3 / 16);
        EXPECT_EQ(differing(runs[0]->state(), runs[1]->state()), "");
    }
}

TEST_P(RunsShortOfMemory, GiveTheDataSetUpBeforeAnyRungWhenAllocationsThrash) {
    FamilyRun plain(family(), config(DataOnDevice::Off), kGpuId);
    plain.steps(9);
    for (const int each : family().tried<int>({3, 17, 50})) {
        SCOPED_TRACE(each);
        TrainConfig c = config(DataOnDevice::On);
        c.graphs = CudaGraphs::Off;  // what is replayed allocates next to nothing
        FamilyRun run(family(), c, kGpuId);
        const Bytes all = held(run);
        run.steps(3);  // caches of a GPU are still filling during the first ones
        const TrainConfig before = run.trainer().config();
        stand_in::empty_each(each);
        run.steps(1);
        EXPECT_EQ(held(run), all) << "one step says nothing yet";
        EXPECT_EQ(recovery_in(run.events), nullptr);
        run.steps(1);
        stand_in::empty_each(0);
        const OomRecovered* told = recovery_in(run.events);
        ASSERT_NE(told, nullptr);
        EXPECT_EQ(told->cause, OomCause::Thrashing);
        EXPECT_EQ(told->remedies[1].rung, OomRung::Dataset);
        EXPECT_EQ(told->remedies[1].gave, all);
        EXPECT_TRUE(told->after.empty());
        EXPECT_EQ(run.trainer().config(), before);
        EXPECT_EQ(held(run), Bytes{});
        // Where they thrash on, rungs follow; the weights are those of a run that had its pictures on the host all along.
        run.steps(2);
        EXPECT_EQ(run.trainer().memory()->oom_survived, 1);
        run.steps(2);
        EXPECT_EQ(differing(plain.state(), run.state()), "");
        run.events.clear();
        stand_in::empty_each(each);
        run.steps(2);
        const OomRecovered* next = recovery_in(run.events);
        ASSERT_NE(next, nullptr);
        EXPECT_EQ(next->remedies[1].rung, OomRung::MicroBatch);
        stand_in::empty_each(0);
    }
}

TEST_P(RunsShortOfMemory, GoOnWithoutTheDataSetWhereItFindsNoRoom) {
    FamilyRun run(family(), config(DataOnDevice::Off), kGpuId), plain(family(), config(DataOnDevice::Off), kGpuId);
    run.steps(1);
    stand_in::refuse_nth(1);
    const auto changed = run.change({{"data.on_device", std::string("on")}});
    stand_in::refuse_nth(0);
    ASSERT_TRUE(changed) << changed.error().message;
    EXPECT_EQ(held(run), Bytes{});
    const auto warning = std::find_if(run.events.begin(), run.events.end(), [](const Event& e) {
        const auto* w = std::get_if<Warning>(&e);
        return w && w->id == "data-on-host";
    });
    EXPECT_NE(warning, run.events.end());
    run.steps(2);
    plain.steps(3);
    EXPECT_EQ(differing(run.state(), plain.state()), "");
}

TEST_P(RunsWithPictures, StayOnTheHostWhereTheyWouldTakeTooMuchOfTheBudget) {
    FamilyRun run(family(), config(DataOnDevice::Auto), kGpuId);
    const Bytes all = held(run);
    EXPECT_GT(all, Bytes{});
    // Now it is known what the steps need: all but a tenth of the memory, and then what the data set takes less.
    const Bytes limit = run.trainer().device_memory().limit();
    Bytes need = limit - Bytes{limit.count / 10};
    run.trainer().estimate_by([&need](const TrainConfig&) { return std::optional(need); });
    ASSERT_TRUE(run.change({{"lr.g", 1e-4}}));
    EXPECT_EQ(held(run), Bytes{});
    need -= all + Bytes{32 << 20};  // the limit follows what the process holds besides
    ASSERT_TRUE(run.change({{"lr.g", 2e-4}}));
    EXPECT_EQ(held(run), all);
    need += all + Bytes{32 << 20};
    ASSERT_TRUE(run.change({{"data.on_device", std::string("on")}}));
    EXPECT_EQ(held(run), all) << "whoever asks for it has it";
}

/// Of half as many pictures where there are many: two windows of an epoch are whole and the last is short all the same.
std::vector<FamilyCase> picture_families(bool slow) {
    std::vector<FamilyCase> out = family_cases();
    std::erase_if(out, [&](const FamilyCase& c) { return c.name == "VqganClip" || (c.pace == Pace::Slow && !slow); });
    for (FamilyCase& c : out)
        if (c.pace != Pace::Slow) c.pictures /= 2;
    return out;
}

INSTANTIATE_TEST_SUITE_P(StandIn, RunsWithPictures, testing::ValuesIn(picture_families(true)),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(StandIn, RunsShortOfMemory, testing::ValuesIn(picture_families(false)),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace headroom::test
