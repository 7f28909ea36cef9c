// Weights' shadows of a DCGAN on the processor: rounded once in an optimiser step, with the bits and the peak of a run without them.
#include "core/memory/libtorch.h"
#include "core/memory/where/operation_watch.h"
#include "core/models/nn/shadow.h"
#include "core/train/dcgan/step_rules.h"
#include "trainer_fixture.h"

namespace headroom::test {
namespace {

TrainConfig in_bf16() {
    TrainConfig config = small_config();
    config.precision = Precision::Bf16;
    return config;
}

std::size_t shadows(DcganTrainer& trainer) {
    return nn::named_shadows(*trainer.networks().g).size() + nn::named_shadows(*trainer.networks().d).size();
}

void without_shadows(DcganTrainer& trainer) {
    nn::keep_shadows(*trainer.networks().g, std::nullopt);
    nn::keep_shadows(*trainer.networks().d, std::nullopt);
}

/// Convolutions of both networks, each with one filter.
std::int64_t filters(DcganTrainer& trainer) {
    std::int64_t out = 0;
    for (const torch::nn::Module* net :
         std::initializer_list<const torch::nn::Module*>{trainer.networks().g.get(), trainer.networks().d.get()})
        for (const at::Tensor& p : net->parameters()) out += p.dim() == 4;
    return out;
}

/// Casts from fp32 to bf16 in a step.
std::int64_t casts(TrainerRun& run) {
    OperationWatch watch;
    run.step();
    std::int64_t out = 0;
    for (const WatchedPhase& phase : watch.end())
        for (const WatchedOperation& o : phase.operations)
            if (o.name == "copy_" && o.work.shape == "Float to BFloat16") out += o.calls;
    return out;
}

TEST(ShadowsOnTheProcessor, GiveTheBitsOfARunWithoutThemWhateverHappensToTheWeights) {
    TrainerRun with(in_bf16()), without(in_bf16());
    ASSERT_EQ(static_cast<std::int64_t>(shadows(*with.trainer)), filters(*with.trainer));
    without_shadows(*without.trainer);
    with.steps(3);
    without.steps(3);
    EXPECT_EQ(differing(with.state(), without.state()), "");
    // A resumed run, another layout, another resolution.
    const auto stored = with.trainer->checkpoint();
    TrainerRun resumed(in_bf16(), stored->get());
    for (TrainerRun* run : {&with, &resumed, &without}) run->steps(2);
    EXPECT_EQ(differing(with.state(), without.state()), "");
    EXPECT_EQ(differing(resumed.state(), without.state()), "");
    for (const ParamPatch& change :
         {ParamPatch{{"memory.channels_last", false}}, ParamPatch{{"image.size", std::int64_t{64}}}}) {
        ASSERT_TRUE(with.change(change));
        ASSERT_TRUE(without.change(change));
        without_shadows(*without.trainer);
        with.steps(2);
        without.steps(2);
        EXPECT_EQ(differing(with.state(), without.state()), "");
    }
}

TEST(ShadowsOnTheProcessor, RoundEachWeightOnceInAStepForTheSamePeak) {
    TrainerRun with(in_bf16()), without(in_bf16());
    without_shadows(*without.trainer);
    with.steps(2);
    without.steps(2);
    // D's are used by three passes, G's by one; latents and real pictures are rounded either way.
    const std::int64_t of_d = filters(*with.trainer) / 2;
    EXPECT_EQ(casts(without) - casts(with), 2 * of_d);
    const std::int64_t kept = with.step().peak_tensors.count, made = without.step().peak_tensors.count;
    EXPECT_LE(static_cast<double>(kept), 1.002 * static_cast<double>(made));
}

TEST(ShadowsOnTheProcessor, AreLeftOutWhereTheyWouldTakeMemory) {
    TrainConfig config = in_bf16();
    EXPECT_EQ(shadow_type_of(config, true), at::kBFloat16);
    config.checkpointing = Checkpointing::On;
    EXPECT_FALSE(shadow_type_of(config, true));
    EXPECT_EQ(shadow_type_of(config, false), at::kBFloat16);
    config = in_bf16();
    config.edit<DcganConfig>().spectral_norm = true;
    EXPECT_FALSE(shadow_type_of(config, true));
    config = in_bf16();
    config.edit<DcganConfig>().r1_gamma = 1;
    EXPECT_FALSE(shadow_type_of(config, true));
    config = in_bf16();
    config.precision = Precision::Fp32;
    EXPECT_FALSE(shadow_type_of(config, true));
}

}  // namespace
}  // namespace headroom::test
