// StepNumber: a whole number that the work of a step reads on its GPU, written there before each step: what is recorded once then goes on with
// the numbers of the step that it is replayed for.
#pragma once

#include "core/models/nn/first_sample.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom {

/// On the worker's thread. Where the device has no kernels of our own, to read it, it stays on the host.
class StepNumber {
public:
    /// In the order of the device's work, without waiting. Throws c10::Error.
    void set(std::int64_t number, at::Device device);
    /// As the number that samples begin at.
    nn::FirstSample first() const;
    /// Lets go of its place on the device.
    void drop() { there_.reset(); }

private:
    std::int64_t number_ = 0;
    at::Tensor there_;  ///< () int64
};

}  // namespace headroom
