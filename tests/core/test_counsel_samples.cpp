// Counsel by pictures: samples that come rarely, and what of the data is found before a run begins.
#include "core/base/random.h"
#include "core/engine/counsel/run_counsel.h"
#include "tests/core/played_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace headroom::counsel_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

/// Noise; the same for the same `seed`.
ImageBuffer noisy(int seed, int side = 32) {
    auto pixels = std::make_shared<std::vector<std::uint8_t>>();
    for (int i = 0; i < side * side; ++i)
        pixels->push_back(static_cast<std::uint8_t>(
            mix64(65536 * static_cast<std::uint64_t>(seed) + static_cast<std::uint64_t>(i)) % 256));
    return {side, side, 1, std::move(pixels)};
}

/// A preview each 1000 steps, and always of one picture.
struct Collapsed : Played {
    Collapsed() {
        config.preview_every = 1000;
        begin();
    }
    void preview() {
        calm(1000);
        watch.add_sample(at, ImageList(16, noisy(1)), "");
    }
    void set_noise(double noise) {
        config.edit<DcganConfig>().instance_noise = noise;
        watch.changed(config, {"loss.noise"}, at, false);
    }
};

TEST(Counsel, WaitsForSamplesThatComeRarely) {
    Collapsed run;
    run.preview();
    run.preview();
    ASSERT_THAT(raised(run.told), ElementsAre("collapse"));
    ASSERT_EQ(run.told[0].notice.change, (ParamPatch{{"loss.noise", 0.1}}));
    run.set_noise(0.1);
    run.preview();
    run.calm(500);
    EXPECT_THAT(run.states(), ElementsAre(CounselState::Raised, CounselState::Changed));
    run.calm(500);
    run.watch.add_sample(run.at, ImageList(16, noisy(1)), "");
    ASSERT_GE(run.told.size(), 3u);
    EXPECT_EQ(run.told[2].state, CounselState::Judged);
    EXPECT_FALSE(run.told[2].better);
}

TEST(Counsel, WhatCouldNotBeJudgedIsNotAdvisedAgain) {
    Collapsed run;
    run.preview();
    run.preview();
    run.set_noise(0.1);
    run.calm(3000);
    EXPECT_THAT(run.states(), ElementsAre(CounselState::Raised, CounselState::Changed));
    run.calm(100);
    EXPECT_THAT(run.states(), ElementsAre(CounselState::Raised, CounselState::Changed, CounselState::Gone));
    run.set_noise(0);
    run.preview();
    run.preview();
    ASSERT_EQ(run.told.back().state, CounselState::Raised);
    EXPECT_TRUE(run.told.back().notice.change.contains("lr.g")) << "nobody knows whether noise helps";
}

TEST(Counsel, NamesTheNewestSampleOfWhatFiguresAloneTell) {
    const auto said = [](int calm_after) {
        Played run;
        run.begin();
        run.calm(100);
        run.watch.add_sample(run.at, {noisy(1), noisy(2)}, "step-00000100.png");
        run.calm(calm_after);
        run.winning(400);
        return run.told;
    };
    const auto during = said(0), before = said(500);
    ASSERT_THAT(raised(during), ElementsAre("d-wins"));
    EXPECT_THAT(during[0].notice.samples, ElementsAre("step-00000100.png"));
    ASSERT_THAT(raised(before), ElementsAre("d-wins"));
    EXPECT_THAT(before[0].notice.samples, ::testing::IsEmpty()) << "drawn before D began to win";
}

TEST(Counsel, RatesAreTooLowOnlyWhereTheyAreLow) {
    const auto said = [](double rate) {
        Played run;
        run.config.lr_g = run.config.lr_d = rate;
        run.begin({.count = 20000});
        for (int preview = 0; preview < 4; ++preview) {
            run.calm(120);
            run.watch.add_sample(run.at, ImageList{noisy(1), noisy(2), noisy(3), noisy(4)}, "");
        }
        return run.told;
    };
    const std::vector<CounselTold> low = said(1e-5);
    ASSERT_THAT(raised(low), ElementsAre("rate-low"));
    EXPECT_THAT(low[0].notice.seen, ::testing::HasSubstr("at 0.05 times the usual learning rate"));
    EXPECT_EQ(low[0].notice.change, (ParamPatch{{"lr.d", 2e-4}, {"lr.g", 2e-4}}));
    EXPECT_THAT(raised(said(2e-4)), ::testing::IsEmpty()) << "samples of a long average may hardly move";
}

TEST(Counsel, LowRatesAreTheCauseOfAStallAndNotOfADThatWins) {
    const auto open_at_low_rates = [](auto figures) {
        Played run;
        run.config.lr_g = run.config.lr_d = 1e-5;
        run.begin({.count = 20000});
        for (int preview = 0; preview < 4; ++preview) {
            run.steps(120, figures);
            run.watch.add_sample(run.at, ImageList{noisy(1), noisy(2), noisy(3), noisy(4)}, "");
        }
        return run.open();
    };
    EXPECT_THAT(open_at_low_rates([](StepDone& s) { s.d_real = s.d_fake = 0.5; }), ElementsAre(CounselRule::RateLow));
    EXPECT_THAT(open_at_low_rates([](StepDone& s) {
                    s.d_real = 0.98;
                    s.d_fake = 0.02;
                }),
                ElementsAre(CounselRule::DWins))
        << "higher rates would let it win sooner";
}

/// As many as are asked for of a data set in which picture number i + 500 is a copy of number i.
ImageList some_of_copies(std::int64_t first, int count) {
    ImageList out;
    for (int i = 0; i < count; ++i) out.push_back(noisy(static_cast<int>((first + i) % 500), 64));
    return out;
}

TEST(Counsel, FindsCopiesThatLieFarApart) {
    Played run;
    run.config.image_size = 64;
    ManyPictures first;
    first.add(some_of_copies(0, 64));
    EXPECT_EQ(first.twin_share(), 0) << "the first ones say nothing";
    const DataFacts facts = facts_of(run.config, 1000, some_of_copies, {});
    EXPECT_EQ(facts.count, 1000);
    EXPECT_DOUBLE_EQ(facts.twins, 0.5);
    run.begin(facts);
    run.calm(100);
    EXPECT_THAT(raised(run.told), Contains("data-twins"));
    EXPECT_EQ(facts_of(run.config, 500, some_of_copies, {}).twins, 0);
}

TEST(Counsel, FindsTheRepeatsThatTheRecipeNames) {
    // Boxes of 10 px, each second picture ten levels brighter than the one before: another print of the same.
    const auto prints = [](std::int64_t first, int count) {
        ImageList out;
        for (auto n = static_cast<int>(first); n < first + count; ++n) {
            auto pixels = std::make_shared<std::vector<std::uint8_t>>();
            for (int y = 0; y < 64; ++y)
                for (int x = 0; x < 64; ++x) {
                    const auto box = static_cast<std::uint64_t>(n / 2 * 64 + y / 10 * 8 + x / 10);
                    pixels->push_back(static_cast<std::uint8_t>(40 + mix64(box) % 160 + (n % 2 == 0 ? 0 : 10)));
                }
            out.push_back({64, 64, 1, std::move(pixels)});
        }
        return out;
    };
    Played run;
    EXPECT_DOUBLE_EQ(facts_of(run.config, 100, prints, {}).twins, 0.5);
}

TEST(Counsel, GrownPicturesHaveABeginningOfTheirOwn) {
    Played run;
    run.config.image_size = 32;
    run.begin({.count = 20000});
    const auto pulling = [&](double norm, int count) {
        run.steps(count, [norm](StepDone& s) { s.grad_norm_g = s.grad_norm_d = norm; });
    };
    pulling(1, 320);
    run.config.image_size = 64;
    run.watch.changed(run.config, {"image.size"}, run.at, false);
    pulling(40, 400);
    EXPECT_THAT(raised(run.told), Not(Contains("norm-drift"))) << "forty times those of the networks for 32 px";
    pulling(1200, 300);
    EXPECT_THAT(raised(run.told), Contains("norm-drift")) << "thirty times what they began with at 64 px";
}

/// Noise with a lattice of 2 px over it.
ImageList latticed(int first, int side) {
    ImageList out;
    for (int n = 0; n < 16; ++n) {
        auto pixels = std::make_shared<std::vector<std::uint8_t>>(*noisy(first + n, side).pixels);
        for (std::size_t i = 0; i < pixels->size(); ++i)
            (*pixels)[i] = static_cast<std::uint8_t>((*pixels)[i] * 2 / 5 + (i % 2 == 0 ? 100 : 0));
        out.push_back({side, side, 1, std::move(pixels)});
    }
    return out;
}

TEST(Counsel, GrownPicturesAreComparedWithDataOfTheirSize) {
    // What the pictures show at 64 px by themselves, at 32 px they do not.
    const auto said_of = [](bool looks_again) {
        Played run;
        run.config.image_size = 32;
        run.begin({.count = 20000});
        run.watch.add_data_pictures(ImageList{noisy(1), noisy(2), noisy(3), noisy(4)});
        run.calm(320);
        run.config.image_size = 64;
        run.watch.changed(run.config, {"image.size"}, run.at, false);
        if (looks_again) run.watch.add_data_pictures(latticed(100, 64));
        for (int sample = 0; sample < 4; ++sample) {
            run.calm(100);
            run.watch.add_sample(run.at, latticed(200 + 20 * sample, 64), "");
        }
        return raised(run.told);
    };
    EXPECT_THAT(said_of(true), Not(Contains("checkerboard")));
    EXPECT_THAT(said_of(false), Contains("checkerboard")) << "what is not known is taken to be plain";
}

TEST(Counsel, WhatTheDataWasAtAnotherSizeSaysNothing) {
    // A lattice of the small pictures hides none of the large ones.
    Played run;
    run.config.image_size = 32;
    run.begin({.count = 20000, .checkerboard = 1000});
    run.calm(320);
    run.config.image_size = 64;
    run.watch.changed(run.config, {"image.size"}, run.at, false);
    run.watch.add_data_pictures(ImageList{noisy(1, 64), noisy(2, 64), noisy(3, 64), noisy(4, 64)});
    for (int sample = 0; sample < 4; ++sample) {
        run.calm(100);
        run.watch.add_sample(run.at, latticed(200 + 20 * sample, 64), "");
    }
    EXPECT_THAT(raised(run.told), Contains("checkerboard"));
}

TEST(Counsel, FindsEmptyPicturesWhereverTheyLie) {
    // Sheets of as many greys, so that none is another's twin.
    const auto pictures = [](std::int64_t first, int count) {
        ImageList out;
        for (auto i = static_cast<int>(first); i < first + count; ++i) {
            const std::vector<std::uint8_t> sheet(32 * 32, static_cast<std::uint8_t>(4 * (i - 40)));
            out.push_back(i < 40 ? noisy(i)
                                 : ImageBuffer{32, 32, 1, std::make_shared<const std::vector<std::uint8_t>>(sheet)});
        }
        return out;
    };
    Played run;
    const DataFacts facts = facts_of(run.config, 100, pictures, {});
    EXPECT_DOUBLE_EQ(facts.empty, 0.6);
    EXPECT_EQ(facts.twins, 0);
    run.begin(facts);
    run.watch.add_data_pictures(pictures(0, 16));  // the first ones, which a run shows, change nothing of it
    run.calm(30);
    EXPECT_THAT(raised(run.told), Contains("data-empty"));
}

TEST(Counsel, LooksAtPiecesOfALargeDataSet) {
    TrainConfig config = default_config(kDcgan);
    config.image_size = 512;
    std::vector<std::int64_t> seen;
    const auto pictures = [&](std::int64_t first, int count) {
        seen.push_back(first);
        EXPECT_EQ(count, 64);
        return ImageList(static_cast<std::size_t>(count), noisy(static_cast<int>(first)));
    };
    EXPECT_DOUBLE_EQ(facts_of(config, 100000, pictures, {}).twins, 63.0 / 64) << "copies side by side are seen too";
    EXPECT_THAT(seen, ElementsAre(0, 25000, 50000, 75000));
    std::stop_source stop;
    stop.request_stop();
    seen.clear();
    (void)facts_of(config, 100000, pictures, stop.get_token());
    EXPECT_TRUE(seen.empty());
}

}  // namespace
}  // namespace headroom::counsel_test
