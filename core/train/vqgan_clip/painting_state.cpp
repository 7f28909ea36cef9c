// A painting's state into a checkpoint and back.
#include "core/train/vqgan_clip/painting_state.h"

#include "core/families/vqgan_clip/imagine_config.h"
#include "core/train/tensor_bridge.h"
#include "core/train/vqgan_clip/targets.h"

#include <algorithm>
#include <string>

namespace headroom {
namespace {

using nlohmann::json;

constexpr const char* kPart = "latent";
constexpr const char* kMoment = "optimiser.";

}  // namespace

std::shared_ptr<const CheckpointContent> PaintingState::copy(const TrainConfig& config, double score) const {
    struct Owned {
        CheckpointContent content;
        TensorCopies copies;
    };
    auto owned = std::make_shared<Owned>();
    NamedTensors tensors{{"z", z.detach()}, {"start", start}};
    for (const auto& [name, tensor] : optimiser->tensors) tensors.emplace_back(kMoment + name, tensor);
    owned->copies = copy_tensors(tensors);
    CheckpointContent& c = owned->content;
    c.step = c.images = step;
    c.config = config;
    c.score = score;
    json state{{"model", kVqganClip.id()},
               {"step", step},
               {"elapsed", elapsed},
               {"phrase", phrase},
               {"held", held},
               {"scene", scene},
               {"optimiser", name_of(config.own<ImagineConfig>().optimiser)},
               {"optimiser_steps", optimiser->steps},
               {"oom_survived", oom_survived}};
    if (!folder.is_null()) state["folder"] = folder;
    c.state_json = state.dump();
    c.parts.push_back({kPart, owned->copies.views, {}});
    return std::shared_ptr<const CheckpointContent>(owned, &owned->content);
}

std::int64_t pixels_per_cell(const CheckpointContent& content) {
    const CheckpointPart* part = find_part(content.parts, kPart);
    if (!part) return 0;
    for (const TensorView& view : part->tensors) {
        if (view.name == "z" && view.shape.size() == 4 && view.shape[2] > 0)
            return content.config.own<ImagineConfig>().height / view.shape[2];
    }
    return 0;
}

Result<PaintingState> PaintingState::read(const CheckpointContent& content, const ImagineConfig& config,
                                          const VqganConfig& vqgan, at::Device device) {
    const auto foreign = [&](const std::string& what) {
        return make_error(ErrorCode::BadFile,
                          "the checkpoint at iteration " + std::to_string(content.step) + " " + what,
                          "Choose a checkpoint of a text-to-image run.");
    };
    const json state = json::parse(content.state_json, nullptr, false);
    const auto word = [&](const char* key) {
        return state.contains(key) && state[key].is_string() ? state[key].get<std::string>() : std::string();
    };
    const auto whole = [&](const char* key, std::int64_t otherwise) {
        return state.contains(key) && state[key].is_number_integer() ? state[key].get<std::int64_t>() : otherwise;
    };
    if (!state.is_object() || word("model") != kVqganClip.id()) return foreign("is not one of text to image");
    const CheckpointPart* part = find_part(content.parts, kPart);
    if (!part) return foreign("has no latent");
    PaintingState out;
    imagine::OptimiserState optimiser;
    for (const TensorView& view : part->tensors) {
        const at::Tensor tensor = to_tensor(view).to(device);
        if (view.name == "z")
            out.z = tensor;
        else if (view.name == "start")
            out.start = tensor;
        else if (view.name.rfind(kMoment, 0) == 0)
            optimiser.tensors[view.name.substr(std::string(kMoment).size())] = tensor;
    }
    const at::Tensor &z = out.z, &start = out.start;
    if (!z.defined() || !start.defined() || z.dim() != 4 || z.size(0) != 1 || z.size(1) != vqgan.code_width ||
        start.sizes() != z.sizes())
        return foreign("does not belong to this VQGAN: its latent has another shape");
    const ImagineConfig& then = content.config.own<ImagineConfig>();  // those that it goes on with may say another size
    const auto cells = [&](std::int64_t pixels) { return std::max<std::int64_t>(1, pixels / vqgan.factor()); };
    if (z.size(2) != cells(then.height) || z.size(3) != cells(then.width))
        return foreign("has a latent of " + std::to_string(z.size(3)) + " x " + std::to_string(z.size(2)) +
                       " cells, and its settings say a picture of " + std::to_string(then.width) + " x " +
                       std::to_string(then.height) + " pixels");
    if (z.scalar_type() != at::kFloat || start.scalar_type() != at::kFloat)
        return foreign("has a latent that is not of float32");
    optimiser.steps = whole("optimiser_steps", 0);
    if (word("optimiser") == name_of(config.optimiser) && optimiser.steps > 0) {
        for (const std::string& name : imagine::moments_of(config.optimiser)) {
            const auto found = optimiser.tensors.find(name);
            if (found == optimiser.tensors.end() || found->second.sizes() != z.sizes())
                return foreign("lacks \"" + (kMoment + name) + "\", or has it in another shape than the latent");
        }
        out.optimiser = std::move(optimiser);
    }
    out.step = content.step;
    out.elapsed = state.contains("elapsed") && state["elapsed"].is_number() ? state["elapsed"].get<double>() : 0.0;
    out.phrase = static_cast<std::size_t>(std::max<std::int64_t>(0, whole("phrase", 0))) % phrases_of(config);
    out.held = !state.contains("held") || state["held"] != false;
    out.scene = whole("scene", -1);
    out.oom_survived = whole("oom_survived", 0);
    if (state.contains("folder")) out.folder = state["folder"];
    return out;
}

}  // namespace headroom
