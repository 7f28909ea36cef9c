// A change of settings as the marks of a run's history tell of it.
#pragma once

#include "core/api/event.h"
#include "core/api/services.h"

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// Who changed a setting where counsel did so itself, in marks and in the log.
inline constexpr std::string_view kAutopilotName = "autopilot";
/// Kind of the marks that say why it did: "Modes collapse: Halve G's rate."
inline constexpr std::string_view kCounselMark = "counsel";
/// Kind of the marks behind which a run has other pictures: what it scored before says nothing of what comes.
inline constexpr std::string_view kDataMark = "data";
/// Kind of the marks of what a run's own plan asked for and did not get: "image.size 128: the change does not fit".
inline constexpr std::string_view kRefusalMark = "refused";
/// Kind of the marks of out-of-memory errors, and what the text of one that was survived begins with.
inline constexpr std::string_view kOomMark = "oom", kOomSurvived = "out of memory survived";

/// "lr.g 0.0002 to 0.0001 by autopilot".
std::string mark_text(const ParamApplied& change);

/// Back from a mark of a run of `kind`; nothing: it is of something else, or its text can be read in several ways. Its origin is Autopilot, or
/// Elsewhere where somebody is named.
std::optional<ParamApplied> change_of(const HistoryMark& mark, ModelKind kind);

}  // namespace headroom
