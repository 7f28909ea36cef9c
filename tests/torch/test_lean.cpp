// The lean forward pass: the same bits with fewer bytes.
#include "core/memory/autocast_guard.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/role_scope.h"
#include "core/models/dcgan/networks.h"
#include "core/train/gan/noise.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace headroom {
namespace {

DcganSpec small_spec() {
    DcganSpec spec;
    spec.size = 64;
    spec.latent = 12;
    spec.widths_g = spec.widths_d = canonical_widths(64, 16, 0);
    return spec;
}

struct Case {
    at::ScalarType dtype = at::kFloat;
    bool half = false;  ///< bf16 by autocast
    at::MemoryFormat format = at::MemoryFormat::ChannelsLast;
};

struct Outcome {
    std::vector<at::Tensor> tensors;  ///< output, gradients, buffers
    std::int64_t kept = 0;            ///< bytes of the graph
};

/// Forward and backward of one network.
Outcome run(DcganNet& net, const at::Tensor& in, const Case& c, bool lean,
            const std::function<at::Tensor(const at::Tensor&)>& forward) {
    net.set_lean(lean);
    const std::int64_t before = cpu_allocator::counts().live_total.count;
    at::Tensor out;
    {
        const AutocastGuard autocast(c10::DeviceType::CPU, c.half, at::kBFloat16);
        out = forward(in);
    }
    Outcome o;
    o.kept = cpu_allocator::counts().live_total.count - before;
    o.tensors.push_back(out.detach().clone());
    out.to(at::kDouble).square().sum().backward();
    for (const auto& p : net.parameters()) o.tensors.push_back(p.grad().clone());
    for (const auto& b : net.buffers()) o.tensors.push_back(b.clone());
    return o;
}

template <class Net> std::shared_ptr<Net> fresh(const Case& c) {
    auto net = std::make_shared<Net>(small_spec());
    init_weights(*net, 1, 0);
    net->to(c.dtype);
    for (auto p : net->parameters()) {
        if (p.dim() == 4) p.set_data(p.detach().contiguous(c.format));
    }
    return net;
}

class Lean : public ::testing::TestWithParam<Case> {};

template <class Net> void expect_same_bits_in_less(const Case& c, const at::Tensor& in) {
    auto a = fresh<Net>(c), b = fresh<Net>(c);
    const Outcome plain = run(*a, in, c, false, [&](const at::Tensor& x) { return a->forward(x); });
    const Outcome lean = run(*b, in, c, true, [&](const at::Tensor& x) { return b->forward(x); });
    ASSERT_EQ(plain.tensors.size(), lean.tensors.size());
    for (std::size_t i = 0; i < plain.tensors.size(); ++i)
        EXPECT_TRUE(at::equal(plain.tensors[i], lean.tensors[i])) << i;
    // Outputs of norms are 18 to 40 per cent of these graphs; the casts of weights of bf16 are kept either way.
    EXPECT_LT(static_cast<double>(lean.kept), 0.85 * static_cast<double>(plain.kept));
}

TEST_P(Lean, GivesTheSameBitsInLessMemory) {
    cpu_allocator::install();
    at::set_num_threads(2);
    const at::Tensor z = latents(1, RandomPurpose::Latent, 0, 9, 12).to(GetParam().dtype);
    expect_same_bits_in_less<Generator>(GetParam(), z);
    const at::Tensor x = at::tanh(latents(3, RandomPurpose::Score, 0, 9, 3 * 64 * 64).view({9, 3, 64, 64}))
                             .to(GetParam().dtype)
                             .contiguous(GetParam().format);
    expect_same_bits_in_less<Discriminator>(GetParam(), x);
}

INSTANTIATE_TEST_SUITE_P(Numbers, Lean,
                         ::testing::Values(Case{}, Case{at::kFloat, false, at::MemoryFormat::Contiguous},
                                           Case{at::kFloat, true}, Case{at::kDouble},
                                           Case{at::kFloat, true, at::MemoryFormat::Contiguous}));

class LeanForward : public ::testing::Test {
protected:
    LeanForward() {
        cpu_allocator::install();
        net = fresh<Generator>(Case{});
        net->set_lean(true);
        z = latents(1, RandomPurpose::Latent, 0, 4, 12);
    }
    decltype(fresh<Generator>(Case{})) net;
    at::Tensor z;
};

TEST_F(LeanForward, SurvivesASecondBackward) {
    const at::Tensor loss = net->forward(z).square().sum();
    loss.backward({}, /*retain_graph=*/true);
    std::vector<at::Tensor> first;
    for (auto& p : net->parameters()) {
        first.push_back(p.grad().clone());
        p.mutable_grad().reset();
    }
    loss.backward();
    std::size_t i = 0;
    for (const auto& p : net->parameters()) EXPECT_TRUE(at::equal(p.grad(), first[i++]));
}

TEST_F(LeanForward, LeavesNothingBehindWhenTheGraphIsDropped) {
    const Bytes before = cpu_allocator::counts().live_total;
    (void)net->forward(z);
    EXPECT_EQ(cpu_allocator::counts().live_total, before);
}

}  // namespace
}  // namespace headroom
