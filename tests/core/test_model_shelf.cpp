// Which models are here, half here, or to be fetched, and what a file of one's own is said to be.
#include "core/engine/weights/model_shelf.h"

#include "core/api/param_schema.h"
#include "core/engine/weights/clip_activation.h"
#include "core/engine/weights/light_gan/light_gan_weights.h"
#include "core/engine/weights/vqgan/vqgan_weights.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/io/tensors/tensor_file.h"
#include "core/io/weights/layout.h"
#include "tests/support/temp_folder.h"
#include "tests/support/toy_backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

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
    EXPECT_THAT(dcgan->settings, testing::IsEmpty()) << "its runs keep their own network";
    EXPECT_THAT(dcgan->words, HasSubstr("DCGAN generator, 64 px"));
    EXPECT_FALSE(dcgan->usable) << "text to image paints with none";
    const auto light = summary_of_weights(std::string(HEADROOM_TEST_DATA) + "/light_gan/model_1.pt");
    ASSERT_TRUE(light) << light.error().message;
    EXPECT_EQ(light->kind, "light-gan") << "as the family calls the files that it begins with";
    EXPECT_THAT(light->words, HasSubstr("Light GAN, 64 px"));
    EXPECT_FALSE(light->usable);
}

TEST(ModelShelf, KnowsNetworksThatEnlarge) {
    const std::string data = std::string(HEADROOM_TEST_DATA) + "/upscale/";
    for (const std::string& path :
         {data + "first.pth", data + "second.pth", data + "basicsr.pth", data + "x2.pth",
          std::string(HEADROOM_SOURCE_DIR) + "/resources/models/builtin/upscale.safetensors"}) {
        const auto summary = summary_of_weights(path);
        ASSERT_TRUE(summary) << summary.error().message;
        EXPECT_EQ(summary->kind, "upscaler") << path;
        EXPECT_EQ(summary->words, "network that enlarges pictures");
        EXPECT_FALSE(summary->usable) << "text to image paints with none";
    }
}

/// A file with these tensors, all zeros of a byte each: nothing but their shapes is read.
std::string write_shapes(const std::string& path, const std::vector<ExpectedTensor>& expected) {
    std::size_t most = 0;
    std::vector<std::size_t> counts;
    for (const ExpectedTensor& tensor : expected) {
        std::size_t count = 1;
        for (const std::int64_t side : tensor.shape) count *= static_cast<std::size_t>(side);
        counts.push_back(count);
        most = std::max(most, count);
    }
    const std::vector<std::byte> zeros(most);
    std::vector<TensorView> tensors;
    for (std::size_t i = 0; i < expected.size(); ++i)
        tensors.push_back({expected[i].name, DType::I8, expected[i].shape, std::span(zeros).first(counts[i])});
    EXPECT_TRUE(write_safetensors(path, tensors, {}));
    return path;
}

TEST(ModelShelf, NotesWhatIsAssumedOfAClipWithoutAConfiguration) {
    const TempFolder folder;
    ClipArchitecture clip;
    clip.shape.embedding = 8;
    clip.shape.text = {.context = 4, .vocabulary = 8, .width = 64, .heads = 1, .layers = 1, .mlp = 8, .token_rows = 0};
    // B/32's width, and that of H/14, which open_clip trained with the other one.
    for (const auto& [width, activation, word] :
         {std::tuple{768, ClipActivation::QuickGelu, "quick_gelu,"}, {1280, ClipActivation::Gelu, " gelu,"}}) {
        clip.shape.vision = {.image = 4, .width = width, .patch = 2, .layers = 1, .heads = 1, .mlp = 8, .stages = {}};
        const std::string path = write_shapes(folder.file("clip.safetensors"), clip_tensors(clip));
        const auto summary = summary_of_weights(path);
        ASSERT_TRUE(summary) << summary.error().message;
        EXPECT_TRUE(summary->usable) << summary->problem;
        EXPECT_THAT(summary->notes, testing::Contains(HasSubstr(word)));
        auto file = WeightFile::open(path);
        ASSERT_TRUE(file);
        EXPECT_THAT(assume_activation(*file), HasSubstr(word));
        EXPECT_EQ(file->map().clip.shape.activation, activation);
        EXPECT_EQ(assume_activation(*file), "") << "it is known now";
    }
    const std::string said = std::string(HEADROOM_TEST_DATA) + "/weights/open_clip/open_clip_model.safetensors";
    EXPECT_THAT(summary_of_weights(said)->notes, testing::IsEmpty());
}

TEST(ModelShelf, TellsTheNetworkOfALightGanAsSettings) {
    const std::string file = std::string(HEADROOM_TEST_DATA) + "/light_gan/model_1.pt";
    const auto summary = summary_of_weights(file);
    ASSERT_TRUE(summary) << summary.error().message;
    EXPECT_EQ(summary->settings.at("image.size"), ParamValue(std::int64_t{64}));
    EXPECT_EQ(summary->settings.at("model.latent"), ParamValue(std::int64_t{16}));
    EXPECT_EQ(summary->settings.at("data.grey"), ParamValue(false));
    // A run that has them is one that these weights fit.
    const auto config = with_patch(default_config(kLightGan), summary->settings);
    ASSERT_TRUE(config) << config.error().message;
    const auto content = read_light_gan_file(file);
    ASSERT_TRUE(content) << content.error().message;
    EXPECT_EQ(*config, content->config);
    EXPECT_NE(*config, default_config(kLightGan));
}

TEST(ModelShelf, TellsTheNetworksOfAVqganAsSettings) {
    const std::string data(HEADROOM_TEST_DATA);
    const auto both = summary_of_weights(data + "/networks/vqgan/train/start.ckpt");
    ASSERT_TRUE(both) << both.error().message;
    EXPECT_EQ(both->settings.at("net.base"), ParamValue(std::int64_t{32}));
    EXPECT_EQ(both->settings.at("net.codes"), ParamValue(std::int64_t{40}));
    EXPECT_EQ(both->settings.at("width.d"), ParamValue(std::int64_t{16}));
    EXPECT_EQ(both->settings.at("d.layers"), ParamValue(std::int64_t{2}));
    EXPECT_EQ(both->settings.at("norm.d"), ParamValue(std::string("batch")));
    const auto config = with_patch(default_config(kVqgan), both->settings);
    ASSERT_TRUE(config) << config.error().message;
    const auto content = read_vqgan_weights(data + "/networks/vqgan/train/start.ckpt");
    ASSERT_TRUE(content) << content.error().message;
    EXPECT_EQ(*config, content->config);

    const auto alone = summary_of_weights(data + "/networks/vqgan/vq/vq.ckpt");
    ASSERT_TRUE(alone) << alone.error().message;
    EXPECT_TRUE(alone->settings.contains("net.codes"));
    EXPECT_FALSE(alone->settings.contains("width.d")) << "it has no discriminator: that of the form stays";
    EXPECT_FALSE(alone->settings.contains("codebook.decay"));
    const auto gumbel = summary_of_weights(data + "/weights/gumbel_bf16.pt");
    ASSERT_TRUE(gumbel) << gumbel.error().message;
    EXPECT_EQ(gumbel->settings.at("net.gumbel"), ParamValue(true));
    EXPECT_EQ(gumbel->settings.at("codebook.decay"), ParamValue(0.0)) << "which those that begin without a file have";
    EXPECT_EQ(gumbel->settings.at("codebook.restart"), ParamValue(std::int64_t{0}));
}

TEST(ModelShelf, SaysThatAVqganOnlyDecodes) {
    const TempFolder folder;
    VqganArchitecture vqgan;
    vqgan.has_encoder = false;
    vqgan.shape = {.base = 32, .multipliers = {1, 2}, .blocks = 1, .attention = {}, .resolution = 32, .codes = 16};
    const auto summary = summary_of_weights(write_shapes(folder.file("decoder.safetensors"), vqgan_tensors(vqgan)));
    ASSERT_TRUE(summary) << summary.error().message;
    EXPECT_TRUE(summary->usable) << summary->problem;
    EXPECT_THAT(summary->words, HasSubstr("without an encoder"));
    EXPECT_THAT(summary->settings, testing::IsEmpty()) << "no training begins with it";
}

}  // namespace
}  // namespace headroom::test
