// Loops on LibTorch's own threads.
#pragma once

#include <cstdint>
#include <functional>

namespace headroom::nn {

/// Calls work(i) once for every i below `count`, on as many threads as LibTorch computes with; returns when all are done.
void in_parallel(std::int64_t count, const std::function<void(std::int64_t)>& work);

}  // namespace headroom::nn
