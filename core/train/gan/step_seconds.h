// StepSeconds: what one optimiser step of a GAN takes, part by part, so that other micro-batches, accumulations and intervals can be
// modelled from probes. Torch-free; plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// How often a step has each part.
struct StepCounts {
    std::int64_t micro_batches = 1;
    std::int64_t d_rounds = 1, g_rounds = 1;  ///< 0: the network does not learn
    std::int64_t penalty_every = 1;           ///< steps

    /// As StepPlan::rhythm. `penalised`: there is a penalty that not every step has.
    std::string rhythm(bool penalised) const;
};

/// Seconds of one micro-batch's parts and of the two optimiser steps.
struct StepSeconds {
    double d = 0;        ///< D's gradients of one micro-batch, WGAN-GP's penalty included
    double penalty = 0;  ///< what a penalty that not every step has adds to it
    double g = 0;        ///< G's gradients of one micro-batch
    double optimiser_d = 0, optimiser_g = 0;

    /// As a list and back; parts that lack or are below 0 count as none.
    std::vector<double> parts() const { return {d, penalty, g, optimiser_d, optimiser_g}; }
    static StepSeconds of(std::vector<double> parts);

    /// The lesser of each part: what disturbs a measurement only ever adds.
    StepSeconds least(const StepSeconds& other) const;
    /// Of a whole step: the penalty spread over its interval, every D round counted.
    double of_step(const StepCounts& counts) const;
};

/// Part by part.
StepSeconds along(const StepSeconds& few_seconds, std::int64_t few, const StepSeconds& more_seconds, std::int64_t more,
                  std::int64_t pictures);

}  // namespace headroom
