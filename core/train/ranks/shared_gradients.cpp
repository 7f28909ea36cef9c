// Adding up gradients and running statistics.
#include "core/train/ranks/shared_gradients.h"

#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/norm_recording.h"

#include <torch/csrc/autograd/utils/lambda_post_hook.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace headroom {

/// Numbers of a bucket at least, 4 MiB: long against a message's latency, short against a backward pass.
constexpr std::int64_t kBucket = 1 << 20;

SharedGradients::SharedGradients(StepPeers& peers, Adam& optimiser, bool overlap)
    : peers_(peers),
      optimiser_(optimiser),
      there_(optimiser.parameters().size(), 0),
      overlap_(overlap && !peers.ordered() && !there_.empty() &&
               peers.can_begin(optimiser.parameters().front().second)) {
    if (peers_.ordered()) return;
    lay_out();
    for (std::size_t i = 0; i < there_.size(); ++i) optimiser_.parameters()[i].second.mutable_grad() = part(i);
    listen();
}

SharedGradients::~SharedGradients() {
    for (const Hook& hook : hooks_) hook.at->del_post_hook(hook.key);
    if (!agreed_) return;
    try {
        begin_sums(true);
        end_sums();
    } catch (const c10::Error&) {}  // the others are lost, which the peers remember
}

void SharedGradients::lay_out() {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Gradients);
    const auto& parameters = optimiser_.parameters();
    begins_.assign(parameters.size(), 0);
    bucket_of_.assign(parameters.size(), 0);
    std::int64_t total = 0;
    // A backward pass comes to the last parameters first.
    for (std::size_t i = parameters.size(); i-- > 0;) {
        if (buckets_.empty() || total - buckets_.back().begin >= kBucket) buckets_.push_back({total});
        begins_[i] = total;
        bucket_of_[i] = buckets_.size() - 1;
        total += parameters[i].second.numel();
        buckets_.back().end = total;
        ++buckets_.back().missing;
    }
    if (total > 0) flat_ = at::zeros({total}, parameters.front().second.options().requires_grad(false));
}

void SharedGradients::listen() {
    using torch::autograd::variable_list;
    for (std::size_t i = 0; i < there_.size(); ++i) {
        const at::Tensor& p = optimiser_.parameters()[i].second;
        if (!p.requires_grad()) {  // codes that follow averages
            --buckets_[bucket_of_[i]].missing;
            continue;
        }
        auto node = torch::autograd::impl::grad_accumulator(p);
        auto told = [this, i](const variable_list& out, const variable_list& in) {
            arrived(i, in.empty() || in.front().defined());
            return out;
        };
        const std::uintptr_t key =
            node->add_post_hook(std::make_unique<torch::autograd::utils::LambdaPostHook>(std::move(told)));
        hooks_.push_back({std::move(node), key});
    }
}

void SharedGradients::arrived(std::size_t i, bool with_gradient) {
    if (with_gradient) there_[i] = 1;
    if (!agreed_) return;
    Bucket& bucket = buckets_[bucket_of_[i]];
    if (bucket.missing == 0)
        came_twice_ = true;  // into a sum under way
    else
        --bucket.missing;
    begin_sums(false);
}

void SharedGradients::before_last_pass() {
    if (!overlap_ || agreed_) return;
    (void)peers_.agree();
    agreed_ = true;
}

void SharedGradients::begin_sums(bool of_all) {
    const LimitSuspension never_refused;
    while (sums_.size() < buckets_.size() && (of_all || buckets_[sums_.size()].missing == 0)) {
        const Bucket& bucket = buckets_[sums_.size()];
        sums_.push_back(peers_.begin_adding_up(flat_.narrow(0, bucket.begin, bucket.end - bucket.begin)));
    }
}

void SharedGradients::end_sums() {
    std::exception_ptr first;
    for (; waited_ < sums_.size(); ++waited_) {
        // Each is waited for, whatever became of another: it holds on to the gradients.
        try {
            peers_.wait_for(*sums_[waited_]);
        } catch (const c10::Error&) {
            if (!first) first = std::current_exception();
        }
    }
    if (first) std::rethrow_exception(first);
}

void SharedGradients::keep_pass() {
    if (agreed_) begin_sums(true);  // of what the pass has left out, too: what comes next comes after them everywhere
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
    if (overlap_) {
        before_last_pass();  // where this process had no micro-batch
        begin_sums(true);
        end_sums();
        TORCH_CHECK(!came_twice_, "a gradient changed after it was added up with those of other processes");
    }
    if (!peers_.ordered()) return;
    lay_out();
    const at::NoGradGuard no_grad;
    for (std::size_t i = 0; i < there_.size(); ++i) {
        const at::Tensor& p = optimiser_.parameters()[i].second;
        if (!p.grad().defined()) continue;
        part(i).copy_(p.grad());
        there_[i] = 1;
        p.mutable_grad().reset();
    }
}

void SharedGradients::add_up(bool all_have_work) {
    const at::NoGradGuard no_grad;
    const auto& parameters = optimiser_.parameters();
    if (parameters.empty()) return;
    const CommonWork common(peers_);
    if (peers_.ordered()) {
        for (int rank = 0; rank < peers_.size(); ++rank) {
            if (rank == peers_.rank()) {
                for (const auto& pass : passes_) {
                    for (std::size_t i = 0; i < pass.size(); ++i) take_in(i, pass[i]);
                }
                passes_.clear();
            }
            peers_.spread(flat_, rank);
        }
    } else if (!overlap_) {
        peers_.add_up(flat_);
    }
    if (!all_have_work) {
        at::Tensor there = at::from_blob(there_.data(), {static_cast<std::int64_t>(there_.size())}, at::kByte);
        peers_.spread(there, 0);
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        at::Tensor& gradient = parameters[i].second.mutable_grad();
        gradient = there_[i] != 0 ? part(i) : at::Tensor();
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
    // What all have recorded alike moves the statistics first. Of each layer how many it saw by itself, then all it saw, pass after pass: its
    // kernel, mean and variance.
    std::vector<float> mine;
    for (const nn::RunningStatistics& layer : layers) {
        std::vector<at::Tensor> seen;
        for (const auto& s : recording.seen()) {
            if (s.running_mean.unsafeGetTensorImpl() != layer.mean.unsafeGetTensorImpl()) continue;
            if (s.together) {
                nn::follow(layer, s.mean, s.variance, s.by);
                const at::NoGradGuard no_grad;
                layer.batches.add_(1);
                continue;
            }
            seen.insert(seen.end(), {at::full({1}, static_cast<double>(s.by), s.mean.options()), s.mean, s.variance});
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
                const auto by = static_cast<nn::NormKernel>(static_cast<int>(theirs[at++]));
                float* numbers = theirs.data() + at;
                const at::Tensor mean = at::from_blob(numbers, {channels}, at::kFloat).to(layer.mean.device());
                const at::Tensor variance =
                    at::from_blob(numbers + channels, {channels}, at::kFloat).to(layer.mean.device());
                nn::follow(layer, mean, variance, by);
                at += static_cast<std::size_t>(2 * channels);
            }
            const at::NoGradGuard no_grad;
            layer.batches.add_(passes);
        }
    }
}

}  // namespace headroom
