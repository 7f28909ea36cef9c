// Which tensors the networks of weight files have, and what a file of them lacks, has too much or otherwise shaped.
#include "core/io/weights/upscaler_names.h"
#include "core/io/weights/weight_file.h"
#include "tests/core/tensor_shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace headroom {
namespace {

using test::number_of;
using test::Numbers;
using ::testing::Contains;
using ::testing::HasSubstr;

/// The entries of a file with exactly these tensors.
std::vector<TensorEntry> entries_of(const std::vector<ExpectedTensor>& tensors) {
    std::vector<TensorEntry> out;
    for (const ExpectedTensor& t : tensors) out.push_back({t.name, DType::F32, t.shape, number_of(t.shape) * 4});
    return out;
}

ClipArchitecture vit(std::int64_t embed, std::int64_t size, std::int64_t patch, std::int64_t width, std::int64_t layers,
                     std::int64_t mlp, std::int64_t text, std::int64_t text_layers) {
    ClipArchitecture all;
    ClipConfig& a = all.shape;
    a.embedding = embed;
    a.vision = {size, width, patch, layers, 0, mlp, {}};
    a.text = {77, 49408, text, 0, text_layers, 4 * text};
    return all;
}

ClipArchitecture resnet(std::int64_t embed, std::int64_t size, std::int64_t width, std::array<std::int64_t, 4> blocks,
                        std::int64_t text) {
    ClipArchitecture all;
    ClipConfig& a = all.shape;
    a.embedding = embed;
    a.vision = {size, width, 0, 0, 0, 0, blocks};
    a.text = {77, 49408, text, 0, 12, 4 * text};
    return all;
}

TEST(WeightLayouts, PublishedClipsHaveTheirTensorsAndParameters) {
    struct Case {
        ClipArchitecture a;
        std::size_t tensors;
        std::int64_t parameters, vision_heads, text_heads;
    };
    const std::vector<Case> cases{{vit(512, 224, 32, 768, 12, 3072, 512, 12), 302, 151'277'313, 12, 8},
                                  {vit(512, 224, 16, 768, 12, 3072, 512, 12), 302, 149'620'737, 12, 8},
                                  {vit(768, 224, 14, 1024, 24, 4096, 768, 12), 446, 427'616'513, 16, 12},
                                  {vit(768, 336, 14, 1024, 24, 4096, 768, 12), 446, 427'944'193, 16, 12},
                                  {vit(1024, 224, 14, 1280, 32, 5120, 1024, 24), 686, 986'109'441, 16, 16},
                                  {resnet(1024, 224, 64, {3, 4, 6, 3}, 512), 489 - 55, 102'007'137, 32, 8},
                                  {resnet(512, 224, 64, {3, 4, 23, 3}, 512), 795 - 106, 119'688'033, 32, 8},
                                  {resnet(640, 288, 80, {4, 6, 10, 6}, 640), 669 - 85, 178'300'601, 40, 10},
                                  {resnet(768, 384, 96, {6, 8, 18, 8}, 768), 921 - 127, 290'979'217, 48, 12}};
    for (const Case& c : cases) {
        SCOPED_TRACE(c.parameters);
        const auto expected = clip_tensors(c.a);
        EXPECT_EQ(expected.size(), c.tensors) << "without num_batches_tracked";
        const WeightMap map = map_weights(entries_of(expected), "safetensors");
        ASSERT_EQ(map.kind, NetworkKind::Clip);
        EXPECT_TRUE(map.complete());
        EXPECT_EQ(map.parameters(), c.parameters);
        EXPECT_EQ(map.clip.shape.vision.heads, c.vision_heads);
        EXPECT_EQ(map.clip.shape.text.heads, c.text_heads);
        EXPECT_EQ(map.clip.shape.vision.image, c.a.shape.vision.image);
        EXPECT_EQ(map.clip.shape.vision.stages, c.a.shape.vision.stages);
        EXPECT_EQ(map.questions.size(), 1u) << "the activation alone";
        EXPECT_EQ(map_weights(entries_of(expected), "torchscript").clip.shape.activation, ClipActivation::QuickGelu);
    }
}

VqganArchitecture taming(bool gumbel, std::int64_t codes, Numbers multipliers, Numbers attention) {
    VqganArchitecture all;
    VqganConfig& a = all.shape;
    a.gumbel = gumbel;
    a.codes = codes;
    a.code_width = a.z_channels = 256;
    a.base = 128;
    a.blocks = 2;
    a.multipliers = std::move(multipliers);
    a.attention.clear();
    for (const std::int64_t level : attention) a.attention.push_back(a.resolution >> level);
    return all;
}

TEST(WeightLayouts, PublishedVqgansHaveTheirTensorsAndParameters) {
    struct Case {
        VqganArchitecture a;
        std::size_t tensors;
        std::int64_t parameters;
    };
    for (const Case& c : {Case{taming(false, 1024, {1, 1, 2, 2, 4}, {4}), 343, 72'141'699},
                          Case{taming(false, 16384, {1, 1, 2, 2, 4}, {4}), 343, 76'073'859},
                          Case{taming(true, 8192, {1, 1, 2, 4}, {3}), 301, 68'995'971}}) {
        const auto expected = vqgan_tensors(c.a);
        EXPECT_EQ(expected.size(), c.tensors);
        const WeightMap map = map_weights(entries_of(expected), "zip");
        EXPECT_EQ(map.kind, c.a.shape.gumbel ? NetworkKind::GumbelVqgan : NetworkKind::Vqgan);
        EXPECT_TRUE(map.complete());
        EXPECT_EQ(map.parameters(), c.parameters);
        EXPECT_EQ(map.vqgan.shape.multipliers, c.a.shape.multipliers);
        EXPECT_EQ(map.vqgan.attention_levels(), c.a.attention_levels());
    }
}

TEST(WeightLayouts, APartForLargerPicturesIsSeenInTheTensors) {
    auto a = taming(false, 1024, {1, 1}, {});
    a.shape.patch = 4;
    const auto plain = vqgan_tensors(a);
    a.shape.fine = 64;
    const auto expected = vqgan_tensors(a);
    EXPECT_EQ(expected.size(), plain.size() + 22);
    const WeightMap map = map_weights(entries_of(expected), "safetensors");
    EXPECT_TRUE(map.complete());
    EXPECT_TRUE(map.unexpected.empty());
    EXPECT_EQ(map.vqgan.shape.fine, 64);
    EXPECT_EQ(map.vqgan.shape.patch, 4);
    EXPECT_EQ(map.vqgan.shape.factor(), 16);
    EXPECT_EQ(map_weights(entries_of(plain), "safetensors").vqgan.shape.factor(), 8);
}

TEST(WeightLayouts, OfATransformersFileThePicturesVqganIsTaken) {
    const auto a = taming(false, 1024, {1, 1, 2, 2, 4}, {4});
    for (const std::int64_t channels : {1, 182}) {  // depth, segments
        auto condition = a;
        condition.shape.in_channels = condition.shape.out_channels = channels;
        std::vector<TensorEntry> entries;
        for (const auto& [prefix, of] :
             {std::pair("cond_stage_model.", condition), std::pair("first_stage_model.", a)}) {
            for (TensorEntry entry : entries_of(vqgan_tensors(of))) {
                entry.name = prefix + entry.name;
                entries.push_back(std::move(entry));
            }
        }
        const WeightMap map = map_weights(entries, "zip");
        EXPECT_EQ(map.prefix, "first_stage_model.");
        EXPECT_EQ(map.vqgan.shape.out_channels, 3);
        EXPECT_TRUE(map.complete());
    }
}

TEST(WeightLayouts, MissingMisshapedAndUnexpectedTensorsAreListed) {
    auto entries = entries_of(vqgan_tensors(taming(false, 1024, {1, 1, 2, 2, 4}, {4})));
    const auto at = [&](const std::string& name) {
        return std::find_if(entries.begin(), entries.end(), [&](const TensorEntry& e) { return e.name == name; });
    };
    entries.erase(at("encoder.mid.attn_1.q.bias"));
    at("decoder.norm_out.bias")->shape = {127};
    entries.push_back({"decoder.extra.weight", DType::F32, {3}, 12});
    const WeightMap map = map_weights(entries, "zip");
    EXPECT_EQ(map.missing, (std::vector<std::string>{"encoder.mid.attn_1.q.bias"}));
    ASSERT_EQ(map.misshaped.size(), 1u);
    EXPECT_EQ(map.misshaped[0].name, "decoder.norm_out.bias");
    EXPECT_EQ(map.misshaped[0].expected, (Numbers{128}));
    EXPECT_EQ(map.unexpected, (std::vector<std::string>{"decoder.extra.weight"}));
    EXPECT_FALSE(map.complete());

    auto clip = entries_of(clip_tensors(vit(512, 224, 32, 768, 12, 3072, 512, 12)));
    std::erase_if(
        clip, [](const TensorEntry& e) { return e.name == "visual.positional_embedding" || e.name == "logit_scale"; });
    EXPECT_EQ(map_weights(clip, "zip").missing, (std::vector<std::string>{"visual.positional_embedding"}))
        << "logit_scale may be absent";
    EXPECT_EQ(map_weights({{"main.0.weight", DType::F32, {3}, 12}}, "zip").kind, NetworkKind::Unknown);
}

TEST(WeightLayouts, ADecoderAloneIsAVqganThatCannotEncode) {
    auto a = taming(false, 1024, {1, 1, 2, 2, 4}, {4});
    auto tensors = vqgan_tensors(a);
    std::erase_if(tensors, [](const ExpectedTensor& t) { return t.part == WeightPart::Encoder; });
    const WeightMap map = map_weights(entries_of(tensors), "zip");
    EXPECT_TRUE(map.complete());
    EXPECT_FALSE(map.vqgan.has_encoder);
    EXPECT_EQ(map.tensors.size(), tensors.size());
}

TEST(WeightLayouts, ADecoderAloneMayHaveLevelsThatAreNoMultiplesOfTheFirst) {
    auto a = taming(false, 1024, {2, 3, 5}, {2});
    auto tensors = vqgan_tensors(a);
    std::erase_if(tensors, [](const ExpectedTensor& t) { return t.part == WeightPart::Encoder; });
    const WeightMap map = map_weights(entries_of(tensors), "zip");
    EXPECT_TRUE(map.complete());
    EXPECT_EQ(map.vqgan.shape.base, 128);
    EXPECT_EQ(map.vqgan.shape.multipliers, (Numbers{2, 3, 5}));
    EXPECT_EQ(map.vqgan.attention_levels(), (Numbers{2}));
    EXPECT_EQ(map.vqgan.shape.factor(), 4);
}

TEST(WeightLayouts, ALevelThatIsNoMultipleOfTheEncodersWidthIsToldByItsShape) {
    auto entries = entries_of(vqgan_tensors(taming(false, 1024, {1, 2, 4}, {})));
    for (TensorEntry& entry : entries) {
        if (entry.name == "decoder.up.1.block.0.conv1.weight") entry.shape[0] = 192;
    }
    const WeightMap map = map_weights(entries, "zip");
    EXPECT_TRUE(map.missing.empty()) << "it is there: " << map.missing.front();
    ASSERT_EQ(map.misshaped.size(), 1u);
    EXPECT_EQ(map.misshaped[0].name, "decoder.up.1.block.0.conv1.weight");
    EXPECT_EQ(map.misshaped[0].expected, (Numbers{256, 512, 3, 3}));
    EXPECT_EQ(map.vqgan.shape.factor(), 4) << "with all of its levels";
}

TEST(WeightFiles, FidsInceptionIsRecognisedBehindAnyPrefix) {
    for (const std::string prefix : {"", "state_dict.net."}) {
        std::vector<TensorEntry> entries;
        for (const ExpectedTensor& t : inception_tensors())
            entries.push_back({prefix + t.name, DType::F32, t.shape, 4 * number_of(t.shape)});
        entries.push_back({prefix + "Conv2d_1a_3x3.bn.num_batches_tracked", DType::I64, {}, 8});
        const WeightMap map = map_weights(entries, "zip");
        EXPECT_EQ(map.kind, NetworkKind::Inception);
        EXPECT_EQ(map.prefix, prefix);
        EXPECT_TRUE(map.complete());
        EXPECT_TRUE(map.warnings.empty());
        EXPECT_TRUE(map.unexpected.empty());
        EXPECT_EQ(map.parameters(), 23834568 + 8 * 2049) << "torchvision's, with 1,008 classes instead of 1,000";
        entries.erase(entries.begin());
        EXPECT_EQ(map_weights(entries, "zip").kind, NetworkKind::Unknown) << "without its beginning";
    }
}

TEST(UpscalerNames, AreThoseOfEachLayoutAndAreKnownBehindAnyPrefix) {
    struct Case {
        RrdbNames names;
        std::vector<std::string> expected;
    };
    const std::vector<Case> cases{{RrdbNames::BasicSr,
                                   {"conv_first.bias", "body.12.rdb3.conv5.weight", "conv_body.weight",
                                    "conv_up2.weight", "conv_hr.weight", "conv_last.bias"}},
                                  {RrdbNames::EsrganTrunk,
                                   {"conv_first.bias", "RRDB_trunk.12.RDB3.conv5.weight", "trunk_conv.weight",
                                    "upconv2.weight", "HRconv.weight", "conv_last.bias"}},
                                  {RrdbNames::EsrganModel,
                                   {"model.0.bias", "model.1.sub.12.RDB3.conv5.0.weight", "model.1.sub.23.weight",
                                    "model.6.weight", "model.8.weight", "model.10.bias"}}};
    for (const auto& [names, expected] : cases) {
        std::vector<std::string> got;
        for (const std::string& canonical : cases.front().expected) got.push_back(rrdb_name(names, {}, canonical));
        EXPECT_EQ(got, expected);
        const std::string block = rrdb_name(names, {}, "body.0.rdb1.conv1.weight");
        EXPECT_TRUE(seems_upscaler({{"params." + block, DType::F32, {32, 64, 3, 3}, 73728}})) << block;
    }
    const TensorEntry first{kShapesFirst, DType::F32, {8, 3, 3, 3}, 864},
        head{kShapesHead, DType::F32, {12, 8, 3, 3}, 3456};
    EXPECT_TRUE(seems_upscaler({first, head}));
    EXPECT_FALSE(seems_upscaler({first})) << "a VQGAN's parts have one of that name";
}

}  // namespace
}  // namespace headroom
