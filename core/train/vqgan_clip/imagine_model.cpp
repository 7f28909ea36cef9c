// Shapes of the files, the probe's networks and iteration, times.
#include "core/train/vqgan_clip/imagine_model.h"

#include "core/base/lists.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/io/files/file_stamp.h"
#include "core/memory/autocast_guard.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/device_norms.h"
#include "core/models/nn/network.h"
#include "core/models/vqgan_clip/latent_optimiser.h"
#include "core/models/vqgan_clip/paint_step.h"
#include "core/models/vqgan_clip/regularisers.h"
#include "core/models/vqgan_clip/synthesis.h"
#include "core/train/forecast/probe_tools.h"
#include "core/train/vqgan_clip/targets.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace headroom {
namespace {

/// Cells per side of the smaller probe's picture. Libraries choose other algorithms for very small pictures.
std::int64_t few_side(std::int64_t factor) { return std::max<std::int64_t>(8, 64 / factor); }

std::int64_t whole_cells(const ImagineConfig& c, std::int64_t factor) {
    return std::max<std::int64_t>(1, c.width / factor) * std::max<std::int64_t>(1, c.height / factor);
}

std::int64_t chunk_of(const ImagineConfig& c) { return c.chunk > 0 ? std::min(c.chunk, c.cuts) : c.cuts; }

/// Rows and columns of the probe's `cells`: on a GPU of the very picture, or of what halving it leaves, because libraries choose by them.
std::pair<std::int64_t, std::int64_t> shape_of(const ImagineConfig& c, std::int64_t factor, std::int64_t cells,
                                               bool on_gpu) {
    std::int64_t rows = std::max<std::int64_t>(1, c.height / factor),
                 columns = std::max<std::int64_t>(1, c.width / factor);
    while (on_gpu && rows * columns > cells && (rows % 2 == 0 || columns % 2 == 0))
        (rows % 2 == 0 && (rows >= columns || columns % 2 != 0) ? rows : columns) /= 2;
    if (on_gpu && rows * columns == cells) return {rows, columns};
    const auto side = static_cast<std::int64_t>(std::lround(std::sqrt(static_cast<double>(cells))));
    return {side, side};
}

/// Two chunks are like any number of them.
std::int64_t probed_cuts(const ImagineConfig& c) { return std::min(c.cuts, 2 * chunk_of(c)); }

/// The files by name, with what shows that one was replaced.
std::string key_of(const ImagineConfig& c, const NetworkLayout& layout) {
    std::string out = file_stamp(c.vqgan_file) + "\n";
    if (c.vqgan_file.empty() && paints_finely(c, layout.pixels_per_cell)) out += "fine\n";
    out += file_stamp(c.vqgan_settings);
    for (const std::string& path : split_list(c.clip_files)) out += "\n" + file_stamp(path);
    return out;
}

std::shared_ptr<Vqgan> bare_vqgan(const PainterShapes& shapes, bool with_encoder) {
    auto network = std::make_shared<Vqgan>(shapes.vqgan);
    if (!with_encoder) network->drop_encoder();
    nn::freeze(*network);
    network->eval();
    return network;
}

std::shared_ptr<ClipModel> bare_clip(const ClipConfig& shape) {
    auto network = std::make_shared<ClipModel>(shape);
    network->drop_text();
    nn::freeze(*network);
    return network;
}

/// Names, sizes and switches of a VQGAN.
void describe(std::ostream& out, const VqganConfig& v) {
    out << v.base;
    for (const std::int64_t m : v.multipliers) out << "," << m;
    out << "|" << v.blocks;
    for (const std::int64_t a : v.attention) out << "," << a;
    out << "|" << v.resolution << "," << v.out_channels << "," << v.z_channels << "," << v.codes << "," << v.code_width
        << "," << v.gumbel << "," << v.patch << "," << v.fine;
}

void describe(std::ostream& out, const ClipConfig& c) {
    const ClipVision& v = c.vision;
    out << c.embedding << "," << v.image << "," << v.width << "," << v.patch << "," << v.layers << "," << v.heads << ","
        << v.mlp << "," << static_cast<int>(c.activation);
    for (const std::int64_t n : v.stages) out << "," << n;
}

/// What an iteration works on; all parameters share a block of memory.
struct ProbePainters {
    ProbePainters(const PainterShapes& shapes, const TrainConfig& config, at::Device device)
        : vqgan(bare_vqgan(shapes, false)),
          optimiser(config.own<ImagineConfig>().optimiser, config.own<ImagineConfig>().rate) {
        for (const ClipConfig& shape : shapes.clips) clips.push_back(bare_clip(shape));
        const bool bf16 = config.precision == Precision::Bf16, again = config.checkpointing == Checkpointing::On;
        std::vector<SharedParameter> parameters;
        const auto take = [&](torch::nn::Module& network, at::MemoryFormat filters) {
            nn::move_to(network, device);
            for (const auto& p : network.named_parameters())
                parameters.push_back(
                    {p.value(), bf16 && stored_in_bf16(p.key(), p.value()) ? at::kBFloat16 : p.value().scalar_type(),
                     filters});
        };
        take(*vqgan, nn::norms_format(device));
        for (const auto& clip : clips) take(*clip, at::MemoryFormat::Contiguous);
        share_memory(parameters);
        vqgan->set_mode({true, again ? vqgan->worthwhile_segments() : 0});
        const ActivePrompts prompts = active_prompts(config.own<ImagineConfig>(), 0);
        const auto options = at::TensorOptions().device(device);
        for (std::size_t i = 0; i < clips.size(); ++i) {
            clips[i]->set_mode({true, again ? nn::ComputeMode::kAll : 0});
            cutters.emplace_back(cut_settings(config.own<ImagineConfig>(), shapes.clips[i].vision.image),
                                 static_cast<std::uint64_t>(config.seed));
            std::vector<imagine::Target> each;
            const auto add = [&](std::size_t count, std::int64_t rows) {
                for (std::size_t k = 0; k < count; ++k)
                    each.push_back({at::ones({rows, shapes.clips[i].embedding}, options), 1.0});
            };
            add(std::max<std::size_t>(1, prompts.texts.size() + prompts.noises.size()), 1);
            add(prompts.pictures.size(), config.own<ImagineConfig>().cuts);
            targets.push_back(std::move(each));
        }
    }

    std::shared_ptr<Vqgan> vqgan;
    std::vector<std::shared_ptr<ClipModel>> clips;
    std::vector<imagine::Cutter> cutters;
    std::vector<std::vector<imagine::Target>> targets;
    imagine::LatentOptimiser optimiser;
};

/// The cuts of a process that does not go back through the decoder.
class JudgesOnly final : public imagine::CutShare {
public:
    bool is_first() const override { return false; }
    std::int64_t chunk(std::int64_t, std::int64_t chunk) const override { return chunk; }
    std::pair<std::int64_t, std::int64_t> own(std::int64_t chunks) const override { return {0, chunks}; }
    void chunk_done(const at::Tensor&) override {}
    void add_up(const at::Tensor& seen, const std::vector<at::Tensor>&) override { seen.mutable_grad().zero_(); }
    void spread(at::Tensor&) override {}
};

/// One iteration as ImagineTrainer makes it, and the picture that it leaves to be shown; what holds the latent is too small to count.
at::Tensor paint(ProbePainters& painters, const TrainConfig& config, at::Tensor& z) {
    std::vector<imagine::Judge> judges;
    for (std::size_t i = 0; i < painters.clips.size(); ++i)
        judges.push_back({painters.clips[i].get(), &painters.cutters[i], painters.targets[i]});
    imagine::PaintSettings settings{probed_cuts(config.own<ImagineConfig>()),
                                    chunk_of(config.own<ImagineConfig>()),
                                    0,
                                    config.precision == Precision::Bf16,
                                    {},
                                    {}};
    if (config.own<ImagineConfig>().smooth_picture > 0)
        settings.picture_loss = [weight = config.own<ImagineConfig>().smooth_picture](const at::Tensor& picture) {
            return imagine::picture_variation(picture, weight);
        };
    JudgesOnly judges_only;
    if (config.own<ImagineConfig>().judges_only) settings.share = &judges_only;
    const imagine::PaintOutcome painted = imagine::paint_step(*painters.vqgan, judges, z, settings);
    const PhaseScope phase(Phase::LatentStep);
    painters.optimiser.step(z, z.grad());
    z.mutable_grad() = at::Tensor();
    retag(painted.picture, Role::Preview);
    return painted.picture;
}

/// Seconds of the decoder's part alone: what grows with the area.
double decoder_seconds(ProbePainters& painters, const TrainConfig& config, DeviceMemory& memory, const at::Tensor& z) {
    const ProbeScope probing(memory);
    Lap lap(memory);
    const bool goes_back = !config.own<ImagineConfig>().judges_only;
    at::Tensor picture;
    {
        const at::AutoGradMode with_graph(goes_back);
        const AutocastGuard autocast(z.device().type(), config.precision == Precision::Bf16, at::kBFloat16);
        picture = imagine::synthesise(*painters.vqgan, z);
    }
    if (goes_back) picture.backward(at::ones_like(picture));
    z.mutable_grad() = at::Tensor();
    return lap.seconds();
}

/// One recorded iteration, and the seconds of the decoder's part and of the cuts'.
ProbeStep iteration_of(ProbePainters& painters, const TrainConfig& config, DeviceMemory& memory, at::Tensor& z) {
    const CalmWatch watch(memory);
    ProbeScope probing(memory);
    Lap lap(memory);
    const at::Tensor shown = paint(painters, config, z);
    double whole = lap.seconds();
    ProbeStep out{probing.end(), {}, true};
    if (watch.seconds() <= kRepeatBelowSeconds) {
        const ProbeScope again(memory);
        Lap second(memory);
        paint(painters, config, z);
        whole = std::min(whole, second.seconds());
    }
    double decoder = decoder_seconds(painters, config, memory, z);
    if (watch.seconds() <= kRepeatBelowSeconds)
        decoder = std::min(decoder, decoder_seconds(painters, config, memory, z));
    decoder = std::min(decoder, whole);
    out.seconds = {decoder, whole - decoder};
    out.calm = watch.calm();
    return out;
}

}  // namespace

ImagineModel::ImagineModel(Painters painters) : painters_(std::move(painters)) {}

void ImagineModel::Tensors::add(const torch::nn::Module& network, Role role, const at::Tensor& codebook, bool bf16) {
    for (const auto& [name, tensor] : nn::named_tensors(network)) {
        const bool half = bf16 && stored_in_bf16(name, tensor);
        each.push_back(Bytes{static_cast<std::int64_t>(tensor.nbytes()) / (half ? 2 : 1)});
        bytes[tensor.is_same(codebook) ? Role::Codebook : role] += each.back();
    }
}

std::optional<ImagineModel::Known> ImagineModel::find(const ImagineConfig& config, const NetworkLayout& layout) const {
    const std::string key = key_of(config, layout);
    const std::lock_guard lock(mutex_);
    const auto it = known_.find(key);
    return it == known_.end() ? std::nullopt : std::optional(it->second);
}

Result<void> ImagineModel::look(const TrainConfig& config, const NetworkLayout& layout, const TrainDevice& device) {
    const auto& own = config.own<ImagineConfig>();
    if (find(own, layout)) return {};
    auto source = painters_(own, paints_finely(own, layout.pixels_per_cell));
    if (!source) return source.error();
    auto shapes = source->shapes();
    if (!shapes) return shapes.error();
    Known known{*shapes, {}, {}, {}, {}};
    const ProbeScope probing(*device.memory);  // made for their shapes alone, never filled
    for (const bool encoder : {false, true}) {
        const auto vqgan = bare_vqgan(*shapes, encoder && shapes->has_encoder);
        for (const bool bf16 : {false, true}) {
            Tensors& sum =
                encoder ? (bf16 ? known.with_encoder_bf16 : known.with_encoder) : (bf16 ? known.thin_bf16 : known.thin);
            sum.add(*vqgan, Role::Weights, vqgan->codebook(), bf16);
            for (const ClipConfig& clip : shapes->clips) sum.add(*bare_clip(clip), Role::Clip, {}, bf16);
        }
    }
    const std::lock_guard lock(mutex_);
    known_.insert_or_assign(key_of(own, layout), std::move(known));
    return {};
}

std::optional<StepPlan> ImagineModel::plan(const TrainConfig& config, const NetworkLayout& layout,
                                           const std::string& device) const {
    const ImagineConfig& c = config.own<ImagineConfig>();
    const auto known = find(c, layout);
    if (!known) return std::nullopt;
    const PainterShapes& shapes = known->shapes;
    const ActivePrompts prompts = active_prompts(c, 0);
    std::ostringstream kind;
    kind << "vqgan-clip|" << probed_on(device, config) << "|";
    describe(kind, shapes.vqgan);
    for (const ClipConfig& clip : shapes.clips) {
        kind << "|";
        describe(kind, clip);
    }
    kind << "|" << probed_precision(config) << "," << name_of(config.checkpointing) << "|" << probed_cuts(c) << ","
         << chunk_of(c) << "," << name_of(c.cut_method) << "," << c.cut_power << "," << (c.cut_noise > 0) << ","
         << c.reference << "," << c.augments << (c.judges_only ? "|judges" : "") << "|" << (c.smooth_picture > 0) << ","
         << name_of(c.optimiser) << "|" << prompts.texts.size() + prompts.noises.size() << ","
         << prompts.pictures.size() << (prompts.pictures.empty() ? 0 : c.cuts);

    StepPlan out;
    out.kinds = {kind.str()};
    const std::int64_t factor = shapes.vqgan.factor();
    out.units = whole_cells(c, factor);
    const std::int64_t side = few_side(factor);
    out.few = side * side;
    out.more = (side * 3 / 2) * (side * 3 / 2);
    out.units_name = "latent cells";
    out.probes_as_asked = device != "cpu";
    out.exact = std::to_string(c.width) + "x" + std::to_string(c.height) + "," + std::to_string(c.cuts);
    const bool bf16 = config.precision == Precision::Bf16;
    const auto& networks = needs_encoder(c, false) ? (bf16 ? known->with_encoder_bf16 : known->with_encoder)
                                                   : (bf16 ? known->thin_bf16 : known->thin);
    out.fixed = networks.bytes;
    add_fixed_blocks(out, networks.each);
    const Bytes latent{4 * out.units * shapes.vqgan.code_width};
    out.fixed[Role::Inputs] += Bytes{2 * latent.count};  // and the one that it started from
    for (const ClipConfig& clip : shapes.clips) {
        const auto rows = static_cast<std::int64_t>(prompts.texts.size() + prompts.noises.size()) +
                          static_cast<std::int64_t>(prompts.pictures.size()) * c.cuts;
        out.fixed[Role::Inputs] += Bytes{4 * rows * clip.embedding};
    }
    const Bytes moments{latent.count * static_cast<std::int64_t>(imagine::moments_of(c.optimiser).size())};
    out.fixed[Role::Optimiser] += moments;
    // On a GPU what an iteration keeps to be undone stays there: the latent and its moments.
    if (device != "cpu") out.fixed[Role::Workspace] += latent + moments;
    out.fixed[Role::Preview] += Bytes{4 * 3 * out.units * factor * factor};  // of the iteration before
    if (!c.judges_only) plan_recording(out, config, device, 0);
    return out;
}

Result<ProbeStep> ImagineModel::probe(const TrainConfig& config, const NetworkLayout& layout, const TrainDevice& device,
                                      std::int64_t cells, std::size_t) const {
    const auto known = find(config.own<ImagineConfig>(), layout);
    if (!known)
        return make_error(ErrorCode::Internal, "the networks were not looked at before their probe",
                          "Save the log and report it.");
    const std::int64_t factor = known->shapes.vqgan.factor();
    const auto [rows, columns] = shape_of(config.own<ImagineConfig>(), factor, cells, !device.device.is_cpu());
    const std::string what =
        "a picture of " + std::to_string(columns * factor) + " x " + std::to_string(rows * factor) + " px";
    return guarded_probe(config, device, what, [&, rows = rows, columns = columns] {
        std::optional<ProbeScope> building(std::in_place, *device.memory);
        ProbePainters painters(known->shapes, config, device.device);
        at::Tensor z;
        {
            const RoleScope role(Role::Inputs);
            z = at::zeros({1, known->shapes.vqgan.code_width, rows, columns}, at::TensorOptions().device(device.device))
                    .requires_grad_(true);
        }
        painters.optimiser.step(z, at::zeros_like(z.detach()));  // its moments are there from the second iteration on
        building.reset();
        return iteration_of(painters, config, *device.memory, z);
    });
}

double ImagineModel::seconds(const TrainConfig& config, const StepPlan& plan, const KindProbe& probe) const {
    const auto part = [](const std::vector<double>& seconds, std::size_t i) {
        return i < seconds.size() ? seconds[i] : 0.0;
    };
    const auto few = static_cast<double>(probe.few), more = static_cast<double>(probe.more);
    const double least = part(probe.few_seconds, 0), most = part(probe.more_seconds, 0),
                 units = static_cast<double>(plan.units);
    const double of_cuts = std::min(part(probe.few_seconds, 1), part(probe.more_seconds, 1));
    // Convolutions of small pictures are not at their best, so a cell beyond the larger probe costs at least a third of one within.
    const double per_cell = std::max((most - least) / (more - few), most / more / 3);
    double decoder = most + per_cell * (units - more);
    if (units < few) {
        // A line through the probes would reach nothing before the picture does: a power of the area, at least the area itself.
        const double power = least > 0 ? std::clamp(std::log(most / least) / std::log(more / few), 1.0, 2.0) : 1.0;
        decoder = (most + per_cell * (few - more)) * std::pow(units / few, power);
    }
    const double chunks = static_cast<double>(config.own<ImagineConfig>().cuts) /
                          static_cast<double>(probed_cuts(config.own<ImagineConfig>()));
    return decoder + of_cuts * chunks;
}

}  // namespace headroom
