// RunState: where a run is. Only the worker writes it; what the window enables is a pure function of it.
#pragma once

#include "core/base/enum_names.h"

#include <array>
#include <string_view>

namespace headroom {

/// Idle -> Preparing -> Running <-> Paused <-> Lent -> Stopping -> {Finished, Failed, Idle}.
enum class RunState { Idle, Preparing, Running, Paused, Lent, Stopping, Finished, Failed };

template <> struct EnumNames<RunState> {
    static constexpr std::array<std::string_view, 8> names{"idle", "preparing", "running",  "paused",
                                                           "lent", "stopping",  "finished", "failed"};
};

/// What the step is doing: the colour bands of the one-step timeline.
/// Decode, Clip (one per chunk of cuts, forward and backward), DecodeBack and LatentStep are those of text to image.
enum class Phase {
    None,
    Data,
    DReal,
    DFake,
    DPenalty,
    DOptimiser,
    G,
    GOptimiser,
    Ema,
    Preview,
    Save,
    Score,
    Decode,
    Clip,
    DecodeBack,
    LatentStep,
};

template <> struct EnumNames<Phase> {
    static constexpr std::array<std::string_view, 16> names{
        "none", "data",    "d_real", "d_fake", "d_penalty", "d_optimiser", "g",           "g_optimiser",
        "ema",  "preview", "save",   "score",  "decode",    "clip",        "decode_back", "latent_step"};
};

/// How a run is brought to its end.
enum class StopMode { SaveAndStop, StopWithoutSaving };

/// True while a run makes no steps and goes on when it is resumed.
constexpr bool stands_still(RunState s) { return s == RunState::Paused || s == RunState::Lent; }

/// True while a worker owns tensors (a run is under way or parked).
constexpr bool is_active(RunState s) {
    return s == RunState::Preparing || s == RunState::Running || stands_still(s) || s == RunState::Stopping;
}

}  // namespace headroom
