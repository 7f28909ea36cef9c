// Devices by name.
#include "core/train/device.h"

#include "core/memory/cpu_allocator.h"
#include "core/memory/cpu_memory.h"
#include "core/memory/gpu/driver_loader.h"
#include "core/memory/libtorch.h"

#include <algorithm>
#include <charconv>

namespace headroom {
namespace {

std::string id_of(int index) { return "cuda:" + std::to_string(index); }

/// N of "cuda:N"; -1 for "cuda"; -2 for anything else.
int index_in(const std::string& name) {
    if (name == "cuda") return -1;
    int n = -2;
    const char* begin = name.data() + 5;
    const char* end = name.data() + name.size();
    if (name.rfind("cuda:", 0) != 0 || begin == end) return -2;
    const auto [stop, error] = std::from_chars(begin, end, n);
    return error == std::errc() && stop == end && n >= 0 ? n : -2;
}

std::string what_there_is(const std::vector<GpuListing>& gpus) {
    std::string out = "This machine has cpu";
    for (const GpuListing& g : gpus) {
        if (g.problem.empty()) out += ", " + id_of(g.index) + " (" + g.facts.name + ")";
    }
    return out + ".";
}

Result<TrainDevice> start(int index, GpuRegistry& gpus, bool look) {
    auto memory = look ? gpus.look(index) : gpus.memory(index);
    if (!memory) return memory.error();
    return TrainDevice{at::Device(gpus.device_type(), static_cast<at::DeviceIndex>(index)), *memory, {}};
}

TrainDevice the_cpu(std::string note = {}) { return {at::Device(at::kCPU), cpu_memory(), std::move(note)}; }

/// The first GPU that starts; else an error with the last reason.
Result<TrainDevice> first_usable(const std::vector<GpuListing>& list, GpuRegistry& gpus, bool look) {
    Error last = make_error(ErrorCode::Environment, gpus.why_none());
    for (const GpuListing& g : list) {
        if (!g.problem.empty()) {
            last = make_error(ErrorCode::Environment,
                              id_of(g.index) + " (" + g.facts.name + ") cannot be used: " + g.problem);
            continue;
        }
        auto opened = start(g.index, gpus, look);
        if (opened) return opened;
        last = opened.error();
    }
    return last;
}

Result<TrainDevice> find_device(const std::string& requested, GpuRegistry& gpus, bool look) {
    const int index = index_in(requested);
    if (requested != "auto" && requested != "cpu" && index == -2) {
        return make_error(ErrorCode::InvalidArgument, "device: '" + requested + "' is not auto, cpu, cuda or cuda:N");
    }
    // Listed for the CPU too: a later run on the GPU needs the CUDA module in place before the first backward pass.
    const auto list = gpus.list();
    if (requested == "cpu") return the_cpu();
    if (requested == "auto" && list.empty())
        return the_cpu(nvidia_driver_seems_present() ? "no GPU can be used: " + gpus.why_none() : std::string());
    if (index < 0) {
        auto opened = first_usable(list, gpus, look);
        if (opened) return opened;
        if (requested == "auto") return the_cpu(opened.error().message);
        return make_error(ErrorCode::Environment, "device: no GPU can be used: " + opened.error().message,
                          what_there_is(list));
    }
    const auto it = std::find_if(list.begin(), list.end(), [&](const GpuListing& g) { return g.index == index; });
    if (it == list.end()) {
        const std::string why = list.empty() ? ": " + gpus.why_none() : std::string();
        return make_error(ErrorCode::NotFound, "device: there is no " + requested + why, what_there_is(list));
    }
    if (!it->problem.empty())
        return make_error(ErrorCode::Environment,
                          "device: " + requested + " (" + it->facts.name + ") cannot be used: " + it->problem,
                          what_there_is(list));
    auto opened = start(index, gpus, look);
    if (!opened)
        return make_error(opened.error().code, "device: " + opened.error().message, what_there_is(list),
                          opened.error().detail);
    return opened;
}

}  // namespace

Result<TrainDevice> open_device(const std::string& requested, GpuRegistry& gpus) {
    return find_device(requested, gpus, false);
}

Result<TrainDevice> look_at_device(const std::string& requested, GpuRegistry& gpus) {
    return find_device(requested, gpus, true);
}

ComputeSettings compute_settings(const TrainConfig& config, int threads) {
    // Of micro-batches of one picture, 4x4 pixels are a single tile: transforming the filters takes longer than the products save.
    constexpr std::int64_t one_tile = 4 * 4;
    return {may_round_to_tf32(config.precision),
            threads,
            config.cudnn,
            config.cudnn_benchmark,
            config.deterministic,
            config.exact_kernels      ? 0
            : config.batch_micro == 1 ? one_tile + 1
                                      : 1};
}

Precision computed_in(Precision asked, const DeviceMemory& device) {
    if (asked != Precision::Auto) return asked;
    return device.has_tf32() ? Precision::Tf32 : Precision::Fp32;
}

std::vector<DeviceInfo> list_devices(GpuRegistry& gpus) {
    const auto memory = cpu_memory();
    const DeviceFigures host = memory->figures();
    DeviceInfo cpu{"cpu",      memory->name(),
                   host.total, host.available,
                   true,       host.limited ? "memory limited by a control group" : "budget is on RAM"};
    std::vector<DeviceInfo> out{cpu};
    for (const GpuListing& g : gpus.list()) {
        const std::string capability =
            "compute capability " + std::to_string(g.facts.major) + "." + std::to_string(g.facts.minor);
        out.push_back({id_of(g.index), g.facts.name, g.facts.total, g.free, g.problem.empty(),
                       g.problem.empty() ? capability : g.problem,
                       g.facts.has_tf32() ? Precision::Tf32 : Precision::Fp32});
    }
    return out;
}

void retag(const at::Tensor& tensor, Role role) {
    if (!tensor.defined()) return;
    if (tensor.is_cpu())
        cpu_allocator::retag(tensor.storage().data(), role);
    else if (BlockBook* book = GpuRegistry::process().book(tensor.device().index()))
        book->retag(tensor.storage().data(), role);
}

}  // namespace headroom
