// Ledgers as texts.
#include "core/train/ranks/rank_memory.h"

#include "core/ranks/wire.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace headroom {
namespace {

constexpr const char* kKey = "memory";

struct Columns {
    LedgerColumn now, at_peak;
    Bytes budget, to_spare;
};
// All processes are of one version, so the bytes mean the same everywhere.
static_assert(std::is_trivially_copyable_v<Columns>);

RankMemory rank_memory(const MemoryReport& report, const Peer& peer) {
    return {peer.rank, peer.host, report.device_name, report.now, report.at_peak, report.budget, report.to_spare};
}

}  // namespace

void tell_memory(Collective& all, const MemoryReport& mine) {
    const Columns columns{mine.now, mine.at_peak, mine.budget, mine.to_spare};
    const std::string bytes(reinterpret_cast<const char*>(&columns), sizeof columns);
    all.post(kKey, joined_parts({mine.device_name, bytes}));
}

void add_ranks(MemoryReport& report, Collective& all) {
    report.ranks = {rank_memory(report, all.peers().front())};
    for (int rank = 1; rank < all.size(); ++rank) {
        auto parts = split_parts(all.look(kKey, rank));
        if (!parts || parts->size() != 2 || (*parts)[1].size() != sizeof(Columns)) continue;  // it has not told yet
        Columns columns;
        std::memcpy(&columns, (*parts)[1].data(), sizeof columns);
        report.ranks.push_back({rank, all.peers()[static_cast<std::size_t>(rank)].host, std::move((*parts)[0]),
                                columns.now, columns.at_peak, columns.budget, columns.to_spare});
    }
    std::stable_sort(report.ranks.begin(), report.ranks.end(),
                     [](const RankMemory& a, const RankMemory& b) { return a.to_spare < b.to_spare; });
}

}  // namespace headroom
