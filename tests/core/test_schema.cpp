// The parameter schema: every row is complete and consistent with itself, with TrainConfig, and refuses what it should.
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace headroom {
namespace {

TEST(Schema, RowsAreCompleteUniqueAndDocumented) {
    std::set<std::string_view> keys;
    for (const ParamRow& row : schema_rows()) {
        SCOPED_TRACE(row.key);
        EXPECT_TRUE(keys.insert(row.key).second) << "twice";
        EXPECT_FALSE(row.label.empty());
        EXPECT_FALSE(row.group.empty());
        EXPECT_GT(row.help.size(), 10u);
        EXPECT_TRUE(row.help.back() == '.' || row.help.back() == '?');
        EXPECT_TRUE(row.get && row.set);
        EXPECT_EQ(row.type == ParamType::Choice || row.type == ParamType::Set, !row.choices.empty());
        if (row.type == ParamType::Integer || row.type == ParamType::Real) EXPECT_LT(row.low, row.high);
        EXPECT_EQ(find_param(row.key), &row);
    }
    EXPECT_EQ(find_param("no.such"), nullptr);
    EXPECT_EQ(find_param(""), nullptr);
}

TEST(Schema, TheCommandLinesKeysExist) {
    for (const char* key : {"data.path",
                            "image.size",
                            "batch.micro",
                            "batch.accumulate",
                            "precision",
                            "device",
                            "threads",
                            "seed",
                            "steps",
                            "memory.budget",
                            "memory.checkpointing",
                            "memory.on_oom",
                            "latent",
                            "width.g",
                            "width.d",
                            "width.max",
                            "loss",
                            "lr.g",
                            "lr.d",
                            "adam.beta1",
                            "adam.beta2",
                            "ema.half_life",
                            "checkpoint.every",
                            "checkpoint.keep",
                            "preview.every",
                            "preview.grid",
                            "data.workers"}) {
        EXPECT_NE(find_param(key), nullptr) << key;
    }
}

TEST(Schema, DefaultsPassTheirOwnChecksAndSurviveText) {
    const TrainConfig config;
    for (const ParamRow& row : schema_rows()) {
        SCOPED_TRACE(row.key);
        EXPECT_EQ(row.get(config), row.initial);
        EXPECT_TRUE(check_param(row, row.initial));
        const auto again = parse_param(row, to_text(row.initial));
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(*again, row.initial);
    }
    EXPECT_TRUE(check_config(config, true).empty());
}

TEST(Schema, EveryChoiceAndLimitCanBeSetAndReadBack) {
    for (const ParamRow& row : schema_rows()) {
        SCOPED_TRACE(row.key);
        std::vector<ParamValue> values;
        for (const ParamChoice& choice : row.choices) values.emplace_back(std::string(choice.name));
        if (row.type == ParamType::Integer)
            values = {static_cast<std::int64_t>(row.low), static_cast<std::int64_t>(row.high)};
        if (row.type == ParamType::Real) values = {row.low, row.high};
        if (row.type == ParamType::Bool) values = {true, false};
        for (const ParamValue& value : values) {
            if (row.power_of_two && std::get<std::int64_t>(value) % 2 != 0) continue;
            const auto config = with_patch(TrainConfig{}, {{std::string(row.key), value}});
            ASSERT_TRUE(config) << config.error().message;
            EXPECT_EQ(row.get(*config), value);
        }
    }
}

TEST(Schema, ASetTakesAnyOfItsNamesInAnyOrderAndNamesTheWrongOne) {
    const ParamRow& row = *find_param("cuts.augments");
    ASSERT_EQ(row.type, ParamType::Set);
    EXPECT_EQ(row.choices.size(), EnumNames<Augment>::names.size());
    for (const std::string_view name : EnumNames<Augment>::names) {
        const auto known = [&](const ParamChoice& choice) {
            return choice.name == name && !choice.label.empty() && choice.help.ends_with('.');
        };
        EXPECT_EQ(std::count_if(row.choices.begin(), row.choices.end(), known), 1) << name;
    }
    for (const char* text : {"Af Pe Ji Er", "Ji Af", "Gn Gn", ""})
        EXPECT_EQ(*parse_param(row, text), ParamValue(std::string(text)));
    EXPECT_EQ(set_members("  Ji  Af "), (std::vector<std::string>{"Ji", "Af"}));
    const auto wrong = parse_param(row, "Af Xx");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().message, "cuts.augments: 'Xx' is not one of Af, Pe, Ji, Er, Ro, Sh, Gn, Et, Ts, Cr, Re");
}

TEST(Schema, AKindOfRunHasItsOwnRowsWordsAndDefaults) {
    for (const ModelKind kind : {kDcgan, kVqganClip, kVqgan, kLightGan}) {
        const TrainConfig defaults = default_config(kind);
        for (const ParamRow& own : schema_rows(kind)) {
            const ParamRow* known = find_param(own.key);
            ASSERT_NE(known, nullptr) << own.key;
            EXPECT_TRUE(belongs_to(*known, kind)) << own.key;
            EXPECT_EQ(own.initial, known->get(defaults)) << own.key;
            EXPECT_EQ(own.model, kind);
            EXPECT_EQ(find_param(own.key, kind), &own) << "twice in the table: " << own.key;
        }
        const auto belongs = [&](const ParamRow& row) { return belongs_to(row, kind); };
        const auto known = schema_rows();
        EXPECT_EQ(std::count_if(known.begin(), known.end(), belongs),
                  static_cast<std::ptrdiff_t>(schema_rows(kind).size()));
    }
    EXPECT_EQ(find_param("steps", kDcgan)->label, "Steps");
    EXPECT_EQ(find_param("steps", kVqgan)->unit, "steps");
    EXPECT_EQ(find_param("batch.micro", kVqganClip), find_param("batch.micro"))
        << "it has none, but the setting is known";
    EXPECT_EQ(find_param("no.such", kVqganClip), nullptr);
}

TEST(Schema, PaintingNeverSpeaksOfSteps) {
    for (const ParamRow& row : schema_rows(kVqganClip)) {
        for (const std::string_view text : {row.label, row.unit, row.help, row.cost}) {
            for (const char* word : {"Steps", " steps", "step.", "a step", "the step"}) {
                const bool five_steps =
                    row.key == "pull.steps" || row.key == "pull.kind";  // "Zero, in steps" is a way to fade
                EXPECT_TRUE(five_steps || text.find(word) == std::string_view::npos && text != "steps")
                    << row.key << ": " << text;
            }
        }
    }
    EXPECT_EQ(find_param("steps", kVqganClip)->label, "Iterations");
    EXPECT_EQ(find_param("checkpoint.every", kVqganClip)->unit, "iterations");
    EXPECT_EQ(find_param("checkpoint.every", kVqganClip)->label, "Checkpoint every") << "not said otherwise";
}

TEST(Schema, OutsideTheRangeIsRefusedWithTheRange) {
    const auto message = [](const char* key, const char* text) {
        const auto v = parse_param(*find_param(key), text);
        return v ? std::string("accepted") : v.error().message;
    };
    EXPECT_EQ(message("batch.micro", "0"), "batch.micro: 0 is not between 1 and 4096");
    EXPECT_EQ(message("batch.micro", "4097"), "batch.micro: 4097 is not between 1 and 4096");
    EXPECT_EQ(message("batch.micro", "many"), "batch.micro: 'many' is not a whole number");
    EXPECT_EQ(message("batch.micro", "1.5"), "batch.micro: '1.5' is not a whole number");
    EXPECT_EQ(message("image.size", "100"), "image.size: 100 is not a power of two between 32 and 512");
    EXPECT_EQ(message("precision", "fp8"), "precision: 'fp8' is not one of auto, fp32, tf32, bf16, fp16");
    EXPECT_NE(message("lr.g", "nan").find("not a number"), std::string::npos);
    EXPECT_NE(message("lr.g", "-1").find("not between"), std::string::npos);
    EXPECT_NE(message("memory.budget", "lots").find("memory.budget"), std::string::npos);
    EXPECT_NE(message("data.mirror", "maybe").find("on or off"), std::string::npos);
    EXPECT_EQ(message("data.path", ""), "data.path: must not be empty");
    EXPECT_EQ(message("memory.budget", "6GiB"), "accepted");
    EXPECT_EQ(message("memory.budget", "auto"), "accepted");
    EXPECT_EQ(message("steps", "1e3"), "accepted");
}

TEST(Schema, PatchesAreAllOrNothing) {
    const TrainConfig config;
    EXPECT_FALSE(with_patch(config, {{"batch.micro", std::int64_t{8}}, {"batch.accumulate", std::int64_t{0}}}));
    EXPECT_FALSE(with_patch(config, {{"batch.mikro", std::int64_t{8}}}));
    EXPECT_FALSE(with_patch(config, {{"batch.micro", std::string("8")}})) << "wrong type";
    const auto changed = with_patch(config, {{"batch.micro", std::int64_t{8}}, {"lr.g", std::int64_t{1}}});
    ASSERT_TRUE(changed) << "a whole number is a fine real number";
    const ParamPatch back = difference(config, *changed);
    EXPECT_EQ(back.size(), 2u);
    EXPECT_EQ(std::get<double>(back.at("lr.g")), 1.0);
    EXPECT_TRUE(difference(config, config).empty());
}

TEST(Schema, TheStrictestPolicyWins) {
    EXPECT_EQ(policy_of({}), Policy::NextStep);
    EXPECT_EQ(policy_of({{"batch.micro", std::int64_t{8}}}), Policy::NextStep);
    EXPECT_EQ(policy_of({{"batch.micro", std::int64_t{8}}, {"image.size", std::int64_t{128}}}), Policy::Rebuild);
    EXPECT_EQ(policy_of({{"width.g", std::int64_t{8}}, {"image.size", std::int64_t{128}}}), Policy::NewRun);
}

TEST(Schema, CombinationsThatCannotWorkAreNamed) {
    TrainConfig config;
    config.edit<DcganConfig>().loss = GanLoss::WganGp;
    config.precision = Precision::Fp16;
    config.edit<DcganConfig>().label_smoothing = 0.1;
    config.device = "gpu";
    std::set<std::string> keys;
    for (const ParamError& problem : check_config(config, true)) {
        EXPECT_EQ(problem.message.rfind(problem.key + ": ", 0), 0u) << problem.message;
        keys.insert(problem.key);
    }
    EXPECT_EQ(keys, (std::set<std::string>{"norm.d", "precision", "loss.smoothing", "device"}));
    config.precision = Precision::Bf16;
    config.norm_d = NormKind::Instance;
    config.edit<DcganConfig>().label_smoothing = 0;
    config.device = "cuda:0";
    EXPECT_TRUE(check_config(config, false).empty());
}

TEST(Schema, ScoresByInceptionNeedItsWeights) {
    TrainConfig config;
    config.scores_features = ScoreFeatures::Inception;
    EXPECT_TRUE(check_config(config, true).empty()) << "it is never scored";
    config.scores_every = 10;
    ASSERT_EQ(check_config(config, true).size(), 1u);
    EXPECT_EQ(check_config(config, true)[0].key, "scores.weights");
    TrainConfig stored = config;
    EXPECT_EQ(set_back_refused(stored, true), std::vector<std::string>{"scores.every"});
    EXPECT_TRUE(check_config(stored, true).empty()) << "a stored run goes on without them";
    config.scores_weights = "/weights/inception.pth";
    EXPECT_TRUE(check_config(config, true).empty());
    EXPECT_TRUE(set_back_refused(config, true).empty());
}

TEST(Schema, ABestCheckpointThatNoScoreChoosesIsDoubted) {
    TrainConfig config;
    EXPECT_EQ(doubt_in(config), "");
    config.best_by = BestBy::Kid;
    EXPECT_TRUE(check_config(config, true).empty()) << "it may be scored by hand";
    EXPECT_EQ(doubt_in(config).rfind("checkpoint.best: ", 0), 0u);
    config.scores_every = 10;
    EXPECT_EQ(doubt_in(config), "");
}

TEST(Schema, APhraseOfAStoryThatIsAllOffIsRefused) {
    TrainConfig config = default_config(kVqganClip);
    config.edit<ImagineConfig>().prompts = "spring ^ ~winter | ~snow ^ summer";
    const auto said = [&] {
        const auto problems = check_config(config, true);
        return problems.empty() ? std::string() : problems.front().message;
    };
    EXPECT_EQ(said(), "") << "the first phrase alone is painted";
    config.edit<ImagineConfig>().story_every = 5;
    EXPECT_EQ(said(),
              "prompts: every prompt of phrase 2 of the story is switched off; switch one on, or remove the phrase");
    config.edit<ImagineConfig>().picture_prompts = "~sea.png";
    EXPECT_NE(said(), "");
    config.edit<ImagineConfig>().noise_prompts = "7";
    EXPECT_EQ(said(), "") << "noise is looked for in every phrase";
}

}  // namespace
}  // namespace headroom
