// libnvrtc, opened by name. Source: NVRTC's documentation, CUDA 13.
#include "core/kernels/kernel_compiler.h"
#include "core/kernels/kernel_source.h"

#include <dlfcn.h>
#include <link.h>

#include <array>
#include <filesystem>
#include <vector>

namespace headroom::kernels {
namespace {

constexpr const char* kLibrary = "libnvrtc.so.13";

/// The options of packaging/cmake/Cuda.cmake: no product and sum become one, so that numbers are the host's.
constexpr std::array<const char*, 3> kOptions{"--std=c++20", "--fmad=false", "--device-int128"};

/// Where CUDA's runtime lies in this process: the compiler comes in the same folder.
std::string runtime_folder() {
    void* runtime = dlopen("libcudart.so.13", RTLD_LAZY | RTLD_NOLOAD);
    if (!runtime) return {};
    link_map* map = nullptr;
    std::string folder;
    if (dlinfo(runtime, RTLD_DI_LINKMAP, static_cast<void*>(&map)) == 0 && map && map->l_name)
        folder = std::filesystem::path(map->l_name).parent_path().string();
    dlclose(runtime);
    return folder;
}

void* opened() {
    if (const std::string folder = runtime_folder(); !folder.empty())
        if (void* there = dlopen((folder + "/" + kLibrary).c_str(), RTLD_NOW | RTLD_LOCAL)) return there;
    return dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
}

Error failed(const std::string& what, std::string detail = {}) {
    return make_error(ErrorCode::Environment, what,
                      "CUDA 13's NVRTC comes with LibTorch's set for GPUs and with the toolkit.", std::move(detail));
}

}  // namespace

struct Nvrtc::Library {
    using Program = struct Opaque*;
    int (*version)(int*, int*) = nullptr;
    int (*create)(Program*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
    int (*compile)(Program, int, const char* const*) = nullptr;
    int (*image_size)(Program, std::size_t*) = nullptr;
    int (*image)(Program, char*) = nullptr;
    int (*log_size)(Program, std::size_t*) = nullptr;
    int (*log)(Program, char*) = nullptr;
    int (*destroy)(Program*) = nullptr;
    bool whole = true;

    template <class F> void find(void* library, const char* name, F& function) {
        function = reinterpret_cast<F>(dlsym(library, name));
        whole = whole && function;
    }
    explicit Library(void* library) {
        find(library, "nvrtcVersion", version);
        find(library, "nvrtcCreateProgram", create);
        find(library, "nvrtcCompileProgram", compile);
        find(library, "nvrtcGetCUBINSize", image_size);
        find(library, "nvrtcGetCUBIN", image);
        find(library, "nvrtcGetProgramLogSize", log_size);
        find(library, "nvrtcGetProgramLog", log);
        find(library, "nvrtcDestroyProgram", destroy);
    }

    std::string words(Program program) const {
        std::size_t size = 0;
        if (log_size(program, &size) != 0 || size <= 1) return {};
        std::string text(size, '\0');
        return log(program, text.data()) == 0 ? std::string(text.c_str()) : std::string();
    }
};

Nvrtc::Nvrtc() = default;
Nvrtc::~Nvrtc() = default;  // the library itself stays: it is not made to be unloaded

Result<Nvrtc::Library*> Nvrtc::library() {
    if (library_) return library_.get();
    void* there = opened();
    if (!there) return failed(std::string("NVIDIA's compiler library ") + kLibrary + " is not there");
    auto found = std::make_unique<Library>(there);
    if (!found->whole) return failed(std::string(kLibrary) + " lacks functions of CUDA 13");
    library_ = std::move(found);
    return library_.get();
}

Result<std::string> Nvrtc::key(int architecture) {
    const auto nvrtc = library();
    if (!nvrtc) return nvrtc.error();
    int major = 0, minor = 0;
    if ((*nvrtc)->version(&major, &minor) != 0) return failed(std::string(kLibrary) + " does not tell its version");
    std::string key =
        "NVRTC " + std::to_string(major) + "." + std::to_string(minor) + " sm_" + std::to_string(architecture);
    for (const char* option : kOptions) key += std::string(" ") + option;
    for (const SourceText& s : kernel_source()) key += "\n" + s.name + "\n" + s.text;
    return key;
}

Result<std::string> Nvrtc::compile(int architecture) {
    const auto nvrtc = library();
    if (!nvrtc) return nvrtc.error();
    const Library& n = **nvrtc;
    const std::vector<SourceText> source = kernel_source();
    std::vector<const char*> texts, names;
    for (std::size_t i = 1; i < source.size(); ++i) {
        texts.push_back(source[i].text.c_str());
        names.push_back(source[i].name.c_str());
    }
    Library::Program program = nullptr;
    if (n.create(&program, source[0].text.c_str(), source[0].name.c_str(), static_cast<int>(texts.size()), texts.data(),
                 names.data()) != 0)
        return failed("the kernels' source was not taken by " + std::string(kLibrary));
    const std::string target = "--gpu-architecture=sm_" + std::to_string(architecture);
    std::vector<const char*> options(kOptions.begin(), kOptions.end());
    options.push_back(target.c_str());
    const int refused = n.compile(program, static_cast<int>(options.size()), options.data());
    const std::string words = n.words(program);
    std::size_t size = 0;
    std::string image;
    bool got = refused == 0 && n.image_size(program, &size) == 0 && size > 0;
    if (got) {
        image.resize(size);
        got = n.image(program, image.data()) == 0;
    }
    (void)n.destroy(&program);
    if (got) return image;
    return failed("the kernels could not be compiled for sm_" + std::to_string(architecture), words);
}

}  // namespace headroom::kernels
