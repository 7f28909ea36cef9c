// Runs pictures of the data set through the VQGAN, in pieces.
#include "core/train/vqgan/reconstructions.h"
#include "core/memory/libtorch.h"

#include "core/base/random.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/device_norms.h"
#include "core/train/device.h"
#include "core/train/device_errors.h"
#include "core/train/run/pictures.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace headroom {
namespace {

constexpr std::int64_t kPicturesAtOnce = 4;  ///< pictures that are reconstructed at a time
constexpr std::int64_t kScored = 16;

/// `above` over `below`, which is as wide.
ImageBuffer stacked(const ImageBuffer& above, const ImageBuffer& below) {
    auto pixels = std::make_shared<std::vector<std::uint8_t>>(*above.pixels);
    pixels->insert(pixels->end(), below.pixels->begin(), below.pixels->end());
    ImageBuffer out = above;
    out.height += below.height;
    out.pixels = std::move(pixels);
    return out;
}

}  // namespace

std::vector<std::int64_t> Reconstructions::preview_indices(std::int64_t count, std::uint64_t seed,
                                                           std::int64_t first) const {
    const std::int64_t n = std::min(count, data_.count());
    std::vector<std::int64_t> out;
    for (std::int64_t i = 0; i < n; ++i) {
        const auto drawn = [&] {
            return static_cast<std::int64_t>(
                RandomStream(seed, RandomPurpose::PreviewLatent, static_cast<std::uint64_t>(i))
                    .below(static_cast<std::uint64_t>(data_.count())));
        };
        out.push_back(seed == 0 ? (first + i * data_.count() / n) % data_.count() : drawn());
    }
    return out;
}

void Reconstructions::reconstruct(Vqgan& net, const std::vector<std::int64_t>& indices, const TakePair& take) const {
    const at::NoGradGuard no_grad;
    in_pieces(static_cast<std::int64_t>(indices.size()), kPicturesAtOnce, [&](std::int64_t first, std::int64_t count) {
        const at::Tensor x = stored_pictures(data_, {indices.begin() + first, indices.begin() + first + count},
                                             memory_.device(), nn::norms_format(memory_.device()));
        const at::Tensor codes = net.quantizer().choose(net.encode(x));
        take(x, net.decode(vqgan::code_rows(codes, net.codebook())));
    });
}

ImageList Reconstructions::pairs(Vqgan& net, const std::vector<std::int64_t>& indices) const {
    ImageList out;
    reconstruct(net, indices, [&out](const at::Tensor& x, const at::Tensor& y) {
        const ImageList above = to_pictures(x), below = to_pictures(y);
        for (std::size_t i = 0; i < above.size(); ++i) out.push_back(stacked(above[i], below[i]));
    });
    return out;
}

ImageList Reconstructions::of(const std::vector<std::int64_t>& indices) const {
    ImageList out;
    reconstruct(nets_.ema ? *nets_.ema : *nets_.net, indices, [&out](const at::Tensor&, const at::Tensor& y) {
        for (ImageBuffer& picture : to_pictures(y)) out.push_back(std::move(picture));
    });
    return out;
}

Result<void> Reconstructions::draw(const SampleRequest& request, SampleReady& out) const {
    if (request.kind != SampleKind::Grid)
        return make_error(ErrorCode::InvalidArgument,
                          "a VQGAN reconstructs pictures; it has no random latents to choose or to walk between",
                          "Ask for a grid of reconstructions.");
    const auto indices = preview_indices(request.count, request.seed, request.first);
    if (nets_.ema) out.ema = pairs(*nets_.ema, indices);
    out.raw = pairs(*nets_.net, indices);
    return {};
}

double Reconstructions::score() const {
    const RoleScope role(Role::Preview);
    const PhaseScope phase(Phase::Score);
    const InReserve reserve(memory_);
    try {
        double sum = 0;
        std::int64_t n = 0;
        reconstruct(nets_.ema ? *nets_.ema : *nets_.net, preview_indices(kScored, 0, 0),
                    [&](const at::Tensor& x, const at::Tensor& y) {
                        sum += (x - y.clamp(-1, 1)).abs().mean().item<double>() * static_cast<double>(x.size(0));
                        n += x.size(0);
                    });
        return sum / static_cast<double>(n);
    } catch (const c10::Error& e) {
        if (failure_of(e, memory_.memory()) != DeviceFailure::OutOfMemory) throw;
        return std::nan("");
    }
}

}  // namespace headroom
