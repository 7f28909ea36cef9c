// Pictures that are skipped: which ones, what stays, that nothing is looked at where nobody asks for it, and too few that are left.
#include "core/base/file_errors.h"
#include "core/data/dataset.h"
#include "core/data/packer.h"
#include "core/data/skip_pictures.h"
#include "tests/support/picture_files.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom {
namespace {

namespace fs = std::filesystem;

class SkipPictures : public testing::Test {
protected:
    using DataPtr = std::shared_ptr<const PackedDataset>;
    using Indices = std::vector<std::int64_t>;

    SkipPictures() {
        fs::create_directories(root());
        config_.data_path = root();
        config_.data_max_bad = 100;
        config_.image_size = 32;
        config_.batch_micro = 2;
    }
    std::string root() const { return folder_.file("pictures"); }
    void put(const std::string& name, const std::string& bytes) const { test::write_bytes(root() + "/" + name, bytes); }
    /// a, c and e have repeats: b, f and g; d is broken, h is of one colour.
    void put_some() const {
        const std::string one = test::png_bytes(test::drawing(1)), two = test::png_bytes(test::drawing(2)),
                          three = test::png_bytes(test::drawing(3));
        put("a.png", one);
        put("b.png", one);
        put("c.png", two);
        put("d.png", "no picture");
        put("e.png", three);
        put("f.png", two);
        put("g.jpg", test::jpeg_bytes(test::drawing(3), {.quality = 80}));
        put("h.png", test::png_bytes({64, 64, 3, std::make_shared<std::vector<std::uint8_t>>(64 * 64 * 3, 90)}));
    }
    DataPtr open() {
        told_.clear();
        const auto note = [this](const std::string& what, double) { told_.push_back(what); };
        auto data = open_dataset(config_, cache_.path(), note, {});
        EXPECT_TRUE(data) << (data ? "" : data.error().message);
        return data ? *data : nullptr;
    }
    bool looked() const { return std::find(told_.begin(), told_.end(), "comparing pictures") != told_.end(); }
    DataPtr open_all() {
        const TrainConfig asked = config_;
        config_.data_skip_duplicates = config_.data_skip_empty = false;
        DataPtr all = open();
        config_ = asked;
        return all;
    }
    /// The places in the whole data set of what is left.
    Indices left_at() {
        const DataPtr all = open_all(), left = open();
        const auto bytes = static_cast<std::size_t>(all->size() * all->size() * all->channels());
        Indices out;
        for (std::int64_t k = 0, i = 0; k < left->count(); ++k, ++i) {
            while (i < all->count() && std::memcmp(all->image(i), left->image(k), bytes) != 0) ++i;
            out.push_back(i);
        }
        return out;
    }

    test::TempFolder folder_, cache_;
    const test::SetVariable cache_variable_{"XDG_CACHE_HOME", cache_.path()};
    TrainConfig config_;
    std::vector<std::string> told_;  ///< what the last open() was at
};

TEST_F(SkipPictures, NobodyLooksWhereNothingIsToBeSkipped) {
    put_some();
    const DataPtr all = open();
    EXPECT_EQ(all->count(), 7);
    EXPECT_EQ(all->skipped().count(), 0);
    EXPECT_EQ(all->fingerprint().size(), 32u) << "that of the packed file, as ever";
    EXPECT_FALSE(looked());
}

TEST_F(SkipPictures, OfThoseThatRepeatEachOtherTheFirstByNameStays) {
    put_some();
    config_.data_skip_duplicates = true;
    const DataPtr left = open();
    EXPECT_TRUE(looked());
    EXPECT_EQ(left->skipped().duplicates, 3);
    EXPECT_EQ(left->skipped().empty, 0);
    EXPECT_EQ(left->rejected().size(), 1u);
    EXPECT_EQ(left_at(), (Indices{0, 2, 3, 6})) << "d is not packed";
    EXPECT_NE(left->fingerprint(), open_all()->fingerprint());
    EXPECT_EQ(open()->fingerprint(), left->fingerprint());
    EXPECT_FALSE(looked()) << "what was found is kept";
}

TEST_F(SkipPictures, EmptyOnesAreSkippedAloneOrAsWell) {
    put_some();
    config_.data_skip_empty = true;
    EXPECT_EQ(open()->skipped().empty, 1);
    EXPECT_EQ(left_at(), (Indices{0, 1, 2, 3, 4, 5}));
    const std::string empty_alone = open()->fingerprint();
    config_.data_skip_duplicates = true;
    EXPECT_EQ(left_at(), (Indices{0, 2, 3}));
    EXPECT_NE(open()->fingerprint(), empty_alone);
}

TEST_F(SkipPictures, PaperIsEmptyWithTheNoiseOfItsScanner) {
    // What counsel says a third of, sheets of all greys: of some the noise lies on both sides of a box's edge.
    config_.data_path = HEADROOM_TEST_DATA "/counsel/data-empty";
    config_.data_skip_empty = true;
    const DataPtr left = open();
    EXPECT_EQ(left->skipped().empty, 16);
    EXPECT_EQ(left->count(), 32);
    EXPECT_EQ(left_at().back(), 31) << "the last ones are";
}

TEST_F(SkipPictures, TheyAreTheSameAtEverySizeAndCut) {
    put_some();
    put("wide.png", test::png_bytes(test::drawing(9, 160, 80)));
    config_.data_skip_duplicates = config_.data_skip_empty = true;
    config_.data_held_out = 25;
    const DataPtr small = open();
    config_.image_size = 64;
    config_.data_fit = FitMode::Pad;
    const DataPtr large = open();
    EXPECT_FALSE(looked());
    EXPECT_NE(small->fingerprint(), large->fingerprint());
    EXPECT_EQ(small->fingerprint().substr(32), large->fingerprint().substr(32));
    EXPECT_EQ(small->skipped().count(), large->skipped().count());
    config_.image_size = 32;
    config_.data_fit = FitMode::CentreCrop;
    const auto as_small = fingerprint_as(config_, *large, {});
    ASSERT_TRUE(as_small);
    EXPECT_EQ(*as_small, small->fingerprint());
}

TEST_F(SkipPictures, OtherFilesAreOtherPictures) {
    put_some();
    config_.data_skip_duplicates = true;
    const std::string before = open()->fingerprint();
    put("i.png", test::png_bytes(test::drawing(1)));
    const DataPtr after = open();
    EXPECT_TRUE(looked());
    EXPECT_EQ(after->count(), 4);
    EXPECT_EQ(after->skipped().duplicates, 4);
    EXPECT_NE(after->fingerprint(), before);
}

TEST_F(SkipPictures, SomeOfWhatStaysAreHeldOut) {
    for (int i = 0; i < 20; ++i) {
        const std::string bytes = test::png_bytes(test::drawing(i));
        put("a" + std::to_string(10 + i) + ".png", bytes);
        put("b" + std::to_string(10 + i) + ".png", bytes);
    }
    config_.data_skip_duplicates = true;
    config_.data_held_out = 25;
    const DataPtr left = open();
    EXPECT_EQ(left->count(), 15);
    EXPECT_EQ(left->skipped().duplicates, 20);
    ASSERT_TRUE(left->held_out());
    EXPECT_EQ(left->held_out()->count(), 5) << "no copy of them was seen";
    EXPECT_EQ(with_data(config_, "elsewhere").data_skip_duplicates, false) << "all of another data set";
}

TEST_F(SkipPictures, TooFewThatAreLeftAreRefusedInWords) {
    const std::string bytes = test::png_bytes(test::drawing(1));
    for (const char* name : {"a.png", "b.png", "c.png", "d.png"}) put(name, bytes);
    config_.data_skip_duplicates = true;
    const DataPtr left = open();
    EXPECT_EQ(left->count(), 1);
    const auto refused = check_left(left->skipped(), left->count(), config_.effective_batch());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(refused.error().message,
              "data.skip_duplicates: skips 3 pictures and leaves 1 to train on, fewer than the batch of 2");
    const auto begins = check_data(config_, true, nullptr, {});
    ASSERT_FALSE(begins);
    EXPECT_EQ(begins.error().message, refused.error().message);
    EXPECT_TRUE(check_data(config_, false, nullptr, {})) << "a run that goes on has trained on them";
    EXPECT_TRUE(check_left({}, 1, 64)) << "a folder of few is nobody's fault";
    config_.batch_micro = 1;
    EXPECT_TRUE(check_data(config_, true, nullptr, {}));
}

TEST_F(SkipPictures, WhereAllAreEmptyNoneIsLeft) {
    for (const char* name : {"a.png", "b.png"})
        put(name, test::png_bytes({64, 64, 3, std::make_shared<std::vector<std::uint8_t>>(64 * 64 * 3, 200)}));
    config_.data_skip_empty = true;
    const auto refused = open_dataset(config_, cache_.path(), nullptr, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "data.skip_empty: skips 2 pictures and leaves 0 to train on, fewer than the batch of 2");
    EXPECT_FALSE(check_data(config_, false, nullptr, {}));
    config_.data_skip_empty = false;
    config_.data_skip_duplicates = true;
    EXPECT_EQ(open()->count(), 2) << "empty ones repeat nobody";
}

/// Three sheets of paper, of which one is broken or cannot be read at present.
class ThreeSheets final : public ImageSource {
public:
    std::string kind() const override { return "folder"; }
    std::string name() const override { return "sheets"; }
    std::string identity() const override { return "three sheets"; }
    std::int64_t count() const override { return 3; }
    Result<void> render(std::int64_t index, int size, int channels, std::uint8_t* out) const override {
        if (index == 1 && away) return read_error("/drive/1.png", EIO);
        if (index == 1 && broken) return make_error(ErrorCode::BadFile, "it is cut off");
        std::memset(out, 200, static_cast<std::size_t>(size) * static_cast<std::size_t>(size * channels));
        return {};
    }
    std::string path(std::int64_t index) const override {
        return names_alike ? "sheet.png" : std::to_string(index) + ".png";
    }
    Result<DatasetImage> describe(std::int64_t index, bool) const override {
        return DatasetImage{path(index), 8, 8, {}};
    }
    bool away = false, broken = false, names_alike = false;
};

TEST_F(SkipPictures, WhatCannotBeReadNowIsNotGuessedAt) {
    ThreeSheets sheets;
    config_.data_skip_empty = true;
    sheets.away = true;
    const auto refused = skipped_of(sheets, config_, nullptr, {});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("1.png"), std::string::npos) << refused.error().message;
    sheets.away = false;
    const auto skipped = skipped_of(sheets, config_, nullptr, {});
    ASSERT_TRUE(skipped) << skipped.error().message;
    EXPECT_EQ(skipped->empty, 3) << "nothing of the look before was kept";
}

TEST_F(SkipPictures, BrokenFilesOfTheSamePrintableNameAreTold) {
    ThreeSheets sheets;
    sheets.broken = sheets.names_alike = true;
    config_.data_skip_empty = true;
    const auto packed = open_packed(sheets, {8, 3, 1, cache_.path()}, nullptr, {});
    ASSERT_TRUE(packed);
    ASSERT_EQ((*packed)->count(), 2);
    const auto refused = skip_pictures(*packed, sheets, config_, nullptr, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::BadFile);
    EXPECT_NE(refused.error().message.find("printable names are the same"), std::string::npos);
}

TEST_F(SkipPictures, AStopLeavesNothingHalfDone) {
    put_some();
    (void)open_all();
    config_.data_skip_duplicates = true;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(open_dataset(config_, cache_.path(), nullptr, stop.get_token()).error().code, ErrorCode::Cancelled);
    EXPECT_EQ(open()->skipped().duplicates, 3);
}

}  // namespace
}  // namespace headroom
