// FitRules: how "Make it fit" varies a run of a family, and what a variation is to the run that was asked for.
#pragma once

#include "core/api/planner.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

/// Words for tables and help of the command line.
struct FitWords {
    std::string_view pieces;  ///< head of the column: "batch", "cuts"
    std::string_view own;     ///< head of the family's own column: "fakes", "width"; empty: it has none
    std::string_view piece;   ///< what one piece is, for one row: "micro-batch", "cuts at a time"
    std::string_view kept;    ///< a sentence of help: what stays as asked
    std::string_view probed;  ///< what probe steps take: "a few pictures"
};

/// One plan's columns: "16 x 4", "auto", "64".
struct FitColumns {
    std::string pieces, own, size;
};

/// Constant and thread-safe.
class FitRules {
public:
    virtual ~FitRules() = default;
    virtual FitWords words() const = 0;
    virtual FitColumns columns(const TrainConfig& plan) const = 0;
    /// The settings that tell its plans apart: their names in JSON and their keys.
    virtual std::vector<std::pair<std::string_view, std::string_view>> plan_settings() const = 0;
    /// "Micro-batch 8 x 4", "8 of 32 cuts at a time".
    virtual std::string pieces_words(const TrainConfig& plan) const = 0;

    /// What of `allow` means anything to it.
    virtual Sacrifices possible() const = 0;
    /// What was asked, then the smaller pictures and networks that are allowed. `fresh`: networks may still be chosen.
    virtual std::vector<TrainConfig> sizes(const FitRequest& request, bool fresh) const = 0;
    /// `c` in pieces of every size that keeps its result or comes near. `near`: its picture and network are those asked for.
    virtual void add_pieces(const FitRequest& request, const TrainConfig& c, bool near,
                            std::vector<TrainConfig>& out) const = 0;

    /// What process `rank` of so many that share `c`'s steps computes, as the settings of a run of its own.
    virtual TrainConfig of_process(const TrainConfig& c, int processes, int rank) const = 0;

    /// `c` in the next smaller pieces of each of so many processes, about half as large, with the same result up to rounding: what is done
    /// first when memory runs out. Nothing: they are as small as they get.
    virtual std::optional<TrainConfig> smaller_pieces(const TrainConfig& c, int processes) const = 0;

    /// Whether something waits in memory between the phases of a step that could be recomputed instead.
    virtual bool may_recompute(const TrainConfig&) const { return false; }
    /// `c` with what waits in memory between the phases of a step, in one of so many processes, recomputed instead, same result. Nothing:
    /// nothing does.
    virtual std::optional<TrainConfig> recomputed(const TrainConfig&, int) const { return std::nullopt; }
    /// The keys of its own settings that smaller_pieces() and recomputed() change.
    virtual std::vector<std::string_view> ladder_settings() const { return {}; }
    /// What of these differs between two configurations, in words: "Micro-batch 16 to 8, accumulation 1 to 2".
    virtual std::vector<std::string> ladder_words(const TrainConfig& from, const TrainConfig& to) const = 0;
    /// Whether its networks normalise over the pictures of a micro-batch, so that other pieces are other statistics.
    virtual bool batch_statistics(const TrainConfig&) const { return false; }

    virtual bool same_picture(const TrainConfig& a, const TrainConfig& b) const = 0;
    virtual bool same_network(const TrainConfig& a, const TrainConfig& b) const = 0;
    /// What of picture and network is other than asked, in words.
    virtual std::vector<std::string> size_words(const TrainConfig& asked, const TrainConfig& plan) const = 0;
    /// Why the result of other pieces is close to what was asked but not the same, in words; empty: it is the same up to rounding.
    virtual std::vector<std::string> deviations(const TrainConfig& asked, const TrainConfig& plan) const = 0;
};

/// Whole divisors of `n`, largest first: the micro-batches that keep an effective batch.
std::vector<std::int64_t> divisors(std::int64_t n);

}  // namespace headroom
