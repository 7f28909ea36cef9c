// Reconstructions, checkpoints, lending.
#include "core/memory/libtorch.h"
#include "core/train/vqgan/vqgan_trainer.h"

#include "core/api/param_schema.h"
#include "core/base/random.h"
#include "core/families/vqgan/vqgan_shape.h"
#include "core/memory/role_scope.h"
#include "core/train/device.h"
#include "core/train/device_errors.h"
#include "core/train/run/pictures.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

using VqganState = nlohmann::json;

constexpr std::int64_t kPicturesAtOnce = 4;  ///< pictures that are reconstructed at a time
constexpr std::int64_t kScored = 16;

/// `above` over `below`, which is as wide.
ImageBuffer stacked(const ImageBuffer& above, const ImageBuffer& below) {
    auto pixels = std::make_shared<std::vector<std::uint8_t>>(*above.pixels);
    pixels->insert(pixels->end(), below.pixels->begin(), below.pixels->end());
    ImageBuffer out = above;
    out.height += below.height;
    out.pixels = std::move(pixels);
    return out;
}

/// The settings that two networks differ by, as "net.base=64, net.codes=512" of the second; empty: none.
std::string differing_settings(const VqganConfig& wanted, const VqganConfig& found) {
    const ParamPatch from = settings_of(wanted), to = settings_of(found);
    std::string out;
    for (const auto& [key, value] : to) {
        if (from.at(key) == value) continue;
        // Which picture the sides of attention are counted from is a way of writing, not a part of the network.
        const std::string text = to_text(value);
        out +=
            (out.empty() ? "" : ", ") + key + "=" + (text.find(' ') == std::string::npos ? text : "\"" + text + "\"");
    }
    return out;
}

/// Whether both have the same tensors.
bool same_network(const VqganConfig& a, const VqganConfig& b) {
    VqganConfig x = a, y = b;
    for (VqganConfig* c : {&x, &y}) {
        std::vector<std::int64_t> levels;
        for (std::size_t i = 0; i < c->levels(); ++i) {
            if (c->attends(i)) levels.push_back(static_cast<std::int64_t>(i));
        }
        c->attention = levels;
        c->resolution = 0;
    }
    return x == y;
}

}  // namespace

at::Tensor VqganTrainer::pictures_at(const std::vector<std::int64_t>& indices) const {
    const auto n = static_cast<std::int64_t>(indices.size()), side = static_cast<std::int64_t>(pictures_.data().size());
    at::Tensor bytes = at::empty({n, side, side, 3}, at::kByte);
    for (std::int64_t i = 0; i < n; ++i)
        std::copy_n(pictures_.data().image(indices[static_cast<std::size_t>(i)]), side * side * 3,
                    bytes[i].mutable_data_ptr<std::uint8_t>());
    return upload(bytes, memory_.device())
        .permute({0, 3, 1, 2})
        .to(at::kFloat, false, false, at::MemoryFormat::Contiguous)
        .div_(127.5)
        .sub_(1.0);
}

std::vector<std::int64_t> VqganTrainer::preview_indices(std::int64_t count, std::uint64_t seed,
                                                        std::int64_t first) const {
    const std::int64_t n = std::min(count, pictures_.data().count());
    std::vector<std::int64_t> out;
    for (std::int64_t i = 0; i < n; ++i) {
        const auto drawn = [&] {
            return static_cast<std::int64_t>(
                RandomStream(seed, RandomPurpose::PreviewLatent, static_cast<std::uint64_t>(i))
                    .below(static_cast<std::uint64_t>(pictures_.data().count())));
        };
        out.push_back(seed == 0 ? (first + i * pictures_.data().count() / n) % pictures_.data().count() : drawn());
    }
    return out;
}

void VqganTrainer::reconstruct(Vqgan& net, const std::vector<std::int64_t>& indices, const TakePair& take) const {
    const at::NoGradGuard no_grad;
    std::int64_t piece = kPicturesAtOnce;
    const auto total = static_cast<std::int64_t>(indices.size());
    for (std::int64_t done = 0; done < total;) {
        const std::int64_t n = std::min(piece, total - done);
        try {
            const at::Tensor x = pictures_at({indices.begin() + done, indices.begin() + done + n});
            const at::Tensor codes = net.quantizer().choose(net.encode(x));
            take(x, net.decode(vqgan::code_rows(codes, net.codebook())));
            done += n;
        } catch (const c10::OutOfMemoryError&) {
            if (piece == 1) throw;
            piece /= 2;
        }
    }
}

ImageList VqganTrainer::pairs(Vqgan& net, const std::vector<std::int64_t>& indices) const {
    ImageList out;
    reconstruct(net, indices, [&out](const at::Tensor& x, const at::Tensor& y) {
        const ImageList above = to_pictures(x), below = to_pictures(y);
        for (std::size_t i = 0; i < above.size(); ++i) out.push_back(stacked(above[i], below[i]));
    });
    return out;
}

Result<void> VqganTrainer::draw(const SampleRequest& request, SampleReady& out) {
    if (request.kind != SampleKind::Grid)
        return make_error(ErrorCode::InvalidArgument,
                          "a VQGAN reconstructs pictures; it has no random latents to walk between",
                          "Ask for a grid of reconstructions.");
    const auto indices = preview_indices(request.count, request.seed, request.first);
    if (nets_->ema) out.ema = pairs(*nets_->ema, indices);
    out.raw = pairs(*nets_->net, indices);
    return {};
}

double VqganTrainer::score() {
    const RoleScope role(Role::Preview);
    const PhaseScope phase(Phase::Score);
    const InReserve reserve(memory_);
    try {
        double sum = 0;
        std::int64_t n = 0;
        reconstruct(nets_->ema ? *nets_->ema : *nets_->net, preview_indices(kScored, 0, 0),
                    [&](const at::Tensor& x, const at::Tensor& y) {
                        sum += (x - y.clamp(-1, 1)).abs().mean().item<double>() * static_cast<double>(x.size(0));
                        n += x.size(0);
                    });
        return sum / static_cast<double>(n);
    } catch (const c10::Error& e) {
        if (failure_of(e, memory_.memory()) != DeviceFailure::OutOfMemory) throw;
        return std::nan("");
    }
}

std::shared_ptr<const CheckpointContent> VqganTrainer::copy_state(double score, bool pinned) const {
    const PhaseScope phase(Phase::Save);
    struct Owned {
        CheckpointContent content;
        std::shared_ptr<const void> keep;
    };
    auto owned = std::make_shared<Owned>();
    CheckpointContent& c = owned->content;
    c.step = step_;
    c.images = images_;
    c.config = config_;
    c.score = score;
    c.state_json = VqganState{{"model", "vqgan"},
                              {"step", step_},
                              {"images", images_},
                              {"position", pictures_.position},
                              {"elapsed", steps_.elapsed},
                              {"data", pictures_.data().fingerprint()},
                              {"oom_survived", memory_.oom_survived},
                              {"restarted", nets_->codes.restarted},
                              {"last_used", nets_->codes.last_used},
                              {"last_perplexity", nets_->codes.last_perplexity}}
                       .dump();
    c.parts = nets_->copy_parts(&owned->keep, pinned);
    return std::shared_ptr<const CheckpointContent>(owned, &owned->content);
}

Result<void> VqganTrainer::restore_networks(const CheckpointContent& content, bool weights_only) {
    const auto part = std::find_if(content.parts.begin(), content.parts.end(),
                                   [](const CheckpointPart& p) { return p.name == "vqgan"; });
    if (part == content.parts.end())
        return make_error(ErrorCode::BadFile,
                          "the checkpoint at step " + std::to_string(content.step) + " is not one of a VQGAN",
                          "Choose a checkpoint of a VQGAN run, or a VQGAN's weight file.");
    auto shape = vqgan_shape(config_), stored_shape = vqgan_shape(content.config);
    if (!shape) return shape.error();
    if (!stored_shape) return stored_shape.error();
    if (!same_network(*shape, *stored_shape)) {
        const std::string from = part->file.empty() ? "the checkpoint" : part->file;
        return make_error(ErrorCode::BadFile, from + " holds another network than the settings ask for",
                          "It fits with " + differing_settings(*shape, *stored_shape) + ".");
    }
    TrainConfig stored = config_;
    if (!weights_only) {
        stored.ema_half_life = content.config.ema_half_life;
        stored.vqgan.decay = content.config.vqgan.decay;
    }
    auto nets = std::make_unique<VqganNetworks>(*shape, stored, memory_.device());
    if (auto ok = nets->load_parts(content.parts, weights_only); !ok) return ok;
    nets->configure(config_);
    nets_ = std::move(nets);
    return {};
}

Result<void> VqganTrainer::restore(const CheckpointContent& content, bool weights_only) {
    if (auto ok = restore_networks(content, weights_only); !ok) return ok;
    if (auto loaded = load_perceptual([](const std::string&, double) {}); !loaded) return loaded;
    if (weights_only) return {};
    const VqganState state = VqganState::parse(content.state_json, nullptr, false);
    if (state.is_discarded())
        return make_error(ErrorCode::BadFile, "the checkpoint's counters cannot be read", "Use an earlier checkpoint.");
    step_ = content.step;
    images_ = content.images;
    pictures_.position = state.value("position", images_);
    steps_.elapsed = state.value("elapsed", 0.0);
    memory_.oom_survived = state.value("oom_survived", std::int64_t{0});
    nets_->codes.restarted = state.value("restarted", std::int64_t{0});
    nets_->codes.last_used = state.value("last_used", std::int64_t{-1});
    nets_->codes.last_perplexity = state.value("last_perplexity", 0.0);
    pictures_.compare(state.value("data", std::string()), emit_);
    return {};
}

void VqganTrainer::drop() {
    nets_.reset();
    lpips_.reset();
}

}  // namespace headroom
