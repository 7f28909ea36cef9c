// Ten steps of VQGAN-CLIP against the reference networks in PyTorch: whole, in chunks, in float64; and what a step must not do.
#include "core/memory/cpu_allocator.h"
#include "core/models/clip/clip.h"
#include "core/models/vqgan/vqgan.h"
#include "core/models/vqgan_clip/latent_optimiser.h"
#include "core/models/vqgan_clip/paint_step.h"
#include "core/models/vqgan_clip/regularisers.h"
#include "core/models/vqgan_clip/synthesis.h"
#include "network_case.h"

namespace headroom {
namespace {

using namespace imagine;

ClipConfig trace_clip() {
    ClipConfig c;
    c.embedding = 40;
    c.vision = {.image = 30, .width = 64, .patch = 6, .layers = 2, .heads = 2, .mlp = 256, .stages = {}};
    c.text = {.context = 77, .vocabulary = 300, .width = 48, .heads = 2, .layers = 2, .mlp = 192};
    return c;
}

/// The crops and the noise of the case instead of drawn ones.
class GivenCuts : public CutSource {
public:
    GivenCuts(TensorMap inputs, at::ScalarType type) : inputs_(std::move(inputs)), type_(type) {
        settings_.method = CutMethod::CropPool;
        settings_.side = 30;
        settings_.reference = true;  // cuts are not clamped
    }
    at::Tensor cut(const at::Tensor& base, std::int64_t iteration, std::int64_t first,
                   std::int64_t count) const override {
        CutDraws draws;
        draws.count = count;
        const auto box = inputs_.at("boxes").narrow(0, first, count).to(at::kDouble).contiguous();
        for (std::int64_t i = 0; i < count; ++i) {
            const double* b = box.const_data_ptr<double>() + 3 * i;
            draws.crops.push_back({b[0], b[1], b[2], b[2]});
        }
        draws.noise = inputs_.at("noise").narrow(0, first, count);
        draws.noise_factors = inputs_.at("noise_factor")[iteration].narrow(0, first, count).flatten();
        EXPECT_EQ(base.scalar_type(), type_);
        return apply_cuts(settings_, {}, base, draws);
    }

private:
    TensorMap inputs_;
    at::ScalarType type_;
    CutSettings settings_;
};

/// Networks, prompts and start of the case.
struct Trace {
    explicit Trace(at::ScalarType type, nn::ComputeMode mode = {})
        : c("trace", "trace.json"), inputs(c.tensors("inputs.safetensors")) {
        cpu_allocator::install();
        at::set_num_threads(1);  // others may be testing beside
        vqgan = std::make_shared<Vqgan>(vq_config());
        fill_from(NetworkCase("vqgan/vq").tensors("vq.ckpt"), *vqgan);
        clip = std::make_shared<ClipModel>(trace_clip());
        fill_from(NetworkCase("clip/vit").tensors("open_clip_model.safetensors"), *clip);
        nn::freeze(*vqgan);
        nn::freeze(*clip);
        vqgan->to(type);
        clip->to(type);
        vqgan->set_mode(mode);
        clip->set_mode(mode);
        cuts = std::make_unique<GivenCuts>(inputs, type);
        judge.clip = clip.get();
        judge.cuts = cuts.get();
        for (std::int64_t m = 0; m < 3; ++m) {
            judge.targets.push_back({inputs.at("targets").narrow(0, m, 1), inputs.at("weights")[m].item<double>(),
                                     inputs.at("stops")[m].item<double>()});
        }
        z = inputs.at("z0").to(type).clone().requires_grad_();
    }

    /// All steps: the case's keys.
    TensorMap run(std::int64_t chunk) {
        const CodeRange range = code_range(vqgan->codebook());
        LatentOptimiser adam(LatentOptimiserKind::Adam, c.json().at("lr").get<double>());
        std::map<std::string, std::vector<at::Tensor>> rows;
        TensorMap out;
        for (std::int64_t i = 0; i < c.json().at("steps").get<std::int64_t>(); ++i) {
            rows["indices"].push_back(vqgan::nearest_codes(z, vqgan->codebook())[0]);
            const PaintOutcome painted = paint_step(*vqgan, {judge}, z, {.cuts = 7, .chunk = chunk, .iteration = i});
            if (i == 0) {
                out["image0"] = painted.picture.clone();
                out["grad0"] = z.grad().clone();
            }
            adam.step(z, z.grad());
            clamp_to_codes(z, range);
            rows["losses"].push_back(painted.loss);
            rows["prompt_losses"].push_back(painted.prompt_losses[0]);
            rows["z_after"].push_back(z.detach().clone());
        }
        for (const auto& [name, list] : rows) out[name] = at::stack(list);
        const at::NoGradGuard no_grad;
        out["image_final"] = synthesise(*vqgan, z);
        return out;
    }

    NetworkCase c;
    TensorMap inputs;
    std::shared_ptr<Vqgan> vqgan;
    std::shared_ptr<ClipModel> clip;
    std::unique_ptr<GivenCuts> cuts;
    Judge judge;
    at::Tensor z;
};

struct TraceWay {
    const char* name;
    at::ScalarType type;
    std::int64_t chunk;
    nn::ComputeMode mode;
};

class VqganClipTrace : public testing::TestWithParam<TraceWay> {};

TEST_P(VqganClipTrace, AgreesWithPyTorch) {
    const TraceWay way = GetParam();
    Trace trace(way.type, way.mode);
    TensorMap got = trace.run(way.chunk);
    const TensorMap want = trace.c.tensors("expected_f64.safetensors");
    EXPECT_EQ(got.size(), 7u);
    for (const auto& [key, value] : got) {
        if (way.type == at::kDouble && value.is_floating_point()) {
            EXPECT_LE(largest_difference(want.at(key), value), 1e-9 * largest(want.at(key))) << key;
        } else {
            trace.c.expect(key, want.at(key), value);
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
    Trace trace(at::kDouble);
    const at::Tensor z0 = trace.z.detach().clone();
    PaintSettings settings{.cuts = 7, .chunk = 2};
    settings.latent_loss = [&](const at::Tensor& z) { return pull_to(z, at::zeros_like(z), 3); };
    settings.picture_loss = [](const at::Tensor& picture) { return picture_variation(picture, 2); };
    const PaintOutcome got = paint_step(*trace.vqgan, {trace.judge, trace.judge}, trace.z, settings);
    // The same in one graph.
    const at::Tensor picture = synthesise(*trace.vqgan, trace.z);
    const at::Tensor features = trace.clip->encode_pictures(clip_normalised(trace.cuts->cut(picture, 0, 0, 7)));
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
    Trace trace(at::kFloat);
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
    Trace trace(at::kFloat);
    const Cutter cutter({.method = CutMethod::Latest, .side = 30, .augments = {Augment::Af, Augment::Ji}}, 3);
    trace.judge.cuts = &cutter;
    const auto peak = [&](std::int64_t chunk) {
        const PaintSettings settings{.cuts = 64, .chunk = chunk};
        (void)paint_step(*trace.vqgan, {trace.judge}, trace.z, settings);
        cpu_allocator::begin_step(false);
        const Bytes before = cpu_allocator::counts().live_total;
        { (void)paint_step(*trace.vqgan, {trace.judge}, trace.z, settings); }
        EXPECT_EQ(cpu_allocator::counts().live_total.count, before.count);
        return (cpu_allocator::counts().step_peak - before).count;
    };
    const std::int64_t all = peak(64);
    EXPECT_LT(peak(4), all / 2);
}

TEST(PaintStep, ChunksHaveTheLossOfTheWhole) {
    Trace trace(at::kFloat);
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
    Trace trace(at::kFloat);
    EXPECT_THROW(paint_step(*trace.vqgan, {trace.judge}, trace.z.detach(), {}), c10::Error);
    EXPECT_THROW(paint_step(*trace.vqgan, {}, trace.z, {}), c10::Error);
}

}  // namespace
}  // namespace headroom
