// Training on a real GPU: what the tests of tests/torch show on the CPU must hold there too. Skipped, visibly, without one.
#include "core/families/dcgan/dcgan_config.h"
#include "tests/gpu/gpu_fixture.h"
#include "tests/torch/trainer_fixture.h"

#include "app/lab/parity/parity.h"

#include <cmath>
#include <cstring>

namespace headroom::test {
namespace {

class Gpu : public OnGpu<::testing::Test> {
protected:
    static TrainConfig config() {
        TrainConfig c = small_config();
        c.device = "cuda";
        c.image_size = kStandIn ? 32 : 64;
        c.edit<DcganConfig>().width_g = c.width_d = kStandIn ? 8 : 16;
        if (kStandIn) c.batch_micro = 32;  // activations are the larger part of the peak
        return c;
    }
};

void expect_adds_up(const MemoryReport& r) {
    EXPECT_EQ(r.now.total(), r.device_total);
    EXPECT_EQ(r.at_peak.total(), r.device_total);
    EXPECT_FALSE(r.is_cpu);
}

/// How far the steps of two states point apart: of Adam's first moments the length of the difference beside the length of one, the worst of all
/// tensors. The weights would not tell: Adam's first step is a rate's length whatever the gradient's, with the sign of what may be rounding.
double gradients_apart(const StoredBytes& a, const StoredBytes& b) {
    double worst = 0;
    for (const auto& [name, bytes] : a) {
        if (name.find("/m.") == std::string::npos) continue;
        const auto& other = b.at(name);
        double length = 1e-16, apart = 0;
        for (std::size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
            float x = 0, y = 0;
            std::memcpy(&x, bytes.data() + i, sizeof x);
            std::memcpy(&y, other.data() + i, sizeof y);
            length += static_cast<double>(x) * x;
            apart += (static_cast<double>(x) - y) * (static_cast<double>(x) - y);
        }
        worst = std::max(worst, std::sqrt(apart / length));
    }
    return worst;
}

TEST_F(Gpu, TheSameBitsWhereverTheDataSetLies) {
    TrainConfig c = config();
    c.data_mirror = true;
    c.deterministic = true;
    std::map<std::string, std::vector<std::byte>> states[2];
    for (const bool there : {false, true}) {
        c.data_on_device = there ? DataOnDevice::On : DataOnDevice::Off;
        TrainerRun run(c);
        for (int i = 0; i < 4; ++i) (void)run.step();
        EXPECT_EQ(run.trainer->memory()->now.roles[Role::Dataset].count > 0, there);
        states[there] = run.state();
    }
    EXPECT_EQ(differing(states[0], states[1]), "");
}

class GpuPrecision : public Gpu, public ::testing::WithParamInterface<Precision> {};

TEST_P(GpuPrecision, TrainsAndAccountsForItsMemory) {
    TrainConfig c = config();
    c.precision = GetParam();
    c.graphs = CudaGraphs::Off;  // of recorded steps the ledger shows their memory as a whole
    TrainerRun run(c);
    EXPECT_EQ(run.trainer->device_id(), "cuda:0");
    const auto before = run.state();
    for (int i = 0; i < 3; ++i) {
        const StepDone m = run.step();
        EXPECT_TRUE(std::isfinite(m.loss_d) && std::isfinite(m.loss_g)) << "step " << i;
    }
    const auto report = run.trainer->memory();  // of the step: saving takes memory, too
    EXPECT_NE(differing(before, run.state()), "") << "weights must move";
    expect_adds_up(*report);
    const bool rounded = c.precision == Precision::Bf16 || c.precision == Precision::Fp16;
    const RoleBytes wanted = static_memory_of(run.trainer->networks().spec, true, rounded);
    EXPECT_EQ(report->now.roles[Role::Weights], wanted[Role::Weights]);
    EXPECT_EQ(report->now.roles[Role::Optimiser], wanted[Role::Optimiser]);
    EXPECT_EQ(report->now.roles[Role::Gradients].count, 0);
    EXPECT_GT(report->at_peak.roles[Role::Activations].count, 0);
    EXPECT_GT(report->at_peak.roles[Role::Gradients].count, 0) << "made on autograd's own thread";
    EXPECT_GT(report->peak_tensors.count, 0);
    const auto timeline = run.trainer->timeline();
    ASSERT_NE(timeline, nullptr);
    EXPECT_GE(timeline->phases.size(), 4u);
    EXPECT_FALSE(timeline->largest.empty());
}

INSTANTIATE_TEST_SUITE_P(All, GpuPrecision,
                         ::testing::Values(Precision::Fp32, Precision::Bf16, Precision::Fp16, Precision::Tf32),
                         [](const auto& info) { return std::string(name_of(info.param)); });

class GpuParity : public Gpu, public ::testing::WithParamInterface<const char*> {};

TEST_P(GpuParity, AgreesWithPyTorchOnTheCpu) {
    const auto outcome = run_dcgan_parity(std::string(HEADROOM_TEST_DATA) + "/parity/" + GetParam(), "", "cuda", 100.0);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_TRUE(outcome->within) << outcome->first_difference;
}

INSTANTIATE_TEST_SUITE_P(Dcgan, GpuParity, ::testing::Values("plain", "accumulate", "hinge", "plain-f64"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_F(Gpu, StartsFromTheSameWeightsAsTheCpuAndStaysNear) {
    TrainConfig c = config();
    c.precision = Precision::Fp32;
    TrainConfig on_cpu = c;
    on_cpu.device = "cpu";
    TrainerRun gpu(c), cpu(on_cpu);
    EXPECT_EQ(differing(gpu.state(), cpu.state()), "") << "weights come from the same stateless numbers";
    gpu.steps(1);
    cpu.steps(1);
    EXPECT_LT(gradients_apart(gpu.state(), cpu.state()), 0.01);
}

TEST_F(Gpu, OutOfMemoryUnderALimitCostsOneRepeatedStep) {
    TrainConfig c = config();
    c.graphs = CudaGraphs::Off;  // the limit lies between what plain steps need
    const std::int64_t whole = kStandIn ? 64 : 256;
    c.data_on_device = DataOnDevice::Off;  // it would leave first
    c.batch_micro = whole;
    c.edit<DcganConfig>().width_g = c.width_d = kStandIn ? 32 : 64;
    TrainConfig half = c;
    half.batch_micro = whole / 2;
    half.batch_accumulate = 2;
    const auto peak = [](const TrainConfig& of) {
        TrainerRun run(of, nullptr, 512);
        run.steps(2);
        const Bytes peak = run.step().peak;
        return peak - run.trainer->memory()->at_peak.context;  // a limit is of what the allocator takes
    };
    const Bytes limit{(peak(c).count + peak(half).count) / 2};
    TrainerRun run(c, nullptr, 512);
    run.trainer->device_memory().release_cache();
    run.trainer->device_memory().set_limit(limit);
    run.steps(2);
    EXPECT_LT(run.trainer->config().batch_micro, whole);
    EXPECT_EQ(run.trainer->config().effective_batch(), whole);
    const auto found = std::find_if(run.events.begin(), run.events.end(),
                                    [](const Event& e) { return std::holds_alternative<OomRecovered>(e); });
    ASSERT_NE(found, run.events.end());
    EXPECT_GT(std::get<OomRecovered>(*found).live.count, 0);
}

TEST_F(Gpu, LendsItsMemoryAndTakesItBackUnchanged) {
    TrainerRun run(config());
    run.steps(2);
    const auto before = run.state();
    const Bytes held = run.trainer->device_memory().counts().live.total();
    ASSERT_TRUE(run.trainer->lend());
    EXPECT_LT(run.trainer->device_memory().counts().live_total.count, 1 << 20);
    EXPECT_LT(run.trainer->device_memory().counts().live.total(), held);
    ASSERT_TRUE(run.trainer->take_back());
    EXPECT_EQ(differing(before, run.state()), "");
    run.steps(1);
}

TEST_F(Gpu, ACheckpointOfTheGpuGoesOnWithoutOne) {
    TrainerRun gpu(config());
    gpu.steps(2);
    const auto saved = gpu.trainer->checkpoint();
    ASSERT_TRUE(saved) << saved.error().message;
    TrainConfig on_cpu = config();
    on_cpu.device = "cpu";
    TrainerRun cpu(on_cpu, saved->get());
    EXPECT_EQ(differing(gpu.state(), cpu.state()), "");
    EXPECT_EQ(cpu.step().step, 3);
}

TEST_F(Gpu, CheckpointedActivationsGiveTheSameFirstStep) {
    TrainConfig c = config();
    c.precision = Precision::Fp32;
    TrainConfig saving = c;
    saving.checkpointing = Checkpointing::On;
    TrainerRun plain(c), recomputed(saving);
    plain.steps(1);
    recomputed.steps(1);
    EXPECT_LT(gradients_apart(plain.state(), recomputed.state()), 0.01);
}

TEST_F(Gpu, PreviewsAndScoresAreDrawnThere) {
    TrainerRun run(config());
    run.steps(1);
    const auto grid = run.trainer->sample({SampleKind::Grid, 20, 0, 1.0, 0});
    ASSERT_TRUE(grid) << grid.error().message;
    EXPECT_EQ(grid->raw.size(), 20u);
    const auto saved = run.trainer->checkpoint();
    ASSERT_TRUE(saved);
    EXPECT_TRUE(std::isfinite((*saved)->score));
}

TEST_F(Gpu, NothingIsLeftWhenTheRunEnds) {
    auto memory = open_device("cuda")->memory;
    const auto others = [&] { return memory->counts().live[Role::Other]; };
    const Bytes before = others();
    {
        TrainerRun run(config());
        run.steps(2);
    }
    EXPECT_LE((others() - before).count, 1 << 20);
}

}  // namespace
}  // namespace headroom::test
