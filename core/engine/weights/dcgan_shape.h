// DcganShape: what a state dict of a DCGAN network is, from its tensors' names and shapes alone. No tensors run.
#pragma once

#include "core/api/train_config.h"
#include "core/base/result.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/io/tensors/tensor_file.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// One network of a DCGAN in the classic PyTorch example's layout: a plain list of 4x4 (or depthwise) convolutions and norms;
/// a generator's may be 3x3 behind the first, on pictures that are enlarged before.
struct DcganShape {
    bool generator = true;             ///< false: a discriminator
    std::int64_t size = 0;             ///< side of the pictures in pixels
    std::int64_t latent = 0;           ///< of a generator; 0 for a discriminator
    std::int64_t channels = 0;         ///< of the pictures
    std::vector<std::int64_t> widths;  ///< channels between the layers, input side first
    NormKind norm = NormKind::None;
    ConvKind conv = ConvKind::Standard;
    Upsampling upsampling = Upsampling::Transposed;  ///< of a generator; of 3x3 filters Resize, see upsampling_as()
    bool spectral_norm = false;
    std::int64_t parameters = 0;  ///< trainable numbers

    /// ngf or ndf: channels of the layer next to the pictures.
    std::int64_t width() const { return generator ? widths.back() : widths.front(); }
};

/// Recognises names with or without a "module.", "model." or "state_dict." before them and the "main." of the example.
/// Error BadFile: what keeps the tensors from being those of a DCGAN network, naming the tensor that has no place, is missing or has
/// another shape or type.
Result<DcganShape> recognise_dcgan(const std::vector<TensorView>& tensors);

/// How such a generator enlarges where `said` is what is known of that beside its tensors: the filters behind repeated pixels and behind bilinear ones
/// have one shape.
Upsampling upsampling_as(const DcganShape& shape, Upsampling said);

/// The tensors of one network in a file that may hold several under names of their own, as {"netG": ..., "netD": ..., "optimizer": ...}
/// does; those of a file that does not, all.
std::vector<TensorView> network_in(const std::vector<TensorView>& tensors, bool generator);

/// `name` as the classic example stores it ("module.main.0.weight" and "0.weight" are "main.0.weight").
std::string classic_name(std::string_view name);

}  // namespace headroom
