// JsonWriter: a described struct as JSON. Two uses: the protocol, which gives everything back exactly, and lines for scripts.
#pragma once

#include "core/config/byte_text.h"
#include "core/config/config_io.h"
#include "core/engine/remote/binary.h"
#include "core/engine/remote/fields/request_fields.h"
#include "core/io/runs/step_figures.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace headroom::remote {

/// Absent members (nothing, null, empty lists) are left out.
class JsonWriter {
public:
    using Json = nlohmann::ordered_json;

    /// `attachment`: takes what is too large for JSON, pictures and timelines. Null: JSON for scripts, where such members are left
    /// out, texts stay as they are and what is not finite is null.
    JsonWriter(Json& to, std::string* attachment) : to_(to), attachment_(attachment) {}

    template <class T> void operator()(const char* name, const T& value) {
        if (!absent(value)) to_[name] = json_of(value);
    }
    template <class F> void group(const char* name, const F& members) {
        Json inner = Json::object();
        JsonWriter writer(inner, attachment_);
        members(writer);
        to_[name] = std::move(inner);
    }
    void own_figures(const StepDone& step) { to_.update(kind_figures(step)); }

private:
    template <class T> bool absent(const T& value) const {
        if constexpr (List<T>)
            return value.empty();
        else if constexpr (requires { value.has_value(); })
            return !value.has_value();
        else if constexpr (requires { typename T::element_type; })
            return !value || (!attachment_ && Binary<typename T::element_type>);
        else
            return false;
    }

    template <class T> Json json_of(const T& value) {
        if constexpr (std::is_same_v<T, bool> || std::is_integral_v<T>)
            return Json(value);
        else if constexpr (std::is_floating_point_v<T>)
            return number(value);
        else if constexpr (std::is_same_v<T, std::string>)
            return Json(attachment_ ? encode_bytes(value) : value);
        else if constexpr (std::is_enum_v<T>)
            return Json(name_of(value));
        else if constexpr (std::is_same_v<T, Bytes>)
            return Json(value.count);
        else if constexpr (std::is_same_v<T, ParamValue>)
            return std::visit([&](const auto& v) { return this->json_of(v); }, value);
        else if constexpr (std::is_same_v<T, RoleBytes>)
            return by_name<Role>(value);
        else if constexpr (std::is_same_v<T, PhaseBytes>)
            return by_name<Phase>(value);
        else if constexpr (std::is_same_v<T, TrainConfig>)
            return Json::parse(write_config(value), nullptr, false);
        else if constexpr (std::is_same_v<T, ImageBuffer>)
            return picture(value);
        else if constexpr (Binary<T>)
            return bytes(value);
        else if constexpr (Described<T>) {
            Json out = Json::object();
            JsonWriter writer(out, attachment_);
            Fields<T>::each(value, writer);
            return out;
        } else
            return contained(value);
    }

    template <class T> Json contained(const T& value) {
        if constexpr (Map<T>) {
            Json out = Json::object();
            for (const auto& [key, v] : value) out[key] = json_of(v);
            return out;
        } else if constexpr (List<T>) {
            Json out = Json::array();
            for (const auto& v : value) out.push_back(json_of(v));
            return out;
        } else
            return json_of(*value);
    }

    Json number(double value) const {
        if (std::isfinite(value)) return value;
        if (!attachment_ || std::isnan(value)) return nullptr;
        return value > 0 ? "inf" : "-inf";
    }

    template <class E, class T> Json by_name(const T& all) const {
        Json out = Json::object();
        for (std::size_t i = 0; i < all.bytes.size(); ++i) {
            if (all.bytes[i].count != 0) out[std::string(name_of(static_cast<E>(i)))] = all.bytes[i].count;
        }
        return out;
    }

    Json picture(const ImageBuffer& image) {
        if (!attachment_) return nullptr;
        Json out{{"width", image.width},
                 {"height", image.height},
                 {"channels", image.channels},
                 {"at", attachment_->size()}};
        if (!image.empty())
            attachment_->append(reinterpret_cast<const char*>(image.pixels->data()), image.pixels->size());
        return out;
    }

    template <class T> Json bytes(const T& value) {
        const std::size_t at = attachment_->size();
        BinaryWriter{*attachment_}.put(value);
        return {{"at", at}, {"bytes", attachment_->size() - at}};
    }

    Json& to_;
    std::string* attachment_;
};

}  // namespace headroom::remote
