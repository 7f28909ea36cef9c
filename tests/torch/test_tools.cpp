// reconstruct and clip: from files to figures, against the cases of the reference libraries and plain formulas.
#include "core/io/pictures/image_codec.h"
#include "core/memory/cpu_allocator.h"
#include "core/models/vqgan/vqgan.h"
#include "core/train/tools/clip_features.h"
#include "core/train/tools/clip_pictures.h"
#include "core/train/tools/picture_distance.h"
#include "core/train/tools/reconstruct.h"
#include "core/train/vqgan_clip/painted_picture.h"
#include "network_case.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <torch/nn/functional/normalization.h>

#include <cmath>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using test::TempFolder;
using testing::HasSubstr;

const ProgressFn kQuiet = [](const std::string&, double) {};

TEST(PictureDistance, IsTheFormulas) {
    const at::Tensor a = torch::rand({1, 2, 13, 12}), b = (a + 0.2 * torch::rand_like(a)).clamp(0, 1);
    const PictureDistance d = picture_distance(a, b);
    const double mse = (a - b).to(at::kDouble).square().mean().item<double>();
    EXPECT_NEAR(d.mse, mse, 1e-12);
    EXPECT_NEAR(d.psnr, 10 * std::log10(1 / mse), 1e-9);
    // SSIM window by window.
    double sum = 0;
    int count = 0;
    for (int c = 0; c < 2; ++c) {
        for (int y = 0; y + 11 <= 13; ++y) {
            for (int x = 0; x + 11 <= 12; ++x, ++count) {
                double w = 0, ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
                for (int i = 0; i < 11; ++i) {
                    for (int j = 0; j < 11; ++j) {
                        const double g = std::exp(-((i - 5) * (i - 5) + (j - 5) * (j - 5)) / 4.5),
                                     p = a[0][c][y + i][x + j].item<double>(), q = b[0][c][y + i][x + j].item<double>();
                        w += g, ma += g * p, mb += g * q, aa += g * p * p, bb += g * q * q, ab += g * p * q;
                    }
                }
                ma /= w, mb /= w;
                const double va = aa / w - ma * ma, vb = bb / w - mb * mb, cov = ab / w - ma * mb;
                sum += (2 * ma * mb + 1e-4) * (2 * cov + 9e-4) / ((ma * ma + mb * mb + 1e-4) * (va + vb + 9e-4));
            }
        }
    }
    EXPECT_NEAR(d.ssim, sum / count, 1e-9);
    EXPECT_DOUBLE_EQ(picture_distance(a, a).ssim, 1);
    EXPECT_TRUE(std::isinf(picture_distance(a, a).psnr));
    EXPECT_DOUBLE_EQ(picture_distance(a.narrow(2, 0, 4), a.narrow(2, 0, 4)).ssim, 1);
}

class ReconstructTool : public testing::Test {
protected:
    void SetUp() override {
        cpu_allocator::install();
        ASSERT_TRUE(write_png(folder_.file("in.png"), test::gradient(50, 41)));
        request_.picture = folder_.file("in.png");
        request_.vqgan = network_cases() + "/vqgan/vq/vq.ckpt";
        request_.out = folder_.file("out.png");
        request_.tensors = folder_.file("out.safetensors");
        request_.device = "cpu";
    }
    TempFolder folder_;
    ReconstructRequest request_;
};

TEST_F(ReconstructTool, WritesEveryStageAndMeasuresThePicture) {
    const auto report = reconstruct_picture(request_, kQuiet, {});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->factor, 4);
    EXPECT_EQ(report->width, 48);  // of 50 and 41
    EXPECT_EQ(report->height, 40);
    EXPECT_EQ(report->given_height, 41);
    EXPECT_EQ(report->cells, 12 * 10);
    EXPECT_EQ(report->codes, 50);
    TensorMap got = read_tensors(request_.tensors);
    ASSERT_EQ(got.size(), 5u);
    const at::Tensor indices = got["indices"];
    EXPECT_EQ(indices.sizes(), (std::vector<std::int64_t>{1, 10, 12}));
    EXPECT_EQ(report->codes_used, std::get<0>(at::_unique(indices)).numel());
    // The stages follow from each other: the picture again from its parts.
    const at::Tensor shown = tensor_of(*decode_image(request_.out)),
                     wanted = tensor_of(resize_image(*decode_image(request_.picture), 48, 40));
    const at::Tensor decoded = ((got["decoded"] + 1) / 2).clamp(0, 1);
    EXPECT_LE(largest_difference(decoded, shown), 0.5 / 255 + 1e-6);
    EXPECT_NEAR(report->mse, (decoded - wanted).square().mean().item<double>(), 1e-7);
    const auto network = std::make_shared<Vqgan>(vq_config());
    fill_from(NetworkCase("vqgan/vq").tensors("vq.ckpt"), *network);
    const at::NoGradGuard no_grad;
    EXPECT_LE(largest_difference(network->encode(wanted * 2 - 1), got["quant_conv_output"]), 5e-5);
    EXPECT_LE(largest_difference(network->decode(got["quantised"]), got["decoded"]), 5e-5);
}

TEST_F(ReconstructTool, TakesTheSizeThatIsAskedForAndNeverLessThanACell) {
    request_.width = 2;
    request_.height = 30;
    const auto report = reconstruct_picture(request_, kQuiet, {});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->width, 4);
    EXPECT_EQ(report->height, 28);
}

TEST_F(ReconstructTool, RubbishIsNamedAndNothingWritten) {
    const auto message = [&](ErrorCode code) {
        const auto report = reconstruct_picture(request_, kQuiet, {});
        EXPECT_FALSE(report);
        EXPECT_FALSE(fs::exists(folder_.file("out.png")));
        EXPECT_FALSE(fs::exists(folder_.file("out.safetensors")));
        if (report) return std::string();
        EXPECT_EQ(report.error().code, code);
        return report.error().message;
    };
    request_.picture = folder_.file("absent.png");
    EXPECT_THAT(message(ErrorCode::NotFound), HasSubstr("absent.png"));
    request_.picture = request_.vqgan;
    EXPECT_THAT(message(ErrorCode::BadFile), HasSubstr("vq.ckpt"));
    request_.picture = folder_.file("in.png");
    request_.vqgan = network_cases() + "/clip/vit/open_clip_model.safetensors";
    EXPECT_THAT(message(ErrorCode::BadFile), HasSubstr("open_clip_model.safetensors"));
    request_.vqgan.clear();
    request_.tensors = folder_.file("no/such.safetensors");
    EXPECT_THAT(message(ErrorCode::NotFound), HasSubstr("--tensors"));
    request_.tensors = folder_.path();
    EXPECT_THAT(message(ErrorCode::InvalidArgument), HasSubstr("is a folder"));
    request_.tensors.clear();
    request_.budget = Bytes{1 << 20};
    EXPECT_THAT(message(ErrorCode::OutOfMemory), HasSubstr("did not fit in 1 MiB"));
}

TEST(ClipTool, FeaturesAreTheCasesAndPicturesArePreparedAsOpenClipDoes) {
    cpu_allocator::install();
    const TempFolder folder;
    ASSERT_TRUE(write_png(folder.file("wide.png"), test::gradient(90, 60)));
    ASSERT_TRUE(write_png(folder.file("high.png"), test::gradient(41, 77)));
    ClipRequest request;
    request.pictures = {folder.file("wide.png"), folder.file("high.png")};
    request.texts = {"a red cube", "something else", "a"};
    request.tensors = folder.file("f.safetensors");
    request.device = "cpu";
    const auto report = clip_features(request, kQuiet, {});
    ASSERT_TRUE(report) << report.error().message;
    TensorMap got = read_tensors(request.tensors);
    EXPECT_EQ(got["images"].sizes(), (std::vector<std::int64_t>{2, 3, 64, 64}));
    EXPECT_EQ(got["tokens"].size(0), 3);
    const at::Tensor u = torch::nn::functional::normalize(got["image_features"].to(at::kDouble)),
                     v = torch::nn::functional::normalize(got["text_features"].to(at::kDouble));
    for (int p = 0; p < 2; ++p) {
        for (int t = 0; t < 3; ++t) {
            const double cosine = (u[p] * v[t]).sum().item<double>();
            EXPECT_NEAR(report->cosine[p][t], cosine, 1e-9);
            const double half = std::acos(cosine) / 2;  // |u - v| = 2 sin(angle / 2)
            EXPECT_NEAR(report->spherical[p][t], 2 * half * half, 1e-6);
        }
    }
    // The built-in CLIP knows cubes and nothing else.
    EXPECT_THAT(report->notes, testing::Contains(HasSubstr("\"something\"")));
}

TEST(ClipTool, TheMiddleBeginsWhereTorchvisionsDoes) {
    ClipArchitecture plain;
    plain.mean = {0, 0, 0};
    plain.deviation = {1, 1, 1};
    // Python's round((length - 8) / 2): of two equally near numbers the even one.
    for (const auto& [length, first] : {std::pair{9, 0}, {11, 2}, {12, 2}, {13, 2}, {15, 4}}) {
        for (const bool wide : {false, true}) {
            const ImageBuffer picture = wide ? test::gradient(length, 8) : test::gradient(8, length);
            EXPECT_TRUE(at::equal(clip_input(picture, 8, plain), tensor_of(picture).narrow(wide ? 3 : 2, first, 8)))
                << length;
        }
    }
}

TEST(ClipTool, RubbishIsNamed) {
    cpu_allocator::install();
    const TempFolder folder;
    ClipRequest request;
    request.device = "cpu";
    EXPECT_EQ(clip_features(request, kQuiet, {}).error().code, ErrorCode::InvalidArgument);
    request.texts = {"  \t"};
    EXPECT_THAT(clip_features(request, kQuiet, {}).error().message, HasSubstr("has no words"));
    request.texts = {"a cube"};
    request.clip = network_cases() + "/vqgan/vq/vq.ckpt";
    request.tensors = folder.file("f.safetensors");
    EXPECT_THAT(clip_features(request, kQuiet, {}).error().message, HasSubstr("vq.ckpt"));
    request.clip.clear();
    request.pictures = {folder.file("absent.png")};
    EXPECT_EQ(clip_features(request, kQuiet, {}).error().code, ErrorCode::NotFound);
    EXPECT_FALSE(fs::exists(request.tensors));
}

}  // namespace
}  // namespace headroom
