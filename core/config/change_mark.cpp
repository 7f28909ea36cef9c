// Writes and reads the text of a mark.
#include "core/config/change_mark.h"

#include "core/api/param_schema.h"

namespace headroom {
namespace {

constexpr std::string_view kTo = " to ", kBy = " by ";

}  // namespace

std::string mark_text(const ParamApplied& change) {
    std::string out = change.key + " " + to_text(change.old_value) + std::string(kTo) + to_text(change.new_value);
    if (!change.by.empty()) out += std::string(kBy) + change.by;
    return out;
}

std::optional<ParamApplied> change_of(const HistoryMark& mark, ModelKind kind) {
    const std::size_t key_end = mark.text.find(' '), to = mark.text.find(kTo);
    if (mark.kind != "edit" || to == std::string::npos) return std::nullopt;
    ParamApplied out{.key = mark.text.substr(0, key_end), .step = mark.step, .images = mark.images};
    const ParamRow* row = find_param(out.key, kind);
    // A prompt may hold the words between which the values stand.
    if (!row || mark.text.find(kTo, to + 1) != std::string::npos) return std::nullopt;
    std::string after = mark.text.substr(to + kTo.size());
    if (const std::size_t by = after.rfind(kBy); by != std::string::npos) {
        out.by = after.substr(by + kBy.size());
        out.origin = out.by == kAutopilotName ? ChangeOrigin::Autopilot : ChangeOrigin::Elsewhere;
        after.resize(by);
    }
    const std::string before = to > key_end ? mark.text.substr(key_end + 1, to - key_end - 1) : std::string();
    const auto old_value = parse_param(*row, before), new_value = parse_param(*row, after);
    if (!old_value || !new_value) return std::nullopt;
    out.old_value = *old_value;
    out.new_value = *new_value;
    return out;
}

}  // namespace headroom
