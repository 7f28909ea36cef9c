// The rows of DiffAugment, for families whose discriminator sees pictures changed so.
#pragma once

#include "core/config/row_builders.h"

#include <string_view>
#include <vector>

namespace headroom {

/// Flags under these keys, bound to these fields: colour, shift, cutout.
template <auto Colour, auto Translation, auto Cutout>
std::vector<ParamRow> augment_rows(std::string_view colour, std::string_view translation, std::string_view cutout) {
    using rows::bind, rows::flag;
    return {
        bind<Colour>(
            flag(colour, "Augment colour", "Loss", Policy::NextStep,
                 "DiffAugment: random brightness, saturation and contrast on all that D sees. For small data sets.")),
        bind<Translation>(flag(translation, "Augment shift", "Loss", Policy::NextStep,
                               "DiffAugment: random shift by up to an eighth on all that D sees.")),
        bind<Cutout>(flag(cutout, "Augment cutout", "Loss", Policy::NextStep,
                          "DiffAugment: a random square of half the side is blanked on all that D sees.")),
    };
}

}  // namespace headroom
