// What the tensors of weight files are recognised as, and their sums.
#include "core/engine/weights/weight_report.h"

#include "tests/support/toy_backend.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headroom {
namespace {

TEST(WeightReport, RecognisesDcganNetworks) {
    const auto number = [](const WeightKind& k, const std::string& name) {
        for (const auto& [key, value] : k.numbers) {
            if (key == name) return value;
        }
        return std::int64_t{-1};
    };
    const auto g = recognise_weights(test::toy_generator(64, 100, 16, 3).tensors);
    EXPECT_EQ(g.kind, "dcgan-generator");
    EXPECT_EQ(number(g, "latent"), 100);
    EXPECT_EQ(number(g, "size"), 64);
    EXPECT_EQ(number(g, "width"), 16);
    EXPECT_EQ(number(g, "channels"), 3);
    const auto d = recognise_weights(test::toy_discriminator(32, 8, 1).tensors);
    EXPECT_EQ(d.kind, "dcgan-discriminator");
    EXPECT_EQ(number(d, "size"), 32);
    EXPECT_EQ(number(d, "channels"), 1);
    auto wrapped = test::toy_generator(32, 10, 8, 3);
    for (TensorView& t : wrapped.tensors) t.name = "module." + t.name;
    EXPECT_EQ(recognise_weights(wrapped.tensors).kind, "dcgan-generator");
}

TEST(WeightReport, ForeignTensorsAreUnknown) {
    EXPECT_EQ(recognise_weights({}).kind, "unknown");
    auto g = test::toy_generator(64, 100, 16, 3);
    g.tensors[2].shape[0] += 1;
    EXPECT_EQ(recognise_weights(g.tensors).kind, "unknown");
    EXPECT_EQ(recognise_weights({{"9999999999999999.weight", DType::F32, {1, 1, 4, 4}, {}}}).kind, "unknown");
}

TEST(WeightReport, RecognisesVqganAndClipByNames) {
    const std::vector<TensorView> vqgan{{"first_stage_model.quantize.embedding.weight", DType::F32, {1024, 256}, {}},
                                        {"first_stage_model.decoder.conv_in.weight", DType::F32, {512, 256, 3, 3}, {}}};
    EXPECT_EQ(recognise_weights(vqgan).kind, "vqgan");
    const std::vector<TensorView> clip{{"text_projection", DType::F32, {512, 512}, {}},
                                       {"visual.conv1.weight", DType::F32, {768, 3, 32, 32}, {}},
                                       {"visual.class_embedding", DType::F32, {768}, {}}};
    EXPECT_EQ(recognise_weights(clip).kind, "clip");
    EXPECT_EQ(recognise_weights(clip).variant, "vit");
}

TEST(WeightReport, RecognisesALightGanAndItsGeneratorAlone) {
    const auto file = read_tensor_file(std::string(HEADROOM_TEST_DATA) + "/light_gan/model_1.pt");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(recognise_weights(file->tensors).kind, "light-gan");
    std::vector<TensorView> generator;
    const std::string prefix = "GAN.G.";
    for (TensorView t : file->tensors) {
        if (!t.name.starts_with(prefix)) continue;
        t.name = t.name.substr(prefix.size());
        generator.push_back(t);
    }
    const WeightKind alone = recognise_weights(generator);
    EXPECT_EQ(alone.kind, "light-gan-generator");
    EXPECT_EQ(alone.numbers.front(), (std::pair<std::string, std::int64_t>{"latent", 16}));
    generator.pop_back();
    EXPECT_EQ(recognise_weights(generator).kind, "unknown");
}

TEST(WeightReport, SumsEveryType) {
    const auto sums = [](DType type, std::vector<std::uint8_t> bytes) {
        return sum_tensor({"t", type, {}, std::as_bytes(std::span<const std::uint8_t>(bytes))});
    };
    EXPECT_EQ(sums(DType::F16, {0x00, 0x3c, 0x00, 0xc0}).sum, -1.0);  // 1 - 2
    EXPECT_EQ(sums(DType::F16, {0x00, 0x3c, 0x00, 0xc0}).abs_sum, 3.0);
    EXPECT_EQ(sums(DType::F16, {0x01, 0x00}).sum, std::ldexp(1.0, -24));  // the smallest subnormal
    EXPECT_EQ(sums(DType::BF16, {0x80, 0x3f, 0x40, 0x40}).sum, 4.0);      // 1 + 3
    EXPECT_EQ(sums(DType::I8, {0xff, 0x02}).sum, 1.0);
    EXPECT_EQ(sums(DType::U8, {0xff, 0x02}).sum, 257.0);
    EXPECT_EQ(sums(DType::I64, {0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}).sum, -2.0);
    EXPECT_EQ(sums(DType::Bool, {1, 0, 1}).sum, 2.0);
    EXPECT_EQ(sums(DType::BF16, {0x80, 0x7f}).not_finite, 1);
    EXPECT_EQ(sums(DType::F16, {0x00, 0x7c}).not_finite, 1);
}

}  // namespace
}  // namespace headroom
