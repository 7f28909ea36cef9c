// Samples, checkpoints, lending.
#include "core/train/dcgan/dcgan_trainer.h"

#include "core/memory/role_scope.h"
#include "core/train/dcgan/bare_weights.h"
#include "core/train/dcgan/noise.h"
#include "core/train/run/pictures.h"
#include "core/train/dcgan/sliced_wasserstein.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace headroom {
namespace {

using nlohmann::json;

std::vector<std::int64_t> numbers(const json& j) { return j.is_array() ? j.get<std::vector<std::int64_t>>() : std::vector<std::int64_t>{}; }

}  // namespace

Result<void> DcganTrainer::draw(const SampleRequest& request, SampleReady& out) {
    const auto seed = request.seed == 0 ? static_cast<std::uint64_t>(config_.seed) : request.seed;
    const at::Tensor z = (request.kind == SampleKind::Walk ? walk_latents(seed, request.count, config_.latent)
                                                           : latents(seed, RandomPurpose::PreviewLatent, 0, request.count, config_.latent)) *
                         request.truncation;
    if (nets_->ema) out.ema = render(*nets_->ema, z);
    if (!nets_->ema || request.kind == SampleKind::Grid) out.raw = render(*nets_->g, z);
    return {};
}

ImageList DcganTrainer::render(Generator& g, const at::Tensor& z) {
    try {
        return render_pictures(g, z);
    } catch (const c10::Error& e) {
        if (memory_.on_cpu() || failure_of(e, memory_.memory()) != DeviceFailure::OutOfMemory) throw;
    }
    return render_pictures(*copy_on_cpu(g, nets_->spec, nets_->alpha()), z);
}

double DcganTrainer::score() {
    // Larger pictures carry more patches each, so fewer are drawn: the cost stays that of 128 pictures of 64 px.
    const std::int64_t usual = std::clamp<std::int64_t>(128 * 64 * 64 / (nets_->spec.size * nets_->spec.size), 16, 128);
    const RoleScope role(Role::Preview);
    const PhaseScope phase(Phase::Score);
    const InReserve reserve(memory_);
    const auto attempt = [this](std::int64_t pictures, bool on_cpu) -> std::optional<double> {
        try {
            return score_over(pictures, on_cpu);
        } catch (const c10::Error& e) {
            if (failure_of(e, memory_.memory()) != DeviceFailure::OutOfMemory) throw;
            return std::nullopt;
        }
    };
    if (!memory_.on_cpu()) {
        if (const auto score = attempt(usual, false)) return *score;
    }
    for (std::int64_t pictures = usual; pictures >= 4; pictures /= 2) {
        if (const auto score = attempt(pictures, true)) return *score;
    }
    return std::nan("");
}

double DcganTrainer::score_over(std::int64_t pictures, bool on_cpu) {
    at::NoGradGuard no_grad;
    const at::Device device = on_cpu ? at::Device(at::kCPU) : memory_.device();
    const std::int64_t n = std::min(pictures, pictures_.data().count()), side = pictures_.data().size(), channels = pictures_.data().channels();
    at::Tensor bytes = at::empty({n, side, side, channels}, at::kByte);
    for (std::int64_t i = 0; i < n; ++i) {
        std::copy_n(pictures_.data().image(i * pictures_.data().count() / n), side * side * channels, bytes[i].mutable_data_ptr<std::uint8_t>());
    }
    const at::Tensor real = upload(bytes, device).permute({0, 3, 1, 2}).to(at::kFloat).div_(127.5).sub_(1.0);
    const at::Tensor z = latents(static_cast<std::uint64_t>(config_.seed), RandomPurpose::PreviewLatent, 0, n, config_.latent);
    std::shared_ptr<Generator> copy;
    if (device != memory_.device()) copy = copy_on_cpu(shown(), nets_->spec, nets_->alpha());
    return sliced_wasserstein(generate_tensors(copy ? *copy : shown(), z), real, 1);
}

std::shared_ptr<const CheckpointContent> DcganTrainer::copy_state(double score, bool pinned) const {
    const PhaseScope phase(Phase::Save);
    struct Owned { CheckpointContent content; std::shared_ptr<const void> keep; };
    auto owned = std::make_shared<Owned>();
    CheckpointContent& c = owned->content;
    c.step = step_;
    c.images = images_;
    c.config = config_;
    c.score = score;
    c.state_json = json{{"model", "dcgan"}, {"step", step_}, {"images", images_}, {"position", pictures_.position}, {"elapsed", steps_.elapsed},
                        {"size", nets_->spec.size}, {"latent", nets_->spec.latent}, {"channels", nets_->spec.channels},
                        {"widths_g", nets_->spec.widths_g}, {"widths_d", nets_->spec.widths_d}, {"data", pictures_.data().fingerprint()},
                        {"scale_g", nets_->scaler_g.scale()}, {"clean_g", nets_->scaler_g.clean_steps()},
                        {"scale_d", nets_->scaler_d.scale()}, {"clean_d", nets_->scaler_d.clean_steps()},
                        {"oom_survived", memory_.oom_survived}, {"fade_from", nets_->spec.fade_from}, {"fade_done", fade_done_}, {"alpha", nets_->alpha()}}.dump();
    c.parts = nets_->copy_parts(&owned->keep, pinned);
    return std::shared_ptr<const CheckpointContent>(owned, &owned->content);
}

Result<void> DcganTrainer::restore(const CheckpointContent& content, bool weights_only) {
    if (are_bare(content.parts)) {
        auto nets = std::make_unique<GanNetworks>(spec_from_config(config_), config_, memory_.device());
        if (auto ok = load_bare(*nets, content.parts, config_); !ok) return ok;
        nets_ = std::move(nets);
        return {};
    }
    const json state = json::parse(content.state_json, nullptr, false);
    if (state.is_discarded() || state.value("model", std::string()) != "dcgan") {
        return make_error(ErrorCode::BadFile, "the checkpoint at step " + std::to_string(content.step) + " is not one of a DCGAN", "Choose a checkpoint of a DCGAN run.");
    }
    DcganSpec spec = spec_from_config(weights_only ? config_ : content.config);
    spec.size = state.value("size", spec.size);
    spec.latent = state.value("latent", spec.latent);
    spec.channels = state.value("channels", spec.channels);
    if (auto w = numbers(state["widths_g"]); !w.empty()) spec.widths_g = w;
    if (auto w = numbers(state["widths_d"]); !w.empty()) spec.widths_d = w;
    if (!weights_only) spec.fade_from = state.value("fade_from", std::int64_t{0});
    TrainConfig stored = config_;
    stored.ema_half_life = content.config.ema_half_life;
    auto nets = std::make_unique<GanNetworks>(spec, stored, memory_.device());
    if (auto ok = nets->load_parts(content.parts, weights_only); !ok) return ok;
    nets->configure(config_);
    nets_ = std::move(nets);
    if (spec.size != config_.image_size) {
        auto fresh = std::make_unique<GanNetworks>(resized(spec, config_.image_size), config_, memory_.device());
        fresh->take_matching(*nets_);
        nets_ = std::move(fresh);
    }
    if (weights_only) return {};
    fade_done_ = state.value("fade_done", std::int64_t{0});
    follow_fade();
    step_ = content.step;
    images_ = content.images;
    pictures_.position = state.value("position", images_);
    steps_.elapsed = state.value("elapsed", 0.0);
    memory_.oom_survived = state.value("oom_survived", std::int64_t{0});
    nets_->scaler_g.restore(state.value("scale_g", 65536.0), state.value("clean_g", 0));
    nets_->scaler_d.restore(state.value("scale_d", 65536.0), state.value("clean_d", 0));
    pictures_.compare(state.value("data", std::string()), emit_);
    return {};
}

void DcganTrainer::drop() {
    if (nets_) layout_ = layout_of(nets_->spec);
    nets_.reset();
}

}  // namespace headroom
