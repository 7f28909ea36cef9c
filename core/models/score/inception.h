// Inception v3 as FID is defined by it: features of pictures.
// Source: Szegedy, Vanhoucke, Ioffe, Shlens, Wojna, "Rethinking the Inception Architecture for Computer Vision", 2016; Heusel, Ramsauer,
// Unterthiner, Nessler, Hochreiter, "GANs Trained by a Two Time-Scale Update Rule Converge to a Local Nash Equilibrium", 2017.
#pragma once

#include "core/base/result.h"
#include "core/memory/libtorch.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>

namespace headroom {

/// Frozen, in evaluation mode. Role::Weights. Without values until they are loaded. Its average pooling leaves the border's zeros out, and the last
/// block pools maxima, as the network of 2015-12-05 does. One thread at a time.
class InceptionFeatures : public torch::nn::Module {
public:
    InceptionFeatures();
    /// Pictures (N, 3, 299, 299), values about [-1, 1] -> (N, kWidth): the last block's means over positions.
    at::Tensor forward(const at::Tensor& pictures);

    static constexpr std::int64_t kSide = 299, kWidth = 2048;

private:
    struct Convolution;
    struct Block;
    /// Branches of a block one after another.
    at::Tensor through(const std::string& block, std::initializer_list<const char*> branches, at::Tensor x);
    at::Tensor block_a(const std::string& block, const at::Tensor& x);
    at::Tensor block_c(const std::string& block, const at::Tensor& x);
    at::Tensor block_e(const std::string& block, const at::Tensor& x, bool pool_maxima);

    std::map<std::string, std::shared_ptr<Convolution>> convolutions_;  ///< by InceptionConvolution::name()
};

/// Reads a file as pytorch-fid or torch-fidelity publish it (pt_inception-2015-12-05-*.pth, weights-inception-2015-12-05-*.pth). Errors: as
/// WeightFile::open and require_complete.
Result<std::shared_ptr<InceptionFeatures>> load_inception(const std::string& path);

}  // namespace headroom
