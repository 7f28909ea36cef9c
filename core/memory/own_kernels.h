// Kernels of our own in LibTorch's dispatcher, in place of the CPU's.
#pragma once

#include <functional>

namespace torch {
class Library;
}

namespace headroom {

/// `add` is given the library of the CPU's operators and puts kernels into it (impl); they stay for as long as the process lives. What is put in later takes the place
/// of what is there. Before any thread computes. LibTorch's warning that an operator has a kernel already is left out: that is meant.
void put_own_kernels(const std::function<void(torch::Library&)>& add);

}  // namespace headroom
