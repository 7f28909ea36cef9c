// NCCL on a real GPU: a process alone with it is enough to see that module, streams and numbers are right. Skipped, visibly, without one. The
// stand-in device knows no NCCL; what comes before it is tested there by tests/stand_in.
#ifndef HEADROOM_STAND_IN
#include "core/memory/libtorch.h"
#include "core/memory/tensor_library.h"
#include "core/ranks/group.h"
#include "core/train/device.h"
#include "core/train/ranks/gpu_meeting.h"
#include "core/train/ranks/step_peers.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace headroom::test {
namespace {

int free_port() {
    const int s = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    socklen_t length = sizeof address;
    bind(s, reinterpret_cast<sockaddr*>(&address), sizeof address);
    getsockname(s, reinterpret_cast<sockaddr*>(&address), &length);
    close(s);
    return ntohs(address.sin_port);
}

TEST(GpuLinkOnACard, AddsUpAndSpreadsOnItsOwnStream) {
    set_up_tensor_library();
    const auto opened = open_device("cuda");
    if (!opened) GTEST_SKIP() << opened.error().message;
    GroupPlace place;
    place.port = free_port();
    place.timeout = 30;
    auto joined = join_group(place);
    ASSERT_TRUE(joined) << joined.error().message << joined.error().detail;
    const std::shared_ptr<Collective> all = *std::move(joined);
    const auto met = meet_on_gpus(all, seat_on(opened->memory->id()), nccl_links());
    ASSERT_TRUE(met) << met.error().message;
    ASSERT_TRUE(met->sums) << met->words;
    EXPECT_EQ(met->words.rfind("NCCL 2.", 0), 0u) << met->words;
    StepPeers peers(all);
    peers.use(met->sums);
    const auto options = at::TensorOptions().device(opened->device);
    at::Tensor sum = at::rand({1 << 20}, options);
    const at::Tensor before = sum.clone();
    ASSERT_TRUE(peers.can_begin(sum));
    for (int i = 0; i < 20; ++i) {  // what is computed before and after is in order with the sums
        sum.mul_(2);
        const auto begun = peers.begin_adding_up(sum);
        const at::Tensor beside = at::rand({1 << 20}, options).sum();
        peers.wait_for(*begun);
        sum.div_(2);
        EXPECT_TRUE(beside.isfinite().item<bool>());
    }
    EXPECT_TRUE(at::equal(sum, before));
    peers.spread(sum, 0);
    EXPECT_TRUE(at::equal(sum, before));
    all->leave("");
}

}  // namespace
}  // namespace headroom::test
#endif
