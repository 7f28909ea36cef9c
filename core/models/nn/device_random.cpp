// Arguments of the kernels that make random numbers.
#include "core/models/nn/device_random.h"

#include "core/kernels/device_kernels.h"
#include "core/memory/libtorch.h"

#include <algorithm>

namespace headroom::nn {
namespace {

using kernels::TwisterFill;

/// LibTorch's CPU generator has a quick way for contiguous tensors of 16 numbers and more.
TwisterFill::Kind normal_kind(const at::Tensor& sample) {
    return sample.is_contiguous() && sample.numel() >= TwisterFill::kGroup ? TwisterFill::Kind::Normal
                                                                           : TwisterFill::Kind::NormalDouble;
}

TwisterFill::Args fill_of(const at::Tensor& out, TwisterFill::Kind kind) {
    TwisterFill::Args args{};
    args.samples = out.size(0);
    args.each = out.numel() / out.size(0);
    args.kind = kind;
    args.deviation = 1;
    args.out = out.mutable_data_ptr<float>();
    return args;
}

void fill_keyed(kernels::DeviceKernels& on, const at::Tensor& out, const at::Tensor& keys, TwisterFill::Kind kind) {
    TwisterFill::Args args = fill_of(out, kind);
    args.keys = static_cast<const kernels::U64*>(keys.const_data_ptr());
    on.launch<TwisterFill>(args);
}

}  // namespace

kernels::Streams streams_of(std::uint64_t seed, RandomPurpose purpose, FirstSample first, std::uint64_t times,
                            std::uint64_t plus) {
    return {seed,       static_cast<std::uint64_t>(purpose), first.there ? first.after : first.number(), times, plus,
            first.there};
}

at::Tensor stream_normals(kernels::DeviceKernels& on, at::Device device, const kernels::Streams& streams,
                          std::int64_t samples, std::int64_t each) {
    const at::Tensor out = at::empty({samples, each}, at::TensorOptions().dtype(at::kFloat).device(device));
    on.launch<kernels::StreamNormals>({streams, samples, each, out.mutable_data_ptr<float>()});
    return out;
}

std::vector<at::Tensor> stream_draws(kernels::DeviceKernels& on, at::Device device, const kernels::Streams& streams,
                                     std::int64_t samples, const std::vector<kernels::Draw>& draws) {
    using kernels::StreamDraws;
    TORCH_CHECK(draws.size() <= StreamDraws::kMost, "more draws than a launch can make");
    const auto count = static_cast<std::int64_t>(draws.size());
    const auto options = at::TensorOptions().device(device);
    const at::Tensor uniform = at::empty({count, samples}, options.dtype(at::kFloat));
    const at::Tensor whole = at::empty({count, samples}, options.dtype(at::kLong));
    StreamDraws::Args args{};
    args.streams = streams;
    args.samples = samples;
    args.count = static_cast<int>(count);
    std::copy(draws.begin(), draws.end(), args.draws);
    args.out = {uniform.mutable_data_ptr(), kernels::Type::F32};
    args.whole = static_cast<kernels::I64*>(whole.mutable_data_ptr());
    on.launch<StreamDraws>(args);
    std::vector<at::Tensor> out;
    for (std::size_t i = 0; i < draws.size(); ++i)
        out.push_back((draws[i].whole ? whole : uniform)[static_cast<std::int64_t>(i)]);
    return out;
}

bool fill_normal(kernels::DeviceKernels& on, const at::Tensor& out, double deviation, const kernels::Streams& streams) {
    if (out.numel() == 0) return true;
    if (!out.is_non_overlapping_and_dense() || (out.size(0) > 1 && out.stride(0) != out.numel() / out.size(0)))
        return false;
    TwisterFill::Args args = fill_of(out, normal_kind(out[0]));
    args.streams = streams;
    args.deviation = deviation;
    on.launch<TwisterFill>(args);
    return true;
}

void fill_exponential(kernels::DeviceKernels& on, const at::Tensor& out, const kernels::Streams& streams) {
    if (out.numel() == 0) return;
    TwisterFill::Args args = fill_of(out, TwisterFill::Kind::Exponential);
    args.streams = streams;
    on.launch<TwisterFill>(args);
}

void fill_normal(kernels::DeviceKernels& on, const at::Tensor& out, const at::Tensor& keys) {
    if (out.numel() > 0) fill_keyed(on, out, keys, normal_kind(out[0]));
}

void fill_uniform(kernels::DeviceKernels& on, const at::Tensor& out, const at::Tensor& keys) {
    if (out.numel() > 0) fill_keyed(on, out, keys, TwisterFill::Kind::Uniform);
}

}  // namespace headroom::nn
