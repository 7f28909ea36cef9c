// What kernels are written in: C++ that the host's compilers, nvcc and NVRTC all take, without the standard library; numbers of
// tensors by their type; the blocks of threads that kernels run in.
#pragma once

#ifdef __CUDACC__
#define HEADROOM_DEVICE __device__
#else
#define HEADROOM_DEVICE
#include <cmath>
#endif

namespace headroom::kernels {

using I64 = long long;
using U64 = unsigned long long;
using U32 = unsigned int;

/// Types of a tensor's numbers.
enum class Type : int { F32, F16, BF16 };

/// A dense tensor's numbers; `data` may be null where a kernel says so.
struct Numbers {
    void* data = nullptr;
    Type type = Type::F32;
};

HEADROOM_DEVICE inline U32 bits_of(float x) { return __builtin_bit_cast(U32, x); }
HEADROOM_DEVICE inline float float_of(U32 bits) { return __builtin_bit_cast(float, bits); }

HEADROOM_DEVICE inline float from_half(unsigned short half) {
#ifdef __CUDA_ARCH__
    float out;
    asm("cvt.f32.f16 %0, %1;" : "=f"(out) : "h"(half));
    return out;
#else
    const U32 sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31, fraction = half & 1023u;
    if (exponent == 31) return float_of(sign | 0x7F800000u | fraction << 13);
    if (exponent != 0) return float_of(sign | (exponent + 112) << 23 | fraction << 13);
    const float small = static_cast<float>(fraction) * 0x1p-24f;
    return sign ? -small : small;
#endif
}

/// To the nearest, ties to even.
HEADROOM_DEVICE inline unsigned short to_half(float x) {
#ifdef __CUDA_ARCH__
    unsigned short out;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(out) : "f"(x));
    return out;
#else
    const U32 sign = bits_of(x) >> 16 & 0x8000u, bits = bits_of(x) & 0x7FFFFFFFu;
    if (bits > 0x7F800000u) return static_cast<unsigned short>(sign | 0x7E00u);
    if (bits >= 0x477FF000u) return static_cast<unsigned short>(sign | 0x7C00u);  // 65520 and more
    // Below 2^-14 a step is 2^-24: adding 1/2 leaves those steps as the last bits, rounded.
    if (bits < 0x38800000u) return static_cast<unsigned short>(sign | (bits_of(float_of(bits) + 0.5f) - 0x3F000000u));
    return static_cast<unsigned short>(sign | (bits - 0x38000000u + 0xFFFu + (bits >> 13 & 1)) >> 13);
#endif
}

HEADROOM_DEVICE inline float from_bfloat(unsigned short bits) { return float_of(static_cast<U32>(bits) << 16); }

/// To the nearest, ties to even.
HEADROOM_DEVICE inline unsigned short to_bfloat(float x) {
    const U32 bits = bits_of(x);
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return 0x7FC0;
    return static_cast<unsigned short>((bits + 0x7FFFu + (bits >> 16 & 1)) >> 16);
}

HEADROOM_DEVICE inline float load(const Numbers& from, I64 i) {
    if (from.type == Type::F32) return static_cast<const float*>(from.data)[i];
    const unsigned short bits = static_cast<const unsigned short*>(from.data)[i];
    return from.type == Type::F16 ? from_half(bits) : from_bfloat(bits);
}

/// N numbers of a thread.
template <int N> struct Some { float at[N]; };

/// Numbers in memory that are read and written at once.
template <class T, int N> struct alignas(sizeof(T) * N) Beside { T at[N]; };

/// The N numbers from `at` on, which lie beside one another; at * their size is a multiple of what a thread reads at once, 4 numbers at most.
template <int N> HEADROOM_DEVICE inline Some<N> load_beside(const Numbers& from, I64 at) {
    using Floats = Beside<float, N>;
    using Halves = Beside<unsigned short, N>;
    Some<N> out;
    if (from.type == Type::F32) {
        const Floats read = *reinterpret_cast<const Floats*>(static_cast<const float*>(from.data) + at);
        for (int i = 0; i < N; ++i) out.at[i] = read.at[i];
        return out;
    }
    const Halves read = *reinterpret_cast<const Halves*>(static_cast<const unsigned short*>(from.data) + at);
    for (int i = 0; i < N; ++i) out.at[i] = from.type == Type::F16 ? from_half(read.at[i]) : from_bfloat(read.at[i]);
    return out;
}

HEADROOM_DEVICE inline void store(const Numbers& to, I64 i, float value) {
    if (to.type == Type::F32)
        static_cast<float*>(to.data)[i] = value;
    else
        static_cast<unsigned short*>(to.data)[i] = to.type == Type::F16 ? to_half(value) : to_bfloat(value);
}

/// As load_beside().
template <int N> HEADROOM_DEVICE inline void store_beside(const Numbers& to, I64 at, const Some<N>& values) {
    using Floats = Beside<float, N>;
    using Halves = Beside<unsigned short, N>;
    if (to.type == Type::F32) {
        Floats out;
        for (int i = 0; i < N; ++i) out.at[i] = values.at[i];
        *reinterpret_cast<Floats*>(static_cast<float*>(to.data) + at) = out;
        return;
    }
    Halves out;
    for (int i = 0; i < N; ++i) out.at[i] = to.type == Type::F16 ? to_half(values.at[i]) : to_bfloat(values.at[i]);
    *reinterpret_cast<Halves*>(static_cast<unsigned short*>(to.data) + at) = out;
}

/// `value` as a tensor of `type` would hold it.
HEADROOM_DEVICE inline float rounded(float value, Type type) {
    if (type == Type::F32) return value;
    return type == Type::F16 ? from_half(to_half(value)) : from_bfloat(to_bfloat(value));
}

HEADROOM_DEVICE inline void add_to(float* sum, float value) {
#ifdef __CUDA_ARCH__
    atomicAdd(sum, value);
#else
    *sum += value;
#endif
}

template <class T> HEADROOM_DEVICE constexpr T least(T a, T b) { return a < b ? a : b; }
template <class T> HEADROOM_DEVICE constexpr T most(T a, T b) { return a < b ? b : a; }
HEADROOM_DEVICE constexpr I64 pieces(I64 whole, I64 piece) { return (whole + piece - 1) / piece; }

// A kernel is a struct with
//   Args         its arguments: plain numbers and pointers to the device's memory,
//   kThreads     threads of a block,
//   Shared       what they share,
//   run(block, args)   what one block does, for every kind of block (below and host_block.h).
// Threads meet in `block.each(work)` alone: it does work(t) for every thread t and ends when all have done it. What stands outside of
// each() is computed by all alike and must not write what is shared. A number that each thread keeps from one each() to the next is a
// Block::Own<T>, own[t].

#ifdef __CUDACC__
template <class Kernel> struct DeviceBlock {
    template <class T> struct Own {
        T value;
        __device__ T& operator[](int) { return value; }
    };
    static constexpr int kThreads = Kernel::kThreads;
    typename Kernel::Shared& shared;

    __device__ I64 index() const { return blockIdx.x; }
    __device__ I64 count() const { return gridDim.x; }
    template <class Work> __device__ void each(Work work) {
        work(static_cast<int>(threadIdx.x));
        __syncthreads();
    }
};
#endif

struct NothingShared {};

/// One thread for each of `count` things: work(i).
template <class Block, class Work> HEADROOM_DEVICE void for_all(Block& block, I64 count, Work work) {
    block.each([&](int t) {
        for (I64 i = block.index() * Block::kThreads + t; i < count; i += block.count() * Block::kThreads) work(i);
    });
}

/// The sum of all threads' `values`, added up as a tree whose shape does not depend on the device.
template <class Block, class T, class Values> HEADROOM_DEVICE T sum_of(Block& block, T* space, Values& values) {
    block.each([&](int t) { space[t] = values[t]; });
    for (int half = Block::kThreads / 2; half > 0; half /= 2) {
        block.each([&](int t) {
            if (t < half) space[t] += space[t + half];
        });
    }
    const T sum = space[0];
    block.each([](int) {});  // nobody writes `space` before all have read
    return sum;
}

}  // namespace headroom::kernels
