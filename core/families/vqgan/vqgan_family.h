// VQGAN (Esser, Rombach, Ommer, "Taming Transformers for High-Resolution Image Synthesis", 2021), stage 1: settings, words, plans.
#pragma once

#include "core/families/family.h"

namespace headroom {

const Family& vqgan_family();

/// Its rows (vqgan_rows.cpp) and named sets of values (vqgan_presets.cpp).
std::vector<ParamRow> vqgan_rows();
std::vector<Preset> vqgan_presets();

}  // namespace headroom
