// EvalMode: a network that trains computes as it is used, for a while.
#pragma once

#include "core/memory/libtorch.h"

namespace headroom {

/// Puts a network into evaluation mode until the end of the scope.
class EvalMode {
public:
    explicit EvalMode(torch::nn::Module& net) : net_(net), training_(net.is_training()) { net_.eval(); }
    ~EvalMode() { net_.train(training_); }
    EvalMode(const EvalMode&) = delete;
    EvalMode& operator=(const EvalMode&) = delete;

private:
    torch::nn::Module& net_;
    bool training_;
};

}  // namespace headroom
