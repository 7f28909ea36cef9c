// The grid of every family: its sizes, precisions, checkpointing and pieces.
#include "core/engine/plan/fit_grid.h"

#include "core/families/fit_rules.h"
#include "core/families/registry.h"

namespace headroom {
namespace {

Sacrifices possible(const FitRequest& request) { return family_of(request.config).fit().possible(); }

std::vector<Precision> precisions(const FitRequest& request) {
    const Precision asked = request.config.precision;
    if (!request.allow.lower_precision || !possible(request).lower_precision || !keeps_float32(asked)) return {asked};
    return {asked, Precision::Bf16};
}

std::vector<Checkpointing> checkpointings(const FitRequest& request, bool near) {
    const Checkpointing asked = request.config.checkpointing;
    if (!near || !request.allow.checkpointing || !possible(request).checkpointing || asked == Checkpointing::On)
        return {asked};
    return {asked, Checkpointing::On};
}

/// Left on the host the data set costs nearly no speed and changes nothing: that is tried before all else.
std::vector<DataOnDevice> places_of_data(const FitRequest& request) {
    const DataOnDevice asked = request.config.data_on_device;
    if (asked != DataOnDevice::On) return {asked};  // automatic is where there is room
    return {asked, DataOnDevice::Off};
}

}  // namespace

std::vector<TrainConfig> fit_grid(const FitRequest& request, bool fresh) {
    const FitRules& rules = family_of(request.config).fit();
    std::vector<TrainConfig> out;
    for (const TrainConfig& size : rules.sizes(request, fresh)) {
        // A change of picture or network is a large one already: it is not combined with remedies that cost time.
        const bool near = same_kind_of_plan(size, request.config);
        for (const Precision precision : precisions(request)) {
            for (const Checkpointing checkpointing : checkpointings(request, near)) {
                for (const DataOnDevice data : places_of_data(request)) {
                    TrainConfig c = size;
                    c.precision = precision;
                    c.checkpointing = checkpointing;
                    c.data_on_device = data;
                    rules.add_pieces(request, c, near, out);
                }
            }
        }
    }
    return out;
}

bool same_kind_of_plan(const TrainConfig& a, const TrainConfig& b) {
    const FitRules& rules = family_of(a).fit();
    return rules.same_picture(a, b) && rules.same_network(a, b);
}

PlanGroup group_of(const TrainConfig& asked, const TrainConfig& plan) {
    if (!same_kind_of_plan(asked, plan)) return PlanGroup::Different;
    const bool close = plan.precision != asked.precision || !family_of(asked).fit().deviations(asked, plan).empty();
    return close ? PlanGroup::Close : PlanGroup::Same;
}

std::string result_words(const TrainConfig& asked, const TrainConfig& plan) {
    const FitRules& rules = family_of(asked).fit();
    std::vector<std::string> words = rules.size_words(asked, plan);
    if (plan.precision != asked.precision) words.push_back(std::string(name_of(plan.precision)) + " rounding");
    for (std::string& deviation : rules.deviations(asked, plan)) words.push_back(std::move(deviation));
    if (words.empty()) return plan == asked ? "As asked" : "Same up to rounding";
    std::string out = words[0];
    for (std::size_t i = 1; i < words.size(); ++i) out += "; " + words[i];
    return out;
}

std::string pieces_words(const TrainConfig& plan) { return family_of(plan).fit().pieces_words(plan); }

}  // namespace headroom
