// Building, averaging and storing the networks of a VQGAN run.
#include "core/train/vqgan/vqgan_networks.h"

#include "core/families/vqgan/vqgan_train_config.h"
#include "core/io/weights/layout.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/device_norms.h"
#include "core/models/nn/network.h"
#include "core/models/nn/shadow.h"
#include "core/train/device.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace headroom {
namespace {

std::shared_ptr<Vqgan> fresh_vqgan(const VqganConfig& shape, std::uint64_t seed, at::Device device) {
    auto net = std::make_shared<Vqgan>(shape);
    net->initialise(seed);
    nn::move_to(*net, device, nn::norms_format(device));
    retag(net->codebook(), Role::Codebook);
    return net;
}

std::shared_ptr<PatchDiscriminator> fresh_discriminator(const TrainConfig& config, at::Device device) {
    const RoleScope role(Role::Weights);
    auto d = make_patch_discriminator(config);
    d->initialise(static_cast<std::uint64_t>(config.seed));
    nn::move_to(*d, device, nn::norms_format(device));
    for (const auto& b : d->buffers()) retag(b, Role::Buffers);
    return d;
}

std::int64_t numbers_of(const torch::nn::Module& net) {
    std::int64_t n = 0;
    for (const at::Tensor& p : net.parameters()) n += p.numel();
    return n;
}

}  // namespace

std::shared_ptr<PatchDiscriminator> make_patch_discriminator(const TrainConfig& config) {
    return std::make_shared<PatchDiscriminator>(3, config.width_d, config.own<VqganTrainConfig>().d_layers,
                                                config.norm_d);
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
    // Codes that follow averages need no gradient, nor the memory of one.
    const_cast<at::Tensor&>(net->codebook()).requires_grad_(code_decay(shape, config) <= 0);
    const bool averaged = config.ema_half_life > 0;
    if (averaged && !ema) {
        const auto average = std::make_shared<Vqgan>(shape);
        nn::move_to(*average, device, nn::norms_format(device));
        nn::freeze(*average);
        nn::label_blocks(*average, "EMA");
        for (const auto& [name, tensor] : nn::named_tensors(*average)) retag(tensor, Role::Ema);
        nn::copy_values(*net, *average);
        ema = average;
    }
    const RoleScope shadows(Role::Weights);
    nn::keep_shadows(*net, shadow_type(config.precision, device.is_cpu()), kExactLayers);
    nn::keep_shadows(*d, shadow_type(config.precision, device.is_cpu()));
    // Last of all: averages cannot be had again when something above fails.
    codes.configure(*net, code_decay(shape, config));
    if (!averaged) ema.reset();
    opt_g->set_companions(companions_of(*net, ema.get(), net->codebook()));
    opt_d->set_companions(companions_of(*d, nullptr));
}

NetworkParts VqganNetworks::parts() const {
    NetworkParts out{{"vqgan", nn::named_tensors(*net)}, {"discriminator", nn::named_tensors(*d)}};
    if (ema) out.push_back({"ema", nn::named_tensors(*ema)});
    out.push_back({"optimiser_g", opt_g->state()});
    out.push_back({"optimiser_d", opt_d->state()});
    out.push_back({"codebook", codes.tensors()});
    return out;
}

Result<void> VqganNetworks::load_parts(const std::vector<CheckpointPart>& stored, bool weights_only) {
    if (!weights_only) return load_all(parts(), stored);
    NetworkParts targets{{"vqgan", nn::named_tensors(*net)}};
    // A foreign file may hold the autoencoder alone, or settings may ask for another discriminator: it then begins anew.
    const CheckpointPart* discriminator = find_part(stored, "discriminator");
    if (discriminator && !first_difference(nn::named_tensors(*d), discriminator->tensors))
        targets.push_back({"discriminator", nn::named_tensors(*d)});
    if (ema) targets.push_back({"ema", nn::named_tensors(*ema)});
    if (auto ok = load_all(targets, stored); !ok) return ok;
    codes = CodebookCare(*net, /*trained=*/true);  // averages begin with the codes that were read
    return {};
}

std::vector<NamedBlock> VqganNetworks::named_blocks() {
    std::vector<NamedBlock> out;
    add_blocks(out, "VQGAN ", nn::named_tensors(*net));
    add_blocks(out, "D ", nn::named_tensors(*d));
    if (ema) add_blocks(out, "EMA ", nn::named_tensors(*ema));
    add_blocks(out, "VQGAN ", nn::named_shadows(*net));
    add_blocks(out, "D ", nn::named_shadows(*d));
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

double code_decay(const VqganConfig& shape, const TrainConfig& config) {
    return shape.gumbel ? 0 : config.own<VqganTrainConfig>().decay;
}

namespace {

std::vector<ExpectedTensor> tensors_of(const VqganConfig& shape) {
    VqganArchitecture architecture;
    architecture.shape = shape;
    return vqgan_tensors(architecture);
}

std::int64_t numbers_in(const ExpectedTensor& tensor) {
    return std::accumulate(tensor.shape.begin(), tensor.shape.end(), std::int64_t{1}, std::multiplies<>());
}

/// Channels in and out of the convolutions of D but the last, which has one out.
std::vector<std::pair<std::int64_t, std::int64_t>> d_channels(const TrainConfig& config) {
    std::vector<std::pair<std::int64_t, std::int64_t>> out;
    for (std::int64_t i = 0; i <= config.own<VqganTrainConfig>().d_layers; ++i)
        out.emplace_back(i == 0 ? 3 : out.back().second,
                         config.width_d * std::min<std::int64_t>(std::int64_t{1} << i, 8));
    return out;
}

}  // namespace

TensorCounts tensor_counts_of(const VqganConfig& shape, const TrainConfig& config) {
    TensorCounts out;
    for (const ExpectedTensor& t : tensors_of(shape)) out.net.push_back(numbers_in(t));
    for (const auto& [from, to] : d_channels(config)) out.d.push_back(from * to * 16);
    if (config.own<VqganTrainConfig>().perceptual_file.empty()) return out;
    std::int64_t from = 3;
    for (const std::int64_t to : {64, 64, 128, 128, 256, 256, 256, 512, 512, 512, 512, 512, 512})  // VGG16's
        out.perceptual.push_back(9 * std::exchange(from, to) * to);
    return out;
}

RoleBytes static_memory_of(const VqganConfig& shape, const TrainConfig& config, bool shadows) {
    std::int64_t net = 0, rounded = 0, parameters = 0;  // `rounded`: those that autocast rounds
    for (const ExpectedTensor& t : tensors_of(shape)) {
        const std::int64_t n = numbers_in(t);
        net += n;
        ++parameters;
        if (!t.name.starts_with(kExactLayers) && t.name.find("norm") == std::string::npos) rounded += n;
    }
    const std::int64_t book = shape.codes * shape.code_width;
    std::int64_t d = 0, statistics = 0;
    const auto channels = d_channels(config);
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const auto [in, out] = channels[i];
        const bool normed = i > 0 && config.norm_d == NormKind::Batch;
        d += in * out * 16 + (normed ? 2 * out : out);
        parameters += normed ? 3 : 2;
        rounded += in * out * 16 + (normed ? 0 : out);
        if (normed) statistics += 4 * 2 * out + 8;
    }
    d += channels.back().second * 16 + 1;
    parameters += 2;
    rounded += channels.back().second * 16 + 1;
    RoleBytes bytes;
    // VGG16's convolutions, LPIPS's weights and its six numbers of scale.
    constexpr std::int64_t perceptual = 14714688 + 1472 + 6;
    bytes[Role::Weights] = {
        4 * (net - book + d + (config.own<VqganTrainConfig>().perceptual_file.empty() ? 0 : perceptual)) +
        (shadows ? 2 * rounded : 0)};
    bytes[Role::Buffers] = {statistics};
    bytes[Role::Ema] = {config.ema_half_life > 0 ? 4 * net : 0};
    bytes[Role::Optimiser] = {Adam::bytes_of(parameters, net + d)};
    const bool averages = code_decay(shape, config) > 0;
    bytes[Role::Codebook] = {4 * book + 16 * shape.codes + (averages ? 4 * (book + shape.codes) : 0)};
    bytes[Role::Gradients] = {4 * (net - (averages ? book : 0) + (config.own<VqganTrainConfig>().gan > 0 ? d : 0))};
    return bytes;
}

Bytes reconstruction_bytes(const VqganConfig& shape, std::int64_t size) {
    const std::int64_t pixels = (size / shape.patch) * (size / shape.patch);
    const std::int64_t widest = std::max(shape.width(0), shape.levels() > 1 ? shape.width(1) : shape.width(0));
    // A block at full resolution: its input, what it makes, and the convolution's scratch.
    return {4 * pixels * widest * 4 + 4 * 3 * size * size * 4};
}

}  // namespace headroom
