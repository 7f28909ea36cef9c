// The perceptual distance against taming-transformers' LPIPS with the same made-up weights (torch 2.11, float64), and its files.
#include "core/families/vqgan/vqgan_figures.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/memory/libtorch.h"
#include "core/models/vqgan/lpips.h"
#include "core/train/tensor_bridge.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/vqgan_fixture.h"

#include <algorithm>
#include <cmath>

namespace headroom::test {
namespace {

// What taming's class gives for the weights and pictures below.
constexpr double kDistance = 0.06636872662135873, kGradientNorm = 0.061626141791754074,
                 kOneGradient = 9.423265070631019e-05;

at::Tensor sine(std::int64_t n, double step, double start) {
    return at::sin(at::arange(n, at::kDouble) * step + start);
}

struct NamedWeight {
    std::string vgg, lpips;  ///< as torchvision and as a training checkpoint name it
    at::Tensor values;
};

std::vector<NamedWeight> made_up_weights() {
    std::vector<NamedWeight> out;
    const Lpips shapes;
    const std::array<std::size_t, 5> last{1, 3, 6, 9, 12};
    for (std::size_t i = 0; i < Lpips::kConvolutions; ++i) {
        const auto sizes = shapes.convolutions[i]->weight.sizes().vec();
        const std::int64_t fan = sizes[1] * 9, n = sizes[0] * fan;
        const std::string place = std::to_string(Lpips::kPlaces[i]),
                          slice = std::to_string(std::lower_bound(last.begin(), last.end(), i) - last.begin() + 1);
        const std::string vgg = "features." + place, lpips = "loss.perceptual_loss.net.slice" + slice + "." + place;
        const auto k = static_cast<double>(i);
        out.push_back({vgg + ".weight", lpips + ".weight",
                       (sine(n, 0.7, 1.3 * k) * std::sqrt(3.0 / static_cast<double>(fan))).view(sizes).to(at::kFloat)});
        out.push_back({vgg + ".bias", lpips + ".bias", (sine(sizes[0], 0.9, 0.4 * k) * 0.1).to(at::kFloat)});
    }
    for (std::size_t k = 0; k < Lpips::kStages; ++k) {
        const std::string name = "lin" + std::to_string(k) + ".model.1.weight";
        const std::int64_t n = shapes.weights[k].numel();
        out.push_back({name, "loss.perceptual_loss." + name,
                       (sine(n, 0.5, 0.2 * static_cast<double>(k)).abs() * 4 / static_cast<double>(n))
                           .view({1, n, 1, 1})
                           .to(at::kFloat)});
    }
    return out;
}

/// `lpips`: the names of a training checkpoint; `which`: the part that is kept.
void write_weights_file(const std::string& path, bool lpips, const std::function<bool(const std::string&)>& which) {
    NamedTensors tensors;
    for (const NamedWeight& w : made_up_weights()) {
        if (which(w.vgg)) tensors.emplace_back(lpips ? w.lpips : w.vgg, w.values);
    }
    const TensorCopies copies = copy_tensors(tensors);
    ASSERT_TRUE(write_safetensors(path, copies.views, {}));
}

class LpipsFiles : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        folder_ = std::make_unique<TempFolder>();
        whole_ = folder_->file("checkpoint.safetensors");
        write_weights_file(whole_, true, [](const std::string&) { return true; });
    }
    static void TearDownTestSuite() { folder_.reset(); }
    static inline std::unique_ptr<TempFolder> folder_;
    static inline std::string whole_;
};

TEST_F(LpipsFiles, TheDistanceAndItsGradientAreTamings) {
    const auto net = load_lpips(whole_);
    ASSERT_TRUE(net) << net.error().message;
    // float64 as the figures; in fp32 thirteen layers of rounding, in the backward pass as many again.
    for (const auto& [type, off] : {std::pair{at::kDouble, 1e-6}, std::pair{at::kFloat, 1e-4}}) {
        (*net)->to(type);
        const at::Tensor x = sine(2 * 3 * 32 * 32, 0.013, 0).view({2, 3, 32, 32}).to(at::kFloat).to(type);
        at::Tensor y =
            (sine(2 * 3 * 32 * 32, 0.017, 0.5) * 0.8).view({2, 3, 32, 32}).to(at::kFloat).to(type).requires_grad_(true);
        const at::Tensor distance = (*net)->distance(x, y);
        EXPECT_NEAR(distance.item<double>(), kDistance, off * kDistance) << type;
        distance.backward();
        EXPECT_NEAR(y.grad().to(at::kDouble).norm().item<double>(), kGradientNorm, off * kGradientNorm) << type;
        EXPECT_NEAR(y.grad()[1][2][7][9].item<double>(), kOneGradient, 3 * off * kOneGradient) << type;
        EXPECT_EQ((*net)->distance(x, x).item<double>(), 0) << type;
    }
    for (const at::Tensor& p : (*net)->parameters()) EXPECT_FALSE(p.grad().defined());
}

TEST(Lpips, FeaturesThatAreAlmostNothingHaveAFiniteSlope) {
    // The squares of such features are zero in fp32, the features are not: no ReLU stops the slope of their length.
    Lpips net;
    const at::NoGradGuard made_by_hand;
    for (const auto& convolution : net.convolutions) {
        convolution->weight.zero_();
        convolution->bias.fill_(1e-25);
    }
    net.convolutions[0]->weight.fill_(1e-3);
    for (const at::Tensor& weight : net.weights) weight.fill_(1);
    const at::AutoGradMode with_gradients(true);
    const at::Tensor target = at::zeros({1, 3, 32, 32});
    const at::Tensor picture = at::zeros({1, 3, 32, 32}).requires_grad_(true);
    net.distance(target, picture).backward();
    EXPECT_TRUE(at::isfinite(picture.grad()).all().item<bool>());
}

TEST_F(LpipsFiles, TwoFilesWillDoAndWhatIsMissingIsNamed) {
    const auto is_vgg = [](const std::string& name) { return name.rfind("features.", 0) == 0; };
    const std::string vgg = folder_->file("vgg16.safetensors"), lin = folder_->file("lin.safetensors");
    write_weights_file(vgg, false, is_vgg);
    write_weights_file(lin, false, [&](const std::string& name) { return !is_vgg(name); });
    EXPECT_TRUE(load_lpips(vgg + " | " + lin));
    const auto half = load_lpips(vgg);
    ASSERT_FALSE(half);
    EXPECT_EQ(half.error().code, ErrorCode::BadFile);
    EXPECT_NE(half.error().message.find("lin0.model.1.weight is missing"), std::string::npos) << half.error().message;
    EXPECT_NE(load_lpips(lin).error().message.find("features.0.weight is missing"), std::string::npos);
    EXPECT_EQ(load_lpips(folder_->file("none.pth")).error().code, ErrorCode::NotFound);
}

TEST_F(LpipsFiles, ARunLearnsWithItInsteadOfSsim) {
    TrainConfig c = small_vqgan();
    c.batch_micro = 2;
    c.edit<VqganTrainConfig>().perceptual_file = whole_;
    VqganRun run(c);
    const StepDone step = run.step();
    EXPECT_TRUE(std::isfinite(step.own<VqganFigures>()->perceptual) && step.own<VqganFigures>()->perceptual > 0);
    EXPECT_TRUE(std::isnan(step.own<VqganFigures>()->similarity));
    // Its share of the loss is what the settings say.
    c.edit<VqganTrainConfig>().perceptual = 0;
    c.edit<VqganTrainConfig>().gan = 0;
    VqganRun without(c);
    c.edit<VqganTrainConfig>().perceptual = 2;
    VqganRun with(c);
    const StepDone a = without.step(), b = with.step();
    EXPECT_NEAR(b.loss_g - a.loss_g, 2 * b.own<VqganFigures>()->perceptual, 1e-5);
    ASSERT_TRUE(run.trainer->lend());
    ASSERT_TRUE(run.trainer->take_back());
    EXPECT_TRUE(std::isfinite(run.step().own<VqganFigures>()->perceptual));
}

}  // namespace
}  // namespace headroom::test
