// The cache of large blocks: which go first, and new blocks of the pages of those that go.
#include "core/memory/block_cache.h"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace headroom::test {
namespace {

constexpr std::size_t kKiB = 1024, kMiB = kKiB * kKiB, kHugePage = 2 * kMiB;

/// How many pages have been got from the system by touching them.
std::int64_t pages_got() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return used.ru_minflt;
}

void* written(std::size_t bytes) { return std::memset(system_allocate(bytes), 1, bytes); }

/// Whether each of the pages is in memory.
bool all_resident(void* block, std::size_t bytes) {
    std::vector<unsigned char> pages(bytes / 4096);
    if (mincore(block, bytes, pages.data()) != 0) return false;
    for (const unsigned char page : pages) {
        if (!(page & 1)) return false;
    }
    return true;
}

class Cache : public testing::Test {
protected:
    ~Cache() override { cache.shrink_to(0); }
    void keep(std::size_t size) { cache.put(written(size), size); }
    /// Sizes in the order in which they go.
    std::vector<std::size_t> gone_until(std::size_t target) {
        std::vector<std::size_t> gone;
        cache.on_free = [&gone](void*, std::size_t size) { gone.push_back(size); };
        cache.shrink_to(target);
        cache.on_free = {};
        return gone;
    }
    BlockCache cache;
};

TEST_F(Cache, TheSmallestBlockThatIsEnoughGoes) {
    for (const std::size_t size : {kMiB, 128 * kKiB, 3 * kMiB, 512 * kKiB}) keep(size);
    const std::size_t all = cache.kept();
    EXPECT_EQ(gone_until(all - 300 * kKiB), std::vector{512 * kKiB});
    EXPECT_EQ(gone_until(cache.kept() - 100 * kKiB), std::vector{128 * kKiB});
    EXPECT_EQ(cache.kept(), 4 * kMiB);
}

TEST_F(Cache, WhereNoneIsEnoughTheLargestGoFirst) {
    for (const std::size_t size : {kMiB, 128 * kKiB, 3 * kMiB, 512 * kKiB}) keep(size);
    EXPECT_EQ(gone_until(500 * kKiB), (std::vector{3 * kMiB, kMiB, 512 * kKiB}))
        << "of the last 140 KiB 128 are too few";
}

TEST_F(Cache, ANewBlockHasThePagesOfTheOneThatGoes) {
    for (const auto& [before, after] :
         {std::pair{kMiB, 960 * kKiB}, {960 * kKiB, kMiB}, {5 * kMiB, 7 * kMiB}, {9 * kMiB, 6 * kMiB}}) {
        keep(before);
        void* block = cache.make_room(0, after);
        ASSERT_TRUE(block) << before << " to " << after;
        EXPECT_EQ(cache.kept(), 0u);
        const std::size_t both = std::min(before, after);
        EXPECT_TRUE(all_resident(block, both)) << before << " to " << after;
        if (after >= 2 * kHugePage) { EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % kHugePage, 0u); }
        const std::int64_t pages = pages_got();
        std::memset(block, 2, both);
        EXPECT_LT(pages_got() - pages, 16) << before << " to " << after;
        std::memset(block, 3, after);  // all of it is there
        EXPECT_EQ(static_cast<char*>(block)[after - 1], 3);
        system_free(block, after);
    }
}

TEST_F(Cache, OfSeveralThatGoOneIsMadeANewBlockAndTheOthersAreFreed) {
    keep(kMiB);
    keep(512 * kKiB);
    std::vector<std::size_t> gone;
    cache.on_free = [&gone](void*, std::size_t size) { gone.push_back(size); };
    void* block = cache.make_room(0, 640 * kKiB);
    EXPECT_EQ(gone, (std::vector{kMiB, 512 * kKiB})) << "both are told of, in the order in which they go";
    ASSERT_TRUE(block);
    EXPECT_TRUE(all_resident(block, 640 * kKiB));
    system_free(block, 640 * kKiB);
    cache.on_free = {};
}

TEST_F(Cache, NothingIsMadeWhereNothingGoesOrItsPagesAreOfNoUse) {
    keep(kMiB);
    EXPECT_EQ(cache.make_room(kMiB, kMiB), nullptr) << "there is room";
    EXPECT_EQ(cache.kept(), kMiB);
    EXPECT_EQ(cache.make_room(0, 5 * kMiB), nullptr) << "4 KiB pages for a block that gets huge ones";
    EXPECT_EQ(cache.kept(), 0u);
    keep(5 * kMiB);
    EXPECT_EQ(cache.make_room(0, kMiB), nullptr) << "a part of a huge page for a small block";
    keep(9 * kMiB);
    EXPECT_EQ(cache.make_room(0, 5 * kMiB), nullptr) << "a cut amid a huge page, the rest of which would stay";
    keep(kMiB);
    EXPECT_EQ(cache.make_room(0, 1 * kKiB), nullptr) << "malloc's";
}

TEST_F(Cache, ABlockIsResizedAgainAndAgain) {
    std::size_t size = 256 * kKiB;
    void* block = written(size);
    for (int i = 0; i < 200; ++i) {
        const std::size_t next = (i % 2 ? 128 : 960) * kKiB + static_cast<std::size_t>(i) * 4 * kKiB;
        void* resized = system_resize(block, size, next);
        ASSERT_TRUE(resized) << i;
        block = std::memset(resized, 4, next);
        size = next;
    }
    system_free(block, size);
}

}  // namespace
}  // namespace headroom::test
