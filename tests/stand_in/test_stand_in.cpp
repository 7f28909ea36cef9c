// The stand-in device itself: it computes what the CPU computes, later; and what must be caught is caught.
#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/driver.h"
#include "tests/support/stand_in/memory.h"

#include "core/memory/autocast_guard.h"
#include "core/memory/libtorch.h"
#include "core/train/device.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <thread>

namespace headroom::test {
namespace {

const at::Device kStandIn(stand_in::kDevice, 0);

at::Tensor there(const at::Tensor& t) { return t.to(kStandIn); }

TEST(StandIn, EntersAsAGpu) {
    const auto opened = open_device("auto");
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(opened->device, kStandIn);
    EXPECT_EQ(opened->memory->id(), "cuda:0");
    EXPECT_FALSE(opened->memory->is_cpu());
    EXPECT_EQ(opened->memory->figures().total, stand_in::kTotal);
}

/// Three steps of a small network: losses and weights.
std::vector<at::Tensor> trained(at::Device device) {
    std::vector<at::Tensor> p{at::randn({8, 3, 4, 4}) * 0.1, at::ones({8}), at::zeros({8}),
                              at::randn({1, 8, 4, 4}) * 0.1};
    const at::Tensor x = at::randn({4, 3, 16, 16}).to(device);
    for (at::Tensor& t : p) t = t.to(device).detach().requires_grad_();
    std::vector<at::Tensor> losses;
    for (int i = 0; i < 3; ++i) {
        at::Tensor h = at::conv2d(x.contiguous(at::MemoryFormat::ChannelsLast), p[0], {}, 2, 1);
        h = at::leaky_relu(at::batch_norm(h, p[1], p[2], {}, {}, true, 0.1, 1e-5, false), 0.2);
        const at::Tensor y = at::conv2d(h, p[3], {}, 2);
        const at::Tensor loss = at::binary_cross_entropy_with_logits(y, at::ones_like(y));
        loss.backward();
        const at::NoGradGuard no_grad;
        for (at::Tensor& t : p) {
            t.sub_(t.grad(), 0.1);
            t.mutable_grad().reset();
        }
        losses.push_back(loss.detach());
    }
    std::vector<at::Tensor> out;
    for (const at::Tensor& t : losses) out.push_back(t.cpu());
    for (const at::Tensor& t : p) out.push_back(t.detach().cpu());
    return out;
}

TEST(StandIn, TrainsWithTheBitsOfTheCpu) {
    at::set_num_threads(1);
    at::manual_seed(3);
    const auto want = trained(at::kCPU);
    at::manual_seed(3);
    const auto got = trained(kStandIn);
    for (std::size_t i = 0; i < want.size(); ++i) EXPECT_TRUE(at::equal(want[i], got[i])) << i;
}

TEST(StandIn, AnEmptyOutputTakesItsShapeBeforeItIsComputed) {
    const at::Tensor x = there(at::full({2, 3}, -2));
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(x.abs().sizes(), x.sizes());
        EXPECT_TRUE(at::equal(x.abs().cpu(), at::full({2, 3}, 2)));
    }
}

TEST(StandIn, ComputesLaterAndNobodyWaitsForWhatCanBeQueued) {
    const at::Tensor a = there(at::ones({4, 4}));
    (void)at::softmax(a.mm(a), 1).sum();  // learned
    const stand_in::NoWaits none;
    at::Tensor b = a;
    for (int i = 0; i < 3; ++i) b = at::softmax(b.mm(a), 1);
    b.add_(1).mul_(2);
    const at::Tensor page_locked = host_buffer({4, 4}, at::kFloat, kStandIn);
    page_locked.copy_(b, /*non_blocking=*/true);
    EXPECT_TRUE(std::isnan(page_locked.data_ptr<float>()[0])) << "read before it was computed";
}

TEST(StandIn, AnAsynchronousCopyArrivesWithItsEvent) {
    const at::Tensor b = there(at::ones({4})) + 1;
    const at::Tensor page_locked = host_buffer({4}, at::kFloat, kStandIn);
    ASSERT_TRUE(page_locked.is_pinned());
    page_locked.copy_(b, /*non_blocking=*/true);
    c10::Event event(kStandIn.type());
    event.record(c10::Stream(c10::Stream::DEFAULT, kStandIn));
    const stand_in::NoWaits none;
    while (!event.query()) std::this_thread::yield();
    EXPECT_EQ(page_locked.data_ptr<float>()[0], 2);
}

TEST(StandIn, EveryKindOfWaitIsCounted) {
    const at::Tensor x = there(at::arange(6, at::kFloat)), mask = x > 2;
    const auto told = [](const std::function<void()>& what) {
        stand_in::NoWaits none;
        what();
        return stand_in::text_of(none.broken());
    };
    EXPECT_EQ(told([&] { (void)x.nonzero(); }), "aten::nonzero (none)");
    EXPECT_EQ(told([&] { (void)x.masked_select(mask); }), "aten::masked_select (none)");
    EXPECT_EQ(told([&] { (void)x.index({mask}); }), "aten::nonzero (none)");
    EXPECT_EQ(told([&] { (void)x.index_put_({mask}, there(at::ones({3}))); }),
              "copy to the device, 12 bytes (none), aten::nonzero (none)");
    EXPECT_EQ(told([&] { (void)x.index_put_({mask}, at::scalar_tensor(1)); }), "");
    EXPECT_EQ(told([&] { (void)x.sum().item<float>(); }), "copy to the host, 4 bytes (none)");
    EXPECT_EQ(told([&] { (void)x.index({at::arange(2)}); }), "copy to the device, 16 bytes (none)");
    EXPECT_EQ(told([&] { (void)x.cpu(); }), "copy to the host, 24 bytes (none)");
    EXPECT_EQ(told([&] { (void)there(at::ones({2})); }), "copy to the device, 8 bytes (none)");
    EXPECT_EQ(told([&] { (void)at::equal(x, x); }), "aten::equal (none)");
    const PhaseScope phase(Phase::G);
    EXPECT_EQ(told([&] {
                  for (int i = 0; i < 2; ++i) (void)x.nonzero();
              }),
              "aten::nonzero (" + std::string(name_of(Phase::G)) + ") 2 times");
}

TEST(StandIn, AWaitWhereNoneIsAllowedFailsTheTest) {
    static at::Tensor x;
    x = there(at::ones({2}));
    EXPECT_NONFATAL_FAILURE(
        {
            const stand_in::NoWaits none;
            (void)x.cpu();
        },
        "copy to the host, 8 bytes");
    x.reset();
}

std::string refusal(const std::function<void()>& what) {
    try {
        what();
    } catch (const c10::Error& e) { return e.what_without_backtrace(); }
    return "went through";
}

TEST(StandIn, ATensorElsewhereIsRefused) {
    const at::Tensor x = at::ones({2, 2}), y = there(x);
    for (const auto& what : {std::function<void()>([&] { (void)(x + y); }),
                             std::function<void()>([&] { (void)x.mm(y); }), std::function<void()>([&] {
                                 (void)at::conv2d(y.view({1, 1, 2, 2}), x.view({1, 1, 2, 2}));
                             })})
        EXPECT_THAT(refusal(what), testing::HasSubstr("same device"));
    EXPECT_EQ(refusal([&] { (void)(y * at::scalar_tensor(2)); }), "went through");
}

TEST(StandIn, RefusesWhatCudaRefuses) {
    const at::Tensor x = there(at::randn({1, 4, 4, 4}).contiguous(at::MemoryFormat::ChannelsLast));
    EXPECT_THAT(refusal([&] { (void)at::native_group_norm(x, {}, {}, 1, 4, 16, 2, 1e-5); }),
                testing::HasSubstr("contiguous"));
    EXPECT_EQ(refusal([&] { (void)at::group_norm(x, 2); }), "went through");
    const at::Tensor whole = there(at::ones({2, 2}, at::kLong));
    EXPECT_THAT(refusal([&] { (void)whole.mm(whole); }), testing::HasSubstr("not implemented"));
}

TEST(StandInDeathTest, HostCodeThatFollowsADevicePointerEnds) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            const at::Tensor x = there(at::ones({2}));
            std::printf("%f", static_cast<double>(*x.data_ptr<float>()));
        },
        "");
}

TEST(StandIn, MemoryIsCountedLimitedAndPoisoned) {
    auto memory = open_device("cuda")->memory;
    const auto turn = memory->turn();
    memory->set_limit(Bytes{4 << 20});
    const at::Tensor kept = at::empty({1 << 18}, at::TensorOptions(kStandIn));
    EXPECT_EQ(memory->counts().live_total, Bytes{1 << 20});
    EXPECT_TRUE(kept.isnan().all().item<bool>());
    EXPECT_THROW((void)at::empty({1 << 21}, at::TensorOptions(kStandIn)), c10::OutOfMemoryError);
    EXPECT_EQ(memory->last_refused().requested, Bytes{8 << 20});
    memory->set_limit({});
    stand_in::refuse_nth(2);
    (void)at::empty({1}, at::TensorOptions(kStandIn));
    EXPECT_THROW((void)at::empty({1}, at::TensorOptions(kStandIn)), c10::OutOfMemoryError);
    (void)at::empty({1}, at::TensorOptions(kStandIn));
}

TEST(StandIn, AnIndexOutOfRangeLosesTheDeviceLater) {
    const at::Tensor table = there(at::ones({3, 2})), bad = there(at::tensor({7}));
    (void)at::index_select(table, 0, there(at::tensor({1})));
    const auto memory = open_device("cuda")->memory;
    EXPECT_EQ(refusal([&] { (void)at::index_select(table, 0, bad); }), "went through");
    EXPECT_THAT(memory->synchronise(), testing::HasSubstr("device-side assert"));
    EXPECT_THAT(memory->lasting_error(), testing::HasSubstr("device-side assert"));
    stand_in::recover();
    EXPECT_EQ(memory->lasting_error(), "");
}

TEST(StandIn, AutocastCastsAsOnCuda) {
    const at::Tensor x = there(at::randn({4, 4}));
    const AutocastGuard on(stand_in::kDevice, true, at::kBFloat16);
    EXPECT_EQ(x.mm(x).scalar_type(), at::kBFloat16);
    EXPECT_EQ(at::softmax(x.mm(x), 1).scalar_type(), at::kFloat);
}

struct Net : torch::nn::Module {
    at::Tensor weight = register_parameter("weight", at::ones({2, 2}));
};

TEST(StandIn, ModulesMoveThereAndBack) {
    Net net;
    const at::Tensor same = net.weight;
    net.to(kStandIn);
    EXPECT_EQ(net.weight.device(), kStandIn);
    EXPECT_TRUE(net.weight.is_same(same));
    net.weight.mm(net.weight).sum().backward();
    EXPECT_EQ(net.weight.grad().device(), kStandIn);
    net.to(at::kCPU);
    EXPECT_TRUE(at::equal(net.weight, at::ones({2, 2})));
}

}  // namespace
}  // namespace headroom::test
