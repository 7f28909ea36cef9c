// The stand-in device's memory. Its addresses cannot be read by the host: a pointer of the device that host code follows ends the
// process, as on a GPU without unified memory. The device itself reaches the same bytes elsewhere (`host_view`). Blocks are kept and
// split as CUDA's caching allocator does (core/memory/device_pool.h); new ones are filled with bytes that are no number.
#pragma once

#include "core/memory/gpu/driver.h"
#include "core/memory/libtorch.h"

#include <cstdint>
#include <map>
#include <mutex>

namespace headroom::stand_in {

inline constexpr c10::DeviceType kDevice = c10::DeviceType::PrivateUse1;
inline constexpr Bytes kTotal{std::int64_t{1} << 30};  ///< of the device

class Memory final : public c10::Allocator {
public:
    static Memory& device();

    /// Throws c10::OutOfMemoryError where the share, the device or refuse_nth() leaves no room.
    c10::DataPtr allocate(std::size_t bytes) override;
    c10::DeleterFnPtr raw_deleter() const override;
    void copy_data(void* to, const void* from, std::size_t bytes) const override;

    void listen(GpuListener* listener);
    void set_rules(const PoolRules& rules);
    PoolRules rules() const;
    /// 0..1 of kTotal, and what other programs hold of it.
    void set_share(double share);
    void set_others(Bytes others);
    GpuPoolStats stats() const;
    void reset_peaks();
    /// True when memory went back to the device, for which CUDA waits.
    bool empty_cache();
    Bytes free() const;
    /// As in driver.h.
    void refuse_nth(std::int64_t n, int again);
    void empty_each(std::int64_t n);
    /// Blocks of work that is recorded come from a pool of the graphs' own, which stays while `count` of them are alive.
    void keep_graphs(std::size_t count);

    /// Where the device's own kernels find the bytes of `pointer`.
    void* at(const void* pointer) const;
    /// Likewise, null where `pointer` lies in no block that is alive.
    void* within(const void* pointer) const;

private:
    Memory();
    void release(const void* block);
    void refuse(std::size_t bytes);
    /// What refuse_nth() and empty_each() have in store for this allocation.
    void disturb(std::size_t bytes, bool of_graphs);
    void apply_limit();

    struct Block {
        DevicePool::Block part;
        std::int64_t bytes;
        bool of_graphs;
    };
    Bytes held() const;
    Bytes live() const;
    mutable std::mutex mutex_;
    std::byte *closed_, *open_;  ///< the addresses that tensors have, those that kernels use
    PoolRules rules_;
    std::unique_ptr<DevicePool> pool_, graph_pool_;
    std::size_t graphs_ = 0;
    std::map<const void*, Block> blocks_;
    GpuListener* listener_ = nullptr;
    double share_ = 1;
    Bytes others_, requested_, peak_live_, peak_held_;
    std::int64_t ooms_ = 0, retries_ = 0;
    std::int64_t refuse_each_ = 0, refuse_in_ = 0;
    int refuse_again_ = 0;
    bool only_in_phases_ = false;  ///< what undoing a step allocates is not refused
    std::int64_t empty_each_ = 0, empty_in_ = 0;
};

/// A tensor of the CPU over the same bytes, for the queue's thread alone; a tensor of the CPU is returned as it is.
at::Tensor host_view(const at::Tensor& tensor);

/// Page-locked host memory, as CUDA's host allocator gives.
c10::Allocator& pinned_memory();
bool is_pinned(const void* pointer);
/// The device copies from or to the block that `pointer` lies in while the host goes on: who lets go of it asks the device, as on CUDA, and hears
/// that it is lost.
void note_use(const void* pointer);
std::size_t pinned_blocks();
/// Of these blocks and of those that CUDA's allocator would still keep for reuse.
std::size_t pinned_bytes();
void empty_pinned_cache();
/// The device has still to read the block of page-locked memory that `pointer` lies in, so many times more.
void note_reads(const void* pointer, int more);
bool is_to_be_read(const void* pointer);

}  // namespace headroom::stand_in
