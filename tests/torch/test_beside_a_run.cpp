// Tools, probes, exports and other runs beside a run: neither changes the other's limit, bits, threads or switches, whoever begins or
// ends first.
#include "core/io/pictures/image_codec.h"
#include "core/io/tensors/tensor_file.h"
#include "core/memory/cpu_memory.h"
#include "core/models/nn/winograd/strided.h"
#include "core/train/device.h"
#include "core/train/forecast/probe_tools.h"
#include "core/train/forecast/step_forecaster.h"
#include "core/train/gan/stored_generator.h"
#include "core/train/run/stored_sample.h"
#include "core/train/tools/clip_features.h"
#include "core/train/tools/nearest_features.h"
#include "core/train/tools/reconstruct.h"
#include "core/train/tools/upscale.h"
#include "network_case.h"
#include "tests/support/picture_files.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/vqgan_fixture.h"
#include "upscale_fixture.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>

#include <filesystem>
#include <future>
#include <optional>
#include <thread>

namespace headroom::test {
namespace {

/// Work beside a run. Calls `amid` with what it is at; returns figures that tell whether it came to the same.
using Work = std::function<std::vector<double>(const TempFolder& folder, const ProgressFn& amid)>;

struct Beside {
    const char* name;
    std::string amid;  ///< what it is at when it holds memory and its end is still to come
    Work work;
};

void PrintTo(const Beside& beside, std::ostream* out) { *out << beside.name; }

std::vector<double> sums_of(const ImageList& pictures) {
    std::vector<double> out;
    for (const ImageBuffer& p : pictures) out.push_back(std::accumulate(p.pixels->begin(), p.pixels->end(), 0.0));
    return out;
}

template <class T> T value_of(Result<T> result) {
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result ? std::move(*result) : T{};
}

std::string picture_in(const TempFolder& folder) {
    EXPECT_TRUE(write_png(folder.file("in.png"), gradient(48, 40)));
    return folder.file("in.png");
}

const ProgressFn kQuiet = [](const std::string&, double) {};

/// A checkpoint of a small run of one step, in memory.
template <class Run> std::shared_ptr<const CheckpointContent> stored(TrainConfig config) {
    config.data_count = 64;
    Run run(config);
    run.steps(1);
    return *run.trainer->checkpoint();
}

std::vector<Beside> all_kinds() {
    return {
        {"Reconstruction", "encoding and decoding",
         [](const TempFolder& folder, const ProgressFn& amid) {
             ReconstructRequest request;
             request.picture = picture_in(folder);
             request.vqgan = network_cases() + "/vqgan/vq/vq.ckpt";
             request.device = "cpu";
             const auto report = value_of(reconstruct_picture(request, amid, {}));
             return std::vector<double>{report.mse, report.psnr, static_cast<double>(report.codes_used)};
         }},
        {"Upscale", "enlarging",
         [](const TempFolder& folder, const ProgressFn& amid) {
             UpscaleRequest request;
             request.picture = picture_in(folder);
             request.target = folder.file("out.png");
             request.device = "cpu";
             request.method = upscale_data("x2.pth");
             request.scale = 2;
             const auto done = value_of(upscale_picture(request, amid, {}));
             return std::vector<double>{static_cast<double>(done.peak.count),
                                        sums_of({*decode_image(request.target)})[0]};
         }},
        {"ClipScore", "looking at pictures",
         [](const TempFolder& folder, const ProgressFn& amid) {
             ClipRequest request;
             request.pictures = {picture_in(folder)};
             request.texts = {"a red cube"};
             request.device = "cpu";
             const auto report = value_of(clip_features(request, amid, {}));
             return report.cosine.empty() ? std::vector<double>{} : report.cosine.front();
         }},
        {"NearPictures", "looking at Shapes (built-in) (clip)",
         [](const TempFolder& folder, const ProgressFn& amid) {
             std::filesystem::remove_all(folder.file("headroom"));  // what it keeps would spare it the work
             NearestQuery query;
             query.config.data_count = 64;
             query.config.image_size = 32;
             query.config.device = "cpu";
             query.picture = gradient(32, 32);
             query.count = 8;
             std::vector<double> out;
             for (const Neighbour& one : value_of(nearest_in_features(query, amid, {})).nearest)
                 out.insert(out.end(), {static_cast<double>(one.index), one.distance});
             return out;
         }},
        {"GridOfAStoredVqgan", "drawing",
         [](const TempFolder&, const ProgressFn& amid) {
             GenerateRequest request;
             request.source = "the run";
             request.count = 2;
             return sums_of(value_of(sample_from_stored(*stored<VqganRun>(small_vqgan()), request, amid, {})));
         }},
        {"GridOfAStoredGenerator", "drawing",
         [](const TempFolder& folder, const ProgressFn& amid) {
             const auto content = stored<TrainerRun>(small_config());
             const auto part = std::find_if(content->parts.begin(), content->parts.end(),
                                            [](const CheckpointPart& p) { return p.name == "generator"; });
             EXPECT_TRUE(write_torch_file(folder.file("netG.pth"), part->tensors));
             GenerateRequest request;
             request.source = folder.file("netG.pth");
             request.count = 2;
             return sums_of(value_of(generate_from_stored(request, amid, {})));
         }},
        {"GridOfAStoredLightGan", "drawing",
         [](const TempFolder&, const ProgressFn& amid) {
             GenerateRequest request;
             request.source = std::string(HEADROOM_TEST_DATA) + "/light_gan/model_1.pt";
             request.count = 2;
             return sums_of(value_of(generate_from_stored(request, amid, {})));
         }},
        {"ALightGanAndItsPreview", "building the networks",
         [](const TempFolder&, const ProgressFn& amid) {
             TrainConfig config = small_light_gan();
             config.batch_micro = 1;
             config.budget = Bytes{std::int64_t{3} << 30};
             LightGanRun run(config, nullptr, 4);
             run.step();
             amid("building the networks", -1);
             return sums_of(value_of(run.trainer->sample({SampleKind::Grid, 4, 0, 1.0, 0})).ema);
         }},
        {"AnotherRunAndItsPreview", "building the networks",
         [](const TempFolder&, const ProgressFn& amid) {
             TrainConfig config = small_config();
             config.budget = Bytes{std::int64_t{3} << 30};
             TrainerRun run(config);
             TrainConfig wider = config;
             wider.image_size = 64;
             run.use_pictures(wider);
             EXPECT_TRUE(run.trainer->apply(wider, kQuiet, {}));
             amid("building the networks", -1);
             return sums_of(value_of(run.trainer->sample({SampleKind::Grid, 4, 0, 1.0, 0})).ema);
         }},
        {"Probe", "computing",
         [](const TempFolder&, const ProgressFn& amid) {
             TrainConfig config = small_config();
             config.image_size = 64;
             const auto device = open_device("cpu");
             const auto step = guarded_probe(config, *device, "2 pictures", [&] {
                 ProbeScope probing(*device->memory);
                 const at::Tensor held = at::ones({8 << 20}, at::kByte);
                 amid("computing", -1);
                 return ProbeStep{probing.end(), {held.sum().item<double>()}, true};
             });
             EXPECT_TRUE(step);
             StepForecaster forecaster{std::string()};
             EXPECT_TRUE(forecaster.probe(config, {}, {}));
             const auto forecast = forecaster.known(config, {});
             EXPECT_TRUE(forecast);
             return std::vector<double>{step->seconds.at(0), static_cast<double>(forecast->tensors().count)};
         }},
    };
}

/// The work on a thread of its own, which stops amid it until it is let go on.
class Paused {
public:
    Paused(const Beside& beside, const TempFolder& folder) {
        thread_ = std::thread([&, this] {
            figures = beside.work(folder, [&](const std::string& at, double) {
                if (there_ || at != beside.amid) return;
                there_ = true;
                amid_.set_value();
                go_on_.get_future().wait();
            });
            EXPECT_TRUE(there_) << beside.name << " was never at " << beside.amid;
            if (!there_) amid_.set_value();
        });
        amid_.get_future().wait();
    }
    ~Paused() { finish(); }
    Paused(const Paused&) = delete;
    Paused& operator=(const Paused&) = delete;

    std::vector<double> finish() {
        if (thread_.joinable()) {
            go_on_.set_value();
            thread_.join();
        }
        return figures;
    }

    std::vector<double> figures;

private:
    std::promise<void> amid_, go_on_;
    bool there_ = false;
    std::thread thread_;
};

class BesideARun : public testing::TestWithParam<Beside> {
protected:
    BesideARun() {
        nn::set_up_own_kernels();  // as a program does before its first run, not amid it, where the work begins
        at::set_num_threads(1);    // tools begin with one: others may be testing beside
        { const ComputeLease first({}); }
        at::set_num_threads(2);                        // the run has one
        at::globalContext().setAllowTF32CuBLAS(true);  // as a run on a GPU may have it
    }
    ~BesideARun() override {
        EXPECT_TRUE(at::globalContext().allowTF32CuBLAS());
        EXPECT_EQ(at::get_num_threads(), 2);
        at::globalContext().setAllowTF32CuBLAS(false);
    }

    struct Run : TrainerRun {
        Run() : TrainerRun(limited()) { given = limit(); }
        static TrainConfig limited() {
            TrainConfig c = small_config();
            c.budget = Bytes{std::int64_t{4} << 30};
            return c;
        }
        Bytes limit() { return trainer->device_memory().limit(); }
        /// Two steps; after them just the room that one takes.
        void begin() {
            const Bytes peak = steps(2).peak_tensors;
            EXPECT_EQ(limit(), given);
            trainer->device_memory().set_limit(given = peak + Bytes{64 << 10});
        }
        void go_on() {
            EXPECT_EQ(steps(2).threads, 1);
            EXPECT_EQ(limit(), given);
            EXPECT_EQ(last<OomRecovered>(), nullptr);
        }
        Bytes given;
    };

    const TempFolder folder_;
    const SetVariable cache_variable_{"XDG_CACHE_HOME", folder_.path()};
};

TEST_P(BesideARun, TheRunIsAsIfItWereAlone) {
    const StoredBytes alone = [] {
        Run run;
        run.begin();
        run.go_on();
        run.go_on();
        return run.state();
    }();
    for (const bool run_first : {true, false}) {
        SCOPED_TRACE(run_first ? "the run begins first" : "the run begins amid the work");
        std::optional<Run> run;
        std::optional<Paused> work;
        if (run_first) run.emplace();
        if (run_first) run->begin();
        work.emplace(GetParam(), folder_);
        if (!run_first) run.emplace();
        if (!run_first) run->begin();
        run->go_on();
        work->finish();
        EXPECT_EQ(run->limit(), run->given);
        run->go_on();
        EXPECT_EQ(differing(alone, run->state()), "");
    }
}

TEST_P(BesideARun, TheWorkIsAsIfItWereAlone) {
    const std::vector<double> alone = Paused(GetParam(), folder_).finish();
    ASSERT_FALSE(alone.empty());
    for (const bool run_first : {true, false}) {
        SCOPED_TRACE(run_first ? "the run begins first" : "the run begins amid the work");
        std::optional<Run> run;
        std::optional<Paused> work;
        if (run_first) run.emplace();
        if (run_first) run->begin();
        work.emplace(GetParam(), folder_);
        if (!run_first) run.emplace();
        if (!run_first) run->begin();
        run.reset();
        EXPECT_EQ(work->finish(), alone);
    }
    EXPECT_EQ(cpu_allocator::limit().count, 0);
}

TEST(Turns, AreTakenToPrepareToChangeAndToClimbBack) {
    const auto* const of_process = &cpu_allocator::mine();
    DcganTrainer trainer{std::string()};
    int told = 0, climbed = 0;
    const ProgressFn progress = [&](const std::string& what, double) {
        if (what != "building the networks" && what != "growing the networks") return;
        ++told;
        EXPECT_NE(&cpu_allocator::mine(), of_process) << what;
    };
    const EmitFn emit = [&](const Event& event) {
        const auto* applied = std::get_if<ParamApplied>(&event);
        if (!applied || applied->origin != ChangeOrigin::Ladder) return;
        ++climbed;
        EXPECT_NE(&cpu_allocator::mine(), of_process);
    };
    const auto use = [&](const TrainConfig& c) {
        trainer.use_dataset(
            std::make_shared<MemoryDataset>(64, static_cast<int>(c.image_size), static_cast<int>(c.channels()), 3));
    };
    TrainConfig config = small_config();
    use(config);
    ASSERT_TRUE(trainer.prepare(config, nullptr, false, progress, emit, {}));
    config.image_size = 64;
    use(config);
    ASSERT_TRUE(trainer.apply(config, progress, {}));
    EXPECT_EQ(told, 2);
    ASSERT_TRUE(trainer.step().done);
    trainer.note_relief_for_tests();
    cpu_allocator::refuse_nth(5);
    ASSERT_TRUE(trainer.step().done);
    cpu_allocator::refuse_nth(0);
    ASSERT_EQ(trainer.config().batch_micro, 4);
    trainer.answer_oom(OomAnswer::UndoWhenItFits);
    ASSERT_TRUE(trainer.step().done);
    EXPECT_EQ(trainer.config().batch_micro, 8);
    EXPECT_GT(climbed, 0);
    EXPECT_EQ(&cpu_allocator::mine(), of_process);
}

INSTANTIATE_TEST_SUITE_P(Work, BesideARun, testing::ValuesIn(all_kinds()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace headroom::test
