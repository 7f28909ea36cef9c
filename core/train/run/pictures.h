// Tensors to pictures and latents for samples.
#pragma once

#include "core/api/image_buffer.h"
#include "core/api/latent.h"
#include "core/data/dataset.h"
#include "core/models/nn/latent_generator.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace headroom {

/// z (n, latent, 1, 1) through `g` in eval mode without gradients: (n, channels, size, size). Running statistics stay as they are.
/// Works in pieces that shrink when memory is short; throws c10::OutOfMemoryError when not even one picture fits.
at::Tensor generate_tensors(nn::LatentGenerator& g, const at::Tensor& z);
/// The same as 8-bit pictures, which are made piece by piece.
ImageList render_pictures(nn::LatentGenerator& g, const at::Tensor& z);

/// About what render_pictures takes besides the weights, from shapes: a full piece of pictures whose pass holds so many numbers each.
Bytes preview_bytes(std::int64_t numbers_of_one);

/// (n, channels, h, w) in [-1, 1] -> 8-bit pictures.
ImageList to_pictures(const at::Tensor& x);

/// Bytes (n, h, w, channels) -> (n, channels, h, w) in [-1, 1] where they lie, laid out as `format`; Preserve: as the bytes do.
at::Tensor centred_pictures(const at::Tensor& bytes, at::MemoryFormat format = at::MemoryFormat::Preserve);
/// The same on `device`, of bytes of the host, best of a host_buffer(). Bytes travel, a quarter of the floats that they become.
at::Tensor upload_pictures(const at::Tensor& bytes, at::Device device,
                           at::MemoryFormat format = at::MemoryFormat::Preserve);

/// The pictures `indices` of the data set in stored order, likewise.
at::Tensor stored_pictures(const PackedDataset& data, const std::vector<std::int64_t>& indices, at::Device device,
                           at::MemoryFormat format = at::MemoryFormat::Preserve);

/// Hands `total` pictures to `take(first, count)`, at most `piece` at once; a piece that has no room is halved, and `take` sees it anew.
/// Throws what a single picture throws.
void in_pieces(std::int64_t total, std::int64_t piece,
               const std::function<void(std::int64_t first, std::int64_t count)>& take);

/// Picture `index` of the data set in stored order.
ImageBuffer picture_of(const PackedDataset& data, std::int64_t index);

/// Latents by name, (n, latent, 1, 1); `run_seed` is that of the fixed ones.
at::Tensor chosen_latents(std::uint64_t run_seed, const std::vector<LatentId>& ids, std::int64_t latent);
/// Each of `ends` at its truncation; `truncations` may be empty, or fewer: they stay as they are.
at::Tensor truncated(const at::Tensor& ends, const std::vector<double>& truncations);
/// What all latents of a SampleRequest or GenerateRequest are multiplied by: truncated() has done it where each has its own.
double common_truncation(const auto& request) { return request.truncations.empty() ? request.truncation : 1.0; }
/// `frames` latents along a path through `ends` (n, latent, 1, 1), by spherical interpolation (White 2016). `closed`: back to the first one, which
/// the next frame would be; else the last frame is the last end.
at::Tensor path_through(const at::Tensor& ends, std::int64_t frames, bool closed);
/// `frames` latents along a closed path through `stops` random ones.
at::Tensor walk_latents(std::uint64_t seed, std::int64_t frames, std::int64_t latent, std::int64_t stops = 8);

}  // namespace headroom
