// doctor: what this machine offers, what works and what does not, in words.
#include "app/cli/json_line.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/base/lists.h"
#include "core/base/user_folders.h"
#include "core/engine/setup/libtorch_set.h"
#include "core/families/registry.h"
#include "core/io/files/disk_space.h"
#include "core/ranks/gpu_sums.h"
#include "core/ranks/group.h"
#include "core/ranks/launch.h"

#include <nlohmann/json.hpp>
#include <unistd.h>
#include <algorithm>
#include <fstream>
#include <sstream>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

/// The rest of the first line of `path` that begins with `key`, without the colon; "" if there is none.
std::string proc_value(const char* path, const std::string& key) {
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        if (line.rfind(key, 0) != 0) continue;
        const auto colon = line.find(':');
        const auto begin = line.find_first_not_of(" \t", colon == std::string::npos ? key.size() : colon + 1);
        return begin == std::string::npos ? "" : line.substr(begin);
    }
    return "";
}

std::vector<std::string> cpu_features() {
    std::istringstream flags(proc_value("/proc/cpuinfo", "flags"));
    const std::vector<std::string> of_interest{"sse4_2",  "avx",      "avx2",        "fma",      "f16c",
                                               "avx512f", "avx512bw", "avx512_bf16", "amx_bf16", "amx_tile"};
    std::vector<std::string> out;
    for (std::string flag; flags >> flag;) {
        if (std::find(of_interest.begin(), of_interest.end(), flag) != of_interest.end()) out.push_back(flag);
    }
    return out;
}

Bytes memory_figure(const std::string& key) {
    std::istringstream in(proc_value("/proc/meminfo", key));
    std::int64_t kib = 0;
    in >> kib;
    return {kib * 1024};
}

struct Folder {
    std::string purpose, path;
    Bytes free;
    bool writable = false;
};

Folder look_at(std::string purpose, const std::string& path) {
    Folder f{std::move(purpose), path, {}, false};
    const std::string there = nearest_folder(path);
    f.free = free_space(there).value_or(Bytes{});
    f.writable = access(there.c_str(), W_OK | X_OK) == 0;
    return f;
}

std::string nvidia_driver() {
    std::ifstream in("/proc/driver/nvidia/version");
    std::string line;
    std::getline(in, line);
    return line;
}

/// What there is for runs of several processes.
std::string processes_words(bool driver_present) {
    const auto support = group_support();
    std::string words = support ? *support : support.error().message + "; " + support.error().hint;
    words += "; " + gpu_link_words(driver_present);
    const auto launch = find_launch();
    if (!launch) return words + "; " + launch.error().message;
    if (*launch)
        words += "; started by " + (*launch)->launcher + " as process " + std::to_string((*launch)->place.rank) +
                 " of " + std::to_string((*launch)->place.size);
    return words;
}

/// What can be said where LibTorch is not.
struct TensorSide {
    std::vector<DeviceInfo> devices{};
    GpuSupport support{};
    std::string kernels = "kernels unknown without LibTorch";
    bool bf16 = false;
};

TensorSide tensor_side(const Context& c) {
    if (c.environment.no_tensors) return {};
    const auto backend = c.backend();
    return {backend->devices(), backend->gpu_support(), c.environment.cpu_kernels(), c.environment.has_bf16_kernels()};
}

Result<int> doctor(const Context& c) {
    const auto [devices, support, kernels, bf16] = tensor_side(c);
    const auto features = cpu_features();
    const std::string driver = nvidia_driver();
    const std::vector<Folder> folders{look_at("runs", default_runs_folder()),
                                      look_at("models", default_models_folder()),
                                      look_at("cache", default_cache_folder())};
    const Bytes total = memory_figure("MemTotal"), available = memory_figure("MemAvailable");
    const bool gpu = std::any_of(devices.begin(), devices.end(),
                                 [](const DeviceInfo& d) { return d.usable && d.id.rfind("cuda", 0) == 0; });
    const auto has = [&](const char* feature) {
        return std::find(features.begin(), features.end(), feature) != features.end();
    };
    std::vector<std::string> problems;
    for (const Folder& f : folders) {
        if (!f.writable)
            problems.push_back("the " + f.purpose + " folder " + f.path +
                               " cannot be written; check its owner or set XDG_DATA_HOME and XDG_CACHE_HOME");
        else if (f.free < Bytes{std::int64_t{1} << 30})
            problems.push_back("less than 1 GiB is free for the " + f.purpose + " folder " + f.path);
    }
    if (available < Bytes{std::int64_t{1} << 30})
        problems.push_back("less than 1 GiB of memory is free; close other programs or train at 32 px");
    if (const std::string old = driver.empty() ? "" : driver_words(); !old.empty())
        problems.push_back(old.substr(0, old.size() - 1));
    if (c.environment.no_tensors) {
        problems.push_back(c.environment.no_tensors->message + "; " + c.environment.no_tensors->hint);
    } else if ((!driver.empty() || support.driver_present) && !gpu) {
        problems.push_back(
            "an NVIDIA driver is there but no GPU can be used" +
            (support.none.empty()
                 ? std::string("; run headroom-cli setup --gpu, or packaging/setup.sh --gpu in a checkout")
                 : ": " + support.none));
    }
    if (c.console.json()) {
        Json out{{"version", c.environment.version},
                 {"libtorch", c.environment.torch_version},
                 {"libtorch_here", !c.environment.no_tensors},
                 {"cpu", proc_value("/proc/cpuinfo", "model name")},
                 {"cpu_count", sysconf(_SC_NPROCESSORS_ONLN)},
                 {"cpu_features", features},
                 {"cpu_kernels", kernels},
                 {"bf16_kernels", bf16},
                 {"memory_total", total.count},
                 {"memory_available", available.count},
                 {"nvidia_driver", driver.empty() ? Json(nullptr) : Json(driver)}};
        out["gpu"] = {{"driver_present", support.driver_present},
                      {"driver", support.driver},
                      {"module", support.module},
                      {"nvml", support.nvml},
                      {"none", support.none}};
        out["cuda_graphs"] = std::string("on a GPU steps are recorded once and replayed (cuda.graphs)");
        out["processes"] = processes_words(support.driver_present);
        out["devices"] = Json::array();
        for (const DeviceInfo& d : devices) {
            out["devices"].push_back({{"id", d.id},
                                      {"name", d.name},
                                      {"total", d.total.count},
                                      {"free", d.free.count},
                                      {"usable", d.usable},
                                      {"note", d.note},
                                      {"automatic_precision", name_of(d.automatic)}});
        }
        out["folders"] = Json::array();
        for (const Folder& f : folders)
            out["folders"].push_back(
                {{"purpose", f.purpose}, {"path", f.path}, {"free", f.free.count}, {"writable", f.writable}});
        out["problems"] = problems;
        c.console.print(json_line(out));
        return 0;
    }
    std::string out = "Headroom " + c.environment.version + " with LibTorch " + c.environment.torch_version +
                      (c.environment.no_tensors ? ", which is not here\n" : "\n");
    out += "Processor: " + kernels + "; " + joined(features, " ") + "\n";
    // Without bf16 kernels products of bf16 numbers are computed in fp32 (core/memory/wide_bf16.h).
    out += !has("avx2") ? "  Without AVX2 training is slow on this processor.\n"
           : !bf16 && !c.environment.no_tensors
               ? "  Without kernels for bf16 it saves memory on this processor, not time.\n"
               : "";
    out += "Memory: " + to_text(available) + " of " + to_text(total) + " available\n";
    const std::string version = driver.empty() ? support.driver : driver;
    out += !version.empty()         ? "NVIDIA driver: " + version + "\n"
           : support.driver_present ? "NVIDIA driver: present\n"
                                    : "NVIDIA driver: none loaded; training runs on the processor.\n";
    if (!support.module.empty()) out += "CUDA module: " + support.module + "\n";
    if (!support.nvml.empty()) out += "NVML (memory of other programs): " + support.nvml + "\n";
    out += "CUDA graphs: " + std::string("on a GPU steps are recorded once and replayed (cuda.graphs)") + "\n";
    out += "Several processes: " + processes_words(support.driver_present) + "\n";
    out += "Devices:\n";
    for (const DeviceInfo& d : devices) {
        out += "  " + d.id + "  " + d.name + ", " + to_text(d.free) + " of " + to_text(d.total) +
               " free, precision auto is " + std::string(name_of(d.automatic)) + (d.usable ? "" : "; cannot be used") +
               (d.note.empty() ? "" : "; " + d.note) + "\n";
    }
    for (const Folder& f : folders) {
        out += "Folder for " + f.purpose + ": " + f.path + ", " + to_text(f.free) + " free, " +
               (f.writable ? "writable" : "NOT writable") + "\n";
    }
    for (const std::string& p : problems) out += "Problem: " + p + ".\n";
    c.console.print(out + (problems.empty() ? "Everything needed for training is there.\n" : ""));
    return 0;
}

nlohmann::ordered_json doctor_answer() {
    using namespace shape;
    const Json gpu = object_of({{"driver_present", a_flag()},
                                {"driver", a_text()},
                                {"module", a_text()},
                                {"nvml", a_text()},
                                {"none", a_text()}});
    const Json device = object_of({{"id", a_text()},
                                   {"name", a_text()},
                                   {"total", a_whole()},
                                   {"free", a_whole()},
                                   {"usable", a_flag()},
                                   {"note", a_text()},
                                   {"automatic_precision", a_text()}});
    const Json folder =
        object_of({{"purpose", a_text()}, {"path", a_text()}, {"free", a_whole()}, {"writable", a_flag()}});
    return object_of({{"version", a_text()},
                      {"libtorch", a_text()},
                      {"libtorch_here", a_flag()},
                      {"cpu", a_text()},
                      {"cpu_count", a_whole()},
                      {"cpu_features", list_of(a_text())},
                      {"cpu_kernels", a_text()},
                      {"bf16_kernels", a_flag()},
                      {"memory_total", a_whole()},
                      {"memory_available", a_whole()},
                      {"nvidia_driver", or_null(a_text())},
                      {"gpu", gpu},
                      {"cuda_graphs", a_text()},
                      {"processes", a_text()},
                      {"devices", list_of(device)},
                      {"folders", list_of(folder)},
                      {"problems", list_of(a_text())}});
}

}  // namespace

std::vector<Verb> doctor_verbs() {
    Verb v;
    v.syntax.verb = "doctor";
    v.summary = "Tell what this machine offers, what works and what does not.";
    v.tensors = Tensors::Wished;
    v.run = doctor;
    v.answer = doctor_answer;
    return {v};
}

}  // namespace headroom::cli
