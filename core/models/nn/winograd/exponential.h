// e^x of vectors. Included by one source per instruction set.
#pragma once

#include "core/models/nn/winograd/vectors.h"

namespace headroom::nn::winograd {
namespace {

/// Within 2 units in the last place from -87 to 88; 0 below -88, infinity above 89. What is no number stays that.
/// x = n log(2) + r and a polynomial of r: Cody, Waite, "Software Manual for the Elementary Functions", 1980, chapter 6.
inline Vec exponential(Vec x) {
    constexpr float kRounds = 12582912;  // 1.5 * 2^23: what it is added to is rounded to an integer
    constexpr float kFactors[] = {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1, 1};
    // At these ends the power of 2 below is 0 and infinity.
    x = x < -88.0F ? Vec{} - 88.0F : x;
    x = x > 89.0F ? Vec{} + 89.0F : x;
    const Vec shifted = x * 1.44269504F + kRounds, n = shifted - kRounds;
    const Vec r = (x - n * 0.693359375F) + n * 2.12194440e-4F;
    Vec sum = Vec{} + 1.0F / 5040;
    for (const float factor : kFactors) sum = sum * r + factor;
    const Vec power = same_bits<Vec>((same_bits<Bits>(shifted) << 23) + 0x3f800000U);
    return sum * power;
}

}  // namespace
}  // namespace headroom::nn::winograd
