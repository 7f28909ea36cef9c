// NeighbourWatch: notices when other programs take more of the device, and names the one that grew most.
#pragma once

#include "core/api/memory_report.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace headroom {

/// One thread.
class NeighbourWatch {
public:
    static constexpr double kSeconds = 60;                     ///< how far back growth is looked for
    static constexpr Bytes kSmallest{std::int64_t{64} << 20};  ///< less is no growth

    /// What others hold at `seconds` (since any fixed moment), and which programs are known by name; `left` for all.
    void note(double seconds, Bytes others, const std::vector<OtherProgram>& programs, Bytes left);
    /// Growth since the lowest point of the last minute; `grown` 0: none worth a word.
    NeighbourGrowth growth() const;
    /// The growth, once per growth of `worth` (a few hundredths of the device) that was not reported yet; `grown` 0: nothing new.
    NeighbourGrowth to_tell(Bytes worth);

private:
    struct Sample {
        double seconds = 0;
        Bytes others;
        std::vector<OtherProgram> programs;
    };
    std::deque<Sample> samples_;
    Bytes left_;
    Bytes reported_{-1};  ///< what others held when growth was last reported; < 0: never
};

}  // namespace headroom
