// The counting allocator: exact bytes, roles, limit, cache, records.
#include "core/memory/cpu_allocator.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/memory/timeline_builder.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

class Allocator : public testing::Test {
protected:
    void SetUp() override {
        cpu_allocator::install();
        before_ = cpu_allocator::counts();
    }
    void TearDown() override {
        cpu_allocator::set_limit({});
        cpu_allocator::refuse_nth(0);
    }
    Bytes live() const { return cpu_allocator::counts().live_total - before_.live_total; }
    AllocatorCounts before_;
};

TEST_F(Allocator, CountsEveryByteByRole) {
    const RoleScope role(Role::Inputs);
    at::Tensor a = at::empty({1000}, at::kFloat), b = at::empty({1 << 20}, at::kByte);
    EXPECT_EQ(live().count, 4000 + (1 << 20));
    EXPECT_EQ((cpu_allocator::counts().live[Role::Inputs] - before_.live[Role::Inputs]).count, 4000 + (1 << 20));
    cpu_allocator::retag(a.storage().data(), Role::Weights);
    EXPECT_EQ((cpu_allocator::counts().live[Role::Weights] - before_.live[Role::Weights]).count, 4000);
    a.reset();
    b.reset();
    EXPECT_EQ(live().count, 0);
    EXPECT_EQ(cpu_allocator::counts().live[Role::Weights], before_.live[Role::Weights]);
}

TEST_F(Allocator, RefusesBeyondTheLimitWithTheErrorOfGpus) {
    cpu_allocator::set_limit(before_.live_total + Bytes{1 << 20});
    at::Tensor fits = at::empty({1 << 19}, at::kByte);
    {
        const LabelScope label(label_id("a layer"));
        EXPECT_THROW(at::empty({1 << 20}, at::kByte), c10::OutOfMemoryError);
    }
    EXPECT_EQ(cpu_allocator::last_refused().requested.count, 1 << 20);
    EXPECT_EQ(label_text(cpu_allocator::last_refused().label), "a layer");
    {
        const LimitSuspension unlimited;
        EXPECT_NO_THROW(at::empty({1 << 20}, at::kByte));
    }
    fits.reset();
    EXPECT_NO_THROW(at::empty({1 << 19}, at::kByte));
}

TEST_F(Allocator, KeepsLargeBlocksForReuseAndGivesThemBack) {
    cpu_allocator::release_cache();
    void* first = nullptr;
    {
        at::Tensor t = at::empty({8 << 20}, at::kByte);
        first = t.data_ptr();
    }
    EXPECT_GE(cpu_allocator::counts().live[Role::Cache].count, 8 << 20);
    at::Tensor again = at::empty({8 << 20}, at::kByte);
    EXPECT_EQ(again.data_ptr(), first);
    again.reset();
    EXPECT_GE(cpu_allocator::release_cache().count, 8 << 20);
    EXPECT_EQ(cpu_allocator::counts().live[Role::Cache].count, 0);
}

TEST_F(Allocator, ATimelineAddsUpToTheCountedPeak) {
    cpu_allocator::begin_step(true);
    at::Tensor kept;
    {
        const PhaseScope phase(Phase::DReal);
        const RoleScope role(Role::Activations);
        at::Tensor x = torch::ones({64, 1024}).requires_grad_(true);
        kept = (x * 2).sum();
        kept.backward();
    }
    const AllocatorCounts counts = cpu_allocator::counts();
    const StepTimeline t = build_timeline(cpu_allocator::end_step(), 1, {});
    EXPECT_EQ(t.peak_tensors, counts.step_peak);
    EXPECT_EQ(t.peak_phase, Phase::DReal);
    ASSERT_EQ(t.phases.size(), 1u);
    EXPECT_EQ(t.phases.front().phase, Phase::DReal);
    Bytes largest;
    for (const auto& p : t.points) largest = std::max(largest, p.bytes.total());
    EXPECT_EQ(largest, t.peak_tensors);
    ASSERT_FALSE(t.largest.empty());
    EXPECT_GE(t.largest.front().bytes.count, 64 * 1024 * 4);
}

}  // namespace
}  // namespace headroom
