// dlopen of the CUDA module.
#include "core/memory/gpu/driver_loader.h"

#include "core/base/loader_words.h"
#include "core/base/nvidia_driver.h"
#include "core/base/program_path.h"

#include <dlfcn.h>
#include <link.h>

#include <filesystem>
#include <utility>

/// A program may hold a driver itself (one of the tests does); then it is that.
extern "C" __attribute__((weak)) headroom::GpuDriver* headroom_gpu_driver();

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// Folder of the shared object or program that holds this function.
fs::path own_folder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&own_folder), &info) == 0 || !info.dli_fname) return {};
    std::error_code ec;
    return fs::absolute(info.dli_fname, ec).parent_path();
}

Error no_driver() {
    return make_error(ErrorCode::Environment, "no NVIDIA driver was found",
                      "Install the driver of the GPU, or train on the CPU.");
}

/// An installed module does not know where LibTorch lies; the process does. Loads what the module needs of it from there.
void load_beside_libtorch() {
    void* torch = dlopen("libc10.so", RTLD_LAZY | RTLD_NOLOAD);
    link_map* map = nullptr;
    if (!torch || dlinfo(torch, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0 || !map || !map->l_name) return;
    const fs::path folder = fs::path(map->l_name).parent_path();
    for (const char* name : {"../../nvidia/cu13/lib/libcudart.so.13", "libc10_cuda.so", "libtorch_cuda.so"})
        if (!dlopen((folder / name).c_str(), RTLD_LAZY | RTLD_LOCAL)) return;
}

}  // namespace

bool nvidia_driver_seems_present() {
    if (nvidia_driver_files()) return true;
    void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (driver) dlclose(driver);
    return driver != nullptr;
}

GpuDriverSearch default_gpu_search() {
    GpuDriverSearch search;
    search.driver_present = nvidia_driver_seems_present();
    for (const fs::path& base : {own_folder(), program_path().parent_path()}) {
        if (base.empty()) continue;
        for (std::string& folder : module_folders(base)) search.folders.push_back(std::move(folder));
    }
    return search;
}

Result<GpuDriver*> load_gpu_driver(const GpuDriverSearch& search) {
    if (!search.driver_present) return no_driver();
    const std::string path = find_module(search.folders, search.module);
    if (path.empty()) {
        return make_error(ErrorCode::Environment, "the CUDA module (" + search.module + ") is not beside the program",
                          "Build with HEADROOM_CUDA=ON, or install Headroom again.");
    }
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    std::string words = library ? "" : loader_words();
    if (!missing_library(words).empty()) {
        load_beside_libtorch();
        library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library) words = loader_words();
    }
    if (!library) {
        const std::string missing = missing_library(words);
        return make_error(
            ErrorCode::Environment,
            missing.empty() ? "the CUDA module " + path + " could not be loaded"
                            : "the CUDA module needs " + missing + ", which is not there",
            "headroom-cli setup --gpu fetches the NVIDIA libraries; in a checkout packaging/setup.sh --gpu does.",
            words);
    }
    // From here on it stays loaded even when refused: what LibTorch registered cannot be taken back.
    using Version = std::uint32_t (*)();
    using Make = GpuDriver* (*)();
    const auto version = reinterpret_cast<Version>(dlsym(library, kGpuDriverVersionSymbol));
    const auto make = reinterpret_cast<Make>(dlsym(library, kGpuDriverSymbol));
    const std::string again = "Build or install Headroom again, all parts together.";
    if (!version || !make) {
        return make_error(ErrorCode::Environment, path + " is not Headroom's CUDA module: its entry points are missing",
                          again);
    }
    if (version() != kGpuDriverVersion) {
        const std::string found = std::to_string(version());
        return make_error(ErrorCode::Environment,
                          path + " is of another build: version " + found + ", this program needs " +
                              std::to_string(kGpuDriverVersion),
                          again);
    }
    GpuDriver* driver = make();
    if (!driver) return make_error(ErrorCode::Environment, "the CUDA module " + path + " did not start", again);
    return driver;
}

Result<GpuDriver*> gpu_driver() {
    static const Result<GpuDriver*> loaded =
        headroom_gpu_driver ? Result<GpuDriver*>(headroom_gpu_driver()) : load_gpu_driver(default_gpu_search());
    return loaded;
}

}  // namespace headroom
