// The stages of runs that grow by their plan.
#include "core/api/param_schema.h"
#include "core/engine/plan/run_stages.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/registry.h"

#include <gtest/gtest.h>

#include <map>

namespace headroom {
namespace {

TrainConfig growing(std::int64_t from, std::int64_t to) {
    TrainConfig out = default_config(kDcgan);
    out.image_size = from;
    out.edit<DcganConfig>().grow_to = to;
    out.edit<DcganConfig>().grow_after = 1000;
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

/// Needs what the test says of each side; knows nothing before it has made a probe.
class BySide final : public Forecaster {
public:
    Result<DeviceRoom> room(const TrainConfig&, const NetworkLayout&) override { return DeviceRoom{}; }
    std::shared_ptr<const MemoryReport> report(const TrainConfig&, const NetworkLayout&) override { return nullptr; }
    std::optional<Forecast> known(const TrainConfig& c, const NetworkLayout&) override {
        if (!begun.contains(c.image_size)) return std::nullopt;
        Forecast out;
        out.by_role[Role::Weights] = needs.at(c.image_size);
        return out;
    }
    Result<void> probe(const TrainConfig&, const NetworkLayout&, std::stop_token) override { return {}; }
    Result<void> probe_stage(const TrainConfig& run, const TrainConfig& c, const NetworkLayout&,
                             std::stop_token) override {
        if (!needs.contains(c.image_size)) return make_error(ErrorCode::OutOfMemory, "no room for 2 pictures");
        begun[c.image_size] = run.image_size;
        return {};
    }
    void learn(const TrainConfig&, const NetworkLayout&, double, Bytes) override {}

    std::map<std::int64_t, Bytes> needs;
    std::map<std::int64_t, std::int64_t> begun;  ///< the side that the run of a probe begins with, by the probe's
};

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

}  // namespace
}  // namespace headroom
