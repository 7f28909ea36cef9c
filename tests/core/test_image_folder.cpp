// Folders of pictures: what is read, what is refused and why, and that odd trees and names do no harm.
#include "core/data/dataset.h"
#include "core/data/fit.h"
#include "core/data/image_folder/folder_scan.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/pictures/image_reading.h"
#include "tests/support/picture_files.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include <sys/stat.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using test::gradient;

class ImageFolder : public testing::Test {
protected:
    ImageFolder() {
        fs::create_directories(root());
        config_.data_path = root();
        config_.image_size = 32;
        config_.data_max_bad = 100;
    }
    std::string root() const { return folder_.file("photos"); }
    void put(const std::string& name, const std::string& bytes) const {
        fs::create_directories(fs::path(root() + "/" + name).parent_path());
        test::write_bytes(root() + "/" + name, bytes);
    }
    void put_good(int count) const {
        for (int i = 0; i < count; ++i) put("good" + std::to_string(i) + ".png", test::png_bytes(gradient(20 + i, 20)));
    }
    Result<std::shared_ptr<const PackedDataset>> open() const {
        return open_dataset(config_, cache_.path(), nullptr, {});
    }
    std::string reason_for(const std::string& name, const std::string& bytes) const {
        put("good.png", test::png_bytes(gradient(20, 20)));
        put(name, bytes);
        const auto data = open();
        if (!data) return data.error().message;
        for (const RejectedFile& file : (*data)->rejected()) {
            if (file.path == name) return file.reason;
        }
        return "accepted";
    }

    test::TempFolder folder_, cache_;
    const test::SetVariable cache_variable_{"XDG_CACHE_HOME", cache_.path()};
    TrainConfig config_;
};

/// How large a picture came.
struct CameAs final : PictureRows {
    void begin(int w, int h, int) override {
        width = w;
        height = h;
    }
    void row(const std::uint8_t*) override { ++rows; }
    int width = 0, height = 0, rows = 0;
};

TEST_F(ImageFolder, JpegsAreDecodedNoLargerThanNeeded) {
    put("large.jpg", test::jpeg_bytes(gradient(647, 483)));
    put("sideways.jpg", test::jpeg_bytes(gradient(647, 483), {.orientation = 6}));
    put("large.png", test::png_bytes(gradient(647, 483)));
    const auto came = [&](const std::string& name, int least_side) {
        CameAs rows;
        EXPECT_TRUE(read_picture_file(root() + "/" + name, 3, least_side, rows));
        EXPECT_EQ(rows.rows, rows.height);
        return std::pair(rows.width, rows.height);
    };
    EXPECT_EQ(came("large.jpg", 0), std::pair(647, 483)) << "as stored";
    EXPECT_EQ(came("large.jpg", 484), std::pair(647, 483)) << "never enlarged";
    EXPECT_EQ(came("large.jpg", 242), std::pair(647, 483)) << "half of it would be a row too small";
    EXPECT_EQ(came("large.jpg", 241), std::pair(324, 242));
    EXPECT_EQ(came("large.jpg", 64), std::pair(162, 121));
    EXPECT_EQ(came("large.jpg", 8), std::pair(81, 61)) << "an eighth is the least";
    EXPECT_EQ(came("sideways.jpg", 64), std::pair(121, 162));
    EXPECT_EQ(came("large.png", 64), std::pair(647, 483));
}

TEST_F(ImageFolder, AJpegThatIsDecodedSmallLooksAsTheWholeOne) {
    put("large.jpg", test::jpeg_bytes(gradient(1283, 967)));
    const auto data = open();
    ASSERT_TRUE(data) << data.error().message;
    const auto whole = decode_image(root() + "/large.jpg");
    ASSERT_TRUE(whole);
    std::vector<std::uint8_t> fitted(32 * 32 * 3);
    fit_picture({whole->pixels->data(), whole->width, whole->height, 3, whole->row_bytes()}, FitMode::CentreCrop, 0, 32,
                fitted.data());
    const std::uint8_t* packed = (*data)->image(0);
    for (std::size_t i = 0; i < fitted.size(); ++i) ASSERT_NEAR(packed[i], fitted[i], 2) << i;
}

TEST_F(ImageFolder, DamageIsFoundInAJpegThatIsDecodedSmallToo) {
    std::string cut = test::jpeg_bytes(gradient(640, 480));
    cut.resize(cut.size() * 3 / 4);
    EXPECT_EQ(reason_for("cut.jpg", cut), "it is cut off");
}

TEST_F(ImageFolder, ReadsSubfoldersInSortedOrder) {
    put("b.png", test::png_bytes(gradient(32, 32)));
    put("a/z.jpg", test::jpeg_bytes(gradient(64, 64, 1)));
    put("c/d/e.webp", test::webp_bytes(32, 32, 3, *gradient(32, 32).pixels));
    const auto data = open();
    ASSERT_TRUE(data) << data.error().message;
    EXPECT_EQ((*data)->count(), 3);
    EXPECT_EQ((*data)->name(), "photos");
    EXPECT_EQ((*data)->kind(), "folder");
    EXPECT_EQ(std::memcmp((*data)->image(1), gradient(32, 32).pixels->data(), 32 * 32 * 3), 0);
    EXPECT_EQ(std::memcmp((*data)->image(2), gradient(32, 32).pixels->data(), 32 * 32 * 3), 0);
    EXPECT_EQ((*data)->image(0)[0], (*data)->image(0)[1]);  // the grey one
}

TEST_F(ImageFolder, FitModes) {
    // Left third red, middle green, right blue.
    auto pixels = std::make_shared<std::vector<std::uint8_t>>();
    for (int i = 0; i < 96 * 32; ++i) {
        const int third = i % 96 / 32;
        for (int c = 0; c < 3; ++c) pixels->push_back(c == third ? 255 : 0);
    }
    put("wide.png", test::png_bytes({96, 32, 3, pixels}));
    const auto centre = open();
    config_.data_fit = FitMode::Stretch;
    const auto stretched = open();
    config_.data_fit = FitMode::RandomCrop;
    const auto random = open();
    ASSERT_TRUE(centre && stretched && random);
    for (int i = 0; i < 32 * 32; ++i) EXPECT_EQ((*centre)->image(0)[i * 3 + 1], 255);
    EXPECT_EQ((*stretched)->image(0)[0], 255);
    EXPECT_EQ((*stretched)->image(0)[31 * 3 + 2], 255);
    EXPECT_NE((*centre)->fingerprint(), (*random)->fingerprint());
    EXPECT_NE((*centre)->fingerprint(), (*stretched)->fingerprint());
}

TEST_F(ImageFolder, PaddedPicturesAreWholeOnTheirGround) {
    const auto green = [](int width, int height) {
        auto pixels = std::make_shared<std::vector<std::uint8_t>>();
        for (int i = 0; i < width * height; ++i) pixels->insert(pixels->end(), {0, 200, 0});
        return ImageBuffer{width, height, 3, pixels};
    };
    put("a-wide.png", test::png_bytes(green(96, 24)));
    put("b-high.png", test::png_bytes(green(24, 96)));
    config_.data_fit = FitMode::Pad;
    config_.data_ground = Ground::Grey;
    const auto data = open();
    ASSERT_TRUE(data) << data.error().message;
    for (int picture = 0; picture < 2; ++picture) {
        const std::uint8_t* p = (*data)->image(picture);
        for (int y = 0; y < 32; ++y) {
            for (int x = 0; x < 32; ++x) {
                const int across = picture == 0 ? y : x;
                const bool inside = across >= 12 && across < 20;  // 24 of 96 is 8 of 32
                EXPECT_EQ(p[(y * 32 + x) * 3 + 1], inside ? 200 : 128) << picture << " " << x << " " << y;
                EXPECT_EQ(p[(y * 32 + x) * 3], inside ? 0 : 128);
            }
        }
    }
}

TEST_F(ImageFolder, TransparentPicturesLieOnTheChosenGround) {
    std::vector<std::uint8_t> pixels;
    for (int i = 0; i < 32 * 32; ++i) {
        const auto alpha = static_cast<std::uint8_t>(i % 32 < 16 ? 0 : 255);
        pixels.insert(pixels.end(), {10, 20, 30, alpha});
    }
    put("clear.png", test::png_bytes(32, 32, 8, 6, pixels));
    std::string seen;
    for (const auto& [ground, level] : {std::pair(Ground::White, 255), {Ground::Black, 0}, {Ground::Grey, 128}}) {
        config_.data_ground = ground;
        const auto data = open();
        ASSERT_TRUE(data) << data.error().message;
        const std::uint8_t* p = (*data)->image(0);
        EXPECT_EQ(p[0], level);
        EXPECT_EQ(p[31 * 3], 10);
        EXPECT_EQ(seen.find((*data)->fingerprint()), std::string::npos) << "a cache of its own for each ground";
        seen += (*data)->fingerprint() + " ";
    }
}

TEST_F(ImageFolder, RandomCropsDifferByPictureAndRepeat) {
    for (const char* name : {"a.png", "b.png", "c.png"}) put(name, test::png_bytes(gradient(200, 32)));
    config_.data_fit = FitMode::RandomCrop;
    const test::TempFolder other;
    const auto data = open();
    const auto again = open_dataset(config_, other.path(), nullptr, {});
    ASSERT_TRUE(data && again);
    EXPECT_EQ(std::memcmp((*data)->image(0), (*again)->image(0), 3 * 32 * 32 * 3), 0);
    EXPECT_FALSE((*data)->image(0)[0] == (*data)->image(1)[0] && (*data)->image(1)[0] == (*data)->image(2)[0]);
}

TEST_F(ImageFolder, GreyHasOneChannel) {
    put_good(1);
    config_.data_grey = true;
    const auto data = open();
    ASSERT_TRUE(data);
    EXPECT_EQ((*data)->channels(), 1);
}

TEST_F(ImageFolder, BadFilesAreListedWithReasons) {
    const std::string jpeg = test::jpeg_bytes(gradient(40, 40));
    EXPECT_NE(reason_for("cut.jpg", jpeg.substr(0, jpeg.size() / 2)).find("cut off"), std::string::npos);
    EXPECT_NE(reason_for("empty.png", "").find("empty"), std::string::npos);
    EXPECT_NE(reason_for("text.jpg", "hello").find("not a JPEG"), std::string::npos);
    EXPECT_NE(reason_for("tiny.png", test::png_bytes(gradient(1, 1))).find("1 x 1"), std::string::npos);
    EXPECT_NE(reason_for("thin.png", test::png_bytes(gradient(4, 400))).find("4 x 400"), std::string::npos);
    EXPECT_NE(reason_for("long.png", test::png_bytes(gradient(1, 20000, 1))).find("16384"), std::string::npos);
    EXPECT_EQ(reason_for("wrong.txt", jpeg), "accepted");
    EXPECT_EQ(reason_for(".hidden", "text"), "accepted");  // not looked at
}

TEST_F(ImageFolder, TooManyBadFilesAreRefusedByName) {
    put_good(9);
    put("broken.jpg", "not a picture");
    config_.data_max_bad = 5;
    const auto refused = open();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::BadFile);
    EXPECT_NE(refused.error().message.find("1 of 10"), std::string::npos) << refused.error().message;
    EXPECT_NE(refused.error().message.find("broken.jpg"), std::string::npos);
    config_.data_max_bad = 10;
    const auto allowed = open();
    ASSERT_TRUE(allowed) << allowed.error().message;
    EXPECT_EQ((*allowed)->count(), 9);
    ASSERT_EQ((*allowed)->rejected().size(), 1u);
}

TEST_F(ImageFolder, FilesBesideThePicturesDoNotCount) {
    put_good(2);
    put("labels.csv", "a,b");
    put("readme.md", "text");
    config_.data_max_bad = 0;
    const auto data = open();
    ASSERT_TRUE(data) << data.error().message;
    EXPECT_EQ((*data)->rejected().size(), 2u);
}

TEST_F(ImageFolder, NothingUsableIsExplained) {
    EXPECT_NE(open().error().message.find("holds no files"), std::string::npos);
    put("a.jpg", "x");
    EXPECT_NE(open().error().message.find("a.jpg"), std::string::npos);
    put("b.png", test::png_bytes(gradient(20, 7)));
    EXPECT_NE(open().error().message.find("b.png: it has 20 x 7 pixels, and at least 8 a side are needed)"),
              std::string::npos)
        << "reasons hold no semicolon, which stands between files";
    config_.data_path = folder_.file("missing");
    EXPECT_EQ(open().error().code, ErrorCode::NotFound);
    config_.data_path = root() + "/a.jpg";
    EXPECT_EQ(open().error().code, ErrorCode::BadFile);
    test::write_bytes(folder_.file("one.png"), test::png_bytes(gradient(20, 20)));
    config_.data_path = folder_.file("one.png");
    EXPECT_NE(open().error().message.find("one picture"), std::string::npos);
    config_.data_path = "";
    EXPECT_FALSE(open());
}

TEST_F(ImageFolder, LinksLoopsAndDevicesDoNoHarm) {
    put("sub/a.png", test::png_bytes(gradient(20, 20)));
    fs::create_directory_symlink(root(), root() + "/sub/up");
    fs::create_symlink(root() + "/self.png", root() + "/self.png");
    fs::create_symlink("nowhere", root() + "/dead.png");
    ASSERT_EQ(mkfifo((root() + "/pipe.png").c_str(), 0600), 0);
    const auto data = open();
    ASSERT_TRUE(data);
    EXPECT_EQ((*data)->count(), 1);
    EXPECT_EQ((*data)->rejected().size(), 4u);
}

TEST_F(ImageFolder, OddNamesWork) {
    for (const char* name :
         {"with space.png", "100%25.png", "new\nline.png", "\xFF\xFE.png", "-dash.png", "\xC3\xA4.png"}) {
        put(name, test::png_bytes(gradient(20, 20)));
    }
    put(std::string(251, 'n') + ".png", "bad");
    put("br\xFFken\n.png", "bad");
    const auto data = open();
    ASSERT_TRUE(data);
    EXPECT_EQ((*data)->count(), 6);
    ASSERT_EQ((*data)->rejected().size(), 2u);
    EXPECT_EQ((*data)->rejected()[0].path, "br\\xFFken\\u000a.png");
}

TEST_F(ImageFolder, AChangedFolderIsPackedAgain) {
    put_good(2);
    const auto before = open();
    put("new.png", test::png_bytes(gradient(33, 33)));
    const auto after = open();
    ASSERT_TRUE(before && after);
    EXPECT_EQ((*before)->count(), 2);
    EXPECT_EQ((*after)->count(), 3);
    EXPECT_NE((*before)->fingerprint(), (*after)->fingerprint());
}

TEST_F(ImageFolder, NamesAndSizesAloneMakeItsFingerprintElsewhere) {
    put("sub/b.jpg", "12345");
    put("a.png", "abc");
    const auto contents = data_contents(config_, {});
    ASSERT_TRUE(contents) << contents.error().message;
    EXPECT_EQ(*contents, "2 pictures, 3f5d8455aaefb233") << "recipes keep it";
    put("a.png", "xyz");
    EXPECT_EQ(*data_contents(config_, {}), *contents);
    put("a.png", "longer");
    EXPECT_NE(*data_contents(config_, {}), *contents);
}

TEST_F(ImageFolder, InspectorListsSizesColoursAndThumbnails) {
    put("a.jpg", test::jpeg_bytes(gradient(60, 30), {.orientation = 6}));
    put("b.png", test::png_bytes(2, 1, 8, 2, {1, 2, 3, 4, 5, 6}));
    put("c.png", test::png_bytes(8, 8, 8, 0, std::vector<std::uint8_t>(64, 90)));
    DatasetQuery query{config_, 1, 1, true};
    const auto listed = inspect_dataset(query, nullptr, {});
    ASSERT_TRUE(listed) << listed.error().message;
    EXPECT_EQ(listed->accepted, 2);
    ASSERT_EQ(listed->images.size(), 2u);
    EXPECT_EQ(listed->images[0].path, "a.jpg");
    EXPECT_EQ(listed->images[0].width, 30);
    EXPECT_EQ(listed->images[0].height, 60);
    EXPECT_NEAR(listed->images[1].mean_rgb[2], 90, 1e-9);
    EXPECT_EQ(listed->smallest_side, 8);
    EXPECT_EQ(listed->largest_side, 60);
    ASSERT_EQ(listed->rejected.size(), 1u);
    EXPECT_EQ(listed->rejected[0].path, "b.png");
    ASSERT_EQ(listed->thumbnails.size(), 1u);
    EXPECT_EQ((*listed->thumbnails[0].pixels)[0], 90);

    query.list_images = false;
    const auto quick = inspect_dataset(query, nullptr, {});
    ASSERT_TRUE(quick);
    EXPECT_EQ(quick->accepted, 2);
    EXPECT_EQ(quick->rejected.size(), 1u);
    EXPECT_EQ(quick->largest_side, 60);
    EXPECT_EQ(test::largest_difference(quick->thumbnails[0], listed->thumbnails[0]), 0);
}

TEST_F(ImageFolder, InspectorReportsAFolderWithoutGoodPictures) {
    put("a.jpg", "x");
    const auto report = inspect_dataset({config_, 4, 0, false}, nullptr, {});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->accepted, 0);
    EXPECT_EQ(report->rejected.size(), 1u);
}

TEST_F(ImageFolder, InspectorShowsShapesWithoutPackingThem) {
    config_.data_path = "shapes";
    config_.data_count = 1000000;
    const auto report = inspect_dataset({config_, 3, 10, false}, nullptr, {});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->accepted, 1000000);
    EXPECT_EQ(report->thumbnails.size(), 3u);
    EXPECT_FALSE(fs::exists(cache_.path() + "/headroom"));
}

TEST_F(ImageFolder, ListingCanBeCancelled) {
    put_good(3);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(open_dataset(config_, cache_.path(), nullptr, stop.get_token()).error().code, ErrorCode::Cancelled);
    EXPECT_EQ(inspect_dataset({config_, 3, 0, true}, nullptr, stop.get_token()).error().code, ErrorCode::Cancelled);
    // Amid a folder of many, the only one.
    for (int i = 0; i < 2050; ++i) put("many" + std::to_string(i), "");
    std::stop_source amid;
    int told = 0;
    const ProgressFn once_told = [&](const std::string&, double) {
        ++told;
        amid.request_stop();
    };
    const auto listing = scan_folder(root(), once_told, amid.get_token());
    EXPECT_EQ(told, 1);
    ASSERT_FALSE(listing) << "a part is no listing";
    EXPECT_EQ(listing.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace headroom
