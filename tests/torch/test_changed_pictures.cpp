// A run that goes on with pictures that are not those it was trained on, and one that only sees the same ones at another size.
#include "tests/support/temp_folder.h"
#include "tests/torch/trainer_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace headroom::test {
namespace {

const ProgressFn kSilent = [](const std::string&, double) {};

bool told_of_change(const std::vector<Event>& events) {
    return std::any_of(events.begin(), events.end(), [](const Event& e) {
        const auto* w = std::get_if<Warning>(&e);
        return w && w->id == "data-changed";
    });
}

bool tells_the_gap(TrainerRun& run) {
    const auto scores = run.trainer->scores(kSilent, {});
    EXPECT_TRUE(scores) << (scores ? "" : scores.error().message);
    return scores && std::isfinite(scores->d_gap);
}

TEST(ChangedPictures, AreNotForgottenWhenTheRunIsLentOrGoesOn) {
    TrainConfig c = small_config();
    c.data_held_out = 50;
    c.scores_count = 16;
    TrainerRun first(c, nullptr, 64);
    first.step();
    EXPECT_TRUE(tells_the_gap(first));
    const auto before = *first.trainer->checkpoint();

    // Those held out of other pictures may be among those that D was trained on before.
    TrainerRun changed(c, before.get(), 48);
    EXPECT_TRUE(told_of_change(changed.events));
    EXPECT_FALSE(tells_the_gap(changed));
    ASSERT_TRUE(changed.trainer->lend());
    ASSERT_TRUE(changed.trainer->take_back());
    EXPECT_FALSE(tells_the_gap(changed));

    const auto after = *changed.trainer->checkpoint();
    TrainerRun later(c, after.get(), 48);
    EXPECT_FALSE(told_of_change(later.events)) << "they are those of the checkpoint";
    EXPECT_FALSE(tells_the_gap(later));
    EXPECT_EQ(before->state_json.find("data_changed"), std::string::npos);
}

/// What a run of `config` on its own data set tells when it goes on from `restored`.
struct ShapesRun {
    std::vector<Event> events;
    DcganTrainer trainer;

    ShapesRun(const TrainConfig& config, const std::string& cache, const CheckpointContent* restored) : trainer(cache) {
        cpu_allocator::install();
        auto prepared =
            trainer.prepare(config, restored, false, kSilent, [this](Event e) { events.push_back(std::move(e)); }, {});
        EXPECT_TRUE(prepared) << (prepared ? "" : prepared.error().message);
    }
};

TEST(ChangedPictures, AreNotTheSameOnesAtAnotherSize) {
    const TempFolder cache;
    for (const double held_out : {0.0, 25.0}) {
        TrainConfig c = small_config();
        c.data_path = "shapes";
        c.data_count = 64;
        c.data_held_out = held_out;
        ShapesRun first(c, cache.path(), nullptr);
        const auto saved = *first.trainer.checkpoint();
        c.image_size = 64;
        EXPECT_FALSE(told_of_change(ShapesRun(c, cache.path(), saved.get()).events)) << held_out;
        c.data_count = 80;
        EXPECT_TRUE(told_of_change(ShapesRun(c, cache.path(), saved.get()).events)) << held_out;
        c.image_size = 32;
        EXPECT_TRUE(told_of_change(ShapesRun(c, cache.path(), saved.get()).events)) << held_out;
    }
}

}  // namespace
}  // namespace headroom::test
