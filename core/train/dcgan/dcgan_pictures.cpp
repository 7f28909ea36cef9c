// Draws samples and scores; where a GPU has no room, on the CPU.
#include "core/train/dcgan/dcgan_pictures.h"

#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/role_scope.h"
#include "core/train/dcgan/noise.h"
#include "core/train/dcgan/sliced_wasserstein.h"
#include "core/train/device_errors.h"
#include "core/train/run/pictures.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

namespace headroom {

void DcganPictures::draw(const SampleRequest& request, SampleReady& out) const {
    const auto seed = request.seed == 0 ? static_cast<std::uint64_t>(config_.seed) : request.seed;
    const std::int64_t latent = config_.own<DcganConfig>().latent;
    const auto z_of = [&] {
        if (request.latents.empty())
            return request.kind == SampleKind::Walk
                       ? walk_latents(seed, request.count, latent)
                       : latents(seed, RandomPurpose::PreviewLatent, 0, request.count, latent);
        const at::Tensor named = chosen_latents(static_cast<std::uint64_t>(config_.seed), request.latents, latent);
        if (request.kind == SampleKind::Walk) return path_through(named, request.count, request.closed);
        return request.kind == SampleKind::Nearest ? named.narrow(0, 0, 1) : named;
    };
    const at::Tensor z = z_of() * request.truncation;
    if (nets_.ema) out.ema = render(*nets_.ema, z);
    if (!nets_.ema || request.kind == SampleKind::Grid) out.raw = render(*nets_.g, z);
}

ImageList DcganPictures::render(Generator& g, const at::Tensor& z) const {
    try {
        return render_pictures(g, z);
    } catch (const c10::Error& e) {
        if (memory_.on_cpu() || failure_of(e, memory_.memory()) != DeviceFailure::OutOfMemory) throw;
    }
    return render_pictures(*copy_on_cpu(g, nets_.spec, nets_.alpha().value), z);
}

double DcganPictures::score(const PackedDataset& data) const {
    // Larger pictures carry more patches each, so fewer are drawn: the cost stays that of 128 pictures of 64 px.
    const std::int64_t usual = std::clamp<std::int64_t>(128 * 64 * 64 / (nets_.spec.size * nets_.spec.size), 16, 128);
    const RoleScope role(Role::Preview);
    const PhaseScope phase(Phase::Score);
    const InReserve reserve(memory_);
    const auto attempt = [&](std::int64_t pictures, bool on_cpu) -> std::optional<double> {
        try {
            return score_over(data, pictures, on_cpu);
        } catch (const c10::Error& e) {
            if (failure_of(e, memory_.memory()) != DeviceFailure::OutOfMemory) throw;
            return std::nullopt;
        }
    };
    if (!memory_.on_cpu()) {
        if (const auto score = attempt(usual, false)) return *score;
    }
    for (std::int64_t pictures = usual; pictures >= 4; pictures /= 2) {
        if (const auto score = attempt(pictures, true)) return *score;
    }
    return std::nan("");
}

double DcganPictures::score_over(const PackedDataset& data, std::int64_t pictures, bool on_cpu) const {
    at::NoGradGuard no_grad;
    const at::Device device = on_cpu ? at::Device(at::kCPU) : memory_.device();
    const std::int64_t n = std::min(pictures, data.count());
    std::vector<std::int64_t> indices;
    for (std::int64_t i = 0; i < n; ++i) indices.push_back(i * data.count() / n);
    const at::Tensor real = stored_pictures(data, indices, device);
    const at::Tensor z = latents(static_cast<std::uint64_t>(config_.seed), RandomPurpose::PreviewLatent, 0, n,
                                 config_.own<DcganConfig>().latent);
    std::shared_ptr<Generator> copy;
    if (device != memory_.device()) copy = copy_on_cpu(shown(), nets_.spec, nets_.alpha().value);
    return sliced_wasserstein(generate_tensors(copy ? *copy : shown(), z), real, 1);
}

}  // namespace headroom
