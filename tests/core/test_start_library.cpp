// The library of starts: what is read, which start a text gets, and what is refused.
#include "core/io/models/builtin_models.h"
#include "core/io/models/start_library.h"
#include "core/io/tensors/tensor_file.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <fstream>
#include <limits>

namespace headroom {
namespace {

using test::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;

template <class T>
TensorView viewed(const char* name, DType type, std::vector<std::int64_t> shape, const std::vector<T>& values) {
    return {name, type, std::move(shape), std::as_bytes(std::span(values))};
}

/// Three starts of two attributes: a solid (cube, cone) and a size (small, large, huge).
struct StartFile {
    std::vector<std::int16_t> codes{0, 1, 2, 3, 4, 5, 300, 7, 8, 9, 10, 11};
    std::vector<std::uint8_t> labels{0, 0, 1, 0, 1, 2}, values{2, 3};
    std::vector<float> rows{1, 0, 0, 1, 0, 0, 9, 9, .5f, .25f};  // of cube, cone; of small, large, huge
    std::string captions = "a small cube\na small cone\na huge cone";
    std::int64_t count = 3;

    std::string write(const TempFolder& folder) const {
        const std::vector<char> text(captions.begin(), captions.end());
        const std::string path = folder.file("starts.safetensors");
        const auto attributes = static_cast<std::int64_t>(values.size());
        EXPECT_TRUE(write_safetensors(
            path,
            {viewed("codes", DType::I16, {count, 2, 2}, codes), viewed("labels", DType::U8, {3, 2}, labels),
             viewed("values", DType::U8, {attributes}, values),
             viewed("rows", DType::F32, {static_cast<std::int64_t>(rows.size()) / 2, 2}, rows),
             viewed("captions", DType::U8, {static_cast<std::int64_t>(text.size())}, text)},
            {}));
        return path;
    }
};

TEST(StartLibrary, TheStartIsTheOneWhoseValuesTheTextNames) {
    const TempFolder folder;
    const auto library = read_start_library(StartFile().write(folder));
    ASSERT_TRUE(library) << library.error().message;
    EXPECT_EQ(library->count(), 3u);
    EXPECT_EQ(library->codes_used, 301u);
    EXPECT_THAT(library->codes_of(1), ElementsAre(4, 5, 300, 7));
    EXPECT_THAT(library->captions, ElementsAre("a small cube", "a small cone", "a huge cone"));
    // Of (4, 1): cube 4, cone 1, small 0, huge 2.25. The length of a text counts for nothing.
    EXPECT_THAT(*library->best(std::vector<float>{4, 1}, 3), ElementsAre(0u, 2u, 1u));
    EXPECT_THAT(*library->best(std::vector<float>{.01f, .1f}), ElementsAre(2u));
    EXPECT_THAT(*library->best(std::vector<float>{-2, 1}, 99), ElementsAre(1u, 2u, 0u));
    // Equal ones as they stand there.
    EXPECT_THAT(*library->best(std::vector<float>{-1, 2}), ElementsAre(1u));
}

TEST(StartLibrary, FeaturesOfAnotherClipAreRefused) {
    const TempFolder folder;
    const auto library = read_start_library(StartFile().write(folder));
    const auto chosen = library->best(std::vector<float>{1, 2, 3});
    ASSERT_FALSE(chosen);
    EXPECT_EQ(chosen.error().code, ErrorCode::InvalidArgument);
    EXPECT_THAT(chosen.error().message, HasSubstr("2 numbers, and the text's are 3"));
}

TEST(StartLibrary, DamagedFilesAreNamed) {
    const TempFolder folder;
    const auto message = [&](StartFile file) {
        const auto library = read_start_library(file.write(folder));
        return library ? std::string("accepted") : library.error().message;
    };
    const float nothing = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THAT(message({.captions = "one\ntwo"}), HasSubstr("3 starts, 3 labels and 2 captions"));
    EXPECT_THAT(message({.labels = {0, 0, 1, 0, 1, 3}}), HasSubstr("start 2 has a value of attribute 1"));
    EXPECT_THAT(message({.values = {2, 2}}), HasSubstr("not of the attributes"));
    EXPECT_THAT(message({.values = {2, 2, 1}}), HasSubstr("not of the attributes"));
    EXPECT_THAT(message({.rows = {1, 0, 0, 1, nothing, 0, 9, 9, 1, 1}}), HasSubstr("no number"));
    EXPECT_THAT(message({.codes = {0, 1, 2, 3, 4, 5, -1, 7, 8, 9, 10, 11}}), HasSubstr("a code is negative"));
    EXPECT_THAT(message({}), "accepted");
    EXPECT_EQ(read_start_library(folder.file("none.safetensors")).error().code, ErrorCode::NotFound);
}

TEST(BuiltinModels, AMissingFileIsNamedWithItsFolder) {
    const TempFolder folder;
    for (const char* name :
         {"vqgan.safetensors", "vqgan.yaml", "clip.safetensors", "open_clip_config.json", "starts.safetensors"}) {
        const auto found = find_builtin_models(folder.path());
        ASSERT_FALSE(found);
        EXPECT_EQ(found.error().code, ErrorCode::NotFound);
        EXPECT_THAT(found.error().message, HasSubstr(folder.path()));
        EXPECT_THAT(found.error().message, HasSubstr(name));
        std::ofstream(folder.file(name)) << "x";
    }
    const auto found = find_builtin_models(folder.path());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->starts, folder.file("starts.safetensors"));
}

}  // namespace
}  // namespace headroom
