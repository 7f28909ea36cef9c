// RateGate: holds the newest value back until its interval has passed.
#pragma once

#include <QElapsedTimer>

#include <optional>
#include <utility>

namespace headroom::ui {

template <class T> class RateGate {
public:
    explicit RateGate(int interval_ms) : interval_ms_(interval_ms) {}

    void offer(T value) { waiting_ = std::move(value); }
    bool waiting() const { return waiting_.has_value(); }
    /// The newest value, if one waits and its time has come.
    std::optional<T> take() {
        if (!waiting_ || (clock_.isValid() && clock_.elapsed() < interval_ms_)) return std::nullopt;
        clock_.start();
        return std::exchange(waiting_, std::nullopt);
    }

private:
    int interval_ms_;
    QElapsedTimer clock_;
    std::optional<T> waiting_;
};

}  // namespace headroom::ui
