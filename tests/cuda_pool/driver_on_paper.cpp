// CUDA's runtime and driver on paper, in front of the real ones: addresses without memory, so that c10's own caching allocator runs
// where there is no GPU. Only what the allocator calls.
#include "tests/cuda_pool/driver_on_paper.h"

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <cstdint>
#include <string_view>

namespace {

std::uintptr_t g_next = std::uintptr_t{1} << 40;

/// The next `bytes` of address space.
std::uintptr_t addresses(std::size_t bytes) {
    constexpr std::size_t kPage = 2u << 20;
    const std::uintptr_t begin = g_next;
    g_next += (bytes + kPage - 1) / kPage * kPage;
    return begin;
}

CUresult succeed(...) { return CUDA_SUCCESS; }
CUresult reserve(CUdeviceptr* begin, std::size_t bytes, std::size_t, CUdeviceptr, unsigned long long) {
    *begin = addresses(bytes);
    return CUDA_SUCCESS;
}
CUresult create(CUmemGenericAllocationHandle* handle, std::size_t, const CUmemAllocationProp*, unsigned long long) {
    *handle = 1;
    return CUDA_SUCCESS;
}
CUresult has(int* value, CUdevice_attribute, CUdevice) {
    *value = 1;
    return CUDA_SUCCESS;
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    *count = 1;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int) { return cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* version) {
    *version = 13000;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* out, int) {
    *out = {};
    out->totalGlobalMem = headroom::test::kPaperBytes;
    out->major = 9;
    return cudaSuccess;
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    *free = *total = headroom::test::kPaperBytes;
    return cudaSuccess;
}
cudaError_t cudaMalloc(void** out, std::size_t bytes) {
    *out = reinterpret_cast<void*>(addresses(bytes));
    return cudaSuccess;
}
cudaError_t cudaFree(void*) { return cudaSuccess; }
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    *least = *greatest = 0;
    return cudaSuccess;
}
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode*) { return cudaSuccess; }
cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult* found) {
    const std::string_view name = symbol;
    *found = cudaDriverEntryPointSuccess;
    *function = name == "cuMemAddressReserve"    ? reinterpret_cast<void*>(reserve)
                : name == "cuMemCreate"          ? reinterpret_cast<void*>(create)
                : name == "cuDeviceGetAttribute" ? reinterpret_cast<void*>(has)
                                                 : reinterpret_cast<void*>(succeed);
    return cudaSuccess;
}

}  // extern "C"
