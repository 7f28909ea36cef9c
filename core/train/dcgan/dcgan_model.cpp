// Kinds, the probe's networks, data and step, times.
#include "core/train/dcgan/dcgan_model.h"

#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/role_scope.h"
#include "core/models/dcgan/networks.h"
#include "core/models/nn/network.h"
#include "core/train/dcgan/gan_networks.h"
#include "core/train/dcgan/gan_step.h"
#include "core/train/dcgan/step_rules.h"
#include "core/train/forecast/probe_tools.h"
#include "core/train/gan/adaptive_strength.h"
#include "core/train/gan/gan_probe.h"
#include "core/train/gan/noise.h"
#include "core/train/ranks/step_peers.h"
#include "core/train/run/pictures.h"

#include <algorithm>
#include <sstream>

namespace headroom {
namespace {

constexpr std::int64_t kManyPictures =
    16;  ///< from here on ATen gives more convolutions of second derivatives to oneDNN

bool has_penalty(const TrainConfig& c) {
    return (c.own<DcganConfig>().loss == GanLoss::WganGp && c.own<DcganConfig>().gp_weight > 0) ||
           c.own<DcganConfig>().r1_gamma > 0;
}

/// Whether the micro-batch is large enough for another choice of convolution (`ConvParams::use_mkldnn` in ATen's
/// Convolution.cpp); those of first derivatives have filters that never ask.
bool many(const TrainConfig& c) { return has_penalty(c) && c.batch_micro >= kManyPictures; }

/// Pictures of the two probes. One picture alone has no order of its dimensions in memory, so some copies are left out for it.
std::pair<std::int64_t, std::int64_t> probe_pictures(const TrainConfig& c, const DcganSpec& spec) {
    if (many(c)) return {kManyPictures, kManyPictures + StepTape::kPaddedChannels / 2};
    return {2, spec.size <= 64 ? 8 : spec.size <= 128 ? 4 : 3};
}

std::string_view upsampling_of_kind(const DcganSpec& spec) {
    switch (spec.upsampling) {
        case Upsampling::Resize: return " resized";
        case Upsampling::Bilinear: return " bilinear";
        default: return "";
    }
}

/// Micro-batches of the tapes that a forecast needs: one, two when more accumulate, also three when their fakes wait.
std::vector<std::int64_t> needed_for(const TrainConfig& config) {
    if (config.batch_accumulate <= 1) return {1};
    if (!rules_of(config).keep_fakes || config.batch_accumulate == 2) return {2};
    return {2, 3};
}

/// What a step works on.
struct ProbeNets {
    ProbeNets(const DcganSpec& s, const TrainConfig& config, at::Device device)
        : spec(s),
          own_g(std::make_shared<Generator>(s)),
          own_d(std::make_shared<Discriminator>(s)),
          g(*own_g),
          d(*own_d),
          opt_g(prepare(device, config), AdamOptions{}, Adam::Moments::Parameters),
          opt_d(nn::named_parameters(d), AdamOptions{}, Adam::Moments::Parameters),
          step(g, d, opt_g, opt_d, scaler_g, scaler_d) {
        if (s.fade_from > 0) {
            alpha.value = 0.5;
            if (!device.is_cpu()) alpha.there = at::full({}, 0.5, at::TensorOptions().dtype(at::kFloat).device(device));
        }
        strength.configure(config, config.own<DcganConfig>().augment_strength, device);
        tag_gradients(opt_g);
        tag_gradients(opt_d);
        for (DcganNet* net : {static_cast<DcganNet*>(&g), static_cast<DcganNet*>(&d)}) {
            net->set_checkpointing(config.checkpointing == Checkpointing::On);
            net->set_alpha(alpha);
        }
        scaler_g.set_enabled(config.precision == Precision::Fp16);
        scaler_d.set_enabled(config.precision == Precision::Fp16);
        if (const auto type = shadow_type_of(config, device.is_cpu())) {
            share_shadows({&g, &d}, *type);
            opt_g.set_companions(companions_of(g, nullptr));
            opt_d.set_companions(companions_of(d, nullptr));
        }
        peers = lone_peers(config, device.is_cpu());
        step.share_with(peers.get());
    }

    nn::NamedTensorList prepare(at::Device device, const TrainConfig& config) {
        nn::move_to(g, device);
        nn::move_to(d, device);
        std::vector<SharedParameter> all;
        const auto filters = config.channels_last ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous;
        for (const DcganNet* net : {static_cast<DcganNet*>(&g), static_cast<DcganNet*>(&d)}) {
            for (const at::Tensor& p : net->parameters()) all.push_back({p, p.scalar_type(), filters});
        }
        share_memory(std::move(all));
        return nn::named_parameters(g);
    }

    DcganSpec spec;
    FadeShare alpha;                   ///< halfway
    std::shared_ptr<Generator> own_g;  ///< LibTorch lists the modules of what is shared alone
    std::shared_ptr<Discriminator> own_d;
    Generator& g;
    Discriminator& d;
    LossScaler scaler_g, scaler_d;
    Adam opt_g, opt_d;
    GanStep step;
    AdaptiveStrength strength;
    std::unique_ptr<StepPeers> peers;  ///< of one of several processes
};

Window window_of(const ProbeNets& nets, const TrainConfig& config, at::Device device, std::int64_t pictures,
                 std::int64_t micro_batches) {
    Window w;
    w.samples.assign(static_cast<std::size_t>(micro_batches), pictures);
    const auto seed = static_cast<std::uint64_t>(config.seed);
    w.real = [&nets, config, next = blank_pictures(pictures, nets.spec.size, nets.spec.channels, device)](std::size_t) {
        const RoleScope role(Role::Inputs);
        return real_pictures(next(picture_format(config, nets.spec)), config, nets.spec, nets.alpha);
    };
    w.latent = [config, device, pictures, seed](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return latents(seed, RandomPurpose::Latent, static_cast<std::int64_t>(i) * pictures, pictures,
                       config.own<DcganConfig>().latent, device);
    };
    w.mix = [device, pictures, seed](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return uniforms(seed, RandomPurpose::PenaltyMix, static_cast<std::int64_t>(i) * pictures, pictures, device);
    };
    return w;
}

ProbeStep step_of(ProbeNets& nets, const TrainConfig& config, const TrainDevice& device, std::int64_t pictures,
                  std::int64_t micro_batches) {
    const Window window = window_of(nets, config, device.device, pictures, micro_batches);
    StepRules rules = rules_of(config);
    rules.augment.chance = nets.strength.chance();
    GanProbe probe{nets.step, micro_batches, config.own<DcganConfig>().r1_gamma > 0, {}, {}};
    if (config.own<DcganConfig>().train != Train::OnlyG)
        probe.d = [&](bool with_r1, StepFigures& figures) { nets.step.d_phase(window, rules, with_r1, figures); };
    if (config.own<DcganConfig>().train != Train::OnlyD)
        probe.g = [&](StepFigures& figures) { nets.step.g_phase(window, rules, figures); };
    return probe_step(probe, *device.memory);
}

}  // namespace

std::string kind_of(const TrainConfig& c, const DcganSpec& spec, const std::string& device,
                    std::int64_t micro_batches) {
    const StepRules rules = rules_of(c);
    std::ostringstream out;
    out << "dcgan|" << probed_on(device, c) << "|" << spec.size << "," << spec.latent << "," << spec.channels << "|g";
    for (const std::int64_t w : spec.widths_g) out << "," << w;
    out << "|d";
    for (const std::int64_t w : spec.widths_d) out << "," << w;
    out << "|" << name_of(spec.norm_g) << "," << name_of(spec.norm_d) << "," << spec.spectral_norm << ","
        << name_of(spec.conv) << upsampling_of_kind(spec) << "," << spec.fade_from << "|"
        << name_of(c.own<DcganConfig>().loss) << ","
        << (c.own<DcganConfig>().loss == GanLoss::WganGp && c.own<DcganConfig>().gp_weight > 0) << ","
        << (c.own<DcganConfig>().r1_gamma > 0) << "," << (rules.noise > 0) << "," << (rules.smoothing > 0) << ","
        << (rules.clip > 0) << "|" << c.own<DcganConfig>().diffaug_colour << c.own<DcganConfig>().diffaug_translation
        << c.own<DcganConfig>().diffaug_cutout << (c.own<DcganConfig>().augment_geometry ? "g" : "")
        << (c.augment_adapt                             ? " adapts"
            : c.own<DcganConfig>().augment_strength < 1 ? " by chance"
                                                        : "")
        << "|" << name_of(c.own<DcganConfig>().train) << "," << probed_precision(c) << "," << c.channels_last << ","
        << name_of(c.checkpointing) << "," << rules.keep_fakes << "|" << micro_batches << (many(c) ? "|many" : "");
    out << added_up(c, device == "cpu");
    return out.str();
}

Result<void> DcganModel::look(const TrainConfig& config, const NetworkLayout&, const TrainDevice& device) {
    if (!device.memory->is_cpu()) data_sets_.look(config);
    return {};
}

std::optional<StepPlan> DcganModel::plan(const TrainConfig& config, const NetworkLayout& layout,
                                         const std::string& device) const {
    const DcganSpec spec = spec_of(layout, config);
    StepPlan out;
    data_sets_.add_to(out, config, device);
    for (const std::int64_t micro_batches : needed_for(config))
        out.kinds.push_back(kind_of(config, spec, device, micro_batches));
    out.further = config.batch_accumulate - 2;
    out.units = config.batch_micro;
    std::tie(out.few, out.more) = probe_pictures(config, spec);
    out.units_name = "pictures";
    out.probes_as_asked = device != "cpu";
    out.exact = std::to_string(config.batch_micro) + "x" + std::to_string(config.batch_accumulate);
    const bool averaged = config.ema_half_life > 0, shadows = shadow_type_of(config, device == "cpu").has_value();
    const bool on_host = config.optimiser_on_host && device != "cpu";
    out.fixed = static_memory_of(spec, averaged, shadows, on_host);
    const FilterCounts filters = count_filters(spec);
    const int copies = on_host ? 1 : 3;
    add_fixed_blocks(out, filters.g, copies + (averaged ? 1 : 0), shadows);
    add_fixed_blocks(out, filters.d, copies, shadows);
    // On a GPU what a step keeps to be undone stays there: running statistics.
    if (device != "cpu") out.fixed[Role::Workspace] += static_memory_of(spec, false)[Role::Buffers];
    const StepCounts counts = step_counts(config);
    out.rhythm = counts.rhythm(config.own<DcganConfig>().r1_gamma > 0);
    plan_recording(out, config, device, std::max<std::int64_t>(1, counts.d_rounds) * config.effective_batch());
    out.preview = preview_bytes(spec);
    // Until a step has shown that G's phase fits, D's weights and moments are kept as they were before it.
    if (device == "cpu" && config.own<DcganConfig>().train != Train::OnlyG)
        out.first_step = Bytes{12 * count_parameters(spec).d};
    return out;
}

Result<ProbeStep> DcganModel::probe(const TrainConfig& config, const NetworkLayout& layout, const TrainDevice& device,
                                    std::int64_t pictures, std::size_t kind) const {
    const DcganSpec spec = spec_of(layout, config);
    return guarded_probe(config, device, std::to_string(pictures) + " pictures", [&] {
        std::optional<ProbeScope> building(std::in_place, *device.memory);
        ProbeNets nets(spec, config, device.device);
        building.reset();
        return step_of(nets, config, device, pictures, needed_for(config)[kind]);
    });
}

StepCounts step_counts(const TrainConfig& config) {
    const DcganConfig& own = config.own<DcganConfig>();
    return {config.batch_accumulate, own.train == Train::OnlyG ? 0 : std::max<std::int64_t>(1, own.d_steps),
            own.train == Train::OnlyD ? 0 : 1, std::max<std::int64_t>(1, own.r1_every)};
}

double DcganModel::seconds(const TrainConfig& config, const StepPlan& plan, const KindProbe& probe) const {
    return along(StepSeconds::of(probe.few_seconds), probe.few, StepSeconds::of(probe.more_seconds), probe.more,
                 plan.units)
        .of_step(step_counts(config));
}

}  // namespace headroom
