// DCGAN (Radford, Metz, Chintala, "Unsupervised Representation Learning with Deep Convolutional GANs", 2016): settings, words, plans.
#pragma once

#include "core/families/family.h"
#include "core/families/suggestion.h"

namespace headroom {

const Family& dcgan_family();

/// Its rows (dcgan_rows.cpp) and named sets of values (dcgan_presets.cpp).
std::vector<ParamRow> dcgan_rows();
std::vector<Preset> dcgan_presets();
/// What it proposes for data (dcgan_suggestions.cpp).
const std::vector<SuggestionRule>& dcgan_suggestions();

}  // namespace headroom
