// A run that goes on with pictures that are not those it was trained on, and one that only sees the same ones at another size.
#include "tests/support/picture_files.h"
#include "tests/support/set_variable.h"
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

class ChangedPictures : public ::testing::Test {
    const TempFolder cache_;
    const SetVariable cache_variable_{"XDG_CACHE_HOME", cache_.path()};
};

bool tells_the_gap(DcganTrainer& trainer) {
    const auto scores = trainer.scores(kSilent, {});
    EXPECT_TRUE(scores) << (scores ? "" : scores.error().message);
    return scores && std::isfinite(scores->d_gap);
}

TEST_F(ChangedPictures, AreNotForgottenWhenTheRunIsLentOrGoesOn) {
    TrainConfig c = small_config();
    c.data_held_out = 50;
    c.scores_count = 16;
    TrainerRun first(c, nullptr, 64);
    first.step();
    EXPECT_TRUE(tells_the_gap(*first.trainer));
    const auto before = *first.trainer->checkpoint();

    // Those held out of other pictures may be among those that D was trained on before.
    TrainerRun changed(c, before.get(), 48);
    EXPECT_TRUE(told_of_change(changed.events));
    EXPECT_FALSE(tells_the_gap(*changed.trainer));
    ASSERT_TRUE(changed.trainer->lend());
    ASSERT_TRUE(changed.trainer->take_back());
    EXPECT_FALSE(tells_the_gap(*changed.trainer));

    const auto after = *changed.trainer->checkpoint();
    TrainerRun later(c, after.get(), 48);
    EXPECT_FALSE(told_of_change(later.events)) << "they are those of the checkpoint";
    EXPECT_FALSE(tells_the_gap(*later.trainer));
    EXPECT_EQ(before->state_json.find("data_changed"), std::string::npos);
}

/// What a run of `config` on its own data set tells when it goes on from `restored`.
struct RunOnItsData {
    std::vector<Event> events;
    DcganTrainer trainer;

    RunOnItsData(const TrainConfig& config, const std::string& cache, const CheckpointContent* restored)
        : trainer(cache) {
        cpu_allocator::install();
        auto prepared =
            trainer.prepare(config, restored, false, kSilent, [this](Event e) { events.push_back(std::move(e)); }, {});
        EXPECT_TRUE(prepared) << (prepared ? "" : prepared.error().message);
    }
    void change(const ParamPatch& patch) {
        const auto next = with_patch(trainer.config(), patch);
        ASSERT_TRUE(next) << next.error().message;
        const auto applied = trainer.apply(*next, kSilent, {});
        ASSERT_TRUE(applied) << applied.error().message;
    }
};

TEST_F(ChangedPictures, AreNotTheSameOnesAtAnotherSize) {
    const TempFolder cache;
    for (const double held_out : {0.0, 25.0}) {
        TrainConfig c = small_config();
        c.data_path = "shapes";
        c.data_count = 64;
        c.data_held_out = held_out;
        RunOnItsData first(c, cache.path(), nullptr);
        const auto saved = *first.trainer.checkpoint();
        c.image_size = 64;
        EXPECT_FALSE(told_of_change(RunOnItsData(c, cache.path(), saved.get()).events)) << held_out;
        c.data_count = 80;
        EXPECT_TRUE(told_of_change(RunOnItsData(c, cache.path(), saved.get()).events)) << held_out;
        c.image_size = 32;
        EXPECT_TRUE(told_of_change(RunOnItsData(c, cache.path(), saved.get()).events)) << held_out;
    }
}

TEST_F(ChangedPictures, AreNotTheSameOnesWithoutTheirRepeats) {
    const TempFolder cache, folder;
    const auto put = [&folder](const std::string& name, int seed) {
        write_bytes(folder.file(name + ".png"), png_bytes(drawing(seed, 48, 48)));
    };
    for (int i = 0; i < 24; ++i) put("a" + std::to_string(10 + i), i);
    for (int i = 0; i < 8; ++i) put("b" + std::to_string(10 + i), i);
    TrainConfig c = small_config();
    c.data_path = folder.path();
    c.data_skip_duplicates = true;
    RunOnItsData whole(c, cache.path(), nullptr), first(c, cache.path(), nullptr);
    EXPECT_TRUE(whole.trainer.data_mark().starts_with("24 pictures")) << whole.trainer.data_mark();
    const auto make_steps = [](RunOnItsData& run, int n) {
        for (int i = 0; i < n; ++i) ASSERT_TRUE(run.trainer.step().done);
    };
    // Past the end of an epoch of those that stay, then on as if nothing had been.
    make_steps(whole, 8);
    make_steps(first, 4);
    const auto saved = *first.trainer.checkpoint();
    RunOnItsData later(c, cache.path(), saved.get());
    EXPECT_FALSE(told_of_change(later.events));
    EXPECT_EQ(later.trainer.data_mark(), whole.trainer.data_mark());
    make_steps(later, 4);
    EXPECT_EQ(differing(bytes_of(**whole.trainer.state_for_tests()), bytes_of(**later.trainer.state_for_tests())), "");
    TrainConfig larger = c;
    larger.image_size = 64;
    EXPECT_FALSE(told_of_change(RunOnItsData(larger, cache.path(), saved.get()).events));
    // A run that has trained on them has enough of them, whatever its batch is by now; one that begins has not.
    TrainConfig wide = c;
    wide.batch_micro = 32;
    EXPECT_FALSE(told_of_change(RunOnItsData(wide, cache.path(), saved.get()).events));
    DcganTrainer begins(cache.path());
    const auto refused = begins.prepare(wide, nullptr, false, kSilent, [](Event) {}, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "data.skip_duplicates: skips 8 pictures and leaves 24 to train on, fewer than the batch of 32");
    put("c", 3);
    EXPECT_TRUE(told_of_change(RunOnItsData(c, cache.path(), saved.get()).events)) << "files have come";
}

TEST_F(ChangedPictures, AreNoticedWhenARunReadsThemAnew) {
    const std::vector<ParamPatch> changes{{{"image.size", std::int64_t{64}}}, {{"data.fit", std::string("pad")}}};
    for (const ParamPatch& change : changes) {
        SCOPED_TRACE(change.begin()->first);
        const TempFolder cache, folder;
        // Each has a blue of its own: what all but repeats another one may do so in bytes, and is then not asked about.
        const auto add = [&folder](int first, int after) {
            for (int i = first; i < after; ++i) {
                ImageBuffer picture = gradient(40 + i, 40);
                auto pixels = std::make_shared<std::vector<std::uint8_t>>(*picture.pixels);
                for (std::size_t k = 2; k < pixels->size(); k += 3)
                    (*pixels)[k] = static_cast<std::uint8_t>(60 + 2 * i);
                picture.pixels = std::move(pixels);
                write_bytes(folder.file(std::to_string(i) + ".png"), png_bytes(picture));
            }
        };
        add(0, 64);
        TrainConfig c = small_config();
        c.data_path = folder.path();
        c.data_held_out = 50;
        c.scores_count = 16;
        RunOnItsData run(c, cache.path(), nullptr), unseen(c, cache.path(), nullptr);
        ASSERT_TRUE(run.trainer.step().done);
        run.change({{"data.fit", std::string("stretch")}});
        EXPECT_FALSE(told_of_change(run.events)) << "they are the same ones";
        EXPECT_TRUE(tells_the_gap(run.trainer));
        add(64, 72);
        const std::string before = run.trainer.data_mark();
        run.change({{"data.mirror", true}});
        EXPECT_EQ(run.trainer.data_mark(), before) << "mirrored, they are read where they are";
        EXPECT_FALSE(told_of_change(run.events));
        run.change(change);
        EXPECT_NE(run.trainer.data_mark(), before);
        EXPECT_TRUE(told_of_change(run.events));
        EXPECT_FALSE(tells_the_gap(run.trainer));
        const auto saved = run.trainer.checkpoint();
        ASSERT_TRUE(saved);
        EXPECT_NE((*saved)->state_json.find("\"data_changed\":true"), std::string::npos);
        unseen.change(change);
        EXPECT_FALSE(told_of_change(unseen.events)) << "it has not been trained on any";
    }
}

}  // namespace
}  // namespace headroom::test
