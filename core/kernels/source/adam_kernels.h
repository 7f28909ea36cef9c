// Adam (Kingma and Ba 2015, as torch.optim.Adam without decay) on many tensors
// at once: weights, moments, the running mean of the weights and their copy of
// lower precision in one pass.
#pragma once

#include "core/kernels/source/device.h"

namespace headroom::kernels {

/// One parameter, all of it float32 but the shadow; in the order of memory.
struct AdamTensor {
    float* weight = nullptr;
    const float* grad = nullptr;
    float* first = nullptr;
    float* second = nullptr;
    const float* step = nullptr;  ///< the number of this step, from 1, on the device
    float* mean = nullptr;        ///< running mean of the weight; null: none
    Numbers shadow;               ///< the weight rounded; null: none
    I64 count = 0;
    I64 first_chunk = 0;  ///< chunks of the tensors before it
};

struct AdamStep {
    static constexpr int kMost = 40;  ///< tensors of a launch: a kernel's arguments are at most 4 KiB
    struct Args {
        AdamTensor tensors[kMost];
        int count = 0;
        double lr = 0, beta1 = 0, beta2 = 0, epsilon = 0;
        double mean_share = 0;               ///< of the new weight in its running mean; 0: it stays
        const double* lr_there = nullptr;    ///< null, or `lr` on the device
        const float* share_there = nullptr;  ///< null, or `mean_share` on the device
        const float* unscale = nullptr;      ///< null, or what gradients are multiplied by, on the device
        const float* found_inf = nullptr;    ///< null, or on the device: not 0 leaves everything as it is
    };
    static constexpr int kThreads = 256, kEach = 8, kTogether = 4, kChunk = kThreads * kEach;
    struct Shared {
        float pace, root;  ///< lr / (1 - beta1^step), sqrt(1 - beta2^step)
        float share;
    };
    static HEADROOM_DEVICE I64 blocks(const Args& a) {
        return a.count == 0 ? 0 : a.tensors[a.count - 1].first_chunk + pieces(a.tensors[a.count - 1].count, kChunk);
    }
    template <class Block> static HEADROOM_DEVICE void run(Block& block, const Args& a) {
        if (a.found_inf && *a.found_inf != 0) return;
        int which = 0;
        for (int step = 64; step > 0; step /= 2) {
            if (which + step < a.count && a.tensors[which + step].first_chunk <= block.index()) which += step;
        }
        const AdamTensor& x = a.tensors[which];
        block.each([&](int t) {
            if (t != 0) return;
            const auto step = static_cast<double>(*x.step);
            const double lr = a.lr_there ? *a.lr_there : a.lr;
            block.shared.pace = static_cast<float>(lr / (1 - pow(a.beta1, step)));
            block.shared.root = static_cast<float>(sqrt(1 - pow(a.beta2, step)));
            block.shared.share = a.share_there ? *a.share_there : static_cast<float>(a.mean_share);
        });
        const I64 begin = (block.index() - x.first_chunk) * kChunk, end = least<I64>(begin + kChunk, x.count);
        const float unscale = a.unscale ? *a.unscale : 1.0f;
        block.each([&](int t) {
            for (I64 i = begin + t; i < end; i += kThreads * kTogether) {
                float grad[kTogether], first[kTogether], second[kTogether], weight[kTogether], mean[kTogether];
                // Read before anything is written, so that all are under way at once.
                for (int k = 0; k < kTogether; ++k) {
                    const I64 at = i + k * kThreads;
                    if (at >= end) continue;
                    grad[k] = x.grad[at] * unscale;
                    first[k] = x.first[at];
                    second[k] = x.second[at];
                    weight[k] = x.weight[at];
                    if (x.mean) mean[k] = x.mean[at];
                }
                for (int k = 0; k < kTogether; ++k) {
                    const I64 at = i + k * kThreads;
                    if (at >= end) continue;
                    update(a, block.shared, grad[k], first[k], second[k], weight[k]);
                    x.first[at] = first[k];
                    x.second[at] = second[k];
                    x.weight[at] = weight[k];
                    if (x.mean) x.mean[at] = between(mean[k], weight[k], block.shared.share);
                    if (x.shadow.data) store(x.shadow, at, weight[k]);
                }
            }
        });
    }
    /// As at::lerp computes it.
    static HEADROOM_DEVICE float between(float from, float to, float share) {
        return share < 0.5f ? from + share * (to - from) : to - (to - from) * (1.0f - share);
    }
    static HEADROOM_DEVICE void update(const Args& a, const Shared& s, float grad, float& first, float& second,
                                       float& weight) {
        const auto rest1 = static_cast<float>(1 - a.beta1), beta2 = static_cast<float>(a.beta2),
                   rest2 = static_cast<float>(1 - a.beta2), epsilon = static_cast<float>(a.epsilon);
        first += rest1 * (grad - first);
        second = beta2 * second + rest2 * grad * grad;
        weight -= s.pace * first / (sqrtf(second) / s.root + epsilon);
    }
};

}  // namespace headroom::kernels
