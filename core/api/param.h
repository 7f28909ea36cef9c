// Parameters: values, patches and the rows that describe them. Form, command line, config file, validation, presets, help
// and tests are all generated from these rows (the rows themselves are in core/config/schema).
#pragma once

#include "core/api/model_kind.h"
#include "core/base/enum_names.h"
#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headroom {

struct TrainConfig;

/// A parameter's value. Bytes and counts are int64; choices are their stable name, sets the names of what is chosen.
using ParamValue = std::variant<bool, std::int64_t, double, std::string>;

/// Requested changes, by dotted key ("batch.micro").
using ParamPatch = std::map<std::string, ParamValue>;

/// Set: any of the choices in any order, as their names with spaces between ("Af Pe Ji"); none is a value.
enum class ParamType { Bool, Integer, Real, Choice, Set, Text, Path, ByteSize };

/// When a changed value takes effect in a running run.
enum class Policy {
    NextStep,      ///< at the next step boundary
    RestartEpoch,  ///< the loader is rebuilt and the epoch restarts; weights kept
    Rebuild,       ///< the networks are rebuilt; weights kept by role
    NewRun,        ///< only by starting a new run
};

template <> struct EnumNames<Policy> {
    static constexpr std::array<std::string_view, 4> names{"next_step", "restart_epoch", "rebuild", "new_run"};
};

/// One choice of a Choice or Set parameter.
struct ParamChoice {
    std::string_view name;    ///< stable name, used in files and on the command line
    std::string_view label;   ///< shown in the window
    std::string_view help{};  ///< what it does, one sentence; may be empty
};

/// One row of the schema.
struct ParamRow {
    std::string_view key;    ///< dotted key, stable
    std::string_view label;  ///< short form label ("Micro-batch")
    std::string_view group;  ///< form group ("Batch")
    ParamType type = ParamType::Integer;
    ParamValue initial;  ///< default
    double low = 0.0;    ///< smallest allowed (Integer, Real, ByteSize)
    double high = 0.0;   ///< largest allowed
    double step = 1.0;   ///< spin step; for `logarithmic` a factor
    bool logarithmic = false;
    bool power_of_two = false;         ///< only powers of two are allowed
    std::vector<ParamChoice> choices;  ///< Choice and Set only
    std::string_view unit;             ///< "images", "steps", "GiB", "" ...
    Policy policy = Policy::NextStep;
    bool advanced = false;      ///< folded away until asked for
    bool may_be_empty = false;  ///< Text, Path and Set: no value is a value
    ModelKind model{};          ///< the kind of run whose row this is
    std::string_view help;      ///< what it is, one or two sentences
    std::string_view cost;      ///< what changing it costs in memory, time or quality; may be empty
    ParamValue (*get)(const TrainConfig&) = nullptr;
    void (*set)(TrainConfig&, const ParamValue&) = nullptr;
};

/// The value as the config file and the command line write it ("64", "2e-4", "on", "bf16").
std::string to_text(const ParamValue& value);

/// A rejected value: which key and the sentence to show beside its field.
struct ParamError {
    std::string key;
    std::string message;
};

}  // namespace headroom
