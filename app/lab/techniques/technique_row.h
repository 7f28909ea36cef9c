// TechniqueRow: one way to save memory, measured against the plain step at the same result. Torch-free.
#pragma once

#include "core/base/units.h"

#include <functional>
#include <string>

namespace headroom {

/// What a step costs beyond what was there before it (weights, inputs).
struct StepCost {
    Bytes peak;          ///< largest at any moment of forward and backward pass
    Bytes kept;          ///< alive after the forward pass: what the graph keeps, and the result
    double seconds = 0;  ///< fastest of the repetitions
};

struct TechniqueRow {
    std::string name;     ///< of the technique and where it acts: "frozen operations, VQGAN decoder"
    std::string setting;  ///< "f16-16384, 128 px, fp32"
    StepCost plain, technique;
    /// Largest difference of the gradients, relative to the plain step's largest; 0: the same bits. Negative: there is no gradient
    /// to compare, the results are equal.
    double gradient_difference = 0;
    double units = 0;  ///< how many of `unit` the step has; 0: none that counts
    std::string unit;  ///< "pixel", "cut"
};

/// A technique's name and what measures it.
struct Technique {
    std::string name;
    std::function<TechniqueRow()> measure;
};

}  // namespace headroom
