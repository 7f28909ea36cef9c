// Look-up, parsing, validation and patches over the schema rows.
#include "core/api/param_schema.h"

#include "core/api/catalog.h"
#include "core/base/lists.h"
#include "core/config/numbers.h"
#include "core/families/registry.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <sstream>

namespace headroom {
namespace {

Error bad(const ParamRow& row, const std::string& what, std::string hint = {}) {
    return make_error(ErrorCode::InvalidArgument, std::string(row.key) + ": " + what, std::move(hint));
}

std::string range_text(const ParamRow& row) {
    if (row.type == ParamType::ByteSize)
        return to_text(Bytes{static_cast<std::int64_t>(row.low)}) + " and " +
               to_text(Bytes{static_cast<std::int64_t>(row.high)});
    return number_text(row.low) + " and " + number_text(row.high);
}

std::string choices_text(const ParamRow& row) {
    std::string out;
    for (const ParamChoice& c : row.choices) add_to_list(out, c.name, ", ");
    return out;
}

bool has_choice(const ParamRow& row, std::string_view name) {
    return std::any_of(row.choices.begin(), row.choices.end(), [&](const ParamChoice& c) { return c.name == name; });
}

/// A text that is one of the row's choices, or names that all are.
Result<void> check_choice(const ParamRow& row, const ParamValue& value) {
    const auto* text = std::get_if<std::string>(&value);
    if (row.type == ParamType::Set && text) {
        for (const std::string& name : set_members(*text)) {
            if (!has_choice(row, name))
                return bad(row, "'" + name + "' is not one of " + choices_text(row), "Separate names with spaces.");
        }
        return {};
    }
    if (text && has_choice(row, *text)) return {};
    return bad(row, "'" + to_text(value) + "' is not one of " + choices_text(row));
}

}  // namespace

std::span<const ParamRow> schema_rows() {
    static const std::vector<ParamRow> rows = [] {
        std::vector<ParamRow> out;
        for (const Family* f : families()) {
            for (ParamRow& row : f->rows()) {
                const bool known =
                    std::any_of(out.begin(), out.end(), [&](const ParamRow& r) { return r.key == row.key; });
                if (!known) out.emplace_back(std::move(row)).model = f->facts().kind;
            }
        }
        return out;
    }();
    return rows;
}

std::span<const ParamRow> schema_rows(ModelKind kind) {
    static const std::map<const Family*, std::vector<ParamRow>> tables = [] {
        std::map<const Family*, std::vector<ParamRow>> out;
        for (const Family* f : families()) {
            const TrainConfig defaults = default_config(f->facts().kind);
            std::vector<ParamRow>& rows = out[f] = f->rows();
            for (ParamRow& row : rows) {
                row.model = f->facts().kind;
                row.initial = row.get(defaults);
            }
        }
        return out;
    }();
    return tables.at(&family_of(kind));
}

bool belongs_to(const ParamRow& row, ModelKind kind) {
    const auto rows = schema_rows(kind);
    return std::any_of(rows.begin(), rows.end(), [&](const ParamRow& r) { return r.key == row.key; });
}

TrainConfig default_config(ModelKind kind) {
    TrainConfig config;
    config.model = family_of(kind).facts().kind;
    config.own_settings = family_of(kind).own_settings();
    const Preset* preset = find_preset(family_of(kind).facts().first_preset);
    auto patched = with_patch(config, preset ? preset->values : ParamPatch{});
    return patched ? *patched : config;
}

const ParamRow* find_param(std::string_view key) {
    for (const ParamRow& row : schema_rows()) {
        if (row.key == key) return &row;
    }
    return nullptr;
}

const ParamRow* find_param(std::string_view key, ModelKind kind) {
    for (const ParamRow& row : schema_rows(kind)) {
        if (row.key == key) return &row;
    }
    return find_param(key);
}

std::vector<std::string> set_members(std::string_view value) {
    std::istringstream words{std::string(value)};
    std::vector<std::string> names;
    for (std::string word; words >> word;) names.push_back(word);
    return names;
}

std::string to_text(const ParamValue& value) {
    struct Visitor {
        std::string operator()(bool b) const { return b ? "on" : "off"; }
        std::string operator()(std::int64_t n) const { return std::to_string(n); }
        std::string operator()(double d) const { return number_text(d); }
        std::string operator()(const std::string& s) const { return s; }
    };
    return std::visit(Visitor{}, value);
}

Result<ParamValue> parse_param(const ParamRow& row, std::string_view text) {
    const std::string_view s = trimmed(text);
    const auto not_a = [&](std::string_view kind) {
        return bad(row, "'" + std::string(text) + "' is not " + std::string(kind));
    };
    ParamValue value;
    switch (row.type) {
        case ParamType::Bool:
            if (s == "on" || s == "true" || s == "yes" || s == "1")
                value = true;
            else if (s == "off" || s == "false" || s == "no" || s == "0")
                value = false;
            else
                return not_a("on or off");
            break;
        case ParamType::Integer: {
            std::int64_t n = 0;
            double d = 0;
            if (whole_number(s, n))
                value = n;
            else if (whole_number(s, d) && std::isfinite(d) && d == std::floor(d) && std::abs(d) < 9e15)
                value = static_cast<std::int64_t>(d);
            else
                return not_a("a whole number");
            break;
        }
        case ParamType::Real: {
            double d = 0;
            if (!whole_number(s, d) || !std::isfinite(d)) return not_a("a number");
            value = d;
            break;
        }
        case ParamType::ByteSize: {
            if (s == "auto") {
                value = std::int64_t{0};
                break;
            }
            auto bytes = parse_bytes(s);
            if (!bytes) return bad(row, bytes.error().message, bytes.error().hint);
            value = bytes->count;
            break;
        }
        case ParamType::Choice:
        case ParamType::Set:
        case ParamType::Text:
        case ParamType::Path: value = std::string(row.type == ParamType::Path ? text : s); break;
    }
    if (auto ok = check_param(row, value); !ok) return ok.error();
    return value;
}

Result<void> check_param(const ParamRow& row, const ParamValue& value) {
    const auto in_range = [&](double v) -> Result<void> {
        if (!(v >= row.low && v <= row.high)) return bad(row, to_text(value) + " is not between " + range_text(row));
        return {};
    };
    switch (row.type) {
        case ParamType::Bool:
            if (!std::holds_alternative<bool>(value)) return bad(row, "expects on or off");
            return {};
        case ParamType::Integer:
        case ParamType::ByteSize: {
            const auto* n = std::get_if<std::int64_t>(&value);
            if (!n) return bad(row, "expects a whole number");
            if (auto ok = in_range(static_cast<double>(*n)); !ok) return ok;
            if (row.power_of_two && !std::has_single_bit(static_cast<std::uint64_t>(*n))) {
                return bad(row, to_text(value) + " is not a power of two between " + range_text(row));
            }
            return {};
        }
        case ParamType::Real: {
            const auto* d = std::get_if<double>(&value);
            if (!d) return bad(row, "expects a number");
            return in_range(*d);
        }
        case ParamType::Choice:
        case ParamType::Set: return check_choice(row, value);
        case ParamType::Text:
        case ParamType::Path: {
            const auto* s = std::get_if<std::string>(&value);
            if (!s || (s->empty() && !row.may_be_empty)) return bad(row, "must not be empty");
            if (s->find('\0') != std::string::npos) return bad(row, "contains a zero byte");
            return {};
        }
    }
    return {};
}

namespace {

/// Every score would fail.
bool lacks_inception(const TrainConfig& c) {
    return c.scores_every > 0 && c.scores_features == ScoreFeatures::Inception && c.scores_weights.empty();
}

}  // namespace

std::vector<ParamError> check_config(const TrainConfig& c, bool device_is_cpu) {
    std::vector<ParamError> problems;
    family_of(c).check(c, problems);
    if (lacks_inception(c))
        problems.push_back({"scores.weights",
                            "scores.weights: Inception's features need a file of its weights; name that of pytorch-fid "
                            "or torch-fidelity, or choose other scores.features"});
    if (c.best_by == BestBy::Mmd && c.scores_features != ScoreFeatures::Clip)
        problems.push_back(
            {"checkpoint.best", "checkpoint.best: MMD is one of CLIP's features; set scores.features to clip"});
    if (c.best_by == BestBy::DGap && c.data_held_out <= 0)
        problems.push_back(
            {"checkpoint.best", "checkpoint.best: D's gap needs pictures that are held out; set data.held_out"});
    if (c.precision == Precision::Fp16 && device_is_cpu) {
        problems.push_back({"precision", "precision: fp16 needs a GPU; on the CPU use bf16"});
    }
    if (c.precision == Precision::Tf32 && device_is_cpu) {
        problems.push_back({"precision", "precision: tf32 needs an NVIDIA GPU; on the CPU use fp32 or bf16"});
    }
    const bool numbered = c.device.rfind("cuda:", 0) == 0 && c.device.size() > 5 && c.device.size() < 9 &&
                          c.device.find_first_not_of("0123456789", 5) == std::string::npos;
    if (c.device != "auto" && c.device != "cpu" && c.device != "cuda" && !numbered) {
        problems.push_back({"device", "device: '" + c.device + "' is not auto, cpu, cuda or cuda:N"});
    }
    return problems;
}

std::string doubt_in(const TrainConfig& c) {
    if (c.best_by == BestBy::Family || c.scores_every > 0) return {};  // somebody may still score it by hand
    return "checkpoint.best: no checkpoint is the best one by this score until the run is scored; set scores.every, or "
           "score it by hand";
}

std::vector<std::string> set_back_refused(TrainConfig& config, bool device_is_cpu) {
    std::vector<std::string> out;
    if (device_is_cpu && (config.precision == Precision::Tf32 || config.precision == Precision::Fp16)) {
        config.precision = Precision::Fp32;
        out.emplace_back("precision");
    }
    if (lacks_inception(config)) {
        config.scores_every = 0;
        out.emplace_back("scores.every");
    }
    return out;
}

namespace {

/// The row as the family of `config` has it: it may allow other values (image.size).
const ParamRow& row_of_family(const ParamRow& row, const TrainConfig& config) {
    static const std::map<const Family*, std::vector<ParamRow>> tables = [] {
        std::map<const Family*, std::vector<ParamRow>> out;
        for (const Family* f : families()) out[f] = f->rows();
        return out;
    }();
    const std::vector<ParamRow>& rows = tables.at(&family_of(config));
    const auto own = std::find_if(rows.begin(), rows.end(), [&](const ParamRow& r) { return r.key == row.key; });
    return own == rows.end() ? row : *own;
}

}  // namespace

Result<TrainConfig> with_patch(const TrainConfig& config, const ParamPatch& patch) {
    TrainConfig out = config;
    out.model = family_of(config).facts().kind;
    // The family first: the other settings may be its own.
    if (const auto model = patch.find("model"); model != patch.end()) {
        const ParamRow& row = *find_param("model");
        if (auto ok = check_param(row, model->second); !ok) return ok.error();
        row.set(out, model->second);
    }
    for (const auto& [key, value] : patch) {
        const ParamRow* row = find_param(key);
        if (!row)
            return make_error(ErrorCode::InvalidArgument, key + ": no such setting",
                              "Run headroom-cli train dcgan --help for the list.");
        ParamValue typed = value;
        // A whole number is a fine real number.
        if (row->type == ParamType::Real && std::holds_alternative<std::int64_t>(value))
            typed = static_cast<double>(std::get<std::int64_t>(value));
        if (auto ok = check_param(row_of_family(*row, out), typed); !ok) return ok.error();
        row->set(out, typed);
    }
    return out;
}

ParamPatch difference(const TrainConfig& from, const TrainConfig& to) {
    ParamPatch patch;
    for (const ParamRow& row : schema_rows()) {
        const ParamValue now = row.get(to);
        if (row.get(from) != now) patch.emplace(row.key, now);
    }
    return patch;
}

Policy policy_of(const ParamPatch& patch) {
    Policy strictest = Policy::NextStep;
    for (const auto& [key, value] : patch) {
        if (const ParamRow* row = find_param(key)) strictest = std::max(strictest, row->policy);
    }
    return strictest;
}

}  // namespace headroom
