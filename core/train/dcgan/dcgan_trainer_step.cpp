// What a phase of the step gets: rules and windows of data.
#include "core/train/dcgan/dcgan_trainer.h"

#include "core/memory/role_scope.h"
#include "core/train/dcgan/step_rules.h"
#include "core/train/gan/noise.h"

namespace headroom {

StepRules DcganTrainer::rules() const {
    StepRules r = rules_of(steps_.own_part(config_));
    r.augment.chance = strength_.chance();
    r.want_grad_norms = wants_norms();
    return r;
}

Window DcganTrainer::make_window(const PictureWindow& of) const {
    Window w;
    w.samples = of.samples;
    w.first_image = first_sample() + of.after;
    const auto seed = static_cast<std::uint64_t>(config_.seed);
    w.real = [this, of](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return real_pictures(pictures_of(of.first_of(i), of.samples[i], picture_layout()), config_, nets_->spec,
                             nets_->alpha());
    };
    w.latent = [this, of](std::size_t i) { return latents_of(of, i, RandomPurpose::Latent); };
    w.mix = [this, of, seed, start = first_sample()](std::size_t i) {
        const RoleScope role(Role::Inputs);
        return uniforms(seed, RandomPurpose::PenaltyMix, start + of.first_of(i), of.samples[i], memory_.device());
    };
    return w;
}

at::MemoryFormat DcganTrainer::picture_layout() const { return picture_format(config_, nets_->spec); }

std::string DcganTrainer::kind_of_step() const {
    return std::string(is_r1_step() ? ", R1" : "") + (nets_->spec.fade_from > 0 ? ", fading in" : "");
}

void DcganTrainer::d_round(const PictureWindow& of, bool first, bool last, StepFigures& figures) {
    StepRules round_rules = rules();
    round_rules.keep_fakes = round_rules.keep_fakes && last;
    nets_->step->d_phase(make_window(of), round_rules, is_r1_step() && first, figures);
}

void DcganTrainer::g_gradients(const PictureWindow& of, StepFigures& figures) {
    nets_->step->g_gradients(make_window(of), rules(), figures);
}

void DcganTrainer::commit(double seconds, StepDone& m) noexcept {
    GanTrainer::commit(seconds, m);
    ++fade_done_;
}

ToldFigures DcganTrainer::tell(StepDone& m) {
    follow_fade();
    return GanTrainer::tell(m);
}

}  // namespace headroom
