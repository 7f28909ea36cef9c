// What a step of a VQGAN computes: against a plain loop of PyTorch's own operations in float64, accumulated, and the codes' care.
#include "core/families/vqgan/vqgan_figures.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/network.h"
#include "core/models/vqgan/picture_losses.h"
#include "core/train/vqgan/codebook_care.h"
#include "core/train/vqgan/vqgan_step.h"
#include "network_case.h"
#include "tiny_vqgan.h"

#include <torch/optim/adam.h>

#include <cmath>

namespace headroom {
namespace {

/// Both networks in float64 with their optimisers, the same for the same norm.
struct BothNetworks {
    std::shared_ptr<Vqgan> net = std::make_shared<Vqgan>(test::tiny_vqgan(12));
    std::shared_ptr<PatchDiscriminator> d;
    explicit BothNetworks(NormKind norm) : d(std::make_shared<PatchDiscriminator>(3, 8, 1, norm)) {
        net->initialise(3);
        d->initialise(4);
        net->to(at::kDouble);
        d->to(at::kDouble);
        // As large as the latents, so that many codes are used.
        const at::NoGradGuard no_grad;
        const_cast<at::Tensor&>(net->codebook()).mul_(6);
    }
};

at::Tensor tiny_pictures(std::int64_t n, std::int64_t first) {
    std::vector<at::Tensor> out;
    for (std::int64_t i = 0; i < n; ++i) {
        const at::Tensor wave = at::linspace(0, 6.0 + 0.7 * static_cast<double>(first + i), 16, at::kDouble);
        const at::Tensor grid = at::sin(wave.view({1, 16}) + 0.5 * wave.view({16, 1}));
        out.push_back(at::stack({grid, grid.t() * 0.7, at::cos(grid * 3 + static_cast<double>(first + i))}));
    }
    return at::stack(out);
}

VqganRules tiny_rules() {
    VqganRules r;
    r.l1 = 1.0;
    r.ssim = 0.3;
    r.gan = 0.7;
    r.codebook = 0.9;
    r.with_d = true;
    return r;
}

VqganWindow window_of(const std::vector<std::int64_t>& samples, std::int64_t first) {
    VqganWindow w;
    w.samples = samples;
    w.real = [samples, first](std::size_t i) {
        std::int64_t at = first;
        for (std::size_t k = 0; k < i; ++k) at += samples[k];
        return tiny_pictures(samples[i], at);
    };
    return w;
}

/// The step written down plainly: the autoencoder's forward and losses, the adaptive weight by two backward passes, Adam; then the
/// discriminator on the same reconstruction, Adam.
class PlainLoop {
public:
    explicit PlainLoop(NormKind norm)
        : pair_(norm),
          adam_g_(pair_.net->parameters(), torch::optim::AdamOptions(1e-3).betas({0.5, 0.9}).eps(1e-8)),
          adam_d_(pair_.d->parameters(), torch::optim::AdamOptions(2e-3).betas({0.5, 0.9}).eps(1e-8)) {
        pair_.net->set_mode({false, 0});
    }
    void step(const at::Tensor& x, const VqganRules& r) {
        Vqgan& net = *pair_.net;
        for (at::Tensor& p : pair_.d->parameters()) p.requires_grad_(false);
        const at::Tensor h = net.encode(x), rows = vqgan::code_rows(net.quantizer().choose(h), net.codebook());
        const at::Tensor y = net.decode(h + (rows - h).detach());
        const at::Tensor likeness = r.l1 * (x - y).abs().mean() + r.ssim * (1 - structural_similarity(x, y));
        const at::Tensor adversarial = -pair_.d->forward(y).mean();
        const at::Tensor weight = adaptive_weight(likeness, adversarial, net.last_weight(), r.gan);
        adam_g_.zero_grad();
        (likeness + weight * adversarial +
         r.codebook * (r.commitment * (rows.detach() - h).square().mean() + (rows - h.detach()).square().mean()))
            .backward();
        adam_g_.step();
        for (at::Tensor& p : pair_.d->parameters()) p.requires_grad_(true);
        adam_d_.zero_grad();
        (0.5 * (at::relu(1 - pair_.d->forward(x)).mean() + at::relu(1 + pair_.d->forward(y.detach())).mean()))
            .backward();
        adam_d_.step();
    }
    BothNetworks pair_;

private:
    torch::optim::Adam adam_g_, adam_d_;
};

double furthest(const torch::nn::Module& a, const torch::nn::Module& b) {
    double out = 0;
    const auto x = nn::named_parameters(a), y = nn::named_parameters(b);
    for (std::size_t i = 0; i < x.size(); ++i) out = std::max(out, largest_difference(x[i].second, y[i].second));
    return out;
}

TEST(VqganTraining, FiveStepsAreThoseOfAPlainLoop) {
    for (const NormKind norm : {NormKind::Batch, NormKind::None}) {
        PlainLoop plain(norm);
        BothNetworks pair(norm);
        Adam opt_g(nn::named_parameters(*pair.net), {1e-3, 0.5, 0.9}),
            opt_d(nn::named_parameters(*pair.d), {2e-3, 0.5, 0.9});
        VqganStep step(*pair.net, *pair.d, opt_g, opt_d);
        const double start = furthest(*plain.pair_.net, *BothNetworks(norm).net);
        EXPECT_EQ(start, 0);
        for (std::int64_t i = 0; i < 5; ++i) {
            plain.step(tiny_pictures(3, 3 * i), tiny_rules());
            VqganStepFigures figures;
            step.gradients(window_of({3}, 3 * i), tiny_rules(), figures);
            step.optimise(tiny_rules());
            EXPECT_GT(figures.adaptive_weight.item<double>(), 0);
        }
        EXPECT_GT(furthest(*pair.net, *BothNetworks(norm).net), 1e-3);
        EXPECT_LE(furthest(*pair.net, *plain.pair_.net), 1e-8) << name_of(norm);
        EXPECT_LE(furthest(*pair.d, *plain.pair_.d), 1e-8) << name_of(norm);
    }
}

TEST(VqganTraining, AccumulatedMicroBatchesGiveTheGradientsOfOneBatch) {
    VqganRules rules = tiny_rules();
    rules.gan_most = 1e-3;  // reached, so that the adaptive weight, a figure of each micro-batch, is the same for all
    const auto gradients = [&](const std::vector<std::int64_t>& samples, VqganStepFigures& figures) {
        BothNetworks pair(NormKind::None);
        Adam opt_g(nn::named_parameters(*pair.net), {}), opt_d(nn::named_parameters(*pair.d), {});
        VqganStep step(*pair.net, *pair.d, opt_g, opt_d);
        step.gradients(window_of(samples, 0), rules, figures);
        std::vector<at::Tensor> out = opt_g.gradients();
        for (at::Tensor& g : opt_d.gradients()) out.push_back(g);
        return out;
    };
    VqganStepFigures whole_figures, parts_figures;
    const auto whole = gradients({5}, whole_figures), parts = gradients({2, 2, 1}, parts_figures);
    ASSERT_EQ(whole.size(), parts.size());
    for (std::size_t i = 0; i < whole.size(); ++i)
        EXPECT_LE(largest_difference(whole[i], parts[i]), 1e-12 + 1e-10 * largest(whole[i])) << i;
    for (const auto& [a, b] :
         {std::pair(whole_figures.total, parts_figures.total), std::pair(whole_figures.loss_d, parts_figures.loss_d),
          std::pair(whole_figures.l1, parts_figures.l1), std::pair(whole_figures.codebook, parts_figures.codebook),
          std::pair(whole_figures.grad_norm_g, parts_figures.grad_norm_g)}) {
        EXPECT_NEAR(a.item<double>(), b.item<double>(), 1e-10);
    }
}

TEST(VqganTraining, WithoutTheDiscriminatorNothingOfItIsComputed) {
    BothNetworks pair(NormKind::Batch);
    Adam opt_g(nn::named_parameters(*pair.net), {}), opt_d(nn::named_parameters(*pair.d), {});
    VqganStep step(*pair.net, *pair.d, opt_g, opt_d);
    VqganRules rules = tiny_rules();
    rules.with_d = false;
    VqganStepFigures figures;
    step.gradients(window_of({2}, 0), rules, figures);
    EXPECT_TRUE(opt_d.gradients().empty());
    EXPECT_FALSE(figures.loss_d.defined() || figures.adversarial.defined() || figures.adaptive_weight.defined() ||
                 figures.grad_norm_d.defined());
    EXPECT_EQ(pair.d->named_buffers()["main.3.num_batches_tracked"].item<std::int64_t>(), 0);
}

TEST(VqganTraining, GumbelCodesLearnToo) {
    VqganConfig shape = test::tiny_vqgan(12);
    shape.gumbel = true;
    auto net = std::make_shared<Vqgan>(shape);
    net->initialise(3);
    auto d = std::make_shared<PatchDiscriminator>(3, 8, 1);
    d->initialise(4);
    Adam opt_g(nn::named_parameters(*net), {}), opt_d(nn::named_parameters(*d), {});
    VqganStep step(*net, *d, opt_g, opt_d);
    VqganWindow window;
    window.samples = {2};
    window.real = [](std::size_t) { return tiny_pictures(2, 0).to(at::kFloat); };
    window.gumbel = [](std::size_t, at::IntArrayRef s) { return at::zeros(s); };
    VqganRules rules = tiny_rules();
    rules.divergence = 1;
    VqganStepFigures figures;
    step.gradients(window, rules, figures);
    EXPECT_GT(largest(net->named_parameters()["quantize.embed.weight"].grad()), 0);
    EXPECT_GT(largest(net->named_parameters()["quantize.proj.weight"].grad()), 0);
    EXPECT_GE(figures.codebook.item<double>(), 0);
}

TEST(CodebookCare, PerplexityOfKnownUse) {
    const auto of = [](std::vector<std::int64_t> counts) { return perplexity_of(torch::tensor(counts, at::kLong)); };
    EXPECT_EQ(of({0, 0, 0}).first, 0);
    EXPECT_EQ(of({0, 5, 0}).first, 1);
    EXPECT_NEAR(of({0, 5, 0}).second, 1, 1e-12);
    EXPECT_NEAR(of({7, 7, 7, 7}).second, 4, 1e-12);
    // Shares 3/4 and 1/4: exp(0.75 ln(4/3) + 0.25 ln 4).
    EXPECT_NEAR(of({3, 1}).second, std::exp(0.75 * std::log(4.0 / 3) + 0.25 * std::log(4.0)), 1e-12);
}

/// A VQGAN of four codes of width 2 at known places, and latents that choose them.
struct CareCase {
    std::shared_ptr<Vqgan> net;
    std::unique_ptr<Adam> adam;
    CareCase() {
        VqganConfig shape = test::tiny_vqgan(12);
        shape.codes = 4;
        shape.code_width = 2;
        net = std::make_shared<Vqgan>(shape);
        net->initialise(1);
        const at::NoGradGuard no_grad;
        const_cast<at::Tensor&>(net->codebook())
            .copy_(torch::tensor({0.f, 0.f, 10.f, 0.f, 0.f, 10.f, 50.f, 50.f}).view({4, 2}));
        adam = std::make_unique<Adam>(nn::named_parameters(*net), AdamOptions{});
    }
    /// Cells (1, 2, 1, n) of the given pairs.
    static at::Tensor cells(std::vector<float> values) {
        return torch::tensor(values).view({-1, 2}).t().reshape({1, 2, 1, -1});
    }
    at::Tensor codes() const { return net->codebook().detach(); }
    at::Tensor moment() const {
        for (std::size_t i = 0; i < adam->parameters().size(); ++i) {
            if (adam->parameters()[i].first == "quantize.embedding.weight") return adam->first_moment(i);
        }
        return {};
    }
};

TEST(CodebookCare, CodesFollowTheMeanOfTheirLatents) {
    CareCase c;
    CodebookCare care(*c.net);
    care.configure(*c.net, 0.75);
    care.begin({0, 2, 3, 1, 0.75, 0});
    for (const auto& part : {CareCase::cells({1, 1, 9, 1}), CareCase::cells({2, 0})})
        care.see(part, c.net->quantizer().choose(part));
    care.finish(*c.net, *c.adam, false);
    // Code 0: size 0.75 + 0.25 * 2, sum 0.25 * (3, 1). Code 1: size 1, sum 0.75 * (10, 0) + 0.25 * (9, 1). The others keep their place.
    const at::Tensor wanted =
        torch::tensor({0.75f / 1.25f, 0.25f / 1.25f, 9.75f, 0.25f, 0.f, 10.f, 50.f, 50.f}).view({4, 2});
    EXPECT_LE(largest_difference(c.codes(), wanted), 1e-5);
}

TEST(CodebookCare, DeadCodesBeginAnewAsLatentsOfTheWindow) {
    CareCase c;
    c.moment().fill_(1);
    CodebookCare care(*c.net, /*trained=*/true);
    const at::Tensor latents = CareCase::cells({1, 1, 9, 1, 0.5, 9, 1, 2});
    const auto pass = [&](std::int64_t before) {
        care.begin({before, 2, 4, 7, 0, 4});
        const at::Tensor first = latents.narrow(3, 0, 3), rest = latents.narrow(3, 3, 1);
        care.see(first, c.net->quantizer().choose(first));
        care.see(rest, c.net->quantizer().choose(rest));
        care.finish(*c.net, *c.adam, false);
    };
    pass(0);
    pass(2);
    EXPECT_EQ(care.totals().restarted, 0);  // code 3 has been without use for four images now
    pass(4);
    EXPECT_EQ(care.totals().restarted, 1);
    const at::Tensor born = c.codes()[3];
    const at::Tensor distances = (latents.view({2, 4}).t() - born).abs().sum(1);
    EXPECT_EQ(distances.min().item<float>(), 0);
    EXPECT_EQ(largest(c.moment()[3]), 0);
    EXPECT_EQ(largest(c.moment()[0]), 1);
    pass(6);
    EXPECT_EQ(care.totals().restarted, 1);  // it has its time again
    VqganFigures told;
    care.tell(told);
    EXPECT_EQ(told.codes, 4);
    EXPECT_EQ(told.codes_restarted, 1);
    EXPECT_GE(told.codes_used, 3);
}

TEST(CodebookCare, FreshCodesBeginAsLatentsOfTheFirstWindow) {
    CareCase c;
    CodebookCare care(*c.net);
    const at::Tensor latents = CareCase::cells({1, 1, 2, 1, 3, 1, 4, 2, -1, 3});
    care.begin({0, 1, 5, 7, 0, 1000});
    care.see(latents, c.net->quantizer().choose(latents));
    care.finish(*c.net, *c.adam, false);
    EXPECT_EQ(care.totals().restarted, 3);  // code 0 was chosen by all
    const at::Tensor distances = at::cdist(c.codes().narrow(0, 1, 3), latents.view({2, 5}).t());
    EXPECT_EQ(distances.amin(1).max().item<float>(), 0);
    EXPECT_EQ(at::cdist(c.codes(), c.codes()).add(at::eye(4) * 9).min().item<float>() > 0, true)
        << "each another latent";
}

TEST(CodebookCare, TellsTheUseOfWholeEpochs) {
    CareCase c;
    CodebookCare care(*c.net);
    const auto pass = [&](const at::Tensor& latents, bool ends) {
        care.begin({0, 1, latents.size(3), 1, 0, 0});
        care.see(latents, c.net->quantizer().choose(latents));
        care.finish(*c.net, *c.adam, ends);
        VqganFigures told;
        care.tell(told);
        return told;
    };
    EXPECT_EQ(pass(CareCase::cells({0, 0}), false).codes_used, 1);
    EXPECT_EQ(pass(CareCase::cells({10, 0}), true).codes_used, 2);
    const VqganFigures next = pass(CareCase::cells({0, 10}), false);
    EXPECT_EQ(next.codes_used, 2);  // still that of the epoch before
    EXPECT_NEAR(next.perplexity, 2, 1e-9);
    EXPECT_EQ(pass(CareCase::cells({0, 10}), true).codes_used, 1);
}

TEST(PictureLosses, StructuralSimilarity) {
    const at::Tensor x = tiny_pictures(2, 0);
    EXPECT_NEAR(structural_similarity(x, x).item<double>(), 1, 1e-12);
    EXPECT_LT(structural_similarity(x, -x).item<double>(), 0.2);
    // Flat pictures have no variance: what is left is the means' term, (2 a b + c1) / (a^2 + b^2 + c1) with a and b from 0 to 1.
    const at::Tensor a = at::full({1, 3, 16, 16}, 0.5, at::kDouble), b = at::full({1, 3, 16, 16}, 0.25, at::kDouble);
    EXPECT_NEAR(structural_similarity(a, b).item<double>(), (2 * 0.75 * 0.625 + 0.0001) / (0.5625 + 0.390625 + 0.0001),
                1e-9);
    at::Tensor y = (x * 0.9).requires_grad_(true);
    structural_similarity(x, y).backward();
    EXPECT_GT(largest(y.grad()), 0);
    EXPECT_TRUE(std::isfinite(structural_similarity(x.narrow(2, 0, 4), x.narrow(2, 0, 4)).item<double>()));
}

}  // namespace
}  // namespace headroom
