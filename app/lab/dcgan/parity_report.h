// Tolerances of parity cases: float64 to 1e-10 relative; float32 within ten times the spread PyTorch shows with itself when
// only the order of summation changes (`reorder_spread` of the case); bf16 likewise, but never less than one unit in the last of its
// 8 bits: another processor's kernels add up the same products in another order, and a sum may then round to the neighbour.
#pragma once

#include "app/lab/parity/parity_figures.h"
#include "core/io/tensors/tensor_file.h"
#include "core/train/tensor_bridge.h"

#include <nlohmann/json.hpp>

#include <string>

namespace headroom {

class ParityReport {
public:
    enum class Numbers { Float64, Float32, Bfloat16 };

    /// `slack`: factor on every tolerance.
    ParityReport(Numbers numbers, nlohmann::json spread, double slack = 1.0)
        : float64_(numbers == Numbers::Float64),
          unit_(numbers == Numbers::Bfloat16 ? 1.0 / 256 : 0),
          spread_(std::move(spread)),
          slack_(slack) {}

    void compare_steps(const nlohmann::json& expected, const nlohmann::json& got);
    /// Step 0: logits, fakes (absolute) and gradients (relative L2 per network).
    void compare_tensors(const std::string& what, const TensorFile& expected, const NamedTensors& got);
    /// Weights after the last step; `what` is "final_g" or "final_d".
    void compare_final(const std::string& what, const TensorFile& expected, const NamedTensors& got);
    ParityOutcome outcome(const std::string& variant) const;

private:
    double spread(const std::string& key, double floor) const;
    void check(const std::string& what, double difference, double tolerance);

    bool float64_;
    double unit_;  ///< the least tolerance of what products decide
    nlohmann::json spread_;
    double slack_;
    ParityFigures figures_;
};

}  // namespace headroom
