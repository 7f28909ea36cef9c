// The search behind "Make it fit", with a forecaster of known costs.
#include "core/api/param_schema.h"
#include "core/engine/plan/fit_search.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/fit_rules.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/registry.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/core/plain_forecaster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace headroom {
namespace {

using testing::HasSubstr;

FitReport search(FitRequest request, std::int64_t budget_mib, std::int64_t reserve_mib = 0, NetworkLayout layout = {}) {
    PlainForecaster forecaster;
    auto report = search_fit(request, {std::move(layout), Bytes{budget_mib << 20}, Bytes{reserve_mib << 20}, true},
                             forecaster, [](const std::string&, double) {}, {});
    EXPECT_TRUE(report);
    return report ? *report : FitReport{};
}

FitRequest asked(std::int64_t micro, NormKind norm = NormKind::None) {
    FitRequest r;
    r.config.image_size = 64;
    r.config.batch_micro = micro;
    r.config.edit<DcganConfig>().norm_g = r.config.norm_d = norm;
    return r;
}

const FitPlan* recommended(const FitReport& report) {
    const auto it =
        std::find_if(report.plans.begin(), report.plans.end(), [](const FitPlan& p) { return p.recommended; });
    return it == report.plans.end() ? nullptr : &*it;
}

TEST(FitSearch, KeepsWhatIsAskedWhenItFits) {
    const FitReport report = search(asked(16), 1000);
    ASSERT_TRUE(recommended(report));
    EXPECT_TRUE(recommended(report)->as_asked);
    EXPECT_THAT(report.sentence, HasSubstr("Fits as asked"));
}

TEST(FitSearch, WhatIsKeptForReuseNeverMakesAPlanTooBig) {
    PlainForecaster forecaster;
    forecaster.fills_budget = true;
    // 260 MiB are needed; a reserve of 20 MiB is in what would be kept for reuse.
    const auto report = search_fit(asked(16), {{}, Bytes{300 << 20}, Bytes{20 << 20}, true}, forecaster,
                                   [](const std::string&, double) {}, {});
    ASSERT_TRUE(report);
    ASSERT_TRUE(recommended(*report));
    EXPECT_TRUE(recommended(*report)->as_asked);
    for (const FitPlan& plan : report->plans) {
        EXPECT_EQ(plan.group != PlanGroup::TooBig, plan.forecast.needed() <= Bytes{280 << 20}) << plan.result;
        EXPECT_EQ(plan.group != PlanGroup::TooBig, plan.to_spare.count >= 0) << plan.result;
    }
}

TEST(FitSearch, TheDataSetIsLeftOnTheHostBeforeAnythingElseChanges) {
    PlainForecaster forecaster;
    forecaster.data_set = Bytes{100 << 20};
    const auto found = [&](DataOnDevice where, std::int64_t mib, bool on_cpu = false) {
        FitRequest request = asked(16);
        request.config.data_on_device = where;
        const auto report =
            search_fit(request, {{}, Bytes{mib << 20}, {}, on_cpu}, forecaster, [](const std::string&, double) {}, {});
        EXPECT_TRUE(report);
        return *report;
    };
    // 260 MiB without it.
    EXPECT_TRUE(recommended(found(DataOnDevice::On, 400))->as_asked);
    const FitReport left = found(DataOnDevice::On, 300);
    const FitPlan* best = recommended(left);
    ASSERT_TRUE(best);
    EXPECT_EQ(best->group, PlanGroup::Same);
    EXPECT_EQ(best->config.data_on_device, DataOnDevice::Off);
    EXPECT_EQ(best->config.batch_micro, 16);
    EXPECT_THAT(best->result, HasSubstr("the data set stays on the host, " + to_text(Bytes{100 << 20}) + " saved"));
    for (const FitPlan& plan : found(DataOnDevice::On, 400, true).plans)
        EXPECT_EQ(plan.config.data_on_device, DataOnDevice::On) << "on the CPU it is no choice";
    const FitReport automatic = found(DataOnDevice::Auto, 300);
    ASSERT_TRUE(recommended(automatic));
    EXPECT_TRUE(recommended(automatic)->as_asked);
    EXPECT_THAT(recommended(automatic)->result, HasSubstr("the data set stays on the host"));
    EXPECT_THAT(recommended(found(DataOnDevice::Auto, 500))->result, testing::Not(HasSubstr("data set")));
    for (const FitPlan& plan : found(DataOnDevice::Off, 300).plans)
        EXPECT_THAT(plan.result, testing::Not(HasSubstr("data set"))) << "as asked";
}

TEST(FitSearch, CutsOfTextToImageComeInChunksThatDivideThem) {
    FitRequest request;
    request.config = default_config(kVqganClip);
    request.config.edit<ImagineConfig>().width = request.config.edit<ImagineConfig>().height = 128;
    request.config.edit<ImagineConfig>().cuts = 24;
    const FitReport report = search(request, 100 + 10 * (6 + 4) + 1);
    ASSERT_TRUE(report.any_fits);
    const FitPlan* best = recommended(report);
    ASSERT_TRUE(best);
    EXPECT_EQ(best->group, PlanGroup::Same);
    EXPECT_THAT(report.sentence, HasSubstr("of 24 cuts at a time"));
    bool asked_is_there = false;
    std::set<std::int64_t> chunks;
    for (const FitPlan& plan : report.plans) {
        EXPECT_EQ(plan.config.own<ImagineConfig>().cuts, 24);
        EXPECT_EQ(plan.config.own<ImagineConfig>().width, 128);
        if (plan.config.own<ImagineConfig>().chunk > 0) EXPECT_EQ(24 % plan.config.own<ImagineConfig>().chunk, 0);
        chunks.insert(plan.config.own<ImagineConfig>().chunk);
        asked_is_there = asked_is_there || plan.as_asked;
    }
    EXPECT_TRUE(asked_is_there);
    EXPECT_GE(chunks.size(), 4u);
    request.allow.smaller_picture = true;
    const FitReport smaller = search(request, 100 + 10 * 2 + 1);
    const auto other = std::find_if(smaller.plans.begin(), smaller.plans.end(),
                                    [](const FitPlan& p) { return p.group == PlanGroup::Different; });
    ASSERT_NE(other, smaller.plans.end());
    EXPECT_THAT(other->result, HasSubstr("Paints"));
    EXPECT_LT(other->config.own<ImagineConfig>().width, 128);
}

/// A VQGAN of the built-in shapes whose batch of 16 needs 260 MiB.
FitRequest quantising(double gan, NormKind norm_d) {
    FitRequest request;
    request.config = default_config(kVqgan);
    request.config.batch_micro = 16;
    request.config.batch_accumulate = 1;
    request.config.edit<VqganTrainConfig>().gan = gan;
    request.config.norm_d = norm_d;
    return request;
}

TEST(FitSearch, SplittingAVqgansBatchIsTheSameOnlyWithoutTheAdversarialLoss) {
    for (const FitPlan& p : search(quantising(0, NormKind::Batch), 190).plans) {
        EXPECT_EQ(p.config.effective_batch(), 16);
        EXPECT_EQ(p.config.own<DcganConfig>().reuse_fakes, ReuseFakes::Auto) << "a VQGAN has no fakes to keep";
        EXPECT_TRUE(p.group == PlanGroup::Same || p.group == PlanGroup::TooBig) << p.result;
    }
    const FitReport weighed = search(quantising(0.8, NormKind::Instance), 190);
    ASSERT_TRUE(recommended(weighed));
    EXPECT_EQ(recommended(weighed)->group, PlanGroup::Close);
    for (const FitPlan& p : weighed.plans) {
        const bool split = p.config.batch_micro != 16;
        if (p.group != PlanGroup::TooBig) EXPECT_EQ(p.group, split ? PlanGroup::Close : PlanGroup::Same) << p.result;
        EXPECT_EQ(p.result.find("Adaptive weight per " + std::to_string(p.config.batch_micro) + " image") !=
                      std::string::npos,
                  split)
            << p.result;
        EXPECT_EQ(p.result.find("Batch norm"), std::string::npos) << p.result;
    }
    for (const FitPlan& p : search(quantising(0.8, NormKind::Batch), 190).plans)
        EXPECT_EQ(p.result.find("Batch norm of D sees") != std::string::npos, p.config.batch_micro != 16) << p.result;
    // A weight that may not rise above 0 is the same for any piece.
    FitRequest capped = quantising(0.8, NormKind::Instance);
    capped.config.edit<VqganTrainConfig>().gan_most = 0;
    for (const FitPlan& p : search(capped, 190).plans) EXPECT_NE(p.group, PlanGroup::Close) << p.result;
}

TEST(FitSearch, AVqganMayBecomeSmallerWhereThatIsAllowed) {
    FitRequest request = quantising(0, NormKind::Instance);
    request.config.edit<VqganTrainConfig>().base = 128;
    request.config.image_size = 128;
    request.allow = {true, true, true, true, true};
    bool narrower = false, smaller = false;
    for (const FitPlan& p : search(request, 150).plans) {
        EXPECT_TRUE(check_config(p.config, true).empty()) << p.result;
        EXPECT_EQ(p.config.own<DcganConfig>().conv, ConvKind::Standard);
        EXPECT_EQ(p.config.own<DcganConfig>().width_g, request.config.own<DcganConfig>().width_g)
            << "no setting of a VQGAN";
        if (p.config.own<VqganTrainConfig>().base == 64) {
            narrower = true;
            EXPECT_THAT(p.result, HasSubstr("Width 64"));
            EXPECT_EQ(p.config.width_d, request.config.width_d / 2);
        }
        smaller = smaller || (p.config.image_size == 64 && p.result.find("Trains a 64² model") != std::string::npos);
        if (p.config.own<VqganTrainConfig>().base != 128 || p.config.image_size != 128)
            EXPECT_TRUE(p.group == PlanGroup::Different || p.group == PlanGroup::TooBig);
    }
    EXPECT_TRUE(narrower);
    EXPECT_TRUE(smaller);
    // As narrow as the norms allow: there is no narrower one.
    request.config.edit<VqganTrainConfig>().base = 32;
    for (const FitPlan& p : search(request, 150).plans) EXPECT_EQ(p.config.own<VqganTrainConfig>().base, 32);
}

TEST(FitSearch, ALightGanKeepsItsBatchAndMayBecomeNarrower) {
    FitRequest request;
    request.config = default_config(kLightGan);
    request.config.image_size = 128;
    request.config.batch_micro = 16;
    request.config.batch_accumulate = 1;
    const FitReport report = search(request, 300);
    ASSERT_TRUE(recommended(report));
    EXPECT_EQ(recommended(report)->group, PlanGroup::Close);
    for (const FitPlan& p : report.plans) {
        EXPECT_EQ(p.config.effective_batch(), 16);
        EXPECT_EQ(p.config.image_size, 128);
        EXPECT_EQ(p.config.own<LightGanConfig>().width_max, 512);
        EXPECT_EQ(p.result.find("Batch norm sees") != std::string::npos, p.config.batch_micro != 16) << p.result;
    }
    request.allow = {true, true, true, true, true};
    const FitRules& rules = family_of(request.config).fit();
    const std::vector<TrainConfig> fresh = rules.sizes(request, true);
    ASSERT_EQ(fresh.size(), 3u);
    EXPECT_THAT(rules.size_words(request.config, fresh[1]), testing::ElementsAre("Trains a 64² model"));
    EXPECT_EQ(fresh[2].own<LightGanConfig>().width_max, 256);
    EXPECT_THAT(rules.size_words(request.config, fresh[2]), testing::ElementsAre("Width 256"));
    EXPECT_EQ(rules.sizes(request, false).size(), 2u) << "a run under way keeps its network";
    request.config.image_size = 64;
    request.config.grow_to = 256;
    EXPECT_EQ(rules.sizes(request, false)[1].grow_to, 128) << "the size that it ends with is the one that counts";
}

TEST(FitSearch, SplitsTheBatchAndKeepsTheEffectiveOne) {
    const FitReport report = search(asked(64), 300);
    EXPECT_TRUE(report.any_fits);
    for (const FitPlan& p : report.plans) {
        EXPECT_EQ(p.config.effective_batch(), 64);
        EXPECT_EQ(p.group == PlanGroup::TooBig, p.to_spare.count < 0);
        EXPECT_EQ(p.to_spare, Bytes{300 << 20} - p.forecast.peak);
    }
    ASSERT_TRUE(recommended(report));
    EXPECT_EQ(recommended(report)->group, PlanGroup::Same);
    // As asked it would need 740 MiB; the table says so.
    EXPECT_TRUE(std::any_of(report.plans.begin(), report.plans.end(),
                            [](const FitPlan& p) { return p.as_asked && p.group == PlanGroup::TooBig; }));
}

TEST(FitSearch, SaysWhereBatchNormMakesADifference) {
    const FitReport report = search(asked(64, NormKind::Batch), 300);
    for (const FitPlan& p : report.plans) {
        if (p.config.batch_micro == 64) continue;
        EXPECT_NE(p.group, PlanGroup::Same);
        EXPECT_THAT(p.result, HasSubstr("Batch norm sees " + std::to_string(p.config.batch_micro)));
    }
}

TEST(FitSearch, ChangesOnlyWhatIsAllowed) {
    FitRequest request = asked(64);
    request.allow = {false, false, false, false, false};
    for (const FitPlan& p : search(request, 300).plans) {
        EXPECT_EQ(p.config.checkpointing, Checkpointing::Off);
        EXPECT_TRUE(keeps_float32(p.config.precision));
        EXPECT_EQ(p.config.own<DcganConfig>().reuse_fakes, ReuseFakes::Auto);
        EXPECT_EQ(p.config.image_size, 64);
    }
    request.allow = {true, true, true, true, true};
    const FitReport all = search(request, 300);
    const auto some = [&](auto&& test) { return std::any_of(all.plans.begin(), all.plans.end(), test); };
    EXPECT_TRUE(
        some([](const FitPlan& p) { return p.config.precision == Precision::Bf16 && p.group != PlanGroup::Same; }));
    EXPECT_TRUE(some([](const FitPlan& p) { return p.config.image_size == 32 && p.group == PlanGroup::Different; }));
    // A run under way keeps its network.
    const FitReport running = search(request, 300, 0, NetworkLayout{64, {8, 8, 8, 8}, {8, 8, 8, 8}, 0});
    EXPECT_TRUE(std::none_of(running.plans.begin(), running.plans.end(), [](const FitPlan& p) {
        return p.config.own<DcganConfig>().conv == ConvKind::Depthwise || p.config.own<DcganConfig>().width_g != 64;
    }));
}

TEST(FitSearch, ListsNoPlanThatAnotherBeats) {
    const FitReport report = search(asked(64), 600);
    for (const FitPlan& a : report.plans) {
        if (a.group == PlanGroup::TooBig || a.as_asked) continue;
        for (const FitPlan& b : report.plans) {
            if (b.group != a.group) continue;
            EXPECT_FALSE(b.forecast.seconds_per_step < a.forecast.seconds_per_step &&
                         b.forecast.tensors() < a.forecast.tensors());
        }
    }
    double last = 0;
    for (const FitPlan& p : report.plans) {
        if (p.group != PlanGroup::Same) break;
        EXPECT_GE(p.forecast.seconds_per_step, last);
        last = p.forecast.seconds_per_step;
    }
}

TEST(FitSearch, ProvesThatNothingFits) {
    FitRequest request = asked(64);
    request.allow = {true, true, true, true, true};
    const FitReport report = search(request, 90);
    EXPECT_FALSE(report.any_fits);
    EXPECT_FALSE(recommended(report));
    // The smallest: one picture of 32 px in bf16 takes a little more than 100 MiB.
    EXPECT_GT(report.missing, Bytes{10 << 20});
    EXPECT_LT(report.missing, Bytes{12 << 20});
    EXPECT_THAT(report.sentence, HasSubstr("Nothing fits"));
}

TEST(FitSearch, NamesWhatNoRunCouldStartWith) {
    PlainForecaster forecaster;
    FitRequest request;
    request.config.edit<DcganConfig>().loss = GanLoss::WganGp;  // with batch norm in D
    const auto report =
        search_fit(request, {{}, Bytes{1 << 30}, {}, true}, forecaster, [](const std::string&, double) {}, {});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::InvalidArgument);
    EXPECT_THAT(report.error().message, HasSubstr("norm"));
}

/// 260 MiB at 64 px, 740 at 128.
FitRequest growing(std::int64_t to) {
    FitRequest request = asked(16);
    request.config.grow_to = to;
    return request;
}

TEST(FitSearch, ARunThatGrowsIsJudgedByTheStageThatTakesMost) {
    EXPECT_TRUE(recommended(search(growing(0), 300))->as_asked);
    const FitReport report = search(growing(128), 300);
    const FitPlan* best = recommended(report);
    ASSERT_TRUE(best);
    EXPECT_FALSE(best->as_asked);
    EXPECT_LE(best->forecast.peak, Bytes{300 << 20});
    EXPECT_EQ(best->config.grow_to, 128);
    EXPECT_EQ(best->stage, "once image.size is 128");
    EXPECT_THAT(best->result, HasSubstr("; peak once image.size is 128"));
    const auto asked_for =
        std::find_if(report.plans.begin(), report.plans.end(), [](const FitPlan& p) { return p.as_asked; });
    ASSERT_NE(asked_for, report.plans.end());
    EXPECT_EQ(asked_for->group, PlanGroup::TooBig);
    EXPECT_EQ(asked_for->forecast.peak, Bytes{740 << 20});
    // One picture at a time, checkpointed, needs 105.6 MiB at first and 122.4 at the end. Two pictures lack less at first, and are farther off.
    const FitReport nothing = search(growing(128), 110);
    EXPECT_FALSE(nothing.any_fits);
    EXPECT_THAT(nothing.sentence, HasSubstr("lacks " + to_text(nothing.missing) + " once image.size is 128"));
    EXPECT_NEAR(nothing.missing.mib(), 12.4, 0.1);
    EXPECT_EQ(nothing.plans.front().to_spare, Bytes{} - nothing.missing);
    // The end of three stages counts, of which the second is too big.
    EXPECT_THAT(search(growing(256), 110).sentence, HasSubstr("once image.size is 256"));
    // Its limit ends the run before it grows.
    FitRequest brief = growing(128);
    brief.config.images = 40000;
    EXPECT_TRUE(recommended(search(brief, 300))->as_asked);
    brief.config.images = 40016;
    EXPECT_FALSE(recommended(search(brief, 300))->as_asked);
}

TEST(FitSearch, ASmallerPictureIsThatOfTheEnd) {
    FitRequest request = growing(256);
    request.allow = {false, false, false, true, false};
    std::set<std::pair<std::int64_t, std::string>> seen;
    for (const FitPlan& p : search(request, 10000).plans) {
        EXPECT_EQ(p.config.image_size, 64);
        if (p.group == PlanGroup::Different) seen.emplace(p.config.grow_to, p.result.substr(0, p.result.find(';')));
    }
    EXPECT_EQ(seen, (std::set<std::pair<std::int64_t, std::string>>{{0, "Trains a 64² model"},
                                                                    {128, "Trains a 128² model"}}));
}

TEST(FitSearch, WhatIsTooBigAtOnceIsNotAskedAboutLater) {
    PlainForecaster forecaster;
    const auto report =
        search_fit(growing(128), {{}, Bytes{125 << 20}, {}, true}, forecaster, [](const std::string&, double) {}, {});
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->any_fits);
    EXPECT_EQ(forecaster.largest_grown, 4) << "8 pictures need more at 64 px already";
}

TEST(FitSearch, TheReserveCounts) {
    const FitReport without = search(asked(16), 300), with = search(asked(16), 300, 200);
    EXPECT_NE(without.plans.front().to_spare, with.plans.front().to_spare);
    EXPECT_TRUE(std::any_of(with.plans.begin(), with.plans.end(),
                            [](const FitPlan& p) { return p.group == PlanGroup::TooBig; }));
}

}  // namespace
}  // namespace headroom
