// Reading tensor by tensor: the same bytes as loading whole, every damage one clean error, nothing run.
#include "core/io/tensors/tensor_stream.h"
#include "core/io/weights/weight_file.h"
#include "tests/support/all_cases.h"
#include "tests/support/temp_folder.h"
#include "tests/support/torch_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace headroom {
namespace {

using test::Pickle;
using test::TempFolder;
using test::ZipBuilder;
using ::testing::HasSubstr;

std::vector<std::string> sample_files() {
    std::vector<std::string> out;
    for (const char* folder : {"/tensor_files", "/weights"}) {
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(std::string(HEADROOM_TEST_DATA) + folder)) {
            const std::string extension = entry.path().extension().string();
            if (entry.is_regular_file() && extension != ".json" && extension != ".yaml" && extension != ".py")
                out.push_back(entry.path().string());
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// Opens, maps and reads everything; the first error.
std::optional<Error> read_all(const std::string& path) {
    auto file = WeightFile::open(path);
    if (!file) return file.error();
    auto stream = TensorStream::open(path);
    if (!stream) return stream.error();
    for (std::size_t i = 0; i < stream->entries().size(); ++i) {
        std::vector<std::byte> bytes(stream->entries()[i].bytes);
        if (auto ok = stream->read(i, bytes); !ok) return ok.error();
    }
    return std::nullopt;
}

TEST(TensorStream, GivesTheSameAsLoadingWhole) {
    ASSERT_GE(sample_files().size(), 17u);
    for (const std::string& path : sample_files()) {
        SCOPED_TRACE(path);
        const auto whole = read_tensor_file(path);
        auto stream = TensorStream::open(path);
        ASSERT_TRUE(whole && stream);
        EXPECT_EQ(stream->container(), whole->container);
        EXPECT_EQ(stream->ignored(), whole->ignored);
        EXPECT_EQ(stream->metadata(), whole->metadata);
        ASSERT_EQ(stream->entries().size(), whole->tensors.size());
        // Backwards, so that no tensor depends on the one before it having been read.
        for (std::size_t i = whole->tensors.size(); i-- > 0;) {
            const TensorEntry& entry = stream->entries()[i];
            const TensorView& tensor = whole->tensors[i];
            EXPECT_EQ(entry.name, tensor.name);
            EXPECT_EQ(entry.dtype, tensor.dtype);
            EXPECT_EQ(entry.shape, tensor.shape);
            std::vector<std::byte> bytes(entry.bytes);
            const auto ok = stream->read(i, bytes);
            ASSERT_TRUE(ok) << ok.error().message;
            EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), tensor.data.begin(), tensor.data.end())) << entry.name;
        }
        std::vector<std::byte> wrong(stream->entries()[0].bytes + 1);
        EXPECT_EQ(stream->read(0, wrong).error().code, ErrorCode::Internal);
        EXPECT_FALSE(stream->read(stream->entries().size(), {}));
    }
}

TEST(TensorStream, FilesCutAnywhereGiveOneErrorEach) {
    const TempFolder folder;
    for (const std::string& path : sample_files()) {
        const std::string whole = test::read_bytes(path);
        const std::size_t cuts = test::all_cases() ? 300 : 60,
                          step = std::max(whole.size() / cuts / 100, std::size_t{1}) * 100;
        for (std::size_t length = 0; length < whole.size(); length += step) {
            test::write_bytes(folder.file("cut"), whole.substr(0, length));
            const auto error = read_all(folder.file("cut"));
            ASSERT_TRUE(error) << path << " cut at " << length;
            EXPECT_EQ(error->code, ErrorCode::BadFile) << path << " cut at " << length << ": " << error->message;
            EXPECT_THAT(error->message, HasSubstr("cut"));
        }
    }
}

TEST(TensorStream, AFlippedBitInDataNamesItsRecordWhereTheContainerHasSums) {
    const TempFolder folder;
    const std::string path = std::string(HEADROOM_TEST_DATA) + "/weights/openai_vit.pt";
    const std::string whole = test::read_bytes(path);
    std::size_t noticed = 0;
    for (std::size_t at = 50; at < whole.size(); at += 211) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 16);
        test::write_bytes(folder.file("flipped.pt"), damaged);
        const auto error = read_all(folder.file("flipped.pt"));
        if (!error) continue;  // padding, the program's text, and other places that are not read
        ++noticed;
        EXPECT_EQ(error->code, ErrorCode::BadFile) << error->message;
    }
    EXPECT_GT(noticed, 100u);
}

TEST(TensorStream, AFileThatShrinksWhileItIsReadIsAnError) {
    const TempFolder folder;
    for (const char* name : {"taming_legacy.ckpt", "taming.ckpt", "open_clip/open_clip_model.safetensors"}) {
        const std::string copy = folder.file("model.bin");
        std::filesystem::copy_file(std::string(HEADROOM_TEST_DATA) + "/weights/" + name, copy,
                                   std::filesystem::copy_options::overwrite_existing);
        auto stream = TensorStream::open(copy);
        ASSERT_TRUE(stream);
        std::filesystem::resize_file(copy, 1000);
        std::size_t failed = 0;
        for (std::size_t i = 0; i < stream->entries().size(); ++i) {
            std::vector<std::byte> bytes(stream->entries()[i].bytes);
            if (const auto ok = stream->read(i, bytes); !ok) {
                ++failed;
                EXPECT_EQ(ok.error().code, ErrorCode::BadFile);
            }
        }
        EXPECT_GT(failed, stream->entries().size() / 2);
    }
}

TEST(TensorStream, OpeningTakesNoMemoryForTheData) {
    const TempFolder folder;
    const std::string path = folder.file("wide.safetensors");
    // 40 GB that no machine reads by the way: a file with a hole.
    std::string header = R"({"wide":{"dtype":"F32","shape":[10000,1000000],"data_offsets":[0,40000000000]},)"
                         R"("small":{"dtype":"F32","shape":[1],"data_offsets":[40000000000,40000000004]}})";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string bytes(8, '\0');
    bytes[0] = static_cast<char>(header.size());
    bytes[1] = static_cast<char>(header.size() >> 8);
    test::write_bytes(path, bytes + header);
    std::filesystem::resize_file(path, 8 + header.size() + 40000000004);
    auto stream = TensorStream::open(path);
    ASSERT_TRUE(stream) << stream.error().message;
    std::array<std::byte, 4> small{std::byte{1}};
    EXPECT_TRUE(stream->read(1, small));
    EXPECT_EQ(small[0], std::byte{0});
}

TEST(TensorStream, TensorsThatTakeTurnsInPackedRecordsAreRefusedAfterAWhile) {
    const TempFolder folder;
    std::string content(4u << 20, '\0');
    for (std::size_t i = 0; i < content.size(); i += 300) content[i] = static_cast<char>(i * 2654435761u >> 24);
    Pickle p;
    p.raw("}");
    const std::int64_t count = static_cast<std::int64_t>(content.size() / 4);
    for (int i = 0; i < 6000; ++i)
        p.text("w" + std::to_string(i)).tensor("FloatStorage", i % 2 ? "1" : "0", count, i, {1}, {1}).raw("s");
    ZipBuilder zip;
    zip.add("m/data.pkl", p.raw(".").bytes());
    zip.add_deflated("m/data/0", content);
    zip.add_deflated("m/data/1", content);
    test::write_bytes(folder.file("turns.pt"), zip.finish());
    const auto error = read_all(folder.file("turns.pt"));
    ASSERT_TRUE(error);
    EXPECT_THAT(error->message, HasSubstr("in a way that no weight file needs"));
}

}  // namespace
}  // namespace headroom
