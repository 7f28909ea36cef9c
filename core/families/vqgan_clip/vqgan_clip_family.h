// VQGAN-CLIP (Crowson et al., 2022), text to image: settings, words, plans.
#pragma once

#include "core/families/family.h"

namespace headroom {

const Family& vqgan_clip_family();

/// Its rows (vqgan_clip_rows.cpp) and named sets of values (vqgan_clip_presets.cpp).
std::vector<ParamRow> vqgan_clip_rows();
std::vector<Preset> vqgan_clip_presets();
/// What the command line takes beside settings: the prompts as words, --size, files (vqgan_clip_options.cpp).
std::vector<FamilyOption> vqgan_clip_options();
Result<void> take_vqgan_clip_options(const GivenOptions& given, ParamPatch& patch);

}  // namespace headroom
