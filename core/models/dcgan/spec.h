// DcganSpec: the shape of a DCGAN, free of tensors: widths per resolution and what follows from them.
#pragma once

#include "core/api/forecast.h"
#include "core/api/train_config.h"
#include "core/families/dcgan/dcgan_config.h"

#include <cstdint>
#include <vector>

namespace headroom {

/// One network pair. Widths are listed from the lowest resolution (4 px) up to size / 2: log2(size) - 2 entries.
/// A fresh pair has canonical widths, base * 2^k capped; a grown one keeps the widths it had.
struct DcganSpec {
    std::int64_t size = 64;
    std::int64_t latent = 100;
    std::int64_t channels = 3;
    std::vector<std::int64_t> widths_g, widths_d;
    NormKind norm_g = NormKind::Batch;
    NormKind norm_d = NormKind::Batch;
    bool spectral_norm = false;
    ConvKind conv = ConvKind::Standard;
    Upsampling upsampling = Upsampling::Transposed;  ///< of G
    std::int64_t fade_from = 0;  ///< size before growing while the new stages fade in (fade.h); 0: no fade

    bool operator==(const DcganSpec&) const = default;
};

/// The spec of a new run with `config`.
DcganSpec spec_from_config(const TrainConfig& config);

/// `spec` at another size with its widths kept by resolution (resized_widths()). Nothing fades in.
DcganSpec resized(const DcganSpec& spec, std::int64_t size);

/// The layout of networks of this spec, and the spec of networks of this layout once they take on `config` (its resolution;
/// an empty layout: fresh networks).
NetworkLayout layout_of(const DcganSpec& spec);
DcganSpec spec_of(const NetworkLayout& layout, const TrainConfig& config);

/// Number of trainable parameters of G and D.
struct ParameterCounts {
    std::int64_t g = 0, d = 0, buffers_g = 0, buffers_d = 0;
    std::int64_t filters = 0;  ///< those of `g` and `d` that are convolutions' weights
    std::int64_t tensors = 0;  ///< in which `g` and `d` lie
};
ParameterCounts count_parameters(const DcganSpec& spec);
/// Of each convolution's weights how many numbers they are.
struct FilterCounts {
    std::vector<std::int64_t> g, d;
};
FilterCounts count_filters(const DcganSpec& spec);

}  // namespace headroom
