// Leases: what a piece of work needs for itself of the process and of a device, and how several get it without touching each other.
//
// An owner is a run, a tool, a probe. It holds a DeviceMemory of its own (open_device), and computes within its Turn. Three rules
// keep owners apart:
//   - Blocks belong to the owner within whose turn they are made: its limit, its peak and its cache count them alone.
//   - LibTorch's count of threads is the calling thread's own (OpenMP), so a turn sets it on its thread.
//   - Whether float32 products are rounded to TF32, and how cuDNN chooses its algorithms, are switches of the process, which only
//     GPU kernels read. So the GPUs of this process have one turn between them, which is a lock: nothing computes on a GPU under
//     settings that are not its owner's. Work on the CPU waits for nobody and leaves the switches alone.
// Whatever a turn puts in force is put back at its end.
#pragma once

#include <cstdint>
#include <mutex>

namespace headroom {

class DeviceMemory;

/// How an owner's work is computed.
struct ComputeSettings {
    bool tf32 = false;           ///< a GPU may round float32 products to TF32 (10 bits of mantissa)
    int threads = 0;             ///< of the CPU; 0: as many as LibTorch began with
    bool cudnn = true;           ///< a GPU's convolutions are cuDNN's
    bool benchmark = false;      ///< cuDNN measures its algorithms for each shape
    bool deterministic = false;  ///< only algorithms that give the same bits each time; an operation without one warns
    /// The CPU's convolutions whose smaller picture has so many pixels or more may be computed by fewer products (core/models/nn/winograd/strided.h), and
    /// matrices and short sequences' attention be computed by our kernels (core/models/nn/products, attention); 0: all are the library's.
    std::int64_t fewer_products = 0;
};

/// Settings in force on the calling thread until its destructor puts back those before. Leases of a thread end in the reverse order of
/// their beginning. All but the threads is left alone where the thread has not the GPUs' turn.
class ComputeLease {
public:
    explicit ComputeLease(const ComputeSettings& requested);
    ComputeLease(ComputeLease&& other) noexcept;
    ComputeLease& operator=(ComputeLease&&) = delete;
    ~ComputeLease();

    /// From now on these; what is put back stays the same.
    void change(const ComputeSettings& requested) const;

    /// Products of float32 are not rounded while it lives.
    static ComputeLease whole_float32();

    /// All products are the library's while it lives, without the scratch that ours need.
    static ComputeLease library_products();

    /// ComputeSettings::fewer_products in force on the calling thread; 0 without a lease.
    static std::int64_t fewer_products();

private:
    /// The GPUs' switches.
    struct Switches {
        bool products, convolutions;  ///< rounded to TF32: cuBLAS's, cuDNN's
        bool cudnn, benchmark, deterministic_cudnn, deterministic, only_warns;
        static Switches now();
        void put() const;
    };
    Switches before_;
    int threads_;
    std::int64_t fewer_products_;
    bool open_ = true;
};

/// The right to compute as an owner, until its destructor. Not for two threads, and an owner has one at a time.
class Turn {
public:
    Turn(Turn&& other) noexcept;
    Turn& operator=(Turn&&) = delete;
    ~Turn();

private:
    friend class DeviceMemory;
    explicit Turn(DeviceMemory& owner);

    DeviceMemory* owner_;
    std::unique_lock<std::mutex> gpus_;
};

}  // namespace headroom
