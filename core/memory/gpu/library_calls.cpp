// Operators that cuDNN computes, by name.
#include "core/memory/gpu/library_calls.h"

#include "core/memory/role_scope.h"

#include <ATen/record_function.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <string_view>

namespace headroom {
namespace {

/// Within these cuDNN's workspaces are made, and freed when its kernel is in the queue. The gradient of a convolution has one name for all
/// that can compute it.
constexpr std::array<std::string_view, 6> kComputed{
    "aten::cudnn_convolution",           "aten::cudnn_convolution_relu", "aten::cudnn_convolution_add_relu",
    "aten::cudnn_convolution_transpose", "aten::convolution_backward",   "aten::cudnn_batch_norm_backward"};

struct Call final : at::ObserverContext {
    LibraryCall call;
};

std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& f) {
    const std::string_view name = f.name();
    if (std::find(kComputed.begin(), kComputed.end(), name) == kComputed.end()) return nullptr;
    return std::make_unique<Call>();
}

}  // namespace

void watch_library_calls() {
    static std::once_flag once;
    std::call_once(
        once, [] { at::addGlobalCallback(at::RecordFunctionCallback(begin).scopes({at::RecordScope::FUNCTION})); });
}

}  // namespace headroom
