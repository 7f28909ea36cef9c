// One training step of a VQGAN (stage 1) against taming-transformers: losses, adaptive weight, gradients, weights after Adam.
#include "core/models/vqgan/discriminator.h"
#include "core/models/vqgan/vqgan.h"
#include "network_case.h"
#include "tiny_vqgan.h"

namespace headroom {
namespace {

constexpr double kLearningRate = 1e-3;

double gradient_norm(const std::vector<at::Tensor>& parameters) {
    double sum = 0;
    for (const at::Tensor& p : parameters) sum += p.grad().to(at::kDouble).square().sum().item<double>();
    return std::sqrt(sum);
}

/// The step as peer_vqgan_clip_parity.py's docstring has it, steps 1 to 7.
class Step {
public:
    Step(const NetworkCase& c, at::ScalarType type, bool legacy, nn::ComputeMode mode)
        : legacy_(legacy),
          net_(std::make_shared<Vqgan>(test::tiny_vqgan(40))),
          d_(std::make_shared<PatchDiscriminator>(3, 16, 2)) {
        const TensorMap start = c.tensors("start.ckpt");
        fill_from(start, *net_);
        fill_from(start, *d_, "loss.discriminator.");
        net_->to(type);
        d_->to(type);
        net_->set_mode(mode);
        image_ = c.tensors("inputs.safetensors").at("image").to(type);
    }

    TensorMap run() {
        for (at::Tensor& p : d_->parameters()) p.requires_grad_(false);
        generator_phase();
        for (at::Tensor& p : d_->parameters()) p.requires_grad_(true);
        const TensorMap kept = copies(*d_);
        discriminator_phase("shared.", out_["reconstruction"]);
        fill_from(kept, *d_);
        d_->zero_grad();
        discriminator_phase("again.", second_reconstruction());
        return out_;
    }

private:
    static TensorMap copies(const torch::nn::Module& module) {
        TensorMap out;
        for (const auto& [name, tensor] : nn::named_tensors(module)) out[name] = tensor.detach().clone();
        return out;
    }

    /// With the weights after the step, as the reference trainer makes its fakes for D.
    at::Tensor second_reconstruction() {
        const at::NoGradGuard no_grad;
        return net_->decode(net_->quantise(net_->encode(image_)));
    }

    void put(const std::string& key, const at::Tensor& value) { out_[key] = value.detach().clone(); }
    void put(const std::string& key, double value) { out_[key] = at::scalar_tensor(value, at::kDouble); }

    void generator_phase() {
        const at::Tensor h = net_->encode(image_), indices = net_->quantizer().choose(h);
        const at::Tensor rows = vqgan::code_rows(indices, net_->codebook());
        const at::Tensor codes = vqgan::codebook_loss(h, rows, 0.25, legacy_);
        const at::Tensor picture = net_->decode(vqgan::straight_through(rows, h));
        const at::Tensor rec = at::l1_loss(picture, image_), logits = d_->forward(picture),
                         adversarial = -logits.mean();
        const at::Tensor weight = adaptive_weight(rec, adversarial, net_->last_weight(), 0.75);
        const at::Tensor total = rec + weight * adversarial + codes;
        torch::optim::Adam adam(net_->parameters(),
                                torch::optim::AdamOptions(kLearningRate).betas({0.5, 0.9}).eps(1e-8));
        total.backward();
        put("indices", indices.flatten());
        for (const auto& [key, value] : TensorMap{{"reconstruction", picture},
                                                  {"logits_gen", logits},
                                                  {"codebook_loss", codes},
                                                  {"total_loss", total},
                                                  {"rec_loss", rec},
                                                  {"g_loss", adversarial},
                                                  {"d_weight", weight}}) {
            put(key, value);
        }
        for (const char* part : {"encoder", "decoder", "quantize", "quant_conv", "post_quant_conv"}) {
            put(std::string("grad_norm.") + (part == std::string("quantize") ? "codebook" : part),
                gradient_norm(net_->named_children()[part]->parameters()));
        }
        const auto named = net_->named_parameters();
        for (const char* name : {"encoder.conv_in.weight", "quantize.embedding.weight", "decoder.conv_out.weight"}) {
            put(std::string("grad.") + name, named[name].grad());
        }
        adam.step();
        for (const auto& [name, tensor] : nn::named_tensors(*net_)) put("after." + name, tensor);
    }

    void discriminator_phase(const std::string& how, const at::Tensor& fake) {
        const at::Tensor real = d_->forward(image_), made = d_->forward(fake);
        const at::Tensor loss = (at::relu(1 - real).mean() + at::relu(1 + made).mean()) / 2;
        torch::optim::Adam adam(d_->parameters(), torch::optim::AdamOptions(kLearningRate).betas({0.5, 0.9}).eps(1e-8));
        loss.backward();
        put(how + "logits_real", real);
        put(how + "logits_fake", made);
        put(how + "disc_loss", loss);
        put(how + "grad_norm.discriminator", gradient_norm(d_->parameters()));
        adam.step();
        for (const auto& [name, tensor] : nn::named_tensors(*d_)) put(how + "after.loss.discriminator." + name, tensor);
    }

    bool legacy_;
    std::shared_ptr<Vqgan> net_;
    std::shared_ptr<PatchDiscriminator> d_;
    at::Tensor image_;
    TensorMap out_;
};

struct StepCase {
    bool legacy;
    at::ScalarType type;
    nn::ComputeMode mode;
};

class VqganStep : public testing::TestWithParam<StepCase> {};

bool is_weight(const std::string& key) {
    return key.find("after.") != std::string::npos && key.find("running_") == std::string::npos &&
           key.find("num_batches") == std::string::npos;
}

TEST_P(VqganStep, AgreesWithTaming) {
    const StepCase p = GetParam();
    const NetworkCase c("vqgan/train");
    const std::string name = p.legacy ? "legacy" : "corrected";
    const TensorMap want = c.tensors("expected_" + name + "_f64.safetensors"), start = c.tensors("start.ckpt");
    TensorMap got = Step(c, p.type, p.legacy, p.mode).run();
    const auto& rules = c.json().at(name);
    int compared = 0;
    for (const auto& [key, value] : want) {
        ASSERT_TRUE(got.contains(key)) << key;
        ++compared;
        if (!value.is_floating_point()) {
            EXPECT_TRUE(at::equal(value, got[key].view(value.sizes()))) << key;
        } else if (p.type == at::kDouble) {
            EXPECT_LE(largest_difference(value, got[key]), 1e-9 * largest(value)) << key;
        } else if (is_weight(key)) {
            // Adam makes a full step of any tiny gradient, so only weights that surely moved can be compared.
            const at::Tensor origin = start.at(key.substr(key.find("after.") + 6)).to(at::kDouble);
            const at::Tensor sure = (value - origin).abs() > 0.99 * kLearningRate;
            EXPECT_LE(largest((got[key].to(at::kDouble) - value).masked_select(sure)),
                      rules.at("settled").at("tolerance").get<double>())
                << key;
        } else {
            EXPECT_LE(largest_difference(value, got[key]), rules.at("compare").at(key).at("tolerance").get<double>())
                << key;
        }
    }
    EXPECT_GE(compared, 29);
}

INSTANTIATE_TEST_SUITE_P(Step, VqganStep,
                         testing::Values(StepCase{true, at::kDouble, {false, 0}},
                                         StepCase{false, at::kDouble, {true, nn::ComputeMode::kAll}},
                                         StepCase{true, at::kFloat, {true, 0}},
                                         StepCase{false, at::kFloat, {true, nn::ComputeMode::kAll}}),
                         [](const auto& info) {
                             return std::string(info.param.legacy ? "Legacy" : "Corrected") +
                                    (info.param.type == at::kDouble ? "Double" : "Float") +
                                    (info.param.mode.light ? "Light" : "Plain") +
                                    (info.param.mode.again ? "Checkpointed" : "");
                         });

}  // namespace
}  // namespace headroom
