// Collective: what several processes of one run do together. The implementation is a module of its own (libheadroom_c10d.so,
// core/ranks/c10d), loaded at run time where a run has several processes; everything else is written against this interface.
// Plain header: both sides are built by the same compiler, and the version guards against a module of another build.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

/// Raised whenever anything in this header changes.
inline constexpr std::uint32_t kCollectiveVersion = 3;
/// The module's entry points: `std::uint32_t headroom_collective_version()`, `std::string* headroom_collective_words()` (what it
/// offers, for people) and `Result<std::unique_ptr<Collective>>* headroom_join(const GroupPlace*)`; the caller owns what they return.
inline constexpr const char* kCollectiveVersionSymbol = "headroom_collective_version";
inline constexpr const char* kCollectiveWordsSymbol = "headroom_collective_words";
inline constexpr const char* kCollectiveJoinSymbol = "headroom_join";

enum class NumberKind { Float32, Float64, Int64, Byte };

/// Numbers one after the other, in host memory where nothing else is said.
struct Numbers {
    void* data = nullptr;
    std::int64_t count = 0;
    NumberKind kind = NumberKind::Float32;
};

/// Where a process stands among those of its run.
struct GroupPlace {
    int rank = 0, size = 1;              ///< this process, from 0; how many there are
    int local_rank = 0, local_size = 1;  ///< the same among those of this machine
    std::string host = "127.0.0.1";      ///< where process 0 (or the launcher's store) listens
    int port = 0;
    bool launcher_has_store = false;  ///< the launcher serves the store: process 0 must not
    std::string attempt;              ///< tells this start from earlier ones that used the same store
    double timeout = 120;             ///< seconds that a process may stay behind the others, or away at the start
    std::string version;              ///< of the program; all must be the same
    std::stop_token stop;             ///< ends waiting for the others at the start
};

/// A process of the run, as the others see it.
struct Peer {
    int rank = 0;
    std::string host;
    std::int64_t pid = 0;
    /// "process 2 (pid 4711 on frodo)".
    std::string words() const {
        return "process " + std::to_string(rank) +
               (pid > 0 ? " (pid " + std::to_string(pid) + " on " + host + ")" : std::string());
    }
};

/// A common computation that goes on while this process does other things. Its numbers must stay until wait() has returned.
class Pending {
public:
    virtual ~Pending() = default;
    /// Once. Errors as those of Collective.
    virtual Result<void> wait() = 0;
};

/// On one thread at a time, but for leave() and what is said to be for any. Every call that waits for the others ends within the
/// time-out with an Environment error that names the process which is gone, silent or behind; after an error nothing more is
/// possible but to leave. Nothing throws.
class Collective {
public:
    virtual ~Collective() = default;
    virtual const GroupPlace& place() const = 0;
    int rank() const { return place().rank; }
    int size() const { return place().size; }
    virtual const std::vector<Peer>& peers() const = 0;

    /// `numbers` of process `from` to all.
    virtual Result<void> broadcast(Numbers numbers, int from) = 0;
    /// Every process's numbers, added up, to all; the same bits everywhere, in no order that is promised. No bytes.
    Result<void> reduce(Numbers numbers) {
        auto sum = begin_reduce(numbers);
        return sum ? (*sum)->wait() : sum.error();
    }
    /// reduce() without waiting. Several may be under way, begun in the same order everywhere.
    virtual Result<std::unique_ptr<Pending>> begin_reduce(Numbers numbers) = 0;
    /// `mine` of each process, in order of rank, into `all`: size() times as many.
    virtual Result<void> gather(Numbers mine, Numbers all) = 0;
    /// One number of each process, in order of rank.
    virtual Result<std::vector<std::int64_t>> vote(std::int64_t mine) = 0;
    /// Returns when all have come here.
    virtual Result<void> barrier() = 0;

    /// Process 0 tells all others something; each hears everything, in order. hear() waits as long as process 0 lives.
    virtual Result<void> tell(const std::string& text) = 0;
    virtual Result<std::string> hear() = 0;
    /// A text of each process, to all, in order of rank. Waits for the slow as long as they live.
    virtual Result<std::vector<std::string>> collect(const std::string& mine) = 0;

    /// The latest text of a process under `key`, for any other to look at now and then; empty: none yet. Waits for nobody. Any thread.
    virtual void post(const std::string& key, const std::string& text) = 0;
    virtual std::string look(const std::string& key, int rank) = 0;

    /// For common computations that go another way (core/ranks/gpu_sums.h): this process has come to its next one; it failed here after
    /// `seconds`, and who is to blame; a process is gone or silent, asked without waiting.
    virtual void enter() = 0;
    virtual Error blame(double seconds, const std::string& words) = 0;
    virtual std::optional<Error> failure() = 0;
    /// c10d's store of these processes, for whoever knows c10d; null: there is none. It stays as long as this object.
    virtual void* store() { return nullptr; }

    /// Says why this process goes, so that the others do not take it for the one that failed. Any thread; once.
    virtual void leave(const std::string& reason) = 0;
};

}  // namespace headroom
