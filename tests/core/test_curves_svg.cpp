// A run's curves as a picture: every curve of its kind, names as they are, prompts that change places.
#include "core/engine/export/curves_svg.h"

#include "core/api/param_schema.h"
#include "core/families/augment_figures.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/vqgan/vqgan_figures.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/families/vqgan_clip/imagine_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace headroom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(CurvesSvg, DrawsEveryCurveAndEscapesNames) {
    RunHistory run;
    run.info.name = "a<b>&c";
    for (int i = 1; i <= 5000; ++i) {
        StepDone s;
        s.step = i;
        s.images = i * 8;
        s.loss_g = 1.0 / i;
        s.loss_d = i == 7 ? std::nan("") : 0.5;
        run.steps.push_back(s);
    }
    run.marks.push_back({10, 80, "edit", "batch.micro 8 to 4"});
    const std::string svg = curves_svg(run);
    EXPECT_THAT(svg, HasSubstr("a&lt;b&gt;&amp;c"));
    EXPECT_THAT(svg, HasSubstr("batch.micro 8 to 4"));
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_LT(svg.size(), 200000u) << "thinned to what a picture can show";
    std::size_t lines = 0;
    for (std::size_t at = svg.find("<polyline"); at != std::string::npos; at = svg.find("<polyline", at + 1)) ++lines;
    EXPECT_EQ(lines, 6u);
    EXPECT_THAT(curves_svg(RunHistory{}), HasSubstr("</svg>"));
}

TEST(CurvesSvg, EveryKindOfRunHasItsOwnCurves) {
    RunHistory painting, vqgan;
    painting.config.model = kVqganClip;
    vqgan.config.model = kVqgan;
    for (int i = 1; i <= 3; ++i) {
        StepDone s;
        s.step = s.images = i;
        s.edit<ImagineFigures>().similarity = {0.1 * i, 0.2 * i};
        painting.steps.push_back(s);
        s.edit<VqganFigures>() = {0.5 / i, 0.3 * i, std::nan(""), 0, 0, 0, 64, 20 * i, 10.0 * i, 0};
        vqgan.steps.push_back(s);
    }
    EXPECT_THAT(curves_svg(painting), AllOf(HasSubstr(">Similarity<"), HasSubstr(">prompt 2<"),
                                            HasSubstr(">iterations<"), Not(HasSubstr("D output"))));
    EXPECT_THAT(curves_svg(vqgan), AllOf(HasSubstr(">SSIM<"), HasSubstr(">perplexity<"), HasSubstr(">images<"),
                                         Not(HasSubstr("D output"))));
}

TEST(CurvesSvg, AStrengthThatAdaptsIsACurve) {
    for (const ModelKind kind : {kDcgan, kLightGan}) {
        RunHistory run;
        run.config = default_config(kind);
        for (int i = 1; i <= 3; ++i) {
            StepDone s;
            s.step = s.images = i;
            run.steps.push_back(s);
        }
        EXPECT_THAT(curves_svg(run), Not(HasSubstr(">strength<"))) << "nothing adapts";
        for (StepDone& s : run.steps) s.edit<AugmentFigures>() = {0.1 * static_cast<double>(s.step), 0.5};
        EXPECT_THAT(curves_svg(run), AllOf(HasSubstr(">strength<"), HasSubstr(">sign of D(x)<")));
    }
}

/// Each <polyline>'s number of points, by its colour.
std::vector<std::pair<std::string, std::size_t>> polylines_of(const std::string& svg) {
    std::vector<std::pair<std::string, std::size_t>> out;
    for (std::size_t at = svg.find("<polyline"); at != std::string::npos; at = svg.find("<polyline", at + 1)) {
        const std::string line = svg.substr(at, svg.find("/>", at) - at);
        out.emplace_back(line.substr(line.find("stroke=\"") + 8, 7), std::count(line.begin(), line.end(), ','));
    }
    return out;
}

TEST(CurvesSvg, PromptsThatChangePlacesKeepTheirCurves) {
    RunHistory run;
    run.config.model = kVqganClip;
    const PromptName cube{PromptKind::Text, "a red cube"},
        ball{PromptKind::Text, "a <blue> ball, seen from far away, in the evening light"};
    const auto first = std::make_shared<const PromptNames>(PromptNames{cube}),
               second = std::make_shared<const PromptNames>(PromptNames{ball, cube});
    for (int i = 1; i <= 9; ++i) {
        StepDone s;
        s.step = s.images = i;
        s.loss_g = 1;
        s.edit<ImagineFigures>() = i <= 4 ? ImagineFigures{{0.5}, first} : ImagineFigures{{0.1, 0.5}, second};
        run.steps.push_back(s);
    }
    const std::string svg = curves_svg(run);
    EXPECT_THAT(svg, AllOf(HasSubstr(">a red cube<"),
                           HasSubstr("<title>a &lt;blue&gt; ball, seen from far away, in the evening light</title>")));
    const auto lines = polylines_of(svg);  // loss, cube, ball, memory's two
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_EQ(lines[1], std::pair(std::string("#1f77b4"), std::size_t{9}));
    EXPECT_EQ(lines[2], std::pair(std::string("#d62728"), std::size_t{5}));
    // The cube's value never changed, whatever stood before it: its curve is level.
    const std::size_t at = svg.find("<polyline", svg.find(">Similarity<"));
    const std::string points =
        svg.substr(svg.find("points=\"", at) + 8, svg.find("\"/>", at) - svg.find("points=\"", at) - 8);
    std::istringstream stream(points);
    std::set<std::string> heights;
    for (std::string point; stream >> point;) heights.insert(point.substr(point.find(',')));
    EXPECT_EQ(heights.size(), 1u) << points;
    // A prompt that is away for a while leaves a gap.
    run.steps[6].edit<ImagineFigures>() = {{0.5}, first};
    EXPECT_EQ(polylines_of(curves_svg(run)).size(), 6u);
}

}  // namespace
}  // namespace headroom
