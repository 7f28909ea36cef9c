// Building, one step, bytes.
#include "tests/toy/toy_step.h"

#include "core/base/random.h"
#include "core/memory/role_scope.h"
#include "core/train/device.h"
#include "core/train/run/pictures.h"
#include "tests/support/toy_family.h"

#include <ATen/CPUGeneratorImpl.h>

#include <numeric>

namespace headroom::test {
namespace {

at::Tensor fresh_mean(const TrainConfig& config, at::Device device) {
    const RoleScope role(Role::Weights);
    const auto key = RandomStream(static_cast<std::uint64_t>(config.seed), RandomPurpose::Init, 0).next();
    const at::Tensor mean = at::empty({config.own<ToyConfig>().copies, 3, config.image_size, config.image_size});
    return mean.normal_(0, 0.02, at::make_generator<at::CPUGeneratorImpl>(key)).to(device).requires_grad_(true);
}

}  // namespace

ToyNet::ToyNet(const TrainConfig& config, at::Device device)
    : mean_(fresh_mean(config, device)), optimiser_({{"mean", mean_}}, {}) {
    tag_gradients(optimiser_, "toy");
    configure(config);
}

at::Tensor ToyNet::pictures(const ToyWindow& window, std::size_t i) const {
    const RoleScope role(Role::Inputs);
    const at::Tensor bytes = host_buffer({window.samples[i], side(), side(), 3}, at::kByte, mean_.device());
    window.fill(i, bytes.mutable_data_ptr<std::uint8_t>());
    return upload_pictures(bytes, mean_.device(), at::MemoryFormat::Contiguous);
}

at::Tensor ToyNet::gradients(const ToyWindow& window) {
    const RoleScope role(Role::Activations);
    drop();
    const auto total =
        static_cast<double>(std::accumulate(window.samples.begin(), window.samples.end(), std::int64_t{0}));
    at::Tensor loss;
    for (std::size_t i = 0; i < window.samples.size(); ++i) {
        micro_batch_ = static_cast<int>(i);
        const PhaseScope phase(Phase::G, micro_batch_);
        const at::Tensor part =
            (pictures(window, i) - mean_.mean(0)).square().mean() * (static_cast<double>(window.samples[i]) / total);
        loss = loss.defined() ? loss + part.detach() : part.detach();
        part.backward();
    }
    micro_batch_ = -1;
    const PhaseScope phase(Phase::GOptimiser);
    optimiser_.prepare();
    return loss;
}

void ToyNet::update() {
    const PhaseScope phase(Phase::GOptimiser);
    optimiser_.step();
    optimiser_.zero_grad();
}

void ToyNet::drop() {
    micro_batch_ = -1;
    optimiser_.zero_grad();
}

RoleBytes static_memory_of(const TrainConfig& config) {
    const std::int64_t weights = config.own<ToyConfig>().copies * 3 * config.image_size * config.image_size;
    RoleBytes bytes;
    bytes[Role::Weights] = bytes[Role::Gradients] = {4 * weights};
    bytes[Role::Optimiser] = {8 * weights};
    return bytes;
}

}  // namespace headroom::test
