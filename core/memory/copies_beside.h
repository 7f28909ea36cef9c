// Copies to a device beside its work: CopiesBeside keeps the orders of them, Inbox is one place that they come to, batch after batch.
// On the thread that gives the device its work.
#pragma once

#include "core/memory/device_memory.h"

#include <ATen/core/TensorBody.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <utility>

namespace headroom {

class CopiesBeside {
public:
    explicit CopiesBeside(DeviceMemory& memory) : memory_(memory) {}
    /// Waits for what is on its way: its bytes are read, and where they go is written.
    ~CopiesBeside();
    CopiesBeside(const CopiesBeside&) = delete;
    CopiesBeside& operator=(const CopiesBeside&) = delete;

    /// `from`, best of a host_buffer(), to the dense tensor `to` of as many bytes, once the device has done what comes before `after`, and
    /// after the copies before. A device that cannot do so copies amid its work. Throws c10::Error.
    void copy(at::Tensor from, const at::Tensor& to, const DeviceMark& after);
    /// What this thread gives to the device from here on finds them copied. Nobody waits. Throws c10::Error.
    void follow();
    /// Waits until so many are on their way at most. Throws c10::Error.
    void wait_for_all_but(std::size_t most);

private:
    /// Lets go of the bytes that have been read.
    void forget_copied();

    DeviceMemory& memory_;
    std::deque<std::pair<at::Tensor, std::unique_ptr<DeviceMark>>> under_way_;
};

/// Bytes on a device that change while it computes: what comes next is on its way as soon as what is there has been read.
class Inbox {
public:
    Inbox(DeviceMemory& memory, at::Device device) : memory_(memory), device_(device), copies_(memory) {}
    ~Inbox() { release(); }
    Inbox(const Inbox&) = delete;
    Inbox& operator=(const Inbox&) = delete;

    /// Sends `bytes` (uint8, best of a host_buffer()) on their way. Throws c10::Error; then nothing is there.
    void send(const at::Tensor& bytes);
    /// What was sent last, of the same shape, for work that this thread gives to the device from here on. Throws c10::Error.
    at::Tensor take();
    /// All work that reads it has been given.
    void have_read();
    /// Lets go of its memory.
    void release() noexcept;

private:
    DeviceMemory& memory_;
    at::Device device_;
    CopiesBeside copies_;
    at::Tensor room_, sent_;
    std::unique_ptr<DeviceMark> read_;  ///< where nothing reads the room any more
};

}  // namespace headroom
