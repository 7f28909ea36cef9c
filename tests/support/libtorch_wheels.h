// A small LibTorch in two wheels, as the real one comes, and an index that has them, which breaks off as often as a test says.
#pragma once

#include "core/engine/setup/libtorch_setup.h"
#include "core/io/files/sha256.h"
#include "tests/support/http_server.h"
#include "tests/support/torch_builder.h"

#include <string>

namespace headroom::test {

inline std::string torch_wheel() {
    ZipBuilder zip;
    for (const char* name : {"libc10.so", "libtorch_cpu.so", "libtorch_cuda.so", "libtorch_python.so"})
        zip.add(std::string("torch/lib/") + name, std::string("ELF ") + name + std::string(5000, 'x'));
    zip.add("torch/__init__.py", "import os");
    zip.add("torch-2.0.dist-info/licenses/LICENSE", "BSD");
    return zip.finish();
}

inline std::string cuda_wheel() {
    ZipBuilder zip;
    zip.add("nvidia/cu13/lib/libcudart.so.13", "runtime");
    zip.add("nvidia/cu13/lib/libnvperf_host.so", "profiler");
    return zip.finish();
}

struct LibtorchWheels {
    const std::string torch = torch_wheel(), cuda = cuda_wheel();

    /// Version 2.0; where it goes and comes from is not said yet.
    LibtorchRequest request(bool gpu) const {
        return {{{"torch", "2.0", sha256_of(torch)}, {"nvidia-cuda", "13.0", sha256_of(cuda)}}, "2.0", gpu, {}, {}};
    }
    /// What an index says; the first `broken` connections for LibTorch end in its middle.
    HttpReply answer(const HttpRequest& request, int& broken) const {
        const auto page = [](const std::string& link) {
            const std::string html = "<html><a href=\"" + link + "\">file</a></html>";
            return HttpReply{"200 OK\r\nContent-Type: text/html\r\nContent-Length: " + std::to_string(html.size()),
                             html};
        };
        if (request.path == "/simple/torch/") return page("../../files/torch.whl#sha256=" + sha256_of(torch));
        if (request.path == "/simple/nvidia-cuda/") return page("/files/cuda.whl#sha256=" + sha256_of(cuda));
        if (request.path == "/files/cuda.whl") return whole_or_rest(request, cuda, "\"c\"");
        if (request.path == "/files/torch.whl") {
            if (broken-- > 0)
                return {"200 OK\r\nETag: \"t\"\r\nContent-Length: " + std::to_string(torch.size()),
                        torch.substr(0, 1000)};
            return whole_or_rest(request, torch, "\"t\"");
        }
        return {"404 Not Found\r\nContent-Length: 0", ""};
    }
};

}  // namespace headroom::test
