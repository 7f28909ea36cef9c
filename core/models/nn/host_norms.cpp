// Chunks of rows, shared out between threads and joined.
#include "core/models/nn/host_norms.h"

#include "core/memory/libtorch.h"
#include "core/memory/where/work.h"
#include "core/models/nn/in_parallel.h"
#include "core/models/nn/norm_recording.h"
#include "core/models/nn/norms/rows.h"
#include "core/models/nn/vector_kernel.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom::nn {
namespace {

using norms::Line;
using norms::RowKernel;
using norms::Rows;

constexpr std::int64_t kChunkBytes = 32 << 10, kRowsOfATask = 16;

const RowKernel* kernel_of([[maybe_unused]] at::ScalarType type) {
#if defined(__x86_64__)
    return vector_kernel(type, norms::rows_avx2, norms::rows_avx512, norms::rows_avx512_bf16);
#else
    return nullptr;
#endif
}

/// A batch as rows, in chunks that a cache holds.
struct Chunks {
    explicit Chunks(const at::Tensor& x)
        : channels(x.size(1)),
          rows(x.numel() / channels),
          row_bytes(channels * static_cast<std::int64_t>(x.element_size())),
          each(std::max(kRowsOfATask, kChunkBytes / row_bytes)),
          count((rows + each - 1) / each) {}

    std::int64_t channels, rows, row_bytes, each, count;

    std::int64_t rows_of(std::int64_t chunk) const { return std::min(each, rows - chunk * each); }
    /// A chunk of what begins at `data`.
    template <class Byte> Byte* at(Byte* data, std::int64_t chunk) const { return data + chunk * each * row_bytes; }
    Rows of(const at::Tensor& x, std::int64_t chunk) const {
        return {at(static_cast<const char*>(x.const_data_ptr()), chunk), rows_of(chunk), channels};
    }

    /// work(chunk) for all.
    template <class Work> void each_chunk(const Work& work) const {
        in_shares(count, [&](std::int64_t i, std::int64_t) { work(i); });
    }
};

/// z = x * scale + shift, by channel.
struct Affine {
    Affine(const NormWork& work, const at::Tensor& mean, const at::Tensor& deviation)
        : scale(deviation * work.weight.detach()),
          shift(work.bias.detach() - mean * scale),
          line{scale.const_data_ptr<float>(), shift.const_data_ptr<float>(), static_cast<float>(work.slope)} {}
    at::Tensor scale, shift;
    Line line;
};

Work passes(const at::Tensor& x, double times) {
    Work out;
    out.bytes = times * static_cast<double>(x.nbytes());
    return out;
}

/// Mean and sum of squared distances of all chunks; Chan, Golub, LeVeque, "Updating Formulae and a Pairwise Algorithm for Computing Sample
/// Variances", 1979.
void join_moments(const Chunks& chunks, const at::Tensor& partial, double* mean, double* squares) {
    std::fill_n(mean, chunks.channels, 0.0);
    std::fill_n(squares, chunks.channels, 0.0);
    double before = 0;
    for (std::int64_t i = 0; i < chunks.count; ++i) {
        const float* const means = partial.const_data_ptr<float>() + 2 * i * chunks.channels;
        const float* const apart = means + chunks.channels;
        const auto rows = static_cast<double>(chunks.rows_of(i)), all = before + rows;
        for (std::int64_t c = 0; c < chunks.channels; ++c) {
            const double d = means[c] - mean[c];
            mean[c] += d * (rows / all);
            squares[c] += apart[c] + d * d * (before * rows / all);
        }
        before = all;
    }
}

/// Two sums of each channel over all chunks, all first ones before all second ones. `add`: (chunk, to, to).
template <class Add> std::vector<double> joined_sums(const Chunks& chunks, const Add& add) {
    const auto channels = static_cast<std::size_t>(chunks.channels);
    const at::Tensor partial = at::empty({chunks.count, 2, chunks.channels}, at::kFloat);
    float* const parts = partial.mutable_data_ptr<float>();
    chunks.each_chunk([&](std::int64_t i) {
        float* const own = parts + 2 * i * chunks.channels;
        add(i, own, own + chunks.channels);
    });
    std::vector<double> out(2 * channels);
    for (std::int64_t i = 0; i < chunks.count; ++i)
        for (std::size_t c = 0; c < out.size(); ++c) out[c] += parts[static_cast<std::size_t>(i) * out.size() + c];
    return out;
}

/// act(x * scale + shift).
at::Tensor transformed(const at::Tensor& x, const Chunks& chunks, const Affine& affine) {
    const RowKernel& kernel = *kernel_of(x.scalar_type());
    at::Tensor out = at::empty_like(x);
    auto* const to = static_cast<char*>(out.mutable_data_ptr());
    chunks.each_chunk([&](std::int64_t i) { kernel.forward(chunks.of(x, i), affine.line, chunks.at(to, i)); });
    return out;
}

}  // namespace

bool has_host_norms(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
    return x.is_cpu() && x.dim() == 4 && x.numel() > 0 && x.is_contiguous(at::MemoryFormat::ChannelsLast) &&
           weight.scalar_type() == at::kFloat && bias.scalar_type() == at::kFloat && kernel_of(x.scalar_type());
}

DeviceNorm host_norm_forward(const at::Tensor& x, const NormWork& work, double epsilon,
                             const std::array<at::Tensor, 2>& running, double momentum) {
    const WorkScope told("batch norm and activation", [&] { return passes(x, 3); });
    const at::NoGradGuard no_grad;
    const Chunks chunks(x);
    const RowKernel& kernel = *kernel_of(x.scalar_type());
    const at::TensorOptions real(at::kFloat);
    DeviceNorm out;
    out.mean = at::empty({chunks.channels}, real);
    out.deviation = at::empty({chunks.channels}, real);
    at::Tensor unbiased = at::empty({chunks.channels}, real);
    {
        const at::Tensor partial = at::empty({chunks.count, 2, chunks.channels}, real);
        chunks.each_chunk([&](std::int64_t i) {
            float* const means = partial.mutable_data_ptr<float>() + 2 * i * chunks.channels;
            kernel.moments(chunks.of(x, i), means, means + chunks.channels);
        });
        std::vector<double> sums(static_cast<std::size_t>(2 * chunks.channels));
        double *const mean = sums.data(), *const squares = mean + chunks.channels;
        join_moments(chunks, partial, mean, squares);
        const auto rows = static_cast<double>(chunks.rows);
        for (std::int64_t c = 0; c < chunks.channels; ++c) {
            out.mean.mutable_data_ptr<float>()[c] = static_cast<float>(mean[c]);
            out.deviation.mutable_data_ptr<float>()[c] = static_cast<float>(1 / std::sqrt(squares[c] / rows + epsilon));
            unbiased.mutable_data_ptr<float>()[c] = static_cast<float>(squares[c] / std::max(rows - 1, 1.0));
        }
    }
    if (running[0].defined() && momentum == 1) {
        running[0].copy_(out.mean);
        running[1].copy_(unbiased);
    } else if (running[0].defined()) {
        follow({running[0], running[1], {}}, out.mean, unbiased, library_kernel(x));
    }
    out.out = transformed(x, chunks, Affine(work, out.mean, out.deviation));
    return out;
}

at::Tensor host_norm_again(const at::Tensor& x, const NormWork& work, const at::Tensor& mean,
                           const at::Tensor& deviation) {
    const WorkScope told("batch norm and activation, again", [&] { return passes(x, 2); });
    const at::NoGradGuard no_grad;
    return transformed(x, Chunks(x), Affine(work, mean, deviation));
}

std::array<at::Tensor, 3> host_norm_backward(const at::Tensor& grad_anyhow, const at::Tensor& x, const NormWork& work,
                                             const at::Tensor& mean, const at::Tensor& deviation, bool weights_too) {
    const at::Tensor grad = grad_anyhow.scalar_type() == x.scalar_type() && grad_anyhow.strides() == x.strides()
                                ? grad_anyhow
                                : at::empty_like(x).copy_(grad_anyhow);
    const WorkScope told("batch norm and activation, backward", [&] { return passes(x, 5); });
    const at::NoGradGuard no_grad;
    const Chunks chunks(x);
    const RowKernel& kernel = *kernel_of(x.scalar_type());
    const Affine affine(work, mean, deviation);
    const at::TensorOptions real(at::kFloat);
    const auto from = static_cast<const char*>(grad.const_data_ptr());
    const float *const means = mean.const_data_ptr<float>(), *const deviations = deviation.const_data_ptr<float>();
    at::Tensor lines = at::empty({2, chunks.channels}, real);
    float *const slant = lines.mutable_data_ptr<float>(), *const level = slant + chunks.channels;
    const std::vector<double> sums = joined_sums(chunks, [&](std::int64_t i, float* sum, float* products) {
        kernel.sums(chunks.of(x, i), chunks.at(from, i), affine.line, means, sum, products);
    });
    std::array<at::Tensor, 3> out;
    if (weights_too) out[1] = at::empty({chunks.channels}, real);
    if (weights_too) out[2] = at::empty({chunks.channels}, real);
    for (std::int64_t c = 0; c < chunks.channels; ++c) {
        const double sum = sums[c], products = sums[chunks.channels + c], deviation_c = deviations[c],
                     share = affine.line.scale[c] / static_cast<double>(chunks.rows);
        slant[c] = static_cast<float>(-share * deviation_c * deviation_c * products);
        level[c] = static_cast<float>(-share * sum);
        if (!weights_too) continue;
        out[1].mutable_data_ptr<float>()[c] = static_cast<float>(products * deviation_c);
        out[2].mutable_data_ptr<float>()[c] = static_cast<float>(sum);
    }
    out[0] = at::empty_like(x);
    chunks.each_chunk([&](std::int64_t i) {
        kernel.backward(chunks.of(x, i), chunks.at(from, i), affine.line, means, slant, level,
                        chunks.at(static_cast<char*>(out[0].mutable_data_ptr()), i));
    });
    return out;
}

}  // namespace headroom::nn
