// Clocks, shared parameters, errors of probe steps.
#include "core/train/forecast/probe_tools.h"

#include "core/families/words.h"
#include "core/memory/cpu_kernels.h"
#include "core/models/nn/shadow.h"
#include "core/train/run/pictures.h"

#include <torch/version.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace headroom {
namespace {

/// A thread that is kept waiting longer than this share of its work beside it does not measure its work alone: its helpers are
/// kept waiting too, and it spins for them.
constexpr double kCalmWaiting = 0.2;

}  // namespace

double Lap::seconds() {
    const double before = last_;
    last_ = now();
    return last_ - before;
}

double Lap::now() const {
    if (memory_.is_cpu()) return thread_cpu_seconds();
    (void)memory_.synchronise();
    return 1e-9 * static_cast<double>(now_ns());
}

bool CalmWatch::calm() const {
    return !on_cpu_ || seconds_since(start_) < (1 + kCalmWaiting) * (thread_cpu_seconds() - worked_);
}

void share_memory(std::vector<SharedParameter> parameters) {
    std::map<at::ScalarType, std::int64_t> largest;
    for (const SharedParameter& p : parameters) largest[p.type] = std::max(largest[p.type], p.tensor.numel());
    std::map<at::ScalarType, at::Tensor> blocks;
    for (SharedParameter& p : parameters) {
        at::Tensor& block = blocks[p.type];
        if (!block.defined())
            block = at::full({largest[p.type]}, 0.02, at::TensorOptions().dtype(p.type).device(p.tensor.device()));
        const auto format = p.tensor.dim() == 4 ? p.filters : at::MemoryFormat::Contiguous;
        // As in a run, what lies in both orders, as filters of one pixel do, keeps the strides that it has.
        const at::Tensor shape =
            p.tensor.is_contiguous(format)
                ? p.tensor
                : at::empty(p.tensor.sizes(), at::TensorOptions().device(at::kMeta).memory_format(format));
        p.tensor.set_data(block.as_strided(shape.sizes(), shape.strides()));
    }
}

void share_shadows(const std::vector<torch::nn::Module*>& networks, at::ScalarType type, std::string_view except) {
    const at::NoGradGuard no_grad;
    at::Tensor largest;
    const auto each = [&](const nn::Shadowed::Each& fn) {
        for (torch::nn::Module* network : networks) nn::each_shadow(*network, fn, except);
    };
    each([&](const at::Tensor& weight, nn::Shadow&) {
        if (!largest.defined() || weight.numel() > largest.numel()) largest = weight;
    });
    if (!largest.defined()) return;
    const at::Tensor block = at::zeros({largest.numel()}, largest.options().dtype(type));
    each([&](const at::Tensor& weight, nn::Shadow& shadow) {
        // A tensor of its own, not a view: autograd must not think that one shadow's writing changes the others.
        at::Tensor copy = at::empty({0}, block.options());
        copy.set_data(block.narrow(0, 0, weight.numel()).as_strided(weight.sizes(), weight.strides()));
        shadow.keep(weight, std::move(copy));
    });
}

std::string probed_on(const std::string& device, const TrainConfig& config) {
    std::string out = std::string("torch ") + TORCH_VERSION + "|" + device;
    if (device == "cpu")
        out += ", " + cpu_kernels() + ", " + (config.threads > 0 ? std::to_string(config.threads) : "automatic") +
               " threads" +
               (config.exact_kernels      ? ", exact kernels"
                : config.batch_micro == 1 ? ", own kernels but for one tile"
                                          : ", own kernels");
    else  // what kernels of our own do there, what cuDNN chooses from, and its workspaces
        out += ", shadows and channels last" + std::string(may_round_to_tf32(config.precision) ? ", tf32" : "") +
               (config.cudnn ? "" : ", no cudnn") +
               (config.deterministic     ? ", deterministic"
                : config.cudnn_benchmark ? ", benchmark"
                                         : "");
    return out;
}

void plan_recording(StepPlan& plan, const TrainConfig& config, const std::string& device, std::int64_t pictures) {
    plan.recorded = device != "cpu" && config.graphs != CudaGraphs::Off && !config.optimiser_on_host;
    if (!plan.recorded) return;
    // Those that arrive lie ready as float32, of all its micro-batches.
    plan.arriving += Bytes{4 * pictures * config.image_size * config.image_size * config.channels()};
}

void add_fixed_blocks(StepPlan& plan, const std::vector<Bytes>& blocks) {
    if (!plan.fixed_blocks) plan.fixed_blocks.emplace();
    std::copy_if(blocks.begin(), blocks.end(), std::back_inserter(*plan.fixed_blocks),
                 [](Bytes block) { return block.count > DevicePool::kSmallest; });
}

void add_fixed_blocks(StepPlan& plan, const std::vector<std::int64_t>& numbers, int copies, bool shadows) {
    std::vector<Bytes> blocks;
    for (const std::int64_t n : numbers) {
        blocks.insert(blocks.end(), static_cast<std::size_t>(copies), Bytes{4 * n});
        if (shadows) blocks.push_back(Bytes{2 * n});
    }
    add_fixed_blocks(plan, blocks);
}

std::string_view probed_precision(const TrainConfig& config) {
    return name_of(keeps_float32(config.precision) ? Precision::Fp32 : config.precision);
}

Result<ProbeStep> guarded_probe(const TrainConfig& config, const TrainDevice& device, const std::string& what,
                                const std::function<ProbeStep()>& body) {
    device.memory->compute_with(compute_settings(config, static_cast<int>(config.threads)));
    const auto turn = device.memory->turn();
    try {
        // cuDNN tries its algorithms on what it meets for the first time, with all the memory that it can get. That is no part of a step.
        const bool tries = config.cudnn && config.cudnn_benchmark && !config.deterministic;
        if (!device.memory->is_cpu() && tries && at::globalContext().hasCuDNN()) {
            (void)body();
            (void)device.memory->release_cache();  // cuBLAS's workspaces too: they are a step's
        }
        return body();
    } catch (const c10::OutOfMemoryError& e) {
        return make_error(ErrorCode::OutOfMemory,
                          "there is not even room for a probe " + step_word(config.model) + " of " + what,
                          "Close other programs.", e.what_without_backtrace());
    } catch (const c10::Error& e) {
        return make_error(ErrorCode::Environment,
                          "a probe " + step_word(config.model) + " failed on " + device.memory->name(),
                          "Save the log and report it.", e.what_without_backtrace());
    }
}

std::function<at::Tensor(at::MemoryFormat)> blank_pictures(std::int64_t pictures, std::int64_t side,
                                                           std::int64_t channels, at::Device device) {
    const auto bytes = [=] { return host_buffer({pictures, side, side, channels}, at::kByte, device).fill_(127); };
    if (device.is_cpu()) return [bytes](at::MemoryFormat format) { return centred_pictures(bytes(), format); };
    return [there = upload(bytes(), device)](at::MemoryFormat format) { return centred_pictures(there, format); };
}

double seconds_along(double of_few, std::int64_t few, double of_more, std::int64_t more, std::int64_t pictures) {
    const double slope =
        std::max((of_more - of_few) / static_cast<double>(more - few), of_more / static_cast<double>(more) / 3);
    const double along = of_more + slope * static_cast<double>(pictures - more);
    const double share = static_cast<double>(std::min(pictures, few)) / static_cast<double>(few);
    return pictures < few ? std::max(along, of_few * share) : std::max(0.0, along);
}

}  // namespace headroom
