// Reads and writes configuration files: a flat JSON object of dotted keys, checked against the schema line by line.
#include "core/config/config_io.h"

#include "core/api/param_schema.h"
#include "core/base/lists.h"
#include "core/base/utf8.h"
#include "core/config/byte_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace headroom {
namespace {

using nlohmann::json;

constexpr std::string_view kFormatKey = "format";
constexpr std::string_view kFormat = "headroom-config-1";

/// What a recipe holds beside settings, each under the key "recipe.<name>".
struct OriginKey {
    std::string_view key;
    std::string RecipeOrigin::*text;
};
constexpr std::array<OriginKey, 6> kOriginKeys{{
    {"recipe.headroom", &RecipeOrigin::headroom},
    {"recipe.libtorch", &RecipeOrigin::libtorch},
    {"recipe.device", &RecipeOrigin::device},
    {"recipe.date", &RecipeOrigin::date},
    {"recipe.data", &RecipeOrigin::data},
    {"recipe.measured", &RecipeOrigin::measured},
}};
constexpr OriginKey kOldOriginKey{"rehearsed", &RecipeOrigin::measured};  // as older versions wrote it

const OriginKey* find_origin(std::string_view key) {
    if (key == kOldOriginKey.key) return &kOldOriginKey;
    const auto it =
        std::find_if(kOriginKeys.begin(), kOriginKeys.end(), [&](const OriginKey& k) { return k.key == key; });
    return it == kOriginKeys.end() ? nullptr : &*it;
}
constexpr std::size_t kMaxConfigBytes = 1u << 20;

/// Feeds text to the parser and counts the lines it has taken, so that a key's line is known when the key is reported.
class LineCountingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    LineCountingIterator(const char* at, int* line) : at_(at), line_(line) {}
    reference operator*() const { return *at_; }
    LineCountingIterator& operator++() {
        if (*at_ == '\n') ++*line_;
        ++at_;
        return *this;
    }
    bool operator==(const LineCountingIterator& other) const { return at_ == other.at_; }
    bool operator!=(const LineCountingIterator& other) const { return at_ != other.at_; }

private:
    const char* at_;
    int* line_;
};

struct Huge {
    std::uint64_t value;
};  ///< an integer that no setting can hold
struct Nothing {};
using Scalar = std::variant<Nothing, bool, std::int64_t, Huge, double, std::string>;

Error wrong_type(const ParamRow& row, std::string_view expected) {
    return make_error(ErrorCode::InvalidArgument, std::string(row.key) + ": expects " + std::string(expected));
}

/// A JSON scalar as the value that `row` wants, checked.
Result<ParamValue> convert(const ParamRow& row, const Scalar& scalar) {
    const auto checked = [&](ParamValue value) -> Result<ParamValue> {
        if (auto ok = check_param(row, value); !ok) return ok.error();
        return value;
    };
    const auto* text = std::get_if<std::string>(&scalar);
    const auto* flag = std::get_if<bool>(&scalar);
    const auto* integer = std::get_if<std::int64_t>(&scalar);
    const auto* real = std::get_if<double>(&scalar);
    if (const auto* huge = std::get_if<Huge>(&scalar)) {
        return make_error(ErrorCode::InvalidArgument,
                          std::string(row.key) + ": " + std::to_string(huge->value) + " is too large");
    }
    switch (row.type) {
        case ParamType::Bool:
            if (flag) return checked(*flag);
            if (text) return parse_param(row, *text);
            return wrong_type(row, "true or false");
        case ParamType::ByteSize:
            if (text) return parse_param(row, *text);
            [[fallthrough]];
        case ParamType::Integer:
            if (integer) return checked(*integer);
            if (real && *real == std::floor(*real) && std::abs(*real) < 9e15)
                return checked(static_cast<std::int64_t>(*real));
            return wrong_type(row, row.type == ParamType::Integer ? "a whole number"
                                                                  : "a size such as 6GiB or a number of bytes");
        case ParamType::Real:
            if (real) return checked(*real);
            if (integer) return checked(static_cast<double>(*integer));
            return wrong_type(row, "a number");
        case ParamType::Choice:
            if (text) return checked(*text);
            if (flag) return checked(std::string(*flag ? "on" : "off"));
            return wrong_type(row, "a text in quotes");
        case ParamType::Set:
        case ParamType::Text:
        case ParamType::Path:
            if (!text) return wrong_type(row, "a text in quotes");
            if (auto bytes = decode_bytes(*text))
                return checked(*std::move(bytes));
            else
                return make_error(bytes.error().code, std::string(row.key) + ": " + bytes.error().message,
                                  bytes.error().hint);
    }
    return wrong_type(row, "another type");
}

/// A JSON scalar as some kind of run takes it: which kind it is may be said further down, or elsewhere. Error: as the row says it.
Result<ParamValue> convert_for_any(const ParamRow& row, const Scalar& scalar) {
    auto value = convert(row, scalar);
    if (value) return value;
    for (const ParamChoice& kind : find_param("model")->choices) {
        if (auto own = convert(*find_param(row.key, ModelKind(kind.name)), scalar)) return own;
    }
    return value;
}

/// Common part of the parser's callbacks: scalars arrive in take(); nesting is refused where it starts.
class ScalarSax : public nlohmann::json_sax<json> {
public:
    bool null() override { return take(Nothing{}); }
    bool boolean(bool value) override { return take(value); }
    bool number_integer(std::int64_t value) override { return take(value); }
    bool number_unsigned(std::uint64_t value) override {
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return take(Huge{value});
        return take(static_cast<std::int64_t>(value));
    }
    bool number_float(double value, const std::string&) override { return take(value); }
    bool string(std::string& value) override { return take(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool start_array(std::size_t) override { return nested(); }
    bool end_array() override { return true; }

protected:
    virtual bool take(Scalar scalar) = 0;
    virtual bool nested() = 0;
};

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

/// "Did you mean batch.micro?" when some key is close to what was written.
std::string nearest_key_hint(std::string_view key) {
    if (key.size() > 64) return {};
    std::size_t best = 4;
    std::string_view nearest;
    for (const ParamRow& row : schema_rows()) {
        const std::size_t distance = edit_distance(key, row.key);
        if (distance < best) {
            best = distance;
            nearest = row.key;
        }
    }
    return nearest.empty() ? "Run headroom-cli train dcgan --help for the list of settings."
                           : "Did you mean " + std::string(nearest) + "?";
}

std::string shortened(std::string text) {
    if (text.size() > 64) text = text.substr(0, 61) + "...";
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    }
    return text;
}

/// Collects the patch of a whole file; stops at the first mistake.
class ConfigSax final : public ScalarSax {
public:
    /// `kind`: of what run the settings are where the text does not say it.
    ConfigSax(std::string_view text, std::string name, std::optional<ModelKind> kind = {})
        : text_(text), name_(std::move(name)), kind_(kind) {}

    bool start_object(std::size_t) override {
        if (depth_++ == 0) return true;
        return nested();
    }
    bool end_object() override { return --depth_ > 0 || fits_its_kind(); }
    bool key(std::string& key) override {
        key_ = key;
        key_line_ = line_;
        const auto [first, is_new] = lines_.emplace(key, line_);
        if (!is_new)
            return fail(key_ + ": is given twice, first in line " + std::to_string(first->second),
                        "Delete one of them.");
        row_ = find_param(key_);
        if (!row_ && key_ != kFormatKey && !find_origin(key_))
            return fail(shortened(key_) + ": no such setting", nearest_key_hint(key_));
        return true;
    }
    bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception&) override {
        const std::size_t end = std::min(position, text_.size());
        key_line_ =
            1 + static_cast<int>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
        if (position > text_.size())
            return fail("the file is not complete JSON: it ends too early", "The file may be cut off; write it again.");
        // The parser's token may begin on the line before; the last line is where the trouble is.
        constexpr std::string_view newline = "<U+000A>";
        const std::size_t cut = token.rfind(newline);
        const std::string near = cut == std::string::npos ? token : token.substr(cut + newline.size());
        return fail("the file is not valid JSON near '" + shortened(near) + "'",
                    "A configuration is one JSON object with a setting per line.");
    }

    int* line() { return &line_; }
    std::optional<Error> error;
    ParamPatch patch;
    RecipeOrigin origin;

protected:
    bool take(Scalar scalar) override {
        if (depth_ == 0)
            return fail("the file does not hold a JSON object", "A configuration starts with { and ends with }.");
        if (const OriginKey* kept = row_ ? nullptr : find_origin(key_)) {
            auto* text = std::get_if<std::string>(&scalar);
            if (!text) return fail(key_ + ": expects text", {});
            origin.*kept->text = std::move(*text);
            return true;
        }
        if (!row_) {
            const auto* format = std::get_if<std::string>(&scalar);
            if (format && *format == kFormat) return true;
            return fail("format: is not \"" + std::string(kFormat) + "\"",
                        "The file may come from a newer Headroom or from another program.");
        }
        const auto kind = known_kind();
        auto value = kind ? convert(*find_param(key_, *kind), scalar) : convert_for_any(*row_, scalar);
        if (!value) return fail(value.error().message, value.error().hint);
        patch.emplace(key_, *std::move(value));
        return true;
    }
    bool nested() override {
        if (depth_ == 0)
            return fail("the file does not hold a JSON object", "A configuration starts with { and ends with }.");
        return fail(shortened(key_) + ": expects a single value, not a list or an object", {});
    }

private:
    /// Of what run the settings are, as far as the text has been read.
    std::optional<ModelKind> known_kind() const {
        const auto model = patch.find("model");
        return model == patch.end() ? kind_ : ModelKind(std::get<std::string>(model->second));
    }

    /// Families allow other values of the same setting (image.size), and the family may have been said last.
    bool fits_its_kind() {
        const auto kind = known_kind();
        if (!kind) return true;
        for (const auto& [key, value] : patch) {
            key_line_ = lines_.at(key);
            if (auto ok = check_param(*find_param(key, *kind), value); !ok)
                return fail(ok.error().message, ok.error().hint);
        }
        return true;
    }

    bool fail(const std::string& what, std::string hint) {
        error = make_error(ErrorCode::BadFile, what + " (" + name_ + ":" + std::to_string(key_line_) + ")",
                           std::move(hint));
        return false;
    }

    std::string_view text_;
    std::string name_;
    std::optional<ModelKind> kind_;
    std::string key_;
    const ParamRow* row_ = nullptr;
    std::map<std::string, int> lines_;
    int line_ = 1;
    int key_line_ = 1;
    int depth_ = 0;
};

/// Reads one scalar.
class ValueSax final : public ScalarSax {
public:
    bool start_object(std::size_t) override { return false; }
    bool end_object() override { return true; }
    bool key(std::string&) override { return false; }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }
    std::optional<Scalar> scalar;

protected:
    bool take(Scalar value) override {
        scalar = std::move(value);
        return true;
    }
    bool nested() override { return false; }
};

/// A text that holds an absolute path, alone or in a list.
bool names_a_path(const ParamValue& value) {
    const auto* text = std::get_if<std::string>(&value);
    const auto parts = text ? split_list(*text) : std::vector<std::string>{};
    return std::any_of(parts.begin(), parts.end(), [](const std::string& part) { return part.starts_with('/'); });
}

std::string config_text(const TrainConfig& config, const RecipeOrigin& origin, bool with_paths) {
    std::string out = "{\n  \"" + std::string(kFormatKey) + "\": \"" + std::string(kFormat) + "\"";
    for (const OriginKey& kept : kOriginKeys) {
        if ((origin.*kept.text).empty()) continue;
        out += ",\n  \"" + std::string(kept.key) + "\": " + json(printable_line(origin.*kept.text)).dump();
    }
    for (const ParamRow& row : schema_rows(config.model)) {
        const ParamValue value = row.get(config);
        if (with_paths || !names_a_path(value)) out += ",\n  \"" + std::string(row.key) + "\": " + param_to_json(value);
    }
    return out + "\n}\n";
}

}  // namespace

std::string write_config(const TrainConfig& config, const RecipeOrigin& origin) {
    return config_text(config, origin, true);
}

std::string write_shared_config(const TrainConfig& config) { return config_text(config, {}, false); }

RecipeOrigin read_recipe_origin(std::string_view text) {
    ConfigSax sax(text, "recipe");
    const LineCountingIterator begin(text.data(), sax.line()), end(text.data() + text.size(), sax.line());
    return json::sax_parse(begin, end, &sax) ? std::move(sax.origin) : RecipeOrigin{};
}

Result<ParamPatch> read_config_patch(std::string_view text, const std::string& name, std::optional<ModelKind> kind) {
    if (text.size() > kMaxConfigBytes) {
        return make_error(ErrorCode::BadFile,
                          name + " is too large for a configuration (" +
                              to_text(Bytes{static_cast<std::int64_t>(text.size())}) + ")",
                          "A configuration is a JSON file of a few KiB.");
    }
    if (text.empty())
        return make_error(ErrorCode::BadFile, "is empty (" + name + ":1)",
                          "A configuration starts with { and ends with }.");
    ConfigSax sax(text, name, kind);
    const LineCountingIterator begin(text.data(), sax.line()), end(text.data() + text.size(), sax.line());
    const bool read = json::sax_parse(begin, end, &sax);
    if (sax.error) return *sax.error;
    if (!read) return make_error(ErrorCode::BadFile, "the file is not valid JSON (" + name + ":1)");
    return std::move(sax.patch);
}

Result<ParamValue> param_from_json(const ParamRow& row, const std::string& json_text) {
    ValueSax sax;
    if (!json::sax_parse(json_text, &sax) || !sax.scalar) {
        return make_error(ErrorCode::InvalidArgument,
                          std::string(row.key) + ": '" + shortened(json_text) + "' is not a single JSON value");
    }
    return convert(row, *sax.scalar);
}

std::string param_to_json(const ParamValue& value) {
    // Bytes that are no UTF-8 cannot be written in JSON as they are.
    if (const auto* text = std::get_if<std::string>(&value)) return json(encode_bytes(*text)).dump();
    return std::visit([](const auto& v) { return json(v).dump(); }, value);
}

}  // namespace headroom
