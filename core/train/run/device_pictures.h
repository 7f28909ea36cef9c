// DevicePictures: a whole packed data set as bytes on a run's GPU. Batches are gathered there, by a kernel of our own, with the bits that
// gather_batch() and an upload give. On the worker's thread.
#pragma once

#include "core/api/services.h"
#include "core/data/dataset.h"
#include "core/memory/device_memory.h"
#include "core/models/nn/first_sample.h"
#include "core/train/run/pictures_ahead.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

namespace headroom {

/// Bytes of the whole set.
Bytes bytes_of(const PackedDataset& data);

/// Whether so large a set may lie beside steps whose tensors need so much at their peak, of what a run's tensors may hold (`limit`). It takes
/// half at most, so that later changes have room without moving it, and a tenth of the limit stays free: a forecast errs by up to a twentieth,
/// and the allocator keeps as much in pieces. While the need is not known, three quarters of the limit are left to the steps.
bool fits_beside(Bytes set, std::optional<Bytes> need, Bytes limit);

/// Whether it lies on the GPU of a run that holds `held` of it: `wish`, or what fits beside the steps of what there is, which other programs
/// may leave less of than the run's `limit`.
bool lies_there(DataOnDevice wish, Bytes set, std::optional<Bytes> need, Bytes limit, Bytes held,
                const DeviceFigures& device);

class DevicePictures {
public:
    /// Copied in pieces through page-locked buffers, one filled while another travels; returns when the set is there. Throws c10::Error, among
    /// them c10::OutOfMemoryError. Error: Cancelled.
    static Result<std::unique_ptr<DevicePictures>> upload(std::shared_ptr<const PackedDataset> data,
                                                          DeviceMemory& memory, at::Device device,
                                                          const ProgressFn& progress, const std::stop_token& stop);

    /// (count, channels, side, side) in [-1, 1], the pictures at positions first .. of `order`, which is of this data set, laid out as `format`
    /// (Preserve: channels last). Throws c10::Error.
    at::Tensor batch(const PictureOrder& order, nn::FirstSample first, std::int64_t count,
                     at::MemoryFormat format) const;
    const std::shared_ptr<const PackedDataset>& data() const { return data_; }
    Bytes bytes() const { return bytes_of(*data_); }

private:
    DevicePictures(std::shared_ptr<const PackedDataset> data, at::Tensor pictures)
        : data_(std::move(data)), pictures_(std::move(pictures)) {}

    std::shared_ptr<const PackedDataset> data_;
    at::Tensor pictures_;  ///< (count, side, side, channels)
};

}  // namespace headroom
