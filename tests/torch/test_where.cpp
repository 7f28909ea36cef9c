// OperationWatch: what operations compute and move, and that their times add up.
#include "core/base/clock.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/lease.h"
#include "core/memory/libtorch.h"
#include "core/memory/where/operation_watch.h"
#include "core/memory/where/roof.h"
#include "core/models/dcgan/networks.h"
#include "core/models/nn/winograd/strided.h"
#include "core/train/where_report.h"
#include "trainer_fixture.h"

#include <nlohmann/json.hpp>

#include <ctime>
#include <functional>
#include <map>
#include <numeric>

namespace headroom::test {
namespace {

std::vector<WatchedPhase> watched(const std::function<void()>& work) {
    OperationWatch watch;
    work();
    return watch.end();
}

/// All operations of that name, in all phases.
WatchedOperation sum_of(const std::vector<WatchedPhase>& phases, const std::string& name = {}) {
    WatchedOperation out;
    out.name = name;
    for (const WatchedPhase& phase : phases) {
        for (const WatchedOperation& o : phase.operations) {
            if (!name.empty() && o.name != name) continue;
            out.calls += o.calls;
            out.work.flops += o.work.flops;
            out.work.direct_flops += o.work.direct_flops;
            out.work.bytes += o.work.bytes;
            if (!o.work.shape.empty()) out.work.shape = o.work.shape;
        }
    }
    return out;
}

double flops_of(const std::function<void()>& work) { return sum_of(watched(work)).work.flops; }

TEST(Where, ProductsHaveTheFlopsOfTheirDefinition) {
    const at::Tensor x = at::rand({2, 3, 16, 16}), filters = at::rand({8, 3, 4, 4});
    EXPECT_EQ(flops_of([&] { (void)at::conv2d(x, filters, {}, 2, 1); }), 2.0 * (2 * 8 * 8 * 8) * (3 * 16));
    EXPECT_EQ(flops_of([&] {
                  (void)at::conv2d(at::rand({1, 2, 9, 7}), at::rand({4, 2, 3, 3}), {}, 1, 1, 2);
              }),
              2.0 * (4 * 7 * 5) * (2 * 9));
    EXPECT_EQ(flops_of([&] {
                  (void)at::conv2d(at::rand({2, 6, 8, 8}), at::rand({6, 1, 4, 4}), {}, 2, 1, 1, 6);
              }),
              2.0 * (2 * 6 * 4 * 4) * 16);
    EXPECT_EQ(flops_of([&] {
                  (void)at::conv_transpose2d(at::rand({2, 5, 4, 4}), at::rand({5, 7, 4, 4}), {}, 2, 1);
              }),
              2.0 * (2 * 5 * 4 * 4) * (7 * 16));
    EXPECT_EQ(flops_of([&] { (void)at::linear(at::rand({3, 5}), at::rand({4, 5}), at::rand({4})); }), 2.0 * 3 * 5 * 4);
    EXPECT_EQ(flops_of([&] { (void)at::matmul(at::rand({2, 3, 4}), at::rand({2, 4, 5})); }), 2.0 * 2 * 3 * 4 * 5);
    EXPECT_EQ(flops_of([&] { (void)at::mv(at::rand({3, 4}), at::rand({4})); }), 2.0 * 3 * 4);
    EXPECT_EQ(flops_of([&] {
                  (void)at::scaled_dot_product_attention(at::rand({1, 2, 3, 4}), at::rand({1, 2, 5, 4}),
                                                         at::rand({1, 2, 5, 4}));
              }),
              4.0 * 2 * 3 * 5 * 4);
}

TEST(Where, GradientsCountOnceForEachThatIsMade) {
    const double forward = 2.0 * (2 * 8 * 8 * 8) * (3 * 16);
    const auto of = [&](bool of_input) {
        const at::Tensor x = at::rand({2, 3, 16, 16}).requires_grad_(of_input),
                         filters = at::rand({8, 3, 4, 4}).requires_grad_(true);
        const at::Tensor sum = at::conv2d(x, filters, {}, 2, 1).sum();
        return flops_of([&] { sum.backward(); });
    };
    EXPECT_EQ(of(false), forward);
    EXPECT_EQ(of(true), 2 * forward);
}

TEST(Where, ANetworksFlopsAreThoseCountedByHand) {
    TrainConfig config = small_config();
    Discriminator d(spec_from_config(config));
    const at::Tensor x = at::rand({4, 3, 32, 32});
    double forward = 0, first = 0;
    std::int64_t side = 16;
    for (const auto& item : d.named_parameters()) {
        const at::Tensor& w = item.value();
        if (w.dim() != 4) continue;
        const double layer = 2.0 * 4 * static_cast<double>(w.numel() * side * side);
        if (first == 0) first = layer;
        forward += layer;
        side = side == 4 ? 1 : side / 2;
    }
    at::Tensor logits;
    EXPECT_EQ(flops_of([&] { logits = d.forward(x); }), forward);
    EXPECT_EQ(flops_of([&] { logits.sum().backward(); }), 2 * forward - first) << "pictures have no gradient";
}

TEST(Where, BytesAreThoseThatAreReadAndWritten) {
    at::Tensor x = at::rand({1000}), y = at::rand({1000});
    const auto bytes = [](const std::function<void()>& work) { return sum_of(watched(work)).work.bytes; };
    EXPECT_EQ(bytes([&] { (void)at::add(x, y); }), 12000);
    EXPECT_EQ(bytes([&] { x.add_(y); }), 12000);
    EXPECT_EQ(bytes([&] { x.zero_(); }), 4000);
    EXPECT_EQ(bytes([&] { (void)x.view({10, 100}).t().narrow(0, 0, 5); }), 0);
    EXPECT_EQ(bytes([&] { (void)at::empty({1000}); }), 0);
    EXPECT_EQ(bytes([&] { (void)at::add(x, at::ones({1}).expand({1000})); }), 8000 + 4 + 4) << "as it lies, and made";
    const auto cast = watched([&] { (void)x.to(at::kBFloat16); });
    EXPECT_EQ(sum_of(cast).work.bytes, 6000);
    EXPECT_EQ(sum_of(cast, "copy_").work.shape, "Float to BFloat16");
}

TEST(Where, MinimalFilteringIsNamedWithTheProductsThatItComputes) {
    const ComputeLease lease({.threads = 1, .fewer_products = 1});
    nn::set_up_own_kernels();
    const auto last = at::MemoryFormat::ChannelsLast;
    const at::Tensor x = at::rand({2, 32, 24, 24}).contiguous(last).requires_grad_(true),
                     filters = at::rand({32, 32, 4, 4}).contiguous(last).requires_grad_(true);
    const double direct = 2.0 * (2 * 32 * 12 * 12) * (32 * 16);
    const auto phases = watched([&] { at::conv2d(x, filters, {}, 2, 1).square().sum().backward(); });
    EXPECT_EQ(sum_of(phases).work.direct_flops, 3 * direct);
    const auto* kernel = nn::strided_kernel(at::kFloat, 32, 32, 12, 12);
    if (!kernel) return;  // a processor without them computes as the library does
    const double side = kernel->m, tiles = 2 * (12 / side) * (12 / side);
    for (const char* name : {"Winograd 4x4/2, output", "Winograd 4x4/2, input", "Winograd 4x4/2, filters"}) {
        const WatchedOperation o = sum_of(phases, name);
        EXPECT_EQ(o.calls, 1) << name;
        EXPECT_EQ(o.work.direct_flops, direct) << name;
        EXPECT_EQ(o.work.flops, 2 * tiles * (side + 1) * (side + 1) * 4 * 32 * 32) << name;
        EXPECT_EQ(o.work.bytes, 4.0 * (2 * 32 * 24 * 24 + 2 * 32 * 12 * 12 + 32 * 32 * 16)) << name;
    }
    EXPECT_EQ(sum_of(phases, "convolution").work.flops, 0) << "its kernel has told it";
}

TEST(Where, NobodyIsAskedWhileNobodyWatches) {
    int asked = 0;
    const auto compute = [&] {
        const WorkScope work("mine", [&] {
            ++asked;
            return Work{10, 20, 30};
        });
        at::ones({4}).add_(at::ones({4}));
    };
    compute();
    EXPECT_EQ(asked, 0);
    const auto phases = watched(compute);
    EXPECT_EQ(asked, 1);
    const WatchedOperation mine = sum_of(phases, "mine");
    EXPECT_EQ(mine.work.flops, 10);
    EXPECT_EQ(mine.work.direct_flops, 20);
    EXPECT_EQ(mine.work.bytes, 30);
    EXPECT_EQ(sum_of(phases).calls, 1) << "what it calls is part of it";
    compute();
    EXPECT_EQ(asked, 1);
}

TEST(Where, TheTimesOfAStepAddUpAndItsBitsStay) {
    TrainerRun run(small_config()), plain(small_config());
    run.step();
    plain.steps(3);
    const auto outer = Clock::now();
    std::vector<WatchedPhase> phases;
    double inner = 0;
    {
        OperationWatch watch;
        const auto start = Clock::now();
        run.steps(2);
        inner = seconds_since(start);
        phases = watch.end();
    }
    const double all = seconds_since(outer);
    double sum = 0;
    std::vector<std::string> names;
    for (const WatchedPhase& phase : phases) {
        sum += phase.seconds;
        names.emplace_back(name_of(phase.phase));
        EXPECT_GE(phase.between, -1e-9) << names.back();
        double own = phase.between;
        for (const WatchedOperation& o : phase.operations) {
            EXPECT_GE(o.seconds, 0) << o.name;
            own += o.seconds;
        }
        EXPECT_NEAR(own, phase.seconds, 1e-9) << names.back();
    }
    EXPECT_GE(sum, inner);
    EXPECT_LE(sum, all);
    EXPECT_EQ(names, (std::vector<std::string>{"none", "d_real", "d_fake", "d_optimiser", "g", "g_optimiser"}));
    EXPECT_EQ(differing(run.state(), plain.state()), "");

    double numbers = 0;
    for (const auto& [name, bytes] : run.state())
        if (name.starts_with("generator/") && !name.ends_with("running_mean") && !name.ends_with("running_var") &&
            !name.ends_with("num_batches_tracked"))
            numbers += static_cast<double>(bytes.size());
    const WatchedOperation adam = sum_of({phases.back()}, "Adam");
    EXPECT_EQ(adam.calls, 2);
    EXPECT_EQ(adam.work.bytes, 2 * 7 * numbers);

    const nlohmann::json told = where_report(phases, 2, Roof{1e12, 2e12, 1e10, 1e10});
    EXPECT_NEAR(told["step_ms"].get<double>(), sum / 2 * 1e3, 1e-6);
    double shares = 0;
    for (const auto& phase : told["phases"]) {
        shares += phase["share"].get<double>();
        double of_phase = phase["between_ms"].get<double>();
        for (const auto& o : phase["operations"]) of_phase += o["ms"].get<double>();
        EXPECT_NEAR(of_phase, phase["ms"].get<double>(), 1e-6);
    }
    EXPECT_NEAR(shares, 1, 1e-9);
}

TEST(Where, ARoofIsTheHigherOfWhatLimits) {
    const Roof roof{1e12, 4e12, 1e10, 2e10};
    EXPECT_DOUBLE_EQ(roof.seconds({.flops = 1e9, .bytes = 1e6}), 1e-3);
    EXPECT_DOUBLE_EQ(roof.seconds({.flops = 1e9, .bytes = 1e6, .type = at::kBFloat16}), 0.25e-3);
    EXPECT_DOUBLE_EQ(roof.seconds({.flops = 1e6, .bytes = 1e8}), 1e-2);
    // In seconds of one thread, on a processor without kernels for bf16 too, where large products take ten.
    const ComputeLease lease({.threads = 1, .fewer_products = 1});
    const std::clock_t before = std::clock();
    const Roof measured = measure_roof();
    EXPECT_LT(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC, 5);
    EXPECT_GT(measured.fp32_flops, 0);
    EXPECT_GT(measured.bf16_flops, 0);
    EXPECT_GT(measured.fp32_bytes, 0);
    EXPECT_GT(measured.bf16_bytes, 0);
}

TEST(Where, AStepOfARunIsHeldAgainstWhatTheMachineCanDoAndStaysTheSame) {
    TrainerRun watched(small_config()), plain(small_config());
    EXPECT_EQ(watched.steps(2).step, 2);
    ASSERT_TRUE(watched.trainer->measure_next_step());
    watched.step();
    // Timelines come now and then.
    std::shared_ptr<const StepTimeline> timeline = watched.trainer->timeline();
    for (const auto begun = Clock::now(); !timeline && seconds_since(begun) < 20;) {
        watched.step();
        timeline = watched.trainer->timeline();
    }
    ASSERT_TRUE(timeline);
    const StepSpeed& speed = timeline->speed;
    EXPECT_EQ(speed.step, 3);
    EXPECT_GT(speed.fp32_gflops, 1);
    EXPECT_GT(speed.gb_s, 0.1);
    double sum = 0;
    std::map<Phase, PhaseSpeed> phases;
    for (const PhaseSpeed& phase : speed.phases) {
        sum += phase.ms;
        phases[phase.phase] = phase;
    }
    EXPECT_NEAR(sum, speed.whole.ms, 1e-6 * sum);
    for (const Phase phase : {Phase::DReal, Phase::DFake, Phase::G}) {
        EXPECT_GT(phases[phase].gflops, 0) << name_of(phase);
        EXPECT_GT(phases[phase].share_of_limit, 0) << name_of(phase);
        EXPECT_LT(phases[phase].share_of_limit, 1.5) << name_of(phase);
    }
    EXPECT_GT(speed.whole.share_of_limit, 0);
    while (plain.step().step < watched.trainer->steps_made()) {}
    EXPECT_EQ(differing(watched.state(), plain.state()), "") << "watching changed the numbers";
    ASSERT_TRUE(watched.change({{"lr.g", 2e-3}}));
    for (timeline = nullptr; !timeline;) {
        watched.step();
        timeline = watched.trainer->timeline();
    }
    EXPECT_EQ(timeline->speed.step, 0) << "it was of other settings";
}

}  // namespace
}  // namespace headroom::test
