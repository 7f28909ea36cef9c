// Runs of the families on the stand-in device.
#include "family_runs.h"

#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/painting_fixture.h"
#include "tests/torch/vqgan_fixture.h"

#include "core/memory/tensor_library.h"

#include <cmath>
#include <cstring>

namespace headroom::test {
namespace {

std::shared_ptr<MemoryDataset> data_set(const TrainConfig& config, int pictures) {
    return std::make_shared<MemoryDataset>(pictures, static_cast<int>(config.image_size),
                                           static_cast<int>(config.channels()), 3);
}

template <class T> std::unique_ptr<RunTrainer> over_pictures(const TrainConfig& config, int pictures) {
    auto trainer = std::make_unique<T>(std::string());
    trainer->use_dataset(data_set(config, pictures));
    return trainer;
}

std::unique_ptr<RunTrainer> painter(const TrainConfig&, int) {
    return std::make_unique<ImagineTrainer>(random_painters(true));
}

TrainConfig small_painting() {
    TrainConfig c = painting();
    c.steps = 0;
    return c;
}

/// Without its penalty, which one step in four has: what is kept and needed is the same in each, and second derivatives would take as long as all else.
/// What they come to: StandInPenalty; recorded, without waits and beside shadows: GraphsOfLightGan, NoWaitsOfLightGan, StandInShadows.
TrainConfig light_gan_on_device() {
    TrainConfig c = small_light_gan();
    c.edit<LightGanConfig>().gp_weight = 0;
    c.batch_micro = 2;
    return c;
}

const ProgressFn kQuiet = [](const std::string&, double) {};

}  // namespace

const std::vector<FamilyCase>& family_cases() {
    static const std::vector<FamilyCase> cases{
        {"Dcgan", &small_config, &over_pictures<DcganTrainer>, true, 1, 64, Pace::Quick},
        {"LightGan", &light_gan_on_device, &over_pictures<LightGanTrainer>, false, 1, 8, Pace::Slow},
        {"Vqgan", &small_vqgan, &over_pictures<VqganTrainer>, false, 1, 32},
        {"VqganClip", &small_painting, &painter, false, 1}};
    return cases;
}

FamilyRun::FamilyRun(const FamilyCase& family, TrainConfig config, const std::string& device,
                     const CheckpointContent* restored)
    : pictures_(family.pictures) {
    set_up_tensor_library();
    config.device = device;
    trainer_ = family.trainer(config, pictures_);
    const auto prepared =
        trainer_->prepare(config, restored, false, kQuiet, [this](Event e) { events.push_back(std::move(e)); }, {});
    EXPECT_TRUE(prepared) << (prepared ? "" : prepared.error().message + "; " + prepared.error().detail);
}

StepDone FamilyRun::step() {
    StepOutcome outcome = trainer_->step();
    EXPECT_TRUE(outcome.done) << outcome.error.message << "; " << outcome.error.detail;
    return whole(*trainer_, std::move(outcome));
}

void FamilyRun::steps(int n) {
    for (int i = 0; i < n; ++i) step();
}

Result<void> FamilyRun::change(const ParamPatch& patch) {
    const auto next = with_patch(trainer_->config(), patch);
    if (!next) return next.error();
    if (auto* pictures = dynamic_cast<PictureTrainer*>(trainer_.get());
        pictures && next->image_size != trainer_->config().image_size)
        pictures->use_dataset(data_set(*next, pictures_));
    return trainer_->apply(*next, kQuiet, {});
}

StoredBytes FamilyRun::state() {
    const auto content = trainer_->state_for_tests();
    EXPECT_TRUE(content) << (content ? "" : content.error().message + "; " + content.error().detail);
    return content ? bytes_of(**content) : StoredBytes();
}

void expect_it_goes_on_with_the_cpu_and_back(FamilyRun& run, std::int64_t steps, const FamilyCase& family,
                                             const TrainConfig& config, const std::string& device) {
    const auto saved = run.trainer().checkpoint();
    ASSERT_TRUE(saved) << saved.error().message;
    FamilyRun cpu(family, config, "cpu", saved->get());
    EXPECT_EQ(differing(run.state(), cpu.state()), "");
    EXPECT_EQ(cpu.step().step, steps + 1);
    const auto back = cpu.trainer().checkpoint();
    FamilyRun again(family, config, device, back->get());
    EXPECT_EQ(differing(cpu.state(), again.state()), "");
    EXPECT_EQ(again.step().step, steps + 2);
}

double distance(const StoredBytes& a, const StoredBytes& b) {
    double worst = 0;
    for (const auto& [name, bytes] : a) {
        const auto it = b.find(name);
        if (it == b.end() || it->second.size() != bytes.size()) return 1e9;
        if (bytes.size() % sizeof(float) != 0 || name.ends_with("num_batches_tracked")) continue;
        // A bias before a batch norm has no gradient but rounding.
        double scale = 1e-4, difference = 0;
        for (std::size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
            float x = 0, y = 0;
            std::memcpy(&x, bytes.data() + i, sizeof x);
            std::memcpy(&y, it->second.data() + i, sizeof y);
            scale = std::max(scale, static_cast<double>(std::abs(x)));
            difference = std::max(difference, static_cast<double>(std::abs(x - y)));
        }
        worst = std::max(worst, std::isfinite(difference) ? difference / scale : 1e9);
    }
    return worst;
}

}  // namespace headroom::test
