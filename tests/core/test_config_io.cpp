// Configuration files: round trip, and one exact message with its line for every kind of mistake.
#include "core/api/param_schema.h"
#include "core/config/config_io.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

std::string message_of(const std::string& text) {
    const auto patch = read_config_patch(text, "run.json");
    if (patch) return "accepted";
    EXPECT_EQ(patch.error().code, ErrorCode::BadFile);
    return patch.error().message;
}

/// The settings that a run of `kind` has.
std::vector<const ParamRow*> rows_of(ModelKind kind) {
    std::vector<const ParamRow*> out;
    for (const ParamRow& row : schema_rows(kind)) out.push_back(&row);
    return out;
}

TEST(ConfigIo, WrittenConfigurationReadsBackTheSame) {
    TrainConfig config;
    config.batch_micro = 16;
    config.precision = Precision::Bf16;
    config.lr_g = 1.0 / 3.0;
    config.budget = Bytes{6LL << 30};
    config.data_mirror = true;
    config.data_path = "/data/a \"quoted\" folder/\xC3\xA9t\xC3\xA9";
    config.seed = 9007199254740991;
    const std::string text = write_config(config);
    EXPECT_NE(text.find("\"format\": \"headroom-config-1\""), std::string::npos);
    const auto patch = read_config_patch(text, "config.json");
    ASSERT_TRUE(patch) << patch.error().message;
    EXPECT_EQ(patch->size(), rows_of(kDcgan).size());
    const auto back = with_patch(TrainConfig{}, *patch);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_TRUE(difference(config, *back).empty());
}

TEST(ConfigIo, OneSettingPerLineInSchemaOrder) {
    for (const ModelKind kind : {kDcgan, kVqganClip, kVqgan, kLightGan}) {
        const std::string text = write_config(default_config(kind));
        std::size_t at = 0;
        for (const ParamRow* row : rows_of(kind)) {
            const std::size_t found = text.find("\n  \"" + std::string(row->key) + "\": ");
            ASSERT_NE(found, std::string::npos) << row->key;
            EXPECT_GT(found, at) << row->key;
            at = found;
        }
        const auto patch = read_config_patch(text, "config.json");
        ASSERT_TRUE(patch) << patch.error().message;
        const auto back = with_patch(TrainConfig{}, *patch);
        ASSERT_TRUE(back);
        EXPECT_EQ(*back, default_config(kind));
    }
}

TEST(ConfigIo, MissingSettingsKeepTheirValue) {
    const auto patch = read_config_patch("{\"batch.micro\": 8, \"memory.budget\": \"6GiB\", \"lr.g\": 1}", "run.json");
    ASSERT_TRUE(patch) << patch.error().message;
    EXPECT_EQ(patch->size(), 3u);
    EXPECT_EQ(std::get<std::int64_t>(patch->at("batch.micro")), 8);
    EXPECT_EQ(std::get<std::int64_t>(patch->at("memory.budget")), 6LL << 30);
    EXPECT_EQ(std::get<double>(patch->at("lr.g")), 1.0);
}

TEST(ConfigIo, OutOfRangeNamesKeyRangeFileAndLine) {
    EXPECT_EQ(message_of("{\n\n \"steps\": 5,\n \"precision\": \"bf16\",\n\n\n \"batch.micro\": 0\n}"),
              "batch.micro: 0 is not between 1 and 4096 (run.json:7)");
    EXPECT_EQ(message_of("{\"image.size\":\n1000000}"), "image.size: 1000000 is not between 32 and 512 (run.json:1)");
    EXPECT_EQ(message_of("{\"image.size\": 48}"),
              "image.size: 48 is not a power of two between 32 and 512 (run.json:1)");
    EXPECT_EQ(message_of("{\"batch.micro\": 18446744073709551615}"),
              "batch.micro: 18446744073709551615 is too large (run.json:1)");
    EXPECT_EQ(message_of("{\"precision\": \"fp8\"}"),
              "precision: 'fp8' is not one of auto, fp32, tf32, bf16, fp16 (run.json:1)");
}

TEST(ConfigIo, UnknownKeySuggestsTheNearest) {
    const auto patch = read_config_patch("{\n\"batch.mikro\": 8}", "run.json");
    ASSERT_FALSE(patch);
    EXPECT_EQ(patch.error().message, "batch.mikro: no such setting (run.json:2)");
    EXPECT_EQ(patch.error().hint, "Did you mean batch.micro?");
}

TEST(ConfigIo, WrongTypesAreRefused) {
    EXPECT_EQ(message_of("{\"batch.micro\": \"8\"}"), "batch.micro: expects a whole number (run.json:1)");
    EXPECT_EQ(message_of("{\"batch.micro\": 1.5}"), "batch.micro: expects a whole number (run.json:1)");
    EXPECT_EQ(message_of("{\"batch.micro\": null}"), "batch.micro: expects a whole number (run.json:1)");
    EXPECT_EQ(message_of("{\"data.mirror\": 3}"), "data.mirror: expects true or false (run.json:1)");
    EXPECT_EQ(message_of("{\"lr.g\": \"fast\"}"), "lr.g: expects a number (run.json:1)");
    EXPECT_EQ(message_of("{\"data.path\": 7}"), "data.path: expects a text in quotes (run.json:1)");
    EXPECT_EQ(message_of("{\"batch.micro\": [8]}"),
              "batch.micro: expects a single value, not a list or an object (run.json:1)");
    EXPECT_EQ(message_of("{\"batch\": {\"micro\": 8}}"), "batch: no such setting (run.json:1)");
}

TEST(ConfigIo, DuplicateKeysAreRefused) {
    EXPECT_EQ(message_of("{\"batch.micro\": 8,\n\"steps\": 1,\n\"batch.micro\": 16}"),
              "batch.micro: is given twice, first in line 1 (run.json:3)");
}

TEST(ConfigIo, ForeignAndDamagedTextIsRefused) {
    EXPECT_EQ(message_of(""), "is empty (run.json:1)");
    EXPECT_EQ(message_of("[1,2]"), "the file does not hold a JSON object (run.json:1)");
    EXPECT_EQ(message_of("7"), "the file does not hold a JSON object (run.json:1)");
    EXPECT_EQ(message_of("{\"format\": \"headroom-config-9\"}"), "format: is not \"headroom-config-1\" (run.json:1)");
    EXPECT_EQ(message_of("{\"steps\": 1,\n}"), "the file is not valid JSON near '}' (run.json:2)");
    EXPECT_NE(message_of(std::string("\x7f"
                                     "ELF\x01\x00\xff",
                                     7))
                  .find("(run.json:1)"),
              std::string::npos);
    EXPECT_NE(message_of("{\"lr.g\": 1e999}").find("(run.json:1)"), std::string::npos);
    EXPECT_NE(message_of("{\"data.path\": \"\xff\xfe\"}").find("(run.json:1)"), std::string::npos);
    EXPECT_NE(message_of(std::string(200000, '[')).find("(run.json:1)"), std::string::npos);
    EXPECT_NE(message_of(std::string(2u << 20, ' ')).find("too large"), std::string::npos);
}

TEST(ConfigIo, EveryCutOfAFileIsAnErrorNotACrash) {
    const std::string text = write_config(TrainConfig{});
    for (std::size_t n = 0; n + 2 < text.size(); n += 7)
        EXPECT_FALSE(read_config_patch(text.substr(0, n), "run.json")) << n;
}

TEST(ConfigIo, PathsOfAnyBytesReadBackExactly) {
    std::string all = "/data/";
    for (int byte = 1; byte < 256; ++byte) all += static_cast<char>(byte);
    for (const std::string& path : {std::string("/data/caf\xE9"), all, std::string("bytes:/x"),
                                    std::string("bytes:%41"), std::string("/\xC3\xA9t\xC3\xA9 100%")}) {
        TrainConfig config;
        config.data_path = path;
        const auto patch = read_config_patch(write_config(config), "config.json");
        ASSERT_TRUE(patch) << patch.error().message;
        EXPECT_EQ(std::get<std::string>(patch->at("data.path")), path);
    }
    EXPECT_EQ(param_to_json(std::string("/data/caf\xE9 100%")), "\"bytes:/data/caf%E9%20100%25\"");
    EXPECT_EQ(param_to_json(std::string("/\xC3\xA9t\xC3\xA9%20")), "\"/\xC3\xA9t\xC3\xA9%20\"")
        << "what is UTF-8 stays as it is";
    EXPECT_EQ(message_of("{\"data.path\": \"bytes:/a%G1\"}"),
              "data.path: 'bytes:/a%G1' is not percent-encoded (run.json:1)");
    EXPECT_EQ(message_of("{\"data.path\": \"bytes:/a%4\"}"),
              "data.path: 'bytes:/a%4' is not percent-encoded (run.json:1)");
    EXPECT_EQ(message_of("{\"data.path\": \"bytes:/a%00\"}"),
              "data.path: 'bytes:/a%00' is not percent-encoded (run.json:1)");
}

TEST(ConfigIo, ARecipeKeepsWhereItComesFrom) {
    const TrainConfig config = default_config(kDcgan);
    const RecipeOrigin origin{"1.2.3", "2.11.0", "A \"card\"", "2026-11-26", "peak 1 MiB", "12 pictures, 0f"};
    const std::string text = write_config(config, origin);
    EXPECT_EQ(read_recipe_origin(text), origin);
    ASSERT_TRUE(read_config_patch(text, "r.json")) << read_config_patch(text, "r.json").error().message;
    EXPECT_EQ(read_recipe_origin(write_config(config)), RecipeOrigin{});
    EXPECT_EQ(read_recipe_origin(R"({"rehearsed":"as older versions wrote it"})").measured,
              "as older versions wrote it");
    EXPECT_EQ(read_recipe_origin("rubbish"), RecipeOrigin{});
    EXPECT_EQ(read_config_patch("{\n\"recipe.data\": [1]}", "r.json").error().message,
              "recipe.data: expects a single value, not a list or an object (r.json:2)");
}

TEST(ConfigIo, SharedSettingsNameNoPaths) {
    TrainConfig config = default_config(kDcgan);
    config.data_path = "/home/somebody/pictures";
    EXPECT_EQ(write_shared_config(config).find("somebody"), std::string::npos);
    config.data_path = "shapes";
    EXPECT_NE(write_shared_config(config).find("\"data.path\": \"shapes\""), std::string::npos);
}

TEST(ConfigIo, SingleValues) {
    const ParamRow& micro = *find_param("batch.micro");
    EXPECT_EQ(std::get<std::int64_t>(*param_from_json(micro, "8")), 8);
    EXPECT_FALSE(param_from_json(micro, "0"));
    EXPECT_FALSE(param_from_json(micro, "{}"));
    EXPECT_FALSE(param_from_json(micro, "8 9"));
    EXPECT_EQ(std::get<std::string>(*param_from_json(*find_param("precision"), "\"bf16\"")), "bf16");
    EXPECT_EQ(std::get<std::string>(*param_from_json(*find_param("memory.checkpointing"), "true")), "on");
    EXPECT_TRUE(std::get<bool>(*param_from_json(*find_param("data.mirror"), "\"on\"")));
    EXPECT_EQ(param_to_json(std::string("a\"b")), "\"a\\\"b\"");
    EXPECT_EQ(param_to_json(2e-4), "0.0002");
    EXPECT_EQ(param_to_json(std::string("\xff")), "\"bytes:%FF\"");
}

}  // namespace
}  // namespace headroom
