// What schema rows are made with; for the families.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace headroom::rows {

template <class T> struct MemberOf;
template <class V, class Owner_> struct MemberOf<V Owner_::*> {
    using type = V;
    using owner = Owner_;
};

/// The part of a configuration that a field lies in: the configuration, or its family's own settings.
template <class Part> const Part& part_of(const TrainConfig& config) {
    if constexpr (std::is_same_v<Part, TrainConfig>)
        return config;
    else
        return config.own<Part>();
}

/// The same to change; null: the configuration is of another family.
template <class Part> Part* part_to_set(TrainConfig& config) {
    if constexpr (std::is_same_v<Part, TrainConfig>)
        return &config;
    else
        return config.own_settings.holds_another_than<Part>() ? nullptr : &config.edit<Part>();
}

/// Binds a row to a field of TrainConfig or of a family's own settings. Setting a field of another family changes nothing.
template <auto Member> ParamRow bind(ParamRow row) {
    using T = typename MemberOf<decltype(Member)>::type;
    using Part = typename MemberOf<decltype(Member)>::owner;
    row.get = [](const TrainConfig& config) -> ParamValue {
        const Part& c = part_of<Part>(config);
        if constexpr (std::is_enum_v<T>)
            return std::string(name_of(c.*Member));
        else if constexpr (std::is_same_v<T, Bytes>)
            return (c.*Member).count;
        else
            return c.*Member;
    };
    row.set = [](TrainConfig& config, const ParamValue& v) {
        Part* c = part_to_set<Part>(config);
        if (!c) return;
        if constexpr (std::is_enum_v<T>)
            c->*Member = enum_from_name<T>(std::get<std::string>(v)).value();
        else if constexpr (std::is_same_v<T, Bytes>)
            (c->*Member).count = std::get<std::int64_t>(v);
        else
            c->*Member = std::get<T>(v);
    };
    row.initial = row.get(TrainConfig{});
    return row;
}

inline ParamRow base(std::string_view key, std::string_view label, std::string_view group, ParamType type,
                     Policy policy, std::string_view help, std::string_view cost) {
    ParamRow row;
    row.key = key;
    row.label = label;
    row.group = group;
    row.type = type;
    row.policy = policy;
    row.help = help;
    row.cost = cost;
    return row;
}

struct Range {
    double low, high, step = 1;
    bool logarithmic = false;
};

inline ParamRow integer(std::string_view key, std::string_view label, std::string_view group, Range r,
                        std::string_view unit, Policy policy, std::string_view help, std::string_view cost = {}) {
    ParamRow row = base(key, label, group, ParamType::Integer, policy, help, cost);
    row.low = r.low;
    row.high = r.high;
    row.step = r.step;
    row.logarithmic = r.logarithmic;
    row.unit = unit;
    return row;
}

inline ParamRow real(std::string_view key, std::string_view label, std::string_view group, Range r,
                     std::string_view unit, Policy policy, std::string_view help, std::string_view cost = {}) {
    ParamRow row = integer(key, label, group, r, unit, policy, help, cost);
    row.type = ParamType::Real;
    return row;
}

inline ParamRow flag(std::string_view key, std::string_view label, std::string_view group, Policy policy,
                     std::string_view help, std::string_view cost = {}) {
    return base(key, label, group, ParamType::Bool, policy, help, cost);
}

inline ParamRow choice(std::string_view key, std::string_view label, std::string_view group,
                       std::vector<ParamChoice> choices, Policy policy, std::string_view help,
                       std::string_view cost = {}) {
    ParamRow row = base(key, label, group, ParamType::Choice, policy, help, cost);
    row.choices = std::move(choices);
    return row;
}

/// Any of `choices`, in an order that counts; none is a value.
inline ParamRow set_of(std::string_view key, std::string_view label, std::string_view group,
                       std::vector<ParamChoice> choices, Policy policy, std::string_view help,
                       std::string_view cost = {}) {
    ParamRow row = choice(key, label, group, std::move(choices), policy, help, cost);
    row.type = ParamType::Set;
    row.may_be_empty = true;
    return row;
}

inline ParamRow advanced(ParamRow row) {
    row.advanced = true;
    return row;
}
inline ParamRow power_of_two(ParamRow row) {
    row.power_of_two = true;
    return row;
}
inline ParamRow maybe_empty(ParamRow row) {
    row.may_be_empty = true;
    return row;
}

}  // namespace headroom::rows
