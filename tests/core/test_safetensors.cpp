// safetensors: round trips, and a specific error for every rule of the format that a file can break.
#include "core/io/files/atomic_file.h"
#include "core/io/files/sha256.h"
#include "core/io/tensors/tensor_file.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace headroom {
namespace {

using test::TempFolder;

template <class T> std::span<const std::byte> bytes_of(const std::vector<T>& values) {
    return std::as_bytes(std::span(values));
}

std::string with_header(const std::string& header, const std::string& data) {
    const std::uint64_t length = header.size();
    std::string file(8, '\0');
    std::memcpy(file.data(), &length, 8);
    return file + header + data;
}

/// Reads a file with these bytes and returns the error's sentence, which must name the file and be of kind BadFile.
std::string refusal(const std::string& bytes) {
    const TempFolder folder;
    test::write_bytes(folder.file("w.safetensors"), bytes);
    const auto file = read_safetensors(folder.file("w.safetensors"));
    if (file) return "accepted";
    EXPECT_EQ(file.error().code, ErrorCode::BadFile);
    EXPECT_NE(file.error().message.find("w.safetensors"), std::string::npos);
    return file.error().message;
}

#define EXPECT_REFUSED(bytes, words) EXPECT_NE(refusal(bytes).find(words), std::string::npos) << refusal(bytes)

struct Sample {
    std::vector<float> weights{1.5f, -2.0f, 0.25f, 3.0f, 4.0f, 5.0f};
    std::vector<std::int64_t> count{7};
    std::vector<std::uint16_t> half{0x3c00, 0x4000};
    std::vector<std::uint8_t> odd{1, 2, 3};
    std::vector<TensorView> views() const {
        return {{"odd", DType::U8, {3}, bytes_of(odd)},
                {"main.0.weight", DType::F32, {2, 3}, bytes_of(weights)},
                {"half", DType::BF16, {2, 1}, bytes_of(half)},
                {"num_batches_tracked", DType::I64, {}, bytes_of(count)},
                {"empty", DType::F32, {0, 4}, {}}};
    }
};

TEST(Safetensors, RoundTripKeepsOrderTypesShapesBytesAndMetadata) {
    const TempFolder folder;
    const std::string path = folder.file("w.safetensors");
    const Sample sample;
    const auto hash = write_safetensors(path, sample.views(), {{"step", "1000"}, {"note", "a \"b\"\n\xC3\xA9"}});
    ASSERT_TRUE(hash) << hash.error().message;
    EXPECT_EQ(*hash, *sha256_of_file(path));
    const auto file = read_tensor_file(path);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->container, "safetensors");
    EXPECT_EQ(file->metadata.at("note"), "a \"b\"\n\xC3\xA9");
    const auto expected = sample.views();
    ASSERT_EQ(file->tensors.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const TensorView& t = file->tensors[i];
        EXPECT_EQ(t.name, expected[i].name);
        EXPECT_EQ(t.dtype, expected[i].dtype);
        EXPECT_EQ(t.shape, expected[i].shape);
        ASSERT_EQ(t.data.size(), expected[i].data.size());
        EXPECT_TRUE(t.data.empty() || std::memcmp(t.data.data(), expected[i].data.data(), t.data.size()) == 0);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(t.data.data()) % element_size(t.dtype), 0u) << "aligned";
    }
    EXPECT_TRUE(file->warnings.empty());
    EXPECT_EQ(file->find("half")->shape.size(), 2u);
    EXPECT_EQ(file->find("nothing"), nullptr);
}

TEST(Safetensors, ReadsAFileOfAnotherWriter) {
    const auto file = read_tensor_file(std::string(HEADROOM_TEST_DATA) + "/tensor_files/other_writer.safetensors");
    ASSERT_TRUE(file) << file.error().message;
    const TensorView* weight = file->find("main.0.weight");
    ASSERT_TRUE(weight);
    EXPECT_EQ(weight->shape, (std::vector<std::int64_t>{2, 3}));
    float last = 0;
    std::memcpy(&last, weight->data.data() + 20, 4);
    EXPECT_EQ(last, 5.0f);
    EXPECT_EQ(file->find("count")->dtype, DType::I64);
    EXPECT_EQ(file->metadata.at("format"), "pt");
}

TEST(Safetensors, NaNIsReportedNotRefused) {
    const TempFolder folder;
    const std::vector<float> bad{1.0f, std::numeric_limits<float>::infinity()};
    const std::vector<std::uint16_t> half{0x7fc0};
    ASSERT_TRUE(write_safetensors(
        folder.file("w"), {{"a", DType::F32, {2}, bytes_of(bad)}, {"b", DType::BF16, {1}, bytes_of(half)}}, {}));
    const auto file = read_safetensors(folder.file("w"));
    ASSERT_TRUE(file);
    ASSERT_EQ(file->warnings.size(), 1u);
    EXPECT_EQ(file->warnings[0], "2 tensors hold NaN or infinite values: a, b");
}

TEST(Safetensors, HeaderLengthIsCheckedBeforeAnythingIsAllocated) {
    EXPECT_REFUSED("", "is empty");
    EXPECT_REFUSED("short", "too short");
    EXPECT_REFUSED(std::string("\xff\xff\xff\xff\xff\xff\xff\x7f{", 9) + "}", "larger than 100 MB");
    EXPECT_REFUSED(std::string("\x00\x10\x00\x00\x00\x00\x00\x00{}", 10), "longer than the file");
    EXPECT_REFUSED(with_header("[]", ""), "does not begin with '{'");
    EXPECT_REFUSED(with_header("{", " "), "longer than the file");
    EXPECT_REFUSED(with_header("{\"a\" 1}", ""), "not valid JSON");
    EXPECT_REFUSED(with_header("{\"\xff\":{}}", ""), "not valid JSON");
    EXPECT_REFUSED(with_header("{\"a\":" + std::string(200000, '['), ""), "damaged");
    EXPECT_EQ(refusal(with_header("{}", "")), "accepted") << "a file without tensors is legal";
    EXPECT_EQ(refusal(with_header("{}      ", "")), "accepted") << "padding is legal";
}

TEST(Safetensors, EntriesAreChecked) {
    const auto one = [](const std::string& fields, const std::string& data = "12345678") {
        return with_header("{\"w\":{" + fields + "}}", data);
    };
    EXPECT_EQ(refusal(one("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]")), "accepted");
    EXPECT_REFUSED(one("\"dtype\":\"F32\",\"shape\":[2]"), "lacks its dtype, shape or data_offsets");
    EXPECT_REFUSED(one("\"dtype\":\"F8_E5M2\",\"shape\":[8],\"data_offsets\":[0,8]"), "'w' has the type 'F8_E5M2'");
    EXPECT_REFUSED(one("\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]"), "needs 12 bytes, but 8 are stored");
    EXPECT_REFUSED(one("\"dtype\":\"F32\",\"shape\":[-2],\"data_offsets\":[0,8]"), "negative number");
    EXPECT_REFUSED(one("\"dtype\":\"F32\",\"shape\":[2.0],\"data_offsets\":[0,8]"), "plain whole number");
    EXPECT_REFUSED(one("\"dtype\":\"F32\",\"shape\":[4611686018427387904,4],\"data_offsets\":[0,8]"),
                   "impossible shape");
    EXPECT_REFUSED(one("\"dtype\":\"F32\",\"shape\":[18446744073709551615],\"data_offsets\":[0,8]"), "too large");
    EXPECT_REFUSED(one("\"dtype\":\"F32\",\"shape\":[1,1,1,1,1,1,1,1,2],\"data_offsets\":[0,8]"),
                   "more than 8 dimensions");
    EXPECT_REFUSED(one("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8,8]"), "more than two data offsets");
    EXPECT_REFUSED(one("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0]"), "no pair of data offsets");
    EXPECT_REFUSED(one("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,0]"), "ends before it begins");
    EXPECT_REFUSED(one("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8],\"x\":1"), "unknown field 'x'");
    EXPECT_REFUSED(one("\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]"), "'dtype' twice");
    EXPECT_REFUSED(one("\"dtype\":7,\"shape\":[2],\"data_offsets\":[0,8]"), "unexpected value");
    EXPECT_REFUSED(with_header("{\"__metadata__\":{\"a\":1}}", ""), "unexpected value");
    EXPECT_REFUSED(with_header("{\"__metadata__\":{\"a\":{}}}", ""), "unexpected value");
    EXPECT_REFUSED(with_header("{\"w\":7}", ""), "unexpected value");
    EXPECT_REFUSED(with_header("{\"" + std::string(1025, 'n') + "\":{}}", ""), "too long");
    EXPECT_REFUSED(with_header("{\"a\\u0000b\":{}}", ""), "not clean text");
}

TEST(Safetensors, LayoutMustFillTheFileExactly) {
    const auto two = [](const std::string& a, const std::string& b, std::size_t bytes) {
        return with_header("{\"a\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":" + a +
                               "},\"b\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":" + b + "}}",
                           std::string(bytes, 'x'));
    };
    EXPECT_EQ(refusal(two("[0,4]", "[4,8]", 8)), "accepted");
    EXPECT_EQ(refusal(two("[4,8]", "[0,4]", 8)), "accepted") << "the header's order is free";
    EXPECT_REFUSED(two("[0,4]", "[0,4]", 4), "overlaps");
    EXPECT_REFUSED(two("[0,4]", "[2,6]", 6), "overlaps");
    EXPECT_REFUSED(two("[0,4]", "[5,9]", 9), "hole");
    EXPECT_REFUSED(two("[1,5]", "[5,9]", 9), "hole");
    EXPECT_TRUE(refusal(two("[1,5]", "[5,9]", 9)).ends_with("before the tensor 'a'")) << "a whole sentence";
    EXPECT_REFUSED(two("[0,4]", "[4,8]", 9), "1 bytes follow the last tensor");
    EXPECT_REFUSED(two("[0,4]", "[4,8]", 7), "outside the file");
    EXPECT_REFUSED(
        with_header(
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}",
            "x"),
        "given twice");
}

TEST(Safetensors, EveryCutIsRefused) {
    const TempFolder folder;
    ASSERT_TRUE(write_safetensors(folder.file("w"), Sample().views(), {{"k", "v"}}));
    const std::string whole = test::read_bytes(folder.file("w"));
    for (std::size_t n = 0; n < whole.size(); ++n) EXPECT_NE(refusal(whole.substr(0, n)), "accepted") << n;
}

TEST(Safetensors, FlippedHeaderBytesNeverCrash) {
    const TempFolder folder;
    ASSERT_TRUE(write_safetensors(folder.file("w"), Sample().views(), {}));
    const std::string whole = test::read_bytes(folder.file("w"));
    std::uint64_t header = 0;
    std::memcpy(&header, whole.data(), 8);
    for (std::size_t at = 0; at < 8 + header; ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0x15);
        (void)refusal(changed);
    }
}

TEST(Safetensors, WriterRefusesWhatCouldNotBeRead) {
    const TempFolder folder;
    const std::vector<float> two{1, 2};
    const auto write = [&](std::vector<TensorView> tensors) {
        return write_safetensors(folder.file("w"), tensors, {});
    };
    EXPECT_EQ(write({{"a", DType::F32, {3}, bytes_of(two)}}).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(write({{"a", DType::F32, {2}, bytes_of(two)}, {"a", DType::F32, {2}, bytes_of(two)}}).error().code,
              ErrorCode::InvalidArgument);
    EXPECT_EQ(write({{"__metadata__", DType::F32, {2}, bytes_of(two)}}).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(write({{"\xff", DType::F32, {2}, bytes_of(two)}}).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(test::read_bytes(folder.file("w")), "");
    EXPECT_EQ(write_safetensors(folder.file("none/w"), {}, {}).error().code, ErrorCode::Disk);
}

TEST(TensorFile, ForeignFilesAreNamed) {
    const TempFolder folder;
    const auto message = [&](const std::string& bytes) {
        test::write_bytes(folder.file("model.pt"), bytes);
        const auto file = read_tensor_file(folder.file("model.pt"));
        return file ? "accepted" : file.error().message;
    };
    EXPECT_NE(message("").find("is empty (0 bytes)"), std::string::npos);
    EXPECT_NE(message("<!DOCTYPE html><html>not found</html>").find("is a web page"), std::string::npos);
    EXPECT_NE(message("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n").find("git-LFS pointer"),
              std::string::npos);
    EXPECT_NE(message(std::string("\x1f\x8b\x08\x00", 4) + std::string(20, 'x')).find("gzip"), std::string::npos);
    EXPECT_NE(message("GGUF" + std::string(40, '\1')).find("GGUF"), std::string::npos);
    EXPECT_NE(message(std::string(257, '\0') + "ustar" + std::string(250, '\0')).find("tar archive"),
              std::string::npos);
    EXPECT_NE(message("just a note").find("text file"), std::string::npos);
    EXPECT_NE(message("\xde\xad\xbe\xef").find("not a weight file"), std::string::npos);
    EXPECT_EQ(read_tensor_file(folder.file("none.pt")).error().code, ErrorCode::NotFound);
    EXPECT_EQ(read_tensor_file(folder.path()).error().code, ErrorCode::BadFile);
}

}  // namespace
}  // namespace headroom
