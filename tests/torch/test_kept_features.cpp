// Features that are kept in the user's cache: they come back as they were, and what is not whole is no features.
#include "core/base/user_folders.h"
#include "core/train/score/kept_features.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <sys/mman.h>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;

class KeptFeatures : public ::testing::Test {
protected:
    static std::vector<float> numbers(std::int64_t rows, std::int64_t width) {
        std::vector<float> out(static_cast<std::size_t>(rows * width));
        std::iota(out.begin(), out.end(), 0.25f);
        return out;
    }
    static std::optional<std::vector<float>> read(
        const std::string& of, std::int64_t rows, const Pace& pace = [](double) {}) {
        std::vector<float> out;
        const auto room = [&](std::int64_t width) {
            out.resize(static_cast<std::size_t>(rows * width));
            return out.data();
        };
        return read_kept_features(of, rows, room, pace) ? std::optional(out) : std::nullopt;
    }
    static std::vector<std::string> files() {
        std::vector<std::string> out;
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(default_cache_folder() + "/data", none))
            out.push_back(entry.path().string());
        return out;
    }

    const TempFolder cache_;
    const SetVariable cache_variable_{"XDG_CACHE_HOME", cache_.path()};
};

TEST_F(KeptFeatures, ComeBackAsTheyWere) {
    EXPECT_FALSE(read("shapes", 300));
    const std::vector<float> some = numbers(300, 7), large = numbers(1100, 1024);
    keep_features("shapes", 300, some, {});
    keep_features("a folder", 1100, large, {});
    EXPECT_EQ(read("shapes", 300), some);
    std::vector<double> told;
    EXPECT_EQ(read("a folder", 1100, [&](double fraction) { told.push_back(fraction); }), large);
    ASSERT_EQ(told.size(), 2u) << "in pieces";
    EXPECT_EQ(told[0], 0);
    EXPECT_GT(told[1], 0.9);
    EXPECT_THROW(read("a folder", 1100, [](double) { throw ScoreStopped(); }), ScoreStopped);
    EXPECT_FALSE(read("shapes", 150)) << "those of others";
    EXPECT_FALSE(read("other shapes", 300));
    EXPECT_EQ(files().size(), 2u);
}

TEST_F(KeptFeatures, WhatIsNotWholeIsNone) {
    const std::vector<float> some = numbers(20, 3);
    keep_features("shapes", 20, some, {});
    ASSERT_EQ(files().size(), 1u);
    const std::string path = files().front(), good = read_bytes(path);
    std::string flipped = good, of_another = good;
    flipped[good.size() / 2] = static_cast<char>(good[good.size() / 2] ^ 1);
    of_another[3] = of_another[3] == 'a' ? 'b' : 'a';
    for (const std::string& bad :
         {std::string(), std::string("short"), good.substr(0, good.size() - 1), good.substr(0, good.size() - 80),
          good + std::string(80, 'x'), good.substr(1), flipped, of_another}) {
        write_bytes(path, bad);
        EXPECT_FALSE(read("shapes", 20)) << bad.size();
    }
    keep_features("shapes", 20, some, {});
    EXPECT_EQ(read_bytes(path), good);
    EXPECT_EQ(read("shapes", 20), some);
}

TEST_F(KeptFeatures, WhatIsStoppedOrHasNoPlaceIsNotKept) {
    std::stop_source stop;
    stop.request_stop();
    keep_features("shapes", 20, numbers(20, 3), stop.get_token());
    EXPECT_TRUE(files().empty());
    write_bytes(cache_.file("plain"), "a file");
    const SetVariable nowhere("XDG_CACHE_HOME", cache_.file("plain"));
    keep_features("shapes", 20, numbers(20, 3), {});
    EXPECT_FALSE(read("shapes", 20));
}

TEST_F(KeptFeatures, WhatIsMoreThanTheCacheMayHoldIsNotKept) {
    constexpr std::size_t bytes = std::size_t{2} << 30;
    // Addresses alone: nobody looks at what stands there.
    void* const at = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ASSERT_NE(at, MAP_FAILED);
    keep_features("a large folder", 1 << 20, {static_cast<const float*>(at), bytes / sizeof(float)}, {});
    EXPECT_TRUE(files().empty());
    ::munmap(at, bytes);
}

TEST_F(KeptFeatures, WhatNobodyAskedForInALongTimeGoes) {
    using namespace std::chrono_literals;
    keep_features("old", 20, numbers(20, 3), {});
    ASSERT_EQ(files().size(), 1u);
    const std::string old = files().front();
    const auto age = [&] { fs::last_write_time(old, fs::file_time_type::clock::now() - 24h * 100); };
    age();
    EXPECT_TRUE(read("old", 20)) << "which is use";
    keep_features("new", 20, numbers(20, 3), {});
    EXPECT_TRUE(fs::exists(old));
    age();
    keep_features("newer", 20, numbers(20, 3), {});
    EXPECT_FALSE(fs::exists(old));
    EXPECT_EQ(files().size(), 2u);
}

TEST_F(KeptFeatures, WhatAnEarlierHeadroomKeptElsewhereGoes) {
    const std::string earlier = default_cache_folder() + "/features", other = default_cache_folder() + "/forecast";
    for (const std::string& folder : {earlier, other}) {
        fs::create_directories(folder);
        write_bytes(folder + "/clip.features", "those of an earlier layout");
    }
    keep_features("shapes", 20, numbers(20, 3), {});
    EXPECT_FALSE(fs::exists(earlier));
    EXPECT_TRUE(fs::exists(other));
    EXPECT_TRUE(read("shapes", 20));
}

TEST_F(KeptFeatures, SeveralMayKeepAndReadTheSameAtOnce) {
    const std::vector<float> some = numbers(200, 64);
    keep_features("shapes", 200, some, {});
    std::vector<int> wrong(4);
    {
        std::vector<std::jthread> others;
        for (int& mine : wrong)
            others.emplace_back([&mine, &some] {
                for (int i = 0; i < 5; ++i) {
                    keep_features("shapes", 200, some, {});
                    mine += read("shapes", 200) == some ? 0 : 1;
                }
            });
    }
    EXPECT_EQ(wrong, std::vector<int>(4));
    EXPECT_EQ(files().size(), 1u) << "nothing else is left behind";
}

}  // namespace
}  // namespace headroom::test
