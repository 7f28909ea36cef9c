// Inception's scores equal to those of pytorch-fid, torch-fidelity and clean-fid: their networks with the same random weights, their own ways of
// resizing, on the same pictures: PNGs of every size, and files of many formats, which both have to decode to the same pixels.
#include "core/io/tensors/tensor_file.h"
#include "core/io/weights/weight_file.h"
#include "core/models/score/inception.h"
#include "core/train/score/score.h"
#include "core/train/score/set_scores.h"
#include "core/train/tensor_bridge.h"
#include "tests/support/all_cases.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/score_cases.h"
#include "tests/torch/trainer_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace headroom::test {
namespace {

using ::testing::HasSubstr;

const ProgressFn kSilentInception = [](const std::string&, double) {};

class ScoreInception : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        folder_ = std::make_unique<TempFolder>();
        cache_variable_.emplace("XDG_CACHE_HOME", folder_->path());
        weights_ = folder_->file("pt_inception-2015-12-05-random.pth");
        const TensorCopies copies = copy_tensors(random_inception());
        ASSERT_TRUE(write_torch_file(weights_, copies.views));
    }
    static void TearDownTestSuite() {
        cache_variable_.reset();
        folder_.reset();
    }
    static inline std::unique_ptr<TempFolder> folder_;
    static inline std::optional<SetVariable> cache_variable_;
    static inline std::string weights_;
};

/// Of pictures in ours/ and theirs/ of a folder.
class OfPackage : public ScoreInception,
                  public ::testing::WithParamInterface<std::tuple<std::string, InceptionResize>> {
protected:
    static nlohmann::json cases() { return score_cases(std::get<0>(GetParam())); }
    static std::string side(const std::string& name) { return score_data(std::get<0>(GetParam()) + name); }
    static InceptionResize resize() { return std::get<1>(GetParam()); }
};

TEST_P(OfPackage, ScoresAreThePackages) {
    // How a file is decoded and how its picture is resized have nothing to do with each other: files of every format for one way, PNGs for each.
    if (!std::get<0>(GetParam()).empty() && resize() != InceptionResize::CleanFid && !all_cases()) return;
    const nlohmann::json wanted = cases()["pictures"][std::string(name_of(resize()))];
    ScoreRequest request;
    request.source = side("ours");
    request.against = side("theirs");
    request.features = {"inception=" + weights_};
    request.resize = resize();
    request.batch = 6;
    request.subset = resize() == InceptionResize::TorchFidelity ? 5 : 1000;
    request.device = "cpu";
    const auto report = score_pictures(request, kSilentInception, {});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_THAT(report->notes, ::testing::Not(::testing::Contains(HasSubstr("left out"))));
    EXPECT_EQ(report->spaces.front().figures.feature_width, 2048);
    const RunScores& got = report->spaces.front().figures;
    EXPECT_NEAR(got.fid, wanted["fid"].get<double>(), 1e-3 * wanted["fid"].get<double>());
    if (wanted.contains("kid"))
        EXPECT_NEAR(got.kid, wanted["kid"].get<double>(), 1e-3 * std::abs(wanted["kid"].get<double>()));
    if (wanted.contains("precision")) {
        EXPECT_NEAR(got.precision, wanted["precision"].get<double>(), 1e-6);
        EXPECT_NEAR(got.recall, wanted["recall"].get<double>(), 1e-6);
    }
}

TEST_P(OfPackage, FeaturesAreThePackages) {
    const nlohmann::json wanted = cases()["pictures"][std::string(name_of(resize()))]["first_features"];
    const auto looked_at = cases()["looked_at"].get<std::vector<std::pair<std::string, std::int64_t>>>();
    ASSERT_EQ(wanted.size(), looked_at.size());
    const auto space = open_space({"inception", weights_}, resize(), at::kCPU);
    ASSERT_TRUE(space) << space.error().message;
    EXPECT_THAT((*space)->stamp, HasSubstr(std::string(name_of(resize())))) << "others are not known by these";
    // Every file for one way, some for the others.
    const std::size_t each = looked_at.size() > 6 && resize() != InceptionResize::CleanFid ? 3 : 1;
    for (std::size_t row = 0; row < looked_at.size(); row += each) {
        const auto& [folder, number] = looked_at[row];
        const auto set = pictures_of_folder(side(folder), kSilentInception, {});
        ASSERT_TRUE(set) << set.error().message;
        ASSERT_LT(number, set->count);
        const auto picture = set->picture(number);
        ASSERT_TRUE(picture) << picture.error().message;
        const at::Tensor got = (*space)->features((*space)->input(*picture))[0];
        for (std::size_t i = 0; i < wanted[row].size(); ++i)
            EXPECT_NEAR(got[static_cast<std::int64_t>(i)].item<double>(), wanted[row][i].get<double>(), 2e-5)
                << folder << " " << number << ", feature " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Packages, OfPackage,
                         ::testing::Combine(::testing::Values("", "mixed/"),
                                            ::testing::Values(InceptionResize::CleanFid, InceptionResize::PytorchFid,
                                                              InceptionResize::TorchFidelity)),
                         [](const auto& info) {
                             std::string name = std::get<0>(info.param) + std::string(name_of(std::get<1>(info.param)));
                             std::erase_if(name, [](char c) { return c == '-' || c == '/'; });
                             return name;
                         });

TEST_F(ScoreInception, AndClipsScoreARunThatGoesOnToTheSameFiguresAndBits) {
    const std::string clip = std::string(HEADROOM_TEST_DATA) + "/networks/clip/vit/open_clip_model.safetensors";
    for (const auto& [features, file] :
         {std::pair(ScoreFeatures::Inception, weights_), std::pair(ScoreFeatures::Clip, clip)}) {
        TrainConfig c = small_config();
        c.scores_count = 6;
        c.scores_features = features;
        c.scores_weights = file;
        // Copies are looked for among all of them, and Inception takes a processor a fifth of a second for each.
        constexpr std::int64_t pictures = 16;
        TrainerRun alone(c, nullptr, pictures), run(c, nullptr, pictures);
        alone.steps(3);
        run.steps(2);
        const auto told = [&](TrainerRun& of) {
            const auto scores = of.trainer->scores(kSilentInception, {});
            EXPECT_TRUE(scores) << (scores ? "" : scores.error().message);
            return scores ? *scores : RunScores{};
        };
        const RunScores there = told(run);
        EXPECT_EQ(there.features, name_of(features));
        EXPECT_EQ(there.pictures, 6);
        for (const ScoreFigure& figure : kScoreFigures) {
            if (!figure.error || figure.name.starts_with("d_")) continue;  // no pictures are held out
            const auto [value, error] = figure.in(there);
            EXPECT_EQ(std::isfinite(value), figure.name != "mmd" || features == ScoreFeatures::Clip) << figure.name;
            EXPECT_EQ(std::isfinite(error), std::isfinite(value)) << figure.name;
        }
        const auto kept = run.trainer->checkpoint();
        TrainerRun on(c, kept->get(), pictures);
        const RunScores again = told(on);
        for (const ScoreFigure& figure : kScoreFigures) {
            if (std::isfinite(there.*figure.of)) EXPECT_EQ(there.*figure.of, again.*figure.of) << figure.name;
        }
        run.step();
        on.step();
        EXPECT_EQ(differing(alone.state(), run.state()), "") << name_of(features);
        EXPECT_EQ(differing(alone.state(), on.state()), "") << name_of(features);
    }
}

TEST_F(ScoreInception, BrokenAndForeignWeightsAreNamed) {
    auto tensors = random_inception();
    std::erase_if(tensors, [](const auto& t) { return t.first == "Mixed_6c.branch7x7_2.conv.weight"; });
    const std::string broken = folder_->file("broken.safetensors");
    ASSERT_TRUE(write_safetensors(broken, copy_tensors(tensors).views, {}));
    EXPECT_THAT(load_inception(broken).error().message, HasSubstr("Mixed_6c.branch7x7_2.conv.weight"));
    for (auto& [name, values] : tensors) {
        if (name == "fc.weight") values = at::zeros({1000, 2048}, at::kFloat);
    }
    const std::string other = folder_->file("torchvision.safetensors");
    ASSERT_TRUE(write_safetensors(other, copy_tensors(tensors).views, {}));
    EXPECT_FALSE(load_inception(other));
    EXPECT_THAT(WeightFile::open(other)->map().warnings, ::testing::Contains(HasSubstr("1,008")));
    const std::string clip = std::string(HEADROOM_TEST_DATA) + "/networks/clip/rn/open_clip_model.safetensors";
    EXPECT_THAT(load_inception(clip).error().message, HasSubstr("a CLIP where an Inception v3 is wanted"));
}

}  // namespace
}  // namespace headroom::test
