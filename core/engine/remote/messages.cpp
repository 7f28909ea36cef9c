// Messages to and from JSON by the lists of their fields.
#include "core/engine/remote/messages.h"

#include "core/engine/remote/json_reader.h"
#include "core/engine/remote/json_writer.h"
#include "core/io/files/json_read.h"

namespace headroom::remote {

template <> struct Fields<Welcome> {
    static constexpr const char* name = "welcome";
    static void each(auto& m, auto& field) {
        field("protocol", m.protocol);
        field("host_id", m.host_id);
        field("live", m.live);
        field("run", m.run_dir);
        field("name", m.name);
        field("config", m.config);
    }
};
template <> struct Fields<CaughtUp> {
    static constexpr const char* name = "caught_up";
    static void each(auto&, auto&) {}
};
template <> struct Fields<SettingsNow> {
    static constexpr const char* name = "settings";
    static void each(auto& m, auto& field) { field("config", m.config); }
};
template <> struct Fields<WatchersNow> {
    static constexpr const char* name = "watchers";
    static void each(auto& m, auto& field) { field("count", m.count); }
};
template <> struct Fields<ForecastAnswer> {
    static constexpr const char* name = "forecast";
    static void each(auto& m, auto& field) {
        field("patch", m.patch);
        field("forecast", m.forecast);
        field("run", m.run);
        field("stage", m.stage);
        field("unmeasured", m.unmeasured);
    }
};
template <> struct Fields<Refused> {
    static constexpr const char* name = "refused";
    static void each(auto& m, auto& field) {
        Fields<Error>::each(m.error, field);
        field("patch", m.patch);
        field("run", m.run);
    }
};
template <> struct Fields<FilePart> {
    static constexpr const char* name = "file";
    static void each(auto& m, auto& field) { field("name", m.name); }  // its bytes are the attachment
};
template <> struct Fields<Hello> {
    static constexpr const char* name = "hello";
    static void each(auto& m, auto& field) {
        field("protocol", m.protocol);
        field("who", m.who);
        field("host_id", m.host_id);
        field("host", m.host);
        field("pid", m.pid);
        field("watch", m.watch);
        field("story", m.story);
    }
};
template <> struct Fields<AskForecast> {
    static constexpr const char* name = "forecast";
    static void each(auto& m, auto& field) {
        field("patch", m.patch);
        field("run", m.run);
    }
};

namespace {

template <class T> Frame frame_of(const T& message) {
    Frame frame;
    nlohmann::ordered_json of = nlohmann::ordered_json::object();
    JsonWriter writer(of, &frame.attachment);
    Fields<T>::each(message, writer);
    if constexpr (std::is_same_v<T, FilePart>) frame.attachment = message.bytes;
    frame.json = nlohmann::ordered_json{{"is", Fields<T>::name}, {"of", std::move(of)}}.dump(
        -1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    return frame;
}

template <class... T> Frame frame_of(const std::variant<T...>& one) {
    return std::visit([](const auto& message) { return frame_of(message); }, one);
}

struct Parsed {
    std::string is;
    nlohmann::json of;
};

Result<Parsed> parse(const Frame& frame) {
    auto json = parse_json_object(frame.json, "a message");
    if (!json) return json.error();
    Parsed out{json_text(*json, "is"), nlohmann::json::object()};
    const auto of = json->find("of");
    if (out.is.empty() || (of != json->end() && !of->is_object()))
        return make_error(ErrorCode::BadFile, "a message does not say what it is");
    if (of != json->end()) out.of = std::move(*of);
    return out;
}

/// Puts the message into `out` when it is a T; false: it is something else.
template <class T, class Out> bool take(const Parsed& parsed, const Frame& frame, Out& out, std::string& problem) {
    if (parsed.is != Fields<T>::name) return false;
    T message;
    JsonReader reader(parsed.of, frame.attachment, parsed.is + ".");
    Fields<T>::each(message, reader);
    if constexpr (std::is_same_v<T, FilePart>) message.bytes = frame.attachment;
    problem = reader.problem();
    if constexpr (requires { Fields<T>::lacks(message); })
        if (const char* member = Fields<T>::lacks(message); member && problem.empty())
            problem = parsed.is + "." + member + ": is empty";
    if (problem.empty()) out = std::move(message);
    return true;
}

template <class Out> struct AnyOf {
    template <class... T>
    static bool take_one(const std::variant<T...>*, const Parsed& parsed, const Frame& frame, Out& out,
                         std::string& problem) {
        return (one<T>(parsed, frame, out, problem) || ...);
    }
    template <class T> static bool one(const Parsed& parsed, const Frame& frame, Out& out, std::string& problem) {
        if constexpr (Described<T>) {
            return take<T>(parsed, frame, out, problem);
        } else {
            T inner;
            if (!AnyOf<T>::take_one(static_cast<const T*>(nullptr), parsed, frame, inner, problem)) return false;
            if (problem.empty()) out = std::move(inner);
            return true;
        }
    }
};

template <class Out> Result<Out> decode(const Frame& frame) {
    const auto parsed = parse(frame);
    if (!parsed) return parsed.error();
    Out out;
    std::string problem;
    if (!AnyOf<Out>::take_one(static_cast<const Out*>(nullptr), *parsed, frame, out, problem))
        return make_error(ErrorCode::NotFound, "there is no message '" + parsed->is.substr(0, 40) + "'");
    if (!problem.empty()) return make_error(ErrorCode::BadFile, std::move(problem));
    return out;
}

}  // namespace

Frame encode(const Reply& reply) { return frame_of(reply); }
Frame encode(const Request& request) { return frame_of(request); }
Result<Reply> decode_reply(const Frame& frame) { return decode<Reply>(frame); }
Result<Request> decode_request(const Frame& frame) { return decode<Request>(frame); }

}  // namespace headroom::remote
