// One training step of a VQGAN (stage 1) against taming-transformers: losses, adaptive weight, gradients, weights after Adam; put together from
// the networks' parts and as training takes it; plain, with the light operations, checkpointed.
#include "network_case.h"

namespace headroom {
namespace {

struct StepWay {
    const char* name;
    nn::ComputeMode mode;
};

class VqganStepParity : public testing::TestWithParam<StepWay> {};

TEST_P(VqganStepParity, AgreesWithTaming) {
    const auto sets = replay_case(ParityKind::VqganTrain, network_cases() + "/vqgan/train", GetParam().mode);
    ASSERT_TRUE(sets) << sets.error().message;
    ASSERT_EQ(sets->size(), 8u);  // legacy and corrected, float32 and float64, from parts and as training takes it
    for (const ReplayedSet& set : *sets) {
        const bool parts = set.file.starts_with("expected_");
        std::size_t compared = 0;
        for (const auto& [key, value] : set.expected) {
            compared += set.computed.contains(key);
            EXPECT_TRUE(!parts || set.computed.contains(key)) << set.file << ": " << key;
        }
        EXPECT_GE(compared, parts ? 29u : 20u) << set.file;
        EXPECT_EQ(set.sure.empty(), set.float64) << set.file;
    }
    const ParityOutcome outcome = compare_sets("vqgan-train", *sets);
    EXPECT_TRUE(outcome.within) << outcome.first_difference;
}

INSTANTIATE_TEST_SUITE_P(Ways, VqganStepParity,
                         testing::Values(StepWay{"Plain", {false, 0}}, StepWay{"Light", {true, 0}},
                                         StepWay{"Checkpointed", {true, nn::ComputeMode::kAll}}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace headroom
