// ImagineConfig: the settings of text to image (VQGAN-CLIP) beyond those that every run has. Meanings, ranges, defaults and
// help live in its rows (vqgan_clip_rows.cpp), one per field.
#pragma once

#include "core/api/model_kind.h"
#include "core/base/enum_names.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace headroom {

inline constexpr ModelKind kVqganClip{"vqgan-clip"};

/// How pictures for CLIP are cut from the painted one; the first five as nerdyrodent/VQGAN-CLIP names them.
enum class CutMethod { Original, Updated, NrUpdated, UpdatedPooling, Latest, CropPool };
template <> struct EnumNames<CutMethod> {
    static constexpr std::array<std::string_view, 6> names{"original",       "updated", "nrupdated",
                                                           "updatedpooling", "latest",  "croppool"};
};

/// Random changes of cutouts, by the two-letter codes of nerdyrodent/VQGAN-CLIP.
enum class Augment { Ji, Sh, Gn, Pe, Ro, Af, Et, Ts, Cr, Er, Re };
template <> struct EnumNames<Augment> {
    static constexpr std::array<std::string_view, 11> names{"Ji", "Sh", "Gn", "Pe", "Ro", "Af",
                                                            "Et", "Ts", "Cr", "Er", "Re"};
};

enum class LatentOptimiserKind { Adam, AdamW, Adagrad, Adamax, RAdam, RmsProp, DiffGrad, AdamP };
template <> struct EnumNames<LatentOptimiserKind> {
    static constexpr std::array<std::string_view, 8> names{"adam",  "adamw",   "adagrad",  "adamax",
                                                           "radam", "rmsprop", "diffgrad", "adamp"};
};

/// What the picture begins as.
enum class ImagineStart {
    Match,     ///< the picture of the built-in library that fits the prompts best; random codes with other models
    Codes,     ///< random codes
    Pixels,    ///< uniform noise, encoded
    Gradient,  ///< colour ramps, encoded
    Picture,   ///< start.picture, encoded
    Folder,    ///< each picture of start.folder in turn, encoded
};
template <> struct EnumNames<ImagineStart> {
    static constexpr std::array<std::string_view, 6> names{"match", "codes", "pixels", "gradient", "picture", "folder"};
};

/// What holds the latent near where it began.
enum class LatentPull {
    Start,     ///< to the start's latent, fading by pull.steps
    Zero,      ///< to zero, divided by 2 i + 1 (nerdyrodent)
    ZeroStep,  ///< to zero, a fifth less every pull.steps (jbustter)
};
template <> struct EnumNames<LatentPull> {
    static constexpr std::array<std::string_view, 3> names{"start", "zero", "zero-steps"};
};

/// Plain data. Field comments name the schema key.
struct ImagineConfig {
    std::string prompts;           ///< prompts: core/api/prompt.h
    std::string picture_prompts;   ///< prompts.pictures
    std::string noise_prompts;     ///< prompts.noise
    std::int64_t story_every = 0;  ///< prompts.every: iterations per phrase of a story; 0: the first alone

    ImagineStart start = ImagineStart::Match;
    std::string start_picture;               ///< start.picture
    std::string start_folder;                ///< start.folder
    std::int64_t frame_steps = 25;           ///< frames.steps: iterations per picture of the folder
    double frame_blend = 0.0;                ///< frames.blend: share of the last result in the next start
    std::int64_t width = 128, height = 128;  ///< picture.width, picture.height

    std::int64_t cuts = 16;  ///< cuts.count
    std::int64_t chunk = 0;  ///< cuts.chunk: cuts at a time; 0: all
    CutMethod cut_method = CutMethod::Latest;
    double cut_power = 1.0;
    std::string augments = "Af Pe Ji Er";  ///< cuts.augments
    double cut_noise = 0.1;
    bool reference = false;  ///< cuts.reference: as the original scripts, slips included

    LatentOptimiserKind optimiser = LatentOptimiserKind::Adam;
    double rate = 0.1;       ///< latent.rate
    std::string rate_drops;  ///< latent.drops: per cents of the run at which the rate is divided by ten
    double pull = 0.0;       ///< pull.weight
    LatentPull pull_kind = LatentPull::Start;
    std::int64_t pull_steps = 50;
    double smooth_latent = 0.0;   ///< smooth.latent: total variation of the latent
    double smooth_picture = 0.0;  ///< smooth.picture

    std::int64_t motion_every = 0;  ///< motion.every: iterations per frame; 0: no motion
    std::int64_t motion_from = 0;
    double motion_zoom = 1.0;
    double motion_turn = 0.0;                 ///< degrees
    std::int64_t motion_x = 0, motion_y = 0;  ///< pixels

    std::string overlay_picture;  ///< overlay.picture
    std::int64_t overlay_every = 0;
    std::int64_t overlay_offset = 0;
    std::int64_t overlay_until = 0;  ///< 0: to the end
    double overlay_alpha = 0.5;

    std::string vqgan_file;      ///< vqgan.file; empty: the built-in one
    std::string vqgan_settings;  ///< vqgan.config; empty: what lies beside it, or the tensors' shapes
    std::string clip_files;      ///< clip.files, separated by '|'; empty: the built-in one

    bool judges_only =
        false;  ///< no setting: of processes that share a run, one that does not go back through the decoder

    bool operator==(const ImagineConfig&) const = default;
};

}  // namespace headroom
