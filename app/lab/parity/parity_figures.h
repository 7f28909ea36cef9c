// The figures of a parity case: how far each is from what is expected, and the outcome of all.
#pragma once

#include "app/lab/parity/parity.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

namespace headroom {

class ParityFigures {
public:
    /// NaN is outside of any tolerance.
    void check(const std::string& what, double difference, double allowed) {
        list_.push_back({{"what", what}, {"difference", difference}, {"allowed", allowed}});
        const double share = share_of(difference, allowed);
        if (list_.size() == 1 || share > share_of(worst_.difference, worst_.allowed))
            worst_ = {what, difference, allowed};
        if (difference <= allowed || !first_.empty()) return;
        char text[256];
        std::snprintf(text, sizeof text, "%s differs by %.3g, allowed %.3g", what.c_str(), difference, allowed);
        first_ = text;
    }

    /// `more`: what else the report says.
    ParityOutcome outcome(nlohmann::json more) const {
        more.update({{"within", first_.empty()}, {"first_difference", first_}, {"figures", list_}});
        return {first_.empty(), first_, more.dump(), list_.size(), worst_};
    }

private:
    /// What must be equal has all that it is allowed as soon as it differs.
    static double share_of(double difference, double allowed) {
        if (difference == 0) return 0;
        const double share = difference / allowed;
        return std::isnan(share) ? INFINITY : share;
    }

    nlohmann::json list_ = nlohmann::json::array();
    std::string first_;
    ParityFigure worst_;
};

}  // namespace headroom
