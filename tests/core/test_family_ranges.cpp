// What a family allows of a setting that others have too: the ends of every range, through files, words and manifests.
#include "app/cli/args.h"
#include "app/cli/control.h"
#include "app/cli/settings.h"
#include "cli_verbs.h"
#include "core/api/param_schema.h"
#include "core/config/config_io.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/registry.h"
#include "core/io/runs/checkpoint_manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

namespace headroom {
namespace {

using ::testing::HasSubstr;

/// The lowest or highest value of a row; nothing: it has no range.
std::optional<ParamValue> end_of_range(const ParamRow& row, double end) {
    if (row.type == ParamType::Real) return ParamValue(end);
    if (row.type == ParamType::Integer || row.type == ParamType::ByteSize)
        return ParamValue(static_cast<std::int64_t>(end));
    return std::nullopt;
}

TrainConfig light_gan_of(std::int64_t side) {
    TrainConfig config = default_config(kLightGan);
    config.image_size = side;
    return config;
}

Result<ParamPatch> settings_of_words(ModelKind kind, const std::vector<std::string>& words) {
    cli::Syntax syntax{"toy", "", 0, 0, {}};
    for (const cli::Option& o : cli::setting_options({}, kind)) syntax.options.push_back(o);
    const auto args = cli::parse_args(syntax, words);
    if (!args) return args.error();
    return cli::settings_from(*args, {}, kind);
}

TEST(FamilyRanges, BothEndsOfEveryRangeAreWrittenAndReadAgain) {
    for (const Family* family : families()) {
        const ModelKind kind = family->facts().kind;
        for (const ParamRow& row : schema_rows(kind)) {
            for (const double end : {row.low, row.high}) {
                const auto value = end_of_range(row, end);
                if (!value) continue;
                SCOPED_TRACE(std::string(kind.id()) + " " + std::string(row.key) + " " + to_text(*value));
                TrainConfig config = default_config(kind);
                row.set(config, *value);
                const auto patch = read_config_patch(write_config(config), "config.json");
                ASSERT_TRUE(patch) << patch.error().message;
                const auto back = with_patch(TrainConfig{}, *patch);
                ASSERT_TRUE(back) << back.error().message;
                EXPECT_EQ(row.get(*back), *value);
                if (row.type == ParamType::ByteSize) continue;
                const auto set = cli::setting_value(std::string(row.key), to_text(*value), kind);
                EXPECT_TRUE(set) << set.error().message;
            }
        }
    }
}

TEST(FamilyRanges, AFileIsCheckedForItsKind) {
    const std::string light = "{\n\"image.size\": 1024,\n\"model\": \"light-gan\"\n}";
    EXPECT_TRUE(read_config_patch(light, "run.json"));
    for (const char* dcgan :
         {"{\n\"image.size\": 1024,\n\"model\": \"dcgan\"\n}", "{\n\"model\": \"dcgan\", \"image.size\": 1024\n}"}) {
        const auto refused = read_config_patch(dcgan, "run.json");
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, ErrorCode::BadFile);
        EXPECT_EQ(refused.error().message, "image.size: 1024 is not between 32 and 512 (run.json:2)");
    }
    const std::string alone = "{\"image.size\": 1024}";
    EXPECT_TRUE(read_config_patch(alone, "run.json")) << "some kind allows it";
    EXPECT_TRUE(read_config_patch(alone, "run.json", kLightGan));
    EXPECT_EQ(read_config_patch(alone, "run.json", kDcgan).error().message,
              "image.size: 1024 is not between 32 and 512 (run.json:1)");
    const auto patch = read_config_patch(alone, "run.json");
    ASSERT_TRUE(patch);
    EXPECT_TRUE(with_patch(default_config(kLightGan), *patch));
    EXPECT_EQ(with_patch(default_config(kDcgan), *patch).error().message, "image.size: 1024 is not between 32 and 512");
}

TEST(FamilyRanges, WordsAreCheckedForTheirKind) {
    const auto large = settings_of_words(kLightGan, {"--size", "1024"});
    ASSERT_TRUE(large) << large.error().message;
    EXPECT_EQ(large->at("image.size"), ParamValue(std::int64_t{1024}));
    EXPECT_TRUE(settings_of_words(kLightGan, {"--set", "image.size=1024"}));
    const auto larger = settings_of_words(kLightGan, {"--size", "4096"});
    ASSERT_FALSE(larger);
    EXPECT_EQ(larger.error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(larger.error().message, "image.size: 4096 is not between 64 and 1024");
    EXPECT_EQ(settings_of_words(kDcgan, {"--size", "1024"}).error().message,
              "image.size: 1024 is not between 32 and 512");
    const std::string line = R"({"set":{"image.size":1024}})";
    EXPECT_TRUE(cli::parse_control_line(line, kLightGan));
    EXPECT_FALSE(cli::parse_control_line(line, kDcgan));
}

TEST(FamilyRanges, AManifestOfLargePicturesIsRead) {
    CheckpointManifest manifest;
    manifest.step = manifest.images = 1;
    manifest.state_json = "{}";
    manifest.config = light_gan_of(1024);
    const auto text = manifest.to_text();
    ASSERT_TRUE(text) << text.error().message;
    const auto read = CheckpointManifest::from_text(*text, "manifest.json");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->config.image_size, 1024);
    EXPECT_EQ(read->config, manifest.config);
}

class CliFamilyRanges : public CliVerbs {};

TEST_F(CliFamilyRanges, ConfigCheckTakesWhatTheFamilyAllows) {
    const std::string file = folder_.file("large.json");
    test::write_bytes(file, write_config(light_gan_of(1024)));
    EXPECT_EQ(cli({"config", "check", file}), 0) << err_;
    test::write_bytes(file, write_config(light_gan_of(4096)));
    EXPECT_EQ(cli({"config", "check", file}), 2);
    EXPECT_THAT(err_, HasSubstr("image.size: 4096 is not between 64 and 1024"));
}

}  // namespace
}  // namespace headroom
