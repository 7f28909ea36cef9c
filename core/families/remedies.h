// Small changes of settings that remedies (family_counsel.h) are put together from.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"

namespace headroom {

namespace remedies {

/// The rate of the classic DCGAN (Radford et al. 2016), which most GANs of this size begin with.
inline constexpr double kUsualRate = 2e-4;

/// `first` unless it is empty.
inline ParamPatch either(ParamPatch first, ParamPatch otherwise) { return first.empty() ? otherwise : first; }

/// Rates far above the usual one become it; others are halved.
ParamPatch calmer_rates(const TrainConfig& config);
/// Rates below the usual one become it.
ParamPatch livelier_rates(const TrainConfig& config);
/// Larger pieces of the same batch, or what was recomputed is kept; empty: nothing saves memory.
ParamPatch fewer_savings(const TrainConfig& config);
/// The batch in smaller pieces (FitRules::smaller_pieces); empty: there are none.
ParamPatch smaller_pieces(const TrainConfig& config);

}  // namespace remedies
}  // namespace headroom
