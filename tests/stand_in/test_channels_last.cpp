// A VQGAN on the stand-in device lies channels last from end to end, with its norms by kernels of our own; what it computes is the CPU's.
#include "there.h"

#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/driver.h"
#include "tests/torch/painting_fixture.h"
#include "tests/torch/vqgan_fixture.h"

#include "core/memory/libtorch.h"
#include "core/models/nn/device_norms.h"
#include "core/models/nn/network.h"
#include "core/models/vqgan/discriminator.h"
#include "core/models/vqgan/vqgan.h"
#include "core/train/device.h"
#include "core/train/vqgan_clip/painters.h"

#include <functional>

namespace headroom::test {
namespace {

bool lies_last(const at::Tensor& t) { return t.is_contiguous(at::MemoryFormat::ChannelsLast); }

class StandInChannelsLast : public testing::Test {
protected:
    StandInChannelsLast() : memory_(open_device("cuda")->memory) {}
    ~StandInChannelsLast() override { stand_in::offer_kernels(true); }
    std::shared_ptr<DeviceMemory> memory_;

    static VqganConfig shape() {
        return {.base = 32,
                .multipliers = {1, 2},
                .blocks = 1,
                .attention = {16},
                .resolution = 32,
                .z_channels = 32,
                .codes = 64,
                .code_width = 16};
    }
};

TEST_F(StandInChannelsLast, EncodesAndDecodesAsTheCpuForwardsAndBackwards) {
    const at::Tensor x = at::rand({2, 3, 32, 32}) * 2 - 1;
    for (const bool frozen : {false, true}) {
        for (const std::uint64_t again : {std::uint64_t{0}, nn::ComputeMode::kAll}) {
            SCOPED_TRACE(std::to_string(frozen) + " " + std::to_string(again != 0));
            const auto computed = [&](at::Device device) {
                auto net = std::make_shared<Vqgan>(shape());
                net->initialise(3);
                nn::move_to(*net, device, nn::norms_format(device));
                net->set_mode({true, again});
                if (frozen) nn::freeze(*net);
                const at::Tensor in = x.to(device).contiguous(nn::norms_format(device)).detach().requires_grad_();
                const std::int64_t before = stand_in::launches_of("NormForward");
                const at::Tensor latents = net->encode(in), picture = net->decode(latents);
                if (!device.is_cpu()) {
                    EXPECT_TRUE(lies_last(latents));
                    EXPECT_TRUE(lies_last(picture));
                    // Every norm of both halves: two of each of 9 blocks, of 4 attentions, and the last ones.
                    EXPECT_GE(stand_in::launches_of("NormForward") - before, 20);
                }
                picture.square().sum().backward();
                std::vector<at::Tensor> out{latents.detach(), picture.detach(), in.grad()};
                if (!frozen)
                    for (const auto& [name, p] : nn::named_parameters(*net))
                        if (p.grad().defined()) out.push_back(p.grad());
                return out;
            };
            const auto there = computed(kThere), here = computed(at::kCPU);
            ASSERT_EQ(there.size(), here.size());
            // Attention's keys have a bias whose gradient is none but for rounding.
            const double scale = here[3 % here.size()].abs().max().item<double>();
            for (std::size_t i = 0; i < there.size(); ++i) {
                const double difference = (there[i].cpu() - here[i]).abs().max().item<double>();
                EXPECT_LE(difference, 1e-3 * std::max(scale, here[i].abs().max().item<double>())) << i;
            }
        }
    }
}

TEST_F(StandInChannelsLast, DiscriminatorsOfEveryNorm) {
    const at::Tensor x = at::randn({3, 3, 32, 32});
    for (const NormKind norm : {NormKind::Batch, NormKind::Instance, NormKind::None}) {
        SCOPED_TRACE(name_of(norm));
        const std::int64_t before = stand_in::launches_of("NormBackward");
        const auto computed = [&](at::Device device) {
            PatchDiscriminator d(3, 8, 2, norm);
            d.initialise(4);
            nn::move_to(d, device, nn::norms_format(device));
            const at::Tensor in = x.to(device).contiguous(nn::norms_format(device)).detach().requires_grad_();
            const at::Tensor out = d.forward(in);
            out.square().sum().backward();
            return std::vector<at::Tensor>{out.detach(), in.grad()};
        };
        const auto there = computed(kThere), here = computed(at::kCPU);
        for (std::size_t i = 0; i < there.size(); ++i) EXPECT_LE(apart(there[i], here[i]), 1e-4) << i;
        EXPECT_EQ(stand_in::launches_of("NormBackward") - before, norm == NormKind::None ? 0 : 2);
    }
}

TEST_F(StandInChannelsLast, RunsHaveTheirNetworksSo) {
    TrainConfig config = small_vqgan();
    config.device = "cuda:0";
    config.ema_half_life = 50;
    VqganRun run(config);
    run.steps(2);
    VqganNetworks& nets = run.trainer->networks();
    for (const torch::nn::Module* net :
         std::initializer_list<const torch::nn::Module*>{nets.net.get(), nets.ema.get(), nets.d.get()}) {
        for (const auto& [name, p] : nn::named_parameters(*net))
            if (p.dim() == 4) EXPECT_TRUE(lies_last(p)) << name;
    }
    for (std::size_t i = 0; i < nets.opt_g->parameters().size(); ++i)
        EXPECT_EQ(nets.opt_g->first_moment(i).strides(), nets.opt_g->parameters()[i].second.strides());
    const auto painter = random_painters(true).vqgan(VqganSide::Both, kThere);
    ASSERT_TRUE(painter);
    for (const auto& [name, p] : nn::named_parameters(**painter))
        if (p.dim() == 4) EXPECT_TRUE(lies_last(p)) << name;
}

TEST_F(StandInChannelsLast, WithoutTheKernelsTheyLieAsLibTorchsNormsWantThem) {
    stand_in::offer_kernels(false);
    EXPECT_EQ(nn::norms_format(kThere), at::MemoryFormat::Contiguous);
    EXPECT_EQ(nn::norms_format(at::kCPU), at::MemoryFormat::Contiguous);
    auto net = std::make_shared<Vqgan>(shape());
    net->initialise(3);
    nn::move_to(*net, kThere, nn::norms_format(kThere));
    EXPECT_TRUE(net->encode(at::zeros({1, 3, 32, 32}).to(kThere)).is_contiguous());
}

}  // namespace
}  // namespace headroom::test
