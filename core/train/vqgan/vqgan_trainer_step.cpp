// The step: its window of data, its rules, one try, its undoing, its figures.
#include "core/families/vqgan/vqgan_figures.h"
#include "core/memory/libtorch.h"
#include "core/train/vqgan/vqgan_trainer.h"

#include "core/base/random.h"
#include "core/memory/gpu/kernels_on.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/device_norms.h"
#include "core/models/nn/device_random.h"
#include "core/train/device.h"
#include "core/train/run/pictures.h"
#include "core/train/step/figures.h"

#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom {

VqganRules VqganTrainer::rules() const {
    const VqganTrainConfig& v = own();
    VqganRules r;
    r.l1 = v.l1;
    r.perceptual = lpips_ ? v.perceptual : 0;
    r.ssim = lpips_ ? 0 : v.ssim;
    r.codebook = v.codebook;
    r.commitment = v.commitment;
    r.legacy = v.legacy;
    r.gan = v.gan;
    r.gan_most = v.gan_most;
    r.temperature = v.temperature;
    r.divergence = v.divergence;
    r.clip = config_.clip;
    r.bf16 = config_.precision == Precision::Bf16;
    r.with_d = v.gan > 0 && images_ >= v.gan_start;
    r.overlap_sums = config_.checkpointing == Checkpointing::Off;  // recomputed segments give a gradient in parts
    r.codes_learn = code_decay(nets_->shape, config_) <= 0;
    // A pass over all gradients: now and then is enough for the eye; clipping needs it every time.
    // A recording has them always: there they cost no launches.
    r.want_grad_norms =
        is_recording() || config_.clip > 0 || steps_.elapsed - last_norms_ >= 1.0 || steps_.steps_since_change() == 0;
    return r;
}

at::Tensor VqganTrainer::gumbel_noise(nn::FirstSample first, at::IntArrayRef shape) const {
    const at::NoGradGuard no_grad;
    if (kernels::DeviceKernels* own = kernels_on(memory_.device())) {
        at::Tensor made = at::empty(shape, at::TensorOptions().dtype(at::kFloat).device(memory_.device()));
        nn::fill_exponential(
            *own, made, nn::streams_of(static_cast<std::uint64_t>(config_.seed), RandomPurpose::GumbelNoise, first));
        return made.log_().neg_();
    }
    at::Tensor noise = host_buffer(shape, at::kFloat, memory_.device());
    for (std::int64_t i = 0; i < shape[0]; ++i) {
        const auto key = RandomStream(static_cast<std::uint64_t>(config_.seed), RandomPurpose::GumbelNoise,
                                      static_cast<std::uint64_t>(first.number() + i))
                             .next();
        noise[i].exponential_(1.0, at::make_generator<at::CPUGeneratorImpl>(key)).log_().neg_();
    }
    return upload(noise, memory_.device());
}

at::MemoryFormat VqganTrainer::picture_layout() const { return nn::norms_format(memory_.device()); }

StepCourse VqganTrainer::course() const {
    if (const std::string why = why_not_recorded(); !why.empty()) return {{}, why};
    return {text_of_windows() + (rules().with_d ? ", D" : "") + (epoch_ends() ? ", end of an epoch" : ""), {}};
}

std::function<void()> VqganTrainer::noted() {
    return [this, figures = figures_, images = window_images_, with_d = with_d_] {
        figures_ = figures;
        window_images_ = images;
        with_d_ = with_d;
        norms_read_ = true;
    };
}

void VqganTrainer::bring_numbers() {
    PictureTrainer::bring_numbers();
    nets_->codes.bring(code_window(make_window()));
}

VqganWindow VqganTrainer::make_window() const {
    const PictureWindow of = window_after(0);
    VqganWindow w;
    w.samples = of.samples;
    w.real = [this, of](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return pictures_of(of.first_of(i), of.samples[i], picture_layout());
    };
    w.gumbel = [this, of, start = first_sample()](std::size_t i, at::IntArrayRef shape) {
        const RoleScope role(Role::Inputs);
        return gumbel_noise(start + of.first_of(i), shape);
    };
    return w;
}

CodeWindow VqganTrainer::code_window(const VqganWindow& window) const {
    const std::int64_t side = pictures_.data().size() / nets_->shape.factor();
    CodeWindow out;
    out.images_before = images_;
    out.images = window.total();
    out.cells = window.total() * side * side;
    if (peers_) {
        const auto own =
            window.samples.begin() + static_cast<std::ptrdiff_t>(peers_->share(window.samples.size()).first);
        out.first_cell = std::accumulate(window.samples.begin(), own, std::int64_t{0}) * side * side;
    }
    out.seed = static_cast<std::uint64_t>(config_.seed);
    out.decay = code_decay(nets_->shape, config_);
    out.restart = nets_->shape.gumbel ? 0 : own().restart;
    return out;
}

void VqganTrainer::try_step(StepTransaction& transaction) {
    VqganStep& step = nets_->step;
    transaction.begin_try([this] {
        nets_->step.drop();
        nets_->codes.drop();
    });
    if (!is_recording()) bring_numbers();
    std::vector<at::Tensor> buffers;
    for (const auto& [name, b] : nets_->buffers()) buffers.push_back(b);
    transaction.keep(buffers);
    const VqganRules step_rules = rules();
    norms_read_ = step_rules.want_grad_norms;
    const VqganWindow window = make_window();
    window_images_ = window.total();
    with_d_ = step_rules.with_d;
    VqganStepFigures figures;
    nets_->codes.begin(code_window(window), peers_);
    step.share_with(peers_);
    step.observe_codes = [this](const at::Tensor& latents, const at::Tensor& indices) {
        nets_->codes.see(latents, indices);
    };
    step.gradients(window, step_rules, figures);
    step.prepare(step_rules);
    nets_->codes.add_up(*nets_->net);  // from here on nothing is refused, on any of the processes
    const MeanShare share = nets_->ema ? share_of_step() : MeanShare{};
    std::vector<StepTransaction::Change> changes{[&] { step.update_g(share); }};
    if (step_rules.with_d) changes.push_back([&] { step.update_d(); });
    changes.push_back([&] { nets_->codes.finish(*nets_->net, *nets_->opt_g, epoch_ends()); });
    changes.push_back([&] { nets_->update_ema(share); });
    transaction.finish(changes);
    figures_ = std::move(figures);
}

void VqganTrainer::use_rung(const TrainConfig& config) {
    nets_->configure(config);
    config_ = config;
}

void VqganTrainer::commit(double seconds, StepDone& m) noexcept {
    if (norms_read_) last_norms_ = steps_.elapsed;
    d_knows_ = d_knows_ || with_d_;
    count_step(seconds, m);
}

ToldFigures VqganTrainer::tell(StepDone& m) {
    const VqganStepFigures f = std::exchange(figures_, {});
    // Counts of the host's are exact; a GPU's come with the other figures.
    if (memory_.on_cpu()) nets_->codes.tell(m.edit<VqganFigures>());
    ToldFigures told{{f.total, f.loss_d, f.d_real, f.d_fake, f.grad_norm_g, f.grad_norm_d, f.l1, f.ssim, f.perceptual,
                      f.codebook, f.adversarial, f.adaptive_weight},
                     [codes = nets_->codes.codes(), g = f.total.defined(),
                      d = f.loss_d.defined()](const std::vector<double>& read, StepDone& done) {
                         done.loss_g = read[0];
                         done.loss_d = read[1];
                         done.d_real = read[2];
                         done.d_fake = read[3];
                         done.grad_norm_g = read[4];
                         done.grad_norm_d = read[5];
                         VqganFigures& v = done.edit<VqganFigures>();
                         v.l1 = read[6];
                         v.similarity = read[7];
                         v.perceptual = read[8];
                         v.codebook = read[9];
                         v.adversarial = read[10];
                         v.adaptive_weight = read[11];
                         if (read.size() > 12) CodebookCare::write(read.data() + 12, codes, v);
                         return (!g || std::isfinite(read[0])) && (!d || std::isfinite(read[1]));
                     }};
    for (at::Tensor& figure : nets_->codes.figures()) told.figures.push_back(std::move(figure));
    return told;
}

}  // namespace headroom
