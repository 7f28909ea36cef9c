// Result<T>: a value or an Error. Used wherever a module boundary can fail; nothing throws across such a boundary.
#pragma once

#include "core/base/error.h"

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

namespace headroom {

/// Either a `T` or an `Error`. Test with `if (result)`, then use `*result` or `result.error()`.
template <class T> class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit on purpose
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

    explicit operator bool() const { return state_.index() == 0; }
    bool ok() const { return state_.index() == 0; }

    T& operator*() & {
        assert(ok());
        return *std::get_if<0>(&state_);
    }
    const T& operator*() const& {
        assert(ok());
        return *std::get_if<0>(&state_);
    }
    T&& operator*() && {
        assert(ok());
        return std::move(*std::get_if<0>(&state_));
    }
    T* operator->() {
        assert(ok());
        return std::get_if<0>(&state_);
    }
    const T* operator->() const {
        assert(ok());
        return std::get_if<0>(&state_);
    }

    const Error& error() const {
        assert(!ok());
        return *std::get_if<1>(&state_);
    }

private:
    std::variant<T, Error> state_;
};

/// Success without a value.
template <> class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}  // NOLINT: implicit on purpose

    explicit operator bool() const { return !error_.has_value(); }
    bool ok() const { return !error_.has_value(); }
    const Error& error() const {
        assert(error_.has_value());
        return *error_;
    }

private:
    std::optional<Error> error_;
};

}  // namespace headroom
