// The probe's networks, data and step.
#include "core/train/forecast/probe.h"

#include "core/base/clock.h"
#include "core/memory/role_scope.h"
#include "core/models/dcgan/networks.h"
#include "core/train/gan_networks.h"
#include "core/train/gan_step.h"
#include "core/train/noise.h"
#include "core/train/step_rules.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr double kRepeatBelowSeconds = 1.5;
/// A thread that is kept waiting longer than this share of its work beside it does not measure its work alone: its helpers are
/// kept waiting too, and it spins for them.
constexpr double kCalmWaiting = 0.2;

/// While alive, this thread's allocations are the probe's.
class Apart {
public:
    explicit Apart(DeviceMemory& memory) : memory_(memory) { memory_.begin_probe(); }
    ~Apart() { end(); }
    Apart(const Apart&) = delete;
    Apart& operator=(const Apart&) = delete;
    StepLog end() {
        if (!open_) return {};
        open_ = false;
        return memory_.end_probe();
    }

private:
    DeviceMemory& memory_;
    bool open_ = true;
};

using Parameters = std::vector<std::pair<std::string, at::Tensor>>;

Parameters parameters_of(const torch::nn::Module& net) {
    Parameters out;
    for (const auto& p : net.named_parameters()) out.emplace_back(p.key(), p.value());
    return out;
}

/// Lets every parameter be a view of one block as large as the largest: a step's memory and time do not depend on values.
void share_memory(const std::vector<Parameters>& nets, const TrainConfig& config, at::Device device) {
    std::int64_t largest = 1;
    for (const Parameters& net : nets) {
        for (const auto& [name, p] : net) largest = std::max(largest, p.numel());
    }
    const at::Tensor block = at::full({largest}, 0.02, at::TensorOptions().device(device));
    const auto format = config.channels_last ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous;
    for (const Parameters& net : nets) {
        for (const auto& [name, p] : net) {
            const at::Tensor shape = p.dim() == 4 ? at::empty(p.sizes(), at::TensorOptions().device(at::kMeta).memory_format(format)) : p;
            const_cast<at::Tensor&>(p).set_data(block.as_strided(p.sizes(), shape.strides()));
        }
    }
}

/// What a step works on.
struct ProbeNets {
    ProbeNets(const DcganSpec& s, const TrainConfig& config, at::Device device)
        : spec(s), g(s), d(s), opt_g(prepare(device, config), AdamOptions{}, Adam::Moments::Parameters),
          opt_d(parameters_of(d), AdamOptions{}, Adam::Moments::Parameters), step(g, d, opt_g, opt_d, scaler_g, scaler_d) {
        tag_gradients(opt_g);
        tag_gradients(opt_d);
        for (DcganNet* net : {static_cast<DcganNet*>(&g), static_cast<DcganNet*>(&d)}) {
            net->set_checkpointing(config.checkpointing == Checkpointing::On);
            net->set_alpha(s.fade_from > 0 ? 0.5 : 1);
        }
        scaler_g.set_enabled(config.precision == Precision::Fp16);
        scaler_d.set_enabled(config.precision == Precision::Fp16);
    }

    Parameters prepare(at::Device device, const TrainConfig& config) {
        g.to(device);
        d.to(device);
        share_memory({parameters_of(g), parameters_of(d)}, config, device);
        return parameters_of(g);
    }

    DcganSpec spec;
    Generator g;
    Discriminator d;
    LossScaler scaler_g, scaler_d;
    Adam opt_g, opt_d;
    GanStep step;
};

Window window_of(const ProbeNets& nets, const TrainConfig& config, at::Device device, std::int64_t pictures, std::int64_t micro_batches) {
    Window w;
    w.samples.assign(static_cast<std::size_t>(micro_batches), pictures);
    const auto seed = static_cast<std::uint64_t>(config.seed);
    const double alpha = nets.spec.fade_from > 0 ? 0.5 : 1;
    w.real = [&nets, config, device, pictures, alpha](std::size_t) {
        const RoleScope role(Role::Inputs);
        at::Tensor bytes = host_buffer({pictures, nets.spec.size, nets.spec.size, nets.spec.channels}, at::kByte, device);
        bytes.fill_(127);
        return real_pictures(bytes, device, config, nets.spec, alpha);
    };
    w.latent = [config, device, pictures, seed](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return upload(latents(seed, RandomPurpose::Latent, static_cast<std::int64_t>(i) * pictures, pictures, config.latent), device);
    };
    w.mix = [device, pictures, seed](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return upload(uniforms(seed, RandomPurpose::PenaltyMix, static_cast<std::int64_t>(i) * pictures, pictures), device);
    };
    return w;
}

/// Seconds since it was made or last asked: of this thread's work on a CPU, of the clock where a device works.
class Lap {
public:
    explicit Lap(DeviceMemory& memory) : memory_(memory), last_(now()) {}
    double seconds() {
        const double before = last_;
        last_ = now();
        return last_ - before;
    }

private:
    double now() const {
        if (memory_.is_cpu()) return thread_cpu_seconds();
        (void)memory_.synchronise();
        return 1e-9 * static_cast<double>(now_ns());
    }
    DeviceMemory& memory_;
    double last_;
};

/// A step whose phases run once each, and its parts' seconds; the penalty, if it has one, is in `d`.
StepSeconds run_step(ProbeNets& nets, const Window& window, const TrainConfig& config, DeviceMemory& memory, bool with_r1) {
    const StepRules rules = rules_of(config);
    const auto micro_batches = static_cast<double>(window.samples.size());
    StepSeconds out;
    StepFigures figures;
    Lap lap(memory);
    nets.step.before_optimiser = [&](bool is_d) { (is_d ? out.d : out.g) = lap.seconds() / micro_batches; };
    if (config.train != Train::OnlyG) {
        nets.step.d_phase(window, rules, with_r1, figures);
        out.optimiser_d = lap.seconds();
    }
    if (config.train != Train::OnlyD) {
        nets.step.g_phase(window, rules, figures);
        out.optimiser_g = lap.seconds();
    }
    nets.step.before_optimiser = nullptr;
    return out;
}

ProbeStep step_of(ProbeNets& nets, const TrainConfig& config, const TrainDevice& device, std::int64_t pictures, std::int64_t micro_batches) {
    const Window window = window_of(nets, config, device.device, pictures, micro_batches);
    const bool r1 = config.r1_gamma > 0;
    const auto start = Clock::now();
    const double worked = thread_cpu_seconds();
    ProbeStep out;
    const auto calm = [&] { return !device.memory->is_cpu() || seconds_since(start) < (1 + kCalmWaiting) * (thread_cpu_seconds() - worked); };
    Apart apart(*device.memory);
    out.seconds = run_step(nets, window, config, *device.memory, r1);
    out.log = apart.end();
    out.calm = calm();
    if (!r1 && seconds_since(start) > kRepeatBelowSeconds) return out;
    const Apart again(*device.memory);
    out.seconds = out.seconds.least(run_step(nets, window, config, *device.memory, r1));
    if (r1) {
        const double with = out.seconds.d;
        out.seconds = out.seconds.least(run_step(nets, window, config, *device.memory, false));
        out.seconds.penalty = with - out.seconds.d;
    }
    out.calm = calm();
    return out;
}

}  // namespace

Result<ProbeStep> probe_step(const DcganSpec& spec, const TrainConfig& config, const TrainDevice& device, std::int64_t pictures,
                             std::int64_t micro_batches) {
    const auto turn = device.memory->turn();
    if (config.threads > 0) at::set_num_threads(static_cast<int>(config.threads));
    try {
        std::optional<Apart> building(std::in_place, *device.memory);
        ProbeNets nets(spec, config, device.device);
        building.reset();
        return step_of(nets, config, device, pictures, micro_batches);
    } catch (const c10::OutOfMemoryError& e) {
        return make_error(ErrorCode::OutOfMemory, "there is not even room for a probe step of " + std::to_string(pictures) + " pictures",
                          "Close other programs.", e.what_without_backtrace());
    } catch (const c10::Error& e) {
        return make_error(ErrorCode::Environment, "a probe step failed on " + device.memory->name(), "Save the log and report it.",
                          e.what_without_backtrace());
    }
}

}  // namespace headroom
