// Steps of frozen networks in two ways each.
#include "app/lab/techniques/network_techniques.h"

#include "core/base/clock.h"
#include "core/memory/autocast_guard.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/cpu_memory.h"
#include "core/models/clip/clip.h"
#include "core/models/nn/segment_meter.h"
#include "core/models/vqgan/vqgan.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace headroom {
namespace {

using nn::ComputeMode;

/// Told by a step that its forward pass is over.
using ForwardDone = std::function<void()>;
/// Gives the gradient that counts.
using StepFn = std::function<at::Tensor(const ForwardDone&)>;

struct Measured {
    StepCost cost;
    at::Tensor gradient;
};

Measured measured(const StepFn& step, int repeats) {
    Measured out;
    for (int i = 0; i < std::max(1, repeats); ++i) {
        out.gradient.reset();
        cpu_allocator::begin_step(false);
        const Bytes before = cpu_allocator::counts().live_total;
        const auto start = Clock::now();
        {
            const RoleScope role(Role::Activations);
            out.gradient = step([&] { out.cost.kept = cpu_allocator::counts().live_total - before; });
        }
        const double took = seconds_since(start);
        out.cost.seconds = i == 0 ? took : std::min(out.cost.seconds, took);
        out.cost.peak = cpu_allocator::counts().step_peak - before;
    }
    return out;
}

double relative_difference(const at::Tensor& plain, const at::Tensor& other) {
    const at::Tensor a = plain.to(at::kDouble), b = other.to(at::kDouble);
    return (a - b).abs().max().item<double>() / a.abs().max().item<double>();
}

/// The same numbers in every run.
at::Tensor normal(at::IntArrayRef sizes, std::uint64_t stream) {
    const RoleScope role(Role::Inputs);
    at::Tensor out = torch::empty(sizes);
    nn::Initialiser(/*seed=*/11, stream).normal(out, 0, 1);
    return out;
}

/// The networks, made when they are needed first, with random weights, frozen.
class Networks {
public:
    explicit Networks(const NetworkBenchOptions& options) : options_(options) {}

    Vqgan& vqgan() {
        if (!vqgan_) {
            VqganConfig config;
            config.codes = 16384;
            if (options_.small) {
                config.base = 32;
                config.z_channels = config.code_width = 64;
                config.codes = 512;
            }
            vqgan_ = std::make_shared<Vqgan>(config);
            vqgan_->initialise(1);
            nn::freeze(*vqgan_);
            nn::Initialiser(1, 1).normal(vqgan_->codebook(), 0, 1);  // apart enough for one nearest code
        }
        return *vqgan_;
    }
    ClipModel& clip() {
        if (!clip_) {
            ClipConfig config;
            if (options_.small) {
                config.embedding = 64;
                config.vision = {
                    .image = 32, .width = 128, .patch = 8, .layers = 8, .heads = 4, .mlp = 512, .stages = {}};
                config.text = {.context = 77, .vocabulary = 512, .width = 64, .heads = 2, .layers = 1, .mlp = 256};
            }
            clip_ = std::make_shared<ClipModel>(config);
            clip_->initialise(2);
            nn::freeze(*clip_);
        }
        return *clip_;
    }
    const NetworkBenchOptions& options() const { return options_; }

    /// One decode and its backward pass to the latents.
    StepFn decode(ComputeMode mode, bool bf16) {
        return [this, mode, bf16](const ForwardDone& done) {
            Vqgan& net = vqgan();
            const std::int64_t cells = options_.side / net.config().factor();
            const at::Tensor z = normal({1, net.config().code_width, cells, cells}, 1).requires_grad_();
            const at::Tensor pull = normal({1, 3, options_.side, options_.side}, 2);
            net.set_mode(mode);
            at::Tensor picture;
            {
                const AutocastGuard autocast(c10::kCPU, bf16, at::kBFloat16);
                picture = net.decode(z);
            }
            done();
            const at::Tensor grad = pull.to(picture.scalar_type());
            picture.backward(grad);
            return z.grad();
        };
    }

    /// What the decoder's segments cost.
    nn::MeasuredChain chain() {
        Vqgan& net = vqgan();
        const std::int64_t cells = options_.side / net.config().factor();
        const at::Tensor z = normal({1, net.config().code_width, cells, cells}, 1).requires_grad_();
        net.set_mode({true, 0});
        return nn::measure_segments(*cpu_memory(), [&] { return net.decode(z); });
    }

    /// Features of `cuts` pictures and the backward pass to the pictures.
    StepFn encode(ComputeMode mode, bool bf16) {
        return [this, mode, bf16](const ForwardDone& done) {
            ClipModel& net = clip();
            const std::int64_t side = net.config().vision.image;
            const at::Tensor cuts = normal({options_.cuts, 3, side, side}, 3).requires_grad_();
            const at::Tensor pull = normal({options_.cuts, net.config().embedding}, 4);
            net.set_mode(mode);
            at::Tensor features;
            {
                const AutocastGuard autocast(c10::kCPU, bf16, at::kBFloat16);
                features = net.encode_pictures(cuts);
            }
            done();
            features.backward(pull.to(features.scalar_type()));
            return cuts.grad();
        };
    }

    /// Cuts of one picture, `chunk` at a time, their features and the backward pass to the picture.
    StepFn cut(int chunk) {
        return [this, chunk](const ForwardDone& done) {
            ClipModel& net = clip();
            const std::int64_t in = net.config().vision.image, side = 2 * in;
            const at::Tensor picture = normal({1, 3, side, side}, 5).requires_grad_();
            const at::Tensor pull = normal({options_.cuts, net.config().embedding}, 4);
            net.set_mode({});
            for (int first = 0; first < options_.cuts; first += chunk) {
                std::vector<at::Tensor> cuts;
                const int end = std::min(first + chunk, options_.cuts);
                for (int k = first; k < end; ++k) cuts.push_back(cut_out(picture, k, in));
                at::Tensor features = net.encode_pictures(at::cat(cuts));
                cuts.clear();
                done();
                features.backward(pull.slice(0, first, end));
            }
            return picture.grad();
        };
    }

private:
    /// A square that grows with `k` from half the side to the whole, made `in` large.
    at::Tensor cut_out(const at::Tensor& picture, int k, std::int64_t in) const {
        const std::int64_t side = picture.size(2), size = in + (side - in) * k / std::max(1, options_.cuts - 1);
        return at::adaptive_avg_pool2d(picture.narrow(2, side - size, size).narrow(3, 0, size), {in, in});
    }

    NetworkBenchOptions options_;
    std::shared_ptr<Vqgan> vqgan_;
    std::shared_ptr<ClipModel> clip_;
};

using Shared = std::shared_ptr<Networks>;

TechniqueRow compared(const std::string& name, const std::string& setting, const StepFn& plain, const StepFn& technique,
                      int repeats) {
    TechniqueRow row{.name = name, .setting = setting, .plain = {}, .technique = {}, .unit = {}};
    const Measured a = measured(plain, repeats), b = measured(technique, repeats);
    row.plain = a.cost;
    row.technique = b.cost;
    row.gradient_difference = relative_difference(a.gradient, b.gradient);
    return row;
}

std::string decoder_setting(const NetworkBenchOptions& o, const std::string& precision) {
    return (o.small ? "small VQGAN, " : "f16-16384, ") + std::to_string(o.side) + " px, " + precision;
}

Technique decoder(const Shared& n, const std::string& name, ComputeMode plain, ComputeMode technique, bool plain_bf16,
                  bool bf16) {
    const auto measure = [=] {
        const NetworkBenchOptions& o = n->options();
        n->vqgan();
        const std::string precision = plain_bf16 == bf16 ? (bf16 ? "bf16" : "fp32") : "fp32 against bf16";
        TechniqueRow row = compared(name, decoder_setting(o, precision), n->decode(plain, plain_bf16),
                                    n->decode(technique, bf16), o.repeats);
        row.units = static_cast<double>(o.side) * o.side;
        row.unit = "pixel";
        return row;
    };
    return {name, measure};
}

std::string clip_setting(const NetworkBenchOptions& o) {
    return (o.small ? "small CLIP, " : "ViT-B/32, ") + std::to_string(o.cuts) + " cuts";
}

/// Segments chosen by their measured bytes and time (segment_meter.h) for a budget halfway between none and all recomputed.
Technique chosen_levels(const Shared& n) {
    const std::string name = "levels chosen for a budget, VQGAN decoder";
    const auto measure = [=] {
        const NetworkBenchOptions& o = n->options();
        const ComputeMode light{true, 0};
        const nn::MeasuredChain chain = n->chain();
        const Bytes most = chain.peak(light), least = chain.peak({true, ComputeMode::kAll});
        const Bytes budget{(most + least).count / 2};
        const ComputeMode chosen = chain.fitting(budget).value_or(ComputeMode{true, ComputeMode::kAll});
        TechniqueRow row = compared(name, decoder_setting(o, "fp32, frozen operations; budget ") + to_text(budget),
                                    n->decode(light, false), n->decode(chosen, false), o.repeats);
        row.units = static_cast<double>(o.side) * o.side;
        row.unit = "pixel";
        return row;
    };
    return {name, measure};
}

Technique pictures(const Shared& n, const std::string& name, ComputeMode plain, ComputeMode technique, bool plain_bf16,
                   bool bf16) {
    const auto measure = [=] {
        const NetworkBenchOptions& o = n->options();
        n->clip();
        const std::string precision = plain_bf16 == bf16 ? (bf16 ? "bf16" : "fp32") : "fp32 against bf16";
        TechniqueRow row = compared(name, clip_setting(o) + ", " + precision, n->encode(plain, plain_bf16),
                                    n->encode(technique, bf16), o.repeats);
        row.units = o.cuts;
        row.unit = "cut";
        return row;
    };
    return {name, measure};
}

Technique chunked_cuts(const Shared& n) {
    const std::string name = "chunked cuts, CLIP";
    const auto measure = [=] {
        const NetworkBenchOptions& o = n->options();
        n->clip();
        TechniqueRow row = compared(name, clip_setting(o) + " against " + std::to_string(o.chunk) + " at a time, fp32",
                                    n->cut(o.cuts), n->cut(o.chunk), o.repeats);
        row.units = o.cuts;
        row.unit = "cut";
        return row;
    };
    return {name, measure};
}

Technique codebook_search(const Shared& n) {
    const std::string name = "codebook in pieces";
    const auto measure = [=] {
        const VqganConfig& config = n->vqgan().config();
        const std::int64_t cells = 64;
        const at::Tensor latents = normal({1, config.code_width, cells, cells}, 6);
        const at::NoGradGuard no_grad;
        const auto whole = [&](const ForwardDone& done) {
            const at::Tensor x = latents.permute({0, 2, 3, 1}).reshape({-1, config.code_width}),
                             codes = n->vqgan().codebook();
            const at::Tensor distances = x.square().sum(1, true) + codes.square().sum(1) - 2 * at::matmul(x, codes.t());
            at::Tensor found = distances.argmin(1).view({1, cells, cells});
            done();
            return found;
        };
        const auto pieces = [&](const ForwardDone& done) {
            at::Tensor found = vqgan::nearest_codes(latents, n->vqgan().codebook());
            done();
            return found;
        };
        TechniqueRow row =
            compared(name, std::to_string(cells * cells) + " cells, " + std::to_string(config.codes) + " codes, fp32",
                     whole, pieces, n->options().repeats);
        row.gradient_difference = row.gradient_difference == 0 ? -1 : row.gradient_difference;
        return row;
    };
    return {name, measure};
}

/// Attention over the cells of a picture of 1024 pixels, with its map of weights and without.
Technique attention(const Shared& n) {
    const std::string name = "attention without its map";
    const auto measure = [=] {
        const std::int64_t cells = n->options().small ? 1024 : 4096,
                           width = n->vqgan().config().width(n->vqgan().config().levels() - 1);
        const auto step = [=](bool map) {
            return [=](const ForwardDone& done) {
                const at::Tensor x = normal({1, cells, width}, 7).requires_grad_(), pull = normal({1, cells, width}, 8);
                at::Tensor out;
                if (map) {
                    const at::Tensor weights =
                        at::softmax(at::bmm(x, x.transpose(1, 2)) / std::sqrt(static_cast<double>(width)), 2);
                    out = at::bmm(weights, x);
                } else {
                    out = nn::attend(x, x, x, 1);
                }
                done();
                out.backward(pull);
                return x.grad();
            };
        };
        return compared(name, std::to_string(cells) + " cells, " + std::to_string(width) + " channels, fp32",
                        step(true), step(false), n->options().repeats);
    };
    return {name, measure};
}

/// Weights that ask for no gradient against weights that do. What is kept is counted after the backward pass: the gradients.
Technique frozen_weights(const Shared& n) {
    const std::string name = "no gradients of weights, VQGAN decoder";
    const auto measure = [=] {
        Vqgan& net = n->vqgan();
        const auto step = [=, &net](bool train) {
            return [=, &net](const ForwardDone& done) {
                for (at::Tensor& p : net.parameters()) p.requires_grad_(train);
                at::Tensor out = n->decode({false, 0}, false)([] {});
                done();
                nn::freeze(net);
                return out;
            };
        };
        const NetworkBenchOptions& o = n->options();
        return compared(name, decoder_setting(o, "fp32") + ", kept after the backward pass", step(true), step(false),
                        o.repeats);
    };
    return {name, measure};
}

/// A picture through the whole VQGAN and back with weights that train; compared is the first weight's gradient.
Technique training(const Shared& n) {
    const std::string name = "activations recomputed, VQGAN training";
    const auto measure = [=] {
        Vqgan& net = n->vqgan();
        const NetworkBenchOptions& o = n->options();
        const auto step = [=, &net](ComputeMode mode) {
            return [=, &net](const ForwardDone& done) {
                for (at::Tensor& p : net.parameters()) p.requires_grad_(true);
                net.set_mode(mode);
                const at::Tensor picture = at::tanh(normal({1, 3, o.side, o.side}, 9));
                const at::Tensor again = net.decode(net.quantise(net.encode(picture)));
                done();
                at::l1_loss(again, picture).backward();
                at::Tensor first = net.named_parameters()["encoder.conv_in.weight"].grad();
                nn::freeze(net);
                return first;
            };
        };
        TechniqueRow row = compared(name, decoder_setting(o, "fp32, forward and backward"), step({false, 0}),
                                    step({true, 0}), o.repeats);
        row.units = static_cast<double>(o.side) * o.side;
        row.unit = "pixel";
        return row;
    };
    return {name, measure};
}

}  // namespace

std::vector<Technique> network_techniques(const NetworkBenchOptions& options) {
    const auto n = std::make_shared<Networks>(options);
    const ComputeMode plain{false, 0}, light{true, 0}, blocks{false, ComputeMode::kAll}, both{true, ComputeMode::kAll};
    // All but full resolution, see Vqgan::worthwhile_segments().
    const ComputeMode levels{true, 0b11111};
    return {
        frozen_weights(n),
        training(n),
        decoder(n, "frozen operations, VQGAN decoder", plain, light, false, false),
        decoder(n, "frozen operations, VQGAN decoder, bf16", plain, light, true, true),
        decoder(n, "checkpointed levels, VQGAN decoder", plain, levels, false, false),
        decoder(n, "all levels checkpointed, VQGAN decoder", plain, both, false, false),
        chosen_levels(n),
        decoder(n, "bf16, VQGAN decoder", light, light, false, true),
        pictures(n, "frozen operations, CLIP", plain, light, false, false),
        pictures(n, "checkpointed blocks, CLIP", plain, blocks, false, false),
        pictures(n, "frozen operations, checkpointed blocks, CLIP", plain, both, false, false),
        pictures(n, "bf16, CLIP", light, light, false, true),
        chunked_cuts(n),
        codebook_search(n),
        attention(n),
    };
}

}  // namespace headroom
