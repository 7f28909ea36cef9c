// DevicePool against c10's own caching allocator, block by block: what it holds, what lives, what is refused.
#include "core/memory/device_pool.h"
#include "tests/cuda_pool/driver_on_paper.h"
#include "tests/support/test_seed.h"

#include <c10/cuda/CUDACachingAllocator.h>
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace headroom::test {
namespace {

namespace pool = c10::cuda::CUDACachingAllocator;

constexpr int kSteps = 20000, kEmptyEvery = 5003;
constexpr std::size_t kMostAlive = 60;
constexpr std::int64_t kMiB = 1 << 20;

/// Growable segments, a limit of splitting, a limit of bytes.
class CudaPool : public ::testing::TestWithParam<std::tuple<bool, bool, bool>> {
protected:
    struct Block {
        void* real;
        DevicePool::Block played;
    };

    void SetUp() override {
        static const bool begun = [] {
            pool::init(1);
            return true;
        }();
        ASSERT_TRUE(begun);
        const auto [growable, splits, limited] = GetParam();
        pool::emptyCache();
        c10::CachingAllocator::setAllocatorSettings(std::string("expandable_segments:") +
                                                    (growable ? "True" : "False") +
                                                    (splits ? ",max_split_size_mb:32" : ""));
        const Bytes limit{limited ? 600 * kMiB : 0};
        pool::setMemoryFraction(limited ? static_cast<double>(limit.count) / static_cast<double>(kPaperBytes) : 1.0, 0);
        PoolRules rules;
        rules.expandable = growable;
        if (splits) rules.max_split = Bytes{32 * kMiB};
        rules.address_space = growable_space(Bytes{static_cast<std::int64_t>(kPaperBytes)});
        played_.emplace(rules, limit);
        retries_before_ = pool::getDeviceStats(0).num_alloc_retries;
    }

    void TearDown() override {
        for (const Block& block : alive_) pool::raw_delete(block.real);
        pool::emptyCache();
        EXPECT_EQ(pool::getDeviceStats(0).reserved_bytes[0].current, 0);
    }

    void take(std::int64_t bytes, int stream) {
        void* real = nullptr;
        try {
            real = pool::raw_alloc_with_stream(static_cast<std::size_t>(bytes),
                                               reinterpret_cast<cudaStream_t>(static_cast<std::uintptr_t>(stream)));
        } catch (const c10::OutOfMemoryError&) {
            // As it should be where the other refuses too.
        }
        const auto played = played_->take({bytes}, stream);
        ASSERT_EQ(real != nullptr, played.has_value()) << bytes;
        if (played) alive_.push_back({real, *played});
    }

    void give(std::size_t which) {
        pool::raw_delete(alive_[which].real);
        played_->give(alive_[which].played);
        alive_[which] = alive_.back();
        alive_.pop_back();
    }

    void compare(int step) {
        const auto real = pool::getDeviceStats(0);
        ASSERT_EQ(real.reserved_bytes[0].current, played_->held().count) << "step " << step;
        ASSERT_EQ(real.allocated_bytes[0].current, played_->live().count) << "step " << step;
        ASSERT_EQ(real.num_alloc_retries - retries_before_, played_->retries()) << "step " << step;
    }

    std::optional<DevicePool> played_;
    std::vector<Block> alive_;
    std::int64_t retries_before_ = 0;
};

TEST_P(CudaPool, HoldsWhatIsPlayed) {
    std::mt19937 random(static_cast<std::uint32_t>(test_seed() + 12));
    for (int step = 1; step <= kSteps && !HasFatalFailure(); ++step) {
        if (step % kEmptyEvery == 0) {
            pool::emptyCache();
            played_->empty_cache();
        } else if (!alive_.empty() && (random() % 2 || alive_.size() > kMostAlive)) {
            give(random() % alive_.size());
        } else {
            const std::int64_t bytes = (std::int64_t{1} << (random() % 27)) + random() % 5000;
            take(bytes, random() % 4 == 0 ? 1 : 0);
        }
        if (!HasFatalFailure()) compare(step);
    }
}

INSTANTIATE_TEST_SUITE_P(Settings, CudaPool,
                         ::testing::Combine(::testing::Bool(), ::testing::Bool(), ::testing::Bool()));

}  // namespace
}  // namespace headroom::test
