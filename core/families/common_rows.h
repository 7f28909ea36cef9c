// Rows that several families have. A family's table is these, its own rows among them where they belong in the form, in its own words.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"

#include <string_view>
#include <vector>

namespace headroom {

/// What every run has: memory, steps, saving, seed, device. In form order.
std::vector<ParamRow> basic_rows();
/// The same with what all have that train two networks on batches of pictures: batch, data, optimiser, discriminator.
std::vector<ParamRow> training_rows();

/// The same with what all have that draw from latents with a generator, against a discriminator: layout, moments in RAM, grey, truncation,
/// adaptive augmentation, synchronised norms.
std::vector<ParamRow> adversarial_rows();
/// Puts `own` behind the row of `key`; at the end where there is none.
void place_after(std::vector<ParamRow>& rows, std::string_view key, std::vector<ParamRow> own);

/// What a family calls a common row; an empty text is as elsewhere.
struct ParamWords {
    std::string_view key, label{}, unit{}, help{}, cost{};
};
void reword(std::vector<ParamRow>& rows, const ParamWords& words);

}  // namespace headroom
