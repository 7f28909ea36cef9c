// Light GAN's networks against lightweight-gan 1.2.1 (tests/data/light_gan): outputs, losses, gradients, shapes.
#include "app/lab/parity/network_replay.h"
#include "core/api/param_schema.h"
#include "core/families/light_gan/idle_attention.h"
#include "core/families/light_gan/light_gan_shape.h"
#include "core/models/light_gan/networks.h"
#include "core/models/nn/network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace headroom::test {
namespace {

using testing::HasSubstr;

std::string light_gan_data(const std::string& name) { return std::string(HEADROOM_TEST_DATA) + "/light_gan/" + name; }

struct LightGanWay {
    const char* folder;
    bool float64;
    bool again;  ///< segments are recomputed
};

class LightGanParity : public testing::TestWithParam<LightGanWay> {
protected:
    /// Within rounding: of float64 1e-9 of the largest number, which shows the mathematics.
    static void same(const std::string& key, const at::Tensor& expected, const at::Tensor& found) {
        ASSERT_EQ(expected.sizes(), found.sizes()) << key;
        const double most = std::max(1e-6, expected.abs().max().item<double>());
        EXPECT_LE((expected - found).abs().max().item<double>(), most * (GetParam().float64 ? 1e-9 : 2e-3))
            << key << " of " << most;
    }
    /// Norms, and ways along a fixed direction. False: of nothing but rounding (a bias before batch norm), which says nothing.
    static bool same_gradient(const std::string& key, const at::Tensor& expected, const at::Tensor& found) {
        const double norm = expected[0].item<double>(), along = expected[1].item<double>();
        if (norm <= 1e-4) return false;
        // With the oldest kernels gradients of G's first layers, where batch norm stands over few numbers, differ by 3e-3; what stands
        // across a gradient shows in its direction more than in its norm.
        const bool exact = GetParam().float64;
        EXPECT_NEAR(found[0].item<double>(), norm, norm * (exact ? 1e-9 : 5e-3)) << key;
        EXPECT_NEAR(found[1].item<double>(), along, norm * (exact ? 1e-9 : 5e-2)) << key << " of " << norm;
        return true;
    }
};

TEST_P(LightGanParity, AgreesWithThePackage) {
    const auto [folder, float64, again] = GetParam();
    ReplayWay way;
    way.float64 = float64;
    if (again) way.mode.again = nn::ComputeMode::kAll;
    const auto computed = replay_light_gan(light_gan_data(folder), way);
    ASSERT_TRUE(computed) << computed.error().message;
    const auto figures = read_case_tensors(light_gan_data(folder) + "/figures.safetensors");
    ASSERT_TRUE(figures) << figures.error().message;
    std::map<std::string, std::size_t> compared, told;  // gradients of each network
    for (const auto& [key, figure] : *figures) {
        const bool given = key == "z" || key == "real" || key.starts_with("noise.");
        if (given || (again && (key == "d.penalty" || key.starts_with("d.grad.")))) continue;
        ASSERT_TRUE(computed->contains(key)) << key;
        const at::Tensor expected = figure.to(at::kDouble), found = computed->at(key).to(at::kDouble);
        if (key.find(".grad.") == std::string::npos) {
            same(key, expected, found);
            continue;
        }
        ++compared[key.substr(0, 2)];
        told[key.substr(0, 2)] += same_gradient(key, expected, found) ? 1 : 0;
    }
    EXPECT_EQ(compared.size(), again ? 1u : 2u);
    for (const auto& [network, count] : compared) {
        EXPECT_GT(count, 30u) << network;
        EXPECT_GT(told[network], count / 2) << network;
    }
}

std::string name_of_way(const testing::TestParamInfo<LightGanWay>& info) {
    std::string name = info.param.folder;
    std::replace(name.begin(), name.end(), '-', '_');
    return name + (info.param.again ? "_recomputed" : "");
}

// Sums in float64 are of the same kernels on every processor: the tests of other kernels leave those cases out.
INSTANTIATE_TEST_SUITE_P(Float64, LightGanParity,
                         testing::Values(LightGanWay{"64", true, false}, LightGanWay{"64", true, true},
                                         LightGanWay{"64-grid-grey", true, false},
                                         LightGanWay{"64-narrow", true, false}, LightGanWay{"128-gate", true, false},
                                         LightGanWay{"256-gates", true, false},
                                         LightGanWay{"512-quarters", true, false}),
                         name_of_way);
INSTANTIATE_TEST_SUITE_P(Float32, LightGanParity,
                         testing::Values(LightGanWay{"64", false, false}, LightGanWay{"64-grid-grey", false, true},
                                         LightGanWay{"128-gate", false, false}),
                         name_of_way);

TEST(LightGanShapes, AreThoseOfTheNetworks) {
    for (const std::int64_t size : {64, 128, 256, 512, 1024}) {
        LightGanShape shape;
        shape.size = size;
        shape.widest = 32;
        shape.latent = 16;
        shape.logits = size == 128 ? Logits::Grid : Logits::One;
        const light_gan::Generator g(shape);
        const light_gan::Discriminator d(shape);
        const auto compare = [](std::vector<LightGanTensor> said, const torch::nn::Module& net) {
            const auto there = nn::named_tensors(net);
            ASSERT_EQ(said.size(), there.size());
            for (const auto& item : there) {
                const std::string& name = item.first;
                const at::Tensor& tensor = item.second;
                const auto found =
                    std::find_if(said.begin(), said.end(), [&](const auto& t) { return t.name == name; });
                ASSERT_NE(found, said.end()) << name;
                EXPECT_EQ(at::IntArrayRef(found->shape), tensor.sizes()) << name;
                EXPECT_EQ(found->buffer, !tensor.requires_grad()) << name;
            }
        };
        compare(generator_tensors(shape), g);
        compare(discriminator_tensors(shape), d);
    }
}

/// Networks of the package as its script wrote them down.
struct PackageShape {
    LightGanShape shape;
    TensorShapes g, d;
    std::set<std::string> buffers;  ///< with "G." and "D."
};

std::vector<std::int64_t> whole_numbers(std::string list, char between) {
    std::replace(list.begin(), list.end(), between, ' ');
    std::vector<std::int64_t> out;
    std::istringstream words(list);
    for (std::int64_t n = 0; words >> n;) out.push_back(n);
    return out;
}

std::vector<PackageShape> shapes_of_the_package() {
    std::vector<PackageShape> out;
    std::ifstream file(light_gan_data("shapes.txt"));
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string name, shape, buffer;
        if (!line.starts_with("G.") && !line.starts_with("D.")) {
            PackageShape& one = out.emplace_back();
            std::string attention;
            int logits = 0;
            words >> one.shape.size >> one.shape.latent >> one.shape.widest >> one.shape.width_side;
            words.ignore();
            std::getline(words, attention, ' ');  // empty: none
            words >> logits >> one.shape.channels;
            one.shape.attention = whole_numbers(attention, ',');
            one.shape.logits = logits == 5 ? Logits::Grid : Logits::One;
            continue;
        }
        words >> name >> shape >> buffer;
        if (out.empty()) break;
        (name[0] == 'G' ? out.back().g : out.back().d)[name.substr(2)] = whole_numbers(shape, 'x');
        if (!buffer.empty()) out.back().buffers.insert(name);
    }
    return out;
}

TEST(LightGanShapes, AreThoseOfThePackageAtEverySize) {
    std::multiset<std::int64_t> sizes;
    for (const PackageShape& package : shapes_of_the_package()) {
        sizes.insert(package.shape.size);
        SCOPED_TRACE(std::to_string(package.shape.size) + " px, widest " + std::to_string(package.shape.widest));
        const auto compare = [&](const std::vector<LightGanTensor>& said, const TensorShapes& there,
                                 const std::string& prefix) {
            EXPECT_EQ(said.size(), there.size());
            for (const LightGanTensor& t : said) {
                const auto found = there.find(t.name);
                if (found == there.end()) {
                    ADD_FAILURE() << prefix << t.name << " is none of the package's";
                    continue;
                }
                EXPECT_EQ(found->second, t.shape) << prefix << t.name;
                EXPECT_EQ(package.buffers.contains(prefix + t.name), t.buffer) << prefix << t.name;
            }
        };
        compare(generator_tensors(package.shape), package.g, "G.");
        compare(discriminator_tensors(package.shape), package.d, "D.");
        const auto recognised = recognise_light_gan(package.g, package.d);
        ASSERT_TRUE(recognised) << recognised.error().message;
        EXPECT_EQ(*recognised, package.shape);
    }
    EXPECT_EQ(sizes,
              (std::multiset<std::int64_t>{64, 64, 64, 128, 128, 128, 256, 256, 256, 512, 512, 512, 1024, 1024, 1024}));
}

TEST(LightGanShapes, ASmallJudgeWithoutAttentionIsOneWhoseAttentionAddsNothing) {
    TrainConfig config = default_config(kLightGan);
    config.image_size = 64;
    config.edit<LightGanConfig>().width_max = 16;
    EXPECT_TRUE(idle_attention(config).empty()) << "it has one";
    LightGanShape shape = *light_gan_shape(config);
    const auto with = std::make_shared<light_gan::Discriminator>(shape);
    with->initialise(7);
    config.edit<LightGanConfig>().small_attention = false;
    shape = *light_gan_shape(config);
    const auto without = std::make_shared<light_gan::Discriminator>(shape);
    const auto all = nn::named_tensors(*with);
    const auto value = [&all](const std::string& name) {
        return std::find_if(all.begin(), all.end(), [&](const auto& item) { return item.first == name; })->second;
    };
    const at::NoGradGuard no_grad;
    for (const auto& [name, tensor] : nn::named_tensors(*without)) tensor.copy_(value(name));
    const at::Tensor pictures = at::rand({2, 3, 64, 64});
    const at::Tensor attends = with->forward(pictures, false).small;
    const auto added = idle_attention(config);
    EXPECT_EQ(added.size(), all.size() - nn::named_tensors(*without).size());
    for (const AddedTensor& t : added) {
        value(t.name).copy_(at::tensor(at::ArrayRef<float>(t.numbers)).view(t.shape));
        const bool is_last = t.name.find(".to_out.") != std::string::npos || t.name.ends_with(".norm.b");
        EXPECT_EQ(value(t.name).abs().max().item<double>() == 0, is_last) << t.name << ": the others learn";
    }
    EXPECT_GT((attends - without->forward(pictures, false).small).abs().max().item<double>(), 1e-4);
    EXPECT_LT(
        (with->forward(pictures, false).small - without->forward(pictures, false).small).abs().max().item<double>(),
        1e-5);
    EXPECT_EQ(nn::named_tensors(*without).size(), discriminator_tensors(shape).size());
    TensorShapes g, d;
    for (const LightGanTensor& t : generator_tensors(shape)) g.emplace(t.name, t.shape);
    for (const LightGanTensor& t : discriminator_tensors(shape)) d.emplace(t.name, t.shape);
    const auto again = recognise_light_gan(g, d);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, shape);
}

TEST(LightGanShapes, NamesTheOptionThatItLacks) {
    LightGanShape shape;
    shape.latent = 16;
    shape.widest = 16;
    TensorShapes g, d;
    for (const LightGanTensor& t : generator_tensors(shape)) g.emplace(t.name, t.shape);
    for (const LightGanTensor& t : discriminator_tensors(shape)) d.emplace(t.name, t.shape);
    const auto again = recognise_light_gan(g, d);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, shape);
    TensorShapes blurred = g;
    blurred["layers.0.0.1.f"] = {3};
    EXPECT_THAT(recognise_light_gan(blurred, d).error().message, HasSubstr("antialias"));
    TensorShapes transparent = g;
    transparent["out_conv.weight"][0] = 4;
    EXPECT_THAT(recognise_light_gan(transparent, d).error().message, HasSubstr("transparent"));
    TensorShapes deep = g, wide = g;
    for (int i = 0; i < 70; ++i) deep["layers." + std::to_string(i) + ".0.2.1.weight"] = {32, 16, 4, 4};
    EXPECT_THAT(recognise_light_gan(deep, d).error().message, HasSubstr("more than 1024 px"));
    wide["initial_conv.0.weight"] = {std::int64_t{1} << 62, 0, 4, 4};  // no numbers, so that a file may say so
    EXPECT_THAT(recognise_light_gan(wide, d).error().message, HasSubstr("wider"));
    d.erase("to_shape_disc_out.5.bias");
    EXPECT_THAT(recognise_light_gan(g, d).error().message, HasSubstr("to_shape_disc_out.5.bias"));
}

}  // namespace
}  // namespace headroom::test
