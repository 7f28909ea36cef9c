// Headroom's additions to VQGAN and CLIP files, a patch and a shortened text table, are recognised and checked.
#include "core/engine/weights/weight_report.h"
#include "core/io/tensors/tensor_file.h"
#include "core/io/weights/weight_file.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <numeric>

namespace headroom {
namespace {

using test::TempFolder;
using testing::Contains;
using testing::HasSubstr;
using testing::Pair;

std::vector<TensorEntry> half_entries(const std::vector<ExpectedTensor>& tensors) {
    std::vector<TensorEntry> out;
    for (const ExpectedTensor& t : tensors) {
        const auto count = std::accumulate(t.shape.begin(), t.shape.end(), std::int64_t{1}, std::multiplies<>());
        out.push_back({t.name, DType::F16, t.shape, static_cast<std::uint64_t>(count) * 2});
    }
    return out;
}

VqganArchitecture patched() {
    VqganArchitecture a;
    a.shape = {.base = 32,
               .multipliers = {1, 2},
               .blocks = 1,
               .attention = {8},
               .resolution = 64,
               .z_channels = 8,
               .codes = 20,
               .code_width = 4,
               .patch = 4};
    a.knows_resolution = true;
    return a;
}

ClipArchitecture short_table() {
    ClipArchitecture a;
    a.shape.embedding = 16;
    a.shape.activation = ClipActivation::Gelu;
    a.shape.vision = {.image = 64, .width = 8, .patch = 0, .layers = 0, .heads = 4, .mlp = 0, .stages = {1, 1, 2, 1}};
    a.shape.text = {
        .context = 24, .vocabulary = 300, .width = 64, .heads = 1, .layers = 1, .mlp = 256, .token_rows = 12};
    return a;
}

TEST(PatchedVqgan, IsReadOffTheChannels) {
    const VqganArchitecture a = patched();
    EXPECT_EQ(a.shape.factor(), 8);
    EXPECT_TRUE(a.shape.attends(1)) << "64 px over patches of 4, halved once, is 8";
    EXPECT_FALSE(a.shape.attends(0));
    const WeightMap map = map_weights(half_entries(vqgan_tensors(a)), "safetensors");
    EXPECT_TRUE(map.complete());
    EXPECT_TRUE(map.unexpected.empty());
    EXPECT_EQ(map.vqgan.shape.patch, 4);
    EXPECT_EQ(map.vqgan.shape.in_channels, 3);
    EXPECT_EQ(map.vqgan.shape.out_channels, 3);
    EXPECT_EQ(map.vqgan.shape.factor(), 8);
    EXPECT_EQ(map.vqgan.attention_levels(), a.attention_levels());
    EXPECT_THAT(describe_network(map).numbers, Contains(Pair("patch", 4)));
    EXPECT_THAT(describe_network(map).numbers, Contains(Pair("factor", 8)));
}

TEST(PatchedVqgan, TheConfigurationDecidesBetweenPatchAndChannels) {
    WeightMap map = map_weights(half_entries(vqgan_tensors(patched())), "safetensors");
    NetworkConfig config;
    config.vqgan = patched();
    ASSERT_TRUE(apply_config(map, config));
    EXPECT_EQ(map.vqgan.shape, patched().shape);
    config.vqgan->shape.patch = 1;
    config.vqgan->shape.in_channels = config.vqgan->shape.out_channels = 48;
    config.vqgan->shape.attention = {32};
    ASSERT_TRUE(apply_config(map, config)) << "the same tensors, as pictures of 48 channels";
    EXPECT_EQ(map.vqgan.shape.patch, 1);
    EXPECT_EQ(map.vqgan.shape.in_channels, 48);
    config.vqgan->shape.in_channels = 3;
    const auto wrong = apply_config(map, config);
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().message, HasSubstr("in_channels x patch x patch is 3 there, and 48 in the tensors"));
}

TEST(PatchedVqgan, ATamingFileHasNone) {
    VqganArchitecture a = patched();
    a.shape.patch = 1;
    EXPECT_EQ(map_weights(half_entries(vqgan_tensors(a)), "zip").vqgan.shape.patch, 1);
    a.shape.in_channels = 12;  // in and out differ: no patch explains both
    EXPECT_EQ(map_weights(half_entries(vqgan_tensors(a)), "zip").vqgan.shape.in_channels, 12);
}

TEST(ShortTextTable, IsRecognisedWithItsTokens) {
    const ClipArchitecture a = short_table();
    WeightMap map = map_weights(half_entries(clip_tensors(a)), "safetensors");
    EXPECT_TRUE(map.complete());
    EXPECT_EQ(map.clip.shape.text.vocabulary, 300);
    EXPECT_EQ(map.clip.shape.text.token_rows, 12);
    EXPECT_THAT(describe_network(map).numbers, Contains(Pair("token_rows", 12)));
    NetworkConfig config;
    config.style = NetworkConfig::Style::OpenClip;
    config.clip = a;
    ASSERT_TRUE(apply_config(map, config));
    EXPECT_EQ(map.clip.shape, a.shape);
    config.clip->shape.text.token_rows = 13;
    EXPECT_THAT(apply_config(map, config).error().message, HasSubstr("token rows is 13 there, and 12 in the tensors"));
    // The table of numbers is no parameter.
    ClipArchitecture whole = a;
    whole.shape.text.token_rows = 0;
    whole.shape.text.vocabulary = 12;
    EXPECT_EQ(map.parameters(), map_weights(half_entries(clip_tensors(whole)), "safetensors").parameters());
}

/// A CLIP file with zeros everywhere but in its table of rows.
std::string write_short_clip(const TempFolder& folder, std::int16_t row_of_token_7) {
    std::vector<std::vector<std::byte>> bytes;
    std::vector<TensorView> views;
    const auto tensors = clip_tensors(short_table());
    bytes.reserve(tensors.size());
    for (const ExpectedTensor& t : tensors) {
        const auto count = std::accumulate(t.shape.begin(), t.shape.end(), std::int64_t{1}, std::multiplies<>());
        bytes.emplace_back(static_cast<std::size_t>(count) * 2);
        const bool rows = t.name == "token_rows";
        if (rows) reinterpret_cast<std::int16_t*>(bytes.back().data())[7] = row_of_token_7;
        views.push_back({t.name, rows ? DType::I16 : DType::F16, t.shape, bytes.back()});
    }
    const std::string path = folder.file("clip.safetensors");
    EXPECT_TRUE(write_safetensors(path, views, {}));
    return path;
}

TEST(ShortTextTable, RowsOutsideOfItAreRefused) {
    const TempFolder folder;
    auto good = WeightFile::open(write_short_clip(folder, 11));
    ASSERT_TRUE(good) << good.error().message;
    const auto rows = good->read_token_rows();
    ASSERT_TRUE(rows) << rows.error().message;
    ASSERT_EQ(rows->size(), 300u);
    EXPECT_EQ((*rows)[7], 11);
    EXPECT_EQ((*rows)[8], 0);
    for (const std::int16_t outside : {std::int16_t{12}, std::int16_t{-1}}) {
        auto bad = WeightFile::open(write_short_clip(folder, outside));
        ASSERT_TRUE(bad);
        const auto refused = bad->read_token_rows();
        ASSERT_FALSE(refused);
        EXPECT_THAT(refused.error().message, HasSubstr("token 7"));
    }
}

TEST(ShortTextTable, WithoutOneEveryTokenIsKnown) {
    auto file = WeightFile::open(std::string(HEADROOM_TEST_DATA) + "/weights/openai_vit.pt");
    ASSERT_TRUE(file) << file.error().message;
    const auto rows = file->read_token_rows();
    ASSERT_TRUE(rows);
    EXPECT_TRUE(rows->empty());
}

}  // namespace
}  // namespace headroom
