// What the processes of a run hear of each other when a step's try fails.
#include "core/memory/role_scope.h"
#include "core/train/ranks/step_peers.h"
#include "tests/support/thread_processes.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

namespace headroom::test {
namespace {

using namespace literals;

TEST(StepPeersTogether, AllHearWhatWasRefusedWhereMostWasLacking) {
    std::vector<std::optional<SharedFate>> heard(3);
    ThreadProcesses(3).run([&](const std::shared_ptr<Collective>& all) {
        RefusedAllocation refused;
        refused.limit = 100_MiB;
        refused.live = 90_MiB;
        refused.requested = all->rank() == 1 ? 64_MiB : 16_MiB;
        refused.phase = all->rank() == 1 ? Phase::G : Phase::DReal;
        refused.role = all->rank() == 1 ? Role::Activations : Role::Workspace;
        refused.label = all->rank() == 1 ? label_id("G main.13 norm") : 0;
        StepPeers peers(all);
        peers.begin_try(false);
        if (const auto fate = peers.settle(Fate::NoRoom, {}, refused, 1_MiB))
            heard[static_cast<std::size_t>(all->rank())] = *fate;
    });
    for (const auto& fate : heard) {
        ASSERT_TRUE(fate);
        EXPECT_EQ(fate->fate, Fate::NoRoom);
        EXPECT_EQ(fate->rank, 1);
        EXPECT_EQ(fate->refused.requested, 64_MiB);
        EXPECT_EQ(fate->refused.phase, Phase::G);
        EXPECT_EQ(fate->refused.role, Role::Activations);
        EXPECT_EQ(label_text(fate->refused.label), "G main.13 norm");
        EXPECT_EQ(fate->data_back, 3_MiB);
    }
}

}  // namespace
}  // namespace headroom::test
