// Draws samples and scores; where a GPU has no room, on the CPU.
#include "core/train/gan/gan_pictures.h"

#include "core/memory/role_scope.h"
#include "core/train/device_errors.h"
#include "core/train/gan/noise.h"
#include "core/train/gan/sliced_wasserstein.h"
#include "core/train/run/pictures.h"
#include "core/train/score/run_scorer.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

namespace headroom {

void GanPictures::draw(const SampleRequest& request, SampleReady& out) const {
    const auto seed = request.seed == 0 ? static_cast<std::uint64_t>(config_.seed) : request.seed;
    const auto z_of = [&] {
        if (request.latents.empty())
            return request.kind == SampleKind::Walk
                       ? walk_latents(seed, request.count, latent_)
                       : latents(seed, RandomPurpose::PreviewLatent, 0, request.count, latent_);
        const at::Tensor named = truncated(
            chosen_latents(static_cast<std::uint64_t>(config_.seed), request.latents, latent_), request.truncations);
        if (request.kind == SampleKind::Walk) return path_through(named, request.count, request.closed);
        return request.kind == SampleKind::Nearest ? named.narrow(0, 0, 1) : named;
    };
    const at::Tensor z = z_of() * common_truncation(request);
    if (nets_.net_ema()) out.ema = render(*nets_.net_ema(), z);
    if (!nets_.net_ema() || request.kind == SampleKind::Grid) out.raw = render(nets_.net_g(), z);
}

ImageList GanPictures::scored(std::int64_t first, std::int64_t count) const {
    return render(nets_.shown(), latents(kScoredSeed, RandomPurpose::PreviewLatent, first, count, latent_));
}

ImageList GanPictures::render(nn::LatentGenerator& g, const at::Tensor& z) const {
    try {
        return render_pictures(g, z);
    } catch (const c10::Error& e) {
        if (memory_.on_cpu() || failure_of(e, memory_.memory()) != DeviceFailure::OutOfMemory) throw;
    }
    return render_pictures(*g.copy_on_cpu(), z);
}

double GanPictures::score(const PackedDataset& data) const {
    // Larger pictures carry more patches each, so fewer are drawn: the cost stays that of 128 pictures of 64 px.
    const std::int64_t usual = std::clamp<std::int64_t>(128 * 64 * 64 / (data.size() * data.size()), 16, 128);
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

double GanPictures::score_over(const PackedDataset& data, std::int64_t pictures, bool on_cpu) const {
    at::NoGradGuard no_grad;
    const at::Device device = on_cpu ? at::Device(at::kCPU) : memory_.device();
    const std::int64_t n = std::min(pictures, data.count());
    std::vector<std::int64_t> indices;
    for (std::int64_t i = 0; i < n; ++i) indices.push_back(i * data.count() / n);
    const at::Tensor real = stored_pictures(data, indices, device);
    const at::Tensor z = latents(static_cast<std::uint64_t>(config_.seed), RandomPurpose::PreviewLatent, 0, n, latent_);
    std::shared_ptr<nn::LatentGenerator> copy;
    if (device != memory_.device()) copy = nets_.shown().copy_on_cpu();
    return sliced_wasserstein(generate_tensors(copy ? *copy : nets_.shown(), z), real, 1);
}

}  // namespace headroom
