// Sums of squares.
#include "core/models/score/standard_errors.h"

#include "core/memory/libtorch.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace headroom {

double variance_of_mean(std::span<const double> values) {
    const auto n = static_cast<double>(values.size());
    double mean = 0, squares = 0;
    for (const double value : values) mean += value / n;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return squares / (n * std::max(n - 1, 1.0));
}

double variance_of_mean(const at::Tensor& values) {
    const at::Tensor rows = values.contiguous();
    return variance_of_mean(
        std::span<const double>(rows.const_data_ptr<double>(), static_cast<std::size_t>(rows.numel())));
}

double share_error(double share, std::int64_t of) {
    const auto n = static_cast<double>(of);
    return std::sqrt(share * (1 - share) / n + 1 / (4 * n * n)) / (1 + 1 / n);
}

Estimate mean_of_pairs(std::span<const PairValue> pairs) {
    const auto n = static_cast<double>(pairs.size());
    double sum = 0, alone = 0, shared = 0;
    for (const PairValue& pair : pairs) sum += pair.value;
    const double mean = sum / n;
    // What is apart from the mean, by picture and by two of them.
    std::map<std::int64_t, double> of_one;
    std::map<std::pair<std::int64_t, std::int64_t>, double> of_two;
    for (const PairValue& pair : pairs) {
        const double apart = pair.value - mean;
        of_one[pair.first] += apart;
        of_one[pair.second] += apart;
        of_two[std::minmax(pair.first, pair.second)] += apart;
        alone += apart * apart;
    }
    // Products of all pairs that share a picture; those of the same two stand in the sums of both.
    for (const auto& [picture, apart] : of_one) shared += apart * apart;
    for (const auto& [pictures, apart] : of_two) shared -= apart * apart;
    // What is shared makes an error larger, never smaller; of very few pictures the products may say otherwise.
    return {mean, std::sqrt(std::max(shared / (n * n), alone / (n * std::max(n - 1, 1.0))))};
}

}  // namespace headroom
