// Helpers for tests of VQGAN training: small settings, a run of them.
#pragma once

#include "core/families/vqgan/vqgan_train_config.h"
#include "core/train/vqgan/vqgan_trainer.h"
#include "trainer_fixture.h"

namespace headroom::test {

inline TrainConfig small_vqgan() {
    TrainConfig c = default_config(kVqgan);
    c.device = "cpu";
    c.image_size = 32;
    c.batch_micro = 4;
    c.steps = 0;
    c.threads = 1;
    c.seed = 5;
    c.lr_g = c.lr_d = 1e-3;
    c.width_d = 8;
    c.edit<VqganTrainConfig>().base = 32;
    c.edit<VqganTrainConfig>().multipliers = "1 1 1";
    c.edit<VqganTrainConfig>().blocks = 1;
    c.edit<VqganTrainConfig>().patch = 1;
    c.edit<VqganTrainConfig>().attention = "8";
    c.edit<VqganTrainConfig>().resolution = 32;
    c.edit<VqganTrainConfig>().z_channels = 8;
    c.edit<VqganTrainConfig>().codes = 24;
    c.edit<VqganTrainConfig>().code_width = 8;
    c.edit<VqganTrainConfig>().d_layers = 2;
    c.edit<VqganTrainConfig>().gan_start = 0;
    c.edit<VqganTrainConfig>().restart = 0;
    c.edit<VqganTrainConfig>().decay = 0;
    return c;
}

using VqganRun = RunOf<VqganTrainer>;

}  // namespace headroom::test
