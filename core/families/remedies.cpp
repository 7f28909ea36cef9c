// Rates, batches and what saves memory, as patches.
#include "core/families/remedies.h"

#include "core/api/param_schema.h"
#include "core/families/counsel_limits.h"
#include "core/families/fit_rules.h"
#include "core/families/registry.h"

#include <algorithm>
#include <string>

namespace headroom::remedies {
namespace {

using counsel_limits::kHighRate;
using counsel_limits::kUsualRate;

}  // namespace

ParamPatch calmer_rates(const TrainConfig& c) {
    ParamPatch out;
    if (c.lr_g >= kHighRate) out["lr.g"] = kUsualRate;
    if (c.lr_d >= kHighRate) out["lr.d"] = kUsualRate;
    return either(out, {{"lr.g", c.lr_g / 2}, {"lr.d", c.lr_d / 2}});
}

ParamPatch livelier_rates(const TrainConfig& c) {
    ParamPatch out;
    if (c.lr_g < kUsualRate) out["lr.g"] = kUsualRate;
    if (c.lr_d < kUsualRate) out["lr.d"] = kUsualRate;
    return out;
}

ParamPatch range_of_fp32(const TrainConfig& c) {
    return c.precision == Precision::Fp16 ? ParamPatch{{"precision", std::string("bf16")}} : ParamPatch{};
}

ParamPatch clipped_gradients(const TrainConfig& c) { return c.clip > 0 ? ParamPatch{} : ParamPatch{{"clip", 10.0}}; }

ParamPatch g_down_to_d(const TrainConfig& c) { return c.lr_g > c.lr_d ? ParamPatch{{"lr.g", c.lr_d}} : ParamPatch{}; }

ParamPatch d_down_to_g(const TrainConfig& c) { return c.lr_d > c.lr_g ? ParamPatch{{"lr.d", c.lr_g}} : ParamPatch{}; }

ParamPatch d_up_to_g(const TrainConfig& c) { return c.lr_g > c.lr_d ? ParamPatch{{"lr.d", c.lr_g}} : ParamPatch{}; }

ParamPatch half_of_g(const TrainConfig& c) { return {{"lr.g", c.lr_g / 2}}; }

ParamPatch half_of_d(const TrainConfig& c) { return {{"lr.d", c.lr_d / 2}}; }

ParamPatch twice_d(const TrainConfig& c) { return {{"lr.d", std::min(1.0, c.lr_d * 2)}}; }

ParamPatch usual_g(const TrainConfig& c) {
    return c.lr_g > kUsualRate ? ParamPatch{{"lr.g", kUsualRate}} : ParamPatch{};
}

ParamPatch mirrored(const TrainConfig& c) { return c.data_grey ? ParamPatch{} : ParamPatch{{"data.mirror", true}}; }

ParamPatch padded(const TrainConfig& c) {
    const bool crops = c.data_fit == FitMode::CentreCrop || c.data_fit == FitMode::RandomCrop;
    return crops ? ParamPatch{{"data.fit", std::string("pad")}} : ParamPatch{};
}

ParamPatch without_duplicates(const TrainConfig&) { return {{"data.skip_duplicates", true}}; }

ParamPatch without_empty(const TrainConfig&) { return {{"data.skip_empty", true}}; }

ParamPatch fewer_savings(const TrainConfig& c) {
    if (c.checkpointing == Checkpointing::On) return {{"memory.checkpointing", std::string("off")}};
    if (c.batch_accumulate < 2 || c.batch_accumulate % 2 != 0) return {};
    return {{"batch.micro", c.batch_micro * 2}, {"batch.accumulate", c.batch_accumulate / 2}};
}

ParamPatch smaller_pieces(const TrainConfig& c) {
    const auto smaller = family_of(c).fit().smaller_pieces(c, 1);
    return smaller ? difference(c, *smaller) : ParamPatch{};
}

}  // namespace headroom::remedies
