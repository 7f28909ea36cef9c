// JsonReader: a described struct back from JSON and its attachment. Nothing that was sent can do more than be refused.
#pragma once

#include "core/api/param_schema.h"
#include "core/config/byte_text.h"
#include "core/config/config_io.h"
#include "core/engine/remote/binary.h"
#include "core/engine/remote/fields/request_fields.h"
#include "core/io/runs/step_figures.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headroom::remote {

/// Members that are not there keep their value; those that this version does not know are passed over.
class JsonReader {
public:
    using Json = nlohmann::json;

    JsonReader(const Json& from, std::string_view attachment, std::string path)
        : from_(from), attachment_(attachment), path_(std::move(path)) {}

    template <class T> void operator()(const char* name, T& value) {
        const auto it = from_.find(name);
        if (it == from_.end() || !problem_.empty()) return;
        if (!read(*it, value) && problem_.empty()) problem_ = path_ + name + ": is not what belongs there";
    }
    template <class F> void group(const char* name, const F& members) {
        const auto it = from_.find(name);
        if (it == from_.end() || !problem_.empty()) return;
        if (!it->is_object()) {
            problem_ = path_ + name + ": is not an object";
            return;
        }
        JsonReader inner(*it, attachment_, path_ + name + ".");
        members(inner);
        problem_ = inner.problem_;
    }

    void own_figures(StepDone& step) {
        take_kind_figures(from_.dump(-1, ' ', false, Json::error_handler_t::replace), step);
    }

    /// What is wrong first, with where; empty: nothing.
    const std::string& problem() const { return problem_; }

private:
    template <class T> bool read(const Json& json, T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            if (!json.is_boolean()) return false;
            value = json.get<bool>();
            return true;
        } else if constexpr (std::is_integral_v<T>)
            return integer(json, value);
        else if constexpr (std::is_floating_point_v<T>)
            return real(json, value);
        else if constexpr (std::is_same_v<T, std::string>)
            return text(json, value);
        else if constexpr (std::is_enum_v<T>) {
            const auto found = json.is_string() ? enum_from_name<T>(json.get_ref<const std::string&>()) : std::nullopt;
            if (found) value = *found;
            return found.has_value();
        } else if constexpr (std::is_same_v<T, Bytes>)
            return integer(json, value.count);
        else if constexpr (std::is_same_v<T, ParamValue>)
            return param(json, value);
        else if constexpr (std::is_same_v<T, RoleBytes>)
            return by_name<Role>(json, value);
        else if constexpr (std::is_same_v<T, PhaseBytes>)
            return by_name<Phase>(json, value);
        else if constexpr (std::is_same_v<T, TrainConfig>)
            return config(json, value);
        else if constexpr (std::is_same_v<T, ImageBuffer>)
            return picture(json, value);
        else if constexpr (Binary<T>)
            return bytes(json, value);
        else if constexpr (Described<T>) {
            if (!json.is_object()) return false;
            JsonReader inner(json, attachment_, path_);
            Fields<T>::each(value, inner);
            problem_ = inner.problem_;
            return problem_.empty();
        } else
            return contained(json, value);
    }

    template <class T> bool contained(const Json& json, T& value) {
        if constexpr (Map<T>) {
            if (!json.is_object()) return false;
            value.clear();
            for (const auto& [key, v] : json.items()) {
                if (!read(v, value[key])) return false;
            }
            return true;
        } else if constexpr (List<T>) {
            if (!json.is_array()) return false;
            value.clear();
            for (const Json& v : json) {
                if (!read(v, value.emplace_back())) return false;
            }
            return true;
        } else if constexpr (requires { value.emplace(); }) {
            return read(json, value.emplace());
        } else {
            auto made = std::make_shared<std::remove_cv_t<typename T::element_type>>();
            if (!read(json, *made)) return false;
            value = std::move(made);
            return true;
        }
    }

    template <class T> static bool integer(const Json& json, T& value) {
        if (!json.is_number_integer()) return false;
        if (json.is_number_unsigned()) {
            const auto n = json.get<std::uint64_t>();
            value = static_cast<T>(n);
            return n <= static_cast<std::uint64_t>(std::numeric_limits<T>::max());
        }
        const auto n = json.get<std::int64_t>();
        value = static_cast<T>(n);
        return n >= 0 ? static_cast<std::uint64_t>(n) <= static_cast<std::uint64_t>(std::numeric_limits<T>::max())
                      : std::is_signed_v<T> && n >= static_cast<std::int64_t>(std::numeric_limits<T>::min());
    }
    static bool real(const Json& json, double& value) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        if (json.is_number())
            value = json.get<double>();
        else if (json.is_null())
            value = std::numeric_limits<double>::quiet_NaN();
        else if (json == "inf" || json == "-inf")
            value = json == "inf" ? infinity : -infinity;
        else
            return false;
        return true;
    }
    static bool text(const Json& json, std::string& value) {
        if (!json.is_string()) return false;
        auto decoded = decode_bytes(json.get_ref<const std::string&>());
        if (decoded) value = *std::move(decoded);
        return decoded.ok();
    }
    static bool param(const Json& json, ParamValue& value) {
        if (json.is_boolean())
            value = json.get<bool>();
        else if (std::int64_t number = 0; json.is_number_integer()) {
            if (!integer(json, number)) return false;
            value = number;
        } else if (json.is_number())
            value = json.get<double>();
        else
            return text(json, value.emplace<std::string>());
        return true;
    }
    template <class E, class T> static bool by_name(const Json& json, T& all) {
        if (!json.is_object()) return false;
        all = {};
        for (const auto& [name, bytes] : json.items()) {
            const auto entry = enum_from_name<E>(name);
            if (entry && !integer(bytes, all[*entry].count)) return false;
        }
        return true;
    }
    bool config(const Json& json, TrainConfig& value) {
        const auto patch =
            read_config_patch(json.dump(-1, ' ', false, Json::error_handler_t::replace), path_ + "config");
        if (!patch) return refuse(patch.error());
        auto whole = with_patch(TrainConfig{}, *patch);
        if (!whole) return refuse(whole.error());
        value = *std::move(whole);
        return true;
    }
    bool refuse(const Error& error) {
        problem_ = error.message;
        return false;
    }

    /// The `size` bytes of the attachment that begin where `json` says.
    bool piece(const Json& json, std::uint64_t size, std::string_view& out) const {
        std::uint64_t at = 0;
        const auto it = json.find("at");
        if (it == json.end() || !integer(*it, at) || at > attachment_.size() || size > attachment_.size() - at)
            return false;
        out = attachment_.substr(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
        return true;
    }
    bool picture(const Json& json, ImageBuffer& image) const {
        constexpr int longest = 1 << 16;
        std::string_view pixels;
        if (!json.is_object()) return false;
        for (const auto& [name, member] :
             {std::pair{"width", &image.width}, {"height", &image.height}, {"channels", &image.channels}}) {
            const auto it = json.find(name);
            if (it == json.end() || !integer(*it, *member)) return false;
        }
        if (image.width < 0 || image.width > longest || image.height < 0 || image.height > longest ||
            image.channels < 1 || image.channels > 4)
            return false;
        const std::uint64_t size =
            std::uint64_t(image.width) * std::uint64_t(image.height) * std::uint64_t(image.channels);
        if (size == 0) return true;
        if (!piece(json, size, pixels)) return false;
        image.pixels = std::make_shared<const std::vector<std::uint8_t>>(pixels.begin(), pixels.end());
        return true;
    }
    template <class T> bool bytes(const Json& json, T& value) const {
        std::string_view piece_of_it;
        std::uint64_t size = 0;
        if (!json.is_object() || !json.contains("bytes") || !integer(json["bytes"], size) ||
            !piece(json, size, piece_of_it))
            return false;
        BinaryReader reader(piece_of_it);
        reader.take(value);
        return reader.ok();
    }

    const Json& from_;
    std::string_view attachment_;
    std::string path_;
    std::string problem_;
};

}  // namespace headroom::remote
