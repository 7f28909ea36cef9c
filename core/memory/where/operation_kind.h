// OperationKind: what one of LibTorch's operators does with its arguments, by its schema: what it reads, writes and makes, and what its products take.
// FLOPs are counted as PyTorch's flop counter does it: taps beyond a picture's edge count.
#pragma once

#include "core/memory/where/work.h"

#include <ATen/record_function.h>

#include <string>
#include <vector>

namespace headroom {

/// Constant, and thread-safe.
class OperationKind {
public:
    explicit OperationKind(const at::RecordFunction& call);

    const std::string& name() const { return name_; }  ///< "convolution"
    bool is_copy() const { return copies_; }
    bool is_product() const { return product_ != nullptr; }

    /// Of a call with these arguments, but for what it makes anew.
    Work work(at::ArrayRef<c10::IValue> arguments) const;
    /// Bytes of the tensors that a call has made.
    double made(at::ArrayRef<c10::IValue> results) const;

    /// A product's FLOPs, and which two arguments it multiplies.
    struct Product {
        double flops = 0;
        std::size_t left = 0, right = 1;
    };

private:
    struct Use {
        bool read = true, written = false;
    };
    std::string name_;
    bool copies_ = false, views_ = false;
    std::vector<Use> arguments_;
    std::vector<bool> makes_;  ///< for each result
    Product (*product_)(at::ArrayRef<c10::IValue>) = nullptr;
};

}  // namespace headroom
