// What the stand-in device was asked for: transfers in both directions, and every wait of the host with the operator and phase it came
// from. NoWaits says that none is allowed.
#pragma once

#include "core/api/memory_report.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::stand_in {

/// Since the process began. A blocking transfer is counted among the waits too.
struct Counts {
    std::int64_t to_device = 0, to_host = 0;  ///< transfers, blocking or not
    std::int64_t blocking = 0;                ///< transfers that the host stood still for
    std::int64_t waits = 0;                   ///< all times that the host stood still for the device
    std::int64_t operators = 0;               ///< put into the queue
};
Counts counts();
Counts operator-(const Counts& a, const Counts& b);

/// One time that the host stood still.
struct Wait {
    std::string what;  ///< "aten::nonzero", "copy to the host, 4 bytes", "synchronise"
    Phase phase = Phase::None;
};
/// "aten::nonzero (G), copy to the host, 4 bytes (none) 3 times": for messages.
std::string text_of(const std::vector<Wait>& waits);

/// While it lives, nobody may wait for the device, on any thread: what did is in `broken()`, and a test fails that has not asked for it.
/// Scopes do not nest.
class NoWaits {
public:
    NoWaits();
    ~NoWaits();
    NoWaits(const NoWaits&) = delete;
    NoWaits& operator=(const NoWaits&) = delete;

    /// The waits so far; the test takes over judging them.
    std::vector<Wait> broken();

private:
    std::size_t begin_;
    bool judged_ = false;
};

/// The waits since a mark, oldest first; the mark is the number of waits before (counts().waits).
std::vector<Wait> waits_since(std::int64_t mark);

// For the device itself.
/// The phase of the step that asks; threads of autograd have the training thread's.
Phase asking_phase();
void note_operator();
void note_wait(std::string_view what);
void note_transfer(bool to_host, std::size_t bytes, bool blocking);

}  // namespace headroom::stand_in
