// Which words of a prompt a small vocabulary does not have.
#include "core/text/clip_tokenizer.h"
#include "core/text/unknown_words.h"

#include <gmock/gmock.h>

namespace headroom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::int32_t> rows_of(const std::string& known) {
    std::vector<std::int32_t> rows(49408, 0);
    std::int32_t row = 0;
    for (const std::int32_t id : ClipTokenizer::standard().encode(known)) rows[static_cast<std::size_t>(id)] = ++row;
    return rows;
}

TEST(UnknownWords, AreNamedOnceInTheirOrder) {
    const auto rows = rows_of("a red octahedron on green floor");
    EXPECT_THAT(unknown_words("a red octahedron on a green floor", rows), IsEmpty());
    EXPECT_THAT(unknown_words("A RED dragon, on a Dragon; green castle!", rows), ElementsAre("dragon", "castle"));
}

TEST(UnknownWords, PunctuationIsNone) {
    EXPECT_THAT(unknown_words("a, red. (floor) ... !!", rows_of("a red floor")), IsEmpty());
}

TEST(UnknownWords, AWordIsKnownOnlyWithAllItsTokens) {
    // "octahedron" is several tokens; a table with the first alone does not know the word.
    auto rows = rows_of("octahedron");
    const auto ids = ClipTokenizer::standard().encode("octahedron");
    ASSERT_GT(ids.size(), 1u);
    EXPECT_THAT(unknown_words("octahedron", rows), IsEmpty());
    rows[static_cast<std::size_t>(ids.back())] = 0;
    EXPECT_THAT(unknown_words("octahedron", rows), ElementsAre("octahedron"));
}

TEST(UnknownWords, WithoutATableEverythingIsKnown) {
    EXPECT_THAT(unknown_words("zeppelin über alles", {}), IsEmpty());
    EXPECT_THAT(unknown_words("über 3 floors", rows_of("floor")), ElementsAre("über", "3", "floors"));
}

}  // namespace
}  // namespace headroom
