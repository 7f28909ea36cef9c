// Weight files of the reference libraries are recognised by content and read tensor by tensor under canonical names.
#include "core/io/weights/weight_file.h"

#include "core/io/weights/value_types.h"
#include "tests/core/tensor_shapes.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace headroom {
namespace {

using test::number_of;
using test::Numbers;
using test::TempFolder;
using ::testing::Contains;
using ::testing::HasSubstr;

const std::string kWeights = std::string(HEADROOM_TEST_DATA) + "/weights/";

nlohmann::json figures_of(const WeightMap& map) {
    if (map.kind != NetworkKind::Clip) {
        const VqganConfig& a = map.vqgan.shape;
        return {{"codes", a.codes},
                {"embed_dim", a.code_width},
                {"z_channels", a.z_channels},
                {"width", a.base},
                {"blocks", a.blocks},
                {"multipliers", a.multipliers},
                {"attention_levels", map.vqgan.attention_levels()}};
    }
    const ClipConfig& a = map.clip.shape;
    nlohmann::json out{{"embed_dim", a.embedding},        {"image_size", a.vision.image},
                       {"vision_width", a.vision.width},  {"context", a.text.context},
                       {"vocabulary", a.text.vocabulary}, {"text_width", a.text.width},
                       {"text_layers", a.text.layers}};
    if (a.vision.is_resnet()) {
        out["blocks"] = a.vision.stages;
    } else {
        out["patch"] = a.vision.patch;
        out["vision_layers"] = a.vision.layers;
        out["vision_mlp"] = a.vision.mlp;
    }
    return out;
}

/// Reads every tensor and compares shape, sum and order with what the generator wrote down.
void expect_values(WeightFile& file, nlohmann::json expected) {
    const WeightMap& map = file.map();
    for (std::size_t i = 0; i < map.tensors.size(); ++i) {
        const MappedTensor& t = map.tensors[i];
        if (t.name.ends_with("num_batches_tracked")) continue;
        ASSERT_TRUE(expected.contains(t.name)) << t.name << " is not in the network";
        const auto row = expected[t.name];
        expected.erase(t.name);
        EXPECT_EQ(t.shape, row[0].get<Numbers>()) << t.name;
        std::vector<float> values(number_of(t.shape));
        const auto ok = file.read_floats(i, values);
        ASSERT_TRUE(ok) << ok.error().message;
        double sum = 0, ordered = 0, size = 0;
        for (std::size_t n = 0; n < values.size(); ++n) {
            sum += values[n];
            ordered += values[n] * static_cast<double>(1 + n % 97);
            size += std::abs(values[n]);
        }
        EXPECT_NEAR(sum, row[1].get<double>(), 1e-9 * (1 + size)) << t.name;
        EXPECT_NEAR(ordered, row[2].get<double>(), 1e-7 * (1 + size)) << t.name << ": another order";
    }
    for (const auto& [name, row] : expected.items())
        EXPECT_TRUE(name.ends_with("num_batches_tracked")) << name << " was not found";
}

TEST(WeightFiles, EveryKindIsRecognisedAndReadExactly) {
    const auto expected = nlohmann::json::parse(test::read_bytes(kWeights + "expected.json"));
    ASSERT_EQ(expected.size(), 9u);
    for (const auto& [name, want] : expected.items()) {
        SCOPED_TRACE(name);
        auto file = WeightFile::open(kWeights + name);
        ASSERT_TRUE(file) << file.error().message;
        const WeightMap& map = file->map();
        EXPECT_EQ(name_of(map.kind), want["kind"].get<std::string>());
        EXPECT_EQ(figures_of(map), want["figures"]);
        EXPECT_TRUE(map.complete());
        EXPECT_THAT(map.missing, ::testing::IsEmpty());
        EXPECT_THAT(map.unexpected, ::testing::IsEmpty());
        expect_values(*file, want["tensors"]);
    }
}

TEST(WeightFiles, WholeNumbersAreNoWeights) {
    const TempFolder folder;
    std::string bytes = test::read_bytes(kWeights + "hugging_face/model.safetensors");
    const std::string fractions = "\"logit_scale\":{\"dtype\":\"F32\"", whole = "\"logit_scale\":{\"dtype\":\"I32\"";
    ASSERT_NE(bytes.find(fractions), std::string::npos);
    bytes.replace(bytes.find(fractions), fractions.size(), whole);
    test::write_bytes(folder.file("model.safetensors"), bytes);
    auto file = WeightFile::open(folder.file("model.safetensors"));
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_TRUE(file->map().complete());
    for (std::size_t i = 0; i < file->map().tensors.size(); ++i) {
        const MappedTensor& t = file->map().tensors[i];
        std::vector<float> values(number_of(t.shape));
        const auto read = file->read_floats(i, values);
        EXPECT_EQ(read.ok(), t.name != "logit_scale") << t.name;
        if (read) continue;
        EXPECT_EQ(read.error().code, ErrorCode::BadFile);
        EXPECT_THAT(read.error().message, HasSubstr("model.safetensors: logit_scale holds whole numbers (I32)"));
    }
}

TEST(WeightFiles, LayoutsAreToldApart) {
    const auto layout = [](const std::string& name) {
        const auto file = WeightFile::open(kWeights + name);
        return file ? std::string(name_of(file->map().layout)) + " " + file->map().prefix + " " +
                          file->stream().container()
                    : file.error().message;
    };
    EXPECT_EQ(layout("taming.ckpt"), "taming state_dict. zip");
    EXPECT_EQ(layout("taming_legacy.ckpt"), "taming state_dict. legacy");
    EXPECT_EQ(layout("transformer_bundle.ckpt"), "first-stage state_dict.first_stage_model. zip");
    EXPECT_EQ(layout("gumbel_bf16.pt"), "taming module. zip");
    EXPECT_EQ(layout("openai_vit.pt"), "openai  torchscript");
    EXPECT_EQ(layout("custom_text.bin"), "open_clip state_dict.module. zip");
    EXPECT_EQ(layout("open_clip/open_clip_model.safetensors"), "open_clip  safetensors");
    EXPECT_EQ(layout("hugging_face/model.safetensors"), "hugging-face  safetensors");
}

TEST(WeightFiles, ConfigurationsBesideTheWeightsSayWhatTensorsCannot) {
    const auto vqgan = WeightFile::open(kWeights + "taming.ckpt");
    ASSERT_TRUE(vqgan);
    EXPECT_THAT(vqgan->map().config, HasSubstr("taming.yaml"));
    EXPECT_EQ(vqgan->map().vqgan.shape.resolution, 16);
    EXPECT_EQ(vqgan->map().vqgan.shape.attention, (Numbers{4}));
    EXPECT_EQ(vqgan->map().vqgan.shape.factor(), 4);

    const auto open_clip = WeightFile::open(kWeights + "open_clip/open_clip_model.safetensors");
    ASSERT_TRUE(open_clip);
    EXPECT_EQ(open_clip->map().clip.shape.activation, ClipActivation::Gelu);
    EXPECT_EQ(open_clip->map().clip.shape.vision.heads, 3);
    EXPECT_EQ(open_clip->map().clip.shape.text.heads, 2);
    EXPECT_EQ(open_clip->map().clip.mean[1], 0.4);
    EXPECT_TRUE(open_clip->require_complete(NetworkKind::Clip));

    const auto hugging = WeightFile::open(kWeights + "hugging_face/model.safetensors");
    ASSERT_TRUE(hugging);
    EXPECT_EQ(hugging->map().clip.shape.activation, ClipActivation::Gelu);
    EXPECT_EQ(hugging->map().clip.shape.vision.heads, 3);
    EXPECT_TRUE(hugging->require_complete(NetworkKind::Clip));
}

TEST(WeightFiles, AConfigurationOfTheSameNameIsFoundToo) {
    const TempFolder folder;
    std::filesystem::copy_file(kWeights + "open_clip/open_clip_model.safetensors", folder.file("laion.safetensors"));
    EXPECT_FALSE(WeightFile::open(folder.file("laion.safetensors"))->map().clip.knows_activation);
    std::filesystem::copy_file(kWeights + "open_clip/open_clip_config.json", folder.file("laion.json"));
    const auto file = WeightFile::open(folder.file("laion.safetensors"));
    EXPECT_EQ(file->map().config, folder.file("laion.json"));
    EXPECT_TRUE(file->require_complete(NetworkKind::Clip));
}

TEST(WeightFiles, WhatNobodySaysIsAskedFor) {
    auto file = WeightFile::open(kWeights + "custom_text.bin");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->map().questions.size(), 3u) << "heads of two towers, activation";
    const auto asked = file->require_complete(NetworkKind::Clip);
    ASSERT_FALSE(asked);
    EXPECT_EQ(asked.error().code, ErrorCode::InvalidArgument);
    EXPECT_THAT(asked.error().message, HasSubstr("does not say how many attention heads"));
    file->set_heads(3, 2);
    EXPECT_THAT(file->require_complete(NetworkKind::Clip).error().message, HasSubstr("activation"));
    file->set_activation(ClipActivation::Gelu);
    EXPECT_TRUE(file->require_complete(NetworkKind::Clip));
    EXPECT_THAT(file->require_complete(NetworkKind::Vqgan).error().message,
                HasSubstr("holds a CLIP where a VQGAN is wanted"));
}

TEST(WeightFiles, AConfigurationOfAnotherNetworkIsRefusedOrSetAside) {
    const TempFolder folder;
    std::string yaml = test::read_bytes(kWeights + "taming.yaml");
    yaml.replace(yaml.find("n_embed: 6"), 10, "n_embed: 9");
    test::write_bytes(folder.file("other.yaml"), yaml);
    const auto refused = WeightFile::open(kWeights + "taming.ckpt", folder.file("other.yaml"));
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message,
                HasSubstr("other.yaml describes another network: n_embed is 9 there, and 6 in the tensors"));
    const auto wrong_kind = WeightFile::open(kWeights + "taming.ckpt", kWeights + "open_clip/open_clip_config.json");
    ASSERT_FALSE(wrong_kind);
    EXPECT_THAT(wrong_kind.error().message, HasSubstr("it is of a CLIP, and the weights are a VQGAN"));

    std::filesystem::copy_file(kWeights + "taming.ckpt", folder.file("other.ckpt"));
    const auto beside = WeightFile::open(folder.file("other.ckpt"));
    ASSERT_TRUE(beside);
    EXPECT_EQ(beside->map().config, "");
    EXPECT_FALSE(beside->map().vqgan.knows_resolution);
    EXPECT_THAT(beside->map().warnings, Contains(HasSubstr("it is not used")));
}

TEST(WeightFiles, WhatElseAFileHoldsIsTold) {
    const auto unused = [](const std::string& name) {
        std::string out;
        const auto file = WeightFile::open(kWeights + name);
        for (const UnusedGroup& g : file->map().unused)
            out += g.what + " " + std::to_string(g.tensors) + " " + std::to_string(g.bytes) + "; ";
        return out;
    };
    EXPECT_EQ(unused("transformer_bundle.ckpt"), "transformer 1 96; condition model 1 24; ");
    EXPECT_EQ(unused("hugging_face/model.safetensors"), "counters and constants 2 152; ");
    EXPECT_EQ(unused("openai_vit.pt"), "counters and constants 3 24; ");
    EXPECT_THAT(unused("taming.ckpt"), HasSubstr("optimiser state 2 32; "));
    const auto file = WeightFile::open(kWeights + "taming.ckpt");
    EXPECT_THAT(file->stream().ignored(), Contains("pytorch_lightning.callbacks.model_checkpoint.ModelCheckpoint"));
    EXPECT_THAT(file->stream().ignored(), Contains("omegaconf.dictconfig.DictConfig"));
    EXPECT_THAT(file->stream().ignored(), ::testing::Not(Contains(HasSubstr("typing"))));
}

TEST(NetworkConfigs, WrongOnesAreRefusedByFieldAndReason) {
    const TempFolder folder;
    const std::string good = test::read_bytes(kWeights + "taming.yaml");
    const auto said = [&](const std::string& text) {
        test::write_bytes(folder.file("c.yaml"), text);
        const auto config = read_network_config(folder.file("c.yaml"));
        if (config) return std::string("accepted");
        EXPECT_EQ(config.error().code, ErrorCode::BadFile);
        EXPECT_THAT(config.error().message, HasSubstr("c.yaml"));
        return config.error().message;
    };
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        return said(text);
    };
    EXPECT_EQ(said(good), "accepted");
    EXPECT_THAT(said(""), HasSubstr("empty"));
    EXPECT_THAT(said("<!DOCTYPE html><html>"), HasSubstr("web page"));
    EXPECT_THAT(said(std::string("a\0b", 3)), HasSubstr("no text"));
    EXPECT_THAT(said("a: [1, 2\nb: }"), HasSubstr("line"));
    EXPECT_THAT(said("just words"), HasSubstr("describes no VQGAN or CLIP"));
    EXPECT_THAT(said(std::string(200000, '[')), HasSubstr("cannot be understood"));
    EXPECT_THAT(said(std::string(2 << 20, 'x')), HasSubstr("larger than 1 MiB"));
    EXPECT_THAT(said("model: &m\n  params: *m\n"), HasSubstr("target is missing")) << "an alias of itself";
    EXPECT_THAT(with("n_embed: 6", "n_embed: many"), HasSubstr("model.params.n_embed is no whole number"));
    EXPECT_THAT(with("n_embed: 6", "n_embed: -1"), HasSubstr("not between 1 and"));
    EXPECT_THAT(with("ch: 4", "c: 4"), HasSubstr("model.params.ddconfig.ch is missing"));
    EXPECT_THAT(with("VQModel", "Destroyer"), HasSubstr("is no VQGAN"));
    EXPECT_THAT(with("[ 1,2,2]", "[]"), HasSubstr("ch_mult is empty"));
    EXPECT_EQ(read_network_config(folder.file("none.yaml")).error().code, ErrorCode::NotFound);
    EXPECT_THAT(said("{\"vision_config\":{\"hidden_act\":\"swish\"},\"text_config\":{}}"),
                HasSubstr("hidden_act is 'swish'"));
    EXPECT_EQ(said("{\"vision_config\":{},\"text_config\":{}}"), "accepted")
        << "figures left out are the library's defaults";
    EXPECT_THAT(said("{\"model_cfg\":{\"embed_dim\":4,\"vision_cfg\":{\"timm_model_name\":\"x\"},\"text_cfg\":{}}}"),
                HasSubstr("does not have"));
    EXPECT_THAT(said("model:\n  params:\n    first_stage_config:\n      target: taming.models.vqgan.VQModel\n"),
                HasSubstr("first_stage_config.params is missing"));
}

TEST(ValueTypes, HalvesAndBfloatsWidenExactly) {
    EXPECT_EQ(half_to_float(0x3c00), 1.0f);
    EXPECT_EQ(half_to_float(0xc000), -2.0f);
    EXPECT_EQ(half_to_float(0x0001), std::ldexp(1.0f, -24));
    EXPECT_EQ(half_to_float(0x83ff), -1023 * std::ldexp(1.0f, -24));
    EXPECT_EQ(half_to_float(0x7bff), 65504.0f);
    EXPECT_TRUE(std::signbit(half_to_float(0x8000)));
    EXPECT_EQ(half_to_float(0xfc00), -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(half_to_float(0x7e00)));
    EXPECT_EQ(bfloat_to_float(0xbf80), -1.0f);
    const std::array<std::int64_t, 2> wide{-7, 1ll << 40};
    std::array<float, 2> out{};
    to_floats(DType::I64, std::as_bytes(std::span(wide)), out);
    EXPECT_EQ(out[0], -7.0f);
    EXPECT_EQ(out[1], 1099511627776.0f);
}

}  // namespace
}  // namespace headroom
