// Kernels of our own where the product uses them: on the stand-in device, launched into its queue, against the CPU.
#include "family_runs.h"
#include "there.h"

#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/driver.h"
#include "tests/support/stand_in/memory.h"

#include "core/memory/autocast_guard.h"
#include "core/memory/checkpointing/cheap_activation.h"
#include "core/memory/gpu/kernels_on.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/layers.h"
#include "core/models/nn/light_ops.h"
#include "core/models/nn/norm_recording.h"
#include "core/models/vqgan/quantizer.h"
#include "core/models/vqgan_clip/cutouts.h"
#include "core/train/dcgan/diff_augment.h"
#include "core/train/dcgan/noise.h"
#include "core/train/device.h"
#include "core/train/optim/adam.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <string>

namespace headroom::test {
namespace {

at::Tensor last(const at::Tensor& x) { return x.contiguous(at::MemoryFormat::ChannelsLast); }

class StandInKernels : public testing::Test {
protected:
    StandInKernels() : memory_(open_device("cuda")->memory) {}
    ~StandInKernels() override { stand_in::offer_kernels(true); }
    void SetUp() override {
        for (const char* kernel : {"TwisterFill", "NormBackward", "NearestCode", "AdamStep", "CutWarps"})
            before_[kernel] = stand_in::launches_of(kernel);
    }
    /// Whether the product has used the kernel in this test.
    bool used(const std::string& kernel) { return stand_in::launches_of(kernel) > before_.at(kernel); }

    std::shared_ptr<DeviceMemory> memory_;

private:
    std::map<std::string, std::int64_t> before_;
};

TEST_F(StandInKernels, AreThereWhereTheyAreOffered) {
    EXPECT_NE(kernels_on(kThere), nullptr);
    EXPECT_EQ(kernels_on(at::kCPU), nullptr);
    stand_in::offer_kernels(false);
    EXPECT_EQ(kernels_on(kThere), nullptr);
}

TEST_F(StandInKernels, RandomNumbersAreTheCpusAndNobodyWaits) {
    at::Tensor z, u, noisy;
    const at::Tensor x = last(at::rand({4, 3, 16, 12})), moved = x.to(kThere);
    {
        const stand_in::NoWaits none;
        const auto before = stand_in::counts();
        z = latents(3, RandomPurpose::Latent, 70, 9, 33, kThere);
        u = uniforms(3, RandomPurpose::PenaltyMix, 70, 9, kThere);
        noisy = with_noise(moved, 0.2, 5, 1, 40);
        EXPECT_EQ((stand_in::counts() - before).to_device, 0);
    }
    EXPECT_LE(apart(z, latents(3, RandomPurpose::Latent, 70, 9, 33)), 1e-6);
    EXPECT_TRUE(at::equal(u.cpu(), uniforms(3, RandomPurpose::PenaltyMix, 70, 9)));
    EXPECT_LE(apart(noisy, with_noise(x, 0.2, 5, 1, 40)), 1e-6);
    EXPECT_TRUE(used("TwisterFill"));
}

TEST_F(StandInKernels, AugmentationIsTheCpus) {
    const at::Tensor x = last(at::rand({6, 3, 16, 24}));
    for (const DiffAugment& augment : {DiffAugment{true, false, false}, DiffAugment{false, true, false},
                                       DiffAugment{false, false, true}, DiffAugment{true, true, true}}) {
        const at::Tensor there = augment.apply(x.to(kThere), 4, 2, 100), here = augment.apply(x, 4, 2, 100);
        EXPECT_LE(apart(there, here), 1e-5) << augment.colour << augment.translation << augment.cutout;
    }
}

TEST_F(StandInKernels, BatchNormsTrainAsOnTheCpu) {
    for (const bool cheap : {false, true}) {
        const at::Tensor x = last(at::randn({4, 6, 8, 8}) + 1), grad = last(at::randn({4, 6, 8, 8}));
        const at::Tensor weight = at::rand({6}) + 0.5, bias = at::randn({6});
        const auto trained = [&](at::Device device) {
            nn::Norm2d norm(6);
            const at::NoGradGuard no_grad;
            norm.weight.copy_(weight);
            norm.bias.copy_(bias);
            for (at::Tensor* t : {&norm.mean, &norm.variance, &norm.batches}) t->set_data(t->to(device));
            norm.weight = norm.weight.detach().to(device).requires_grad_();
            norm.bias = norm.bias.detach().to(device).requires_grad_();
            at::AutoGradMode with_graph(true);
            const at::Tensor in = x.to(device).detach().requires_grad_();
            CheapActivation activation;
            const at::Tensor out =
                cheap ? norm.forward_cheap(in, 0.2, activation) : norm.forward_leaky(in, 0.2, {.light = false});
            out.backward(grad.to(device));
            return std::vector<at::Tensor>{out.detach(),     in.grad(),       norm.weight.grad(),
                                           norm.bias.grad(), norm.mean.cpu(), norm.variance.cpu()};
        };
        const auto there = trained(kThere), here = trained(at::kCPU);
        for (std::size_t i = 0; i < there.size(); ++i) EXPECT_LE(apart(there[i], here[i]), 1e-5) << cheap << " " << i;
    }
    EXPECT_TRUE(used("NormBackward"));
}

TEST_F(StandInKernels, RunningStatisticsOfABatchNormAreThoseThatOtherProcessesFollow) {
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
        nn::Norm2d alone(512), told(512);
        for (nn::Norm2d* norm : {&alone, &told}) {
            for (at::Tensor* t : {&norm->weight, &norm->bias, &norm->mean, &norm->variance, &norm->batches})
                t->set_data(at::ones_like(*t, t->options().device(kThere)));
        }
        for (int step = 0; step < 3; ++step) {
            const at::Tensor x = last((at::randn({4, 512, 4, 4}) + 1).to(type)).to(kThere);
            (void)alone.forward_leaky(x, 0.2, {.light = false});
            nn::NormRecording recording;
            (void)told.forward_leaky(x, 0.2, {.light = false});
            ASSERT_EQ(recording.seen().size(), 1u);
            const auto& seen = recording.seen().front();
            EXPECT_EQ(seen.by, nn::NormKernel::Own);
            nn::follow({told.mean, told.variance, told.batches}, seen.mean, seen.variance, seen.by);
        }
        EXPECT_TRUE(at::equal(alone.mean.cpu(), told.mean.cpu())) << type;
        EXPECT_TRUE(at::equal(alone.variance.cpu(), told.variance.cpu())) << type;
    }
}

TEST_F(StandInKernels, WhatACheapActivationDoesNotKeepIsComputedAgain) {
    const at::Tensor x = last(at::randn({4, 6, 8, 8})), filters = at::randn({5, 6, 3, 3});
    const auto trained = [&](at::Device device) {
        nn::Norm2d norm(6);
        {
            const at::NoGradGuard no_grad;
            norm.weight.fill_(1.5);
            norm.bias.fill_(0.1);
        }
        for (at::Tensor* t : {&norm.mean, &norm.variance, &norm.batches}) t->set_data(t->to(device));
        norm.weight = norm.weight.detach().to(device).requires_grad_();
        norm.bias = norm.bias.detach().to(device).requires_grad_();
        const at::Tensor in = x.to(device).detach().requires_grad_();
        const at::Tensor kernel = filters.to(device).detach().requires_grad_();
        CheapActivation activation;
        const Bytes before = memory_->counts().live_total;
        at::Tensor out = at::conv2d(norm.forward_cheap(in, 0.0, activation), kernel, {}, 1, 1);
        activation.consumed_by(out);
        // Beside the result and the norm's numbers nothing is kept: the activation's output is gone.
        if (device != at::kCPU)
            EXPECT_LT((memory_->counts().live_total - before).count,
                      static_cast<std::int64_t>(out.nbytes() + x.nbytes() / 2));
        out.square().sum().backward();
        return std::vector<at::Tensor>{out.detach(), in.grad(), kernel.grad(), norm.weight.grad()};
    };
    const auto there = trained(kThere), here = trained(at::kCPU);
    for (std::size_t i = 0; i < there.size(); ++i) EXPECT_LE(apart(there[i], here[i]), 1e-5) << i;
    EXPECT_TRUE(used("NormBackward"));
}

TEST_F(StandInKernels, GroupNormsWithSiluAreTheCpus) {
    const at::Tensor x = last(at::randn({3, 8, 5, 7})), filters = at::randn({4, 8, 3, 3}), weight = at::randn({8}),
                     bias = at::randn({8});
    for (const bool convolved : {false, true}) {
        const auto computed = [&](at::Device device) {
            const auto leaf = [&](const at::Tensor& t) { return t.to(device).detach().requires_grad_(); };
            const at::Tensor in = leaf(x), w = leaf(weight), b = leaf(bias), k = leaf(filters);
            const at::Tensor out = convolved ? nn::group_norm_silu_conv2d(in, w, b, 4, 1e-6, k, {}, 1, 1)
                                             : nn::group_norm_silu(in, w, b, 4, 1e-6);
            out.square().sum().backward();
            std::vector<at::Tensor> all{out.detach(), in.grad(), w.grad(), b.grad()};
            if (convolved) all.push_back(k.grad());
            return all;
        };
        const auto there = computed(kThere), here = computed(at::kCPU);
        for (std::size_t i = 0; i < there.size(); ++i) EXPECT_LE(apart(there[i], here[i]), 2e-5) << convolved << i;
    }
    EXPECT_TRUE(used("NormBackward"));
}

TEST_F(StandInKernels, CodesAreTheCpus) {
    const at::Tensor latents = at::randn({2, 16, 5, 6}), codes = at::randn({200, 16});
    EXPECT_TRUE(at::equal(vqgan::nearest_codes(latents.to(kThere), codes.to(kThere)).cpu(),
                          vqgan::nearest_codes(latents, codes)));
    EXPECT_TRUE(used("NearestCode"));
}

TEST_F(StandInKernels, AdamStepsAsOnTheCpu) {
    const at::Tensor weight = last(at::randn({7, 3, 4, 4})), grad = last(at::randn({7, 3, 4, 4}));
    const auto stepped = [&](at::Device device) {
        at::Tensor p = weight.to(device).detach().requires_grad_();
        Adam adam({{"p", p}}, {.lr = 0.01});
        for (int i = 0; i < 3; ++i) {
            p.mutable_grad() = (grad * (i + 1)).to(device);
            adam.step();
            adam.zero_grad();
        }
        return std::vector<at::Tensor>{p.detach(), adam.first_moment(0), adam.second_moment(0), adam.state()[2].second};
    };
    const auto there = stepped(kThere), here = stepped(at::kCPU);
    for (std::size_t i = 0; i < there.size(); ++i) EXPECT_LE(apart(there[i], here[i]), 1e-6) << i;
    EXPECT_TRUE(used("AdamStep"));
}

TEST_F(StandInKernels, CutsOfEveryMethodAreTheCpus) {
    const at::Tensor picture = at::upsample_bilinear2d(at::rand({1, 3, 6, 7}), {48, 56}, false);
    for (const auto method : {CutMethod::Original, CutMethod::Updated, CutMethod::NrUpdated, CutMethod::UpdatedPooling,
                              CutMethod::Latest, CutMethod::CropPool}) {
        imagine::CutSettings settings;
        settings.method = method;
        settings.side = 32;
        settings.augments = {Augment::Af, Augment::Pe, Augment::Ji, Augment::Gn, Augment::Et, Augment::Er};
        const imagine::Cutter cutter(settings, 9);
        const at::Tensor grad = at::randn({5, 3, 32, 32});
        const auto cut = [&](at::Device device) {
            const at::Tensor in = picture.to(device).detach().requires_grad_();
            const at::Tensor out = cutter.cut(cutter.base(in), 2, 3, 5);
            out.backward(grad.to(device));
            return std::pair{out.detach(), in.grad()};
        };
        const auto there = cut(kThere), here = cut(at::kCPU);
        EXPECT_LE(apart(there.first, here.first), 2e-4) << static_cast<int>(method);
        EXPECT_LE(apart(there.second, here.second), 2e-2) << static_cast<int>(method);
    }
    EXPECT_TRUE(used("CutWarps"));
}

using StandInKernelFamily = testing::TestWithParam<FamilyCase>;

TEST_P(StandInKernelFamily, TrainsAsOnTheCpu) {
    const std::int64_t before = stand_in::launches_of("AdamStep") + stand_in::launches_of("CutWarps");
    FamilyRun cpu(GetParam(), GetParam().config(), "cpu"), gpu(GetParam(), GetParam().config(), "cuda:0");
    for (int i = 0; i < 3; ++i) {
        SCOPED_TRACE(i);
        const StepDone a = cpu.step(), b = gpu.step();
        EXPECT_TRUE(std::isfinite(b.loss_g));
        EXPECT_NEAR(a.loss_g, b.loss_g, 1e-3 * std::max(1.0, std::abs(a.loss_g)));
        // Adam's first steps are as long whatever the gradient: what is nearly none may go the other way, two steps apart.
        if (i == 0) EXPECT_LT(distance(cpu.state(), gpu.state()), 0.1);
    }
    EXPECT_GE(stand_in::launches_of("AdamStep") + stand_in::launches_of("CutWarps"), before + 3);
}

TEST_P(StandInKernelFamily, AResumedRunGoesOnToTheBit) {
    const auto config = GetParam().config();
    FamilyRun whole(GetParam(), config, "cuda:0"), first(GetParam(), config, "cuda:0");
    whole.steps(3);
    first.steps(2);
    const auto saved = first.trainer().checkpoint();
    ASSERT_TRUE(saved);
    FamilyRun second(GetParam(), config, "cuda:0", saved->get());
    second.steps(1);
    EXPECT_EQ(differing(whole.state(), second.state()), "");
}

INSTANTIATE_TEST_SUITE_P(Families, StandInKernelFamily, testing::ValuesIn(family_cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace headroom::test
