// The latent's optimisers along the case's gradients.
#include "app/lab/vqgan_clip/optimiser_case.h"

#include "core/memory/libtorch.h"

namespace headroom {

using imagine::LatentOptimiser;
using imagine::OptimiserRules;

const std::vector<OptimiserCase>& optimiser_cases() {
    using enum LatentOptimiserKind;
    static const std::vector<OptimiserCase> cases{
        {"Adam", Adam},   {"AdamW", AdamW},     {"Adagrad", Adagrad},         {"Adamax", Adamax},
        {"RAdam", RAdam}, {"RMSprop", RmsProp}, {"DiffGrad", DiffGrad, true}, {"DiffGrad_script", DiffGrad},
        {"AdamP", AdamP}};
    return cases;
}

LatentOptimiser OptimiserCase::make(double rate) const {
    return library_rules ? LatentOptimiser(kind, rate, OptimiserRules{}) : LatentOptimiser(kind, rate);
}

Result<TensorMap> replay_optimisers(const std::string& case_dir, const ReplayWay& way) {
    auto record = read_case_record(case_dir + "/optimisers.json");
    if (!record) return record.error();
    auto tensors = read_case_tensors(case_dir + "/optimisers.safetensors");
    if (!tensors) return tensors.error();
    if (!tensors->contains("z0") || !tensors->contains("grads"))
        return broken_case(case_dir, "optimisers.safetensors lacks z0 or grads");
    const at::ScalarType type = way.float64 ? at::kDouble : at::kFloat;
    const at::Tensor grads = tensors->at("grads").to(type);
    TensorMap out;
    for (const OptimiserCase& c : optimiser_cases()) {
        LatentOptimiser optimiser = c.make(record->at("lr").get<double>());
        const at::Tensor z = tensors->at("z0").to(type).clone();
        std::vector<at::Tensor> seen;
        for (std::int64_t i = 0; i < grads.size(0); ++i) {
            optimiser.step(z, grads[i]);
            seen.push_back(z.clone());
        }
        out[c.name] = at::stack(seen);
    }
    return out;
}

}  // namespace headroom
