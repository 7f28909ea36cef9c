// Helpers for tests of VQGAN training: small settings, a run of them.
#pragma once

#include "core/train/vqgan/vqgan_trainer.h"
#include "trainer_fixture.h"

namespace headroom::test {

inline TrainConfig small_vqgan() {
    TrainConfig c = default_config(ModelKind::Vqgan);
    c.device = "cpu";
    c.image_size = 32;
    c.batch_micro = 4;
    c.steps = 0;
    c.threads = 1;
    c.seed = 5;
    c.lr_g = c.lr_d = 1e-3;
    c.width_d = 8;
    c.vqgan.base = 32;
    c.vqgan.multipliers = "1 1 1";
    c.vqgan.blocks = 1;
    c.vqgan.patch = 1;
    c.vqgan.attention = "8";
    c.vqgan.resolution = 32;
    c.vqgan.z_channels = 8;
    c.vqgan.codes = 24;
    c.vqgan.code_width = 8;
    c.vqgan.d_layers = 2;
    c.vqgan.gan_start = 0;
    c.vqgan.restart = 0;
    c.vqgan.decay = 0;
    return c;
}

using VqganRun = RunOf<VqganTrainer>;

}  // namespace headroom::test
