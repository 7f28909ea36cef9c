// Text to image over a folder of pictures: order, names, the same numbers for each, blending, exact resume, files that are no pictures.
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/painting_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

namespace headroom {
namespace {

using ::testing::HasSubstr;

ImageBuffer plain(std::uint8_t red, std::uint8_t green, std::uint8_t blue, int side = 48) {
    auto pixels = std::make_shared<std::vector<std::uint8_t>>();
    for (int i = 0; i < side * side; ++i) pixels->insert(pixels->end(), {red, green, blue});
    return {side, side, 3, std::move(pixels)};
}

/// A folder of pictures and what a run over it made of them.
class ImagineFolder : public ::testing::Test {
protected:
    struct Film {
        std::vector<std::string> names;
        std::vector<ImageBuffer> pictures;
        std::vector<FrameProgress> told;
    };

    void put(const std::string& name, const ImageBuffer& image) {
        test::write_bytes(folder_.file(name), test::png_bytes(image));
    }
    void put_three() {
        put("frame10.png", test::gradient(48, 48));
        put("frame2.png", plain(200, 40, 30));
        put("frame1.png", plain(20, 60, 190));
    }
    TrainConfig over_folder(std::int64_t steps = 3) const {
        TrainConfig config = painting();
        config.edit<ImagineConfig>().start = ImagineStart::Folder;
        config.edit<ImagineConfig>().start_folder = folder_.path();
        config.edit<ImagineConfig>().frame_steps = steps;
        return config;
    }
    static void go_on(Painted& run, Film& film, int steps = 1000) {
        while (steps-- > 0 && !run.trainer.reached_limit()) {
            const StepDone done = run.step();
            if (!done.frame) {
                ADD_FAILURE() << "a step does not say where it stands";
                return;
            }
            film.told.push_back(*done.frame);
            if (!done.frame->done) continue;
            film.names.push_back(done.frame->file);
            film.pictures.push_back((*run.trainer.sample({})).raw.front());
        }
    }
    static Film film_of(const TrainConfig& config) {
        Painted run;
        const auto ready = run.prepare(config);
        EXPECT_TRUE(ready) << (ready ? "" : ready.error().message);
        Film film;
        if (ready) go_on(run, film);
        return film;
    }
    static int apart(const ImageBuffer& a, const ImageBuffer& b) { return test::largest_difference(a, b); }

    test::TempFolder folder_;
};

TEST_F(ImagineFolder, PaintsEachInTheOrderOfNumbersAndEndsWithTheLast) {
    put_three();
    test::write_bytes(folder_.file("notes.txt"), "no picture");
    TrainConfig config = over_folder(3);
    config.steps = 1;  // says nothing here
    Painted run;
    ASSERT_TRUE(run.prepare(config));
    EXPECT_EQ(run.trainer.config().steps, 9);
    Film film;
    go_on(run, film);
    EXPECT_EQ(film.names, (std::vector<std::string>{"frame1.png", "frame2.png", "frame10.png"}));
    ASSERT_EQ(film.told.size(), 9u);
    for (std::size_t i = 0; i < 9; ++i) {
        EXPECT_EQ(film.told[i].frame, static_cast<std::int64_t>(i / 3 + 1));
        EXPECT_EQ(film.told[i].frames, 3);
        EXPECT_EQ(film.told[i].iteration, static_cast<std::int64_t>(i % 3 + 1));
        EXPECT_EQ(film.told[i].iterations, 3);
        EXPECT_EQ(film.told[i].done, i % 3 == 2);
    }
    EXPECT_GT(apart(film.pictures[0], film.pictures[1]), 8);
}

TEST_F(ImagineFolder, ResultsThatDifferByExtensionAloneKeepIt) {
    put("a.png", plain(200, 40, 30));
    test::write_bytes(folder_.file("a.jpg"), test::jpeg_bytes(plain(20, 60, 190)));
    EXPECT_EQ(film_of(over_folder(1)).names, (std::vector<std::string>{"a.png", "a.png.png"}));
}

TEST_F(ImagineFolder, TheSamePictureTwiceGivesTheSameResultTwice) {
    put("1.png", test::gradient(48, 48));
    put("2.png", plain(20, 60, 190));
    put("3.png", test::gradient(48, 48));
    TrainConfig config = over_folder(4);
    config.edit<ImagineConfig>().optimiser = LatentOptimiserKind::Adam;  // its memory would tell
    config.edit<ImagineConfig>().prompts = "a red cube ^ a blue cone ^ a green ring";
    config.edit<ImagineConfig>().story_every = 3;  // and so would a phrase that goes on
    config.edit<ImagineConfig>().rate_drops = "50";
    config.edit<ImagineConfig>().pull = 0.2;
    config.edit<ImagineConfig>().pull_steps = 3;
    config.edit<ImagineConfig>().motion_every = 2;
    config.edit<ImagineConfig>().motion_x = 4;
    const Film film = film_of(config);
    ASSERT_EQ(film.pictures.size(), 3u);
    EXPECT_EQ(apart(film.pictures[0], film.pictures[2]), 0);
    EXPECT_GT(apart(film.pictures[0], film.pictures[1]), 8);
    // The first one alone gives what it gives among others.
    test::TempFolder alone;
    test::write_bytes(alone.file("1.png"), test::png_bytes(test::gradient(48, 48)));
    config.edit<ImagineConfig>().start_folder = alone.path();
    EXPECT_EQ(apart(film_of(config).pictures.at(0), film.pictures[0]), 0);
}

TEST_F(ImagineFolder, BlendingMixesTheLastResultIntoTheNextStart) {
    put("1.png", plain(220, 30, 20));
    put("2.png", test::gradient(48, 48));
    const Film apart_ones = film_of(over_folder(2));
    TrainConfig config = over_folder(2);
    config.edit<ImagineConfig>().frame_blend = 0.5;
    const Film blended = film_of(config);
    ASSERT_EQ(blended.pictures.size(), 2u);
    EXPECT_EQ(apart(apart_ones.pictures[0], blended.pictures[0]), 0) << "the first has none before it";
    EXPECT_GT(apart(apart_ones.pictures[1], blended.pictures[1]), 2);
}

TEST_F(ImagineFolder, ResumesBitForBitWithinAPictureAndBetweenTwo) {
    put_three();
    TrainConfig config = over_folder(3);
    config.edit<ImagineConfig>().frame_blend = 0.4;
    config.edit<ImagineConfig>().prompts = "a red cube ^ a blue cone";
    config.edit<ImagineConfig>().story_every = 2;
    const Film whole = film_of(config);
    ASSERT_EQ(whole.pictures.size(), 3u);
    for (const int before : {1, 3, 4, 6, 8}) {
        Painted first, second;
        Film film;
        ASSERT_TRUE(first.prepare(config));
        go_on(first, film, before);
        const auto saved = first.trainer.checkpoint();
        ASSERT_TRUE(saved);
        ASSERT_TRUE(second.prepare(config, saved->get()));
        EXPECT_EQ(second.trainer.config().steps, 9);
        go_on(second, film);
        EXPECT_EQ(film.names, whole.names) << before;
        ASSERT_EQ(film.pictures.size(), 3u);
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_EQ(apart(film.pictures[i], whole.pictures[i]), 0) << before << ", picture " << i;
    }
}

TEST_F(ImagineFolder, AFinishedRunHasNothingLeftAndAFinishedPictureIsNotPaintedOn) {
    put_three();
    Painted run;
    Film film;
    ASSERT_TRUE(run.prepare(over_folder(2)));
    go_on(run, film, 2);
    ASSERT_TRUE(run.apply({{"frames.steps", std::int64_t{4}}}));  // the first is done: the change is for the others
    EXPECT_EQ(run.trainer.config().steps, 2 + 2 * 4);
    go_on(run, film);
    EXPECT_EQ(film.told.size(), 10u);
    EXPECT_EQ(film.told[2].frame, 2);
    const auto saved = run.trainer.checkpoint();
    ASSERT_TRUE(saved);
    Painted again;
    TrainConfig longer = over_folder(50);
    ASSERT_TRUE(again.prepare(longer, saved->get()));
    EXPECT_TRUE(again.trainer.reached_limit());
}

TEST_F(ImagineFolder, InBf16EveryPictureIsEncodedAsTheFirstIs) {
    put("1.png", test::gradient(48, 48));
    put("2.png", test::gradient(48, 48));
    TrainConfig config = over_folder(2);
    config.precision = Precision::Bf16;
    const Film film = film_of(config);
    ASSERT_EQ(film.pictures.size(), 2u);
    EXPECT_EQ(apart(film.pictures[0], film.pictures[1]), 0);
}

TEST_F(ImagineFolder, WhatHasComeSinceIsPaintedWhenTheRunIsResumed) {
    put("2.png", plain(200, 40, 30));
    put("4.png", test::gradient(48, 48));
    Painted run;
    Film film;
    ASSERT_TRUE(run.prepare(over_folder(2)));
    go_on(run, film, 2);
    const auto between = run.trainer.checkpoint();
    go_on(run, film);
    const auto finished = run.trainer.checkpoint();
    ASSERT_TRUE(between && finished);
    put("1.png", plain(20, 190, 60));
    put("3.png", plain(20, 60, 190));
    test::write_bytes(folder_.file("5.png"), "this is text");
    Painted early, late;
    Film rest, more;
    ASSERT_TRUE(early.prepare(over_folder(2), between->get()));
    go_on(early, rest);
    EXPECT_EQ(rest.names, (std::vector<std::string>{"1.png", "3.png", "4.png"})) << "in their order among what is left";
    ASSERT_TRUE(late.prepare(over_folder(2), finished->get()));
    EXPECT_FALSE(late.trainer.reached_limit());
    go_on(late, more);
    EXPECT_EQ(more.names, (std::vector<std::string>{"1.png", "3.png"}));
    ASSERT_EQ(more.told.size(), 4u);
    EXPECT_EQ(more.told[0].frame, 3);
    EXPECT_EQ(more.told.back().frame, 4);
    EXPECT_TRUE(late.trainer.reached_limit());
    EXPECT_EQ(late.trainer.config().steps, 8);
    // What was painted twice is the same, and is not painted a third time.
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(apart(rest.pictures[i], more.pictures[i]), 0) << i;
    Painted again;
    ASSERT_TRUE(again.prepare(over_folder(2), (*late.trainer.checkpoint()).get()));
    EXPECT_TRUE(again.trainer.reached_limit());
}

TEST_F(ImagineFolder, ChangesTakeHoldWithinAPicture) {
    put_three();
    Painted run;
    Film film;
    ASSERT_TRUE(run.prepare(over_folder(6)));
    go_on(run, film, 4);
    ASSERT_TRUE(run.apply({{"frames.steps", std::int64_t{2}}}));  // fewer than there were: one more ends this picture
    go_on(run, film, 1);
    EXPECT_TRUE(film.told.back().done);
    ASSERT_TRUE(run.apply({{"picture.width", std::int64_t{64}}, {"prompts", std::string("a blue cone")}}));
    go_on(run, film);
    ASSERT_EQ(film.pictures.size(), 3u);
    EXPECT_EQ(film.pictures[1].width, 64);
    EXPECT_EQ(film.told.size(), 5u + 2 + 2);
    const auto refused = run.apply({{"steps", std::int64_t{1000}}});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("steps"));
}

TEST_F(ImagineFolder, WhatIsNoPictureIsNamedAndPassedOver) {
    test::write_bytes(folder_.file("1.png"), "this is text");
    put("2.png", plain(200, 40, 30));
    const std::string cut = test::png_bytes(test::gradient(48, 48));
    test::write_bytes(folder_.file("3.png"), cut.substr(0, cut.size() / 2));
    put("4.png", plain(20, 60, 190));
    put("5.png", plain(20, 190, 60));
    Painted run;
    Film film;
    ASSERT_TRUE(run.prepare(over_folder(2)));
    go_on(run, film, 3);
    std::filesystem::remove(folder_.file("5.png"));  // gone before its turn
    put("6.png", plain(90, 90, 90));                 // came too late
    go_on(run, film);
    EXPECT_EQ(film.names, (std::vector<std::string>{"2.png", "4.png"}));
    EXPECT_EQ(film.told.size(), 4u);
    EXPECT_EQ(run.trainer.config().steps, 4);
    std::string named;
    for (const Event& event : run.events) {
        if (const auto* w = std::get_if<Warning>(&event)) named += w->message + "\n";
    }
    for (const char* file : {"1.png", "3.png", "5.png"}) EXPECT_THAT(named, HasSubstr(folder_.file(file))) << file;
    EXPECT_EQ(std::count(named.begin(), named.end(), '\n'), 3) << named;
    EXPECT_EQ(film.told.back().frame, 2);
    EXPECT_EQ(film.told.back().frames, 3) << "that the last one is gone was not known yet";
}

TEST_F(ImagineFolder, FoldersWithoutPicturesAreRefusedByName) {
    const auto refused = [](const TrainConfig& config, const std::string& why) {
        Painted run;
        const auto ready = run.prepare(config);
        ASSERT_FALSE(ready) << why;
        for (const std::string& part : {std::string("start.folder: "), config.own<ImagineConfig>().start_folder, why})
            EXPECT_THAT(ready.error().message, HasSubstr(part));
    };
    TrainConfig config = over_folder();
    refused(config, "holds no pictures");
    test::write_bytes(folder_.file("1.png"), "this is text");
    refused(config, "none of its 1 files");
    config.edit<ImagineConfig>().start_folder = folder_.file("none");
    refused(config, "there is no folder");
}

TEST_F(ImagineFolder, AFolderThatIsGoneIsMissedOnlyWhileThereIsWorkLeft) {
    put("1.png", plain(200, 40, 30));
    put("2.png", plain(20, 60, 190));
    TrainConfig config = over_folder(2);
    Painted run;
    Film film;
    ASSERT_TRUE(run.prepare(config));
    go_on(run, film, 1);
    const auto early = run.trainer.checkpoint();
    go_on(run, film, 2);
    const auto late = run.trainer.checkpoint();
    ASSERT_TRUE(early && late);
    std::filesystem::remove_all(folder_.path());
    Painted one, other;
    const auto missed = one.prepare(config, early->get());
    ASSERT_FALSE(missed);
    EXPECT_THAT(missed.error().message, HasSubstr("1 of its pictures are left"));
    EXPECT_TRUE(other.prepare(config, late->get()));
    std::filesystem::create_directories(folder_.path());
}

TEST_F(ImagineFolder, PicturesAreTurnedAndCutAsAStartPictureIs) {
    // A wide picture whose left half is red: turned upright by its EXIF block, its middle keeps the halves, one above the other.
    auto pixels = std::make_shared<std::vector<std::uint8_t>>();
    for (int y = 0; y < 48; ++y) {
        for (int x = 0; x < 96; ++x)
            pixels->insert(pixels->end(), {static_cast<std::uint8_t>(x < 48 ? 230 : 20), 20,
                                           static_cast<std::uint8_t>(x < 48 ? 20 : 230)});
    }
    test::JpegOptions turned;
    turned.orientation = 6;
    test::write_bytes(folder_.file("1.jpg"), test::jpeg_bytes({96, 48, 3, pixels}, turned));
    TrainConfig config = over_folder(1);
    Painted folder, single;
    ASSERT_TRUE(folder.prepare(config));
    config.edit<ImagineConfig>().start = ImagineStart::Picture;
    config.edit<ImagineConfig>().start_picture = folder_.file("1.jpg");
    ASSERT_TRUE(single.prepare(config));
    EXPECT_TRUE(at::equal(folder.trainer.latent(), single.trainer.latent()));
}

TEST_F(ImagineFolder, AFrameThatMeetsARefusalIsPaintedAllTheSame) {
    put_three();
    TrainConfig config = over_folder(2);
    config.edit<ImagineConfig>().frame_blend = 0.3;
    const Film calm = film_of(config);
    // Within the first iteration of the second picture, wherever it is: before it nothing was there to refuse.
    for (std::int64_t nth = 1; nth < 4000; nth = nth * 3 + 1) {
        Painted run;
        Film film;
        ASSERT_TRUE(run.prepare(config));
        go_on(run, film, 2);
        cpu_allocator::refuse_nth(nth);
        go_on(run, film);
        cpu_allocator::refuse_nth(0);
        ASSERT_EQ(film.pictures.size(), 3u) << nth;
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_LE(apart(film.pictures[i], calm.pictures[i]), 1) << nth << ", picture " << i;
    }
}

TEST_F(ImagineFolder, LendingBetweenTwoPicturesChangesNoBit) {
    put_three();
    const TrainConfig config = over_folder(2);
    const Film calm = film_of(config);
    Painted run;
    Film film;
    ASSERT_TRUE(run.prepare(config));
    for (const int steps : {1, 1, 2, 1000}) {
        go_on(run, film, steps);
        ASSERT_TRUE(run.trainer.lend());
        ASSERT_TRUE(run.trainer.take_back());
    }
    ASSERT_EQ(film.pictures.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(apart(film.pictures[i], calm.pictures[i]), 0);
}

}  // namespace
}  // namespace headroom
