// LightGanConfig: the settings of training a Light GAN beyond those that all runs share. Meanings, ranges, defaults and help live in its
// rows (light_gan_rows.cpp), one per field.
#pragma once

#include "core/api/model_kind.h"
#include "core/api/train_config.h"
#include "core/base/enum_names.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace headroom {

inline constexpr ModelKind kLightGan{"light-gan"};

/// How many judgements D gives of one picture: one, or one for each of 5 x 5 overlapping parts.
enum class Logits { One, Grid };
template <> struct EnumNames<Logits> { static constexpr std::array<std::string_view, 2> names{"1x1", "5x5"}; };

/// Plain data. Field comments name the schema key where it is not the obvious one.
struct LightGanConfig {
    // networks
    std::int64_t latent = 256;       ///< model.latent
    std::int64_t width_max = 512;    ///< model.width
    std::int64_t width_side = 4096;  ///< model.width_side: channels of a layer times its side, up to the cap
    std::string attention = "32";    ///< model.attention: sides, in pixels, of the features that attend
    Logits logits = Logits::One;     ///< model.logits
    bool small_attention = true;     ///< model.small_attention: D's look at 32 px attends

    // loss
    double gp_weight = 10.0;      ///< loss.gp
    std::int64_t gp_every = 4;    ///< steps
    bool diffaug_colour = false;  ///< diffaug.colour, and so on
    bool diffaug_translation = true;
    bool diffaug_cutout = true;
    double augment_share = 0.3;  ///< augment.share: of the pictures

    /// Something changes what D sees of a picture.
    bool augments() const { return diffaug_colour || diffaug_translation || diffaug_cutout; }
    bool operator==(const LightGanConfig&) const = default;
};

}  // namespace headroom
