// Kinds, the probe's networks, data and step, times.
#include "core/train/forecast/vqgan_model.h"

#include "core/api/param_schema.h"
#include "core/config/vqgan_shape.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/models/vqgan/lpips.h"
#include "core/train/forecast/probe_tools.h"
#include "core/train/gan_networks.h"
#include "core/train/vqgan/vqgan_networks.h"

#include <torch/version.h>

#include <algorithm>
#include <sstream>

namespace headroom {
namespace {

/// What a probe step works on: parameters without memory of their own.
struct ProbeVqgan {
    ProbeVqgan(const VqganConfig& shape, const TrainConfig& config, at::Device device)
        : net(std::make_shared<Vqgan>(shape)),
          d(make_patch_discriminator(config)),
          opt_g(shared(*net, device), AdamOptions{}, Adam::Moments::Parameters),
          opt_d(shared(*d, device), AdamOptions{}, Adam::Moments::Parameters),
          step(*net, *d, opt_g, opt_d) {
        tag_gradients(opt_g);
        tag_gradients(opt_d);
        nn::ComputeMode mode;
        if (config.checkpointing == Checkpointing::On) mode.again = net->worthwhile_segments();
        net->set_mode(mode);
        const_cast<at::Tensor&>(net->codebook()).requires_grad_(shape.gumbel || config.vqgan.decay <= 0);
        if (config.vqgan.perceptual_file.empty()) return;
        lpips = std::make_shared<Lpips>();
        lpips->to(device);
        step.perceptual = [this](const at::Tensor& target, const at::Tensor& picture) {
            return lpips->distance(target, picture);
        };
    }

    static NamedTensors shared(torch::nn::Module& net, at::Device device) {
        net.to(device);
        std::vector<SharedParameter> all;
        for (const at::Tensor& p : net.parameters()) all.push_back({p, p.scalar_type()});
        share_memory(std::move(all), /*channels_last=*/false);
        return nn::named_parameters(net);
    }

    std::shared_ptr<Vqgan> net;
    std::shared_ptr<PatchDiscriminator> d;
    Adam opt_g, opt_d;
    VqganStep step;
    std::shared_ptr<Lpips> lpips;
};

VqganRules rules_of_probe(const TrainConfig& config) {
    VqganRules r;
    r.l1 = config.vqgan.l1;
    r.perceptual = config.vqgan.perceptual_file.empty() ? 0 : config.vqgan.perceptual;
    r.ssim = config.vqgan.perceptual_file.empty() ? config.vqgan.ssim : 0;
    r.gan = config.vqgan.gan;
    r.with_d = config.vqgan.gan > 0;
    r.clip = config.clip;
    r.bf16 = config.precision == Precision::Bf16;
    r.codes_learn = config.vqgan.gumbel || config.vqgan.decay <= 0;
    return r;
}

VqganWindow probe_window(const TrainConfig& config, at::Device device, std::int64_t pictures,
                         std::int64_t micro_batches) {
    VqganWindow w;
    w.samples.assign(static_cast<std::size_t>(micro_batches), pictures);
    w.real = [config, device, pictures](std::size_t) {
        const RoleScope role(Role::Inputs);
        at::Tensor bytes = host_buffer({pictures, config.image_size, config.image_size, 3}, at::kByte, device);
        bytes.fill_(127);
        return upload(bytes, device)
            .permute({0, 3, 1, 2})
            .to(at::kFloat, false, false, at::MemoryFormat::Contiguous)
            .div_(127.5)
            .sub_(1.0);
    };
    w.gumbel = [device](std::size_t, at::IntArrayRef shape) {
        const RoleScope role(Role::Inputs);
        return upload(host_buffer(shape, at::kFloat, device).fill_(0.5), device);
    };
    return w;
}

/// Micro-batches of the tape: later ones of a window are as the second.
std::int64_t probed_micro_batches(const TrainConfig& config) {
    return std::min<std::int64_t>(config.batch_accumulate, 2);
}

/// Seconds of one micro-batch, and of the optimisers.
std::vector<double> run_vqgan_step(ProbeVqgan& nets, const VqganWindow& window, const TrainConfig& config,
                                   DeviceMemory& memory) {
    const VqganRules rules = rules_of_probe(config);
    VqganStepFigures figures;
    Lap lap(memory);
    nets.step.gradients(window, rules, figures);
    const double gradients = lap.seconds() / static_cast<double>(window.samples.size());
    nets.step.optimise(rules);
    return {gradients, lap.seconds()};
}

}  // namespace

std::optional<StepPlan> VqganModel::plan(const TrainConfig& config, const NetworkLayout&,
                                         const std::string& device) const {
    const auto shape = vqgan_shape(config);
    if (!shape) return std::nullopt;
    const VqganTrainConfig& v = config.vqgan;
    std::ostringstream kind;
    kind << "vqgan|torch " << TORCH_VERSION << "|" << device << "|" << config.image_size;
    for (const auto& [key, value] : settings_of(*shape)) kind << "," << to_text(value);
    kind << "|" << config.width_d << "," << v.d_layers << "," << name_of(config.norm_d) << "," << (v.gan > 0) << "|"
         << name_of(config.precision) << "," << name_of(config.checkpointing) << "|" << (v.l1 > 0) << ","
         << (v.ssim > 0) << "," << (!v.perceptual_file.empty() && v.perceptual > 0) << "," << (v.decay > 0) << ","
         << (config.clip > 0) << "|" << probed_micro_batches(config);
    StepPlan out;
    out.kinds = {kind.str()};
    out.units = config.batch_micro;
    out.few = 1;
    out.more = 2;
    out.units_name = "pictures";
    out.exact = std::to_string(config.batch_micro) + "x" + std::to_string(config.batch_accumulate);
    out.fixed = static_memory_of(*shape, config);
    out.preview = reconstruction_bytes(*shape, config.image_size);
    return out;
}

Result<ProbeStep> VqganModel::probe(const TrainConfig& config, const NetworkLayout&, const TrainDevice& device,
                                    std::int64_t pictures, std::size_t) const {
    const auto shape = vqgan_shape(config);
    if (!shape) return shape.error();
    return guarded_probe(config, device, std::to_string(pictures) + " pictures", [&] {
        std::optional<Apart> building(std::in_place, *device.memory);
        ProbeVqgan nets(*shape, config, device.device);
        building.reset();
        const VqganWindow window = probe_window(config, device.device, pictures, probed_micro_batches(config));
        const CalmWatch watch(*device.memory);
        Apart apart(*device.memory);
        std::vector<double> seconds = run_vqgan_step(nets, window, config, *device.memory);
        ProbeStep out{apart.end(), {}, true};
        if (watch.seconds() <= kRepeatBelowSeconds) {
            const Apart again(*device.memory);
            const std::vector<double> second = run_vqgan_step(nets, window, config, *device.memory);
            for (std::size_t i = 0; i < seconds.size(); ++i) seconds[i] = std::min(seconds[i], second[i]);
        }
        out.seconds = std::move(seconds);
        out.calm = watch.calm();
        return out;
    });
}

double VqganModel::seconds(const TrainConfig& config, const StepPlan& plan, const KindProbe& probe) const {
    const auto part = [](const std::vector<double>& seconds, std::size_t i) {
        return i < seconds.size() ? seconds[i] : 0.0;
    };
    const auto few = static_cast<double>(probe.few), more = static_cast<double>(probe.more);
    const double of_more = part(probe.more_seconds, 0);
    const double per_picture = std::max((of_more - part(probe.few_seconds, 0)) / (more - few), of_more / more / 3);
    const double micro_batch = std::max(0.0, of_more + per_picture * (static_cast<double>(plan.units) - more));
    return micro_batch * static_cast<double>(config.batch_accumulate) +
           std::min(part(probe.few_seconds, 1), part(probe.more_seconds, 1));
}

}  // namespace headroom
