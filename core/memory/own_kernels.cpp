// The registration, without LibTorch's warnings.
#include "core/memory/own_kernels.h"

#include <torch/library.h>

namespace headroom {
namespace {

class Silence : public c10::WarningHandler {
    void process(const c10::Warning&) override {}
};

}  // namespace

void put_own_kernels(const std::function<void(torch::Library&)>& add) {
    Silence silence;
    const c10::WarningUtils::WarningHandlerGuard quiet(&silence);
    // Never freed: LibTorch may compute until the process has ended.
    auto* const kernels = new torch::Library(torch::Library::IMPL, "aten", c10::DispatchKey::CPU, __FILE__, __LINE__);
    add(*kernels);
}

}  // namespace headroom
