// Loading images and launching kernels with CUDA's runtime.
#include "core/kernels/cuda/cuda_kernels.h"

#include "core/base/embed.h"
#include "core/kernels/kernel_table.h"

#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>

#include <array>
#include <exception>
#include <limits>

#ifdef HEADROOM_KERNEL_IMAGE
HEADROOM_EMBED(headroom_kernel_image, HEADROOM_KERNEL_IMAGE)
#endif

namespace headroom::kernels {
namespace {

using Functions = std::array<cudaKernel_t, kKernels>;

c10::DeviceIndex index_of_device(int device) { return static_cast<c10::DeviceIndex>(device); }

std::string words_of(cudaError_t error) {
    if (error == cudaSuccess) return {};
    (void)cudaGetLastError();
    return std::string("CUDA error: ") + cudaGetErrorString(error);
}

template <class Work> std::string on_device(int device, Work work) noexcept {
    try {
        const c10::cuda::CUDAGuard guard(index_of_device(device));
        return work();
    } catch (const std::exception& e) { return e.what(); }
}

class CudaKernels final : public KernelDriver {
public:
    std::string load_own(int device) noexcept override {
#ifdef HEADROOM_KERNEL_IMAGE
        return load_image(device, headroom_kernel_image_begin);
#else
        return "this build has no compiled kernels";
#endif
    }

    std::string architecture(int device, int& out) noexcept override {
        int major = 0, minor = 0;
        cudaError_t error = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
        if (error == cudaSuccess) error = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
        out = 10 * major + minor;
        return words_of(error);
    }

    std::string load(int device, const std::string& image) noexcept override {
        return load_image(device, image.data());
    }

    std::string launch(int device, const Launch& launch) noexcept override {
        const KernelRow& row = kKernelTable[static_cast<std::size_t>(launch.kernel)];
        if (launch.blocks > std::numeric_limits<int>::max()) return "too many blocks";
        return on_device(device, [&] {
            const auto stream = launch.stream ? static_cast<cudaStream_t>(launch.stream)
                                              : c10::cuda::getCurrentCUDAStream(index_of_device(device)).stream();
            void* args[] = {const_cast<void*>(launch.args)};
            const auto kernel = functions_[static_cast<std::size_t>(device)][static_cast<std::size_t>(launch.kernel)];
            return words_of(cudaLaunchKernel(reinterpret_cast<const void*>(kernel),
                                             dim3(static_cast<unsigned>(launch.blocks)), dim3(row.threads), args, 0,
                                             stream));
        });
    }

private:
    /// Images of libraries are loaded where a kernel is first asked for: asking for each one's attributes shows whether it is there.
    std::string load_image(int device, const void* image) noexcept {
        if (device < 0 || device >= kMost) return "there is no GPU " + std::to_string(device);
        return on_device(device, [&]() -> std::string {
            cudaLibrary_t library{};
            cudaError_t error = cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0);
            Functions functions{};
            for (std::size_t i = 0; i < kKernelTable.size() && error == cudaSuccess; ++i) {
                error = cudaLibraryGetKernel(&functions[i], library, kKernelTable[i].entry);
                cudaFuncAttributes attributes{};
                if (error == cudaSuccess)
                    error = cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(functions[i]));
            }
            if (error == cudaSuccess)
                functions_[static_cast<std::size_t>(device)] = functions;
            else if (library)
                (void)cudaLibraryUnload(library);
            return words_of(error);
        });
    }

    static constexpr int kMost = 64;            ///< GPUs
    std::array<Functions, kMost> functions_{};  ///< each written once, before the GPU's first launch
};

}  // namespace

KernelDriver& cuda_kernels() {
    static CudaKernels* kernels = new CudaKernels;
    return *kernels;
}

}  // namespace headroom::kernels
