// PyTorch files beyond 4 GiB: zip64 fields, written early by lowered limits, are read back, field by field where the standard says.
#include "core/io/torch_files/torch_write.h"
#include "core/io/torch_files/zip_reader.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <cstring>

namespace headroom {
namespace {

using test::TempFolder;

std::uint64_t number_at(const std::string& bytes, std::size_t at, std::size_t width) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + at, width);
    return value;
}

class Zip64 : public ::testing::Test {
protected:
    Zip64() {
        for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i] = static_cast<float>(i) / 2;
        const auto bytes = std::as_bytes(std::span(numbers_));
        tensors_ = {{"main.0.weight", DType::F32, {25, 10, 4, 1}, bytes},
                    {"main.1.bias", DType::F32, {10}, bytes.subspan(0, 40)},
                    {"last", DType::F32, {1000}, bytes}};
    }

    void expect_the_same(const ZipLimits& limits) {
        const auto hash = write_torch_file(path_, tensors_, limits);
        ASSERT_TRUE(hash) << hash.error().message;
        const auto back = read_tensor_file(path_);
        ASSERT_TRUE(back) << back.error().message;
        ASSERT_EQ(back->tensors.size(), tensors_.size());
        for (std::size_t i = 0; i < tensors_.size(); ++i) {
            EXPECT_EQ(back->tensors[i].name, tensors_[i].name);
            EXPECT_EQ(back->tensors[i].shape, tensors_[i].shape);
            EXPECT_TRUE(std::equal(back->tensors[i].data.begin(), back->tensors[i].data.end(), tensors_[i].data.begin(),
                                   tensors_[i].data.end()));
        }
    }

    TempFolder folder_;
    std::string path_ = folder_.file("big.pth");
    std::vector<float> numbers_ = std::vector<float>(1000);
    std::vector<TensorView> tensors_;
};

TEST_F(Zip64, SmallFilesHaveNoWideFields) {
    expect_the_same({});
    const std::string bytes = test::read_bytes(path_);
    EXPECT_EQ(bytes.find("PK\x06\x06"), std::string::npos);
    EXPECT_EQ(bytes.find("PK\x06\x07"), std::string::npos);
}

TEST_F(Zip64, EveryMixOfWideSizesPlacesAndCountsReadsBack) {
    // From the first byte; large tensors only; late records only; the count alone; everything but the first record.
    for (const ZipLimits limits : {ZipLimits{0, 0}, ZipLimits{3000, 0xffff}, ZipLimits{6000, 0xffff},
                                   ZipLimits{0xffffffff, 3}, ZipLimits{64, 2}})
        expect_the_same(limits);
}

TEST_F(Zip64, FieldsStandWhereTheStandardPutsThem) {
    ASSERT_TRUE(write_torch_file(path_, tensors_, ZipLimits{0, 0}));
    const std::string bytes = test::read_bytes(path_);
    const std::size_t end = bytes.size() - 22, locator = end - 20;
    ASSERT_EQ(bytes.substr(end, 4), std::string("PK\x05\x06"));
    EXPECT_EQ(number_at(bytes, end + 10, 2), 0xffffu);
    EXPECT_EQ(number_at(bytes, end + 12, 4), 0xffffffffu);
    EXPECT_EQ(number_at(bytes, end + 16, 4), 0xffffffffu);
    ASSERT_EQ(bytes.substr(locator, 4), std::string("PK\x06\x07"));
    const std::size_t end64 = number_at(bytes, locator + 8, 8);
    ASSERT_EQ(bytes.substr(end64, 4), std::string("PK\x06\x06"));
    EXPECT_EQ(number_at(bytes, end64 + 4, 8), 44u);
    EXPECT_EQ(number_at(bytes, end64 + 32, 8), 5u) << "records: the last tensor lies where the first one does";
    const std::size_t directory = number_at(bytes, end64 + 48, 8);
    EXPECT_EQ(directory + number_at(bytes, end64 + 40, 8), end64);
    ASSERT_EQ(bytes.substr(directory, 4), std::string("PK\x01\x02"));
    EXPECT_EQ(number_at(bytes, directory + 6, 2), 45u) << "version needed for zip64";
    const std::size_t extra = directory + 46 + number_at(bytes, directory + 28, 2);
    EXPECT_EQ(number_at(bytes, extra, 2), 1u);
    EXPECT_EQ(number_at(bytes, extra + 2, 2), 24u) << "size, stored size and place";
    EXPECT_EQ(number_at(bytes, extra + 4, 8), number_at(bytes, extra + 12, 8));
    EXPECT_EQ(number_at(bytes, extra + 20, 8), 0u) << "the first record begins the file";
}

TEST_F(Zip64, RecordsStayAlignedTo64Bytes) {
    ASSERT_TRUE(write_torch_file(path_, tensors_, {3000, 0xffff}));
    const auto zip = ZipReader::open(path_);
    ASSERT_TRUE(zip);
    for (const ZipRecord& record : zip->records()) EXPECT_EQ(record.data_begin % 64, 0u) << record.name;
}

TEST_F(Zip64, SizesAndPlacesBeyond32BitsAreWide) {
    // 4097 records of 1 MiB and a last one beyond 4 GiB; only headers are kept.
    std::string tail;
    const WriteFn keep_small = [&](std::span<const std::byte> bytes) -> Result<void> {
        if (bytes.size() < (1u << 20)) tail.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return {};
    };
    ZipWriter zip(keep_small, {});
    std::vector<std::byte> some(1u << 20);
    for (int i = 0; i < 4097; ++i) ASSERT_TRUE(zip.add("r/" + std::to_string(i), some));
    tail.clear();
    ASSERT_TRUE(zip.add("r/last", std::string("x")));
    const std::uint64_t wanted = 4097ull << 20;
    ASSERT_TRUE(zip.finish());
    const std::size_t entry = tail.rfind("PK\x01\x02");
    ASSERT_NE(entry, std::string::npos);
    EXPECT_EQ(number_at(tail, entry + 42, 4), 0xffffffffu) << "its place is in the zip64 field";
    EXPECT_EQ(number_at(tail, entry + 20, 4), 1u) << "its size fits and stays";
    const std::size_t extra = entry + 46 + 6;
    EXPECT_EQ(number_at(tail, extra, 2), 1u);
    EXPECT_EQ(number_at(tail, extra + 2, 2), 8u);
    EXPECT_GT(number_at(tail, extra + 4, 8), wanted);
}

TEST_F(Zip64, DamagedWideFieldsAreRefused) {
    ASSERT_TRUE(write_torch_file(path_, tensors_, ZipLimits{0, 0}));
    const std::string whole = test::read_bytes(path_);
    const std::size_t end64 = whole.size() - 22 - 20 - 56;
    for (const std::size_t at : {end64, end64 + 24, end64 + 32, end64 + 40, end64 + 48, whole.size() - 22 - 20 + 8}) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
        test::write_bytes(path_, damaged);
        const auto read = read_tensor_file(path_);
        ASSERT_FALSE(read) << at;
        EXPECT_EQ(read.error().code, ErrorCode::BadFile);
    }
}

}  // namespace
}  // namespace headroom
