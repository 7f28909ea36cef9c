// Groups, shared out between threads.
#include "core/models/nn/host_group_norms.h"

#include "core/memory/lease.h"
#include "core/memory/libtorch.h"
#include "core/memory/where/work.h"
#include "core/models/nn/in_parallel.h"
#include "core/models/nn/norms/planes.h"
#include "core/models/nn/vector_kernel.h"

#include <algorithm>
#include <cmath>

namespace headroom::nn {
namespace {

using norms::PlaneKernel;
using norms::PlaneLine;

constexpr long kChunk = 4096;  ///< numbers that are summed in fp32, and that the first cache holds

const PlaneKernel* plane_kernel([[maybe_unused]] at::ScalarType type) {
#if defined(__x86_64__)
    return vector_kernel(type, norms::planes_avx2, norms::planes_avx512, norms::planes_avx512_bf16);
#else
    return nullptr;
#endif
}

/// A batch as groups of planes.
struct Groups {
    Groups(const at::Tensor& x, std::int64_t each_picture)
        : groups(each_picture),
          channels(x.size(1) / each_picture),
          pixels(x.size(2) * x.size(3)),
          all(x.size(0) * each_picture),
          bytes(static_cast<long>(x.element_size())),
          kernel(*plane_kernel(x.scalar_type())) {}

    long groups, channels, pixels, all, bytes;
    const PlaneKernel& kernel;

    long numbers() const { return channels * pixels; }
    /// Channel c of group i.
    template <class Byte> Byte* at(Byte* data, long i, long c) const {
        return data + (i * channels + c) * pixels * bytes;
    }
    /// Which of the weights belongs to it.
    long weight_of(long i, long c) const { return i % groups * channels + c; }

    /// work(group) for all.
    template <class Do> void each(const Do& work) const {
        in_shares(all, [&](long i, long) { work(i); });
    }
};

/// What a group's numbers are multiplied by and moved by.
struct GroupLines {
    GroupLines(const NormWork& work, const at::Tensor& mean, const at::Tensor& deviation)
        : weight(work.weight.const_data_ptr<float>()),
          bias(work.bias.const_data_ptr<float>()),
          means(mean.const_data_ptr<float>()),
          deviations(deviation.const_data_ptr<float>()) {}
    const float *weight, *bias, *means, *deviations;

    PlaneLine of(long group, long at) const {
        const float scale = deviations[group] * weight[at];
        return {scale, bias[at] - means[group] * scale};
    }
};

const char* bytes_of(const at::Tensor& t) { return static_cast<const char*>(t.const_data_ptr()); }
char* bytes_to(const at::Tensor& t) { return static_cast<char*>(t.mutable_data_ptr()); }

Work group_passes(const at::Tensor& x, double times) {
    Work out;
    out.bytes = times * static_cast<double>(x.nbytes());
    return out;
}

/// Mean and reciprocal deviation of a group. Chan, Golub, LeVeque, "Updating Formulae and a Pairwise Algorithm for Computing Sample Variances", 1979.
void measure(const Groups& g, const char* group, double epsilon, float* mean, float* deviation) {
    double middle = 0, squares = 0, before = 0;
    for (long first = 0; first < g.numbers(); first += kChunk) {
        const long count = std::min(kChunk, g.numbers() - first);
        float own = 0, apart = 0;
        g.kernel.moments(group + first * g.bytes, count, &own, &apart);
        const double part = static_cast<double>(count), now = before + part, d = own - middle;
        middle += d * (part / now);
        squares += apart + d * d * (before * part / now);
        before = now;
    }
    *mean = static_cast<float>(middle);
    *deviation = static_cast<float>(1 / std::sqrt(squares / before + epsilon));
}

void transform(const Groups& g, const GroupLines& lines, long group, const char* from, char* to) {
    for (long c = 0; c < g.channels; ++c)
        g.kernel.forward(g.at(from, group, c), g.pixels, lines.of(group, g.weight_of(group, c)), g.at(to, group, c));
}

/// A channel's gradient of z, its sum and that of its products with x - mean.
std::array<double, 2> sums_of(const Groups& g, const char* x, const char* grad, PlaneLine line, float mean, char* to) {
    std::array<double, 2> out{};
    for (long first = 0; first < g.pixels; first += kChunk) {
        float sum = 0, products = 0;
        const long at = first * g.bytes;
        g.kernel.sums(x + at, grad + at, std::min(kChunk, g.pixels - first), line, mean, &sum, &products, to + at);
        out[0] += sum;
        out[1] += products;
    }
    return out;
}

}  // namespace

bool has_host_group_norms(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
    const auto fits = [&x](const at::Tensor& t) {
        return t.scalar_type() == at::kFloat && t.is_contiguous() && t.numel() == x.size(1);
    };
    return ComputeLease::fewer_products() > 0 && x.is_cpu() && x.dim() == 4 && x.numel() > 0 && x.is_contiguous() &&
           fits(weight) && fits(bias) && plane_kernel(x.scalar_type());
}

DeviceNorm host_group_norm_forward(const at::Tensor& x, const NormWork& work, double epsilon) {
    const WorkScope told("group norm and SiLU", [&] { return group_passes(x, 3); });
    const Groups g(x, work.groups);
    const at::TensorOptions real(at::kFloat);
    DeviceNorm made{at::empty_like(x), at::empty({x.size(0), g.groups}, real), at::empty({x.size(0), g.groups}, real)};
    const GroupLines lines(work, made.mean, made.deviation);
    float *const means = made.mean.mutable_data_ptr<float>(), *const deviations =
                                                                  made.deviation.mutable_data_ptr<float>();
    const char* const from = bytes_of(x);
    char* const to = bytes_to(made.out);
    g.each([&](long i) {
        measure(g, g.at(from, i, 0), epsilon, means + i, deviations + i);
        transform(g, lines, i, from, to);
    });
    return made;
}

at::Tensor host_group_norm_again(const at::Tensor& x, const NormWork& work, const at::Tensor& mean,
                                 const at::Tensor& deviation) {
    const WorkScope told("group norm and SiLU, again", [&] { return group_passes(x, 2); });
    const Groups g(x, work.groups);
    const GroupLines lines(work, mean, deviation);
    at::Tensor out = at::empty_like(x);
    const char* const from = bytes_of(x);
    char* const to = bytes_to(out);
    g.each([&](long i) { transform(g, lines, i, from, to); });
    return out;
}

std::array<at::Tensor, 3> host_group_norm_backward(const at::Tensor& grad_anyhow, const at::Tensor& x,
                                                   const NormWork& work, const at::Tensor& mean,
                                                   const at::Tensor& deviation, bool weights_too) {
    const at::Tensor grad = grad_anyhow.to(x.scalar_type()).contiguous();
    const WorkScope told("group norm and SiLU, backward", [&] { return group_passes(x, 6); });
    const Groups g(x, work.groups);
    const GroupLines lines(work, mean, deviation);
    std::array<at::Tensor, 3> out;
    out[0] = at::empty_like(x);
    // (picture, channel, the two sums)
    const at::Tensor sums = at::empty({x.size(0), x.size(1), 2}, at::kDouble);
    double* const all = sums.mutable_data_ptr<double>();
    const char *const in = bytes_of(x), *const pull = bytes_of(grad);
    char* const to = bytes_to(out[0]);
    g.each([&](long i) {
        const float middle = lines.means[i];
        const double deviation_i = lines.deviations[i];
        double level = 0, slant = 0;
        for (long c = 0; c < g.channels; ++c) {
            const long at = g.weight_of(i, c);
            const auto [sum, products] =
                sums_of(g, g.at(in, i, c), g.at(pull, i, c), lines.of(i, at), middle, g.at(to, i, c));
            double* const own = all + 2 * (i * g.channels + c);
            own[0] = sum;
            own[1] = products * deviation_i;
            level -= lines.weight[at] * sum;
            slant -= lines.weight[at] * products;
        }
        const double share = deviation_i / static_cast<double>(g.numbers());
        for (long c = 0; c < g.channels; ++c)
            g.kernel.backward(g.at(in, i, c), g.pixels, lines.of(i, g.weight_of(i, c)).scale, middle,
                              static_cast<float>(slant * share * deviation_i * deviation_i),
                              static_cast<float>(level * share), g.at(to, i, c));
    });
    if (!weights_too) return out;
    const at::Tensor of_channels = sums.sum(0).to(at::kFloat);
    out[1] = of_channels.select(1, 1).contiguous();
    out[2] = of_channels.select(1, 0).contiguous();
    return out;
}

}  // namespace headroom::nn
