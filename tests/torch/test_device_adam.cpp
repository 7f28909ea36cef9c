// Adam's kernel, run on the host, against LibTorch's fused operator and against its own arithmetic in float64.
#include "core/memory/libtorch.h"
#include "core/train/optim/device_adam.h"
#include "tests/torch/device_kernels_fixture.h"

namespace headroom {
namespace {

class DeviceAdam : public test::WithDeviceKernels {
protected:
    static at::Tensor scalar(double value) { return at::scalar_tensor(value, at::kFloat); }
    static std::vector<AdamPart> parts_of(const std::vector<std::int64_t>& sizes, double step) {
        std::vector<AdamPart> parts;
        for (const std::int64_t n : sizes) {
            AdamPart p{at::randn({n}), at::randn({n}), at::randn({n}) * 0.1, at::rand({n}), scalar(step), {}, {}};
            parts.push_back(p);
        }
        return parts;
    }
    static std::vector<AdamPart> copy_of(std::vector<AdamPart> parts) {
        for (AdamPart& p : parts)
            for (at::Tensor* t : {&p.weight, &p.grad, &p.first, &p.second, &p.step}) *t = t->clone();
        return parts;
    }
    static double apart(const at::Tensor& a, const at::Tensor& b) {
        return a.numel() ? (a - b).abs().max().item<double>() : 0;
    }
};

TEST_F(DeviceAdam, StepsAsLibTorchsOperator) {
    std::vector<std::int64_t> sizes{1, 4096, 0, 4097, 17, 9000};
    for (std::int64_t i = 0; i < 80; ++i) sizes.push_back(i);  // more tensors than a launch takes
    for (const double step : {1.0, 2.0, 1000.0}) {
        auto made = parts_of(sizes, step), reference = copy_of(made);
        adam_step(kernels, made, {.lr = 3e-3, .beta1 = 0.5, .beta2 = 0.999, .epsilon = 1e-8});
        std::vector<at::Tensor> p, g, m, v, s;
        for (AdamPart& part : reference) {
            p.push_back(part.weight);
            g.push_back(part.grad);
            m.push_back(part.first);
            v.push_back(part.second);
            s.push_back(part.step);
        }
        at::_fused_adam_(p, g, m, v, {}, s, 3e-3, 0.5, 0.999, 0, 1e-8, false, false);
        for (std::size_t i = 0; i < made.size(); ++i) {
            EXPECT_LE(apart(made[i].weight, p[i]), 1e-6) << i;
            EXPECT_LE(apart(made[i].first, m[i]), 5e-7) << i;
            EXPECT_LE(apart(made[i].second, v[i]), 1e-6) << i;
        }
    }
}

TEST_F(DeviceAdam, NumbersOnTheDeviceStandForThoseBesideThem) {
    auto plain = parts_of({100, 5000}, 7), there = copy_of(plain);
    for (AdamPart& p : there) p.grad.mul_(8);
    adam_step(kernels, plain, {.lr = 0.25, .beta1 = 0.9, .beta2 = 0.99, .epsilon = 1e-8});
    AdamScalars scalars{.lr = -1, .beta1 = 0.9, .beta2 = 0.99, .epsilon = 1e-8};
    scalars.lr_there = at::scalar_tensor(0.25, at::kDouble);
    scalars.unscale = scalar(1.0 / 8);
    scalars.found_inf = scalar(0);
    adam_step(kernels, there, scalars);
    for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_TRUE(at::equal(plain[i].weight, there[i].weight));
}

TEST_F(DeviceAdam, InfiniteGradientsLeaveEverythingAsItIs) {
    auto made = parts_of({10, 5000}, 1);
    for (AdamPart& p : made) {
        p.mean = p.weight.clone();
        p.shadow = at::zeros_like(p.weight, at::kBFloat16);
    }
    const auto before = copy_of(made);
    AdamScalars scalars{.lr = 1, .beta1 = 0.9, .beta2 = 0.99, .epsilon = 1e-8};
    scalars.found_inf = scalar(1);
    adam_step(kernels, made, scalars);
    for (std::size_t i = 0; i < made.size(); ++i) {
        EXPECT_TRUE(at::equal(made[i].weight, before[i].weight));
        EXPECT_TRUE(at::equal(made[i].first, before[i].first));
        EXPECT_TRUE(at::equal(made[i].second, before[i].second));
        EXPECT_TRUE(at::equal(made[i].mean, before[i].weight));
        EXPECT_EQ(made[i].shadow.abs().max().item<float>(), 0);
    }
}

TEST_F(DeviceAdam, TheRunningMeanAndTheShadowFollowTheNewWeights) {
    for (const auto type : {at::kHalf, at::kBFloat16}) {
        auto made = parts_of({300, 4100}, 3);
        std::vector<at::Tensor> means;
        for (AdamPart& p : made) {
            p.mean = at::randn_like(p.weight);
            p.shadow = at::empty_like(p.weight, type);
            means.push_back(p.mean.clone());
        }
        AdamScalars scalars{.lr = 1e-2, .beta1 = 0.9, .beta2 = 0.99, .epsilon = 1e-8, .mean_share = 0.25};
        if (type == at::kHalf) {
            scalars.mean_share = 0;
            scalars.mean_share_there = scalar(0.25);
        }
        adam_step(kernels, made, scalars);
        for (std::size_t i = 0; i < made.size(); ++i) {
            EXPECT_LE(apart(made[i].mean, means[i] * 0.75 + made[i].weight * 0.25), 1e-6);
            EXPECT_TRUE(at::equal(made[i].shadow, made[i].weight.to(type)));
        }
    }
}

TEST_F(DeviceAdam, TakesDenseFloat32Alone) {
    auto parts = parts_of({8}, 1);
    EXPECT_TRUE(adam_fits(parts));
    parts[0].grad = parts[0].grad.to(at::kBFloat16);
    EXPECT_FALSE(adam_fits(parts));
    adam_step(kernels, {}, {});  // nothing to do
}

}  // namespace
}  // namespace headroom
