// The kinds of counters, and those that every run on pictures has.
#include "core/train/run/counters.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>

namespace headroom {
namespace {

/// Counters are added to others, and nothing counts further.
constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 60, kMostWide = 1u << 16;

constexpr Counter kPictureCounters[] = {{"model", CounterKind::Text},        {"data", CounterKind::Text},
                                        {"data_changed", CounterKind::Flag}, {"step", CounterKind::Count},
                                        {"images", CounterKind::Count},      {"position", CounterKind::Count},
                                        {"elapsed", CounterKind::Real},      {"oom_survived", CounterKind::Count}};

bool is_of_kind(const nlohmann::json& value, CounterKind kind) {
    const auto lies_in = [&value](std::uint64_t least, std::uint64_t most) {
        return value.is_number_unsigned() && value.get<std::uint64_t>() >= least && value.get<std::uint64_t>() <= most;
    };
    switch (kind) {
        case CounterKind::Text: return value.is_string();
        case CounterKind::Flag: return value.is_boolean();
        case CounterKind::Real: return value.is_number();
        case CounterKind::Whole: return value.is_number_integer();
        case CounterKind::Count: return lies_in(0, kMostCounted);
        case CounterKind::Width: return lies_in(1, kMostWide);
        case CounterKind::Widths:
            return value.is_array() && value.size() <= 64 &&
                   std::all_of(value.begin(), value.end(),
                               [](const nlohmann::json& width) { return is_of_kind(width, CounterKind::Width); });
    }
    return false;
}

/// Whether those of `known` that are there are of their kinds; those that are null go.
bool are_sound(nlohmann::json& counters, std::span<const Counter> known) {
    for (const Counter& counter : known) {
        const auto found = counters.find(counter.name);
        if (found == counters.end()) continue;
        if (found->is_null())
            counters.erase(found);
        else if (!is_of_kind(*found, counter.kind))
            return false;
    }
    return true;
}

}  // namespace

Result<nlohmann::json> counters_of(const CheckpointContent& content,
                                   std::initializer_list<std::span<const Counter>> own) {
    auto counters = nlohmann::json::parse(content.state_json, nullptr, false);
    const bool sound =
        counters.is_object() && are_sound(counters, kPictureCounters) &&
        std::all_of(own.begin(), own.end(), [&](std::span<const Counter> known) { return are_sound(counters, known); });
    if (sound) return counters;
    return make_error(ErrorCode::BadFile, "the checkpoint's counters cannot be read", "Use an earlier checkpoint.");
}

}  // namespace headroom
