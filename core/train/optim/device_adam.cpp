// Tensors in launches of Adam's kernel.
#include "core/train/optim/device_adam.h"

#include "core/kernels/device_kernels.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/device_numbers.h"

#include <algorithm>

namespace headroom {
namespace {

using kernels::AdamStep;

float* floats_or_null(const at::Tensor& t) { return t.defined() ? t.mutable_data_ptr<float>() : nullptr; }

AdamStep::Args shared_args(const AdamScalars& s) {
    AdamStep::Args args{};
    args.lr = s.lr;
    args.beta1 = s.beta1;
    args.beta2 = s.beta2;
    args.epsilon = s.epsilon;
    args.mean_share = s.mean_share;
    args.lr_there = s.lr_there.defined() ? s.lr_there.const_data_ptr<double>() : nullptr;
    args.share_there = floats_or_null(s.mean_share_there);
    args.unscale = floats_or_null(s.unscale);
    args.found_inf = floats_or_null(s.found_inf);
    return args;
}

}  // namespace

bool adam_fits(const std::vector<AdamPart>& parts) {
    return std::all_of(parts.begin(), parts.end(), [](const AdamPart& p) {
        const auto fits = [](const at::Tensor& t) {
            return t.scalar_type() == at::kFloat && t.is_non_overlapping_and_dense();
        };
        return fits(p.weight) && fits(p.grad) && fits(p.first) && fits(p.second);
    });
}

void adam_step(kernels::DeviceKernels& on, const std::vector<AdamPart>& parts, const AdamScalars& scalars) {
    AdamStep::Args args = shared_args(scalars);
    std::int64_t chunks = 0;
    const auto launch = [&] {
        on.launch<AdamStep>(args);
        args.count = 0;
        chunks = 0;
    };
    for (const AdamPart& p : parts) {
        const std::int64_t n = p.weight.numel();
        if (n == 0) continue;
        args.tensors[args.count++] = {floats_or_null(p.weight),
                                      floats_or_null(p.grad),
                                      floats_or_null(p.first),
                                      floats_or_null(p.second),
                                      floats_or_null(p.step),
                                      floats_or_null(p.mean),
                                      nn::numbers_of(p.shadow),
                                      n,
                                      chunks};
        chunks += kernels::pieces(n, AdamStep::kChunk);
        if (args.count == AdamStep::kMost) launch();
    }
    launch();
}

}  // namespace headroom
