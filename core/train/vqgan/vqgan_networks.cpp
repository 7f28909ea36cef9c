// Building, averaging and storing the networks of a VQGAN run.
#include "core/train/vqgan/vqgan_networks.h"

#include "core/io/weights/layout.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/train/device.h"
#include "core/train/dcgan/gan_networks.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

std::shared_ptr<Vqgan> fresh_vqgan(const VqganConfig& shape, std::uint64_t seed, at::Device device) {
    auto net = std::make_shared<Vqgan>(shape);
    net->initialise(seed);
    net->to(device);
    retag(net->codebook(), Role::Codebook);
    return net;
}

std::shared_ptr<PatchDiscriminator> fresh_discriminator(const TrainConfig& config, at::Device device) {
    const RoleScope role(Role::Weights);
    auto d = make_patch_discriminator(config);
    d->initialise(static_cast<std::uint64_t>(config.seed));
    d->to(device);
    for (const auto& b : d->buffers()) retag(b, Role::Buffers);
    return d;
}

/// Whether `targets` and `views` are the same tensors by name and shape.
bool fits(const NamedTensors& targets, const std::vector<TensorView>& views) {
    const auto found = [&](const auto& target) {
        return std::any_of(views.begin(), views.end(), [&](const TensorView& v) {
            return v.name == target.first && at::IntArrayRef(v.shape) == target.second.sizes();
        });
    };
    return targets.size() == views.size() && std::all_of(targets.begin(), targets.end(), found);
}

std::int64_t numbers_of(const torch::nn::Module& net) {
    std::int64_t n = 0;
    for (const at::Tensor& p : net.parameters()) n += p.numel();
    return n;
}

}  // namespace

std::shared_ptr<PatchDiscriminator> make_patch_discriminator(const TrainConfig& config) {
    return std::make_shared<PatchDiscriminator>(3, config.width_d, config.vqgan.d_layers, config.norm_d);
}

VqganNetworks::VqganNetworks(const VqganConfig& s, const TrainConfig& config, at::Device where)
    : shape(s),
      device(where),
      net(fresh_vqgan(s, static_cast<std::uint64_t>(config.seed), where)),
      d(fresh_discriminator(config, where)),
      opt_g(std::make_unique<Adam>(nn::named_parameters(*net), AdamOptions{config.lr_g, config.beta1, config.beta2})),
      opt_d(std::make_unique<Adam>(nn::named_parameters(*d), AdamOptions{config.lr_d, config.beta1, config.beta2})),
      codes(*net),
      step(*net, *d, *opt_g, *opt_d) {
    tag_gradients(*opt_g, "VQGAN");
    tag_gradients(*opt_d, "D");
    configure(config);
}

void VqganNetworks::configure(const TrainConfig& config) {
    opt_g->set_options({config.lr_g, config.beta1, config.beta2});
    opt_d->set_options({config.lr_d, config.beta1, config.beta2});
    nn::ComputeMode mode;
    if (config.checkpointing == Checkpointing::On) mode.again = net->worthwhile_segments();
    net->set_mode(mode);
    codes.configure(*net, code_decay(shape, config));
    // Codes that follow averages need no gradient, nor the memory of one.
    const_cast<at::Tensor&>(net->codebook()).requires_grad_(code_decay(shape, config) <= 0);
    if (config.ema_half_life <= 0) {
        ema.reset();
    } else if (!ema) {
        const at::NoGradGuard no_grad;
        ema = std::make_shared<Vqgan>(shape);
        ema->to(device);
        nn::freeze(*ema);
        nn::label_blocks(*ema, "EMA");
        const auto from = nn::named_tensors(*net), to = nn::named_tensors(*ema);
        for (std::size_t i = 0; i < from.size(); ++i) {
            retag(to[i].second, Role::Ema);
            const_cast<at::Tensor&>(to[i].second).copy_(from[i].second);
        }
    }
}

void VqganNetworks::update_ema(std::int64_t images, double half_life) {
    if (!ema || half_life <= 0) return;
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    const PhaseScope phase(Phase::Ema);
    const double beta = std::exp2(-static_cast<double>(images) / half_life);
    std::vector<at::Tensor> average, now;
    for (const auto& p : ema->parameters()) average.push_back(p);
    for (const auto& p : net->parameters()) now.push_back(p.detach());
    at::_foreach_lerp_(average, now, 1.0 - beta);
}

std::vector<CheckpointPart> VqganNetworks::copy_parts(std::shared_ptr<const void>* keep, bool pinned) const {
    auto all = std::make_shared<std::vector<TensorCopies>>();
    std::vector<CheckpointPart> parts;
    const auto add = [&](const char* name, const NamedTensors& tensors) {
        all->push_back(copy_tensors(tensors, pinned));
        parts.push_back({name, all->back().views});
    };
    add("vqgan", nn::named_tensors(*net));
    add("discriminator", nn::named_tensors(*d));
    if (ema) add("ema", nn::named_tensors(*ema));
    add("optimiser_g", opt_g->state());
    add("optimiser_d", opt_d->state());
    add("codebook", codes.tensors());
    *keep = all;
    return parts;
}

Result<void> VqganNetworks::load_parts(const std::vector<CheckpointPart>& parts, bool weights_only) {
    const auto find = [&](const std::string& name) {
        return std::find_if(parts.begin(), parts.end(), [&](const CheckpointPart& p) { return p.name == name; });
    };
    const auto load = [&](const char* name, const NamedTensors& targets) -> Result<void> {
        const auto part = find(name);
        if (part == parts.end())
            return make_error(ErrorCode::BadFile, std::string("the checkpoint has no ") + name,
                              "Use an earlier checkpoint.");
        return load_into(targets, part->tensors, part->file.empty() ? std::string(name) : part->file);
    };
    if (auto ok = load("vqgan", nn::named_tensors(*net)); !ok) return ok;
    // A foreign file may hold the autoencoder alone, or settings may ask for another discriminator: it then begins anew.
    if (!weights_only ||
        (find("discriminator") != parts.end() && fits(nn::named_tensors(*d), find("discriminator")->tensors))) {
        if (auto ok = load("discriminator", nn::named_tensors(*d)); !ok) return ok;
    }
    if (ema) {
        if (auto ok = load(find("ema") != parts.end() ? "ema" : "vqgan", nn::named_tensors(*ema)); !ok) return ok;
    }
    if (weights_only) {
        codes = CodebookCare(*net, /*trained=*/true);  // averages begin with the codes that were read
        return {};
    }
    if (auto ok = load("optimiser_g", opt_g->state()); !ok) return ok;
    if (auto ok = load("optimiser_d", opt_d->state()); !ok) return ok;
    return load("codebook", codes.tensors());
}

std::vector<NamedBlock> VqganNetworks::named_blocks() {
    std::vector<NamedBlock> out;
    add_blocks(out, "VQGAN ", nn::named_tensors(*net));
    add_blocks(out, "D ", nn::named_tensors(*d));
    if (ema) add_blocks(out, "EMA ", nn::named_tensors(*ema));
    add_blocks(out, "Adam of VQGAN ", opt_g->state());
    add_blocks(out, "Adam of D ", opt_d->state());
    add_blocks(out, "codes' ", codes.tensors());
    return out;
}

NamedTensors VqganNetworks::buffers() const {
    NamedTensors out;
    for (const auto& b : d->named_buffers()) out.emplace_back(b.key(), b.value());
    return out;
}

std::int64_t VqganNetworks::parameters_g() const { return numbers_of(*net); }
std::int64_t VqganNetworks::parameters_d() const { return numbers_of(*d); }

double code_decay(const VqganConfig& shape, const TrainConfig& config) { return shape.gumbel ? 0 : config.vqgan.decay; }

RoleBytes static_memory_of(const VqganConfig& shape, const TrainConfig& config) {
    VqganArchitecture architecture;
    architecture.shape = shape;
    std::int64_t net = 0;
    for (const ExpectedTensor& t : vqgan_tensors(architecture)) {
        std::int64_t n = 1;
        for (const std::int64_t side : t.shape) n *= side;
        net += n;
    }
    const std::int64_t book = shape.codes * shape.code_width;
    std::int64_t d = 0, statistics = 0, in = 3;
    const bool batch = config.norm_d == NormKind::Batch;
    for (std::int64_t i = 0; i <= config.vqgan.d_layers; ++i) {
        const std::int64_t out = config.width_d * std::min<std::int64_t>(std::int64_t{1} << i, 8);
        const bool normed = i > 0 && batch;
        d += in * out * 16 + (normed ? 2 * out : out);
        if (normed) statistics += 4 * 2 * out + 8;
        in = out;
    }
    d += in * 16 + 1;
    RoleBytes bytes;
    // VGG16's convolutions, LPIPS's weights and its six numbers of scale.
    constexpr std::int64_t perceptual = 14714688 + 1472 + 6;
    bytes[Role::Weights] = {4 * (net - book + d + (config.vqgan.perceptual_file.empty() ? 0 : perceptual))};
    bytes[Role::Buffers] = {statistics};
    bytes[Role::Ema] = {config.ema_half_life > 0 ? 4 * net : 0};
    bytes[Role::Optimiser] = {8 * (net + d)};
    const bool averages = code_decay(shape, config) > 0;
    bytes[Role::Codebook] = {4 * book + 16 * shape.codes + (averages ? 4 * (book + shape.codes) : 0)};
    bytes[Role::Gradients] = {4 * (net - (averages ? book : 0) + (config.vqgan.gan > 0 ? d : 0))};
    return bytes;
}

Bytes reconstruction_bytes(const VqganConfig& shape, std::int64_t size) {
    const std::int64_t pixels = (size / shape.patch) * (size / shape.patch);
    const std::int64_t widest = std::max(shape.width(0), shape.levels() > 1 ? shape.width(1) : shape.width(0));
    // A block at full resolution: its input, what it makes, and the convolution's scratch.
    return {4 * pixels * widest * 4 + 4 * 3 * size * size * 4};
}

}  // namespace headroom
