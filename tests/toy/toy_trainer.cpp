// Building, steps, samples and checkpoints of a toy run.
#include "tests/toy/toy_trainer.h"

#include "core/memory/role_scope.h"
#include "core/train/run/pictures.h"
#include "core/train/step/figures.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace headroom::test {
namespace {

/// HEADROOM_TOY_SPOILED_STEP: a machine whose memory has changed a weight. HEADROOM_TOY_TORN_STEP: one whose device fails between two changes.
bool is_named(const char* variable, std::int64_t step) {
    const char* named = std::getenv(variable);
    return named && std::to_string(step) == named;
}

}  // namespace

Result<void> ToyTrainer::check(const PackedDataset& data) const {
    if (data.channels() == 3) return {};
    return make_error(ErrorCode::InvalidArgument, data.name() + ": the toy learns colour pictures alone",
                      "Choose colour pictures.");
}

Result<void> ToyTrainer::build(const ProgressFn&) {
    net_ = std::make_unique<ToyNet>(config_, memory_.device());
    return {};
}

void ToyTrainer::take_on(const TrainConfig& next, const ProgressFn&) {
    if (next.image_size != net_->side()) net_ = std::make_unique<ToyNet>(next, memory_.device());
    net_->configure(next);
}

ToyWindow ToyTrainer::make_window() const {
    ToyWindow out;
    std::vector<std::int64_t> firsts;
    for (std::int64_t at = pictures_.position, left = pictures_.window(config_, at); left > 0;) {
        firsts.push_back(at);
        out.samples.push_back(std::min(left, config_.batch_micro));
        at += out.samples.back();
        left -= out.samples.back();
    }
    out.fill = [this, samples = out.samples, firsts](std::size_t i, std::uint8_t* to) {
        gather_batch(pictures_.data(), pictures_.sampler(), config_.data_mirror, firsts[i], samples[i], to);
    };
    return out;
}

void ToyTrainer::try_step(StepTransaction& transaction) {
    transaction.begin_try([this] { net_->drop(); });
    window_images_ = pictures_.window(config_, pictures_.position);
    at::Tensor loss = net_->gradients(make_window());
    const auto spoil = [this] {
        const at::NoGradGuard no_grad;
        TORCH_CHECK(!is_named("HEADROOM_TOY_TORN_STEP", step_ + 1), "the device has failed");
        if (is_named("HEADROOM_TOY_SPOILED_STEP", step_ + 1)) net_->mean().select(0, 0).add_(0.25);
    };
    transaction.finish({[this] { net_->update(); }, spoil});
    loss_ = std::move(loss);
}

ToldFigures ToyTrainer::tell(StepDone&) {
    return {{loss_}, [](const std::vector<double>& numbers, StepDone& done) {
                done.loss_g = numbers[0];
                return true;
            }};
}

double ToyTrainer::score() { return read_figures({loss_})[0]; }

std::vector<NamedBlock> ToyTrainer::named_blocks() const {
    std::vector<NamedBlock> out;
    if (!net_) return out;
    for (const auto& [part, tensors] : net_->parts()) add_blocks(out, part + " ", tensors);
    return out;
}

Result<void> ToyTrainer::draw(const SampleRequest& request, SampleReady& out) {
    if (request.kind != SampleKind::Grid)
        return make_error(ErrorCode::InvalidArgument, "a toy has no random latents to walk between",
                          "Ask for a grid of its pictures.");
    out.raw = to_pictures(net_->mean().narrow(0, 0, std::min<std::int64_t>(request.count, net_->mean().size(0))));
    return {};
}

ImageList ToyTrainer::draw_scored(std::int64_t, std::int64_t count) {
    return to_pictures(net_->mean().narrow(0, 0, 1).expand({count, -1, -1, -1}));
}

Result<void> ToyTrainer::restore(const CheckpointContent& content, bool weights_only) {
    auto net = std::make_unique<ToyNet>(config_, memory_.device());
    NetworkParts parts = net->parts();
    if (weights_only) parts.resize(1);
    if (auto ok = load_all(parts, content.parts); !ok) return ok;
    net_ = std::move(net);
    if (weights_only) return {};
    const auto state = nlohmann::json::parse(content.state_json, nullptr, false);
    if (state.is_discarded())
        return make_error(ErrorCode::BadFile, "the checkpoint's counters cannot be read", "Use an earlier checkpoint.");
    go_on_from(content, state);
    return {};
}

}  // namespace headroom::test
