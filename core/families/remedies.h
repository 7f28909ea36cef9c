// Small changes of settings that remedies (family_counsel.h) are put together from, and the remedies that are the same for every family.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"
#include "core/families/family_counsel.h"

namespace headroom {

namespace remedies {

/// `first` unless it is empty.
inline ParamPatch either(ParamPatch first, ParamPatch otherwise) { return first.empty() ? otherwise : first; }

/// Rates far above the usual one become it; others are halved.
ParamPatch calmer_rates(const TrainConfig& config);
/// Rates below the usual one become it.
ParamPatch livelier_rates(const TrainConfig& config);
/// What fp16 overflows, bf16 holds.
ParamPatch range_of_fp32(const TrainConfig& config);
/// Gradients are clipped, unless they are.
ParamPatch clipped_gradients(const TrainConfig& config);
/// The faster of the two rates becomes the other; empty: it is not faster.
ParamPatch g_down_to_d(const TrainConfig& config);
ParamPatch d_down_to_g(const TrainConfig& config);
/// The slower one, D's, becomes G's.
ParamPatch d_up_to_g(const TrainConfig& config);
ParamPatch half_of_g(const TrainConfig& config);
ParamPatch half_of_d(const TrainConfig& config);
ParamPatch twice_d(const TrainConfig& config);
/// G's rate above the usual one becomes it.
ParamPatch usual_g(const TrainConfig& config);
/// Empty: pictures without colour, which may be writing.
ParamPatch mirrored(const TrainConfig& config);
/// Pictures are padded to squares instead of cropped; empty: none are cropped.
ParamPatch padded(const TrainConfig& config);
/// Pictures that all but repeat an earlier one are skipped; those of one colour are.
ParamPatch without_duplicates(const TrainConfig& config);
ParamPatch without_empty(const TrainConfig& config);
/// Larger pieces of the same batch, or what was recomputed is kept; empty: nothing saves memory.
ParamPatch fewer_savings(const TrainConfig& config);
/// The batch in smaller pieces (FitRules::smaller_pieces); empty: there are none.
ParamPatch smaller_pieces(const TrainConfig& config);

// Of pictures and memory, whatever is trained.
inline constexpr Remedy kSkipDuplicates{
    CounselRule::DataTwins, without_duplicates,
    "Skip the near-duplicates: of those that repeat each other the first by name stays."};
inline constexpr Remedy kSkipEmpty{CounselRule::DataEmpty, without_empty, "Skip the empty pictures."};
inline constexpr Remedy kPad{CounselRule::DataAspect, padded,
                             "Pad the pictures to squares, so that nothing of them is cut off."};
inline constexpr Remedy kSmallerPieces{CounselRule::MemoryTight, smaller_pieces, "The same batch in smaller pieces."};
inline constexpr Remedy kFewerSavings{CounselRule::MemorySpare, fewer_savings,
                                      "Give time back: the same batch with fewer savings."};

}  // namespace remedies
}  // namespace headroom
