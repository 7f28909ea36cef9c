// Settings of training a VQGAN: the network they ask for and back, presets, and what combinations are refused in which words.
#include "core/api/catalog.h"
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_shape.h"
#include "core/families/vqgan/vqgan_train_config.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

TrainConfig with(const ParamPatch& patch) {
    auto config = with_patch(default_config(kVqgan), patch);
    EXPECT_TRUE(config) << (config ? "" : config.error().message);
    return *config;
}

std::string first_problem(const ParamPatch& patch) {
    const auto problems = check_config(with(patch), true);
    if (problems.empty()) return "accepted";
    EXPECT_EQ(problems.front().message.rfind(problems.front().key, 0), 0u) << problems.front().message;
    return problems.front().message;
}

TEST(VqganSettings, ThePresetIsTheNetworkOfTheOriginal) {
    const Preset* preset = find_preset("vqgan-f16-1024");
    ASSERT_NE(preset, nullptr);
    const auto shape = vqgan_shape(with(preset->values));
    ASSERT_TRUE(shape);
    EXPECT_EQ(*shape, VqganConfig{});
    EXPECT_EQ(shape->factor(), 16);
    EXPECT_EQ(vqgan_shape(with(find_preset("vqgan-f16-16384")->values))->codes, 16384);
}

TEST(VqganSettings, EveryPresetOfItsKindCanStart) {
    for (const Preset& preset : catalog_presets()) {
        if (preset.model == kVqgan) EXPECT_EQ(first_problem(preset.values), "accepted") << preset.id;
    }
    EXPECT_EQ(default_config(kVqgan).model, kVqgan);
}

TEST(VqganSettings, AShapeBecomesSettingsAndBack) {
    VqganConfig shape;
    shape.base = 64;
    shape.multipliers = {1, 2, 4};
    shape.attention = {32, 16};
    shape.resolution = 64;
    shape.gumbel = true;
    shape.codes = 8192;
    shape.patch = 2;
    const auto back = vqgan_shape(with(settings_of(shape)));
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, shape);
    EXPECT_EQ(vqgan_shape(with({{"net.multipliers", std::string(" 1,2  3 ")}}))->multipliers,
              (std::vector<std::int64_t>{1, 2, 3}));
}

TEST(VqganSettings, WhatCannotBeIsRefusedByKey) {
    const auto text = [](const char* value) { return std::string(value); };
    EXPECT_EQ(first_problem({{"net.multipliers", text("1 two")}}),
              "net.multipliers: 'two' is not a whole number between 1 and 64");
    EXPECT_EQ(first_problem({{"net.multipliers", text("0 1")}}),
              "net.multipliers: '0' is not a whole number between 1 and 64");
    EXPECT_EQ(first_problem({{"net.multipliers", text("1 1 1 1 1 1 1 1 1")}}),
              "net.multipliers: 9 levels are not between 1 and 8");
    EXPECT_EQ(first_problem({{"net.multipliers", text(",")}}), "net.multipliers: 0 levels are not between 1 and 8");
    EXPECT_EQ(first_problem({{"net.attention", text("-4")}}),
              "net.attention: '-4' is not a whole number between 1 and 4096");
    EXPECT_EQ(first_problem({{"net.base", std::int64_t{48}}}),
              "net.base: 48 is not a multiple of 32, the number of the norms' groups");
    EXPECT_EQ(first_problem({{"net.multipliers", text("1 1 1 1 1 1")}})
                  .rfind("image.size: 64 px is no multiple of the 128 px", 0),
              0u);
    EXPECT_EQ(first_problem({{"net.patch", std::int64_t{3}}}).rfind("image.size: 64 px is no multiple of the 6 px", 0),
              0u);
    EXPECT_EQ(first_problem({{"d.layers", std::int64_t{5}}}).rfind("d.layers: 5 layers", 0), 0u);
    EXPECT_EQ(first_problem({{"d.layers", std::int64_t{5}}, {"loss.gan", 0.0}}), "accepted");
    const std::pair<const std::string, ParamValue> z{"net.z", std::int64_t{64}},
        as_wide{"net.code_width", std::int64_t{64}};
    EXPECT_EQ(first_problem({{"net.gumbel", true}, z, as_wide}).rfind("codebook.decay: Gumbel", 0), 0u);
    EXPECT_EQ(first_problem({{"net.gumbel", true}, {"net.z", std::int64_t{64}}, {"net.code_width", std::int64_t{16}}}),
              "net.code_width: Gumbel codes are drawn from latents of net.z channels; set it to 64 as well");
    EXPECT_EQ(
        first_problem({{"net.gumbel", true}, z, as_wide, {"codebook.decay", 0.0}}).rfind("codebook.restart: Gumbel", 0),
        0u);
    EXPECT_EQ(first_problem({{"loss.l1", 0.0}, {"loss.ssim", 0.0}}).rfind("loss.l1: nothing asks", 0), 0u);
    EXPECT_EQ(first_problem({{"precision", text("fp16")}}), "precision: a VQGAN overflows in fp16; use bf16");
    const auto none = parse_param(*find_param("net.codes"), "0");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message, "net.codes: 0 is not between 2 and 1048576");
}

TEST(VqganSettings, BelongToTheirKindOfRun) {
    for (const char* key : {"net.base", "loss.gan_start", "codebook.restart"}) {
        EXPECT_TRUE(belongs_to(*find_param(key), kVqgan)) << key;
        EXPECT_FALSE(belongs_to(*find_param(key), kDcgan)) << key;
    }
    for (const char* key : {"batch.micro", "image.size", "data.path", "lr.g", "width.d", "norm.d", "ema.half_life",
                            "epochs", "memory.budget"})
        EXPECT_TRUE(belongs_to(*find_param(key), kVqgan)) << key;
    for (const char* key : {"latent", "loss", "cuts.count", "ratio.d", "data.grey", "memory.reuse_fakes"})
        EXPECT_FALSE(belongs_to(*find_param(key), kVqgan)) << key;
}

}  // namespace
}  // namespace headroom
