// GanPictures: what a generator in training draws for the window, and how far its pictures are from the data.
#pragma once

#include "core/api/event.h"
#include "core/data/dataset.h"
#include "core/train/gan/gan_tensors.h"
#include "core/train/run/run_memory.h"

#include <cstdint>

namespace headroom {

/// For one call: it holds nothing. On the worker's thread.
class GanPictures {
public:
    GanPictures(const GanTensors& nets, const RunMemory& memory, const TrainConfig& config, std::int64_t latent)
        : nets_(nets), memory_(memory), config_(config), latent_(latent) {}

    /// The pictures of `request` into `out`. May throw c10::Error.
    void draw(const SampleRequest& request, SampleReady& out) const;
    /// Those of the shown generator that it is scored by: first .. first + count - 1. May throw c10::Error.
    ImageList scored(std::int64_t first, std::int64_t count) const;
    /// Sliced Wasserstein distance of the shown generator to the data, over fewer pictures when memory is short (which makes
    /// it larger, so that it never passes for a best one); NaN when there was no room at all.
    double score(const PackedDataset& data) const;

private:
    double score_over(const PackedDataset& data, std::int64_t pictures, bool on_cpu) const;
    /// Pictures of `z` by `g`; where the GPU has no room for one, by a copy of it on the CPU.
    ImageList render(nn::LatentGenerator& g, const at::Tensor& z) const;

    const GanTensors& nets_;
    const RunMemory& memory_;
    const TrainConfig& config_;
    std::int64_t latent_;  ///< numbers of a latent
};

}  // namespace headroom
