// Page-locked memory of the host beside the stand-in device: it may go away once the device is lost, and nobody keeps what nobody uses.
#include "family_runs.h"
#include "there.h"

#include "core/memory/upload.h"
#include "core/train/device.h"
#include "core/train/optim/adam.h"
#include "core/train/tensor_bridge.h"
#include "tests/support/stand_in/driver.h"
#include "tests/support/stand_in/memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

namespace headroom::test {
namespace {

class PageLocked : public testing::Test {
protected:
    void SetUp() override { memory_->release_cache(); }
    void TearDown() override { stand_in::recover(); }
    /// The device comes to what it is lost by.
    void lose() {
        stand_in::lose();
        ASSERT_NE(memory_->lasting_error(), "");
    }
    /// Of locked pages, those included that are kept for reuse.
    static std::int64_t locked() { return static_cast<std::int64_t>(stand_in::pinned_bytes()); }
    /// A run whose pictures need no such memory between its steps.
    static TrainConfig plain() {
        TrainConfig config = family_cases().front().config();
        config.data_on_device = DataOnDevice::Off;
        return config;
    }

    std::shared_ptr<DeviceMemory> memory_ = open_device("cuda")->memory;
};

TEST_F(PageLocked, IsFreedByAskingTheDeviceWhichThrowsOnceItIsLost) {
    const at::Tensor of_libtorch = at::empty({4}, at::TensorOptions().pinned_memory(true));
    of_libtorch.copy_(at::ones({4}).to(kThere), /*non_blocking=*/true);
    c10::DataPtr& data = of_libtorch.storage().mutable_data_ptr();
    const c10::DeleterFnPtr let_go = data.get_deleter();
    void* block = data.release_context();  // whose destructor would end the program
    lose();
    EXPECT_THROW(let_go(block), c10::Error);
}

TEST_F(PageLocked, BuffersGoAwayWithALostDevice) {
    at::Tensor sent = host_buffer({4}, at::kFloat, kThere), fetched = host_buffer({4}, at::kFloat, kThere);
    at::Tensor alike = page_locked_like(sent);
    sent.fill_(1);
    const at::Tensor there = upload(sent, kThere), unheld = upload(at::ones({4}), kThere);
    fetched.copy_(there, /*non_blocking=*/true);
    alike.copy_(there, /*non_blocking=*/true);
    lose();
    for (at::Tensor* buffer : {&sent, &fetched, &alike}) {
        EXPECT_TRUE(buffer->is_pinned());
        buffer->reset();
    }
}

TEST_F(PageLocked, ABlockKeepsItsOwnDeleterAndGoesAwayAlsoWhereItsStorageIsStillNamed) {
    const auto deleter_of = [](const at::Tensor& tensor) { return tensor.storage().data_ptr().get_deleter(); };
    at::Tensor ours = host_buffer({4}, at::kFloat, kThere);
    EXPECT_TRUE(deleter_of(ours) == deleter_of(at::empty({4}, at::TensorOptions().pinned_memory(true))))
        << "each block goes back to where it came from";
    ours.copy_(at::ones({4}).to(kThere), /*non_blocking=*/true);
    const auto named = ours.storage().getWeakStorageImpl();
    lose();
    ours.reset();
    EXPECT_TRUE(named.expired());
}

TEST_F(PageLocked, MomentsOnTheHostGoAwayWithALostDevice) {
    const at::Tensor weight = at::ones({8}).to(kThere).requires_grad_();
    Adam adam({{"w", weight}}, {.lr = 0.1});
    adam.set_on_host(true);
    weight.mutable_grad() = at::ones_like(weight.detach());
    adam.step();
    lose();
    EXPECT_THROW(adam.set_on_host(false), c10::Error);
    EXPECT_TRUE(adam.on_host());
}

TEST_F(PageLocked, AStateIsCopiedIntoOneBlock) {
    const NamedTensors here{{"turned", at::arange(15, at::kFloat).reshape({3, 5}).t()},
                            {"none", at::empty({0, 2})},
                            {"numbers", at::full({3}, 7, at::kLong)},
                            {"last", at::ones({2, 2})}};
    NamedTensors there;
    for (const auto& [name, tensor] : here) there.emplace_back(name, tensor.to(kThere));
    const std::size_t before = stand_in::pinned_blocks();
    const TensorCopies copies = copy_tensors(there, /*pinned=*/true);
    EXPECT_EQ(stand_in::pinned_blocks(), before + 1);
    ASSERT_EQ(copies.views.size(), here.size());
    for (std::size_t i = 0; i < here.size(); ++i) {
        EXPECT_EQ(copies.views[i].name, here[i].first);
        EXPECT_TRUE(at::equal(to_tensor(copies.views[i]), here[i].second)) << here[i].first;
        if (here[i].second.numel() > 0) EXPECT_TRUE(stand_in::is_pinned(copies.views[i].data.data()));
    }
}

TEST_F(PageLocked, WhatARunHadParkedIsGivenBackOnceItIsTakenBack) {
    FamilyRun run(family_cases().front(), plain(), "cuda:0");
    run.steps(2);
    memory_->release_cache();
    const std::int64_t before = locked();
    ASSERT_TRUE(run.trainer().lend());
    const std::int64_t parked = locked() - before;
    ASSERT_GT(parked, 0);
    ASSERT_TRUE(run.trainer().take_back());
    EXPECT_LT(locked(), before + parked / 2);
    run.steps(1);
}

TEST_F(PageLocked, WhatMomentsHaveLeftIsGivenBack) {
    TrainConfig config = plain();
    config.optimiser_on_host = true;
    FamilyRun run(family_cases().front(), config, "cuda:0");
    run.steps(2);
    const std::int64_t before = locked();
    const auto changed = run.change({{"memory.optimiser_on_host", false}});
    ASSERT_TRUE(changed) << changed.error().message;
    const std::int64_t moments = run.trainer().memory()->now.roles[Role::Optimiser].count;
    ASSERT_GT(moments, 0);
    EXPECT_LT(locked(), before - moments / 2);
    run.steps(1);
}

TEST_F(PageLocked, ARunThatEndsKeepsNone) {
    const std::int64_t before = locked();
    {
        TrainConfig config = plain();
        config.optimiser_on_host = true;
        FamilyRun run(family_cases().front(), config, "cuda:0");
        run.steps(2);
        EXPECT_GT(locked(), before);
    }
    EXPECT_LE(locked(), before);
}

}  // namespace
}  // namespace headroom::test
