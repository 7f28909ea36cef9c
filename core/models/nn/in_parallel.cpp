// at::parallel_for is compiled where it is called and runs on one thread unless OpenMP is switched on there; an iterator's loop is
// shared out inside the library.
#include "core/models/nn/in_parallel.h"

#include <ATen/Parallel.h>
#include <ATen/TensorIterator.h>
#include <ATen/ops/arange.h>

#include <algorithm>

namespace headroom::nn {

void in_parallel(std::int64_t count, const std::function<void(std::int64_t)>& work) {
    at::Tensor numbers = at::arange(count, at::kLong);
    at::TensorIterator all = at::TensorIterator::nullary_op(numbers);
    const auto loop = [&work](char** data, const std::int64_t* strides, std::int64_t n) {
        for (std::int64_t i = 0; i < n; ++i) work(*reinterpret_cast<const std::int64_t*>(data[0] + i * strides[0]));
    };
    all.for_each(loop, /*grain_size=*/1);
}

std::int64_t shares_of(std::int64_t count) { return std::min<std::int64_t>(at::get_num_threads(), count); }

}  // namespace headroom::nn
