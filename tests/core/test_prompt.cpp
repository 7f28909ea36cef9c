// Prompts: what is read, and that the text form comes back as it was.
#include "core/api/prompt.h"

#include <gtest/gtest.h>

#include <cmath>

namespace headroom {
namespace {

TEST(Prompts, WeightsAndStopsArePeeledOffTheEnd) {
    const auto story = parse_prompts("a lighthouse at dusk | storm clouds: 0.6 |text, watermark:-0.3:-0.2");
    ASSERT_EQ(story.size(), 1u);
    const PromptSet& set = story.front();
    ASSERT_EQ(set.size(), 3u);
    EXPECT_EQ(set[0].text, "a lighthouse at dusk");
    EXPECT_EQ(set[0].weight, 1.0);
    EXPECT_TRUE(std::isinf(set[0].stop) && set[0].stop < 0);
    EXPECT_EQ(set[1].weight, 0.6);
    EXPECT_EQ(set[2].text, "text, watermark");
    EXPECT_EQ(set[2].weight, -0.3);
    EXPECT_EQ(set[2].stop, -0.2);
}

TEST(Prompts, OtherColonsBelongToTheText) {
    EXPECT_EQ(parse_prompts("Headroom: the film").front()[0], (Prompt{"Headroom: the film"}));
    EXPECT_EQ(parse_prompts("C:\\art\\sea.png:0.5").front()[0], (Prompt{"C:\\art\\sea.png", 0.5}));
    EXPECT_EQ(parse_prompts("a:b:2").front()[0], (Prompt{"a:b", 2.0}));
    EXPECT_EQ(parse_prompts(":5").front()[0], (Prompt{":5"}));
}

TEST(Prompts, StoriesHavePhrasesAndNothingIsEmpty) {
    const auto story = parse_prompts("spring | | rain:0.5 ^ ^ ~winter");
    ASSERT_EQ(story.size(), 2u);
    EXPECT_EQ(story[0].size(), 2u);
    EXPECT_FALSE(story[1][0].on);
    EXPECT_EQ(story[1][0].text, "winter");
    ASSERT_EQ(parse_prompts("").size(), 1u);
    EXPECT_TRUE(parse_prompts(" | ^ ~ | :").front().size() <= 1);
}

TEST(Prompts, TheTextFormComesBackAsItWas) {
    const std::vector<PromptSet> story{{{"a", 1.0}, {"b:c", -0.25, -0.5}, {"time 10:30", 1.0}, {"x:1:2", 0.5}},
                                       {{"winter", 1e-7, 0.125, false}}};
    EXPECT_EQ(parse_prompts(prompts_text(story)), story);
    EXPECT_EQ(prompts_text({{{"a lighthouse", 1.0}, {"clouds", 0.6}}}), "a lighthouse | clouds:0.6");
}

}  // namespace
}  // namespace headroom
