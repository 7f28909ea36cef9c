// The table of who may include whom.
#include "include_rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

namespace headroom::layering {
namespace {

using Names = std::set<std::string, std::less<>>;

/// Qt's module headers pull in everything of a module; a unit that needs three classes then compiles three hundred.
bool is_qt_module(std::string_view target) {
    static const Names modules{"QtCore",       "QtGui", "QtWidgets", "QtSvg",         "QtTest",
                               "QtConcurrent", "QtSql", "QtNetwork", "QtPrintSupport"};
    return modules.count(target) > 0 ||
           (target.find('/') != std::string_view::npos && modules.count(target.substr(target.find('/') + 1)) > 0);
}

/// Layer -> layers of the project that it may include besides itself. Order: base < api < config < families < io < data < engine,
/// and on the tensor side memory < models < train.
const std::map<std::string, Names, std::less<>>& allowed_layers() {
    static const std::map<std::string, Names, std::less<>> table{
        {"core/base", {}},
        {"core/api", {"core/base"}},
        {"core/config", {"core/base", "core/api"}},
        {"core/families", {"core/base", "core/api", "core/config"}},
        {"core/text", {"core/base"}},
        {"core/io", {"core/base", "core/api", "core/config", "core/families"}},
        {"core/kernels", {"core/base", "core/io"}},
        {"core/data", {"core/base", "core/api", "core/config", "core/families", "core/io"}},
        {"core/ranks", {"core/base"}},
        {"core/engine", {"core/base", "core/api", "core/config", "core/families", "core/io", "core/data"}},
        {"core/memory", {"core/base", "core/api", "core/config", "core/families", "core/kernels"}},
        {"core/models",
         {"core/base", "core/api", "core/config", "core/families", "core/text", "core/io", "core/kernels",
          "core/memory"}},
        {"core/train",
         {"core/base", "core/api", "core/config", "core/families", "core/text", "core/io", "core/data", "core/engine",
          "core/ranks", "core/kernels", "core/memory", "core/models"}},
        {"ui", {"core/base", "core/api", "core/config", "core/families"}},
        {"app",
         {"core/base", "core/api", "core/config", "core/families", "core/text", "core/io", "core/data", "core/engine",
          "core/ranks", "core/memory", "core/train", "ui"}},
        {"app/lab",
         {"core/base", "core/api", "core/config", "core/families", "core/text", "core/io", "core/data", "core/engine",
          "core/memory", "core/models", "core/train", "app"}},
    };
    return table;
}

/// Layers that may see LibTorch.
bool may_see_torch(std::string_view layer) {
    return layer == "core/memory" || layer == "core/models" || layer == "core/train" || layer == "app/lab";
}

/// Modules that know both LibTorch and CUDA.
bool is_of_cuda(std::string_view path) {
    return path.starts_with("core/kernels/cuda/") || path.starts_with("core/ranks/nccl/");
}

/// The family in whose folder `path` lies: "dcgan"; empty: in none.
std::string_view family_of(std::string_view path) {
    for (const std::string_view folders : {"core/families/", "ui/families/"}) {
        if (!path.starts_with(folders)) continue;
        const std::string_view rest = path.substr(folders.size());
        return rest.substr(0, rest.find('/') == std::string_view::npos ? 0 : rest.find('/'));
    }
    return {};
}

/// Includes without a folder that stand for a file beside the includer ("source_tree.h").
bool is_neighbour(const Include& include) { return !include.angled && include.target.find('/') == std::string::npos; }

std::string rule_against(const Include& include, const std::string& layer, std::string_view path) {
    switch (kind_of(include)) {
        case Kind::Qt:
        case Kind::QCustomPlot:
            if (layer.starts_with("core/")) return "core never includes Qt";
            if (layer == "app/lab") return "headroom-lab has no Qt";
            if (is_qt_module(include.target)) return "include the classes that are used, not a Qt module";
            return {};
        case Kind::Torch:
            // Modules of their own, loaded at run time.
            if (path.starts_with("core/ranks/c10d/") || is_of_cuda(path)) return {};
            if (!may_see_torch(layer)) return layer + " never includes torch";
            if (include.target.starts_with("torch/csrc/distributed/"))
                return "c10d belongs in core/ranks/c10d and core/ranks/nccl alone";
            return include.target == "torch/torch.h"
                       ? "include core/memory/libtorch.h: the whole of LibTorch costs seconds a unit"
                       : "";
        case Kind::Cuda:
            return is_of_cuda(path) || path.starts_with("core/memory/cuda/")
                       ? ""
                       : "CUDA headers belong in core/memory/cuda, core/kernels/cuda and core/ranks/nccl alone";
        case Kind::Project: {
            const std::string target = layer_of(include.target);
            const std::string_view family = family_of(include.target);
            if (layer == "ui" && !family.empty() && family != family_of(path) && path != "ui/families/registry.cpp")
                return "the window sees a family from its own folder alone; ask its WindowFamily (ui/families/family.h)";
            if (target == layer) return {};
            // The scripted engine behind --fake: one header of tests/support, seen by one file of the programs.
            if (path == "app/engine_loader.cpp" && include.target == "tests/support/fake_services.h") return {};
            const auto allowed = allowed_layers().find(layer);
            if (allowed == allowed_layers().end()) return "this folder has no row in the table of layers";
            if (allowed->second.count(target) == 0)
                return layer + " may not include " + (target.empty() ? "that" : target);
            return {};
        }
        case Kind::Other:
            // The engine's texts lie with their translations.
            if (path == "ui/i18n/core_text.cpp" && include.target.starts_with("resources/translations/")) return {};
            if (layer == "ui")
                return "ui includes only Qt, QCustomPlot, the standard library and core/{api,base,config,families}";
            if (layer == "core/api") return "the contract includes only the standard library and core/base";
            return {};
        case Kind::Std: return {};
    }
    return {};
}

}  // namespace

Kind kind_of(const Include& include) {
    const std::string_view t = include.target;
    if (t == "qcustomplot.h") return Kind::QCustomPlot;
    for (std::string_view prefix : {"c10/cuda", "ATen/cuda", "torch/cuda", "cuda", "nvml", "cudnn"}) {
        if (t.starts_with(prefix)) return Kind::Cuda;
    }
    for (std::string_view prefix : {"torch/", "ATen/", "c10/"}) {
        if (t.starts_with(prefix)) return Kind::Torch;
    }
    for (std::string_view prefix : {"core/", "ui/", "app/", "tests/"}) {
        if (t.starts_with(prefix)) return Kind::Project;
    }
    if (t.size() > 1 && t[0] == 'Q' && (std::isupper(static_cast<unsigned char>(t[1])) || t[1] == 't')) return Kind::Qt;
    if (t.starts_with("qt") || t == "qglobal.h") return Kind::Qt;
    if (is_neighbour(include)) return Kind::Std;
    const bool plain_name = std::all_of(t.begin(), t.end(), [](char c) {
        return std::islower(static_cast<unsigned char>(c)) || c == '_' || std::isdigit(static_cast<unsigned char>(c));
    });
    return include.angled && plain_name ? Kind::Std : Kind::Other;
}

std::string layer_of(std::string_view path) {
    if (path.starts_with("ui/")) return "ui";
    if (path.starts_with("app/lab/")) return "app/lab";
    if (path.starts_with("app/")) return "app";
    if (!path.starts_with("core/")) return {};
    const std::size_t slash = path.find('/', 5);
    return slash == std::string_view::npos ? std::string{} : std::string(path.substr(0, slash));
}

std::vector<std::string> broken_rules(const SourceFile& file) {
    std::vector<std::string> found;
    const std::string layer = layer_of(file.path);
    const Include* qt = nullptr;
    const Include* torch = nullptr;
    const auto report = [&](const Include& include, const std::string& why) {
        const std::string quoted = include.angled ? "<" + include.target + ">" : "\"" + include.target + "\"";
        found.push_back(file.path + ":" + std::to_string(include.line) + ": #include " + quoted + ": " + why);
    };
    for (const Include& include : file.includes) {
        const std::string why = rule_against(include, layer, file.path);
        if (!why.empty()) report(include, why);
        const Kind kind = kind_of(include);
        if (kind == Kind::Qt || kind == Kind::QCustomPlot) qt = &include;
        if (kind == Kind::Torch || kind == Kind::Cuda) torch = &include;
    }
    if (qt && torch) report(*torch, "Qt and torch never meet in one file");
    return found;
}

}  // namespace headroom::layering
