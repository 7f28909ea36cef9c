// Names of the contract's enums that only travel.
#pragma once

#include "core/api/command.h"
#include "core/api/services.h"
#include "core/base/enum_names.h"
#include "core/base/error.h"

#include <array>
#include <string_view>

namespace headroom {

template <> struct EnumNames<ErrorCode> {
    static constexpr std::array<std::string_view, 9> names{"invalid_argument", "bad_file",    "not_found",
                                                           "out_of_memory",    "environment", "disk",
                                                           "diverged",         "cancelled",   "internal"};
};
template <> struct EnumNames<StopMode> {
    static constexpr std::array<std::string_view, 2> names{"save", "without_saving"};
};
template <> struct EnumNames<OomAnswer> {
    static constexpr std::array<std::string_view, 2> names{"keep", "undo_when_it_fits"};
};
template <> struct EnumNames<SampleKind> {
    static constexpr std::array<std::string_view, 7> names{"grid",    "walk",    "real",  "nearest",
                                                           "picture", "cutouts", "chosen"};
};
template <> struct EnumNames<LogLevel> {
    static constexpr std::array<std::string_view, 4> names{"debug", "info", "warn", "error"};
};
template <> struct EnumNames<ExportKind> {
    static constexpr std::array<std::string_view, 9> names{"grid", "timelapse", "checkpoint", "metrics", "config",
                                                           "run",  "walk",      "model",      "onnx"};
};

}  // namespace headroom
