// Weight files as the beginning of a run: copied exactly, refused with the tensor and the settings that would fit.
#include "core/families/dcgan/dcgan_config.h"
#include "light_gan_fixture.h"
#include "trainer_fixture.h"

#include "core/train/dcgan/bare_weights.h"
#include "core/train/gan/stored_generator.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

namespace headroom::test {
namespace {

using ::testing::HasSubstr;

class BareWeights : public ::testing::Test {
protected:
    static const CheckpointPart& part(const CheckpointContent& content, const std::string& name) {
        for (const CheckpointPart& p : content.parts) {
            if (p.name == name) return p;
        }
        throw std::out_of_range(name);
    }

    /// Both networks of a trained run as bare parts of files.
    CheckpointContent bare(const TrainConfig& config) {
        TrainerRun run(config);
        run.steps(2);
        source_ = *run.trainer->checkpoint();
        CheckpointContent content;
        for (const char* name : {"generator", "discriminator"}) {
            content.parts.push_back(part(*source_, name));
            content.parts.back().file = std::string(name) + ".pth";
        }
        return content;
    }

    Result<PreparedRun> begin(const TrainConfig& config, const CheckpointContent& content) {
        trainer_ = std::make_unique<DcganTrainer>(std::string());
        trainer_->use_dataset(
            std::make_shared<MemoryDataset>(64, static_cast<int>(config.image_size), config.channels(), 3));
        return trainer_->prepare(config, &content, true, [](const std::string&, double) {}, {}, {});
    }

    void expect_equal(const CheckpointPart& a, const CheckpointPart& b) {
        ASSERT_EQ(a.tensors.size(), b.tensors.size());
        for (std::size_t i = 0; i < a.tensors.size(); ++i) {
            EXPECT_TRUE(std::equal(a.tensors[i].data.begin(), a.tensors[i].data.end(), b.tensors[i].data.begin(),
                                   b.tensors[i].data.end()))
                << a.tensors[i].name;
        }
    }

    std::shared_ptr<const CheckpointContent> source_;
    std::unique_ptr<DcganTrainer> trainer_;
};

/// A Light GAN's files say what networks they are of, and so does what is read of them.
class BareLightGanWeights : public BareWeights {
protected:
    static TrainConfig config_of_one() {
        TrainConfig c = small_light_gan();
        c.batch_micro = 1;
        c.edit<LightGanConfig>().gp_weight = 0;
        return c;
    }
    CheckpointContent bare_networks() {
        LightGanRun run(config_of_one());
        run.steps(2);
        source_ = *run.trainer->checkpoint();
        CheckpointContent content;
        content.config = source_->config;
        for (const char* name : {"generator", "discriminator", "ema"}) {
            content.parts.push_back(part(*source_, name));
            content.parts.back().file = "model_2.pt";
        }
        return content;
    }
    Result<PreparedRun> begin_light_gan(const TrainConfig& config, const CheckpointContent& content) {
        light_ = std::make_unique<LightGanTrainer>(std::string());
        light_->use_dataset(
            std::make_shared<MemoryDataset>(64, static_cast<int>(config.image_size), config.channels(), 3));
        return light_->prepare(config, &content, true, [](const std::string&, double) {}, {}, {});
    }

    std::unique_ptr<LightGanTrainer> light_;
};

TEST_F(BareWeights, AreTakenExactlyAndTheAverageBeginsThere) {
    const CheckpointContent content = bare(small_config());
    TrainConfig other = small_config();
    other.seed = 99;
    const auto prepared = begin(other, content);
    ASSERT_TRUE(prepared) << prepared.error().message;
    EXPECT_EQ(prepared->step, 0) << "only weights are taken";
    const auto now = *trainer_->checkpoint();
    expect_equal(part(*now, "generator"), part(*source_, "generator"));
    expect_equal(part(*now, "discriminator"), part(*source_, "discriminator"));
    expect_equal(part(*now, "ema"), part(*source_, "generator"));
    EXPECT_TRUE(trainer_->step().done);
}

TEST_F(BareWeights, ANetworkWithoutAFileBeginsAnew) {
    CheckpointContent content = bare(small_config());
    content.parts.erase(content.parts.begin());
    const auto prepared = begin(small_config(), content);
    ASSERT_TRUE(prepared) << prepared.error().message;
    const auto now = *trainer_->checkpoint();
    expect_equal(part(*now, "discriminator"), part(*source_, "discriminator"));
    const TrainerRun fresh(small_config());
    expect_equal(part(*now, "generator"), part(**fresh.trainer->checkpoint(), "generator"));
}

TEST_F(BareWeights, AMismatchNamesTensorShapesAndTheSettingsThatFit) {
    const CheckpointContent content = bare(small_config());
    TrainConfig other = small_config();
    other.edit<DcganConfig>().width_g = 16;
    other.edit<DcganConfig>().latent = 20;
    const auto refused = begin(other, content);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::BadFile);
    EXPECT_EQ(refused.error().message,
              "generator.pth: the tensor main.0.weight has shape 16 x 32 x 4 x 4, the settings want 20 x 64 x 4 x 4");
    EXPECT_EQ(refused.error().hint, "It fits with latent=16, width.g=8 (--set on the command line).");
    other.edit<DcganConfig>().latent = 16;
    other.edit<DcganConfig>().width_g = 8;
    ASSERT_TRUE(begin(other, content)) << "what the hint says is true";
}

TEST_F(BareWeights, WholeNumbersAreNoWeights) {
    CheckpointContent content = bare(small_config());
    TensorView& first = content.parts.front().tensors.front();
    ASSERT_EQ(first.dtype, DType::F32);
    first.dtype = DType::I8;  // quantised
    first.data = first.data.first(first.data.size() / 4);
    const auto refused = begin(small_config(), content);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::BadFile);
    EXPECT_THAT(refused.error().message, HasSubstr("the tensor " + first.name + " holds whole numbers (I8)"));
}

TEST_F(BareWeights, HintsOfEveryKindAreTrue) {
    TrainConfig stored = small_config();
    stored.image_size = 64;
    stored.edit<DcganConfig>().width_max = 16;
    stored.edit<DcganConfig>().conv = ConvKind::Depthwise;
    stored.edit<DcganConfig>().norm_g = stored.norm_d = NormKind::Instance;
    stored.edit<DcganConfig>().spectral_norm = true;
    const CheckpointContent content = bare(stored);
    const auto g = begin(small_config(), content);
    ASSERT_FALSE(g);
    EXPECT_EQ(
        g.error().hint,
        "It fits with image.size=64, width.max=16, norm.g=instance, model.conv=depthwise (--set on the command line).");
    CheckpointContent only_d = content;
    only_d.parts.erase(only_d.parts.begin());
    const auto d = begin(small_config(), only_d);
    ASSERT_FALSE(d);
    EXPECT_EQ(
        d.error().hint,
        "It fits with image.size=64, width.max=16, norm.d=instance, model.conv=depthwise, norm.spectral=on (--set on the command line).");
    EXPECT_TRUE(begin(stored, content));
}

TEST_F(BareWeights, AFileOfTheClassicExampleIsSampled) {
    const CheckpointContent content = bare(small_config());
    const TempFolder folder;
    const std::string path = folder.file("netG_epoch_3.pth");
    ASSERT_TRUE(write_torch_file(path, content.parts[0].tensors));
    GenerateRequest request;
    request.count = 5;
    request.source = path;
    const auto pictures = generate_from_stored(request, [](const std::string&, double) {}, {});
    ASSERT_TRUE(pictures) << pictures.error().message;
    ASSERT_EQ(pictures->size(), 5u);
    EXPECT_EQ(pictures->front().width, 32);
    request.source = folder.path();
    const auto again = generate_from_stored(request, [](const std::string&, double) {}, {});
    ASSERT_TRUE(again);
    EXPECT_EQ(*again->front().pixels, *pictures->front().pixels);
    const std::string d = folder.file("netD.pth");
    ASSERT_TRUE(write_torch_file(d, content.parts[1].tensors));
    request.source = d;
    const auto refused = generate_from_stored(request, [](const std::string&, double) {}, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("netD.pth holds a discriminator"));
}

TEST_F(BareLightGanWeights, AreTakenExactlyWithTheirAverage) {
    const CheckpointContent content = bare_networks();
    TrainConfig other = config_of_one();
    other.seed = 99;
    const auto prepared = begin_light_gan(other, content);
    ASSERT_TRUE(prepared) << prepared.error().message;
    EXPECT_EQ(prepared->step, 0) << "only weights are taken";
    const auto now = *light_->checkpoint();
    for (const char* name : {"generator", "discriminator", "ema"}) expect_equal(part(*now, name), part(*source_, name));
    EXPECT_TRUE(light_->step().done);
}

TEST_F(BareLightGanWeights, AMismatchNamesTheSettingsThatFit) {
    const CheckpointContent content = bare_networks();
    TrainConfig other = config_of_one();
    other.edit<LightGanConfig>().width_max = 32;
    other.edit<LightGanConfig>().latent = 16;
    const auto refused = begin_light_gan(other, content);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::BadFile);
    EXPECT_EQ(refused.error().message, "model_2.pt holds another network than the settings ask for");
    EXPECT_EQ(refused.error().hint, "It fits with model.latent=8, model.width=16.");
    other.edit<LightGanConfig>().width_max = 16;
    other.edit<LightGanConfig>().latent = 8;
    ASSERT_TRUE(begin_light_gan(other, content)) << "what the hint says is true";
    // Another size is no other network: what it has in common is taken.
    other.image_size = 128;
    ASSERT_TRUE(begin_light_gan(other, content));
    EXPECT_EQ(light_->networks().shape.size, 128);
    const CheckpointPart& g = part(*source_, "generator");
    const auto now = *light_->checkpoint();
    const CheckpointPart& grown = part(*now, "generator");
    ASSERT_EQ(g.tensors.front().name, grown.tensors.front().name);
    EXPECT_TRUE(std::equal(g.tensors.front().data.begin(), g.tensors.front().data.end(),
                           grown.tensors.front().data.begin(), grown.tensors.front().data.end()));
}

}  // namespace
}  // namespace headroom::test
