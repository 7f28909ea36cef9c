// A streaming parser of safetensors headers. Streaming, because a parsed document would have forgotten duplicate keys.
#include "core/io/tensors/safetensors_header.h"

#include "core/io/tensors/tensor_buffer.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <optional>
#include <set>
#include <unordered_set>

namespace headroom {
namespace {

using nlohmann::json;

class HeaderSax final : public nlohmann::json_sax<json> {
public:
    explicit HeaderSax(std::string path) : path_(std::move(path)) {}

    bool null() override { return unexpected(); }
    bool boolean(bool) override { return unexpected(); }
    bool number_float(double, const std::string&) override {
        return fail(where() + "holds a number that is not a plain whole number");
    }
    bool number_integer(std::int64_t) override { return fail(where() + "holds a negative number"); }
    bool number_unsigned(std::uint64_t value) override {
        if (place_ != Place::List) return unexpected();
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return fail(where() + "holds a number that is too large");
        SafetensorsEntry& entry = header.entries.back();
        if (field_ == "shape") {
            if (entry.shape.size() == tensor_limits::kDimensions) return fail(where() + "has more than 8 dimensions");
            entry.shape.push_back(static_cast<std::int64_t>(value));
            return true;
        }
        entry.offsets.push_back(value);
        return entry.offsets.size() <= 2 || fail(where() + "has more than two data offsets");
    }
    bool string(std::string& value) override {
        if (place_ == Place::Metadata) {
            header.metadata[field_] = value;
            return header.metadata.size() <= tensor_limits::kTensors || fail("its header has more than 100000 notes");
        }
        if (place_ != Place::Entry || field_ != "dtype") return unexpected();
        header.entries.back().dtype = value;
        return true;
    }
    bool binary(binary_t&) override { return unexpected(); }
    bool start_object(std::size_t) override {
        if (place_ == Place::Outside) {
            place_ = Place::Root;
            return true;
        }
        if (place_ != Place::Root) return unexpected();
        if (name_ == "__metadata__") {
            place_ = Place::Metadata;
            return true;
        }
        place_ = Place::Entry;
        if (header.entries.size() == tensor_limits::kTensors) return fail("its header lists more than 100000 tensors");
        header.entries.push_back({name_, {}, {}, {}});
        return true;
    }
    bool end_object() override {
        if (place_ == Place::Entry && fields_.size() != 3)
            return fail(where() + "lacks its dtype, shape or data_offsets");
        if (place_ == Place::Entry && header.entries.back().offsets.size() != 2)
            return fail(where() + "has no pair of data offsets");
        fields_.clear();
        place_ = place_ == Place::Root ? Place::Outside : Place::Root;
        return true;
    }
    bool key(std::string& key) override {
        if (place_ == Place::Root) {
            name_ = key;
            if (key.size() > tensor_limits::kNameBytes || !is_clean_utf8(key))
                return fail("the tensor name '" + shown_name(key) + "' is too long or not clean text");
            return names_.insert(key).second || fail("the name '" + shown_name(key) + "' is given twice");
        }
        field_ = key;
        if (!fields_.insert(key).second) return fail(where() + "has '" + shown_name(key) + "' twice");
        if (place_ == Place::Entry && key != "dtype" && key != "shape" && key != "data_offsets")
            return fail(where() + "has the unknown field '" + shown_name(key) + "'");
        return true;
    }
    bool start_array(std::size_t) override {
        if (place_ != Place::Entry || field_ == "dtype") return unexpected();
        place_ = Place::List;
        return true;
    }
    bool end_array() override {
        place_ = Place::Entry;
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        return fail("its header is not valid JSON at byte " + std::to_string(position));
    }

    SafetensorsHeader header;
    std::optional<Error> error;

private:
    enum class Place { Outside, Root, Metadata, Entry, List };

    std::string where() const { return "the tensor '" + shown_name(name_) + "' "; }
    bool unexpected() {
        return fail(place_ == Place::Outside ? "its header is not a JSON object"
                                             : "its header has an unexpected value at '" + shown_name(name_) + "'");
    }
    bool fail(const std::string& what) {
        error = make_error(ErrorCode::BadFile, path_ + " is damaged or not a safetensors file: " + what,
                           "Get the file again or convert it anew.");
        return false;
    }

    std::string path_;
    Place place_ = Place::Outside;
    std::string name_, field_;
    std::unordered_set<std::string> names_;
    std::set<std::string> fields_;
};

}  // namespace

Result<SafetensorsHeader> parse_safetensors_header(std::string_view text, const std::string& path) {
    HeaderSax sax(path);
    const bool read = json::sax_parse(text, &sax);
    if (sax.error) return *sax.error;
    if (!read)
        return make_error(ErrorCode::BadFile,
                          path + " is damaged or not a safetensors file: its header cannot be read");
    return std::move(sax.header);
}

}  // namespace headroom
