// The stages of runs that grow by their plan.
#include "core/api/catalog.h"
#include "core/api/param_schema.h"
#include "core/api/planner.h"
#include "core/engine/plan/forecast_desk.h"
#include "core/engine/plan/run_stages.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/fit_rules.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/registry.h"
#include "tests/core/by_side.h"
#include "tests/core/desk_news.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace headroom {
namespace {

TrainConfig growing(std::int64_t from, std::int64_t to) {
    TrainConfig out = default_config(kDcgan);
    out.image_size = from;
    out.grow_to = to;
    out.grow_after = 1000;
    return out;
}

TEST(RunStages, NetworksKeepTheirWidthsAsTheyGrow) {
    TrainConfig config = growing(64, 256);
    config.width_d = 16;
    const auto stages = stages_of(config, {});
    ASSERT_EQ(stages.size(), 3u);
    EXPECT_EQ(stages[0].config, config);
    EXPECT_TRUE(stages[0].layout.empty());
    EXPECT_EQ(stages[0].words, "");
    EXPECT_EQ(stages[1].config.image_size, 128);
    EXPECT_EQ(stages[1].words, "once image.size is 128");
    EXPECT_EQ(stages[1].layout, (NetworkLayout{64, {512, 256, 128, 64}, {128, 64, 32, 16}}));
    EXPECT_EQ(stages[2].config.image_size, 256);
    EXPECT_EQ(stages[2].layout, (NetworkLayout{128, {512, 256, 128, 64, 64}, {128, 64, 32, 16, 16}}));
    // Those of a run under way are what they are.
    const auto later = stages_of(growing(64, 128), {64, {8, 8, 8, 8}, {4, 4, 4, 4}, 32});
    ASSERT_EQ(later.size(), 2u);
    EXPECT_EQ(later[1].layout, (NetworkLayout{64, {8, 8, 8, 8}, {4, 4, 4, 4}}));
}

TEST(RunStages, ThoseBehindTheLimitAreLeftOut) {
    TrainConfig config = growing(32, 128);  // 64 px after 1000 images, 128 after 2000
    EXPECT_EQ(stages_of(config, {}).size(), 3u);
    config.images = 1500;
    EXPECT_EQ(stages_of(config, {}).size(), 2u);
    config.images = 0;
    config.batch_micro = 10;
    config.batch_accumulate = 2;
    config.steps = 50;
    EXPECT_EQ(stages_of(config, {}).size(), 1u) << "it ends where it would grow";
    config.steps = 51;
    EXPECT_EQ(stages_of(config, {}).size(), 2u);
    config.processes = 2;
    EXPECT_EQ(stages_of(config, {}).size(), 3u) << "each makes a part of the steps";
    for (const Family* family : families())
        EXPECT_EQ(stages_of(default_config(family->facts().kind), {}).size(), 1u) << family->facts().info.id;
}

TEST(RunStages, TheDemoBeginsSmallAndHasGrownLongBeforeItEnds) {
    const Preset* demo = find_preset("demo");
    ASSERT_TRUE(demo);
    const auto config = with_patch(default_config(demo->model), demo->values);
    ASSERT_TRUE(config) << config.error().message;
    const auto stages = stages_of(*config, {});
    ASSERT_EQ(stages.size(), 2u) << "it ends before it grows, or does not grow";
    EXPECT_EQ(stages[0].config.image_size, 32);
    EXPECT_EQ(stages[1].config.image_size, 64);
    const auto growth = family_of(*config).planned(*config);
    ASSERT_TRUE(growth);
    const std::int64_t grows_at = growth->images / config->effective_batch();
    EXPECT_GT(grows_at, 1000) << "the first stage is what shows something soon";
    const std::int64_t shown_at = grows_at + config->own<DcganConfig>().fade_steps;
    EXPECT_LT(2 * shown_at, config->steps) << "most of it is of the larger pictures";
}

TEST(RunStages, TheLargestIsFound) {
    BySide forecaster;
    forecaster.needs = {{32, Bytes{5}}, {64, Bytes{9}}, {128, Bytes{7}}};
    const auto largest = [&](std::int64_t to, std::optional<Bytes> room = {}) {
        return largest_stage(forecaster, growing(32, to), {}, room, {});
    };
    const auto all = largest(128);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->stage.words, "once image.size is 64");
    EXPECT_EQ(all->forecast.tensors(), Bytes{9});
    EXPECT_EQ(forecaster.begun, (std::map<std::int64_t, std::int64_t>{{32, 32}, {64, 32}, {128, 32}}));
    const auto too_big = largest(256);
    ASSERT_FALSE(too_big);
    EXPECT_EQ(too_big.error().message, "once image.size is 256: no room for 2 pictures");
    EXPECT_TRUE(largest(256, Bytes{8})) << "what does not fit at 64 px is not asked about further on";
    EXPECT_FALSE(largest(256, Bytes{9}));
}

TEST(RunStages, TheDeskMeasuresThemInOrderAndJudgesByWhatIsKnown) {
    const auto forecaster = std::make_shared<BySide>();
    forecaster->needs = {{32, Bytes{5}}, {64, Bytes{9}}, {128, Bytes{7}}};
    DeskNews news;
    ForecastDesk desk(forecaster, news.ready());
    const TrainConfig config = growing(32, 256);
    const RunForecast nothing = desk.ask_run(config, {});
    EXPECT_TRUE(nothing.forecast.pending);
    EXPECT_FALSE(nothing.forecast.complete);
    struct Known {
        std::int64_t most;
        const char* stage;
    };
    int probes = 0;
    for (const Known& known : {Known{5, ""}, Known{9, "once image.size is 64"}, Known{9, "once image.size is 64"}}) {
        ASSERT_TRUE(news.wait(++probes));
        const RunForecast now = desk.ask_run(config, {});
        EXPECT_TRUE(now.forecast.complete);
        EXPECT_TRUE(now.forecast.pending) << "the next one is being measured";
        EXPECT_EQ(now.forecast.tensors(), Bytes{known.most});
        EXPECT_EQ(now.stage, known.stage);
        EXPECT_EQ(now.unmeasured, "");
    }
    ASSERT_TRUE(news.wait(++probes));  // 256 px in vain
    const RunForecast all = desk.ask_run(config, {});
    EXPECT_TRUE(all.forecast.complete);
    EXPECT_FALSE(all.forecast.pending);
    EXPECT_EQ(all.stage, "once image.size is 64");
    EXPECT_EQ(all.unmeasured, "once image.size is 256: no room for 2 pictures");
    EXPECT_EQ(forecaster->begun, (std::map<std::int64_t, std::int64_t>{{32, 32}, {64, 32}, {128, 32}}));
    EXPECT_EQ(desk.ask_run(growing(32, 0), {}).stage, "");
}

/// Set as a file or the command line does.
TrainConfig growing_light_gan(std::int64_t from, std::int64_t to) {
    const auto config = with_patch(default_config(kLightGan), {{"image.size", from},
                                                               {"image.grow_to", to},
                                                               {"image.grow_after", std::int64_t{1000}},
                                                               {"steps", std::int64_t{0}}});
    EXPECT_TRUE(config) << (config ? "" : config.error().message);
    return config ? *config : TrainConfig{};
}

std::string problem_of(const TrainConfig& config) {
    const auto problems = check_config(config, true);
    return problems.empty() ? "" : problems.front().message;
}

TEST(LightGanGrowth, StagesAreCountedFrom64Px) {
    const auto stages = stages_of(growing_light_gan(64, 256), {});
    ASSERT_EQ(stages.size(), 3u);
    EXPECT_EQ(stages[1].config.image_size, 128);
    EXPECT_EQ(stages[1].words, "once image.size is 128");
    EXPECT_EQ(stages[2].config.image_size, 256);
    const Family& family = family_of(kLightGan);
    EXPECT_EQ(family.planned(stages[0].config)->images, 1000);
    EXPECT_EQ(family.planned(stages[1].config)->images, 2000);
    EXPECT_FALSE(family.planned(stages[2].config));
    // One that is gone on with at 128 px grows when it would have.
    EXPECT_EQ(family.planned(growing_light_gan(128, 256))->images, 2000);
    TrainConfig brief = growing_light_gan(64, 256);
    brief.images = 1500;
    EXPECT_EQ(stages_of(brief, {}).size(), 2u) << "it ends before the third";
}

TEST(LightGanGrowth, HasLimitsOfItsOwn) {
    EXPECT_EQ(problem_of(growing_light_gan(64, 1024)), "");
    EXPECT_EQ(problem_of(growing_light_gan(64, 0)), "");
    for (const std::int64_t side : {32, 96})
        EXPECT_EQ(problem_of(growing_light_gan(64, side)),
                  "image.grow_to: " + std::to_string(side) + " px is neither 0 nor a power of two from 64 to 1024");
    const ParamPatch large{{"image.grow_to", std::int64_t{1024}}};
    EXPECT_EQ(with_patch(default_config(kDcgan), large).error().message,
              "image.grow_to: 1024 is not between 0 and 512");
    TrainConfig dcgan = default_config(kDcgan);
    dcgan.grow_to = 48;
    EXPECT_EQ(problem_of(dcgan), "image.grow_to: 48 px is neither 0 nor a power of two from 32 to 512");
}

TEST(LightGanGrowth, ASmallerPictureIsThatOfTheEnd) {
    FitRequest request;
    request.config = growing_light_gan(64, 256);
    request.allow.smaller_picture = true;
    const FitRules& rules = family_of(kLightGan).fit();
    std::set<std::pair<std::int64_t, std::int64_t>> sides;
    for (const TrainConfig& c : rules.sizes(request, true)) sides.emplace(c.image_size, c.grow_to);
    EXPECT_EQ(sides, (std::set<std::pair<std::int64_t, std::int64_t>>{{64, 0}, {64, 128}, {64, 256}}));
    EXPECT_FALSE(rules.same_picture(growing_light_gan(64, 256), growing_light_gan(64, 128)));
    EXPECT_TRUE(rules.same_picture(growing_light_gan(64, 256), growing_light_gan(128, 256)));
    EXPECT_EQ(rules.columns(request.config).size, "256");
}

}  // namespace
}  // namespace headroom
