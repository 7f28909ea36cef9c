// Near pictures by look: the same cosines as CLIP's own tool, features made once for a data set and a CLIP, beside those that scores know, stopped
// without a trace.
#include "core/data/dataset.h"
#include "core/io/pictures/image_codec.h"
#include "core/memory/libtorch.h"
#include "core/train/run/pictures.h"
#include "core/train/tensor_bridge.h"
#include "core/train/tools/clip_features.h"
#include "core/train/tools/nearest_features.h"
#include "tests/support/picture_files.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace headroom {
namespace {

namespace fs = std::filesystem;

class NearestFeatures : public testing::Test {
protected:
    void SetUp() override {
        query_.config.data_count = 70;  // not a multiple of what goes through CLIP at once
        query_.config.image_size = 32;
        query_.config.device = "cpu";
        query_.count = 5;
    }
    Result<NearestFound> look(std::stop_token stop = {}) {
        shown_ = 0;
        const ProgressFn progress = [this](const std::string& what, double) {
            shown_ += what == "looking at Shapes (built-in) (clip)";
        };
        return nearest_in_features(query_, progress, std::move(stop));
    }
    std::shared_ptr<const PackedDataset> data() {
        auto opened = open_dataset(query_.config, {}, {}, {});
        EXPECT_TRUE(opened) << opened.error().message;
        return *opened;
    }
    /// Files of the one cache of features, which is bounded and whose files are hashed (kept_features.h).
    std::vector<std::string> kept() const {
        std::vector<std::string> out;
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(folder_.file("headroom/data"), none))
            if (entry.path().extension() == ".features") out.push_back(entry.path().string());
        return out;
    }

    const test::TempFolder folder_;
    const test::SetVariable cache_variable_{"XDG_CACHE_HOME", folder_.path()};
    NearestQuery query_;
    int shown_ = 0;
};

TEST_F(NearestFeatures, APictureOfTheDataIsNearestToItselfAndTheCosinesAreClips) {
    const auto pictures = data();
    query_.picture = picture_of(*pictures, 41);
    const auto found = look();
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(found->nearest.size(), 5u);
    EXPECT_EQ(found->nearest[0].index, 41);
    EXPECT_NEAR(found->nearest[0].distance, 0, 1e-5);
    EXPECT_EQ(*found->pictures[0].pixels, *query_.picture.pixels);
    ClipRequest request;
    request.device = "cpu";
    request.tensors = folder_.file("features.safetensors");
    for (const Neighbour& one : found->nearest) {
        request.pictures.push_back(folder_.file(std::to_string(one.index) + ".png"));
        ASSERT_TRUE(write_png(request.pictures.back(), picture_of(*pictures, one.index)));
    }
    ASSERT_TRUE(clip_features(request, [](const std::string&, double) {}, {}));
    const auto tensors = read_safetensors(request.tensors);
    ASSERT_TRUE(tensors);
    const at::Tensor f = to_tensor(*tensors->find("image_features")).to(at::kDouble);
    for (std::int64_t i = 0; i < 5; ++i) {
        const double cosine = (f[i] * f[0]).sum().item<double>() / (f[i].norm() * f[0].norm()).item<double>();
        EXPECT_NEAR(found->nearest[static_cast<std::size_t>(i)].distance, 1 - cosine, 1e-5) << i;
        if (i > 0)
            EXPECT_GE(found->nearest[static_cast<std::size_t>(i)].distance,
                      found->nearest[static_cast<std::size_t>(i) - 1].distance);
    }
}

TEST_F(NearestFeatures, AreMadeOnceForADataSet) {
    query_.picture = test::gradient(48, 20);
    const auto first = look();
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_GT(shown_, 0);
    EXPECT_EQ(kept().size(), 1u);
    const auto second = look();
    ASSERT_TRUE(second);
    EXPECT_EQ(shown_, 0);
    EXPECT_EQ(second->nearest, first->nearest);
    query_.config.data_variety = Variety::Full;
    ASSERT_TRUE(look());
    EXPECT_GT(shown_, 0);
    EXPECT_EQ(kept().size(), 2u);
}

TEST_F(NearestFeatures, ADamagedFileIsMadeAgain) {
    query_.picture = test::gradient(32, 32);
    const auto first = look();
    ASSERT_TRUE(first) << first.error().message;
    ASSERT_EQ(kept().size(), 1u);
    const std::string path = kept().front(), good = test::read_bytes(path);
    std::string flipped = good;
    flipped[good.size() / 2] = static_cast<char>(good[good.size() / 2] ^ 1);
    for (const std::string& bad : {good.substr(0, good.size() / 2), flipped}) {
        test::write_bytes(path, bad);
        const auto again = look();
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_GT(shown_, 0);
        EXPECT_EQ(again->nearest, first->nearest);
        EXPECT_EQ(test::read_bytes(path), good);
    }
}

TEST_F(NearestFeatures, StoppingLeavesNothing) {
    query_.picture = test::gradient(32, 32);
    (void)data();
    std::stop_source stop;
    stop.request_stop();
    const auto found = look(stop.get_token());
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, ErrorCode::Cancelled);
    EXPECT_TRUE(kept().empty());
    query_.clip = folder_.file("none.safetensors");
    EXPECT_EQ(look().error().code, ErrorCode::NotFound);
    query_.picture = {};
    EXPECT_EQ(look().error().code, ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace headroom
