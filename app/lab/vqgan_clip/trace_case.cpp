// Ten steps of VQGAN-CLIP without random augmentation.
#include "app/lab/vqgan_clip/trace_case.h"

#include "core/families/vqgan_clip/imagine_config.h"
#include "core/memory/libtorch.h"
#include "core/models/vqgan_clip/latent_optimiser.h"
#include "core/models/vqgan_clip/regularisers.h"
#include "core/models/vqgan_clip/synthesis.h"
#include "core/train/vqgan_clip/painters.h"

#include <algorithm>

namespace headroom {
namespace {

using namespace imagine;

/// The crops and the noise of the case instead of drawn ones.
class GivenCuts : public CutSource {
public:
    GivenCuts(const TensorMap& inputs, int side) : inputs_(inputs) {
        settings_.method = CutMethod::CropPool;
        settings_.side = side;
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
        return apply_cuts(settings_, {}, base, draws);
    }

private:
    TensorMap inputs_;
    CutSettings settings_;
};

template <class Network> void settle(Network& network, const ReplayWay& way) {
    network.to(way.float64 ? at::kDouble : at::kFloat);
    network.set_mode(way.mode);
}

}  // namespace

Result<std::unique_ptr<TraceCase>> TraceCase::read(const std::string& case_dir, const ReplayWay& way) {
    auto out = std::make_unique<TraceCase>();
    auto record = read_case_record(case_dir + "/trace.json");
    if (!record) return record.error();
    out->record = std::move(*record);
    auto inputs = read_case_tensors(case_dir + "/inputs.safetensors");
    if (!inputs) return inputs.error();
    out->inputs = std::move(*inputs);
    for (const char* name : {"boxes", "noise", "noise_factor", "targets", "weights", "stops", "z0"}) {
        if (!out->inputs.contains(name))
            return make_error(ErrorCode::BadFile, case_dir + "/inputs.safetensors lacks " + name,
                              "Write the case again with peer_vqgan_clip_parity.py.");
    }
    ImagineConfig files;
    files.vqgan_file = case_dir + "/" + out->record.value("vqgan", "");
    files.clip_files = case_dir + "/" + out->record.value("clip", "");
    auto source = painters_from_files(files);
    if (!source) return source.error();
    auto vqgan = source->vqgan(VqganSide::Both, at::kCPU);
    if (!vqgan) return vqgan.error();
    auto clip = source->clips.front()(ClipSide::Pictures, at::kCPU);
    if (!clip) return clip.error();
    out->vqgan = *vqgan;
    out->clip = clip->model;
    settle(*out->vqgan, way);
    settle(*out->clip, way);
    out->cuts = std::make_unique<GivenCuts>(out->inputs, static_cast<int>(out->clip->config().vision.image));
    out->judge.clip = out->clip.get();
    out->judge.cuts = out->cuts.get();
    for (std::int64_t m = 0; m < out->inputs.at("targets").size(0); ++m) {
        out->judge.targets.push_back({out->inputs.at("targets").narrow(0, m, 1),
                                      out->inputs.at("weights")[m].item<double>(),
                                      out->inputs.at("stops")[m].item<double>()});
    }
    out->z = out->inputs.at("z0").to(way.float64 ? at::kDouble : at::kFloat).clone().requires_grad_();
    return out;
}

TensorMap TraceCase::run(std::int64_t chunk) {
    const CodeRange range = code_range(vqgan->codebook());
    LatentOptimiser adam(LatentOptimiserKind::Adam, record.at("lr").get<double>());
    std::map<std::string, std::vector<at::Tensor>> rows;
    TensorMap out;
    for (std::int64_t i = 0; i < record.at("steps").get<std::int64_t>(); ++i) {
        rows["indices"].push_back(vqgan::nearest_codes(z, vqgan->codebook())[0]);
        const PaintOutcome painted =
            paint_step(*vqgan, {judge}, z, {.cuts = inputs.at("boxes").size(0), .chunk = chunk, .iteration = i});
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

Result<TensorMap> replay_trace(const std::string& case_dir, const ReplayWay& way) {
    auto trace = TraceCase::read(case_dir, way);
    if (!trace) return trace.error();
    return (*trace)->run(way.chunk);
}

}  // namespace headroom
