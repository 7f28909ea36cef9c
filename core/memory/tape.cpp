// Lining up two probes and playing what they have in common.
#include "core/memory/tape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace headroom {
namespace {

constexpr double kRoundingBytes = 64;
constexpr std::size_t kMostBlocks = 60000;
constexpr double kMostUnmatched = 0.1;  ///< of the peak; more: these are not two runs of one step

std::int64_t padded(std::int64_t n, std::int64_t grain) { return (n + grain - 1) / grain * grain; }

/// A log with its blocks numbered from 0 and its changes of role recognised; phase marks and foreign blocks left out.
struct Numbered {
    std::vector<StepTape::Event> events;
    std::vector<std::int64_t> bytes;  ///< by block
    std::vector<std::size_t> made;    ///< the event that makes it, by block
};

Numbered numbered(const StepLog& log) {
    using Kind = StepTape::Event::Kind;
    Numbered out;
    std::unordered_map<std::uint64_t, std::uint32_t> block;
    for (std::size_t i = 0; i < log.records.size(); ++i) {
        const StepRecord& r = log.records[i];
        if (r.serial == 0) continue;
        const auto known = block.find(r.serial);
        if (known == block.end()) {
            if (r.delta < 0) continue;  // was alive before the probe
            block.emplace(r.serial, static_cast<std::uint32_t>(out.bytes.size()));
            out.made.push_back(out.events.size());
            out.events.push_back({Kind::Make, r.role, r.phase, static_cast<std::uint32_t>(out.bytes.size())});
            out.bytes.push_back(r.delta);
        } else if (i + 1 < log.records.size() && log.records[i + 1].serial == r.serial &&
                   r.delta + log.records[i + 1].delta == 0) {
            // It was that all along, as in the ledger.
            out.events[out.made[known->second]].role = log.records[++i].role;
        } else {
            out.events.push_back({Kind::Free, r.role, r.phase, known->second});
        }
    }
    return out;
}

/// For every block of the larger probe the same block of the smaller one, or none. Most steps make the very same blocks; a
/// library that chooses another algorithm for more pictures adds or drops a few, so the two lists are aligned at least cost.
class Alignment {
public:
    Alignment(const Numbered& small, const Numbered& large, double ratio, double padded_ratio)
        : small_(makes(small)), large_(makes(large)), ratio_(std::max(ratio, padded_ratio)) {}

    std::vector<std::optional<std::uint32_t>> partners() const {
        std::vector<std::optional<std::uint32_t>> out(large_.size());
        std::size_t head = 0;
        while (head < std::min(small_.size(), large_.size()) && alike(small_[head], large_[head])) {
            out[head] = static_cast<std::uint32_t>(head);
            ++head;
        }
        std::size_t tail = 0;
        while (tail < std::min(small_.size(), large_.size()) - head &&
               alike(small_[small_.size() - 1 - tail], large_[large_.size() - 1 - tail])) {
            out[large_.size() - 1 - tail] = static_cast<std::uint32_t>(small_.size() - 1 - tail);
            ++tail;
        }
        between(head, small_.size() - tail, large_.size() - tail, out);
        return out;
    }

private:
    struct Made {
        Role role;
        Phase phase;
        std::int64_t bytes;
    };

    static std::vector<Made> makes(const Numbered& n) {
        std::vector<Made> out;
        for (const StepTape::Event& e : n.events) {
            if (e.kind == StepTape::Event::Kind::Make) out.push_back({e.role, e.phase, n.bytes[e.block]});
        }
        return out;
    }

    /// A block grows with the pictures, at most in proportion.
    bool alike(const Made& s, const Made& l) const {
        return s.role == l.role && s.phase == l.phase && l.bytes >= s.bytes &&
               static_cast<double>(l.bytes) <= ratio_ * static_cast<double>(s.bytes) + kRoundingBytes;
    }

    /// By block of the larger probe, and one past the last: the length of the longest common subsequence from there on.
    using Row = std::vector<std::uint16_t>;

    /// Longest common subsequence of what lies between the common head and tail.
    void between(std::size_t from, std::size_t small_end, std::size_t large_end,
                 std::vector<std::optional<std::uint32_t>>& out) const {
        std::size_t j = from;
        trace(from, small_end, Row(large_end + 1, 0), j, out);
    }

    /// Turns the row of the block after `i` into the row of block `i` of the smaller probe, from column `first` on.
    void step_up(std::size_t i, std::size_t first, Row& row) const {
        std::uint16_t diagonal = row.back();
        for (std::size_t j = row.size() - 1; j-- > first;) {
            const std::uint16_t below = row[j];
            row[j] = std::max(below, row[j + 1]);
            if (alike(small_[i], large_[j]))
                row[j] = std::max<std::uint16_t>(row[j], static_cast<std::uint16_t>(diagonal + 1));
            diagonal = below;
        }
    }

    /// Pairs the blocks [begin, end) of the smaller probe with blocks from `j` on, and leaves in `j` where the next begin. `below` is
    /// the row of block `end`. Only kRowsKept rows are kept and the ranges between them recomputed, so that memory stays linear.
    void trace(std::size_t begin, std::size_t end, const Row& below, std::size_t& j,
               std::vector<std::optional<std::uint32_t>>& out) const {
        const std::size_t columns = below.size() - 1, stride = (end - begin + kRowsKept - 1) / kRowsKept;
        if (begin == end || j == columns) return;
        std::vector<Row> kept((end - begin + stride - 1) / stride);
        Row row = below;
        for (std::size_t i = end; i-- > begin;) {
            step_up(i, j, row);
            if ((i - begin) % stride == 0) kept[(i - begin) / stride] = row;
        }
        const auto after = [&](std::size_t k) -> const Row& { return k + 1 < kept.size() ? kept[k + 1] : below; };
        if (stride > 1) {
            for (std::size_t k = 0; k < kept.size(); ++k)
                trace(begin + k * stride, std::min(end, begin + (k + 1) * stride), after(k), j, out);
            return;
        }
        for (std::size_t i = begin; i < end && j < columns;) {
            const Row &here = kept[i - begin], &next = after(i - begin);
            if (alike(small_[i], large_[j]) && here[j] == next[j + 1] + 1) {
                out[j++] = static_cast<std::uint32_t>(i++);
            } else if (next[j] >= here[j + 1]) {
                ++i;
            } else {
                ++j;
            }
        }
    }

    static constexpr std::size_t kRowsKept = 40;  ///< three levels for kMostBlocks
    std::vector<Made> small_, large_;
    double ratio_;
};

/// The largest part of the peak that blocks without a partner ever are at one time. A loop over tiles, of which the larger probe
/// has more, makes many of them, none of which lasts.
double most_alone(const std::vector<StepTape::Event>& events, const std::vector<std::int64_t>& bytes,
                  const std::vector<std::optional<std::uint32_t>>& partner) {
    using Kind = StepTape::Event::Kind;
    std::int64_t alone = 0, all = 0, most = 0, peak = 1;
    for (const StepTape::Event& e : events) {
        if (e.kind == Kind::Retag) continue;
        const std::int64_t change = e.kind == Kind::Make ? bytes[e.block] : -bytes[e.block];
        all += change;
        if (!partner[e.block]) alone += change;
        peak = std::max(peak, all);
        most = std::max(most, alone);
    }
    return static_cast<double>(most) / static_cast<double>(peak);
}

}  // namespace

void StepTape::find_shown() {
    std::vector<std::optional<Role>> alive(blocks_.size());
    for (const Event& e : events_) alive[e.block] = e.kind == Event::Kind::Free ? std::nullopt : std::optional(e.role);
    for (std::uint32_t block = 0; block < alive.size(); ++block) {
        if (alive[block] == Role::Preview) shown_.push_back(block);
    }
}

std::int64_t StepTape::Block::bytes(std::int64_t pictures) const {
    return std::max<std::int64_t>(0, std::llround(fixed + per_picture * static_cast<double>(padded(pictures, grain))));
}

std::optional<StepTape> StepTape::from_probes(const StepLog& few, std::int64_t few_pictures, const StepLog& more,
                                              std::int64_t more_pictures) {
    if (few_pictures < 1 || more_pictures <= few_pictures) return std::nullopt;
    Numbered small = numbered(few), large = numbered(more);
    if (large.bytes.empty() || small.bytes.size() > kMostBlocks || large.bytes.size() > kMostBlocks)
        return std::nullopt;
    const double ratio = static_cast<double>(more_pictures) / static_cast<double>(few_pictures);
    const std::int64_t few_padded = padded(few_pictures, kPaddedChannels),
                       more_padded = padded(more_pictures, kPaddedChannels);
    const auto partner =
        Alignment(small, large, ratio, static_cast<double>(more_padded) / static_cast<double>(few_padded)).partners();
    StepTape tape;
    tape.events_ = std::move(large.events);
    for (std::size_t i = 0; i < large.bytes.size(); ++i) {
        Block block{static_cast<double>(large.bytes[i]), 0, 1};
        if (partner[i]) {
            const std::int64_t before = small.bytes[*partner[i]];
            // Faster than the pictures grow only what is padded.
            const bool pads =
                static_cast<double>(large.bytes[i]) > ratio * static_cast<double>(before) + kRoundingBytes;
            if (pads) block.grain = kPaddedChannels;
            const std::int64_t from = pads ? few_padded : few_pictures, to = pads ? more_padded : more_pictures;
            block.per_picture = static_cast<double>(large.bytes[i] - before) / static_cast<double>(to - from);
            block.fixed = static_cast<double>(before) - block.per_picture * static_cast<double>(from);
        }
        tape.blocks_.push_back(block);
    }
    tape.unmatched_ = most_alone(tape.events_, large.bytes, partner);
    if (tape.unmatched_ > kMostUnmatched) return std::nullopt;
    tape.find_shown();
    return tape;
}

StepTape StepTape::from_probe(const StepLog& log) {
    Numbered numbers = numbered(log);
    StepTape tape;
    tape.events_ = std::move(numbers.events);
    for (const std::int64_t bytes : numbers.bytes) tape.blocks_.push_back({static_cast<double>(bytes), 0, 1});
    tape.unmatched_ = 1;
    tape.find_shown();
    return tape;
}

std::optional<StepTape> StepTape::from_parts(std::vector<Event> events, std::vector<Block> blocks, double unmatched) {
    std::vector<bool> alive(blocks.size(), false);
    for (const Event& e : events) {
        if (e.block >= blocks.size() || alive[e.block] == (e.kind == Event::Kind::Make)) return std::nullopt;
        if (e.kind == Event::Kind::Make) alive[e.block] = true;
        if (e.kind == Event::Kind::Free) alive[e.block] = false;
    }
    StepTape tape;
    tape.events_ = std::move(events);
    tape.blocks_ = std::move(blocks);
    tape.unmatched_ = unmatched;
    tape.find_shown();
    return tape;
}

namespace {

/// Most bytes alive per phase, in the order in which the phases first come.
class PhasePeaks {
public:
    void note(Phase phase, Bytes alive) {
        auto it = std::find_if(peaks_.begin(), peaks_.end(), [&](const PhasePeak& p) { return p.phase == phase; });
        if (it == peaks_.end()) it = peaks_.insert(peaks_.end(), {phase, {}});
        it->tensors = std::max(it->tensors, alive);
    }
    std::vector<PhasePeak> take() { return std::move(peaks_); }

private:
    std::vector<PhasePeak> peaks_;
};

}  // namespace

TapePeak StepTape::play(std::int64_t pictures, const Resident& resident, Bytes limit,
                        const std::optional<PoolRules>& rules, bool recorded) const {
    std::vector<std::int64_t> bytes(blocks_.size());
    for (std::size_t i = 0; i < blocks_.size(); ++i) bytes[i] = blocks_[i].bytes(pictures);

    TapePeak out;
    Bytes held_first;
    KeptBlocks kept(resident, limit, rules);
    std::vector<DevicePool::Block> taken(blocks_.size());
    // What is shown before the first step was made last of all that is there, of two more of its kind.
    std::vector<std::pair<std::int64_t, DevicePool::Block>> outlived;  // bytes and places
    for (const std::uint32_t block : shown_) {
        const std::int64_t n = bytes[block];
        const std::array made_of{kept.take(n), kept.take(n)};
        outlived.emplace_back(n, kept.take(n));
        for (const DevicePool::Block part : made_of) kept.give(n, part);
    }
    // The first steps fill the allocator's cache; the third is like all that follow. A recording begins with an empty cache.
    for (int step = 0, steps = recorded ? 2 : 3; step < steps; ++step) {
        if (recorded && step > 0) kept.begin_recording();
        kept.begin_step();
        out = {};
        PhasePeaks phases;
        std::vector<std::optional<Role>> alive(blocks_.size());
        RoleBytes live;
        for (const auto& [n, place] : outlived) live[Role::Preview].count += n;
        std::int64_t total = live.total().count;
        out.outlived = {total};
        for (const Event& e : events_) {
            const std::int64_t n = bytes[e.block];
            if (alive[e.block]) {
                live[*alive[e.block]].count -= n;
                total -= n;
            }
            if (e.kind == Event::Kind::Free) {
                kept.give(n, taken[e.block]);
                alive[e.block].reset();
            } else {
                if (e.kind == Event::Kind::Make) taken[e.block] = kept.take(n);
                alive[e.block] = e.role;
                live[e.role].count += n;
                total += n;
            }
            phases.note(e.phase, resident.bytes + Bytes{total});
            if (total > out.tensors.count) {
                out.tensors = {total};
                out.roles = live;
                out.phase = e.phase;
            }
        }
        for (const auto& [n, place] : std::exchange(outlived, {})) kept.give(n, place);
        for (const std::uint32_t block : shown_) {
            outlived.emplace_back(bytes[block], taken[block]);
            alive[block].reset();
        }
        for (std::size_t block = 0; block < alive.size(); ++block) {
            if (alive[block]) kept.give(bytes[block], taken[block]);
        }
        out.by_phase = phases.take();
        if (step == 0) held_first = kept.most_held();
    }
    out.tensors += resident.bytes;
    // On the CPU rounded sizes may exceed the limit for a moment; what is kept is given up before anything is refused.
    const auto within = [&](Bytes held) {
        return limit.count > 0 && !rules ? std::max(out.tensors, std::min(held, limit)) : held;
    };
    out.held = within(kept.most_held());
    out.held_first = within(held_first);
    return out;
}

}  // namespace headroom
