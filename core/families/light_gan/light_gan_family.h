// Light GAN (Liu et al., "Towards Faster and Stabilized GAN Training for High-fidelity Few-shot Image Synthesis", ICLR 2021, as lightweight-gan builds
// it): settings, words, plans.
#pragma once

#include "core/families/family.h"
#include "core/families/suggestion.h"

namespace headroom {

const Family& light_gan_family();

/// Its rows (light_gan_rows.cpp) and named sets of values (light_gan_presets.cpp).
std::vector<ParamRow> light_gan_rows();
std::vector<Preset> light_gan_presets();

/// How well it suits such data, and what it proposes for them (light_gan_suggestions.cpp).
double light_gan_suits(const DatasetFacts& facts, bool on_gpu);
const std::vector<SuggestionRule>& light_gan_suggestions();

}  // namespace headroom
