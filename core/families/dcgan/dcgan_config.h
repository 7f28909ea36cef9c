// DcganConfig: the settings of training a DCGAN beyond those that all runs share. Meanings, ranges, defaults and help live in its
// rows (dcgan_rows.cpp), one per field.
#pragma once

#include "core/api/model_kind.h"
#include "core/api/train_config.h"
#include "core/base/enum_names.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace headroom {

inline constexpr ModelKind kDcgan{"dcgan"};

enum class GanLoss { Bce, Hinge, Lsgan, WganGp };
template <> struct EnumNames<GanLoss> {
    static constexpr std::array<std::string_view, 4> names{"bce", "hinge", "lsgan", "wgan-gp"};
};

enum class ConvKind { Standard, Depthwise };
template <> struct EnumNames<ConvKind> {
    static constexpr std::array<std::string_view, 2> names{"standard", "depthwise"};
};

/// How G doubles the resolution. Resize: nearest neighbours, then a 3x3 convolution (Odena, Dumoulin, Olah, "Deconvolution and Checkerboard
/// Artifacts", 2016). Bilinear: bilinear enlarging, then the same (Karras, Laine, Aila, "A Style-Based Generator Architecture", 2019, section 2).
enum class Upsampling { Transposed, Resize, Bilinear };
template <> struct EnumNames<Upsampling> {
    static constexpr std::array<std::string_view, 3> names{"transposed", "resize", "bilinear"};
};

/// In the metadata of a generator's weight file: how it enlarges, where the shapes of its tensors do not tell.
inline constexpr std::string_view kUpsamplingNote = "headroom.upsampling";

enum class Train { Both, OnlyD, OnlyG };
template <> struct EnumNames<Train> { static constexpr std::array<std::string_view, 3> names{"both", "d", "g"}; };

enum class ReuseFakes { Auto, On, Off };
template <> struct EnumNames<ReuseFakes> {
    static constexpr std::array<std::string_view, 3> names{"auto", "on", "off"};
};

/// Plain data. Field comments name the schema key where it is not the obvious one.
struct DcganConfig {
    // networks
    std::int64_t fade_steps = 0;  ///< image.fade_steps: over which new stages fade in after growing; 0: at once
    std::int64_t latent = 100;
    std::int64_t width_g = 64;
    std::int64_t width_max = 512;  ///< 0: no cap
    NormKind norm_g = NormKind::Batch;
    bool spectral_norm = false;  ///< on D
    ConvKind conv = ConvKind::Standard;
    Upsampling upsampling = Upsampling::Transposed;  ///< model.upsampling

    // loss
    GanLoss loss = GanLoss::Bce;
    double gp_weight = 10.0;
    double r1_gamma = 0.0;         ///< 0: off
    std::int64_t r1_every = 16;    ///< steps
    double label_smoothing = 0.0;  ///< one-sided, BCE only
    double instance_noise = 0.0;   ///< standard deviation on D's input
    bool diffaug_colour = false;
    bool diffaug_translation = false;
    bool diffaug_cutout = false;
    bool augment_geometry = false;
    double augment_strength = 1.0;  ///< chance that an augmentation touches a picture; what adaptation begins with
    std::int64_t d_steps = 1;       ///< D steps per G step
    Train train = Train::Both;

    // memory
    ReuseFakes reuse_fakes = ReuseFakes::Auto;

    /// Something changes what D sees of a picture.
    bool augments() const { return diffaug_colour || diffaug_translation || diffaug_cutout || augment_geometry; }
    bool operator==(const DcganConfig&) const = default;
};

/// Widths of fresh networks for `size`, lowest resolution first: min(base * 2^k, cap), cap 0 = none.
std::vector<std::int64_t> canonical_widths(std::int64_t size, std::int64_t base, std::int64_t cap);
/// Those of a network that takes on `size`: growing repeats the highest width, shrinking drops it.
std::vector<std::int64_t> resized_widths(std::vector<std::int64_t> widths, std::int64_t size);

/// Whether the fakes of the D phase wait for the G phase.
bool keeps_fakes(const TrainConfig& config);

}  // namespace headroom
