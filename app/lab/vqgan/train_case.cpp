// One training step of a VQGAN (stage 1), as peer_vqgan_clip_parity.py's docstring has it, steps 1 to 7.
#include "app/lab/parity/network_replay.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/network.h"
#include "core/train/vqgan/vqgan_step.h"
#include "core/train/vqgan_clip/painters.h"

#include <torch/optim/adam.h>

namespace headroom {
namespace {

const std::string kD = "loss.discriminator.";
constexpr double kCommitment = 0.25, kGan = 0.75;

void fill(const TensorMap& from, const torch::nn::Module& module, const std::string& prefix) {
    const at::NoGradGuard no_grad;
    for (auto& [name, tensor] : nn::named_tensors(module)) {
        const auto found = from.find(prefix + name);
        TORCH_CHECK(found != from.end() && found->second.sizes() == tensor.sizes(), "start.ckpt does not hold ", prefix,
                    name, " in its shape");
        tensor.copy_(found->second);
    }
}

/// The discriminator whose weights these are.
std::shared_ptr<PatchDiscriminator> discriminator_of(const TensorMap& start) {
    const auto first = start.find(kD + "main.0.weight");
    TORCH_CHECK(first != start.end() && first->second.dim() == 4, "start.ckpt holds no discriminator");
    std::int64_t convolutions = 0;
    for (const auto& [name, tensor] : start) convolutions += name.starts_with(kD) && tensor.dim() == 4;
    auto out = std::make_shared<PatchDiscriminator>(first->second.size(1), first->second.size(0), convolutions - 2);
    fill(start, *out, kD);
    return out;
}

/// Both networks and the pictures of the case.
struct TrainCase {
    std::shared_ptr<Vqgan> net;
    std::shared_ptr<PatchDiscriminator> d;
    at::Tensor image;
    double rate = 0;
    TensorMap out;

    void put(const std::string& key, const at::Tensor& value) { out[key] = value.detach().clone(); }
    void put_gradients() {
        for (const char* part : {"encoder", "decoder", "quantize", "quant_conv", "post_quant_conv"}) {
            put(std::string("grad_norm.") + (part == std::string("quantize") ? "codebook" : part),
                gradient_norm(*net->named_children()[part]));
        }
        const auto named = net->named_parameters();
        for (const char* name : {"encoder.conv_in.weight", "quantize.embedding.weight", "decoder.conv_out.weight"})
            put(std::string("grad.") + name, named[name].grad());
    }
    void put_weights(const std::string& prefix, const torch::nn::Module& module) {
        for (const auto& [name, tensor] : nn::named_tensors(module)) put(prefix + name, tensor);
    }
    static at::Tensor gradient_norm(const torch::nn::Module& module) {
        at::Tensor sum = at::zeros({}, at::kDouble);
        for (const at::Tensor& p : module.parameters()) sum += p.grad().to(at::kDouble).square().sum();
        return sum.sqrt();
    }
};

Result<TrainCase> read_train_case(const std::string& case_dir, const ReplayWay& way) {
    auto record = read_case_record(case_dir + "/case.json");
    if (!record) return record.error();
    auto inputs = read_case_tensors(case_dir + "/inputs.safetensors");
    if (!inputs) return inputs.error();
    if (!inputs->contains("image")) return broken_case(case_dir, "inputs.safetensors lacks image");
    auto start = read_case_tensors(case_dir + "/start.ckpt");
    if (!start) return start.error();
    auto net = read_case_vqgan(case_dir, case_dir + "/start.ckpt");
    if (!net) return net.error();
    const at::ScalarType type = way.float64 ? at::kDouble : at::kFloat;
    TrainCase out{*net, discriminator_of(*start), inputs->at("image").to(type), record->at("lr").get<double>(), {}};
    for (at::Tensor& p : out.net->parameters()) p.requires_grad_(true);
    out.net->to(type);
    out.d->to(type);
    out.net->set_mode(way.mode);
    return out;
}

/// The step put together from the networks' parts, in the original's order.
class OriginalStep {
public:
    OriginalStep(TrainCase& c, bool legacy) : c_(c), legacy_(legacy) {}

    void run() {
        for (at::Tensor& p : c_.d->parameters()) p.requires_grad_(false);
        generator_phase();
        for (at::Tensor& p : c_.d->parameters()) p.requires_grad_(true);
        TensorMap kept;
        for (const auto& [name, tensor] : nn::named_tensors(*c_.d)) kept[name] = tensor.detach().clone();
        discriminator_phase("shared.", c_.out.at("reconstruction"));
        fill(kept, *c_.d, "");
        c_.d->zero_grad();
        discriminator_phase("again.", second_reconstruction());
    }

private:
    torch::optim::AdamOptions options() const { return torch::optim::AdamOptions(c_.rate).betas({0.5, 0.9}).eps(1e-8); }

    /// With the weights after the step, as the reference trainer makes its fakes for D.
    at::Tensor second_reconstruction() const {
        const at::NoGradGuard no_grad;
        return c_.net->decode(c_.net->quantise(c_.net->encode(c_.image)));
    }

    void generator_phase() {
        Vqgan& net = *c_.net;
        const at::Tensor h = net.encode(c_.image), indices = net.quantizer().choose(h);
        const at::Tensor rows = vqgan::code_rows(indices, net.codebook());
        const at::Tensor codes = vqgan::codebook_loss(h, rows, kCommitment, legacy_);
        const at::Tensor picture = net.decode(vqgan::straight_through(rows, h));
        const at::Tensor rec = at::l1_loss(picture, c_.image), logits = c_.d->forward(picture),
                         adversarial = -logits.mean();
        const at::Tensor weight = adaptive_weight(rec, adversarial, net.last_weight(), kGan);
        const at::Tensor total = rec + weight * adversarial + codes;
        torch::optim::Adam adam(net.parameters(), options());
        total.backward();
        for (const auto& [key, value] : TensorMap{{"indices", indices.flatten()},
                                                  {"reconstruction", picture},
                                                  {"logits_gen", logits},
                                                  {"codebook_loss", codes},
                                                  {"total_loss", total},
                                                  {"rec_loss", rec},
                                                  {"g_loss", adversarial},
                                                  {"d_weight", weight}}) {
            c_.put(key, value);
        }
        c_.put_gradients();
        adam.step();
        c_.put_weights("after.", net);
    }

    void discriminator_phase(const std::string& how, const at::Tensor& fake) {
        const at::Tensor real = c_.d->forward(c_.image), made = c_.d->forward(fake);
        const at::Tensor loss = (at::relu(1 - real).mean() + at::relu(1 + made).mean()) / 2;
        torch::optim::Adam adam(c_.d->parameters(), options());
        loss.backward();
        c_.put(how + "logits_real", real);
        c_.put(how + "logits_fake", made);
        c_.put(how + "disc_loss", loss);
        c_.put(how + "grad_norm.discriminator", TrainCase::gradient_norm(*c_.d));
        adam.step();
        c_.put_weights(how + "after." + kD, *c_.d);
    }

    TrainCase& c_;
    bool legacy_;
};

}  // namespace

Result<TensorMap> replay_train(const std::string& case_dir, const ReplayWay& way, bool legacy) {
    auto c = read_train_case(case_dir, way);
    if (!c) return c.error();
    OriginalStep(*c, legacy).run();
    return std::move(c->out);
}

Result<TensorMap> replay_train_step(const std::string& case_dir, const ReplayWay& way, bool legacy) {
    auto read = read_train_case(case_dir, way);
    if (!read) return read.error();
    TrainCase& c = *read;
    const AdamOptions options{c.rate, 0.5, 0.9, 1e-8};
    Adam opt_g(nn::named_parameters(*c.net), options), opt_d(nn::named_parameters(*c.d), options);
    VqganStep step(*c.net, *c.d, opt_g, opt_d);
    step.observe_codes = [&c](const at::Tensor&, const at::Tensor& indices) { c.put("indices", indices.flatten()); };
    VqganWindow window;
    window.samples = {c.image.size(0)};
    window.real = [&c](std::size_t) { return c.image; };
    VqganRules rules;
    rules.gan = kGan;
    rules.commitment = kCommitment;
    rules.legacy = legacy;
    rules.with_d = true;
    VqganStepFigures figures;
    step.gradients(window, rules, figures);
    c.put_gradients();
    for (const auto& [key, value] : TensorMap{{"codebook_loss", figures.codebook},
                                              {"total_loss", figures.total},
                                              {"rec_loss", figures.l1},
                                              {"g_loss", figures.adversarial},
                                              {"d_weight", figures.adaptive_weight},
                                              {"shared.disc_loss", figures.loss_d},
                                              {"shared.grad_norm.discriminator", figures.grad_norm_d}}) {
        c.put(key, value);
    }
    step.optimise(rules);
    c.put_weights("after.", *c.net);
    // D sees the fakes once, the original twice: its running statistics, which training never reads, are others.
    for (const auto& [name, p] : nn::named_parameters(*c.d)) c.put("shared.after." + kD + name, p);
    return std::move(c.out);
}

}  // namespace headroom
