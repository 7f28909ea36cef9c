// Kernels of our own on a GPU, as the product calls them, against the CPU: random numbers, pictures, norms, Adam, codes, cutouts. What
// compute-sanitizer watches. Skipped, visibly, without one.
#include "tests/gpu/gpu_fixture.h"
#include "tests/torch/trainer_fixture.h"

#include "core/kernels/kernel_table.h"
#include "core/memory/checkpointing/cheap_activation.h"
#include "core/memory/gpu/kernels_on.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/device_random.h"
#include "core/models/nn/layers.h"
#include "core/models/nn/light_ops.h"
#include "core/models/nn/norm_recording.h"
#include "core/models/vqgan/quantizer.h"
#include "core/models/vqgan_clip/cutouts.h"
#include "core/train/gan/diff_augment.h"
#include "core/train/gan/noise.h"
#include "core/train/optim/adam.h"
#include "core/train/run/device_pictures.h"
#include "core/train/run/pictures.h"

#ifdef HEADROOM_STAND_IN
#include "tests/support/stand_in/driver.h"
#endif

#include <ATen/CPUGeneratorImpl.h>

#include <optional>
#include <string>
#include <vector>

namespace headroom::test {
namespace {

at::Tensor last(const at::Tensor& x) { return x.contiguous(at::MemoryFormat::ChannelsLast); }

/// The largest difference, relative to the largest number of `here`.
double apart(const at::Tensor& there, const at::Tensor& here) {
    return ((there.cpu().to(at::kDouble) - here.to(at::kDouble)).abs().max() /
            here.abs().max().to(at::kDouble).clamp_min(1e-20))
        .item<double>();
}

/// How often the stand-in was given the kernel; a card does not tell.
std::int64_t launches_of([[maybe_unused]] const std::string& kernel) {
#ifdef HEADROOM_STAND_IN
    return stand_in::launches_of(kernel);
#else
    return 0;
#endif
}

class GpuKernels : public OnGpu<testing::Test> {
protected:
    void SetUp() override {
        OnGpu<testing::Test>::SetUp();
        if (IsSkipped()) return;
        turn_.emplace(memory().turn());  // products of float32 are not rounded
        ASSERT_NE(kernels_on(device()), nullptr) << "the log says why";
        for (const kernels::KernelRow& row : kernels::kKernelTable) before_[row.name] = launches_of(row.name);
    }
    /// Whether the product has used the kernel in this test, as far as that is known.
    bool used(const std::string& kernel) { return !kStandIn || launches_of(kernel) > before_.at(kernel); }

private:
    std::optional<Turn> turn_;
    std::map<std::string, std::int64_t> before_;
};

TEST_F(GpuKernels, RandomNumbersAreTheCpus) {
    EXPECT_LE(
        apart(latents(3, RandomPurpose::Latent, 70, 9, 33, device()), latents(3, RandomPurpose::Latent, 70, 9, 33)),
        5e-6);
    EXPECT_TRUE(at::equal(uniforms(3, RandomPurpose::PenaltyMix, 70, 9, device()).cpu(),
                          uniforms(3, RandomPurpose::PenaltyMix, 70, 9)));
    const at::Tensor x = last(at::rand({4, 3, 16, 12}));
    EXPECT_LE(apart(with_noise(x.to(device()), 0.2, 5, 1, 40), with_noise(x, 0.2, 5, 1, 40)), 5e-6);
    for (const char* const kernel : {"StreamNormals", "StreamDraws", "TwisterFill"})
        EXPECT_TRUE(used(kernel)) << kernel;
}

TEST_F(GpuKernels, FillsAreTheCpuGenerators) {
    const auto there = at::TensorOptions().device(device());
    const at::Tensor exponential = at::empty({2, 7, 29, 5}, there), uniform = at::empty({3, 2, 9, 9}, there);
    nn::fill_exponential(*kernels_on(device()), exponential, nn::streams_of(5, RandomPurpose::GumbelNoise, 12));
    nn::fill_uniform(*kernels_on(device()), uniform, at::arange(3, there.dtype(at::kLong)) * 77);
    const auto generator = [](std::uint64_t key) { return at::make_generator<at::CPUGeneratorImpl>(key); };
    for (std::uint64_t i = 0; i < 3; ++i) {
        const auto at = static_cast<std::int64_t>(i);
        EXPECT_TRUE(at::equal(uniform[at].cpu(), at::empty({2, 9, 9}).uniform_(-1, 1, generator(77 * i)))) << i;
        if (i == 2) continue;
        const auto key = RandomStream(5, RandomPurpose::GumbelNoise, 12 + i).next();
        EXPECT_LE(apart(exponential[at], at::empty({7, 29, 5}).exponential_(1.0, generator(key))), 5e-6) << i;
    }
}

TEST_F(GpuKernels, PicturesAreTheHosts) {
    const auto data = std::make_shared<MemoryDataset>(37, 24, 3, 5);
    const auto there = DevicePictures::upload(data, memory(), device(), [](const std::string&, double) {}, {});
    ASSERT_TRUE(there);
    for (const bool mirror : {false, true}) {
        for (const auto format : {at::MemoryFormat::Preserve, at::MemoryFormat::Contiguous}) {
            const PictureOrder order{data, 9, mirror};
            const at::Tensor made = (*there)->batch(order, 30, 20, format);  // over an epoch's end
            EXPECT_TRUE(at::equal(made.cpu(), centred_pictures(gathered({order, 30, 20}, at::kCPU), format)))
                << mirror << format;
        }
    }
    EXPECT_TRUE(used("PictureBatch"));
}

TEST_F(GpuKernels, AugmentationIsTheCpus) {
    const at::Tensor x = last(at::rand({6, 3, 16, 24}));
    for (const DiffAugment& augment : {DiffAugment{true, false, false}, DiffAugment{false, true, false},
                                       DiffAugment{false, false, true}, DiffAugment{true, true, true}}) {
        const at::Tensor there = augment.apply(x.to(device()), 4, 2, 100), here = augment.apply(x, 4, 2, 100);
        EXPECT_LE(apart(there, here), 1e-5) << augment.colour << augment.translation << augment.cutout;
    }
}

TEST_F(GpuKernels, BatchNormsTrainAsOnTheCpu) {
    for (const bool cheap : {false, true}) {
        const at::Tensor x = last(at::randn({4, 6, 8, 8}) + 1), grad = last(at::randn({4, 6, 8, 8}));
        const at::Tensor weight = at::rand({6}) + 0.5, bias = at::randn({6});
        const auto trained = [&](at::Device where) {
            nn::Norm2d norm(6);
            const at::NoGradGuard no_grad;
            norm.weight.copy_(weight);
            norm.bias.copy_(bias);
            for (at::Tensor* t : {&norm.mean, &norm.variance, &norm.batches}) t->set_data(t->to(where));
            norm.weight = norm.weight.detach().to(where).requires_grad_();
            norm.bias = norm.bias.detach().to(where).requires_grad_();
            at::AutoGradMode with_graph(true);
            const at::Tensor in = x.to(where).detach().requires_grad_();
            CheapActivation activation;
            const at::Tensor out =
                cheap ? norm.forward_cheap(in, 0.2, activation) : norm.forward_leaky(in, 0.2, {.light = false});
            out.backward(grad.to(where));
            return std::vector<at::Tensor>{out.detach(),     in.grad(),       norm.weight.grad(),
                                           norm.bias.grad(), norm.mean.cpu(), norm.variance.cpu()};
        };
        const auto there = trained(device()), here = trained(at::kCPU);
        for (std::size_t i = 0; i < there.size(); ++i) EXPECT_LE(apart(there[i], here[i]), 1e-5) << cheap << " " << i;
    }
    for (const char* const kernel :
         {"NormMoments", "NormStatistics", "NormForward", "NormSums", "NormTotals", "NormBackward"})
        EXPECT_TRUE(used(kernel)) << kernel;
}

TEST_F(GpuKernels, RunningStatisticsOfABatchNormAreThoseThatOtherProcessesFollow) {
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
        nn::Norm2d alone(512), told(512);
        for (nn::Norm2d* norm : {&alone, &told}) {
            for (at::Tensor* t : {&norm->weight, &norm->bias, &norm->mean, &norm->variance, &norm->batches})
                t->set_data(at::ones_like(*t, t->options().device(device())));
        }
        for (int step = 0; step < 3; ++step) {
            const at::Tensor x = last((at::randn({4, 512, 4, 4}) + 1).to(type)).to(device());
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

TEST_F(GpuKernels, WhatACheapActivationDoesNotKeepIsComputedAgain) {
    const at::Tensor x = last(at::randn({4, 6, 8, 8})), filters = at::randn({5, 6, 3, 3});
    const auto trained = [&](at::Device where) {
        nn::Norm2d norm(6);
        {
            const at::NoGradGuard no_grad;
            norm.weight.fill_(1.5);
            norm.bias.fill_(0.1);
        }
        for (at::Tensor* t : {&norm.mean, &norm.variance, &norm.batches}) t->set_data(t->to(where));
        norm.weight = norm.weight.detach().to(where).requires_grad_();
        norm.bias = norm.bias.detach().to(where).requires_grad_();
        const at::Tensor in = x.to(where).detach().requires_grad_();
        const at::Tensor kernel = filters.to(where).detach().requires_grad_();
        CheapActivation activation;
        const Bytes before = memory().counts().live_total;
        at::Tensor out = at::conv2d(norm.forward_cheap(in, 0.0, activation), kernel, {}, 1, 1);
        activation.consumed_by(out);
        // Beside the result and the norm's numbers nothing is kept: the activation's output is gone.
        if (where != at::kCPU)
            EXPECT_LT((memory().counts().live_total - before).count,
                      static_cast<std::int64_t>(out.nbytes() + x.nbytes() / 2));
        out.square().sum().backward();
        return std::vector<at::Tensor>{out.detach(), in.grad(), kernel.grad(), norm.weight.grad()};
    };
    const auto there = trained(device()), here = trained(at::kCPU);
    for (std::size_t i = 0; i < there.size(); ++i) EXPECT_LE(apart(there[i], here[i]), 1e-5) << i;
    EXPECT_TRUE(used("NormBackward"));
}

TEST_F(GpuKernels, GroupNormsWithSiluAreTheCpus) {
    const at::Tensor x = last(at::randn({3, 8, 5, 7})), filters = at::randn({4, 8, 3, 3}), weight = at::randn({8}),
                     bias = at::randn({8});
    for (const bool convolved : {false, true}) {
        const auto computed = [&](at::Device where) {
            const auto leaf = [&](const at::Tensor& t) { return t.to(where).detach().requires_grad_(); };
            const at::Tensor in = leaf(x), w = leaf(weight), b = leaf(bias), k = leaf(filters);
            const at::Tensor out = convolved ? nn::group_norm_silu_conv2d(in, w, b, 4, 1e-6, k, {}, 1, 1)
                                             : nn::group_norm_silu(in, w, b, 4, 1e-6);
            out.square().sum().backward();
            std::vector<at::Tensor> all{out.detach(), in.grad(), w.grad(), b.grad()};
            if (convolved) all.push_back(k.grad());
            return all;
        };
        const auto there = computed(device()), here = computed(at::kCPU);
        for (std::size_t i = 0; i < there.size(); ++i) EXPECT_LE(apart(there[i], here[i]), 2e-5) << convolved << i;
    }
    EXPECT_TRUE(used("NormBackward"));
}

TEST_F(GpuKernels, CodesAreTheCpus) {
    const at::Tensor latents = at::randn({2, 16, 5, 6}), codes = at::randn({200, 16});
    EXPECT_TRUE(at::equal(vqgan::nearest_codes(latents.to(device()), codes.to(device())).cpu(),
                          vqgan::nearest_codes(latents, codes)));
    for (const char* const kernel : {"CodeLengths", "NearestCode", "NearestPart"}) EXPECT_TRUE(used(kernel)) << kernel;
}

TEST_F(GpuKernels, AdamStepsAsOnTheCpu) {
    const at::Tensor weight = last(at::randn({7, 3, 4, 4})), grad = last(at::randn({7, 3, 4, 4}));
    const auto stepped = [&](at::Device where) {
        at::Tensor p = weight.to(where).detach().requires_grad_();
        Adam adam({{"p", p}}, {.lr = 0.01});
        for (int i = 0; i < 3; ++i) {
            p.mutable_grad() = (grad * (i + 1)).to(where);
            adam.step();
            adam.zero_grad();
        }
        return std::vector<at::Tensor>{p.detach(), adam.first_moment(0), adam.second_moment(0), adam.state()[2].second};
    };
    const auto there = stepped(device()), here = stepped(at::kCPU);
    for (std::size_t i = 0; i < there.size(); ++i) EXPECT_LE(apart(there[i], here[i]), 1e-6) << i;
    EXPECT_TRUE(used("AdamStep"));
}

TEST_F(GpuKernels, CutsOfEveryMethodAreTheCpus) {
    const at::Tensor picture = at::upsample_bilinear2d(at::rand({1, 3, 6, 7}), {48, 56}, false);
    for (const auto method : {CutMethod::Original, CutMethod::Updated, CutMethod::NrUpdated, CutMethod::UpdatedPooling,
                              CutMethod::Latest, CutMethod::CropPool}) {
        imagine::CutSettings settings;
        settings.method = method;
        settings.side = 32;
        settings.augments = {Augment::Af, Augment::Pe, Augment::Ji, Augment::Gn, Augment::Sh, Augment::Et, Augment::Er};
        const imagine::Cutter cutter(settings, 9);
        const at::Tensor grad = at::randn({5, 3, 32, 32});
        const auto cut = [&](at::Device where) {
            const at::Tensor in = picture.to(where).detach().requires_grad_();
            const at::Tensor out = cutter.cut(cutter.base(in), 2, 3, 5);
            out.backward(grad.to(where));
            return std::pair{out.detach(), in.grad()};
        };
        const auto there = cut(device()), here = cut(at::kCPU);
        EXPECT_LE(apart(there.first, here.first), 2e-4) << static_cast<int>(method);
        EXPECT_LE(apart(there.second, here.second), 2e-2) << static_cast<int>(method);
    }
    for (const char* const kernel : {"CutWarps", "CutColours", "CutSharpness", "CropPool", "CropPoolBackward",
                                     "CropResample", "CropResampleBackward"})
        EXPECT_TRUE(used(kernel)) << kernel;
}

}  // namespace
}  // namespace headroom::test
