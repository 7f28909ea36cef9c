// The kinds of all families' counters.
#include "core/train/run/counters.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>

namespace headroom {
namespace {

/// Counters are added to others, and nothing counts further.
constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 60, kMostWide = 1u << 16;

bool is_text(const nlohmann::json& value) { return value.is_string(); }
bool is_flag(const nlohmann::json& value) { return value.is_boolean(); }
bool is_real(const nlohmann::json& value) { return value.is_number(); }
bool is_whole(const nlohmann::json& value) { return value.is_number_integer(); }
bool is_count(const nlohmann::json& value) {
    return value.is_number_unsigned() && value.get<std::uint64_t>() <= kMostCounted;
}
bool is_width(const nlohmann::json& value) {
    return value.is_number_unsigned() && value.get<std::uint64_t>() >= 1 && value.get<std::uint64_t>() <= kMostWide;
}
bool are_widths(const nlohmann::json& value) {
    return value.is_array() && value.size() <= 64 && std::all_of(value.begin(), value.end(), is_width);
}

struct Counter {
    const char* name;
    bool (*holds)(const nlohmann::json&);
};

constexpr Counter kCounters[] = {
    {"model", is_text},       {"data", is_text},       {"data_changed", is_flag},   {"step", is_count},
    {"images", is_count},     {"position", is_count},  {"oom_survived", is_count},  {"elapsed", is_real},
    {"size", is_width},       {"latent", is_width},    {"channels", is_width},      {"widths_g", are_widths},
    {"widths_d", are_widths}, {"fade_from", is_count}, {"fade_done", is_count},     {"alpha", is_real},
    {"scale_g", is_real},     {"scale_d", is_real},    {"clean_g", is_count},       {"clean_d", is_count},
    {"restarted", is_count},  {"last_used", is_whole}, {"last_perplexity", is_real}};

}  // namespace

Result<nlohmann::json> counters_of(const CheckpointContent& content) {
    auto counters = nlohmann::json::parse(content.state_json, nullptr, false);
    bool sound = counters.is_object();
    for (const Counter& known : kCounters) {
        if (!sound) break;
        const auto found = counters.find(known.name);
        if (found == counters.end()) continue;
        if (found->is_null())
            counters.erase(found);
        else
            sound = known.holds(*found);
    }
    if (sound) return counters;
    return make_error(ErrorCode::BadFile, "the checkpoint's counters cannot be read", "Use an earlier checkpoint.");
}

}  // namespace headroom
