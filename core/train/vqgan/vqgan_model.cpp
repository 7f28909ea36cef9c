// Kinds, the probe's networks, data and step, times.
#include "core/train/vqgan/vqgan_model.h"

#include "core/api/param_schema.h"
#include "core/families/vqgan/vqgan_shape.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/device_norms.h"
#include "core/models/nn/network.h"
#include "core/models/vqgan/lpips.h"
#include "core/train/forecast/probe_tools.h"
#include "core/train/run/pictures.h"
#include "core/train/vqgan/codebook_care.h"
#include "core/train/vqgan/vqgan_networks.h"

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
          step(*net, *d, opt_g, opt_d),
          codes(*net) {
        tag_gradients(opt_g);
        tag_gradients(opt_d);
        nn::ComputeMode mode;
        if (config.checkpointing == Checkpointing::On) mode.again = net->worthwhile_segments();
        net->set_mode(mode);
        if (const auto type = shadow_type(config.precision, device.is_cpu())) {
            share_shadows({net.get(), d.get()}, *type, kExactLayers);
            opt_g.set_companions(companions_of(*net, nullptr));
            opt_d.set_companions(companions_of(*d, nullptr));
        }
        care.decay = code_decay(shape, config);
        const_cast<at::Tensor&>(net->codebook()).requires_grad_(care.decay <= 0);
        codes.configure(*net, care.decay);
        codes.bring(care);
        step.observe_codes = [this](const at::Tensor& latents, const at::Tensor& indices) {
            codes.see(latents, indices);
        };
        if (config.own<VqganTrainConfig>().perceptual_file.empty()) return;
        lpips = std::make_shared<Lpips>();
        nn::move_to(*lpips, device, nn::norms_format(device));
        step.perceptual = [this](const at::Tensor& target, const at::Tensor& picture) {
            return lpips->distance(target, picture);
        };
    }

    static NamedTensors shared(torch::nn::Module& net, at::Device device) {
        nn::move_to(net, device);
        std::vector<SharedParameter> all;
        for (const at::Tensor& p : net.parameters()) all.push_back({p, p.scalar_type(), nn::norms_format(device)});
        share_memory(std::move(all));
        return nn::named_parameters(net);
    }

    std::shared_ptr<Vqgan> net;
    std::shared_ptr<PatchDiscriminator> d;
    Adam opt_g, opt_d;
    VqganStep step;
    CodebookCare codes;
    CodeWindow care;  ///< without restarts: a row for each cell at most
    std::shared_ptr<Lpips> lpips;
};

VqganRules rules_of_probe(const TrainConfig& config, bool codes_learn) {
    VqganRules r;
    r.l1 = config.own<VqganTrainConfig>().l1;
    r.perceptual =
        config.own<VqganTrainConfig>().perceptual_file.empty() ? 0 : config.own<VqganTrainConfig>().perceptual;
    r.ssim = config.own<VqganTrainConfig>().perceptual_file.empty() ? config.own<VqganTrainConfig>().ssim : 0;
    r.gan = config.own<VqganTrainConfig>().gan;
    r.with_d = config.own<VqganTrainConfig>().gan > 0;
    r.clip = config.clip;
    r.bf16 = config.precision == Precision::Bf16;
    r.codes_learn = codes_learn;
    return r;
}

VqganWindow probe_window(const TrainConfig& config, at::Device device, std::int64_t pictures,
                         std::int64_t micro_batches) {
    VqganWindow w;
    w.samples.assign(static_cast<std::size_t>(micro_batches), pictures);
    w.real = [device, next = blank_pictures(pictures, config.image_size, 3, device)](std::size_t) {
        const RoleScope role(Role::Inputs);
        return next(nn::norms_format(device));
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

/// What a step takes, part by part.
struct VqganSeconds {
    double own = 0;         ///< the autoencoder's and the losses' gradients of a micro-batch
    double d = 0;           ///< the discriminator's part of it
    double optimisers = 0;  ///< both together

    std::vector<double> parts() const { return {own, d, optimisers}; }
    static VqganSeconds of(std::vector<double> parts) {
        parts.resize(3);
        return {parts[0], parts[1], parts[2]};
    }
    VqganSeconds least(const VqganSeconds& o) const {
        return {std::min(own, o.own), std::min(d, o.d), std::min(optimisers, o.optimisers)};
    }
};

VqganSeconds run_vqgan_step(ProbeVqgan& nets, const VqganWindow& window, const TrainConfig& config,
                            DeviceMemory& memory) {
    const VqganRules rules = rules_of_probe(config, nets.care.decay <= 0);
    const auto micro_batches = static_cast<double>(window.samples.size());
    VqganStepFigures figures;
    VqganSeconds out;
    Lap lap(memory);
    nets.step.observe_d = [&](bool begins) { (begins ? out.own : out.d) += lap.seconds() / micro_batches; };
    nets.codes.begin(nets.care);
    nets.step.gradients(window, rules, figures);
    nets.step.observe_d = nullptr;
    out.own += lap.seconds() / micro_batches;
    nets.step.optimise(rules);
    nets.codes.finish(*nets.net, nets.opt_g, /*epoch_ends=*/false);
    out.optimisers = lap.seconds();
    return out;
}

}  // namespace

Result<void> VqganModel::look(const TrainConfig& config, const NetworkLayout&, const TrainDevice& device) {
    if (!device.memory->is_cpu()) data_sets_.look(config);
    return {};
}

std::optional<StepPlan> VqganModel::plan(const TrainConfig& config, const NetworkLayout&,
                                         const std::string& device) const {
    const auto shape = vqgan_shape(config);
    if (!shape) return std::nullopt;
    const VqganTrainConfig& v = config.own<VqganTrainConfig>();
    std::ostringstream kind;
    kind << "vqgan, codes counted|" << probed_on(device, config) << "|" << config.image_size;
    for (const auto& [key, value] : settings_of(*shape)) kind << "," << to_text(value);
    kind << "|" << config.width_d << "," << v.d_layers << "," << name_of(config.norm_d) << "," << (v.gan > 0) << "|"
         << probed_precision(config) << "," << name_of(config.checkpointing) << "|" << (v.l1 > 0) << "," << (v.ssim > 0)
         << "," << (!v.perceptual_file.empty() && v.perceptual > 0) << "," << (v.decay > 0) << "," << (config.clip > 0)
         << "|" << probed_micro_batches(config);
    StepPlan out;
    data_sets_.add_to(out, config, device);
    out.kinds = {kind.str()};
    out.units = config.batch_micro;
    out.few = 1;
    out.more = 2;
    out.units_name = "pictures";
    out.probes_as_asked = device != "cpu";
    out.waits = v.gan > 0 && v.gan_start > 0;
    out.exact = std::to_string(config.batch_micro) + "x" + std::to_string(config.batch_accumulate) +
                (out.waits ? ", D waits" : "");
    const bool shadows = shadow_type(config.precision, device == "cpu").has_value();
    out.fixed = static_memory_of(*shape, config, shadows);
    const TensorCounts counts = tensor_counts_of(*shape, config);
    add_fixed_blocks(out, counts.net, config.ema_half_life > 0 ? 4 : 3, shadows);
    add_fixed_blocks(out, counts.d, 3, shadows);
    add_fixed_blocks(out, counts.perceptual, 1, shadows);
    // On a GPU what a step keeps to be undone stays there: D's running statistics.
    if (device != "cpu") out.fixed[Role::Workspace] += out.fixed[Role::Buffers];
    plan_recording(out, config, device, config.effective_batch());
    out.preview = reconstruction_bytes(*shape, config.image_size);
    return out;
}

Result<ProbeStep> VqganModel::probe(const TrainConfig& config, const NetworkLayout&, const TrainDevice& device,
                                    std::int64_t pictures, std::size_t) const {
    const auto shape = vqgan_shape(config);
    if (!shape) return shape.error();
    return guarded_probe(config, device, std::to_string(pictures) + " pictures", [&] {
        std::optional<ProbeScope> building(std::in_place, *device.memory);
        ProbeVqgan nets(*shape, config, device.device);
        building.reset();
        const VqganWindow window = probe_window(config, device.device, pictures, probed_micro_batches(config));
        const CalmWatch watch(*device.memory);
        ProbeScope probing(*device.memory);
        VqganSeconds seconds = run_vqgan_step(nets, window, config, *device.memory);
        ProbeStep out{probing.end(), {}, true};
        if (watch.seconds() <= kRepeatBelowSeconds) {
            const ProbeScope again(*device.memory);
            seconds = seconds.least(run_vqgan_step(nets, window, config, *device.memory));
        }
        out.seconds = seconds.parts();
        out.calm = watch.calm();
        return out;
    });
}

double VqganModel::seconds(const TrainConfig& config, const StepPlan& plan, const KindProbe& probe) const {
    const VqganSeconds few = VqganSeconds::of(probe.few_seconds), more = VqganSeconds::of(probe.more_seconds);
    const auto micro_batch = [&](double of_few, double of_more) {
        return seconds_along(of_few, probe.few, of_more, probe.more, plan.units);
    };
    const double gradients = micro_batch(few.own, more.own) + (plan.waits ? 0.0 : micro_batch(few.d, more.d));
    return gradients * static_cast<double>(config.batch_accumulate) + few.least(more).optimisers;
}

}  // namespace headroom
