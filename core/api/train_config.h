// TrainConfig: every setting of a run, whatever it trains or paints. An immutable snapshot once a run has it; the worker swaps snapshots at step
// boundaries. Meanings, ranges, defaults and help live in the rows of the families (core/families), one per field.
#pragma once

#include "core/api/imagine_config.h"
#include "core/api/vqgan_train_config.h"
#include "core/base/enum_names.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace headroom {

/// What a run is about.
enum class ModelKind { Dcgan, Imagine, Vqgan };
template <> struct EnumNames<ModelKind> {
    static constexpr std::array<std::string_view, 3> names{"dcgan", "vqgan-clip", "vqgan"};
};

enum class Precision { Fp32, Tf32, Bf16, Fp16 };
template <> struct EnumNames<Precision> {
    static constexpr std::array<std::string_view, 4> names{"fp32", "tf32", "bf16", "fp16"};
};

enum class GanLoss { Bce, Hinge, Lsgan, WganGp };
template <> struct EnumNames<GanLoss> {
    static constexpr std::array<std::string_view, 4> names{"bce", "hinge", "lsgan", "wgan-gp"};
};

enum class NormKind { Batch, Instance, None };
template <> struct EnumNames<NormKind> {
    static constexpr std::array<std::string_view, 3> names{"batch", "instance", "none"};
};

enum class ConvKind { Standard, Depthwise };
template <> struct EnumNames<ConvKind> {
    static constexpr std::array<std::string_view, 2> names{"standard", "depthwise"};
};

enum class Variety { Demo, Centred, Full };
template <> struct EnumNames<Variety> {
    static constexpr std::array<std::string_view, 3> names{"demo", "centred", "full"};
};

enum class FitMode { CentreCrop, RandomCrop, Stretch };
template <> struct EnumNames<FitMode> {
    static constexpr std::array<std::string_view, 3> names{"centre-crop", "random-crop", "stretch"};
};

enum class Train { Both, OnlyD, OnlyG };
template <> struct EnumNames<Train> {
    static constexpr std::array<std::string_view, 3> names{"both", "d", "g"};
};

enum class ReuseFakes { Auto, On, Off };
template <> struct EnumNames<ReuseFakes> {
    static constexpr std::array<std::string_view, 3> names{"auto", "on", "off"};
};

enum class OnOom { Ladder, Stop };
template <> struct EnumNames<OnOom> {
    static constexpr std::array<std::string_view, 2> names{"ladder", "stop"};
};

enum class Checkpointing { Off, On };
template <> struct EnumNames<Checkpointing> {
    static constexpr std::array<std::string_view, 2> names{"off", "on"};
};

/// Plain data. Field comments name the schema key where it is not the obvious one.
struct TrainConfig {
    ModelKind model = ModelKind::Dcgan;

    // data.*
    std::string data_path = "shapes";       ///< "shapes", a folder, a CIFAR-10 or MNIST folder or file
    Variety data_variety = Variety::Centred;
    std::int64_t data_count = 16384;        ///< pictures of the built-in shapes
    FitMode data_fit = FitMode::CentreCrop;
    bool data_mirror = false;
    bool data_grey = false;                 ///< one channel instead of three
    std::int64_t data_workers = 2;
    double data_max_bad = 5.0;              ///< per cent of unreadable files that is tolerated

    // model
    std::int64_t image_size = 64;
    std::int64_t fade_steps = 0;            ///< image.fade_steps: over which new stages fade in after growing; 0: at once
    std::int64_t latent = 100;
    std::int64_t width_g = 64;
    std::int64_t width_d = 64;
    std::int64_t width_max = 512;           ///< 0: no cap
    NormKind norm_g = NormKind::Batch;
    NormKind norm_d = NormKind::Batch;
    bool spectral_norm = false;             ///< on D
    ConvKind conv = ConvKind::Standard;

    // loss
    GanLoss loss = GanLoss::Bce;
    double gp_weight = 10.0;
    double r1_gamma = 0.0;                  ///< 0: off
    std::int64_t r1_every = 16;             ///< steps
    double label_smoothing = 0.0;           ///< one-sided, BCE only
    double instance_noise = 0.0;            ///< standard deviation on D's input
    std::int64_t d_steps = 1;               ///< D steps per G step
    Train train = Train::Both;

    // optimiser
    double lr_g = 2e-4;
    double lr_d = 2e-4;
    double beta1 = 0.5;
    double beta2 = 0.999;
    double clip = 0.0;                      ///< gradient norm; 0: off
    double ema_half_life = 2000.0;          ///< images; 0: no EMA
    bool diffaug_colour = false;
    bool diffaug_translation = false;
    bool diffaug_cutout = false;

    // batch
    std::int64_t batch_micro = 64;
    std::int64_t batch_accumulate = 1;

    // memory and device
    Precision precision = Precision::Fp32;
    bool channels_last = true;
    ReuseFakes reuse_fakes = ReuseFakes::Auto;
    Checkpointing checkpointing = Checkpointing::Off;
    Bytes budget{0};                        ///< 0: automatic
    OnOom on_oom = OnOom::Ladder;
    bool allow_lower_precision = false;     ///< the ladder may go to bf16
    bool optimiser_on_host = false;         ///< Adam's moments in host memory (GPU)
    bool memory_timeline = true;
    std::string device = "auto";            ///< "auto", "cpu", "cuda:0"
    std::int64_t threads = 0;               ///< 0: automatic, measured

    // run
    std::int64_t seed = 1;
    std::int64_t steps = 10000;             ///< total optimiser steps; 0: until stopped
    std::int64_t images = 0;                ///< stop after this many real images; 0: no limit
    std::int64_t epochs = 0;                ///< stop after this many epochs; 0: no limit
    std::int64_t checkpoint_every = 1000;   ///< steps; 0: only at the end
    std::int64_t checkpoint_keep = 3;
    std::int64_t preview_every = 100;       ///< steps
    std::int64_t preview_grid = 64;         ///< pictures of the fixed-latent grid
    double preview_truncation = 1.0;        ///< scale of the latents of sampled pictures

    ImagineConfig imagine;                  ///< of text to image
    VqganTrainConfig vqgan;                 ///< of training a VQGAN

    std::int64_t effective_batch() const { return batch_micro * batch_accumulate; }
    std::int64_t channels() const { return data_grey ? 1 : 3; }
    bool operator==(const TrainConfig&) const = default;
};

using ConfigSnapshot = std::shared_ptr<const TrainConfig>;

}  // namespace headroom
