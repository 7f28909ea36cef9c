// The picture, checkpoints, lending, memory reports of a text-to-image run.
#include "core/train/vqgan_clip/imagine_trainer.h"

#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/train/vqgan_clip/painted_picture.h"
#include "core/train/tensor_bridge.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace headroom {
namespace {

using nlohmann::json;

constexpr const char* kPart = "latent";
constexpr const char* kMoment = "optimiser.";

}  // namespace

Result<void> ImagineTrainer::draw_cutouts(std::int64_t count, SampleReady& out) const {
    if (seers_.empty() || !seers_.front().cutter)
        return make_error(ErrorCode::InvalidArgument, "there are no cutouts while the memory is lent", "Take it back first.");
    const imagine::Cutter& cutter = *seers_.front().cutter;
    const at::NoGradGuard no_grad;
    const at::Tensor base = cutter.base(picture_);
    const std::int64_t cuts = std::min(count, config_.imagine.cuts), last = std::max<std::int64_t>(0, iteration() - 1);
    for (std::int64_t i = 0; i < cuts; ++i) out.raw.push_back(image_of(cutter.cut(base, last, i, 1)));  // one at a time: no room is asked for
    return {};
}

Result<SampleReady> ImagineTrainer::sample(const SampleRequest& request) {
    const auto turn = memory_.memory().turn();
    SampleReady out;
    out.kind = request.kind == SampleKind::Cutouts ? SampleKind::Cutouts : SampleKind::Picture;
    out.step = out.images = step_;
    if (out.kind == SampleKind::Cutouts) {
        if (auto drawn = as_preview([&] { return draw_cutouts(request.count, out); }); !drawn) return drawn.error();
        out.size = out.raw.empty() ? 0 : out.raw.front().width;
        return out;
    }
    out.raw.push_back(image_of(picture_));
    out.size = std::max(out.raw.front().width, out.raw.front().height);
    return out;
}

std::shared_ptr<const CheckpointContent> ImagineTrainer::copy_state(double score, bool) const {
    const PhaseScope phase(Phase::Save);
    struct Owned { CheckpointContent content; TensorCopies copies; };
    auto owned = std::make_shared<Owned>();
    NamedTensors tensors{{"z", z_.detach()}, {"start", start_}};
    for (const auto& [name, tensor] : optimiser_->state().tensors) tensors.emplace_back(kMoment + name, tensor);
    const DeviceLimitSuspension small(memory_.memory());
    owned->copies = copy_tensors(tensors);
    CheckpointContent& c = owned->content;
    c.step = c.images = step_;
    c.config = config_;
    c.score = score;
    json state{{"model", name_of(ModelKind::Imagine)}, {"step", step_}, {"elapsed", steps_.elapsed}, {"phrase", phrase_},
                        {"held", held_}, {"scene", scene_},
                        {"optimiser", name_of(config_.imagine.optimiser)}, {"optimiser_steps", optimiser_->state().steps},
                        {"oom_survived", memory_.oom_survived}};
    if (walk_) state["folder"] = walk_->state();
    c.state_json = state.dump();
    c.parts.push_back({kPart, owned->copies.views, {}});
    return std::shared_ptr<const CheckpointContent>(owned, &owned->content);
}

Result<void> ImagineTrainer::restore(const CheckpointContent& content) {
    const auto foreign = [&](const std::string& what) {
        return make_error(ErrorCode::BadFile, "the checkpoint at iteration " + std::to_string(content.step) + " " + what, "Choose a checkpoint of a text-to-image run.");
    };
    const json state = json::parse(content.state_json, nullptr, false);
    const auto word = [&](const char* key) { return state.contains(key) && state[key].is_string() ? state[key].get<std::string>() : std::string(); };
    const auto whole = [&](const char* key, std::int64_t otherwise) { return state.contains(key) && state[key].is_number_integer() ? state[key].get<std::int64_t>() : otherwise; };
    if (!state.is_object() || word("model") != name_of(ModelKind::Imagine)) return foreign("is not one of text to image");
    const CheckpointPart* part = nullptr;
    for (const CheckpointPart& p : content.parts) part = p.name == kPart ? &p : part;
    if (!part) return foreign("has no latent");
    at::Tensor z, start;
    imagine::OptimiserState optimiser;
    for (const TensorView& view : part->tensors) {
        const at::Tensor tensor = to_tensor(view).to(memory_.device());
        if (view.name == "z") z = tensor;
        else if (view.name == "start") start = tensor;
        else if (view.name.rfind(kMoment, 0) == 0) optimiser.tensors[view.name.substr(std::string(kMoment).size())] = tensor;
    }
    if (!z.defined() || !start.defined() || z.dim() != 4 || z.size(0) != 1 || z.size(1) != vqgan_->config().code_width || start.sizes() != z.sizes())
        return foreign("does not belong to this VQGAN: its latent has another shape");
    const ImagineConfig& then = content.config.imagine;  // those that it goes on with may say another size
    if (z.size(2) != cells(then.height) || z.size(3) != cells(then.width))
        return foreign("has a latent of " + std::to_string(z.size(3)) + " x " + std::to_string(z.size(2)) + " cells, and its settings say a picture of " +
                       std::to_string(then.width) + " x " + std::to_string(then.height) + " pixels");
    if (z.scalar_type() != at::kFloat || start.scalar_type() != at::kFloat) return foreign("has a latent that is not of float32");
    const bool same = word("optimiser") == name_of(config_.imagine.optimiser);
    optimiser.steps = whole("optimiser_steps", 0);
    for (const std::string& name : same && optimiser.steps > 0 ? imagine::moments_of(config_.imagine.optimiser) : std::vector<std::string>()) {
        const auto found = optimiser.tensors.find(name);
        if (found == optimiser.tensors.end() || found->second.sizes() != z.sizes())
            return foreign("lacks \"" + (kMoment + name) + "\", or has it in another shape than the latent");
    }
    if (config_.imagine.start == ImagineStart::Folder && !walk_) {
        auto walk = FrameWalk::restore(config_.imagine.start_folder, state.contains("folder") ? state["folder"] : json());
        if (!walk) return walk.error();
        walk_ = std::move(*walk);
        if (walk_->frame_done()) seek_frame();
    }
    step_ = content.step;
    steps_.elapsed = state.contains("elapsed") && state["elapsed"].is_number() ? state["elapsed"].get<double>() : 0.0;
    phrase_ = static_cast<std::size_t>(std::max<std::int64_t>(0, whole("phrase", 0))) % phrases_of(config_.imagine);
    held_ = !state.contains("held") || state["held"] != false;
    scene_ = whole("scene", -1);
    memory_.oom_survived = whole("oom_survived", 0);
    z_ = z.requires_grad_(true);
    start_ = start;
    make_optimiser(same && optimiser.steps > 0 ? &optimiser : nullptr);
    return {};
}

std::vector<NamedBlock> ImagineTrainer::named_blocks() const {
    std::vector<NamedBlock> out;
    if (vqgan_) add_blocks(out, "VQGAN ", nn::named_tensors(*vqgan_));
    for (const Seer& seer : seers_) add_blocks(out, "CLIP ", nn::named_tensors(*seer.clip));
    add_blocks(out, {}, {{"latent", z_}, {"start of the latent", start_}});
    if (optimiser_) {
        for (const auto& [name, tensor] : optimiser_->state().tensors) add_blocks(out, "optimiser ", {{name, tensor}});
    }
    return out;
}

void ImagineTrainer::drop() {
    if (picture_.defined()) picture_ = picture_.to(at::kCPU);
    vqgan_.reset();
    seers_.clear();
    optimiser_.reset();
    z_ = start_ = at::Tensor();
    range_ = {};
}

Result<void> ImagineTrainer::put_back(const CheckpointContent& content) {
    seers_.resize(source_.clips.size());
    if (auto loaded = load_vqgan(config_, false, [](const std::string&, double) {}); !loaded) return loaded;
    if (auto restored = restore(content); !restored) return restored;
    if (auto aimed = aim(config_, phrase_); !aimed) return aimed;
    thin_networks();
    steps_.settings_changed(config_, false);
    return {};
}

}  // namespace headroom
