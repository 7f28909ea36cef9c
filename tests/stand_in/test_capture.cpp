// What the stand-in device permits while its work is recorded, as CUDA does, and what its graphs do.
#include "core/memory/libtorch.h"
#include "core/memory/upload.h"
#include "tests/support/stand_in/driver.h"
#include "tests/support/stand_in/memory.h"

#include "core/memory/gpu/gpu_registry.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace headroom::test {
namespace {

const at::Device kRecorder(stand_in::kDevice, 0);

class Capture : public testing::Test {
protected:
    void SetUp() override {
        auto opened = GpuRegistry::process().memory(0);
        ASSERT_TRUE(opened);
        memory_ = *opened;
        turn_.emplace(memory_->turn());
    }
    /// Records `work`. Null: `problem_` says why not.
    std::unique_ptr<DeviceGraph> record(const std::function<void()>& work) {
        EXPECT_EQ(memory_->begin_capture(), "");
        try {
            work();
        } catch (const c10::Error&) { threw_ = true; }
        return memory_->end_capture(problem_);
    }
    std::shared_ptr<DeviceMemory> memory_;
    std::optional<Turn> turn_;
    std::string problem_;
    bool threw_ = false;
};

TEST_F(Capture, RecordedWorkIsDoneWhenItIsReplayedAndEachTimeAgain) {
    const at::Tensor x = at::ones({5}, at::TensorOptions().device(kRecorder)), y = at::zeros_like(x);
    const auto graph = record([&] { y.add_((x * 2).exp().log()); });
    ASSERT_NE(graph, nullptr) << problem_;
    EXPECT_EQ(y.sum().item<float>(), 0) << "nothing was done";
    for (int i = 1; i <= 3; ++i) {
        EXPECT_EQ(graph->replay(), "");
        EXPECT_NEAR(y.sum().item<float>(), 10 * i, 1e-4);
    }
    x.fill_(2);
    EXPECT_EQ(graph->replay(), "");
    EXPECT_NEAR(y.sum().item<float>(), 50, 1e-4) << "from the same memory, whatever is there by then";
}

TEST_F(Capture, BackwardPassesAreRecordedOnAutogradsThread) {
    at::Tensor w = at::full({3}, 2.0, at::TensorOptions().device(kRecorder)).requires_grad_(true);
    at::Tensor grad;
    const auto graph = record([&] {
        (w * w * w).sum().backward();
        grad = w.grad();
        w.mutable_grad().reset();
    });
    ASSERT_NE(graph, nullptr) << problem_;
    {
        const at::NoGradGuard no_grad;
        w.fill_(3);
    }
    EXPECT_EQ(graph->replay(), "");
    EXPECT_EQ(grad.cpu()[1].item<float>(), 27);
}

TEST_F(Capture, WhatWaitsReadsOrIsReadByTheHostIsFound) {
    const at::Tensor x = at::ones({4}, at::TensorOptions().device(kRecorder));
    const at::Tensor pinned = host_buffer({4}, at::kFloat, kRecorder);
    (void)(x + 1);
    const std::vector<std::pair<std::string, std::function<void()>>> all{
        {"a number for the host", [&] { (void)x.sum().item<float>(); }},
        {"a copy to the host", [&] { (void)x.cpu(); }},
        {"a copy from the host", [&] { (void)at::ones({4}).to(kRecorder); }},
        {"a copy from the host", [&] { (void)upload(pinned, kRecorder); }},
        {"aten::nonzero", [&] { (void)x.nonzero(); }},
        {"a wait for the device", [&] { (void)memory_->synchronise(); }},
        {"a wait for the device", [&] { (void)memory_->release_cache(); }},
        {"a mark", [&] { (void)memory_->mark(); }}};
    for (const auto& [what, work] : all) {
        EXPECT_EQ(record(work), nullptr) << what;
        EXPECT_NE(problem_.find(what), std::string::npos) << what << ": " << problem_;
    }
    const auto mark = memory_->mark();
    EXPECT_EQ(record([&] {
                  std::string problem;
                  (void)mark->reached(problem);
              }),
              nullptr);
    EXPECT_EQ((x + 1).sum().item<float>(), 8) << "afterwards all is as it was";
}

TEST_F(Capture, GraphsHaveMemoryOfTheirOwnThatTheyShare) {
    constexpr std::int64_t kNumbers = 1 << 20;
    const auto work = [] {
        const at::Tensor a = at::ones({kNumbers}, at::TensorOptions().device(kRecorder));
        (void)(a + a);
    };
    memory_->release_cache();
    const Bytes before = memory_->counts().live.total();
    memory_->begin_step(false);
    auto first = record(work);
    const Bytes one = memory_->counts().live[Role::Graphs], held = memory_->counts().live.total();
    EXPECT_EQ(one.count, 8 * kNumbers);
    EXPECT_GE(held, before + one);
    auto second = record(work);
    EXPECT_EQ(memory_->counts().live[Role::Graphs], one);
    EXPECT_EQ(memory_->counts().live.total(), held) << "they share it";
    // The first one keeps what it reads and writes, whatever is made meanwhile.
    memory_->release_cache();
    EXPECT_EQ(memory_->counts().live[Role::Graphs], one);
    first.reset();
    EXPECT_EQ(memory_->counts().live[Role::Graphs], one);
    second.reset();
    EXPECT_EQ(memory_->counts().live[Role::Graphs], Bytes{});
    memory_->release_cache();
    EXPECT_EQ(memory_->counts().live.total(), before);
}

TEST_F(Capture, MemoryOfTheGraphsCountsAgainstTheLimit) {
    memory_->release_cache();
    memory_->set_limit(memory_->counts().live.total() + Bytes{std::int64_t{24} << 20});
    const auto take = [](std::int64_t mib) {
        (void)at::empty({mib << 20}, at::TensorOptions().dtype(at::kByte).device(kRecorder));
    };
    (void)record([&] { take(40); });
    EXPECT_TRUE(threw_);
    threw_ = false;
    const auto graph = record([&] { take(16); });
    ASSERT_NE(graph, nullptr) << problem_;
    EXPECT_THROW(take(16), c10::OutOfMemoryError) << "the rest is too small";
    memory_->set_limit({});
}

}  // namespace
}  // namespace headroom::test
