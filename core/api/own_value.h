// OwnValue: what only one family has (its settings, a step's figures), held as a value of the family's own struct without naming it here.
#pragma once

#include <memory>
#include <utility>

namespace headroom {

class OwnValue {
public:
    OwnValue() = default;
    /// `T`: plain data with default values and ==.
    template <class T> static OwnValue of(T value = {}) {
        OwnValue out;
        out.held_ = std::make_unique<Of<T>>(std::move(value));
        return out;
    }
    OwnValue(const OwnValue& o) : held_(o.held_ ? o.held_->copy() : nullptr) {}
    OwnValue(OwnValue&&) noexcept = default;
    OwnValue& operator=(OwnValue o) noexcept {
        held_ = std::move(o.held_);
        return *this;
    }

    /// What is held if it is a T, else null.
    template <class T> const T* find() const {
        const auto* held = dynamic_cast<const Of<T>*>(held_.get());
        return held ? &held->value : nullptr;
    }
    /// The same, else T's defaults: what another family holds says nothing about it.
    template <class T> const T& get() const {
        static const T defaults{};
        const T* held = find<T>();
        return held ? *held : defaults;
    }
    /// What is held, to change it; anything but a T is replaced by T's defaults first.
    template <class T> T& edit() {
        if (!dynamic_cast<Of<T>*>(held_.get())) held_ = std::make_unique<Of<T>>();
        return static_cast<Of<T>&>(*held_).value;
    }
    template <class T> bool holds_another_than() const { return held_ && !find<T>(); }

    /// Nothing held equals the defaults of what the other holds.
    friend bool operator==(const OwnValue& a, const OwnValue& b) {
        if (!a.held_ || !b.held_) return (!a.held_ || a.held_->is_default()) && (!b.held_ || b.held_->is_default());
        return a.held_->same(*b.held_);
    }

private:
    struct Held {
        virtual ~Held() = default;
        virtual std::unique_ptr<Held> copy() const = 0;
        virtual bool same(const Held& other) const = 0;
        virtual bool is_default() const = 0;
    };
    template <class T> struct Of final : Held {
        Of() = default;
        explicit Of(T v) : value(std::move(v)) {}
        std::unique_ptr<Held> copy() const override { return std::make_unique<Of>(value); }
        bool same(const Held& other) const override {
            const auto* o = dynamic_cast<const Of*>(&other);
            return o && o->value == value;
        }
        bool is_default() const override { return value == T{}; }
        T value;
    };

    std::unique_ptr<Held> held_;
};

}  // namespace headroom
