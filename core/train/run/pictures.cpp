// Rendering samples.
#include "core/train/run/pictures.h"

#include "core/memory/cpu_allocator.h"
#include "core/memory/gpu/kernels_on.h"
#include "core/models/nn/device_pictures.h"
#include "core/models/nn/network.h"
#include "core/models/nn/pictures.h"
#include "core/train/device.h"
#include "core/train/device_errors.h"
#include "core/train/gan/noise.h"
#include "core/train/run/eval_mode.h"
#include "core/train/tensor_bridge.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headroom {
ImageList to_pictures(const at::Tensor& x) {
    at::NoGradGuard no_grad;
    return images_of(nn::bytes_from_centred(x));
}

void in_pieces(std::int64_t total, std::int64_t piece,
               const std::function<void(std::int64_t first, std::int64_t count)>& take) {
    piece = std::min(total, piece);
    for (std::int64_t done = 0; done < total;) {
        const std::int64_t n = std::min(piece, total - done);
        try {
            take(done, n);
            done += n;
        } catch (const c10::Error& e) {
            // NVIDIA's libraries find no room in words of their own.
            const bool no_room = dynamic_cast<const c10::OutOfMemoryError*>(&e) ||
                                 failure_in(e.what_without_backtrace()) == DeviceFailure::OutOfMemory;
            if (piece == 1 || !no_room) throw;
            piece /= 2;
        }
    }
}

namespace {

constexpr std::int64_t kPiece = 16;

/// Hands the pictures of `z` to `take`, piece by piece.
template <class Take> void generate(nn::LatentGenerator& g, const at::Tensor& z, Take take) {
    at::NoGradGuard no_grad;
    const EvalMode eval(g.module());
    const at::Device device = g.module().parameters().front().device();
    in_pieces(z.size(0), kPiece,
              [&](std::int64_t first, std::int64_t count) { take(g.draw(z.narrow(0, first, count).to(device))); });
}

}  // namespace

at::Tensor generate_tensors(nn::LatentGenerator& g, const at::Tensor& z) {
    std::vector<at::Tensor> pieces;
    generate(g, z, [&](at::Tensor x) { pieces.push_back(std::move(x)); });
    return at::cat(pieces);
}

ImageList render_pictures(nn::LatentGenerator& g, const at::Tensor& z) {
    ImageList out;
    generate(g, z, [&](const at::Tensor& x) {
        ImageList some = to_pictures(x);
        std::move(some.begin(), some.end(), std::back_inserter(out));
    });
    return out;
}

Bytes preview_bytes(std::int64_t numbers_of_one) { return {numbers_of_one * kPiece * 4}; }

at::Tensor centred_pictures(const at::Tensor& bytes, at::MemoryFormat format) {
    kernels::DeviceKernels* own = kernels_on(bytes.device());
    if (!own) return nn::centred_from_bytes(bytes.permute({0, 3, 1, 2}), format);
    kernels::PictureBatch::Args args;
    args.from = bytes.const_data_ptr<std::uint8_t>();
    args.count = bytes.size(0);
    return nn::picture_batch(*own, bytes.device(), args, bytes.sizes(), bytes.size(0), format);
}

at::Tensor upload_pictures(const at::Tensor& bytes, at::Device device, at::MemoryFormat format) {
    return centred_pictures(upload(bytes, device), format);
}

at::Tensor stored_pictures(const PackedDataset& data, const std::vector<std::int64_t>& indices, at::Device device,
                           at::MemoryFormat format) {
    const std::int64_t side = data.size(), channels = data.channels();
    const at::Tensor bytes = at::empty({static_cast<std::int64_t>(indices.size()), side, side, channels}, at::kByte);
    auto* to = bytes.mutable_data_ptr<std::uint8_t>();
    for (const std::int64_t i : indices) to = std::copy_n(data.image(i), side * side * channels, to);
    return upload_pictures(bytes, device, format);
}

ImageBuffer picture_of(const PackedDataset& data, std::int64_t index) {
    const auto size = static_cast<std::size_t>(data.size()) * static_cast<std::size_t>(data.size()) *
                      static_cast<std::size_t>(data.channels());
    const std::uint8_t* bytes = data.image(index);
    return {data.size(), data.size(), data.channels(),
            std::make_shared<const std::vector<std::uint8_t>>(bytes, bytes + size)};
}

at::Tensor chosen_latents(std::uint64_t run_seed, const std::vector<LatentId>& ids, std::int64_t latent) {
    std::vector<at::Tensor> out;
    for (const LatentId& id : ids)
        out.push_back(latents(id.seed == 0 ? run_seed : id.seed, RandomPurpose::PreviewLatent, id.index, 1, latent)[0]);
    return at::stack(out);
}

at::Tensor truncated(const at::Tensor& ends, const std::vector<double>& truncations) {
    if (truncations.empty()) return ends;
    std::vector<at::Tensor> out;
    for (std::int64_t i = 0; i < ends.size(0); ++i) {
        const auto at = static_cast<std::size_t>(i);
        out.push_back(at < truncations.size() ? ends[i] * truncations[at] : ends[i]);
    }
    return at::stack(out);
}

at::Tensor path_through(const at::Tensor& ends, std::int64_t frames, bool closed) {
    const std::int64_t stops = ends.size(0), legs = closed ? stops : std::max<std::int64_t>(stops - 1, 1);
    const std::int64_t last = closed ? frames : std::max<std::int64_t>(frames - 1, 1);
    std::vector<at::Tensor> path;
    for (std::int64_t f = 0; f < frames; ++f) {
        const double at_stop = static_cast<double>(f) * static_cast<double>(legs) / static_cast<double>(last);
        const auto i = static_cast<std::int64_t>(at_stop) % stops;
        const double t = at_stop - std::floor(at_stop);
        const at::Tensor a = ends[i], b = ends[(i + 1) % stops];
        const double cosine = (at::dot(a.flatten(), b.flatten()) / (a.norm() * b.norm())).item<double>();
        const double angle = std::acos(std::clamp(cosine, -1.0, 1.0)), sine = std::sin(angle);
        path.push_back(sine < 1e-6 ? a + (b - a) * t  // one latent at two truncations
                                   : a * (std::sin((1 - t) * angle) / sine) + b * (std::sin(t * angle) / sine));
    }
    return at::stack(path);
}

at::Tensor walk_latents(std::uint64_t seed, std::int64_t frames, std::int64_t latent, std::int64_t stops) {
    return path_through(latents(seed, RandomPurpose::LatentWalk, 0, stops, latent), frames, true);
}

}  // namespace headroom
