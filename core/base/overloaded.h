// Overloaded: one function out of several lambdas, for std::visit. Any thread.
#pragma once

namespace headroom {

template <class... F> struct Overloaded : F... { using F::operator()...; };
template <class... F> Overloaded(F...) -> Overloaded<F...>;

}  // namespace headroom
