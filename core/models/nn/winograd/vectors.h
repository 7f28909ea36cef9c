// Vectors of LANES floats, how they are read from and written to fp32 and bf16, and the two kinds of product: of floats, and of pairs of
// bf16 that are added up in fp32. Included by one source per instruction set, therefore without headers whose inline functions another
// source could share.
#pragma once

#if defined(NARROW)
#include <immintrin.h>
#endif

namespace headroom::nn::winograd {
namespace {

// NOLINTBEGIN(modernize-use-using): the attribute needs a typedef
typedef float Vec __attribute__((vector_size(LANES * sizeof(float))));
typedef unsigned Bits __attribute__((vector_size(LANES * sizeof(float))));
typedef unsigned short Halves __attribute__((vector_size(LANES * sizeof(short))));
// NOLINTEND(modernize-use-using)

/// The next multiple of `to`.
constexpr long up(long n, long to) { return (n + to - 1) / to * to; }

struct Bf16 {
    unsigned short bits;
};

template <class To, class From> inline To same_bits(From from) {
    To to;
    static_assert(sizeof(to) == sizeof(from));
    __builtin_memcpy(&to, &from, sizeof(to));
    return to;
}

/// bf16 in the upper halves, rounded to even; what is not a number stays that.
inline Bits rounded(Vec v) {
#if defined(NARROW)
    return __builtin_convertvector(same_bits<Halves>(_mm512_cvtneps_pbh(v)), Bits) << 16;
#else
    const Bits b = same_bits<Bits>(v), up = b + 0x7fff + (b >> 16 & 1);
    const Bits number = same_bits<Bits>(v == v);
    return ((up & number) | ((b | 0x400000) & ~number)) & 0xffff0000;
#endif
}

inline Vec load(const float* from) {
    Vec v;
    __builtin_memcpy(&v, from, sizeof(v));
    return v;
}
inline Vec load(const Bf16* from) {
    Halves h;
    __builtin_memcpy(&h, from, sizeof(h));
    return same_bits<Vec>(__builtin_convertvector(h, Bits) << 16);
}
/// Of its lanes, one after the other.
inline float sum_of(Vec v) {
    float sum = 0;
    for (int i = 0; i < LANES; ++i) sum += v[i];
    return sum;
}

inline void store(float* to, Vec v) { __builtin_memcpy(to, &v, sizeof(v)); }
inline void store(Bf16* to, Vec v) {
    const Halves h = __builtin_convertvector(rounded(v) >> 16, Halves);
    __builtin_memcpy(to, &h, sizeof(h));
}

/// The first `count` of them; zeros beyond.
template <class T> inline Vec load(const T* from, long count) {
    if (count >= LANES) return load(from);
    T few[LANES] = {};
    for (long i = 0; i < count; ++i) few[i] = from[i];
    return load(few);
}
template <class T> inline void store(T* to, Vec v, long count) {
    if (count >= LANES) return store(to, v);
    T few[LANES];
    store(few, v);
    for (long i = 0; i < count; ++i) to[i] = few[i];
}

/// Lanes of `a` and `b` in turn: their lower and their upper halves.
#if LANES == 16
inline Vec lower(Vec a, Vec b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
inline Vec upper(Vec a, Vec b) {
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
#else
inline Vec lower(Vec a, Vec b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
inline Vec upper(Vec a, Vec b) { return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }
#endif

/// Rows become columns: row i and row i + half in turn, as often as halving a row leaves one lane.
inline void transpose(Vec (&rows)[LANES]) {
    constexpr int half = LANES / 2;
    for (int length = LANES; length > 1; length /= 2) {
        Vec mixed[LANES];
        for (int i = 0; i < half; ++i) {
            mixed[2 * i] = lower(rows[i], rows[i + half]);
            mixed[2 * i + 1] = upper(rows[i], rows[i + half]);
        }
        for (int i = 0; i < LANES; ++i) rows[i] = mixed[i];
    }
}

/// Products of floats. `Word`: what a product reads of one operand per sum.
struct Wide {
    using Word = float;
    using Words = Vec;
    static constexpr int kPerWord = 1;  ///< values that are added up by one product
    static Vec multiply_add(Word a, Words b, Vec sum) { return sum + a * b; }
    /// Values beside each other that belong to the same sum, or to the sums of lanes.
    static void put(float* row, long at, Vec v) { store(row + at, v); }
    static void put_apart(float* row, long at, Vec v, bool) { store(row + at, v); }
};

#if defined(NARROW)
/// Products of pairs of bf16.
struct Narrow {
    using Word = unsigned;
    using Words = Bits;
    static constexpr int kPerWord = 2;
    static Vec multiply_add(Word a, Words b, Vec sum) {
        return _mm512_dpbf16_ps(sum, same_bits<__m512bh>(Bits{} + a), same_bits<__m512bh>(b));
    }
    /// Pairs are neighbours of the row.
    static void put(float* row, long at, Vec v) { store(reinterpret_cast<Bf16*>(row) + at, v); }
    /// Pairs are of two rows: the first writes zeros beside its own.
    static void put_apart(float* row, long at, Vec v, bool second) {
        Bits* const to = reinterpret_cast<Bits*>(row + at);
        Bits kept{};
        if (second) __builtin_memcpy(&kept, to, sizeof(kept));
        kept |= second ? rounded(v) : rounded(v) >> 16;
        __builtin_memcpy(to, &kept, sizeof(kept));
    }
};
#endif

}  // namespace
}  // namespace headroom::nn::winograd
