// Ten steps of VQGAN-CLIP against the reference networks in PyTorch: whole, in chunks, in float64; and what a step must not do.
#include "app/lab/vqgan_clip/trace_case.h"
#include "core/memory/cpu_allocator.h"
#include "core/models/vqgan_clip/regularisers.h"
#include "core/models/vqgan_clip/synthesis.h"
#include "network_case.h"

#include <ATen/Parallel.h>

namespace headroom {
namespace {

using namespace imagine;

std::string trace_folder() { return network_cases() + "/trace"; }

/// Networks, prompts and start of the case.
std::unique_ptr<TraceCase> trace_case(bool float64, nn::ComputeMode mode = {}) {
    cpu_allocator::install();
    at::set_num_threads(1);  // others may be testing beside
    auto read = TraceCase::read(trace_folder(), {float64, mode, 0});
    EXPECT_TRUE(read) << (read ? "" : read.error().message);
    return read ? std::move(*read) : nullptr;
}

struct TraceWay {
    const char* name;
    at::ScalarType type;
    std::int64_t chunk;
    nn::ComputeMode mode;
};

class VqganClipTrace : public testing::TestWithParam<TraceWay> {};

TEST_P(VqganClipTrace, AgreesWithPyTorch) {
    const TraceWay way = GetParam();
    const NetworkCase c("trace", "trace.json");
    TensorMap got = trace_case(way.type == at::kDouble, way.mode)->run(way.chunk);
    const TensorMap want = c.tensors("expected_f64.safetensors");
    EXPECT_EQ(got.size(), 7u);
    for (const auto& [key, value] : got) {
        if (way.type == at::kDouble && value.is_floating_point()) {
            EXPECT_LE(largest_difference(want.at(key), value), 1e-9 * largest(want.at(key))) << key;
        } else {
            c.expect(key, want.at(key), value);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Ways, VqganClipTrace,
                         testing::Values(TraceWay{"Whole", at::kFloat, 0, {}},
                                         TraceWay{"ChunksOfThree", at::kFloat, 3, {}},
                                         TraceWay{"Checkpointed", at::kFloat, 3, {true, nn::ComputeMode::kAll}},
                                         TraceWay{"DoubleWhole", at::kDouble, 7, {}},
                                         TraceWay{"DoubleChunks", at::kDouble, 3, {}}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(PaintStep, SeveralJudgesAndFurtherLossesAddUp) {
    const auto held = trace_case(true);
    TraceCase& trace = *held;
    const at::Tensor z0 = trace.z.detach().clone();
    PaintSettings settings{.cuts = 7, .chunk = 2};
    settings.latent_loss = [&](const at::Tensor& z) { return pull_to(z, at::zeros_like(z), 3); };
    settings.picture_loss = [](const at::Tensor& picture) { return picture_variation(picture, 2); };
    const PaintOutcome got = paint_step(*trace.vqgan, {trace.judge, trace.judge}, trace.z, settings);
    // The same in one graph.
    const at::Tensor picture = synthesise(*trace.vqgan, trace.z);
    const at::Tensor features = trace.clip->encode_pictures(trace.clip->normalised(trace.cuts->cut(picture, 0, 0, 7)));
    const PromptLosses losses = prompt_losses(features, trace.judge.targets);
    const at::Tensor all = 2 * losses.loss + settings.latent_loss(trace.z) + settings.picture_loss(picture);
    const at::Tensor want = torch::autograd::grad({all}, {trace.z})[0];
    EXPECT_NEAR(got.loss.item<double>(), all.item<double>(), 1e-12);
    EXPECT_LE(largest_difference(want, trace.z.grad()), 1e-10 * largest(want));
    ASSERT_EQ(got.similarities.size(), 2u);
    for (const at::Tensor& s : got.similarities) EXPECT_LE(largest_difference(s, losses.similarities), 1e-12);
    for (const at::Tensor& l : got.prompt_losses) EXPECT_LE(largest_difference(l, losses.each), 1e-12);
    EXPECT_TRUE(at::equal(trace.z, z0));
    EXPECT_FALSE(got.picture.requires_grad());
    EXPECT_TRUE(at::equal(got.picture, picture));
}

TEST(PaintStep, InBf16TheGradientPointsTheSameWay) {
    const auto held = trace_case(false);
    TraceCase& trace = *held;
    const PaintOutcome full = paint_step(*trace.vqgan, {trace.judge}, trace.z, {.cuts = 7});
    const at::Tensor want = trace.z.grad().clone();
    const PaintOutcome half = paint_step(*trace.vqgan, {trace.judge}, trace.z, {.cuts = 7, .chunk = 3, .bf16 = true});
    EXPECT_EQ(half.picture.scalar_type(), at::kFloat);
    EXPECT_EQ(trace.z.grad().scalar_type(), at::kFloat);
    EXPECT_NEAR(half.loss.item<double>(), full.loss.item<double>(), 0.02);
    EXPECT_FALSE(at::equal(half.loss, full.loss));
    const double cosine = at::cosine_similarity(want.flatten(), trace.z.grad().flatten(), 0).item<double>();
    EXPECT_GT(cosine, 0.97);
    // Weights stored in bf16 as well: what autocast would have made of them anyway.
    trace.vqgan->to(at::kBFloat16);
    trace.clip->to(at::kBFloat16);
    const at::Tensor cast = trace.z.grad().clone();
    const PaintOutcome stored = paint_step(*trace.vqgan, {trace.judge}, trace.z, {.cuts = 7, .chunk = 3, .bf16 = true});
    EXPECT_EQ(stored.picture.scalar_type(), at::kFloat);
    EXPECT_EQ(trace.z.grad().scalar_type(), at::kFloat);
    EXPECT_NEAR(stored.loss.item<double>(), half.loss.item<double>(), 0.01);
    EXPECT_GT(at::cosine_similarity(cast.flatten(), trace.z.grad().flatten(), 0).item<double>(), 0.98);
}

TEST(PaintStep, ChunksBoundTheMemoryAndNothingStays) {
    const auto held = trace_case(false);
    TraceCase& trace = *held;
    const Cutter cutter({.method = CutMethod::Latest, .side = 30, .augments = {Augment::Af, Augment::Ji}}, 3);
    trace.judge.cuts = &cutter;
    const auto peak = [&](std::int64_t chunk) {
        const PaintSettings settings{.cuts = 64, .chunk = chunk};
        (void)paint_step(*trace.vqgan, {trace.judge}, trace.z, settings);
        cpu_allocator::begin_step(false);
        const Bytes before = cpu_allocator::counts().live_total;
        { (void)paint_step(*trace.vqgan, {trace.judge}, trace.z, settings); }
        EXPECT_EQ(cpu_allocator::counts().live_total.count, before.count);
        const AllocatorCounts counts = cpu_allocator::counts();
        return (counts.step_peak - before - counts.at_peak[Role::Workspace]).count;  // kernels take what they like
    };
    const std::int64_t all = peak(64);
    EXPECT_LT(peak(4), all / 2);
}

TEST(PaintStep, ChunksHaveTheLossOfTheWhole) {
    const auto held = trace_case(false);
    TraceCase& trace = *held;
    for (std::size_t m = 0; m < EnumNames<CutMethod>::names.size(); ++m) {
        for (const bool reference : {false, true}) {
            const Cutter cutter({static_cast<CutMethod>(m),
                                 30,
                                 1,
                                 {Augment::Af, Augment::Pe, Augment::Ji, Augment::Er},
                                 reference,
                                 0.1},
                                9);
            trace.judge.cuts = &cutter;
            const PaintOutcome whole = paint_step(*trace.vqgan, {trace.judge}, trace.z, {.cuts = 8, .iteration = 2});
            const at::Tensor want = trace.z.grad().clone();
            const PaintOutcome parts =
                paint_step(*trace.vqgan, {trace.judge}, trace.z, {.cuts = 8, .chunk = 3, .iteration = 2});
            EXPECT_NEAR(whole.loss.item<double>(), parts.loss.item<double>(), 1e-6) << m << reference;
            EXPECT_LE(largest_difference(whole.prompt_losses[0], parts.prompt_losses[0]), 1e-6);
            EXPECT_LE(largest_difference(whole.similarities[0], parts.similarities[0]), 1e-6);
            EXPECT_LE(largest_difference(want, trace.z.grad()), 1e-4 * largest(want)) << m << reference;
        }
    }
}

TEST(PaintStep, RefusesALatentWithoutAGradient) {
    const auto held = trace_case(false);
    TraceCase& trace = *held;
    EXPECT_THROW(paint_step(*trace.vqgan, {trace.judge}, trace.z.detach(), {}), c10::Error);
    EXPECT_THROW(paint_step(*trace.vqgan, {}, trace.z, {}), c10::Error);
}

}  // namespace
}  // namespace headroom
