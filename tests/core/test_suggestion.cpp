// Recipes: what is proposed from the facts of a data set, why, and what becomes of it beside settings that are given.
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/registry.h"
#include "core/families/suggestion.h"
#include "tests/core/played_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom {
namespace {

TEST(Suggestion, EverySuchRecipeIsSoundAndHasReasons) {
    for (const std::int64_t pictures : {1, 80, 316, 6000, 200000}) {
        for (const int side : {32, 64, 500}) {
            for (int bits = 0; bits < 64; ++bits) {
                DatasetFacts f;
                f.pictures = pictures;
                f.near_duplicates = bits & 1 ? pictures / 4 : 0;
                f.grey = bits & 2 ? 1 : 0;
                f.light_ground = bits & 4 ? 0.9 : 0;
                f.black_ground = (bits & 36) == 32 ? 0.8 : 0;
                f.wide = bits & 8 ? 0.8 : 0;
                f.transparent = f.empty = bits & 16 ? 0.5 : 0;
                f.pale = bits & 1 ? f.transparent : 0;
                f.median_side = side;
                const auto recipe = suggest_recipe(f, (bits & 1) != 0);
                ASSERT_TRUE(recipe);
                const auto config = with_patch(default_config(recipe->model), recipe->patch());
                ASSERT_TRUE(config) << config.error().message;
                EXPECT_TRUE(check_config(*config, true).empty());
                std::size_t keys = 0;
                for (const SuggestedChange& change : recipe->changes) {
                    EXPECT_EQ(change.reason.find('{'), std::string::npos) << change.reason;
                    EXPECT_TRUE(change.reason.ends_with('.')) << change.reason;
                    EXPECT_FALSE(change.words.empty());
                    keys += change.values.size();
                }
                EXPECT_GE(keys + recipe->otherwise.size(), recipe->patch().size());
                EXPECT_EQ(config->data_grey, f.grey > 0.98);
                EXPECT_EQ(config->data_fit == FitMode::Pad, f.wide > 0 && f.light_ground + f.black_ground > 0);
            }
        }
    }
    EXPECT_FALSE(suggest_recipe({})) << "no pictures";
}

TEST(Suggestion, FewPicturesAreALightGansWhereAGpuTrainsIt) {
    DatasetFacts f;
    f.pictures = 316;
    f.median_side = 400;
    EXPECT_EQ(suggest_recipe(f, true)->model, kLightGan);
    EXPECT_EQ(suggest_recipe(f, false)->model, kDcgan);
    f.pictures = 20000;
    f.median_side = 200;
    EXPECT_EQ(suggest_recipe(f, true)->model, kDcgan) << "which draws as much";
    f.median_side = 512;
    EXPECT_EQ(suggest_recipe(f, false)->model, kDcgan);
    const auto recipe = suggest_recipe(f, true);
    ASSERT_EQ(recipe->model, kLightGan);
    const auto many = with_patch(default_config(kLightGan), recipe->patch());
    ASSERT_TRUE(many);
    EXPECT_TRUE(check_config(*many, false).empty());
    EXPECT_EQ(many->grow_to, 256);
    EXPECT_EQ(many->own<LightGanConfig>().width_max, 512) << "what few pictures teach is learnt by fewer weights";
    EXPECT_TRUE(many->augment_adapt);
    EXPECT_EQ(many->steps, 60000);
}

TEST(Suggestion, ALightGanGrowsToWhatItsPicturesShow) {
    DatasetFacts f;
    const auto proposed = [&f](std::int64_t pictures, int side) {
        f.pictures = pictures;
        f.median_side = side;
        const auto recipe = suggest_recipe(f, true);
        EXPECT_EQ(recipe->model, kLightGan);
        return *with_patch(default_config(recipe->model), recipe->patch());
    };
    for (const auto& [side, last] : {std::pair(100, 0), {128, 128}, {255, 128}, {256, 256}, {400, 256}}) {
        const TrainConfig c = proposed(316, side);
        EXPECT_EQ(c.image_size, 64) << side;
        EXPECT_EQ(c.grow_to, last) << side;
        // The last size is trained for longer than all before it.
        const std::int64_t stages = last == 256 ? 2 : last == 128 ? 1 : 0;
        EXPECT_LT(2 * stages * c.grow_after, c.steps * c.effective_batch()) << side;
    }
    const TrainConfig c = proposed(316, 400);
    EXPECT_EQ(c.scores_every, 1000);
    EXPECT_EQ(c.best_by, BestBy::Kid);
    EXPECT_EQ(c.data_held_out, 10);
    EXPECT_EQ(doubt_in(c), "");
    EXPECT_EQ(proposed(120, 400).data_held_out, 0) << "too few to do without some";
}

TEST(Suggestion, RunsAreScoredAndOfSomeHundredPicturesATenthIsHeldOut) {
    DatasetFacts f;
    f.median_side = 400;
    for (const bool on_gpu : {false, true}) {
        f.pictures = 316;
        const ParamPatch hundreds = suggest_recipe(f, on_gpu)->patch();
        EXPECT_EQ(hundreds.at("scores.every"), ParamValue(std::int64_t{1000}));
        EXPECT_EQ(hundreds.at("checkpoint.best"), ParamValue(std::string("kid")));
        EXPECT_EQ(hundreds.at("data.held_out"), ParamValue(10.0));
        f.pictures = 80;
        const ParamPatch few = suggest_recipe(f, on_gpu)->patch();
        EXPECT_TRUE(few.contains("scores.every"));
        EXPECT_EQ(few.at("data.held_out"), ParamValue(0.0)) << "each is needed, and eight would tell nothing";
        f.pictures = 20;
        EXPECT_EQ(suggest_recipe(f, on_gpu)->patch().at("scores.every"), ParamValue(std::int64_t{0}))
            << "a KID that is all error";
    }
}

TEST(Suggestion, WhiteOnNothingGetsABlackGroundAndWritingNoMirror) {
    DatasetFacts f;
    f.pictures = 2000;
    f.median_side = 128;
    f.transparent = 0.9;
    f.light_ground = 1;
    f.wide = 0.1;
    for (const auto& [pale, ground] : {std::pair(0.8, "black"), {0.2, "white"}}) {
        f.pale = pale;
        const ParamPatch patch = suggest_recipe(f)->patch();
        EXPECT_EQ(patch.at("data.ground"), ParamValue(std::string(ground)));
        EXPECT_EQ(patch.at("data.fit"), ParamValue(std::string("pad"))) << "a tenth would be cut, and none gains by it";
        EXPECT_EQ(patch.at("data.mirror"), ParamValue(true));
    }
    f.grey = 1;
    EXPECT_EQ(suggest_recipe(f)->patch().at("data.mirror"), ParamValue(false)) << "scans, signs";
    f.light_ground = 0;
    EXPECT_EQ(suggest_recipe(f)->patch().at("data.mirror"), ParamValue(true)) << "photographs without colour";
}

TEST(Suggestion, AFormThatHadOtherDataKeepsNothingOfIt) {
    DatasetFacts scans, photos;
    scans.pictures = 2000;
    scans.grey = 1;
    photos.pictures = 80;
    scans.median_side = photos.median_side = 400;
    for (const bool on_gpu : {false, true}) {
        TrainConfig form = default_config(suggest_recipe(photos, on_gpu)->model);
        form.data_grey = true;
        form.data_held_out = 10;
        form.data_ground = Ground::Black;
        form.augment_images = 77;
        if (!on_gpu) form.edit<DcganConfig>().loss = GanLoss::Hinge;  // which has no labels to be smoothed
        const auto taken = with_patch(form, suggest_recipe(photos, on_gpu)->patch());
        ASSERT_TRUE(taken);
        const auto fresh = with_patch(default_config(form.model), suggest_recipe(photos, on_gpu)->patch());
        EXPECT_TRUE(difference(*fresh, *taken).empty());
        EXPECT_TRUE(check_config(*taken, !on_gpu).empty());
        EXPECT_TRUE(with_patch(form, suggest_recipe(scans, on_gpu)->patch())->data_grey);
    }
}

TEST(Suggestion, HandfulsOfPicturesHaveEvenStepsAndTheLastSizeHasItsHalf) {
    DatasetFacts f;
    f.median_side = 400;
    for (const bool on_gpu : {false, true}) {
        for (const std::int64_t pictures : {1, 2, 5, 9, 10, 17, 33, 50, 70, 199, 316}) {
            f.pictures = pictures;
            const auto recipe = suggest_recipe(f, on_gpu);
            const TrainConfig c = *with_patch(default_config(recipe->model), recipe->patch());
            const std::int64_t batch = c.batch_micro, last = pictures % batch;
            EXPECT_LE(batch, on_gpu ? 8 : 16);
            EXPECT_TRUE(pictures >= 200 || last == 0 || 4 * last >= batch) << pictures << " in batches of " << batch;
            const std::int64_t images = c.steps * pictures / ((pictures + batch - 1) / batch);
            const std::int64_t before_the_last = c.grow_after * (on_gpu ? 2 : 1);
            EXPECT_GE(images, before_the_last * (on_gpu ? 1 : 2)) << pictures << (on_gpu ? " on a GPU" : "");
            std::string words;
            for (const SuggestedChange& change : recipe->changes) words += change.words + "\n";
            EXPECT_NE(words.find("Batches of " + std::to_string(batch) + "\n"), std::string::npos) << words;
        }
    }
    f.pictures = 70;
    EXPECT_EQ(suggest_recipe(f)->patch().at("batch.micro"), ParamValue(std::int64_t{16}));
    EXPECT_EQ(suggest_recipe(f)->patch().at("image.grow_after"), ParamValue(std::int64_t{40000}));
    EXPECT_EQ(suggest_recipe(f)->patch().at("steps"), ParamValue(std::int64_t{6000}));
}

TEST(Suggestion, ReasonsNameTheFigures) {
    DatasetFacts f;
    f.pictures = 316;
    f.near_duplicates = 16;
    f.median_side = 400;
    f.wide = 0.5;
    f.light_ground = 0.96;
    const auto recipe = suggest_recipe(f);
    std::string all;
    for (const SuggestedChange& change : recipe->changes) all += change.reason + "\n";
    EXPECT_NE(all.find("50 % of the pictures are not square and 96 % lie on white"), std::string::npos) << all;
    EXPECT_NE(all.find("300 distinct pictures"), std::string::npos) << all;
    EXPECT_NE(all.find("16 pictures all but repeat others"), std::string::npos) << all;
}

TEST(Suggestion, ManyRepeatedAndEmptyPicturesAreSkipped) {
    DatasetFacts f;
    f.pictures = 100;
    f.median_side = 400;
    const auto proposed = [&f] { return *with_patch(default_config(kDcgan), suggest_recipe(f)->patch()); };
    const auto words = [&f] {
        std::string out;
        const auto recipe = suggest_recipe(f);
        for (const SuggestedChange& change : recipe->changes) out += change.words + "\n";
        return out;
    };
    f.near_duplicates = 5;
    f.empty = 0.1;
    EXPECT_FALSE(proposed().data_skip_duplicates || proposed().data_skip_empty) << "a few of each do no harm";
    f.near_duplicates = 85;
    f.empty = 0;
    EXPECT_TRUE(proposed().data_skip_duplicates);
    EXPECT_FALSE(proposed().data_skip_empty);
    EXPECT_EQ(proposed().batch_micro, 15) << "no more than are left";
    f.near_duplicates = 20;
    f.empty = 0.3;
    EXPECT_TRUE(proposed().data_skip_duplicates && proposed().data_skip_empty);
    EXPECT_EQ(distinct(f), 50);
    EXPECT_EQ(trained_on(f), 50);
    EXPECT_NE(words().find("Without the repeated pictures\nWithout the empty pictures\n"), std::string::npos)
        << words();
    f.near_duplicates = 0;
    f.empty = 0.8;
    EXPECT_FALSE(proposed().data_skip_empty) << "drawings of a line or two";
    EXPECT_NE(words().find("Look at the empty pictures\n"), std::string::npos) << words();
    EXPECT_EQ(trained_on(f), 100);
    TrainConfig form = default_config(kDcgan);
    form.data_skip_duplicates = form.data_skip_empty = true;
    form = *with_patch(form, suggest_recipe(f)->patch());
    EXPECT_FALSE(form.data_skip_duplicates || form.data_skip_empty) << "a form that had other data keeps nothing of it";
}

TEST(Suggestion, StepsGrowWithTheCountAndEdgesAreNamed) {
    const std::pair<std::int64_t, std::int64_t> wanted[] = {
        {1, 5000}, {300, 11000}, {1000, 20000}, {6000, 49000}, {200000, 60000}};
    for (const auto& [pictures, steps] : wanted) {
        DatasetFacts f;
        f.pictures = pictures;
        f.median_side = 400;
        f.edges = 0.09;
        const auto recipe = suggest_recipe(f);
        ASSERT_TRUE(recipe);
        EXPECT_EQ(recipe->patch().at("steps"), ParamValue(steps)) << pictures;
        std::string words, reasons;
        for (const SuggestedChange& change : recipe->changes) {
            words += change.words + "\n";
            reasons += change.reason + "\n";
        }
        EXPECT_NE(words.find(std::to_string(steps) + " steps at most"), std::string::npos) << words;
        EXPECT_NE(reasons.find("9 % of the pixels"), std::string::npos) << reasons;
        EXPECT_EQ(recipe->patch().at("model.upsampling"), ParamValue(std::string("bilinear")));
    }
}

TEST(Suggestion, PicturesOnOneColourArePaddedWithIt) {
    DatasetFacts f;
    f.pictures = 20000;
    f.median_side = 128;
    f.wide = 0.1;
    const auto proposed = [&f] { return *with_patch(default_config(kDcgan), suggest_recipe(f)->patch()); };
    EXPECT_EQ(proposed().data_fit, FitMode::CentreCrop) << "they fill their frame";
    for (const auto& [share, ground] : {std::pair(&DatasetFacts::black_ground, Ground::Black),
                                        {&DatasetFacts::grey_ground, Ground::Grey},
                                        {&DatasetFacts::light_ground, Ground::White}}) {
        f.*share = 0.8;
        EXPECT_EQ(proposed().data_fit, FitMode::Pad) << name_of(ground);
        EXPECT_EQ(proposed().data_ground, ground);
        f.wide = 0.01;
        EXPECT_EQ(proposed().data_fit, FitMode::CentreCrop) << "hardly one is cut";
        EXPECT_EQ(proposed().data_ground, Ground::White);
        f.wide = 0.1;
        f.*share = 0.4;
        EXPECT_EQ(proposed().data_fit, FitMode::CentreCrop) << "most lie on something else";
        f.*share = 0;
    }
    f.black_ground = 0.6;
    f.transparent = 0.1;
    EXPECT_EQ(proposed().data_ground, Ground::Black) << "one ground for all";
}

/// What counsel says of a run by the recipe for such data as it begins.
std::vector<CounselTold> said_of(const DatasetFacts& f, const DataFacts& seen, bool on_gpu) {
    const auto recipe = suggest_recipe(f, on_gpu);
    counsel_test::Played run;
    run.config = *with_patch(default_config(recipe->model), recipe->patch());
    run.begin(seen);
    run.calm(100);
    return run.told;
}

TEST(Suggestion, CounselSaysNothingOfARunThatBeginsWithIt) {
    for (const bool on_gpu : {false, true}) {
        for (const std::int64_t pictures : {40, 316, 6000, 200000}) {
            for (const double cut : {0.0, 0.15, 0.25, 0.5, 1.0}) {
                for (const double light : {0.0, 0.9}) {
                    DatasetFacts f;
                    f.pictures = pictures;
                    f.median_side = 400;
                    f.wide = cut;
                    f.cut = cut;
                    f.light_ground = light;
                    // Of those that counsel looks at somewhat more may be cut.
                    const DataFacts seen{.count = pictures, .twins = 0, .empty = 0, .cut = std::min(1.0, cut + 0.06)};
                    for (const CounselTold& told : said_of(f, seen, on_gpu))
                        ADD_FAILURE() << pictures << ", cut " << cut << ": " << told.notice.seen;
                }
            }
        }
    }
}

TEST(Suggestion, WhatWouldLoseItsPartsIsPaddedWithAGroundOfNoColour) {
    DatasetFacts f;
    f.pictures = 2000;
    f.median_side = 128;
    f.wide = f.cut = 0.6;
    EXPECT_EQ(suggest_recipe(f)->patch().at("data.fit"), ParamValue(std::string("pad")));
    EXPECT_EQ(suggest_recipe(f)->patch().at("data.ground"), ParamValue(std::string("grey")));
    f.transparent = 0.3;
    EXPECT_EQ(suggest_recipe(f)->patch().at("data.ground"), ParamValue(std::string("white")));
    f.pale = 0.2;
    EXPECT_EQ(suggest_recipe(f)->patch().at("data.ground"), ParamValue(std::string("black")));
}

TEST(Suggestion, WhatIsAskedForGoesBeforeItAndExcludesWhatItContradicts) {
    DatasetFacts f;
    f.pictures = 2000;
    f.median_side = 128;
    const SuggestedRecipe plain = *suggest_recipe(f);
    EXPECT_EQ(with_given(plain, {}).changes.size(), plain.changes.size());
    const ParamPatch given{
        {"loss", std::string("wgan-gp")}, {"norm.d", std::string("none")}, {"steps", std::int64_t{300}}};
    const SuggestedRecipe recipe = with_given(plain, given);
    const auto config = with_patch(default_config(recipe.model), recipe.patch());
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_TRUE(check_config(*config, false).empty());
    EXPECT_EQ(config->own<DcganConfig>().loss, GanLoss::WganGp);
    EXPECT_EQ(config->steps, 300);
    EXPECT_FALSE(config->augment_adapt);
    EXPECT_TRUE(config->data_mirror) << "the rest stays";
    std::map<std::string, std::string> why;
    for (const SuggestedChange& change : recipe.changes)
        if (change.words.starts_with("Left out: ")) why[change.words] = change.reason;
    EXPECT_EQ(why.size(), 3u);
    EXPECT_EQ(why["Left out: The R1 penalty every 16 steps, and labels of 0.9"],
              "It sets loss, which is asked for otherwise.");
    EXPECT_NE(why["Left out: Augmentations whose strength follows the discriminator"].find("WGAN-GP's critic"),
              std::string::npos);
    // Nothing of a proposal excludes it: who asks hears it as without a recipe.
    const SuggestedRecipe alone = with_given(plain, {{"loss", std::string("wgan-gp")}});
    const auto refused = check_config(*with_patch(default_config(alone.model), alone.patch()), false);
    ASSERT_EQ(refused.size(), 1u);
    EXPECT_EQ(refused[0].key, "norm.d");
}

}  // namespace
}  // namespace headroom
