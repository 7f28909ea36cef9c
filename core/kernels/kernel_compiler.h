// KernelCompiler: makes code for a GPU of the kernels' source at run time. Nvrtc: by NVIDIA's compiler library, which comes with LibTorch's
// wheels; no CUDA header and no toolkit is needed.
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>

namespace headroom::kernels {

class KernelCompiler {
public:
    virtual ~KernelCompiler() = default;
    /// What compile() makes is a function of this text: source, options, the compiler's version, the architecture (90 for 9.0).
    virtual Result<std::string> key(int architecture) = 0;
    /// All kernels. Error Environment: there is no compiler, or what it said.
    virtual Result<std::string> compile(int architecture) = 0;
};

/// Looks for libnvrtc.so.13 when first asked: beside CUDA's runtime, if that is loaded, and where the system's loader looks.
class Nvrtc final : public KernelCompiler {
public:
    Nvrtc();
    ~Nvrtc() override;
    Result<std::string> key(int architecture) override;
    Result<std::string> compile(int architecture) override;

private:
    struct Library;
    Result<Library*> library();
    std::unique_ptr<Library> library_;
};

}  // namespace headroom::kernels
