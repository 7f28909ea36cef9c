// The packed cache: same bytes for any number of threads, reused when valid, rebuilt when damaged, cancelled without a trace.
#include "core/base/file_errors.h"
#include "core/data/dataset.h"
#include "core/data/packer.h"
#include "core/io/files/bounded_cache.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>

namespace headroom {
namespace {

TrainConfig small_shapes() {
    TrainConfig config;
    config.data_count = 96;
    config.image_size = 32;
    return config;
}

std::vector<std::filesystem::path> files_in(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
    return files;
}

Result<std::shared_ptr<const PackedDataset>> open(const TrainConfig& config, const std::string& folder) {
    return open_dataset(config, folder, nullptr, {});
}

TEST(PackedCache, HoldsTheRenderedPicturesWhateverTheThreads) {
    const test::TempFolder one, four, all;
    TrainConfig config = small_shapes();
    ASSERT_EQ(config.data_workers, 0) << "as many as there are";
    const auto c = open(config, all.path());
    config.data_workers = 1;
    const auto a = open(config, one.path());
    config.data_workers = 4;
    const auto b = open(config, four.path());
    ASSERT_TRUE(a && b && c);
    EXPECT_EQ(std::memcmp((*a)->image(0), (*c)->image(0), 96 * 32 * 32 * 3), 0);
    EXPECT_EQ((*a)->count(), 96);
    EXPECT_EQ((*a)->size(), 32);
    EXPECT_EQ((*a)->channels(), 3);
    EXPECT_EQ((*a)->kind(), "shapes");
    EXPECT_EQ((*a)->name(), "Shapes (built-in)");
    EXPECT_EQ((*a)->fingerprint(), (*b)->fingerprint());
    EXPECT_EQ(std::memcmp((*a)->image(0), (*b)->image(0), 96 * 32 * 32 * 3), 0);
}

TEST(PackedCache, IsReusedWithoutRendering) {
    const test::TempFolder folder;
    ASSERT_TRUE(open(small_shapes(), folder.path()));
    int reports = 0;
    const auto again = open_dataset(small_shapes(), folder.path(), [&](const std::string&, double) { ++reports; }, {});
    ASSERT_TRUE(again);
    EXPECT_EQ(reports, 0);
    EXPECT_EQ(files_in(folder.path()).size(), 1u);
}

/// Lets a file look as if it was used last that long ago.
void age(const std::string& path, std::chrono::hours by) {
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - by);
}

TEST(PackedCache, PackingRemovesWhatNobodyUsedForLong) {
    using namespace std::chrono_literals;
    const test::TempFolder folder;
    for (const char* name : {"gone.pack", "used.pack", "notes.txt"}) test::write_bytes(folder.file(name), "old");
    age(folder.file("gone.pack"), 24h * 100);
    age(folder.file("used.pack"), 24h * 30);
    age(folder.file("notes.txt"), 24h * 100);
    ASSERT_TRUE(open(small_shapes(), folder.path()));
    EXPECT_FALSE(std::filesystem::exists(folder.file("gone.pack")));
    EXPECT_TRUE(std::filesystem::exists(folder.file("used.pack")));
    EXPECT_TRUE(std::filesystem::exists(folder.file("notes.txt"))) << "not of the cache";
    EXPECT_EQ(files_in(folder.path()).size(), 3u);
    // One that is opened again is used, however long ago it was packed.
    for (const auto& file : files_in(folder.path()))
        if (file.filename().string().starts_with("shapes-")) age(file.string(), 24h * 100);
    ASSERT_TRUE(open(small_shapes(), folder.path()));
    TrainConfig other = small_shapes();
    other.data_grey = true;
    ASSERT_TRUE(open(other, folder.path()));
    EXPECT_EQ(files_in(folder.path()).size(), 4u);
}

TEST(BoundedCache, OfMoreThanThereMayBeWhatWasUsedLongestAgoGoes) {
    using namespace std::chrono_literals;
    const test::TempFolder folder;
    const auto put = [&folder](const std::string& name, std::chrono::hours ago) {
        test::write_bytes(folder.file(name), std::string(100, 'x'));
        age(folder.file(name), ago);
    };
    put("a.bin", 5h);
    put("b.bin", 4h);
    put("c.bin", 3h);
    put("d.bin", 0h);
    bound_cache(folder.path(), ".bin", {.bytes = 300});
    EXPECT_FALSE(std::filesystem::exists(folder.file("a.bin")));
    EXPECT_EQ(files_in(folder.path()).size(), 3u);
    note_cache_use(folder.file("b.bin"));
    bound_cache(folder.path(), ".bin", {.bytes = 50});
    EXPECT_TRUE(std::filesystem::exists(folder.file("b.bin"))) << "used within the hour";
    EXPECT_TRUE(std::filesystem::exists(folder.file("d.bin")));
    EXPECT_FALSE(std::filesystem::exists(folder.file("c.bin")));
    bound_cache(folder.file("none"), ".bin", {.bytes = 50});
}

TEST(BoundedCache, AClockThatIsWrongForAWhileDoesNotEmptyIt) {
    using namespace std::chrono_literals;
    const test::TempFolder folder;
    const auto put = [&folder](const std::string& name, std::chrono::hours ago) {
        test::write_bytes(folder.file(name), "x");
        age(folder.file(name), ago);
    };
    // All were in use; the clock is a year ahead now.
    for (int day = 1; day <= 6; ++day) put(std::to_string(day) + ".bin", 24h * (365 + day));
    bound_cache(folder.path(), ".bin", {.bytes = 100});
    EXPECT_EQ(files_in(folder.path()).size(), 4u);
    for (const char* latest : {"1.bin", "2.bin", "3.bin", "4.bin"})
        EXPECT_TRUE(std::filesystem::exists(folder.file(latest))) << latest;
    // Set right again, the clock finds what was used meanwhile in the future.
    put("ahead.bin", -24h * 365);
    bound_cache(folder.path(), ".bin", {.bytes = 100});
    ASSERT_TRUE(std::filesystem::exists(folder.file("ahead.bin")));
    EXPECT_LE(std::filesystem::last_write_time(folder.file("ahead.bin")),
              std::filesystem::file_time_type::clock::now());
    // What is old leaves all the same, as others come.
    bound_cache(folder.path(), ".bin", {.bytes = 100});
    EXPECT_EQ(files_in(folder.path()).size(), 1u);
}

/// Four pictures, of which one cannot be read as long as `away` says so.
class OnADrive final : public ImageSource {
public:
    std::string kind() const override { return "folder"; }
    std::string name() const override { return "drive"; }
    std::string identity() const override { return "a drive"; }
    std::int64_t count() const override { return 4; }
    Result<void> render(std::int64_t index, int size, int channels, std::uint8_t* out) const override {
        if (away && index == 2) return read_error("/drive/2.png", EIO);
        std::memset(out, static_cast<int>(index),
                    static_cast<std::size_t>(size) * static_cast<std::size_t>(size * channels));
        return {};
    }
    std::string path(std::int64_t index) const override { return std::to_string(index) + ".png"; }
    Result<DatasetImage> describe(std::int64_t index, bool) const override {
        return DatasetImage{path(index), 8, 8, {}};
    }
    bool away = true;
};

TEST(PackedCache, APictureThatCannotBeReadNowIsNoBadOne) {
    const test::TempFolder folder;
    OnADrive drive;
    const PackSettings settings{8, 3, 1, folder.path()};
    const auto first = open_packed(drive, settings, nullptr, {});
    ASSERT_FALSE(first);
    EXPECT_NE(first.error().message.find("2.png"), std::string::npos) << first.error().message;
    drive.away = false;
    const auto again = open_packed(drive, settings, nullptr, {});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ((*again)->count(), 4);
    EXPECT_TRUE((*again)->rejected().empty());
}

TEST(PackedCache, SettingsThatChangeThePicturesHaveTheirOwnFile) {
    const test::TempFolder folder;
    TrainConfig config = small_shapes();
    const auto plain = open(config, folder.path());
    config.data_grey = true;
    const auto grey = open(config, folder.path());
    config.data_variety = Variety::Demo;
    const auto demo = open(config, folder.path());
    ASSERT_TRUE(plain && grey && demo);
    EXPECT_EQ((*grey)->channels(), 1);
    EXPECT_NE((*plain)->fingerprint(), (*grey)->fingerprint());
    EXPECT_NE((*demo)->fingerprint(), (*grey)->fingerprint());
    EXPECT_EQ(files_in(folder.path()).size(), 3u);
}

TEST(PackedCache, DamagedFilesAreMadeAgain) {
    const test::TempFolder folder;
    const auto first = open(small_shapes(), folder.path());
    ASSERT_TRUE(first);
    const std::string path = files_in(folder.path()).front().string();
    const std::string good = test::read_bytes(path);
    std::string flipped = good;
    flipped[flipped.size() - 120] ^= 1;
    for (const std::string& bad :
         {std::string(), std::string("short"), good.substr(0, good.size() - 1), good.substr(1), good + "x", flipped}) {
        std::filesystem::remove(path);
        test::write_bytes(path, bad);
        const auto again = open(small_shapes(), folder.path());
        ASSERT_TRUE(again);
        EXPECT_EQ(test::read_bytes(path), good);
    }
}

TEST(PackedCache, ReportsProgressInOrder) {
    const test::TempFolder folder;
    std::vector<double> fractions;
    ASSERT_TRUE(open_dataset(small_shapes(), folder.path(),
                             [&](const std::string& what, double fraction) {
                                 EXPECT_EQ(what, "packing images");
                                 fractions.push_back(fraction);
                             },
                             {}));
    ASSERT_FALSE(fractions.empty());
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_EQ(fractions.back(), 1.0);
}

TEST(PackedCache, CancellingLeavesNothing) {
    const test::TempFolder folder;
    std::stop_source stop;
    stop.request_stop();
    const auto result = open_dataset(small_shapes(), folder.path(), nullptr, stop.get_token());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::Cancelled);
    EXPECT_TRUE(files_in(folder.path()).empty());
}

TEST(PackedCache, TwoAtOnceBothSucceed) {
    const test::TempFolder folder;
    bool other_ok = false;
    std::jthread other([&] { other_ok = open(small_shapes(), folder.path()).ok(); });
    const auto mine = open(small_shapes(), folder.path());
    other.join();
    EXPECT_TRUE(mine);
    EXPECT_TRUE(other_ok);
    EXPECT_EQ(files_in(folder.path()).size(), 1u);
}

TEST(PackedCache, AFullDiskIsAnErrorThatLeavesNothing) {
    const test::TempFolder folder;
    const rlim_t needed = 96 * 32 * 32 * 3;
    for (const rlim_t room : {rlim_t{0}, rlim_t{4096}, needed - 1}) {
        const auto result = [&] {
            const test::FileSizeLimit full(room);
            return open(small_shapes(), folder.path());
        }();
        ASSERT_FALSE(result) << room;
        EXPECT_EQ(result.error().code, ErrorCode::Disk);
        EXPECT_NE(result.error().message.find(folder.path()), std::string::npos) << result.error().message;
        EXPECT_FALSE(result.error().hint.empty());
        EXPECT_TRUE(files_in(folder.path()).empty()) << room;
    }
    EXPECT_TRUE(open(small_shapes(), folder.path())) << "with room it is made";
}

TEST(PackedCache, AnUnusableCacheFolderIsExplained) {
    const test::TempFolder folder;
    test::write_bytes(folder.file("plain"), "a file");
    const auto result = open(small_shapes(), folder.file("plain") + "/below");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::Disk);
    EXPECT_NE(result.error().message.find("plain"), std::string::npos);
}

}  // namespace
}  // namespace headroom
