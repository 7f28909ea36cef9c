// Generator and Discriminator of a DCGAN (Radford, Metz, Chintala 2015), with the state-dict names of the classic PyTorch
// example: `main.<position in the layer list>.<tensor>`. One thread at a time.
#pragma once

#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/models/dcgan/convolution.h"
#include "core/models/dcgan/fade.h"
#include "core/models/dcgan/spec.h"
#include "core/models/nn/latent_generator.h"
#include "core/models/nn/layers.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// What a layer does in words of resolution, so that growing and shrinking can match layers: "head", "body@8", "rgb", "logit".
struct RoleName {
    std::string prefix;  ///< state-dict prefix, "main.3."
    std::string role;    ///< "body@8.conv", "body@8.norm"
};

/// Common to both networks: stages of convolution, norm and activation.
class DcganNet : public torch::nn::Module {
public:
    /// Names by role, in layer order.
    const std::vector<RoleName>& roles() const { return roles_; }
    /// Recomputes each stage in the backward pass instead of keeping its activations.
    void set_checkpointing(bool on) { checkpointing_ = on; }
    bool checkpointing() const { return checkpointing_; }
    /// Recomputes the outputs of batch norms in the backward pass instead of keeping them (CheapActivation). Acts on the forward
    /// passes that follow; nothing with checkpointing.
    void set_lean(bool on);
    /// How far the new stages have faded in, 0 to 1; acts only while there is something to fade.
    void set_alpha(FadeShare alpha) { alpha_ = std::move(alpha); }
    bool fading() const { return fade_ != nullptr; }
    /// Whose tensors these are in the timeline and the snapshot: "G main.3 conv". Default: "G" or "D".
    void set_owner(const std::string& owner);
    /// Moves what `passes` forward passes in training would move beside outputs and running statistics: spectral norm's vectors.
    void pass_over(std::int64_t passes);
    /// Lets go of the layer of the old resolution: the new stages are alone from here on.
    void end_fade();

protected:
    struct Stage {
        std::shared_ptr<ConvLayer> conv;
        std::shared_ptr<nn::Norm2d> norm;  ///< may be null
        int position = 0;                  ///< of the convolution in the layer list; the norm is the next
        LabelId conv_label = 0, norm_label = 0;
    };
    void add_stage(const ConvGeometry& geometry, NormKind norm, const std::string& role);
    void skip_layer() { ++position_; }  ///< an activation has a position but no tensors
    /// The old to-RGB or from-RGB layer, "fade." with the role "fade.conv".
    void add_fade(const ConvGeometry& geometry);
    /// One stage with its activation (0: ReLU, else LeakyReLU's slope), checkpointed when that is on.
    at::Tensor run_stage(std::size_t i, const at::Tensor& x, double slope);
    /// The convolution of a stage alone.
    at::Tensor convolve(std::size_t i, const at::Tensor& x);
    /// The layer of the old resolution alone.
    at::Tensor run_fade(const at::Tensor& x);

    std::vector<Stage> stages_;
    std::shared_ptr<ConvLayer> fade_;  ///< null unless fading
    LabelId fade_label_ = 0;
    std::size_t fade_after_ = 0;    ///< the stage whose output has the side that the old layer reads (G) or makes (D)
    std::int64_t fade_factor_ = 1;  ///< new size / old size
    FadeShare alpha_;

private:
    at::Tensor run_conv(const Stage& stage, const at::Tensor& x, CheapActivation* made = nullptr);
    /// Norm and activation of a stage, on its convolution's output.
    at::Tensor run_rest(const Stage& stage, at::Tensor x, double slope);
    std::shared_ptr<torch::nn::Module> main_;
    std::vector<RoleName> roles_;
    int position_ = 0;
    bool checkpointing_ = false, lean_ = false;
    std::optional<CheapActivation> cheap_;  ///< waits for the convolution that reads it
    at::Tensor anchor_;                     ///< see checkpoint_segment
};

/// z (N, latent, 1, 1) -> pictures (N, channels, size, size) in [-1, 1].
class Generator : public DcganNet, public nn::LatentGenerator {
public:
    explicit Generator(const DcganSpec& spec);
    at::Tensor forward(const at::Tensor& z);
    torch::nn::Module& module() override { return *this; }
    at::Tensor draw(const at::Tensor& z) override { return forward(z); }
    std::shared_ptr<nn::LatentGenerator> copy_on_cpu() override;

private:
    DcganSpec spec_;
};

/// Pictures (N, channels, size, size) -> logits (N).
class Discriminator : public DcganNet {
public:
    explicit Discriminator(const DcganSpec& spec);
    virtual at::Tensor forward(const at::Tensor& x);
};

/// Convolutions N(0, 0.02), norm weights N(1, 0.02), biases 0, from (seed, stream): the same at any thread count.
void init_weights(DcganNet& net, std::uint64_t seed, std::uint64_t stream);

}  // namespace headroom
