// The networks of a run: what they may be, building them, saving and restoring them; reconstructions.
#include "core/train/vqgan/vqgan_trainer.h"

#include "core/api/param_schema.h"
#include "core/families/vqgan/vqgan_shape.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/device_norms.h"
#include "core/models/nn/network.h"
#include "core/train/run/counters.h"
#include "core/train/run/eval_mode.h"
#include "core/train/vqgan/reconstructions.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>

namespace headroom {
namespace {

/// What a checkpoint says beside what all say.
constexpr Counter kVqganCounters[] = {
    {"restarted", CounterKind::Count}, {"last_used", CounterKind::Whole}, {"last_perplexity", CounterKind::Real}};

/// The settings that two networks differ by, as "net.base=64, net.codes=512" of the second; empty: none.
std::string differing_settings(const VqganConfig& requested, const VqganConfig& found) {
    const ParamPatch from = settings_of(requested), to = settings_of(found);
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

/// Whether the discriminator of `content` has made a step; that of a weight file, which counts none, has.
bool d_has_learnt(const CheckpointContent& content) {
    const CheckpointPart* adam = find_part(content.parts, "optimiser_d");
    return !adam || std::any_of(adam->tensors.begin(), adam->tensors.end(), [](const TensorView& t) {
        return t.name.starts_with("step.") &&
               std::any_of(t.data.begin(), t.data.end(), [](std::byte b) { return b != std::byte{0}; });
    });
}

}  // namespace

Result<void> VqganTrainer::check(const TrainConfig& config) const {
    const auto shape = vqgan_shape(config);
    return shape ? Result<void>() : Result<void>(shape.error());
}

Result<void> VqganTrainer::check(const PackedDataset& data) const {
    if (data.channels() == 3) return {};
    return make_error(ErrorCode::InvalidArgument,
                      data.name() + ": pictures of " + std::to_string(data.channels()) +
                          " channel cannot train a VQGAN, whose pictures have three",
                      "Choose colour pictures.");
}

Result<void> VqganTrainer::build(const ProgressFn& progress) {
    nets_ = std::make_unique<VqganNetworks>(*vqgan_shape(config_), config_, memory_.device());
    return load_perceptual(progress);
}

Result<void> VqganTrainer::load_perceptual(const ProgressFn& progress) {
    nets_->step.perceptual = nullptr;
    lpips_.reset();
    if (own().perceptual_file.empty()) return {};
    progress("reading the perceptual network", -1);
    auto read = load_lpips(own().perceptual_file);
    if (!read) return read.error();
    lpips_ = *read;
    nn::move_to(*lpips_, memory_.device(), nn::norms_format(memory_.device()));
    nets_->step.perceptual = [this](const at::Tensor& target, const at::Tensor& picture) {
        return lpips_->distance(target, picture);
    };
    return {};
}

Bytes VqganTrainer::fixed_bytes(const TrainConfig& config) const {
    return static_memory_of(nets_ ? nets_->shape : *vqgan_shape(config), config,
                            shadow_type(config.precision, memory_.on_cpu()).has_value())
        .total();
}

Bytes VqganTrainer::preview_need() const {
    return nets_ ? reconstruction_bytes(nets_->shape, config_.image_size) : Bytes{};
}

Result<void> VqganTrainer::draw(const SampleRequest& request, SampleReady& out) {
    return Reconstructions(*nets_, memory_, pictures_.data()).draw(request, out);
}

ImageList VqganTrainer::draw_scored(std::int64_t first, std::int64_t count) {
    const std::vector<std::int64_t> of = scored_pictures(config_, pictures_.data().count());
    return Reconstructions(*nets_, memory_, pictures_.data()).of({of.begin() + first, of.begin() + first + count});
}

at::Tensor VqganTrainer::logits_of(const at::Tensor& pictures) {
    if (!d_knows_) return {};  // until gan_start it is what chance has made it
    const EvalMode eval(*nets_->d);
    return nets_->d->forward(pictures);
}

double VqganTrainer::score() { return Reconstructions(*nets_, memory_, pictures_.data()).score(); }

void VqganTrainer::add_state(nlohmann::json& state) const {
    const CodebookCare::Totals totals = nets_->codes.totals();
    state.update({{"restarted", totals.restarted},
                  {"last_used", totals.last_used},
                  {"last_perplexity", totals.last_perplexity}});
}

Result<void> VqganTrainer::restore_networks(const CheckpointContent& content, bool weights_only) {
    const CheckpointPart* part = find_part(content.parts, "vqgan");
    if (!part)
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
        stored.edit<VqganTrainConfig>().decay = content.config.own<VqganTrainConfig>().decay;
    }
    auto nets = std::make_unique<VqganNetworks>(*shape, stored, memory_.device());
    if (auto ok = nets->load_parts(content.parts, weights_only); !ok) return ok;
    nets->configure(config_);
    nets_ = std::move(nets);
    const CheckpointPart* d = find_part(content.parts, "discriminator");
    d_knows_ = d && !first_difference(nn::named_tensors(*nets_->d), d->tensors) && d_has_learnt(content);
    return {};
}

Result<void> VqganTrainer::restore(const CheckpointContent& content, bool weights_only) {
    if (auto ok = restore_networks(content, weights_only); !ok) return ok;
    if (auto loaded = load_perceptual([](const std::string&, double) {}); !loaded) return loaded;
    if (weights_only) return {};
    const auto state = counters_of(content, {kVqganCounters});
    if (!state) return state.error();
    nets_->codes.set_totals({state->value("restarted", std::int64_t{0}), state->value("last_perplexity", 0.0),
                             state->value("last_used", std::int64_t{-1})});
    go_on_from(content, *state);
    return {};
}

void VqganTrainer::drop_networks() {
    nets_.reset();
    lpips_.reset();
    drop_numbers();
}

}  // namespace headroom
