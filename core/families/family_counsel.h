// FamilyCounsel: what an experienced person knows of one family's runs: which rules hold for them, what their figures mean, which
// setting helps.
#pragma once

#include "core/api/counsel.h"
#include "core/api/event.h"
#include "core/api/train_config.h"

#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace headroom {

/// A change that helps where a rule speaks.
struct Remedy {
    CounselRule rule;
    /// The change for a run of `config`; empty: it is made already, or does not suit.
    ParamPatch (*change)(const TrainConfig& config);
    std::string_view words;  ///< what it does, one sentence
};

/// Constant and thread-safe.
class FamilyCounsel {
public:
    virtual ~FamilyCounsel() = default;
    /// The rules that hold for a run of `config`.
    virtual std::vector<CounselRule> rules(const TrainConfig& config) const = 0;
    /// Its remedies; of a rule's, the milder first.
    virtual std::span<const Remedy> remedies() const = 0;
    /// Settings of a network that stands still in a run of `config`: no remedy changes them.
    virtual std::vector<std::string_view> idle_settings(const TrainConfig&) const { return {}; }
    /// How sure D is of what it sees: 0 guesses, 1 is always right, below 0 it takes one for the other. NaN: not known, or its loss
    /// has no such scale.
    virtual double advantage(const TrainConfig&, const StepDone&) const {
        return std::numeric_limits<double>::quiet_NaN();
    }
    /// The share of a codebook that is used, 0 to 1. NaN: there is none.
    virtual double used_codes(const StepDone&) const { return std::numeric_limits<double>::quiet_NaN(); }
    /// Whether something makes more of few pictures: augmentation, mirroring, a penalty on D.
    virtual bool eases_few_pictures(const TrainConfig&) const { return true; }
    /// What costs time in order to save memory is on.
    virtual bool saves_memory(const TrainConfig&) const { return false; }
};

/// `config` where the rate of a network that stands still is that of the one that learns: it is no rate of anything.
TrainConfig as_it_learns(const TrainConfig& config);

/// The rules that hold for a run of `config`; none where its family has no counsel.
std::vector<CounselRule> watched_rules(const TrainConfig& config);

}  // namespace headroom
