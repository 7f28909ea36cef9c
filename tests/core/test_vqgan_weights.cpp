// Weights that training a VQGAN begins with: foreign checkpoints with and without a discriminator, and what is refused.
#include "core/api/param_schema.h"
#include "core/engine/weights/vqgan/vqgan_weights.h"
#include "core/engine/weights/weight_source.h"
#include "core/families/vqgan/vqgan_shape.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace headroom {
namespace {

std::string stored(const std::string& name) { return std::string(HEADROOM_TEST_DATA) + "/" + name; }

TEST(VqganWeights, ATrainingCheckpointGivesBothNetworksAndTheirSettings) {
    std::vector<std::string> warnings;
    const auto content = read_vqgan_weights(stored("networks/vqgan/train/start.ckpt"), &warnings);
    ASSERT_TRUE(content) << content.error().message;
    ASSERT_EQ(content->parts.size(), 2u);
    EXPECT_EQ(content->parts[0].name, "vqgan");
    EXPECT_EQ(content->parts[1].name, "discriminator");
    EXPECT_EQ(content->config.model, kVqgan);
    EXPECT_EQ(content->config.width_d, 16);
    EXPECT_EQ(content->config.own<VqganTrainConfig>().d_layers, 2);
    EXPECT_EQ(content->config.norm_d, NormKind::Batch);
    const auto shape = vqgan_shape(content->config);
    ASSERT_TRUE(shape);
    EXPECT_EQ(shape->base, 32);
    EXPECT_EQ(shape->codes, 40);
    EXPECT_TRUE(shape->attends(1));
    EXPECT_FALSE(shape->attends(0));
    const auto has = [&](std::size_t part, const std::string& name) {
        const auto& tensors = content->parts[part].tensors;
        return std::any_of(tensors.begin(), tensors.end(), [&](const TensorView& t) { return t.name == name; });
    };
    EXPECT_TRUE(has(0, "quantize.embedding.weight"));
    EXPECT_FALSE(has(0, "loss.discriminator.main.0.weight"));
    EXPECT_TRUE(has(1, "main.0.weight"));
    EXPECT_TRUE(has(1, "main.3.running_var"));
    EXPECT_TRUE(warnings.empty()) << warnings.front();
    // A run that begins with them asks for that very network.
    const auto taken = with_patch(default_config(kVqgan), network_settings(content->config));
    ASSERT_TRUE(taken);
    EXPECT_EQ(*vqgan_shape(*taken), *shape);
    EXPECT_EQ(taken->width_d, 16);
}

TEST(VqganWeights, AnAutoencoderAloneIsToldAsSuch) {
    std::vector<std::string> warnings;
    const auto content = read_vqgan_weights(stored("networks/vqgan/vq/vq.ckpt"), &warnings);
    ASSERT_TRUE(content) << content.error().message;
    EXPECT_EQ(content->parts.size(), 1u);
    ASSERT_FALSE(warnings.empty());
    EXPECT_NE(warnings.back().find("discriminator begins anew"), std::string::npos);
}

TEST(VqganWeights, OtherFilesAreRefusedInWords) {
    EXPECT_EQ(read_vqgan_weights("/no/such/file").error().code, ErrorCode::NotFound);
    const auto clip = read_vqgan_weights(stored("weights/openai_vit.pt"));
    ASSERT_FALSE(clip);
    EXPECT_EQ(clip.error().code, ErrorCode::BadFile);
    test::TempFolder folder;
    const auto empty = read_vqgan_weights(folder.path());
    ASSERT_FALSE(empty);
    std::ofstream(folder.file("not.ckpt")) << "no tensors here";
    EXPECT_EQ(read_vqgan_weights(folder.file("not.ckpt")).error().code, ErrorCode::BadFile);
    // Samples of random numbers cannot come of a VQGAN; the message says so.
    const auto samples = find_weights(stored("networks/vqgan/vq/vq.ckpt"));
    ASSERT_FALSE(samples);
    EXPECT_NE(samples.error().message.find("holds a VQGAN"), std::string::npos);
}

}  // namespace
}  // namespace headroom
