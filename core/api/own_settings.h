// OwnSettings: the settings that only one family has, held as a value of the family's own struct without naming it here.
#pragma once

#include <memory>
#include <utility>

namespace headroom {

class OwnSettings {
public:
    OwnSettings() = default;
    /// `T`: plain data with default values and ==.
    template <class T> static OwnSettings of(T value = {}) {
        OwnSettings out;
        out.held_ = std::make_unique<Of<T>>(std::move(value));
        return out;
    }
    OwnSettings(const OwnSettings& o) : held_(o.held_ ? o.held_->copy() : nullptr) {}
    OwnSettings(OwnSettings&&) noexcept = default;
    OwnSettings& operator=(OwnSettings o) noexcept {
        held_ = std::move(o.held_);
        return *this;
    }

    /// What is held if it is a T, else T's defaults: settings of another family say nothing about it.
    template <class T> const T& get() const {
        static const T defaults{};
        const auto* held = dynamic_cast<const Of<T>*>(held_.get());
        return held ? held->value : defaults;
    }
    /// What is held, to change it; anything but a T is replaced by T's defaults first.
    template <class T> T& edit() {
        if (!dynamic_cast<Of<T>*>(held_.get())) held_ = std::make_unique<Of<T>>();
        return static_cast<Of<T>&>(*held_).value;
    }
    template <class T> bool holds_another_than() const { return held_ && !dynamic_cast<const Of<T>*>(held_.get()); }

    /// Nothing held is as good as the defaults of what the other holds.
    friend bool operator==(const OwnSettings& a, const OwnSettings& b) {
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
