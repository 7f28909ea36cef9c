// Helpers for tests of Light GANs: small settings, a run of them.
#pragma once

#include "core/families/light_gan/light_gan_config.h"
#include "core/train/light_gan/light_gan_trainer.h"
#include "trainer_fixture.h"

namespace headroom::test {

/// The smallest that there are, without attention, which takes nine tenths of such a step.
inline TrainConfig small_light_gan() {
    TrainConfig c = default_config(kLightGan);
    c.device = "cpu";
    c.image_size = 64;
    c.edit<LightGanConfig>().latent = 8;
    c.edit<LightGanConfig>().width_max = 16;
    c.edit<LightGanConfig>().attention.clear();
    c.edit<LightGanConfig>().small_attention = false;
    c.batch_micro = 4;
    c.batch_accumulate = 1;
    c.steps = 0;
    c.threads = 1;
    c.seed = 5;
    c.ema_half_life = 100;
    c.preview_grid = 4;
    return c;
}

/// The same with the attention of D's look at 32 px.
inline TrainConfig attending_light_gan() {
    TrainConfig c = small_light_gan();
    c.edit<LightGanConfig>().small_attention = true;
    return c;
}

using LightGanRun = RunOf<LightGanTrainer>;

}  // namespace headroom::test
