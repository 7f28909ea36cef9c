// The rungs and the way back.
#include "core/train/step/ladder.h"

#include "core/api/param_schema.h"
#include "core/families/fit_rules.h"
#include "core/families/registry.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

constexpr OomRung kOrder[] = {OomRung::MicroBatch, OomRung::Fakes, OomRung::Checkpointing, OomRung::Precision,
                              OomRung::OptimiserState};
constexpr std::size_t kRemembered = 16;

bool has(const TrainConfig& config, std::string_view key) {
    const ParamRow* row = find_param(key);
    return row && belongs_to(*row, config.model);
}

}  // namespace

RungSettings RungSettings::of(const TrainConfig& config) {
    RungSettings out;
    const auto keep = [&](std::string_view key) {
        if (has(config, key)) out.values.emplace(key, find_param(key)->get(config));
    };
    for (const char* key :
         {"batch.micro", "batch.accumulate", "memory.checkpointing", "precision", "memory.optimiser_on_host"})
        keep(key);
    for (const std::string_view key : family_of(config).fit().ladder_settings()) keep(key);
    return out;
}

TrainConfig RungSettings::on(TrainConfig config) const {
    for (const auto& [key, value] : values) find_param(key)->set(config, value);
    return config;
}

std::int64_t RungSettings::micro() const {
    const auto it = values.find("batch.micro");
    return it == values.end() ? 1 : std::get<std::int64_t>(it->second);
}

std::optional<TrainConfig> lowered(OomRung rung, const TrainConfig& config, bool on_cpu, int processes) {
    TrainConfig next = config;
    switch (rung) {
        case OomRung::Relief:
        case OomRung::Dataset: return std::nullopt;  // change no settings
        case OomRung::MicroBatch: return family_of(config).fit().smaller_pieces(config, processes);
        case OomRung::Fakes: return family_of(config).fit().recomputed(config, processes);
        case OomRung::Checkpointing:
            if (config.checkpointing == Checkpointing::On || !has(config, "memory.checkpointing")) return std::nullopt;
            next.checkpointing = Checkpointing::On;
            return next;
        case OomRung::Precision: {
            if (!config.allow_lower_precision || !keeps_float32(config.precision)) return std::nullopt;
            next.precision = Precision::Bf16;
            return next;
        }
        case OomRung::OptimiserState:
            if (on_cpu || config.optimiser_on_host || !has(config, "memory.optimiser_on_host")) return std::nullopt;
            next.optimiser_on_host = true;
            return next;
    }
    return std::nullopt;
}

std::string words_of(const TrainConfig& from, const TrainConfig& to) {
    std::vector<std::string> parts = family_of(from).fit().ladder_words(from, to);
    if (from.checkpointing != to.checkpointing) parts.emplace_back("Activation checkpointing");
    if (from.precision != to.precision)
        parts.push_back(std::string(name_of(to.precision)) + " instead of " + std::string(name_of(from.precision)));
    if (from.optimiser_on_host != to.optimiser_on_host) parts.emplace_back("Optimiser state to host memory");
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? "" : "; ") + part;
    return out;
}

std::optional<LadderMove> Ladder::down(const TrainConfig& now) const {
    const auto known = std::find_if(worked_.rbegin(), worked_.rend(),
                                    [&](const auto& pair) { return difference(pair.first, now).empty(); });
    const auto rung = [&](OomRung r) -> std::optional<LadderMove> {
        auto next = lowered(r, now, on_cpu_, processes_);
        if (!next) return std::nullopt;
        return LadderMove{r, now, *next, words_of(now, *next)};
    };
    std::optional<LadderMove> first;
    for (const OomRung r : kOrder) {
        if ((first = rung(r))) break;
    }
    if (known == worked_.rend()) return first;
    return LadderMove{first ? first->rung : OomRung::MicroBatch, now, known->second, words_of(now, known->second)};
}

std::vector<LadderMove> Ladder::rest(const TrainConfig& now) const {
    std::vector<LadderMove> out;
    for (const OomRung r : kOrder) {
        if (auto next = lowered(r, now, on_cpu_, processes_)) out.push_back({r, now, *next, words_of(now, *next)});
    }
    return out;
}

void Ladder::survived(const std::vector<LadderMove>& moves, const std::vector<Bytes>& needs) {
    if (moves.empty()) return;
    if (climbed_) wait_ = std::min(wait_ * 2, kLongestWait);
    for (std::size_t i = 0; i < moves.size(); ++i)
        back_.push_back({RungSettings::of(moves[i].from), RungSettings::of(moves[i].to), needs[i]});
    const TrainConfig &failed = moves.front().from, &fits = moves.back().to;
    std::erase_if(worked_, [&](const auto& pair) { return difference(pair.first, failed).empty(); });
    worked_.emplace_back(failed, fits);
    if (worked_.size() > kRemembered) worked_.pop_front();
    if (!climbed_) undo_ = false;  // a new story, not yet answered
    climbed_.reset();
    calm_ = 0;
    thrashing_ = 0;
}

bool Ladder::step_done(std::int64_t retries) {
    thrashing_ = retries > 0 ? thrashing_ + 1 : 0;
    calm_ = retries > 0 ? 0 : calm_ + 1;
    if (climbed_ && calm_ >= kCalmSteps) {
        climbed_.reset();
        wait_ = kCalmSteps;
    }
    if (thrashing_ < kThrashingSteps) return false;
    thrashing_ = 0;
    return true;
}

bool Ladder::has_room(const WayBack& way, const TrainConfig& now, Bytes allowed, Bytes rest, Bytes peak) const {
    if (allowed.count <= 0) return true;  // no limit
    if (estimate) {
        if (const auto known = estimate(way.from.on(now))) return std::max(*known, way.needs) <= allowed;
    }
    Bytes needs = way.needs;
    if (way.from.micro() > way.to.micro() && peak > rest) {
        // What grows with the micro-batch grows in proportion.
        const double times = static_cast<double>(way.from.micro()) / static_cast<double>(way.to.micro());
        needs =
            std::max(needs, rest + Bytes{static_cast<std::int64_t>(static_cast<double>((peak - rest).count) * times)});
    }
    return needs <= allowed;
}

void Ladder::keep_latest() {
    const WayBack kept = back_.back();
    back_.pop_back();
    for (const auto& [key, value] : kept.to.values) {
        if (value == kept.from.values.at(key)) continue;
        for (WayBack& way : back_) {
            way.from.values[key] = way.to.values[key] = value;
            way.needs = {};  // known of the settings without it
        }
    }
}

std::optional<TrainConfig> Ladder::up(const TrainConfig& now, Bytes allowed, Bytes rest, Bytes peak,
                                      const std::function<bool(const TrainConfig&)>& may_climb) {
    while (may_climb && !back_.empty() && RungSettings::of(now) == back_.back().to &&
           !may_climb(back_.back().from.on(now)))
        keep_latest();
    if (back_.empty()) return std::nullopt;
    const WayBack way = back_.back();
    if (!(RungSettings::of(now) == way.to)) {
        changed(now, false);
        return std::nullopt;
    }
    const bool asked = undo_ && wait_ == kCalmSteps;  // a way up that failed waits like any other
    if ((!asked && calm_ < wait_) || !has_room(way, now, allowed, rest, peak)) return std::nullopt;
    back_.pop_back();
    climbed_ = way;
    calm_ = 0;
    return way.from.on(now);
}

void Ladder::climb_failed() {
    if (!climbed_) return;
    back_.push_back(*std::exchange(climbed_, std::nullopt));
    calm_ = 0;
    wait_ = std::min(wait_ * 2, kLongestWait);
}

void Ladder::answer(OomAnswer answer) {
    undo_ = answer == OomAnswer::UndoWhenItFits;
    if (answer == OomAnswer::Keep) back_.clear();
}

void Ladder::changed(const TrainConfig& now, bool other_shapes) {
    calm_ = 0;
    thrashing_ = 0;
    if (!back_.empty() && !(RungSettings::of(now) == back_.back().to)) back_.clear();
    if (!other_shapes) return;
    for (WayBack& way : back_) way.needs = {};
    worked_.clear();
}

}  // namespace headroom
