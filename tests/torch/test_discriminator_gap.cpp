// What a run's discriminator says of pictures.
#include "core/train/run/pictures.h"
#include "core/train/score/discriminator_gap.h"
#include "tests/torch/trainer_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom::test {
namespace {

TEST(DiscriminatorGap, AskingChangesNothingAndIsWhatDSays) {
    RunOf<DcganTrainer> run(small_config());
    run.steps(3);
    const MemoryDataset pictures(40, 32, 3, 9);
    const std::vector<std::int64_t> chosen{7, 0, 39};
    const StoredBytes kept = run.state();
    const auto said = run.trainer->judge(pictures, chosen, {});
    ASSERT_TRUE(said);
    ASSERT_EQ(said->size(), 3u);
    Discriminator& d = *run.trainer->networks().d;
    EXPECT_TRUE(d.is_training()) << "it goes on as it was";
    d.eval();
    const at::NoGradGuard no_grad;
    const at::Tensor direct = d.forward(stored_pictures(pictures, chosen, at::kCPU)).flatten();
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR((*said)[i], direct[static_cast<std::int64_t>(i)].item<double>(), 1e-5);
    EXPECT_EQ(differing(kept, run.state()), "");
}

TEST(DiscriminatorGap, AdvisesNoFewerPicturesWhereNotEvenOneHasRoom) {
    RunOf<DcganTrainer> run(small_config());
    run.step();
    const MemoryDataset pictures(4, 32, 3, 9);
    const auto judged = [&](const std::vector<std::int64_t>& chosen) {
        cpu_allocator::refuse_nth(1);
        auto said = run.trainer->judge(pictures, chosen, {});
        cpu_allocator::refuse_nth(0);
        return said;
    };
    const auto both = judged({0, 1});
    ASSERT_TRUE(both) << "one after the other";
    EXPECT_EQ(both->size(), 2u);
    const auto one = judged({1});
    ASSERT_FALSE(one);
    EXPECT_EQ(one.error().code, ErrorCode::OutOfMemory);
    EXPECT_THAT(one.error().hint, ::testing::HasSubstr("Not even one picture at a time"));
    run.step();
}

TEST(DiscriminatorGap, AsksAboutNoFewerPicturesThanSayAnything) {
    RunOf<DcganTrainer> run(small_config());
    run.step();
    const MemoryDataset seen(40, 32, 3, 3), others(40, 32, 3, 9), few(kFewestAsked - 1, 32, 3, 9);
    const auto gap = [&](std::int64_t count) {
        const auto said = discriminator_gap(*run.trainer, seen, others, count, 7, {});
        EXPECT_TRUE(said && *said) << count;
        return said && *said ? **said : DiscriminatorGap{};
    };
    const DiscriminatorGap fewest = gap(kFewestAsked);
    for (const std::int64_t count : {1, 5}) {
        EXPECT_EQ(gap(count).gap, fewest.gap) << count;
        EXPECT_EQ(gap(count).error, fewest.error) << count;
    }
    EXPECT_NE(gap(0).error, fewest.error) << "of all";
    const auto none = discriminator_gap(*run.trainer, seen, few, 5, 7, {});
    ASSERT_TRUE(none);
    EXPECT_FALSE(none->has_value());
}

}  // namespace
}  // namespace headroom::test
