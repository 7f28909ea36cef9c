// What a writer of a run's steps writes of some that come two at a time.
#pragma once

#include "core/api/step_pieces.h"
#include "core/io/files/atomic_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace headroom {

/// `write_steps` takes StepPieces and a WriteFn.
template <class Writer> std::string written_of(std::span<const StepDone> steps, Writer write_steps) {
    std::string out;
    const StepPieces pieces = [&](const TakeSteps& take) -> Result<void> {
        for (std::size_t i = 0; i < steps.size(); i += 2) {
            if (auto taken = take(steps.subspan(i, std::min<std::size_t>(2, steps.size() - i))); !taken) return taken;
        }
        return {};
    };
    const WriteFn write = [&](std::span<const std::byte> bytes) -> Result<void> {
        out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return {};
    };
    const Result<void> written = write_steps(pieces, write);
    EXPECT_TRUE(written);
    return out;
}

}  // namespace headroom
