// Pictures of stored weights on the stand-in device: the CPU's within rounding, nothing left behind, and on the CPU where the run's device has
// no room, is not there or is at work for a run.
#include "family_runs.h"

#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/driver.h"
#include "tests/support/stand_in/memory.h"
#include "tests/support/temp_folder.h"

#include "core/engine/export/exporter.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/runs/run_folder.h"
#include "core/train/device.h"
#include "core/train/torch_backend.h"

#include <gmock/gmock.h>

#include <cmath>
#include <string>

namespace headroom::test {
namespace {

const char* const kRunsDevice = "cuda:0";

/// The mean difference of two pictures' bytes; 255 where their sizes differ.
double mean_apart(const ImageBuffer& a, const ImageBuffer& b) {
    if (a.width != b.width || a.height != b.height || a.pixels->size() != b.pixels->size()) return 255;
    double sum = 0;
    for (std::size_t i = 0; i < a.pixels->size(); ++i) sum += std::abs(int{(*a.pixels)[i]} - int{(*b.pixels)[i]});
    return sum / static_cast<double>(a.pixels->size());
}

class StoredPictures : public testing::TestWithParam<FamilyCase> {
protected:
    void SetUp() override { backend_ = make_torch_backend(); }
    void TearDown() override {
        stand_in::set_others({});
        stand_in::refuse_nth(0);
    }
    TrainConfig config() const {
        TrainConfig c = GetParam().config();
        c.data_count = 64;
        return c;
    }
    /// A checkpoint of a run of `steps` steps on the stand-in, which is over; the run's settings name `device`.
    std::string stored(int steps, const std::string& device = kRunsDevice) {
        FamilyRun run(GetParam(), config(), kRunsDevice);
        run.steps(steps);
        const auto content = run.trainer().checkpoint();
        if (!content) return {};
        CheckpointContent kept = **content;
        kept.config.device = device;
        auto files = RunFolder::create(folder_.file("run-" + std::to_string(++runs_)), "", "", kept.config);
        EXPECT_TRUE(files);
        const auto written = files->write_checkpoint(kept);
        EXPECT_TRUE(written) << written.error().message;
        return written->path;
    }
    GenerateRequest request_for(const std::string& source) const {
        GenerateRequest request;
        request.source = source;
        request.count = 6;
        return request;
    }
    ImageList drawn(const GenerateRequest& request) {
        told_.clear();
        const auto pictures =
            backend_->generate(request, [this](const std::string& what, double) { told_ += what + "\n"; }, {});
        EXPECT_TRUE(pictures) << pictures.error().message << pictures.error().detail;
        return pictures ? *pictures : ImageList();
    }
    /// What the device was given while `work` was done.
    template <class F> static std::int64_t operators_of(F&& work) {
        const auto before = stand_in::counts().operators;
        work();
        return stand_in::counts().operators - before;
    }
    /// On the run's device the same as on the CPU, and its memory is given back.
    void expect_drawn_there(GenerateRequest request) {
        const Bytes held = open_device(kRunsDevice)->memory->counts().live.total();
        ImageList there, here;
        EXPECT_GT(operators_of([&] { there = drawn(request); }), 0) << "it was not computed there";
        EXPECT_THAT(told_, testing::Not(testing::HasSubstr("warning")));
        EXPECT_EQ(open_device(kRunsDevice)->memory->counts().live.total(), held);
        EXPECT_EQ(stand_in::Memory::device().stats().reserved, Bytes{});
        request.device = "cpu";
        EXPECT_EQ(operators_of([&] { here = drawn(request); }), 0) << "the CPU was asked for";
        ASSERT_EQ(there.size(), here.size());
        ASSERT_FALSE(here.empty());
        // A VQGAN's latent between two codes may go to either.
        for (std::size_t i = 0; i < here.size(); ++i)
            EXPECT_LE(mean_apart(there[i], here[i]), is_dcgan() ? 0.1 : 1) << i;
    }
    /// On the CPU, with the CPU's bits, and told once why.
    void expect_drawn_here(GenerateRequest request, const std::string& why) {
        const ImageList fallen = drawn(request);
        const std::string told = told_;
        EXPECT_THAT(told, testing::HasSubstr(why));
        const auto first = told.find("the pictures are drawn on the CPU");
        ASSERT_NE(first, std::string::npos) << told;
        EXPECT_EQ(told.find("the pictures are drawn on the CPU", first + 1), std::string::npos) << told;
        request.device = "cpu";
        const ImageList here = drawn(request);
        EXPECT_THAT(told_, testing::Not(testing::HasSubstr("warning")));
        ASSERT_EQ(fallen.size(), here.size());
        for (std::size_t i = 0; i < here.size(); ++i) EXPECT_EQ(*fallen[i].pixels, *here[i].pixels) << i;
    }
    bool is_dcgan() const { return GetParam().name == "Dcgan"; }

    TempFolder folder_;
    std::shared_ptr<Backend> backend_;
    std::string told_;
    int runs_ = 0;
};

TEST_P(StoredPictures, AreDrawnOnTheRunsDeviceAsOnTheCpu) {
    const std::string source = stored(2);
    for (const bool ema : {true, false}) {
        GenerateRequest request = request_for(source);
        request.ema = ema;
        expect_drawn_there(request);
        request.seed = 3;
        expect_drawn_there(request);
    }
    if (!is_dcgan()) return;
    GenerateRequest walk = request_for(source);
    walk.walk = true;
    walk.walk_stops = 3;
    expect_drawn_there(walk);
    walk.latents = {{0, 1}, {7, 2}};
    expect_drawn_there(walk);
    GenerateRequest between = request_for(source);
    between.blend_with = stored(4);
    between.blend_frames = 3;
    between.count = 2;
    expect_drawn_there(between);
}

TEST_P(StoredPictures, OfAnExportedGridAreDrawnThereToo) {
    ExportRequest request;
    request.kind = ExportKind::Grid;
    request.format = "png";
    request.run_dir = stored(2);
    request.rows = request.cols = 2;
    const ProgressFn silent = [](const std::string&, double) {};
    const auto exported = [&](const std::string& device) {
        request.device = device;
        request.target = folder_.file("grid" + device.substr(0, 3) + ".png");
        const auto done = export_from_run(request, *backend_, silent, {});
        EXPECT_TRUE(done) << done.error().message;
        return *decode_image(request.target);
    };
    ImageBuffer there, here;
    EXPECT_GT(operators_of([&] { there = exported(""); }), 0);
    EXPECT_EQ(operators_of([&] { here = exported("cpu"); }), 0);
    EXPECT_LE(mean_apart(there, here), is_dcgan() ? 0.1 : 1);
}

TEST_P(StoredPictures, AreDrawnOnTheCpuWhereTheRunsDeviceHasNoRoom) {
    const GenerateRequest request = request_for(stored(1));
    stand_in::refuse_nth(5);  // amid the weights
    expect_drawn_here(request, "fit");
    EXPECT_EQ(stand_in::Memory::device().stats().reserved, Bytes{});
    // Who asks for the device is told what to do.
    GenerateRequest there = request;
    there.device = kRunsDevice;
    stand_in::refuse_nth(5);
    const auto refused = backend_->generate(there, [](const std::string&, double) {}, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::OutOfMemory) << refused.error().message;
    EXPECT_FALSE(refused.error().hint.empty());
    EXPECT_GT(operators_of([&] { drawn(request); }), 0) << "there is room again";
    // Where others leave not even a beginning, too.
    const auto figures = open_device(kRunsDevice)->memory->figures();
    stand_in::set_others(figures.total - figures.process - Bytes{1 << 20});
    expect_drawn_here(request, kRunsDevice);
}

TEST_P(StoredPictures, AreDrawnOnTheCpuWhereTheRunsDeviceIsNotThere) {
    expect_drawn_here(request_for(stored(1, "cuda:5")), "there is no cuda:5");
}

TEST_P(StoredPictures, LeaveADeviceAtWorkToItsRun) {
    const GenerateRequest request = request_for(stored(1));
    FamilyRun plain(GetParam(), config(), kRunsDevice);
    plain.steps(4);
    const StoredBytes wanted = plain.state();
    FamilyRun run(GetParam(), config(), kRunsDevice);
    run.steps(2);
    const Bytes held = stand_in::Memory::device().stats().reserved;
    EXPECT_EQ(operators_of([&] { expect_drawn_here(request, "cuda:0 is at work already"); }), 0);
    EXPECT_EQ(stand_in::Memory::device().stats().reserved, held);
    run.steps(2);
    EXPECT_EQ(differing(wanted, run.state()), "");
    EXPECT_EQ(run.trainer().memory()->oom_survived, 0);
}

std::vector<FamilyCase> families_with_stored_pictures() {
    std::vector<FamilyCase> out = family_cases();
    std::erase_if(out, [](const FamilyCase& c) { return c.name == "VqganClip"; });
    return out;
}

INSTANTIATE_TEST_SUITE_P(StandIn, StoredPictures, testing::ValuesIn(families_with_stored_pictures()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace headroom::test
