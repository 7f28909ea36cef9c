// CIFAR-10 and MNIST files: read by content, plain or compressed; damaged and Python versions refused with advice.
#include "core/data/dataset.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include <zlib.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

std::string cifar_records(int count, int first_label = 0) {
    std::string bytes;
    for (int i = 0; i < count; ++i) {
        bytes += static_cast<char>((first_label + i) % 10);
        for (int c = 0; c < 3; ++c) {
            for (int p = 0; p < 1024; ++p) bytes += static_cast<char>((i * 40 + c * 10 + p % 32) & 0xFF);
        }
    }
    return bytes;
}

std::string idx(int count, int rows, int columns) {
    std::string bytes{0, 0, 8, 3,
                      0, 0, 0, static_cast<char>(count),
                      0, 0, 0, static_cast<char>(rows),
                      0, 0, 0, static_cast<char>(columns)};
    for (int i = 0; i < count * rows * columns; ++i) bytes += static_cast<char>(i / (rows * columns) * 50);
    return bytes;
}

std::string gzip(const std::string& bytes) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
    std::string out(bytes.size() + 1024, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

class RecordFiles : public testing::Test {
protected:
    RecordFiles() {
        config_.data_path = folder_.path();
        config_.image_size = 32;
    }
    void put(const std::string& name, const std::string& bytes) const {
        fs::create_directories(fs::path(folder_.file(name)).parent_path());
        test::write_bytes(folder_.file(name), bytes);
    }
    Result<std::shared_ptr<const PackedDataset>> open() const {
        return open_dataset(config_, cache_.path(), nullptr, {});
    }

    test::TempFolder folder_, cache_;
    TrainConfig config_;
};

TEST_F(RecordFiles, CifarBatchesAreReadInOrder) {
    put("cifar-10-batches-bin/data_batch_2.bin", cifar_records(2, 5));
    put("cifar-10-batches-bin/data_batch_1.bin", cifar_records(3));
    put("cifar-10-batches-bin/test_batch.bin", cifar_records(4));
    put("cifar-10-batches-bin/batches.meta.txt", "airplane\n");
    const auto data = open();
    ASSERT_TRUE(data) << data.error().message;
    EXPECT_EQ((*data)->kind(), "cifar10");
    EXPECT_EQ((*data)->name(), "CIFAR-10");
    EXPECT_EQ((*data)->count(), 5);
    const std::uint8_t* second = (*data)->image(1);
    EXPECT_EQ(second[0], 40);
    EXPECT_EQ(second[1], 50);
    EXPECT_EQ(second[2], 60);
    EXPECT_EQ(second[3], 41);
    EXPECT_EQ((*data)->image(3)[0], 0);  // the first of the second batch
}

TEST_F(RecordFiles, OneCifarFile) {
    put("data_batch_1.bin", cifar_records(2));
    config_.data_path = folder_.file("data_batch_1.bin");
    config_.data_grey = true;
    const auto data = open();
    ASSERT_TRUE(data);
    EXPECT_EQ((*data)->count(), 2);
    EXPECT_NEAR((*data)->image(0)[0], 10 * .587 + 20 * .114, 1);
}

TEST_F(RecordFiles, DamagedCifarIsRefused) {
    put("data_batch_1.bin", cifar_records(2).substr(0, 5000));
    EXPECT_NE(open().error().message.find("3073"), std::string::npos);
    std::string labels = cifar_records(3);
    labels[3073] = 77;
    put("data_batch_1.bin", labels);
    EXPECT_NE(open().error().message.find("label 77"), std::string::npos);
    EXPECT_EQ(open().error().code, ErrorCode::BadFile);
}

TEST_F(RecordFiles, PythonCifarIsRefusedWithAdvice) {
    put("data_batch_1", "\x80\x02}q");
    const auto folder = open();
    ASSERT_FALSE(folder);
    EXPECT_NE(folder.error().hint.find("binary version"), std::string::npos);
    config_.data_path = folder_.file("data_batch_1");
    EXPECT_NE(open().error().hint.find("binary version"), std::string::npos);
}

TEST_F(RecordFiles, MnistPlainAndCompressedAreTheSame) {
    put("train-images-idx3-ubyte", idx(4, 28, 28));
    put("t10k-images-idx3-ubyte", idx(2, 28, 28));
    put("train-labels-idx1-ubyte", std::string("\0\0\10\1\0\0\0\4\1\2\3\4", 12));
    config_.data_grey = true;
    const auto plain = open();
    ASSERT_TRUE(plain) << plain.error().message;
    EXPECT_EQ((*plain)->kind(), "mnist");
    EXPECT_EQ((*plain)->count(), 4);
    EXPECT_EQ((*plain)->image(3)[500], 150);
    fs::remove(folder_.file("train-images-idx3-ubyte"));
    put("train-images-idx3-ubyte.gz", gzip(idx(4, 28, 28)));
    const auto packed = open();
    ASSERT_TRUE(packed) << packed.error().message;
    EXPECT_EQ(std::memcmp((*plain)->image(0), (*packed)->image(0), 4 * 32 * 32), 0);
}

TEST_F(RecordFiles, MnistAsColour) {
    put("train-images-idx3-ubyte", idx(3, 28, 28));
    const auto data = open();
    ASSERT_TRUE(data);
    EXPECT_EQ((*data)->channels(), 3);
    for (int c = 0; c < 3; ++c) EXPECT_EQ((*data)->image(2)[300 + c], 100);
}

TEST_F(RecordFiles, RecordsThatAreNotSquareAreFittedAsAsked) {
    put("train-images-idx3-ubyte", idx(4, 32, 16));
    const auto cropped = open();
    ASSERT_TRUE(cropped) << cropped.error().message;
    EXPECT_EQ((*cropped)->image(3)[0], 150);
    config_.data_fit = FitMode::Pad;
    config_.data_ground = Ground::Black;
    const auto black = open();
    ASSERT_TRUE(black) << black.error().message;
    EXPECT_EQ((*black)->image(3)[0], 0);
    EXPECT_EQ((*black)->image(3)[16 * 3], 150);
    config_.data_ground = Ground::White;
    const auto white = open();
    ASSERT_TRUE(white) << white.error().message;
    EXPECT_EQ((*white)->image(3)[0], 255) << "not the packed ones of the other ground";
}

TEST_F(RecordFiles, DamagedMnistIsRefused) {
    put("train-images-idx3-ubyte", idx(4, 28, 28).substr(0, 2000));
    config_.data_path = folder_.file("train-images-idx3-ubyte");
    EXPECT_NE(open().error().message.find("promises 4 pictures"), std::string::npos);
    put("train-images-idx3-ubyte", idx(1, 28, 28) + "x");
    EXPECT_FALSE(open());
    const std::string gz = gzip(idx(4, 28, 28));
    put("train-images-idx3-ubyte", gz.substr(0, gz.size() - 6));
    EXPECT_NE(open().error().message.find("cut off"), std::string::npos);
    put("train-images-idx3-ubyte", idx(4, 0, 28));
    EXPECT_FALSE(open());
}

TEST_F(RecordFiles, InspectorCountsRecords) {
    put("data_batch_1.bin", cifar_records(3));
    DatasetQuery query{config_, 2, 1, true};
    const auto report = inspect_dataset(query, nullptr, {});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->accepted, 3);
    EXPECT_EQ(report->thumbnails.size(), 2u);
    ASSERT_EQ(report->images.size(), 3u);
    EXPECT_EQ(report->images[0].width, 32);
    EXPECT_NEAR(report->images[0].mean_rgb[1], 25.5, 1e-6);
}

TEST_F(RecordFiles, AnArchiveIsNotUnpacked) {
    put("cifar-10-binary.tar.gz", gzip("tar"));
    config_.data_path = folder_.file("cifar-10-binary.tar.gz");
    const auto refused = open();
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().hint.find("Unpack"), std::string::npos);
}

}  // namespace
}  // namespace headroom
