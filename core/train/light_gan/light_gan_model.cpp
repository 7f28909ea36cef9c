// Kinds, the probe's networks, data and step, times.
#include "core/train/light_gan/light_gan_model.h"

#include "core/api/param_schema.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/train/gan/adaptive_strength.h"
#include "core/train/gan/gan_probe.h"
#include "core/train/gan/noise.h"
#include "core/train/light_gan/light_gan_networks.h"
#include "core/train/ranks/step_peers.h"
#include "core/train/run/pictures.h"

#include <algorithm>
#include <sstream>

namespace headroom {
namespace {

bool has_penalty(const TrainConfig& c) { return c.own<LightGanConfig>().gp_weight > 0; }

StepCounts step_counts(const TrainConfig& c) { return {c.batch_accumulate, 1, 1, c.own<LightGanConfig>().gp_every}; }

/// Micro-batches of the tape: later ones of a window are as the second.
std::int64_t micro_batches_of_tape(const TrainConfig& c) { return std::min<std::int64_t>(c.batch_accumulate, 2); }

/// What a probe step works on: parameters without memory of their own.
struct ProbeLightGan {
    ProbeLightGan(const LightGanShape& shape, const TrainConfig& config, at::Device device)
        : g(std::make_shared<light_gan::Generator>(shape)),
          d(std::make_shared<light_gan::Discriminator>(shape)),
          opt_g(prepare(config, device), AdamOptions{}, Adam::Moments::Parameters),
          opt_d(nn::named_parameters(*d), AdamOptions{}, Adam::Moments::Parameters),
          step(*g, *d, opt_g, opt_d, scaler_g, scaler_d) {
        tag_gradients(opt_g);
        tag_gradients(opt_d);
        g->set_mode(light_gan_mode(config));
        d->set_mode(light_gan_mode(config));
        scaler_g.set_enabled(config.precision == Precision::Fp16);
        scaler_d.set_enabled(config.precision == Precision::Fp16);
        strength.configure(config, config.own<LightGanConfig>().augment_share, device);
        peers = lone_peers(config, device.is_cpu());
        step.share_with(peers.get());
        const auto type = shadow_type(config.precision, device.is_cpu());
        if (!type) return;
        share_shadows({g.get(), d.get()}, *type);
        opt_g.set_companions(companions_of(*g, nullptr));
        opt_d.set_companions(companions_of(*d, nullptr));
    }

    nn::NamedTensorList prepare(const TrainConfig& config, at::Device device) const {
        nn::move_to(*g, device);
        nn::move_to(*d, device);
        std::vector<SharedParameter> all;
        for (const torch::nn::Module* net :
             {static_cast<torch::nn::Module*>(g.get()), static_cast<torch::nn::Module*>(d.get())}) {
            for (const at::Tensor& p : net->parameters()) all.push_back({p, p.scalar_type(), light_gan_format(config)});
        }
        share_memory(std::move(all));
        return nn::named_parameters(*g);
    }

    std::shared_ptr<light_gan::Generator> g;
    std::shared_ptr<light_gan::Discriminator> d;
    LossScaler scaler_g, scaler_d;
    Adam opt_g, opt_d;
    LightGanStep step;
    AdaptiveStrength strength;
    std::unique_ptr<StepPeers> peers;  ///< of one of several processes
};

LightGanWindow probe_pictures_of(const TrainConfig& config, at::Device device, std::int64_t pictures,
                                 std::int64_t micro_batches) {
    LightGanWindow w;
    w.samples.assign(static_cast<std::size_t>(micro_batches), pictures);
    const std::int64_t latent = config.own<LightGanConfig>().latent;
    w.real = [&config, next = blank_pictures(pictures, config.image_size, config.channels(), device)](std::size_t) {
        const RoleScope role(Role::Inputs);
        return next(light_gan_format(config));
    };
    w.latent = w.latent_g = [&config, device, pictures, latent](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return latents(static_cast<std::uint64_t>(config.seed), RandomPurpose::Latent,
                       static_cast<std::int64_t>(i) * pictures, pictures, latent, device);
    };
    return w;
}

}  // namespace

Result<void> LightGanModel::look(const TrainConfig& config, const NetworkLayout&, const TrainDevice& device) {
    if (!device.memory->is_cpu()) data_sets_.look(config);
    return {};
}

std::optional<StepPlan> LightGanModel::plan(const TrainConfig& config, const NetworkLayout&,
                                            const std::string& device) const {
    const auto shape = light_gan_shape(config);
    if (!shape) return std::nullopt;
    const auto& own = config.own<LightGanConfig>();
    std::ostringstream kind;
    kind << "light-gan|" << probed_on(device, config);
    for (const auto& [key, value] : settings_of(*shape)) kind << "," << to_text(value);
    kind << "|" << has_penalty(config) << ","
         << (config.augment_adapt    ? "adapts "
             : own.augment_share > 0 ? "some "
                                     : "none ")
         << own.diffaug_colour << own.diffaug_translation << own.diffaug_cutout << "," << (config.clip > 0) << "|"
         << probed_precision(config) << "," << config.channels_last << "," << name_of(config.checkpointing) << "|"
         << micro_batches_of_tape(config) << added_up(config, device == "cpu");
    StepPlan out;
    data_sets_.add_to(out, config, device);
    out.kinds = {kind.str()};
    out.units = config.batch_micro;
    // One picture alone has no order of its dimensions in memory, so some copies are left out for it.
    if (config.batch_micro == 1) {
        out.kinds.front() += "|one";
        out.few = 1;
        out.more = 2;
        out.few_is_asked = device == "cpu";
    } else {
        out.few = 2;
        out.more = shape->size <= 64 ? 4 : 3;
    }
    out.units_name = "pictures";
    out.probes_as_asked = device != "cpu";
    out.exact = std::to_string(config.batch_micro) + "x" + std::to_string(config.batch_accumulate);
    const bool averaged = config.ema_half_life > 0,
               shadows = shadow_type(config.precision, device == "cpu").has_value();
    const bool on_host = config.optimiser_on_host && device != "cpu";
    out.fixed = static_memory_of(*shape, averaged, shadows, on_host);
    const auto counts = [](const std::vector<LightGanTensor>& tensors) {
        std::vector<std::int64_t> numbers;
        for (const LightGanTensor& t : tensors)
            if (!t.buffer) numbers.push_back(t.numbers());
        return numbers;
    };
    const int copies = on_host ? 1 : 3;
    add_fixed_blocks(out, counts(generator_tensors(*shape)), copies + (averaged ? 1 : 0), shadows);
    add_fixed_blocks(out, counts(discriminator_tensors(*shape)), copies, shadows);
    // On a GPU what a step keeps to be undone stays there: the running statistics.
    if (device != "cpu") out.fixed[Role::Workspace] += out.fixed[Role::Buffers];
    out.rhythm = step_counts(config).rhythm(has_penalty(config));
    plan_recording(out, config, device, config.effective_batch());
    out.preview = preview_bytes(*shape);
    // Until a step has shown that G's phase fits, D's weights and moments are kept as they were before it.
    if (device == "cpu") out.first_step = Bytes{12 * count_parameters(*shape).second};
    return out;
}

Result<ProbeStep> LightGanModel::probe(const TrainConfig& config, const NetworkLayout&, const TrainDevice& device,
                                       std::int64_t pictures, std::size_t) const {
    const auto shape = light_gan_shape(config);
    if (!shape) return shape.error();
    return guarded_probe(config, device, std::to_string(pictures) + " pictures", [&] {
        std::optional<ProbeScope> building(std::in_place, *device.memory);
        ProbeLightGan nets(*shape, config, device.device);
        building.reset();
        const std::int64_t micro_batches = micro_batches_of_tape(config);
        const LightGanWindow window = probe_pictures_of(config, device.device, pictures, micro_batches);
        LightGanRules rules = light_gan_rules(config);
        if (nets.strength.adapts()) rules.share_now = nets.strength.chance();
        return probe_step({nets.step, micro_batches, has_penalty(config),
                           [&](bool with, StepFigures& figures) { nets.step.d_phase(window, rules, with, figures); },
                           [&](StepFigures& figures) { nets.step.g_phase(window, rules, figures); }},
                          *device.memory);
    });
}

double LightGanModel::seconds(const TrainConfig& config, const StepPlan& plan, const KindProbe& probe) const {
    return along(StepSeconds::of(probe.few_seconds), probe.few, StepSeconds::of(probe.more_seconds), probe.more,
                 plan.units)
        .of_step(step_counts(config));
}

}  // namespace headroom
