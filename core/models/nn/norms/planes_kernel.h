// The passes over planes, vector after vector. Included by one source per instruction set.
#pragma once

#include "core/models/nn/norms/planes.h"
#include "core/models/nn/winograd/exponential.h"
#include "core/models/nn/winograd/vectors.h"

namespace headroom::nn::norms {
namespace {

using winograd::Bf16;
using winograd::load;
using winograd::store;
using winograd::sum_of;
using winograd::Vec;

constexpr long kSide = 4L * LANES;  ///< numbers that are summed side by side

inline Vec sigmoid(Vec z) { return 1.0F / (1.0F + winograd::exponential(-z)); }

template <class T> struct PlanePasses {
    static const T* of(const void* data) { return static_cast<const T*>(data); }

    /// The sum of term(x) over `count` numbers.
    template <class Term> static float sum_over(const T* x, long count, const Term& term) {
        Vec sum[4] = {};
        long i = 0;
        for (; i + kSide <= count; i += kSide)
            for (long v = 0; v < 4; ++v) sum[v] += term(load(x + i + v * LANES));
        for (; i + LANES <= count; i += LANES) sum[0] += term(load(x + i));
        float rest = 0;
        for (; i < count; ++i) rest += term(load(x + i, 1))[0];
        return sum_of((sum[0] + sum[1]) + (sum[2] + sum[3])) + rest;
    }

    static void moments(const void* data, long count, float* mean, float* squares) {
        const T* const x = of(data);
        const float middle = sum_over(x, count, [](Vec v) { return v; }) / static_cast<float>(count);
        *mean = middle;
        *squares = sum_over(x, count, [middle](Vec v) { return (v - middle) * (v - middle); });
    }

    /// work(i, left) for the vectors from i on, of which `left` numbers are there.
    template <class Do> static void each_vector(long count, const Do& work) {
        long i = 0;
        for (; i + LANES <= count; i += LANES) work(i, LANES);
        if (i < count) work(i, count - i);
    }

    static void forward(const void* data, long count, PlaneLine line, void* out) {
        const T* const x = of(data);
        T* const to = static_cast<T*>(out);
        each_vector(count, [&](long i, long left) {
            const Vec z = load(x + i, left) * line.scale + line.shift;
            store(to + i, z * sigmoid(z), left);
        });
    }

    static void sums(const void* data, const void* gradients, long count, PlaneLine line, float mean, float* sum,
                     float* products, void* out) {
        const T *const x = of(data), *const grad = of(gradients);
        T* const to = static_cast<T*>(out);
        Vec all{}, with{};
        each_vector(count, [&](long i, long left) {
            // Beyond the last number both are zeros, and so is the gradient.
            const Vec number = load(x + i, left), z = number * line.scale + line.shift, s = sigmoid(z),
                      g = load(grad + i, left) * s * (1.0F + z * (1.0F - s));
            store(to + i, g, left);
            all += g;
            with += g * (number - mean);
        });
        *sum = sum_of(all);
        *products = sum_of(with);
    }

    static void backward(const void* data, long count, float scale, float mean, float slant, float level, void* out) {
        const T* const x = of(data);
        T* const to = static_cast<T*>(out);
        each_vector(count, [&](long i, long left) {
            store(to + i, load(to + i, left) * scale + ((load(x + i, left) - mean) * slant + level), left);
        });
    }

    static const PlaneKernel* kernel() {
        static constexpr PlaneKernel all{moments, forward, sums, backward};
        return &all;
    }
};

}  // namespace

const PlaneKernel* KERNEL(bool bf16) { return bf16 ? PlanePasses<Bf16>::kernel() : PlanePasses<float>::kernel(); }

}  // namespace headroom::nn::norms
