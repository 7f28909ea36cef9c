// TrainConfig: every setting of a run: the common ones and, as a value of its own, those of its family alone. An immutable snapshot once a
// run has it; the worker swaps snapshots at step boundaries. Meanings, ranges, defaults and help live in the rows of the families
// (core/families), one per field.
#pragma once

#include "core/api/model_kind.h"
#include "core/api/own_value.h"
#include "core/api/scores.h"
#include "core/base/enum_names.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace headroom {

/// Auto: TF32 on GPUs that have it, fp32 elsewhere.
enum class Precision { Auto, Fp32, Tf32, Bf16, Fp16 };
template <> struct EnumNames<Precision> {
    static constexpr std::array<std::string_view, 5> names{"auto", "fp32", "tf32", "bf16", "fp16"};
};
/// Whether products of float32 numbers may be rounded to TF32, where the device can.
constexpr bool may_round_to_tf32(Precision p) { return p == Precision::Auto || p == Precision::Tf32; }
/// Whether activations are float32 numbers.
constexpr bool keeps_float32(Precision p) { return may_round_to_tf32(p) || p == Precision::Fp32; }

enum class NormKind { Batch, Instance, None };
template <> struct EnumNames<NormKind> {
    static constexpr std::array<std::string_view, 3> names{"batch", "instance", "none"};
};

enum class Variety { Demo, Centred, Full };
template <> struct EnumNames<Variety> {
    static constexpr std::array<std::string_view, 3> names{"demo", "centred", "full"};
};

enum class FitMode { CentreCrop, RandomCrop, Stretch, Pad };
template <> struct EnumNames<FitMode> {
    static constexpr std::array<std::string_view, 4> names{"centre-crop", "random-crop", "stretch", "pad"};
};

/// What lies behind transparent pictures and beside padded ones.
enum class Ground { White, Black, Grey };
template <> struct EnumNames<Ground> {
    static constexpr std::array<std::string_view, 3> names{"white", "black", "grey"};
};
/// Its value in each channel of 8 bits.
constexpr std::uint8_t level_of(Ground ground) {
    return ground == Ground::White ? 255 : ground == Ground::Black ? 0 : 128;
}

/// Whether the packed pictures lie on a GPU while it trains on them. Auto: where there is room.
enum class DataOnDevice { Auto, On, Off };
template <> struct EnumNames<DataOnDevice> {
    static constexpr std::array<std::string_view, 3> names{"auto", "on", "off"};
};

/// Whether a GPU's steps are recorded once and replayed. On: as Auto, but it is told why where they cannot be.
enum class CudaGraphs { Auto, On, Off };
template <> struct EnumNames<CudaGraphs> {
    static constexpr std::array<std::string_view, 3> names{"auto", "on", "off"};
};

enum class OnOom { Ladder, Stop };
template <> struct EnumNames<OnOom> { static constexpr std::array<std::string_view, 2> names{"ladder", "stop"}; };

enum class Checkpointing { Off, On };
template <> struct EnumNames<Checkpointing> { static constexpr std::array<std::string_view, 2> names{"off", "on"}; };

/// Plain data. Field comments name the schema key where it is not the obvious one.
struct TrainConfig {
    ModelKind model;

    // data.*
    std::string data_path = "shapes";  ///< "shapes", a folder, a CIFAR-10 or MNIST folder or file
    Variety data_variety = Variety::Centred;
    std::int64_t data_count = 16384;  ///< pictures of the built-in shapes
    FitMode data_fit = FitMode::CentreCrop;
    Ground data_ground = Ground::White;
    bool data_mirror = false;
    bool data_grey = false;         ///< one channel instead of three
    std::int64_t data_workers = 0;  ///< threads that decode; 0: as many as the machine runs at once
    DataOnDevice data_on_device = DataOnDevice::Auto;
    double data_max_bad = 5.0;          ///< per cent of unreadable files that is tolerated
    bool data_skip_duplicates = false;  ///< of pictures that repeat each other the first by name stays
    bool data_skip_empty = false;       ///< those that are nearly all one colour do not
    double data_held_out = 0.0;         ///< per cent of the pictures that are never trained on

    // model
    std::int64_t image_size = 64;
    std::int64_t grow_to = 0;         ///< image.grow_to: px; 0: the resolution stays
    std::int64_t grow_after = 20000;  ///< image.grow_after: images that each stage lasts
    std::int64_t width_d = 64;
    NormKind norm_d = NormKind::Batch;
    bool sync_norms = false;         ///< norm.sync: batch norms of several processes see the pictures of all
    bool augment_adapt = false;      ///< the strength of augmentations follows D's signs
    double augment_target = 0.6;     ///< mean sign of D's outputs for real pictures that is aimed at
    double augment_images = 500000;  ///< in so many the strength moves from 0 to 1

    // optimiser
    double lr_g = 2e-4;
    double lr_d = 2e-4;
    double beta1 = 0.5;
    double beta2 = 0.999;
    double clip = 0.0;              ///< gradient norm; 0: off
    double ema_half_life = 2000.0;  ///< images; 0: no EMA
    double ema_ramp = 0;  ///< its half-life is at most so many times the images seen; 0: from the start as it is

    // batch
    std::int64_t batch_micro = 64;
    std::int64_t batch_accumulate = 1;

    // memory and device
    Precision precision = Precision::Auto;
    bool channels_last = true;
    Checkpointing checkpointing = Checkpointing::Off;
    Bytes budget{0};  ///< 0: automatic
    OnOom on_oom = OnOom::Ladder;
    bool allow_lower_precision = false;  ///< the ladder may go to bf16
    bool optimiser_on_host = false;      ///< Adam's moments in host memory (GPU)
    bool memory_timeline = true;
    std::string device = "auto";           ///< "auto", "cpu", "cuda:0"
    std::int64_t threads = 0;              ///< 0: automatic, measured
    bool cudnn = true;                     ///< cudnn.enabled: cuDNN's convolutions (GPU)
    bool cudnn_benchmark = true;           ///< it measures its algorithms for each shape and keeps the fastest
    bool exact_kernels = false;            ///< cpu.exact_kernels: no convolution by fewer products (CPU)
    bool deterministic = false;            ///< only algorithms that give the same bits each time (GPU)
    CudaGraphs graphs = CudaGraphs::Auto;  ///< cuda.graphs
    bool ordered_sums = false;             ///< several processes add up gradients in the order of one

    // run
    std::int64_t seed = 1;
    std::int64_t steps = 10000;            ///< total optimiser steps; 0: until stopped
    std::int64_t images = 0;               ///< stop after this many real images; 0: no limit
    std::int64_t epochs = 0;               ///< stop after this many epochs; 0: no limit
    std::int64_t checkpoint_every = 1000;  ///< steps; 0: only at the end
    std::int64_t checkpoint_keep = 3;
    std::int64_t preview_every = 100;  ///< steps
    std::int64_t preview_grid = 64;    ///< pictures of the fixed-latent grid
    double preview_truncation = 1.0;   ///< scale of the latents of sampled pictures
    std::int64_t scores_every = 0;     ///< steps; 0: around changes of counsel's alone
    std::int64_t scores_count = 512;   ///< pictures of each side
    ScoreFeatures scores_features = ScoreFeatures::Random;
    std::string scores_weights;       ///< of a CLIP or of Inception; empty: the built-in CLIP
    BestBy best_by = BestBy::Family;  ///< checkpoint.best
    bool counsel_autopilot = false;   ///< counsel makes the changes that it advises itself
    std::string counsel_muted;        ///< rules of counsel that say nothing, by their names

    /// No setting: of how many processes this is one's part (FitRules::of_process).
    std::int64_t processes = 1;

    OwnValue own_settings;  ///< of its family alone: a struct in core/families, in its folder

    /// Its family's settings; of a run of another family the defaults.
    template <class T> const T& own() const { return own_settings.get<T>(); }
    /// The same to change. Settings of another family are replaced.
    template <class T> T& edit() { return own_settings.edit<T>(); }

    std::int64_t effective_batch() const { return batch_micro * batch_accumulate; }
    std::int64_t channels() const { return data_grey ? 1 : 3; }
    bool operator==(const TrainConfig&) const = default;
};

using ConfigSnapshot = std::shared_ptr<const TrainConfig>;

}  // namespace headroom
