// Divisions of a batch, halved sides.
#include "core/families/batch_rules.h"

#include "core/api/param_schema.h"
#include "core/families/process_share.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t kMostSizes = 3;

}  // namespace

std::vector<std::int64_t> divisors(std::int64_t n) {
    std::vector<std::int64_t> out;
    for (std::int64_t d = n; d >= 1; --d) {
        if (n % d == 0) out.push_back(d);
    }
    return out;
}

std::string BatchRules::batch_text(const TrainConfig& plan) {
    return std::to_string(plan.batch_micro) + " x " + std::to_string(plan.batch_accumulate);
}

std::string BatchRules::images_text(const TrainConfig& plan) {
    return std::to_string(plan.batch_micro) + (plan.batch_micro == 1 ? " image" : " images");
}

std::string BatchRules::pieces_words(const TrainConfig& plan) const { return "Micro-batch " + batch_text(plan); }

std::vector<TrainConfig> BatchRules::sizes(const FitRequest& request, bool fresh) const {
    std::vector<TrainConfig> out{request.config};
    if (request.allow.smaller_picture) {
        const auto smallest = static_cast<std::int64_t>(find_param("image.size", request.config.model)->low);
        for (std::int64_t side = last_side(request.config) / 2; side >= smallest && out.size() < kMostSizes;
             side /= 2) {
            out.push_back(request.config);
            set_last_side(out.back(), side);
        }
    }
    if (request.allow.smaller_network && fresh) add_networks(request.config, out);
    return out;
}

TrainConfig BatchRules::of_process(const TrainConfig& c, int processes, int rank) const {
    TrainConfig out = c;
    const auto [first, after] = share_of(c.batch_accumulate, processes, rank);
    out.batch_accumulate = std::max<std::int64_t>(1, after - first);
    out.processes = processes;
    return out;
}

std::optional<TrainConfig> BatchRules::smaller_pieces(const TrainConfig& c, int) const {
    const std::int64_t effective = c.effective_batch();
    if (c.batch_micro <= 1) return std::nullopt;
    // The largest that keeps the effective batch exactly, at most half.
    std::int64_t micro = c.batch_micro / 2;
    while (effective % micro != 0) --micro;
    TrainConfig out = c;
    out.batch_micro = micro;
    out.batch_accumulate = effective / micro;
    // More micro-batches than the setting can say could not be stored, nor set again.
    const ParamRow* row = find_param("batch.accumulate");
    if (row && static_cast<double>(out.batch_accumulate) > row->high) return std::nullopt;
    return out;
}

std::vector<std::string> BatchRules::ladder_words(const TrainConfig& from, const TrainConfig& to) const {
    if (from.batch_micro == to.batch_micro) return {};
    return {"Micro-batch " + std::to_string(from.batch_micro) + " to " + std::to_string(to.batch_micro) +
            ", accumulation " + std::to_string(from.batch_accumulate) + " to " + std::to_string(to.batch_accumulate)};
}

void BatchRules::add_pieces(const FitRequest& request, const TrainConfig& c, bool near,
                            std::vector<TrainConfig>& out) const {
    const std::int64_t effective =
        request.effective_batch > 0 ? request.effective_batch : request.config.effective_batch();
    for (const std::int64_t micro : divisors(effective)) {
        TrainConfig one = c;
        one.batch_micro = micro;
        one.batch_accumulate = effective / micro;
        out.push_back(one);
        if (near) add_variants(request, one, out);
    }
}

std::vector<std::string> BatchRules::size_words(const TrainConfig& asked, const TrainConfig& plan) const {
    std::vector<std::string> out;
    if (!same_picture(asked, plan)) out.push_back("Trains a " + std::to_string(last_side(plan)) + "² model");
    if (!same_network(asked, plan)) out.push_back(network_words(asked, plan));
    return out;
}

std::vector<std::string> BatchRules::deviations(const TrainConfig& asked, const TrainConfig& plan) const {
    if (!batch_statistics(asked) || plan.batch_micro == asked.batch_micro) return {};
    return {"Batch norm sees " + images_text(plan)};
}

}  // namespace headroom
