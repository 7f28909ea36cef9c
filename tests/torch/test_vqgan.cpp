// VQGAN against taming-transformers' own results, and what the architecture must have.
#include "core/memory/cpu_allocator.h"
#include "core/models/vqgan/vqgan.h"
#include "network_case.h"

namespace headroom {
namespace {

std::shared_ptr<Vqgan> vq_network(const NetworkCase& c, at::ScalarType type = at::kFloat) {
    cpu_allocator::install();
    auto net = std::make_shared<Vqgan>(vq_config());
    fill_from(c.tensors("vq.ckpt"), *net);
    nn::freeze(*net);
    net->to(type);
    return net;
}

/// Names: plain or light operations, with or without checkpointing.
class VqganParity : public testing::TestWithParam<nn::ComputeMode> {};

TEST_P(VqganParity, EveryStageAgreesWithTaming) {
    const NetworkCase c("vqgan/vq");
    const auto net = vq_network(c);
    net->set_mode(GetParam());
    TensorMap want = c.tensors("expected.safetensors");
    for (const std::string prefix : {"", "wide."}) {
        // A gradient is asked for, so that the operations which keep less are the ones that run.
        const at::Tensor image = want[prefix + "image"].clone().requires_grad_();
        const at::Tensor latents = net->encode(image);
        c.expect(prefix + "quant_conv_output", want[prefix + "quant_conv_output"], latents);
        const at::Tensor quantised = net->quantise(latents);
        c.expect(prefix + "quantised", want[prefix + "quantised"], quantised);
        c.expect(prefix + "decoded", want[prefix + "decoded"], net->decode(quantised));
        EXPECT_EQ(quantised.size(3), image.size(3) / net->config().factor());
    }
}

INSTANTIATE_TEST_SUITE_P(Modes, VqganParity,
                         testing::Values(nn::ComputeMode{false, 0}, nn::ComputeMode{true, 0},
                                         nn::ComputeMode{true, nn::ComputeMode::kAll}),
                         [](const auto& info) {
                             return std::string(info.param.light ? "Light" : "Plain") +
                                    (info.param.again ? "Checkpointed" : "");
                         });

TEST(Vqgan, ASlightlyWrongBiasFails) {
    const NetworkCase c("vqgan/vq");
    const auto net = vq_network(c);
    TensorMap want = c.tensors("expected.safetensors");
    const at::NoGradGuard no_grad;
    for (auto& [name, tensor] : nn::named_tensors(*net)) {
        if (name == "decoder.up.0.block.0.norm1.bias") tensor.add_(0.01);
    }
    EXPECT_GT(largest_difference(want["decoded"], net->decode(want["quantised"])), 10 * 2e-5);
}

TEST(Vqgan, GumbelDrawsOneCodeWithTheSoftGradient) {
    const auto quantiser = std::make_shared<vqgan::GumbelQuantizer>(6, 11, 4);
    nn::Initialiser(3, 0).layers(*quantiser);
    const at::Tensor x = torch::randn({2, 6, 3, 5}).requires_grad_(),
                     noise = -(-torch::rand({2, 11, 3, 5}).log()).log();
    const auto drawn = quantiser->draw(x, noise, 0.7);
    EXPECT_LE(largest_difference(drawn.quantised, vqgan::code_rows(drawn.indices, quantiser->codebook())), 1e-6);
    const at::Tensor ones = torch::ones_like(drawn.quantised);
    const at::Tensor got = torch::autograd::grad({drawn.quantised}, {x}, {ones}, true)[0];
    const auto tensors = nn::named_tensors(*quantiser);
    const at::Tensor logits = at::conv2d(x, tensors[0].second, tensors[1].second);
    const at::Tensor soft =
        at::matmul(at::softmax((logits + noise) / 0.7, 1).permute({0, 2, 3, 1}), quantiser->codebook());
    EXPECT_LE(largest_difference(got, torch::autograd::grad({soft.sum()}, {x})[0]), 1e-6);
    // The divergence from equal use: 0 when all logits are equal.
    const at::Tensor probabilities = at::softmax(logits, 1);
    const double want = (probabilities * (probabilities * 11).log()).sum(1).mean().item<double>();
    EXPECT_NEAR(drawn.divergence.item<double>(), want, 1e-5);
}

TEST(Vqgan, NearestCodesAreFirstMinimaWhateverThePieces) {
    cpu_allocator::install();
    // 40,000 codes: pieces of 52 cells.
    const at::Tensor codebook = torch::randn({40000, 8}), latents = torch::randn({1, 8, 9, 13});
    const at::Tensor cells = latents.permute({0, 2, 3, 1}).reshape({-1, 8}).to(at::kDouble);
    const at::Tensor distances = at::cdist(cells, codebook.to(at::kDouble));
    EXPECT_TRUE(at::equal(vqgan::nearest_codes(latents, codebook), distances.argmin(1).view({1, 9, 13})));
    const at::Tensor twice = at::cat({codebook.narrow(0, 0, 50), codebook.narrow(0, 0, 50)});
    EXPECT_LT(vqgan::nearest_codes(latents, twice).max().item<std::int64_t>(), 50);
    cpu_allocator::begin_step(false);
    const Bytes before = cpu_allocator::counts().live_total;
    (void)vqgan::nearest_codes(latents, codebook);
    EXPECT_LT((cpu_allocator::counts().step_peak - before).count, 16 << 20);
}

TEST(Vqgan, StraightThroughHandsTheGradientOn) {
    const at::Tensor codebook = torch::randn({20, 6}), x = torch::randn({1, 6, 3, 4}).requires_grad_();
    const at::Tensor q = vqgan::straight_through(vqgan::code_rows(vqgan::nearest_codes(x, codebook), codebook), x);
    EXPECT_TRUE(at::equal(q, vqgan::code_rows(vqgan::nearest_codes(x, codebook), codebook)));
    const at::Tensor g = torch::randn_like(q);
    EXPECT_TRUE(at::equal(torch::autograd::grad({q}, {x}, {g})[0], g));
}

struct Published {
    const char* name;
    VqganConfig config;
    std::size_t tensors;
    std::int64_t parameters;
};

TEST(Vqgan, PublishedShapesHaveTheirTensors) {
    VqganConfig large, gumbel;
    large.codes = 16384;
    gumbel.multipliers = {1, 1, 2, 4};
    gumbel.attention = {32};
    gumbel.codes = 8192;
    gumbel.gumbel = true;
    // Counts of the originals: taming-transformers' own classes.
    for (const Published& p : {Published{"f16-1024", {}, 343, 72141699}, Published{"f16-16384", large, 343, 76073859},
                               Published{"Gumbel f8", gumbel, 301, 68995971}}) {
        const auto net = std::make_shared<Vqgan>(p.config);
        const auto tensors = nn::named_tensors(*net);
        std::int64_t count = 0;
        for (const auto& t : tensors) count += t.second.numel();
        EXPECT_EQ(tensors.size(), p.tensors) << p.name;
        EXPECT_EQ(count, p.parameters) << p.name;
    }
}

TEST(Vqgan, StartsAsTheOriginalDoesAndAlwaysTheSame) {
    const auto a = std::make_shared<Vqgan>(vq_config()), b = std::make_shared<Vqgan>(vq_config());
    a->initialise(5);
    b->initialise(5);
    const auto ta = nn::named_tensors(*a), tb = nn::named_tensors(*b);
    for (std::size_t i = 0; i < ta.size(); ++i) EXPECT_TRUE(at::equal(ta[i].second, tb[i].second)) << ta[i].first;
    b->initialise(6);
    int known = 0;
    for (const auto& [name, t] : ta) {
        known += name == "quantize.embedding.weight" || name == "decoder.conv_in.weight" ||
                 name == "decoder.norm_out.weight";
        if (name == "quantize.embedding.weight") EXPECT_NEAR(largest(t), 1.0 / 50, 1e-3);
        if (name == "decoder.conv_in.weight") EXPECT_NEAR(largest(t), 1 / 12.0, 1e-3);  // 1 / sqrt(16 * 9)
        if (name == "decoder.norm_out.weight") EXPECT_TRUE(at::equal(t, torch::ones_like(t)));
    }
    EXPECT_EQ(known, 3) << "else nothing was compared";
    EXPECT_FALSE(at::equal(ta[0].second, tb[0].second));
    const at::NoGradGuard no_grad;
    EXPECT_TRUE(a->decode(torch::randn({1, 24, 5, 3})).isfinite().all().item<bool>());
}

TEST(Vqgan, CountsItsBytesByRoleAndLetsTheEncoderGo) {
    cpu_allocator::install();
    const RoleBytes before = cpu_allocator::counts().live;
    auto net = std::make_shared<Vqgan>(vq_config());
    const RoleBytes made = cpu_allocator::counts().live;
    EXPECT_EQ((made[Role::Codebook] - before[Role::Codebook]).count, 50 * 24 * 4);
    net->drop_encoder();
    EXPECT_LT(cpu_allocator::counts().live[Role::Weights], made[Role::Weights]);
    EXPECT_THROW(net->encode(torch::zeros({1, 3, 24, 24})), c10::Error);
    for (const bool gumbel : {false, true}) {
        VqganConfig config = vq_config();
        config.gumbel = gumbel;
        const auto decoder = std::make_shared<Vqgan>(config);
        decoder->drop_encoder();
        for (const auto& [name, tensor] : nn::named_tensors(*decoder))
            EXPECT_TRUE(name.starts_with("decoder.") || name.starts_with("post_quant_conv.") ||
                        name.starts_with("quantize.embed"))
                << name;
    }
}

TEST(Vqgan, RefusesSidesThatTheFactorDoesNotDivide) {
    auto net = std::make_shared<Vqgan>(vq_config());
    try {
        net->encode(torch::zeros({1, 3, 24, 26}));
        FAIL();
    } catch (const c10::Error& e) {
        EXPECT_NE(std::string(e.what_without_backtrace()).find("multiples of 4"), std::string::npos)
            << e.what_without_backtrace();
    }
}

}  // namespace
}  // namespace headroom
