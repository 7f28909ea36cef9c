// Adding up gradients and running statistics.
#include "core/train/ranks/shared_gradients.h"

#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/norm_recording.h"

#include <algorithm>

namespace headroom {

void SharedGradients::keep_pass() {
    // What process 0 has comes first in the window: accumulated as it comes, it is in order.
    if (!peers_.ordered() || peers_.is_first()) return;
    std::vector<at::Tensor> pass;
    for (const auto& [name, p] : optimiser_.parameters()) {
        pass.push_back(p.grad());
        p.mutable_grad().reset();
    }
    passes_.push_back(std::move(pass));
}

at::Tensor SharedGradients::part(std::size_t i) const {
    const at::Tensor& p = optimiser_.parameters()[i].second;
    return flat_.as_strided(p.sizes(), p.strides(), begins_[i]);
}

void SharedGradients::take_in(std::size_t i, const at::Tensor& gradient) {
    if (!gradient.defined()) return;
    part(i).add_(gradient);
    there_[i] = 1;
}

void SharedGradients::prepare() {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Gradients);
    const auto& parameters = optimiser_.parameters();
    std::int64_t total = 0;
    begins_.clear();
    for (const auto& [name, p] : parameters) {
        begins_.push_back(total);
        total += p.numel();
    }
    there_.assign(parameters.size(), 0);
    if (parameters.empty()) return;
    flat_ = at::zeros({total}, parameters.front().second.options().requires_grad(false));
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const at::Tensor& grad = parameters[i].second.grad();
        if (!grad.defined()) continue;
        part(i).copy_(grad);
        there_[i] = 1;
        parameters[i].second.mutable_grad().reset();
    }
}

void SharedGradients::add_up(bool all_have_work) {
    const at::NoGradGuard no_grad;
    const auto& parameters = optimiser_.parameters();
    if (parameters.empty()) return;
    const CommonWork common(peers_);
    if (!peers_.ordered()) {
        peers_.add_up(flat_);
    } else {
        for (int rank = 0; rank < peers_.size(); ++rank) {
            if (rank == peers_.rank()) {
                for (const auto& pass : passes_) {
                    for (std::size_t i = 0; i < pass.size(); ++i) take_in(i, pass[i]);
                }
                passes_.clear();
            }
            peers_.spread(flat_, rank);
        }
    }
    if (!all_have_work) {
        at::Tensor there = at::from_blob(there_.data(), {static_cast<std::int64_t>(there_.size())}, at::kByte);
        peers_.spread(there, 0);
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (there_[i] != 0) parameters[i].second.mutable_grad() = part(i);
    }
}

std::vector<std::vector<float>> PeerNorms::gather(const std::vector<float>& mine) {
    peers_.agree();
    const CommonWork common(peers_);
    return peers_.gather(mine);
}

void follow_all(const nn::NormRecording& recording, const std::vector<const torch::nn::Module*>& nets,
                StepPeers& peers) {
    std::vector<nn::RunningStatistics> layers;
    for (const torch::nn::Module* net : nets) {
        for (nn::RunningStatistics& layer : nn::running_statistics(*net)) layers.push_back(std::move(layer));
    }
    if (layers.empty()) return;
    const CommonWork common(peers);
    const RoleScope role(Role::Workspace);
    // What all have recorded alike moves the statistics first.
    for (const nn::RunningStatistics& layer : layers) {
        for (const auto& s : recording.seen()) {
            if (!s.together || s.running_mean.unsafeGetTensorImpl() != layer.mean.unsafeGetTensorImpl()) continue;
            nn::follow(layer, s.mean, s.variance, s.in_fp32);
            const at::NoGradGuard no_grad;
            layer.batches.add_(1);
        }
    }
    // Of each layer how many it saw by itself, then all it saw, pass after pass: its format, mean and variance.
    std::vector<float> mine;
    for (const nn::RunningStatistics& layer : layers) {
        std::vector<at::Tensor> seen;
        for (const auto& s : recording.seen()) {
            if (s.together || s.running_mean.unsafeGetTensorImpl() != layer.mean.unsafeGetTensorImpl()) continue;
            seen.insert(seen.end(), {at::full({1}, s.in_fp32 ? 1.0 : 0.0, s.mean.options()), s.mean, s.variance});
        }
        mine.push_back(static_cast<float>(seen.size() / 3));
        if (seen.empty()) continue;
        const at::Tensor numbers = at::cat(seen).cpu();
        mine.insert(mine.end(), numbers.const_data_ptr<float>(), numbers.const_data_ptr<float>() + numbers.numel());
    }
    for (std::vector<float>& theirs : peers.gather(mine)) {
        std::size_t at = 0;
        for (const nn::RunningStatistics& layer : layers) {
            TORCH_CHECK(at < theirs.size(), "a process told too few statistics of batch norms");
            const auto passes = static_cast<std::int64_t>(theirs[at++]);
            const std::int64_t channels = layer.mean.numel();
            TORCH_CHECK(theirs.size() - at >= static_cast<std::size_t>((1 + 2 * channels) * passes),
                        "a process told too few statistics of batch norms");
            for (std::int64_t pass = 0; pass < passes; ++pass) {
                const bool in_fp32 = theirs[at++] != 0;
                float* numbers = theirs.data() + at;
                const at::Tensor mean = at::from_blob(numbers, {channels}, at::kFloat).to(layer.mean.device());
                const at::Tensor variance =
                    at::from_blob(numbers + channels, {channels}, at::kFloat).to(layer.mean.device());
                nn::follow(layer, mean, variance, in_fp32);
                at += static_cast<std::size_t>(2 * channels);
            }
            const at::NoGradGuard no_grad;
            layer.batches.add_(passes);
        }
    }
}

}  // namespace headroom
