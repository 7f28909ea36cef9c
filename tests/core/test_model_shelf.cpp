// Which models are here, half here, or to be fetched, and what a file of one's own is said to be.
#include "core/engine/weights/model_shelf.h"

#include "core/io/tensors/tensor_file.h"
#include "tests/support/temp_folder.h"
#include "tests/support/toy_backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::vector<CatalogModel> two_models() {
    return {{"small_vqgan",
             "vqgan",
             "Small",
             "For tests.",
             "MIT",
             "https://example.org/licence",
             "https://example.org",
             {{"small.ckpt", "https://files.example.org/small.ckpt?x=1", 1000, ""},
              {"small.yaml", "https://files.example.org/small.yaml", 24, ""}}},
            {"small_clip",
             "clip",
             "Small CLIP",
             "For tests.",
             "MIT",
             "",
             "https://example.org",
             {{"small.pt", "https://files.example.org/small.pt", 500, std::string(64, 'a')}}}};
}

void write_some(const fs::path& path, std::size_t bytes) { write_bytes(path.string(), std::string(bytes, 'x')); }

KnownModel listed_model(const ModelShelf& shelf, const std::string& id) {
    const auto all = shelf.list();
    const auto it = std::find_if(all.begin(), all.end(), [&](const KnownModel& m) { return m.id == id; });
    EXPECT_NE(it, all.end());
    return it == all.end() ? KnownModel{} : *it;
}

TEST(ModelShelf, TellsWhatIsHereAndWhatIsHalfHere) {
    const TempFolder folder;
    const ModelShelf shelf(folder.path(), two_models());
    KnownModel model = listed_model(shelf, "small_vqgan");
    EXPECT_FALSE(model.is_here());
    EXPECT_EQ(model.size.count, 1024);
    EXPECT_EQ(model.server, "files.example.org");
    EXPECT_FALSE(model.hash_published);
    EXPECT_TRUE(listed_model(shelf, "small_clip").hash_published);
    write_some(fs::path(folder.path()) / "small.ckpt.part", 300);
    EXPECT_EQ(listed_model(shelf, "small_vqgan").partial.count, 300);
    write_some(fs::path(folder.path()) / "small.ckpt", 1000);
    EXPECT_FALSE(listed_model(shelf, "small_vqgan").is_here());  // its configuration lacks
    write_some(fs::path(folder.path()) / "small.yaml", 24);
    EXPECT_EQ(listed_model(shelf, "small_vqgan").path, (fs::path(folder.path()) / "small.ckpt").string());
}

TEST(ModelShelf, DeletesOneModelsFilesAlone) {
    const TempFolder folder;
    const ModelShelf shelf(folder.path(), two_models());
    for (const char* name :
         {"small.ckpt", "small.yaml", "small.ckpt.part", "small.ckpt.part.json", "small.pt", "mine.ckpt"})
        write_some(fs::path(folder.path()) / name, 10);
    ASSERT_TRUE(shelf.remove("small_vqgan"));
    EXPECT_FALSE(listed_model(shelf, "small_vqgan").is_here());
    EXPECT_EQ(listed_model(shelf, "small_vqgan").partial.count, 0);
    EXPECT_TRUE(listed_model(shelf, "small_clip").is_here());
    EXPECT_TRUE(fs::exists(fs::path(folder.path()) / "mine.ckpt"));
    EXPECT_EQ(shelf.remove("nothing").error().code, ErrorCode::NotFound);
    EXPECT_EQ(shelf.fetch("nothing", [](const FetchProgress&) {}, {}).error().code, ErrorCode::NotFound);
}

TEST(ModelShelf, SaysWhatAFileIsAndWhyItWillNotDo) {
    const TempFolder folder;
    const std::string rubbish = (fs::path(folder.path()) / "rubbish.ckpt").string();
    write_some(rubbish, 100);
    EXPECT_FALSE(summary_of_weights(rubbish));
    EXPECT_EQ(summary_of_weights(rubbish + ".none").error().code, ErrorCode::NotFound);
    const std::string models = std::string(HEADROOM_SOURCE_DIR) + "/resources/models/builtin/";
    const auto vqgan = summary_of_weights(models + "vqgan.safetensors");
    ASSERT_TRUE(vqgan) << vqgan.error().message;
    EXPECT_EQ(vqgan->kind, "vqgan");
    EXPECT_TRUE(vqgan->usable) << vqgan->problem;
    EXPECT_THAT(vqgan->words, HasSubstr("codes"));
    const auto clip = summary_of_weights(models + "clip.safetensors");
    ASSERT_TRUE(clip);
    EXPECT_EQ(clip->kind, "clip");
    EXPECT_TRUE(clip->usable) << clip->problem;
    const std::string netG = (fs::path(folder.path()) / "netG.safetensors").string();
    const ToyWeights toy = toy_generator(64, 100, 16, 3);
    ASSERT_TRUE(write_safetensors(netG, toy.tensors, {}));
    const auto dcgan = summary_of_weights(netG);
    ASSERT_TRUE(dcgan) << dcgan.error().message;
    EXPECT_EQ(dcgan->kind, "dcgan");
    EXPECT_THAT(dcgan->words, HasSubstr("DCGAN generator, 64 px"));
    EXPECT_FALSE(dcgan->usable) << "text to image paints with none";
}

}  // namespace
}  // namespace headroom::test
