// Reconstructions: pictures of the data set beside what a VQGAN in training makes of them, and how far these are from those.
#pragma once

#include "core/api/event.h"
#include "core/data/dataset.h"
#include "core/train/run/run_memory.h"
#include "core/train/vqgan/vqgan_networks.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace headroom {

/// For one call: it holds nothing. On the worker's thread.
class Reconstructions {
public:
    Reconstructions(const VqganNetworks& nets, const RunMemory& memory, const PackedDataset& data)
        : nets_(nets), memory_(memory), data_(data) {}

    /// A grid: pictures above their reconstructions. `seed` 0: pictures spread over the data set, else drawn from it. May throw c10::Error.
    Result<void> draw(const SampleRequest& request, SampleReady& out) const;
    /// The reconstructions of these pictures that the shown weights make. May throw c10::Error.
    ImageList of(const std::vector<std::int64_t>& indices) const;
    /// Mean |difference| of reconstructions; NaN when there was no room.
    double score() const;

private:
    std::vector<std::int64_t> preview_indices(std::int64_t count, std::uint64_t seed, std::int64_t first) const;
    /// Hands pictures and what `net` makes of them to `take`, piece by piece; a piece that has no room is halved.
    using TakePair = std::function<void(const at::Tensor& pictures, const at::Tensor& reconstructions)>;
    void reconstruct(Vqgan& net, const std::vector<std::int64_t>& indices, const TakePair& take) const;
    ImageList pairs(Vqgan& net, const std::vector<std::int64_t>& indices) const;

    const VqganNetworks& nets_;
    const RunMemory& memory_;
    const PackedDataset& data_;
};

}  // namespace headroom
