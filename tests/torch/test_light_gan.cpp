// Light GAN's networks against lightweight-gan 1.2.1 (tests/data/light_gan): outputs, losses, gradients, shapes.
#include "app/lab/parity/network_replay.h"
#include "core/families/light_gan/light_gan_shape.h"
#include "core/models/light_gan/networks.h"
#include "core/models/nn/network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
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

/// Numbers of -1 to 1 that look random and are the same bits in tests/data/light_gan/make_light_gan.py.
at::Tensor mixed(std::int64_t count, std::int64_t first = 1) {
    at::Tensor x = at::arange(first, first + count, at::kLong);
    for (int i = 0; i < 2; ++i)
        x = x.bitwise_right_shift(16).bitwise_xor(x).mul(73244475).bitwise_and(std::int64_t{0xFFFFFFFF});
    return x.bitwise_right_shift(16).bitwise_xor(x).to(at::kDouble).div(2147483648.0).sub(1);
}

/// Weights of a case whose file holds none: as fill_by_rule() of the same script makes them.
void fill_by_rule(const std::string& prefix, const torch::nn::Module& net) {
    const at::NoGradGuard no_grad;
    std::map<std::string, at::Tensor> state;
    for (const auto& [name, tensor] : nn::named_tensors(net)) state.emplace(name, tensor);
    std::int64_t place = 0;
    for (const auto& [name, tensor] : state) {
        const std::int64_t first = 1 + 1000003 * place++ + (prefix == "D." ? 500000000 : 0);
        if (!tensor.requires_grad()) continue;  // statistics begin as they are
        const std::int64_t count = tensor.numel();
        at::Tensor u = mixed(count, first).view(tensor.sizes());
        if (tensor.dim() == 4 && tensor.size(0) > 1) {
            u = u * std::sqrt(6.0 * static_cast<double>(tensor.size(0)) / static_cast<double>(count));
        } else {
            const std::size_t stem = name.ends_with("weight") ? name.size() - 6 : name.size();
            const bool scales = name.ends_with(".norm.g") || state.contains(name.substr(0, stem) + "running_mean");
            u = u * 0.3 + (scales ? 1 : 0);
        }
        tensor.copy_(u);
    }
}

struct LightGanWay {
    const char* folder;
    bool float64;
    bool again;  ///< segments are recomputed
};

/// A case of the package: its networks with the file's weights.
class LightGanCase {
public:
    explicit LightGanCase(const LightGanWay& way)
        : record(*read_case_record(light_gan_data(way.folder) + "/networks.json")),
          figures(*read_case_tensors(light_gan_data(way.folder) + "/figures.safetensors")),
          type(way.float64 ? at::kDouble : at::kFloat) {
        shape.size = record["size"];
        shape.latent = record["latent"];
        shape.widest = record["widest"];
        shape.width_side = record.value("width_side", std::int64_t{4096});
        shape.attention = record["attention"].get<std::vector<std::int64_t>>();
        shape.logits = record["logits"] == 5 ? Logits::Grid : Logits::One;
        shape.channels = record.value("grey", false) ? 1 : 3;
        g = std::make_shared<light_gan::Generator>(shape);
        d = std::make_shared<light_gan::Discriminator>(shape);
        const bool by_rule = record.value("by_rule", false);
        const TensorMap start =
            by_rule ? TensorMap() : *read_case_tensors(light_gan_data(way.folder) + "/start.safetensors");
        const at::NoGradGuard no_grad;
        std::size_t taken = 0;
        for (const auto& [prefix, net] : {std::pair<std::string, torch::nn::Module*>{"G.", g.get()}, {"D.", d.get()}}) {
            net->to(type);
            if (by_rule) {
                fill_by_rule(prefix, *net);
                continue;
            }
            for (const auto& [name, tensor] : nn::named_tensors(*net)) {
                EXPECT_TRUE(start.contains(prefix + name)) << prefix << name;
                if (start.contains(prefix + name)) tensor.copy_(start.at(prefix + name));
                ++taken;
            }
        }
        EXPECT_EQ(taken, start.size());
        nn::ComputeMode mode;
        if (way.again) mode.again = nn::ComputeMode::kAll;
        g->set_mode(mode);
        d->set_mode(mode);
    }

    at::Tensor input(const std::string& key, std::int64_t side) const {
        const at::Tensor x = figures.at(key).to(type);
        const std::int64_t times = std::max<std::int64_t>(1, side / x.size(2));
        return x.repeat_interleave(times, 2).repeat_interleave(times, 3).contiguous();
    }
    light_gan::NoiseSource noise() const {
        return [this](std::int64_t side) { return input("noise." + std::to_string(side), side); };
    }
    at::Tensor z() const { return figures.at("z").to(type).unflatten(1, {-1, 1, 1}); }
    at::Tensor thinned(const at::Tensor& x) const {
        using at::indexing::Slice;
        const Slice some(at::indexing::None, at::indexing::None, shape.size / 16);
        return x.index({"...", some, some});
    }

    nlohmann::json record;
    TensorMap figures;
    at::ScalarType type;
    LightGanShape shape;
    std::shared_ptr<light_gan::Generator> g;
    std::shared_ptr<light_gan::Discriminator> d;
};

class LightGanParity : public testing::TestWithParam<LightGanWay> {
protected:
    /// Within rounding: of float64 1e-9 of the largest number, which shows the mathematics; of float32 `float32`.
    void same(LightGanCase& c, const std::string& key, const at::Tensor& computed, double float32 = 2e-3) {
        const at::Tensor expected = c.figures.at(key).to(at::kDouble), found = computed.detach().to(at::kDouble);
        ASSERT_EQ(expected.numel(), found.numel()) << key;
        const double most = std::max(1e-6, expected.abs().max().item<double>());
        const double apart = (expected.flatten() - found.flatten()).abs().max().item<double>();
        EXPECT_LE(apart, most * (c.type == at::kDouble ? 1e-9 : float32)) << key << " of " << most;
    }
    /// Their norms, and how far they go along a fixed direction: a gradient of the wrong sign has the right norm.
    void gradients(LightGanCase& c, const std::string& prefix, const torch::nn::Module& net) {
        const bool exact = c.type == at::kDouble;
        std::size_t compared = 0, told = 0;
        for (const auto& [name, p] : nn::named_parameters(net)) {
            if (!c.figures.contains(prefix + name)) continue;
            ASSERT_TRUE(p.grad().defined()) << prefix << name;
            ++compared;
            const at::Tensor expected = c.figures.at(prefix + name).to(at::kDouble);
            ASSERT_EQ(expected.numel(), 2) << prefix << name;
            const double norm = expected[0].item<double>(), along = expected[1].item<double>();
            // A norm of nothing but rounding (a bias before batch norm) says nothing.
            if (norm <= 1e-4) continue;
            ++told;
            const at::Tensor found = p.grad().to(at::kDouble).flatten();
            // With the oldest kernels gradients of G's first layers, where batch norm stands over few numbers, differ by 3e-3; what stands
            // across a gradient shows in its direction more than in its norm.
            EXPECT_NEAR(found.norm().item<double>(), norm, norm * (exact ? 1e-9 : 5e-3)) << prefix << name;
            EXPECT_NEAR(found.dot(mixed(found.numel())).item<double>(), along, norm * (exact ? 1e-9 : 5e-2))
                << prefix << name << " of " << norm;
        }
        EXPECT_GT(compared, 30u);
        EXPECT_GT(told, compared / 2);
    }
};

TEST_P(LightGanParity, AgreesWithThePackage) {
    LightGanCase c(GetParam());
    const at::Tensor real = c.input("real", c.shape.size).requires_grad_(true);
    at::Tensor fake;
    {
        const at::NoGradGuard no_grad;
        fake = c.g->forward(c.z(), c.noise());
    }
    same(c, "fake", c.thinned(fake));
    same(c, "fake.sum", fake.sum());
    fake.requires_grad_(true);
    const at::Tensor quarters = at::full({real.size(0)}, c.record["quarter"].get<std::int64_t>(), at::kLong);
    const light_gan::Judgement of_fake = c.d->forward(fake, false), of_real = c.d->forward(real, true, quarters);
    same(c, "d.real", of_real.whole);
    same(c, "d.fake", of_fake.whole);
    same(c, "d.real_small", of_real.small);
    same(c, "d.fake_small", of_fake.small);
    same(c, "d.decoders", of_real.decoders);
    const auto hinge = [](const at::Tensor& r, const at::Tensor& f) {
        return at::relu(1 + r).mean() + at::relu(1 - f).mean();
    };
    at::Tensor loss = hinge(of_real.whole, of_fake.whole) + hinge(of_real.small, of_fake.small) + of_real.decoders;
    same(c, "d.loss", loss);
    if (!GetParam().again) {  // recomputed segments have no second derivatives
        const auto slope = [](const light_gan::Judgement& j, const at::Tensor& x) {
            return torch::autograd::grad({j.whole.sum() + j.small.sum()}, {x}, {}, true, true)[0];
        };
        const at::Tensor penalty =
            10 * at::cat({slope(of_real, real), slope(of_fake, fake)}).flatten(1).square().sum(1).mean();
        same(c, "d.penalty", penalty);
        (loss + penalty).backward();
        gradients(c, "d.grad.", *c.d);
    }
    const light_gan::Judgement again = c.d->forward(c.g->forward(c.z(), c.noise()), false);
    loss = again.whole.mean() + again.small.mean();
    same(c, "g.loss", loss);
    loss.backward();
    gradients(c, "g.grad.", *c.g);
    for (const auto& [name, tensor] : nn::named_tensors(*c.g)) {
        if (c.figures.contains("g.after." + name)) same(c, "g.after." + name, tensor);
    }
    c.g->eval();
    const at::NoGradGuard no_grad;
    const at::Tensor drawn = c.g->forward(c.z());
    same(c, "drawn", c.thinned(drawn));
    same(c, "drawn.sum", drawn.sum());
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
    LightGanShape shape;
    shape.widest = 16;
    const auto with = std::make_shared<light_gan::Discriminator>(shape);
    with->initialise(7);
    shape.small_attends = false;
    const auto without = std::make_shared<light_gan::Discriminator>(shape);
    const auto all = nn::named_tensors(*with);
    const auto value = [&all](const std::string& name) {
        return std::find_if(all.begin(), all.end(), [&](const auto& item) { return item.first == name; })->second;
    };
    const at::NoGradGuard no_grad;
    for (const auto& [name, tensor] : nn::named_tensors(*without)) tensor.copy_(value(name));
    const at::Tensor pictures = at::rand({2, 3, 64, 64});
    const at::Tensor attends = with->forward(pictures, false).small;
    for (const char* layer : {"1", "3"})
        for (const char* part : {"weight", "bias"})
            value("to_shape_disc_out." + std::string(layer) + ".fn.fn.to_out." + part).zero_();
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
