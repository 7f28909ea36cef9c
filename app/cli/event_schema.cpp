// Walks through the fields of each event and says what can stand there.
#include "app/cli/event_schema.h"

#include "app/cli/change_costs.h"
#include "app/cli/event_json.h"
#include "app/cli/shape.h"
#include "core/api/param_schema.h"
#include "core/engine/remote/json_writer.h"
#include "core/families/figure_format.h"
#include "core/families/registry.h"

#include <type_traits>
#include <utility>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

template <class T> Json schema_of();

/// As remote::JsonWriter, which leaves empty lists and what is not there out.
class SchemaWriter {
public:
    explicit SchemaWriter(Json& to) : to_(to) {
        to_ = Json{{"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}};
    }

    template <class T> void operator()(const char* name, const T&) {
        if constexpr (!left_out<T>()) {
            to_["properties"][name] = schema_of<T>();
            if constexpr (!may_be_absent<T>()) to_["required"].push_back(name);
        }
    }
    template <class F> void group(const char* name, const F& members) {
        SchemaWriter writer(to_["properties"][name]);
        members(writer);
        to_["required"].push_back(name);
    }
    void own_figures(const StepDone&) {
        for (const Family* family : families()) family->figures().describe(to_["properties"]);
    }

private:
    template <class T> static constexpr bool left_out() {
        if constexpr (requires { typename T::element_type; }) return remote::Binary<typename T::element_type>;
        return false;
    }
    template <class T> static constexpr bool may_be_absent() {
        return remote::List<T> || requires(const T& v) { v.has_value(); }
        || requires { typename T::element_type; };
    }

    Json& to_;
};

template <class T> Json described() {
    Json out;
    SchemaWriter writer(out);
    const T empty{};
    remote::Fields<T>::each(empty, writer);
    return out;
}

template <class T> Json schema_of() {
    if constexpr (std::is_same_v<T, bool>)
        return shape::a_flag();
    else if constexpr (std::is_integral_v<T> || std::is_same_v<T, Bytes>)
        return shape::a_whole();
    else if constexpr (std::is_floating_point_v<T>)
        return shape::a_number();
    else if constexpr (std::is_same_v<T, std::string>)
        return shape::a_text();
    else if constexpr (std::is_enum_v<T>)
        return shape::one_of(EnumNames<T>::names);
    else if constexpr (std::is_same_v<T, ParamValue>)
        return shape::a_value();
    else if constexpr (std::is_same_v<T, RoleBytes> || std::is_same_v<T, PhaseBytes>)
        return shape::map_of(shape::a_whole());
    else if constexpr (std::is_same_v<T, TrainConfig>)
        return shape::defined("settings");
    else if constexpr (remote::Described<T>)
        return described<std::remove_cv_t<T>>();
    else if constexpr (remote::Map<T>)
        return shape::map_of(schema_of<typename T::mapped_type>());
    else if constexpr (remote::List<T>)
        return shape::list_of(schema_of<typename T::value_type>());
    else if constexpr (requires { typename T::element_type; })
        return schema_of<std::remove_cv_t<typename T::element_type>>();
    else
        return schema_of<std::remove_cv_t<typename T::value_type>>();
}

/// The report of an out-of-memory error is written by itself (core/engine/run/oom_report.h): what is zero or empty is left out, and
/// the ledger is a column.
Json oom_schema() {
    Json out = described<OomRecovered>();
    out["required"] = {"survived", "step",  "images", "phase", "role",  "requested", "live",
                       "budget",   "tried", "before", "after", "cause", "remedies",  "changes_batch_statistics"};
    Json& remedy = out["properties"]["remedies"]["items"];
    remedy["required"] = {"rung", "outcome", "words"};
    out["properties"]["ledger"] = shape::object_of(
        {{"device", shape::a_text()}, {"total", shape::a_whole()}, {"now", shape::map_of(shape::a_whole())}});
    return out;
}

template <class T> void define_event(Json& definitions) {
    if constexpr (is_told<T>) {
        const std::string name = remote::Fields<T>::name;
        Json own = std::is_same_v<T, OomRecovered> ? oom_schema() : described<T>();
        if constexpr (std::is_same_v<T, CounselTold>)
            own["properties"]["forecast"] = change_cost_shape();  // runs counsel adds it
        own["properties"]["event"] = shape::one_of({name});
        own["required"].insert(own["required"].begin(), "event");
        definitions["event-" + name] = std::move(own);
        definitions["event"]["anyOf"].push_back(shape::defined("event-" + name));
    }
}

template <std::size_t... I> void define_each(Json& definitions, std::index_sequence<I...>) {
    (define_event<std::variant_alternative_t<I, Event>>(definitions), ...);
}

Json schema_of_row(const ParamRow& row) {
    switch (row.type) {
        case ParamType::Bool: return shape::a_flag();
        case ParamType::Integer:
        case ParamType::ByteSize: return shape::a_whole();
        case ParamType::Real: return shape::a_number();
        default: return shape::a_text();
    }
}

}  // namespace

void define_events(Json& definitions) {
    definitions["event"] = {{"anyOf", Json::array()}};
    define_each(definitions, std::make_index_sequence<std::variant_size_v<Event>>());
}

Json settings_schema() {
    Json out{{"type", "object"}, {"properties", Json::object()}};
    out["properties"]["format"] = shape::a_text();
    for (const ParamRow& row : schema_rows()) {
        Json of_row = schema_of_row(row);
        of_row["description"] = row.help;
        if (row.type == ParamType::Choice) {
            of_row = Json{{"enum", Json::array()}, {"description", row.help}};
            for (const ParamChoice& choice : row.choices) of_row["enum"].push_back(choice.name);
        }
        out["properties"][std::string(row.key)] = std::move(of_row);
    }
    return out;
}

}  // namespace headroom::cli
