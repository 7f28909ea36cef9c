// Classifies failures of a device.
#include "core/train/device_errors.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

bool holds_any(std::string_view text, const auto& words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view w) { return text.find(w) != std::string_view::npos; });
}

/// "CUDA error: out of memory", "CUDNN_STATUS_ALLOC_FAILED", "CUBLAS_STATUS_ALLOC_FAILED", cuDNN 9's finer ones.
constexpr std::array<std::string_view, 6> kNoRoom{"out of memory",          "STATUS_ALLOC_FAILED",
                                                  "HOST_ALLOCATION_FAILED", "DEVICE_ALLOCATION_FAILED",
                                                  "OUT_OF_MEMORY",          "cudaErrorMemoryAllocation"};
/// Errors that CUDA documents as leaving the process's context unusable.
constexpr std::array<std::string_view, 12> kLost{"device-side assert triggered",
                                                 "an illegal memory access was encountered",
                                                 "unspecified launch failure",
                                                 "misaligned address",
                                                 "an illegal instruction was encountered",
                                                 "hardware stack error",
                                                 "invalid program counter",
                                                 "operation not supported on global/shared address space",
                                                 "uncorrectable ECC error",
                                                 "the launch timed out and was terminated",
                                                 "the device has fallen off the bus",
                                                 "GPU is lost"};

}  // namespace

DeviceFailure failure_in(std::string_view text) {
    // A lost device first: some of its messages mention memory too.
    if (holds_any(text, kLost)) return DeviceFailure::DeviceLost;
    return holds_any(text, kNoRoom) ? DeviceFailure::OutOfMemory : DeviceFailure::Defect;
}

DeviceFailure failure_of(const c10::Error& error, DeviceMemory& memory) {
    if (dynamic_cast<const c10::OutOfMemoryError*>(&error)) return DeviceFailure::OutOfMemory;
    if (memory.is_cpu()) return DeviceFailure::Defect;
    const DeviceFailure by_words = failure_in(error.what_without_backtrace());
    if (by_words == DeviceFailure::DeviceLost || !memory.lasting_error().empty()) return DeviceFailure::DeviceLost;
    return by_words;
}

}  // namespace headroom
