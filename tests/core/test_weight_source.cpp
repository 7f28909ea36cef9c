// Weights to begin with: found by what they are named or hold, read under the classic names, refused in words.
#include "core/engine/weights/dcgan_shape.h"
#include "core/engine/weights/weight_report.h"
#include "core/engine/weights/weight_source.h"
#include "core/families/dcgan/dcgan_config.h"
#include "tests/support/temp_folder.h"
#include "tests/support/toy_backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <filesystem>
#include <map>
#include <utility>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using test::TempFolder;
using ::testing::Contains;
using ::testing::HasSubstr;

class WeightSourceTest : public ::testing::Test {
protected:
    std::string write(const std::string& name, const test::ToyWeights& weights, const std::string& prefix = "") {
        auto tensors = weights.tensors;
        for (TensorView& t : tensors) t.name = prefix + t.name;
        const std::string path = folder_.file(name);
        fs::create_directories(fs::path(path).parent_path());
        const auto written =
            name.ends_with(".safetensors") ? write_safetensors(path, tensors, {}) : write_torch_file(path, tensors);
        EXPECT_TRUE(written);
        return path;
    }

    TempFolder folder_;
    test::ToyWeights g_ = test::toy_generator(32, 10, 8, 3), d_ = test::toy_discriminator(32, 8, 3);
};

TEST_F(WeightSourceTest, AFileIsToldByItsTensorsNotItsName) {
    const std::string g = write("netD.pth", g_), d = write("x.safetensors", d_);
    EXPECT_EQ(find_weights(g)->generator, g);
    EXPECT_EQ(find_weights(g)->discriminator, "");
    EXPECT_EQ(find_weights(d)->discriminator, d);
}

TEST_F(WeightSourceTest, AFolderGivesItsOneNetGAndNetD) {
    const std::string g = write("out/netG_epoch_24.pth", g_), d = write("out/netD_epoch_24.pth", d_);
    test::write_bytes(folder_.file("out/netG_epoch_24.png"), "a picture");
    const auto both = find_weights(folder_.file("out"));
    ASSERT_TRUE(both) << both.error().message;
    EXPECT_EQ(both->generator, g);
    EXPECT_EQ(both->discriminator, d);
    fs::remove(d);
    EXPECT_EQ(find_weights(folder_.file("out"))->discriminator, "");
    write("out/netG_epoch_3.pth", g_);
    const auto several = find_weights(folder_.file("out"));
    ASSERT_FALSE(several);
    EXPECT_EQ(several.error().code, ErrorCode::InvalidArgument);
    EXPECT_THAT(several.error().message, HasSubstr("2 files called netG*, from netG_epoch_24.pth to netG_epoch_3.pth"));
}

TEST_F(WeightSourceTest, WhatHoldsNoWeightsIsRefused) {
    EXPECT_EQ(find_weights(folder_.file("absent")).error().code, ErrorCode::NotFound);
    const auto empty = find_weights(folder_.path());
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().code, ErrorCode::BadFile);
    EXPECT_THAT(empty.error().message, HasSubstr("neither a run nor a checkpoint"));
    test::ToyWeights broken = test::toy_generator(32, 10, 8, 3);
    broken.tensors[0].name = "encoder.weight";
    const auto foreign = find_weights(write("foreign.pth", broken));
    ASSERT_FALSE(foreign);
    EXPECT_THAT(foreign.error().message, HasSubstr("foreign.pth: the tensors are not those of a DCGAN network"));
}

TEST_F(WeightSourceTest, WhatIsMissingMisshapenOrNoWeightIsNamed) {
    const auto refusal = [&](const char* file, auto change) {
        test::ToyWeights broken = test::toy_generator(32, 10, 8, 3);
        change(broken.tensors);
        const auto found = find_weights(write(file, broken));
        return found ? std::string("taken") : found.error().message;
    };
    EXPECT_THAT(refusal("a.safetensors", [](auto& t) { t[0].name = "encoder.weight"; }),
                HasSubstr("the tensor encoder.weight with shape"));
    EXPECT_THAT(
        refusal("b.safetensors",
                [](auto& t) { std::erase_if(t, [](const TensorView& each) { return each.name == "main.3.weight"; }); }),
        HasSubstr("channels where the one before it makes"));
    EXPECT_THAT(refusal("c.safetensors", [](auto& t) { std::swap(t[0].shape[1], t[0].shape[3]); }),
                HasSubstr("where a filter of 4 x 4 is wanted"));
    EXPECT_THAT(refusal("d.safetensors", [](auto& t) { t.resize(1); }), HasSubstr("it has 1 convolutions"));
    EXPECT_THAT(refusal("e.safetensors",
                        [](auto& t) {
                            for (auto& each : t) each.dtype = DType::I32;
                        }),
                HasSubstr("main.0.weight holds whole numbers (I32)"));
}

TEST_F(WeightSourceTest, ACheckpointThatNamesItsNetworksGivesThem) {
    for (const std::string file : {"both.pth", "both.safetensors"}) {
        test::ToyWeights all;
        const auto add = [&all](const test::ToyWeights& weights, const std::string& owner) {
            for (TensorView t : weights.tensors) {
                t.name = owner + t.name;
                all.tensors.push_back(std::move(t));
            }
        };
        add(g_, "netG.");
        add(d_, "netD.module.");
        add(g_, "optimizer.state.");
        const std::string path = write(file, all);
        const auto found = find_weights(path);
        ASSERT_TRUE(found) << found.error().message;
        EXPECT_EQ(found->generator, path);
        EXPECT_EQ(found->discriminator, path);
        const auto content = read_bare_weights(*found);
        ASSERT_TRUE(content) << content.error().message;
        ASSERT_EQ(content->parts.size(), 2u);
        EXPECT_EQ(content->parts[0].tensors[0].name, g_.tensors[0].name);
        EXPECT_EQ(content->parts[0].tensors.size(), g_.tensors.size());
        EXPECT_EQ(content->parts[1].tensors[0].name, d_.tensors[0].name);
    }
    test::ToyWeights alone;
    for (TensorView t : g_.tensors) {
        t.name = "generator." + t.name;
        alone.tensors.push_back(std::move(t));
    }
    EXPECT_EQ(find_weights(write("alone.pth", alone))->discriminator, "");
}

TEST_F(WeightSourceTest, NamesBecomeTheClassicOnes) {
    for (const std::string prefix : {"module.", "state_dict.", "model.module."}) {
        const auto content = read_bare_weights({{}, write("g.pth", g_, prefix), write("d.safetensors", d_, prefix)});
        ASSERT_TRUE(content) << content.error().message;
        ASSERT_EQ(content->parts.size(), 2u);
        EXPECT_EQ(content->parts[0].name, "generator");
        EXPECT_EQ(content->parts[0].tensors[0].name, "main.0.weight");
        EXPECT_EQ(content->parts[0].file, folder_.file("g.pth"));
        EXPECT_EQ(content->parts[1].name, "discriminator");
        EXPECT_EQ(content->parts[1].tensors.back().name, d_.tensors.back().name);
    }
}

TEST_F(WeightSourceTest, ANoteSaysHowAGeneratorOf3x3FiltersEnlarges) {
    test::ToyWeights g = test::toy_generator(32, 10, 8, 3);
    for (TensorView& t : g.tensors) {
        if (t.shape.size() != 4 || t.name == "main.0.weight") continue;
        t.shape = {t.shape[1], t.shape[0], 3, 3};
        t.data = t.data.first(t.data.size() / 16 * 9);
    }
    const std::string path = folder_.file("g.safetensors");
    for (const bool noted : {false, true}) {
        std::map<std::string, std::string> metadata;
        if (noted) metadata.emplace(kUpsamplingNote, "bilinear");
        ASSERT_TRUE(write_safetensors(path, g.tensors, metadata));
        const auto content = read_bare_weights({{}, path, {}, {}});
        ASSERT_TRUE(content) << content.error().message;
        const Upsampling said = content->config.own<DcganConfig>().upsampling;
        EXPECT_EQ(said, noted ? Upsampling::Bilinear : Upsampling::Transposed);
        const auto shape = recognise_dcgan(content->parts[0].tensors);
        ASSERT_TRUE(shape);
        EXPECT_EQ(shape->upsampling, Upsampling::Resize);
        EXPECT_EQ(upsampling_as(*shape, said), noted ? Upsampling::Bilinear : Upsampling::Resize);
        const WeightKind kind = recognise_weights(g.tensors, metadata);
        EXPECT_THAT(kind.words,
                    Contains(std::pair<std::string, std::string>("upsampling", noted ? "bilinear" : "resize")));
    }
    EXPECT_EQ(upsampling_as(*recognise_dcgan(g_.tensors), Upsampling::Bilinear), Upsampling::Transposed) << "4 x 4";
}

TEST_F(WeightSourceTest, AFileOfTheOtherNetworkIsRefused) {
    const auto swapped = read_bare_weights({{}, write("d.pth", d_), {}});
    ASSERT_FALSE(swapped);
    EXPECT_THAT(swapped.error().message, HasSubstr("d.pth holds a discriminator where a generator is wanted"));
}

TEST_F(WeightSourceTest, CountersThatOldFilesLackAreZero) {
    auto old = g_;
    const std::vector<std::byte> mean(static_cast<std::size_t>(old.tensors[1].shape[0]) * 4);
    old.tensors.push_back({"main.1.running_mean", DType::F32, old.tensors[1].shape, mean});
    const auto content = read_bare_weights({{}, write("old.pth", old), {}});
    ASSERT_TRUE(content) << content.error().message;
    const auto& tensors = content->parts[0].tensors;
    ASSERT_EQ(tensors.size(), old.tensors.size() + 1);
    EXPECT_EQ(tensors.back().name, "main.1.num_batches_tracked");
    EXPECT_EQ(tensors.back().dtype, DType::I64);
    EXPECT_TRUE(tensors.back().shape.empty());
    EXPECT_EQ(tensors.back().data.size(), 8u);
}

TEST_F(WeightSourceTest, ARequestWithOneNetworkSaysThatTheOtherBeginsAnew) {
    RunRequest request;
    EXPECT_FALSE(has_weights(request));
    request.discriminator_from = write("d.pth", d_);
    EXPECT_TRUE(has_weights(request));
    std::vector<std::string> warnings;
    const auto content = read_starting_weights(request, &warnings);
    ASSERT_TRUE(content);
    EXPECT_EQ(content->parts.size(), 1u);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0], "only the discriminator has weights to begin with; the other network begins anew");
}

TEST(DcganShape, TellsNormsAndConvolutions) {
    const auto shape = recognise_dcgan(test::toy_generator(64, 100, 16, 3).tensors);
    ASSERT_TRUE(shape);
    EXPECT_TRUE(shape->generator);
    EXPECT_EQ(shape->size, 64);
    EXPECT_EQ(shape->latent, 100);
    EXPECT_EQ(shape->widths, (std::vector<std::int64_t>{128, 64, 32, 16}));
    EXPECT_EQ(shape->norm, NormKind::Instance) << "scales without running statistics";
    EXPECT_EQ(shape->conv, ConvKind::Standard);
    EXPECT_EQ(shape->parameters, 16 * (100 * 128 + 128 * 64 + 64 * 32 + 32 * 16 + 16 * 3) + 128 + 64 + 32 + 16);
}

TEST(DcganShape, ReadsDepthwiseLayers) {
    // 16 px, widths 8 and 4: latent -> 8 standard, 8 -> 4 depthwise with batch norm, 4 -> 3 standard.
    std::vector<TensorView> g{{"main.0.weight", DType::F32, {10, 8, 4, 4}, {}},
                              {"main.1.weight", DType::F32, {8}, {}},
                              {"main.1.bias", DType::F32, {8}, {}},
                              {"main.1.running_mean", DType::F32, {8}, {}},
                              {"main.1.running_var", DType::F32, {8}, {}},
                              {"main.3.depthwise", DType::F32, {8, 1, 4, 4}, {}},
                              {"main.3.pointwise", DType::F32, {4, 8, 1, 1}, {}},
                              {"main.6.weight", DType::F32, {4, 3, 4, 4}, {}}};
    const auto shape = recognise_dcgan(g);
    ASSERT_TRUE(shape);
    EXPECT_EQ(shape->conv, ConvKind::Depthwise);
    EXPECT_EQ(shape->norm, NormKind::Batch);
    EXPECT_EQ(shape->widths, (std::vector<std::int64_t>{8, 4}));
    EXPECT_EQ(shape->size, 16);
    EXPECT_EQ(shape->parameters, 10 * 8 * 16 + 16 + 8 * 16 + 32 + 4 * 3 * 16);
    std::vector<TensorView> d{{"main.0.weight", DType::F32, {4, 3, 4, 4}, {}},
                              {"main.2.depthwise", DType::F32, {4, 1, 4, 4}, {}},
                              {"main.2.pointwise", DType::F32, {8, 4, 1, 1}, {}},
                              {"main.2.weight_u", DType::F32, {8}, {}},
                              {"main.4.weight", DType::F32, {1, 8, 4, 4}, {}}};
    const auto other = recognise_dcgan(d);
    ASSERT_TRUE(other);
    EXPECT_FALSE(other->generator);
    EXPECT_TRUE(other->spectral_norm);
    EXPECT_EQ(other->width(), 4);
    EXPECT_EQ(other->norm, NormKind::None);
    g[5].shape = {7, 1, 4, 4};
    EXPECT_FALSE(recognise_dcgan(g)) << "a depthwise filter must have a channel each";
    g.erase(g.begin() + 5);
    EXPECT_FALSE(recognise_dcgan(g)) << "half a depthwise layer";
}

}  // namespace
}  // namespace headroom
