// Scores of the same pictures that were computed another way.
#pragma once

#include "core/api/scores.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace headroom::test {

/// The figures themselves, within rounding: their standard errors hang on directions in which like pictures have little but rounding.
inline void expect_near_scores(const RunScores& found, const RunScores& wanted) {
    EXPECT_EQ(found.pictures, wanted.pictures);
    EXPECT_EQ(found.copies_among, wanted.copies_among);
    for (const ScoreFigure& figure : kScoreFigures) {
        if (!figure.error) continue;
        const double x = found.*figure.of, y = wanted.*figure.of;
        EXPECT_TRUE((std::isnan(x) && std::isnan(y)) || std::abs(x - y) <= 0.01 * std::max(std::abs(y), 0.1))
            << figure.name << ": " << x << " and " << y;
    }
}

}  // namespace headroom::test
