// What every probe step needs: allocations that are no run's, a clock that only counts work, parameters without memory of their own.
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/memory/device_memory.h"
#include "core/memory/libtorch.h"
#include "core/train/device.h"
#include "core/train/forecast/step_model.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// While alive, this thread's allocations are the probe's.
class ProbeScope {
public:
    explicit ProbeScope(DeviceMemory& memory) : memory_(memory) { memory_.begin_probe(); }
    ~ProbeScope() { end(); }
    ProbeScope(const ProbeScope&) = delete;
    ProbeScope& operator=(const ProbeScope&) = delete;
    StepLog end() {
        if (!open_) return {};
        open_ = false;
        return memory_.end_probe();
    }

private:
    DeviceMemory& memory_;
    bool open_ = true;
};

/// Seconds since it was made or last asked: of this thread's work on a CPU, of the clock where a device works.
class Lap {
public:
    explicit Lap(DeviceMemory& memory) : memory_(memory), last_(now()) {}
    double seconds();

private:
    double now() const;
    DeviceMemory& memory_;
    double last_;
};

/// Tells whether this thread got its share of the processor since it was made.
class CalmWatch {
public:
    explicit CalmWatch(const DeviceMemory& memory) : on_cpu_(memory.is_cpu()), worked_(thread_cpu_seconds()) {}
    bool calm() const;
    /// Of the clock.
    double seconds() const { return seconds_since(start_); }

private:
    bool on_cpu_;
    Clock::time_point start_ = Clock::now();
    double worked_;
};

/// Probe steps that took less are repeated for their time.
inline constexpr double kRepeatBelowSeconds = 1.5;

struct SharedParameter {
    at::Tensor tensor;
    at::ScalarType type;                                      ///< that it becomes
    at::MemoryFormat filters = at::MemoryFormat::Contiguous;  ///< how it lies if it has 4 dimensions
};

/// Lets every parameter be a view of one block per value type, as large as the largest: a step's memory and time do not depend on
/// values, and a probe takes little more than its gradients and activations.
void share_memory(std::vector<SharedParameter> parameters);
/// Shadows of their weights (core/models/nn/shadow.h) likewise, once the weights lie as they shall.
void share_shadows(const std::vector<torch::nn::Module*>& networks, at::ScalarType type, std::string_view except = {});

/// What decides the kernels of a step beside its settings, for StepPlan::kinds: LibTorch's version, `device`, its id, and on the
/// CPU the processor, the kernels in use and the threads. A probe that another processor made is none of this one.
std::string probed_on(const std::string& device, const TrainConfig& config);
/// Says in `plan`, of steps over `pictures` pictures that are recorded as CUDA graphs where the settings and `device` let them, what that keeps.
void plan_recording(StepPlan& plan, const TrainConfig& config, const std::string& device, std::int64_t pictures);
/// Adds to its fixed blocks the large ones of these, each of so many bytes.
void add_fixed_blocks(StepPlan& plan, const std::vector<Bytes>& blocks);
/// Likewise of weights of so many numbers each: `copies` of float32 (the weight, moments, an average), and a shadow.
void add_fixed_blocks(StepPlan& plan, const std::vector<std::int64_t>& numbers, int copies, bool shadows);
/// The precision of the numbers that a step keeps; rounding products to TF32 keeps the same ones.
std::string_view probed_precision(const TrainConfig& config);

/// `body` as a probe on `device`, a lease of the probe's own: in its turn, with the settings' threads, what it throws as an error. `what`: "8 pictures".
Result<ProbeStep> guarded_probe(const TrainConfig& config, const TrainDevice& device, const std::string& what,
                                const std::function<ProbeStep()>& body);

/// Batches of so many pictures of one colour, made as a run makes them: on a GPU from bytes that are there before the step.
std::function<at::Tensor(at::MemoryFormat)> blank_pictures(std::int64_t pictures, std::int64_t side,
                                                           std::int64_t channels, at::Device device);

/// Along the line through two measurements for another number of pictures. The larger one is trusted more: convolutions of
/// few pictures are not at their best, so a picture beyond it costs at least a third of one within it, and fewer pictures than
/// measured cost no less each.
double seconds_along(double of_few, std::int64_t few, double of_more, std::int64_t more, std::int64_t pictures);

}  // namespace headroom
