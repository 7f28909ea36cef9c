// NormSync: batch norms whose statistics are those of a batch that several processes see parts of. What PyTorch calls SyncBatchNorm.
#pragma once

#include "core/memory/libtorch.h"

#include <vector>

namespace headroom::nn {

/// What connects the layers of the processes. Each calls it as often as the others and in the same order, in forward and backward passes.
class NormSync {
public:
    virtual ~NormSync() = default;
    /// Numbers of one layer: this process's to all. Returns everyone's, in an order that is the same everywhere. Throws c10::Error when another
    /// process cannot go on.
    virtual std::vector<std::vector<float>> gather(const std::vector<float>& mine) = 0;
};

struct Normalised {
    at::Tensor out;                ///< as `x`
    at::Tensor mean, deviation;    ///< of the whole batch, (C), fp32; `deviation`: 1 / sqrt(variance + eps)
    at::Tensor unbiased_variance;  ///< (C), fp32
};

/// Batch norm, eps 1e-5, of this process's part `x` (N, C, H, W) of a batch. Its gradient is that of the whole batch; those of `weight` and
/// `bias` are this part's, as the processes add them up. Not to be differentiated twice. Formulas: Ioffe and Szegedy, "Batch Normalization",
/// 2015, over the union of the parts.
Normalised normalise_together(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, NormSync& sync);

/// The batch norms of `net` compute together from now on; null: each process by itself.
void synchronise(const torch::nn::Module& net, NormSync* sync);

}  // namespace headroom::nn
