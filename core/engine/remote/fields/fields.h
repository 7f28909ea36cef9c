// Fields: the members of a struct of the contract, named once. The protocol, its reading and writing, and the command line's JSON
// events all come from these lists.
#pragma once

#include <type_traits>

namespace headroom::remote {

/// Specialise per struct: `static void each(auto& of, auto& field)` calls field("name", of.member) for every member,
/// field.group("name", [&](auto& g) { g("name", of.member); }) for members that JSON shows as an object of their own, and
/// field.own_figures(of) for the figures of a step that its family writes. Names are stable: add, never rename. A message has
/// `static constexpr const char* name`; one that says nothing without a certain member also `static const char* lacks(const T&)`, the name of that
/// member where it is empty, else null. Large ones travel as bytes: `kBinary`.
template <class T> struct Fields;

template <class T>
concept Described = requires {
    sizeof(Fields<std::remove_cv_t<T>>);
};

template <class T>
concept Binary = requires {
    Fields<std::remove_cv_t<T>>::kBinary;
};

template <class T>
concept List = requires(T& list) {
    list.emplace_back();
};

template <class T>
concept Map = requires {
    typename T::mapped_type;
};

}  // namespace headroom::remote
