// The allow-list of globals, and the short list that only decides how a refusal reads.
#include "core/io/torch_files/pickle_globals.h"

#include <algorithm>
#include <array>
#include <string>

namespace headroom {
namespace {

template <std::size_t N> bool any_of(const std::array<std::string_view, N>& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

bool is_forbidden(std::string_view module, std::string_view name) {
    static constexpr std::array<std::string_view, 26> modules{
        "os",       "posix",   "nt",      "sys",      "subprocess",
        "socket",   "shutil",  "pty",     "commands", "importlib",
        "runpy",    "ctypes",  "code",    "codeop",   "webbrowser",
        "requests", "httplib", "urllib",  "asyncio",  "multiprocessing",
        "signal",   "pickle",  "_pickle", "cPickle",  "marshal",
        "pip"};
    static constexpr std::array<std::string_view, 14> functions{
        "eval",    "exec",       "execfile", "compile", "open",    "getattr",    "setattr",
        "delattr", "__import__", "apply",    "input",   "globals", "breakpoint", "vars"};
    if (module == "builtins" || module == "__builtin__") return any_of(functions, name.substr(0, name.find('.')));
    return any_of(modules, module.substr(0, module.find('.')));
}

/// Library functions with no place among weights whose call lets a file run code: known from the lists that fickling
/// (unsafe_imports.py) and picklescan (scanner.py) keep.
bool runs_code(std::string_view module, std::string_view name) {
    static constexpr std::array<std::string_view, 24> modules{"torch.hub",
                                                              "torch.package",
                                                              "torch.serialization",
                                                              "torch._inductor",
                                                              "torch._dynamo",
                                                              "torch.utils.cpp_extension",
                                                              "torch.fx.experimental",
                                                              "torch.utils.bottleneck",
                                                              "torch.utils.collect_env",
                                                              "dill",
                                                              "cloudpickle",
                                                              "joblib",
                                                              "operator",
                                                              "_operator",
                                                              "functools",
                                                              "types",
                                                              "timeit",
                                                              "pdb",
                                                              "bdb",
                                                              "profile",
                                                              "cProfile",
                                                              "doctest",
                                                              "numpy.testing",
                                                              "numpy.f2py"};
    const bool inside = std::any_of(modules.begin(), modules.end(), [&](std::string_view m) {
        return module == m || (module.starts_with(m) && module[m.size()] == '.');
    });
    return inside || (name == "load" && (module == "torch" || module == "torch.jit" || module == "numpy")) ||
           (module == "torch.storage" && name == "_load_from_bytes") || (module == "platform" && name == "popen");
}

bool is_harmless(std::string_view module, std::string_view name) {
    if (module == "torch")
        return name == "device" || name == "float32" || name == "float16" || name == "bfloat16" || name == "float64" ||
               name == "int64" || name == "int32" || name == "uint8" || name == "bool" || name == "Generator" ||
               name == "strided" || name.ends_with("Storage");
    if (module.starts_with("torch.cuda") || module == "torch.storage") return name.ends_with("Storage");
    if (module == "numpy.core.multiarray" || module == "numpy._core.multiarray")
        return name == "scalar" || name == "_reconstruct";
    if (module == "numpy") return name == "dtype" || name == "ndarray";
    if (module == "builtins" || module == "__builtin__") {
        static constexpr std::array<std::string_view, 11> types{
            "set", "frozenset", "bytearray", "complex", "dict", "list", "tuple", "int", "float", "str", "object"};
        return any_of(types, name);
    }
    return (module == "_codecs" && name == "encode") ||
           (module == "collections" && (name == "Counter" || name == "defaultdict")) ||
           (module == "torch.jit._pickle" && name == "build_intlist") || (module == "typing" && name == "Any");
}

}  // namespace

PickleAction pickle_action(std::string_view module, std::string_view name) {
    if (is_forbidden(module, name)) return PickleAction::Forbidden;
    if (module == "collections" && name == "OrderedDict") return PickleAction::MakeDict;
    if (module == "torch._utils") {
        if (name == "_rebuild_tensor_v2" || name == "_rebuild_tensor") return PickleAction::RebuildTensor;
        if (name == "_rebuild_parameter" || name == "_rebuild_parameter_with_state") return PickleAction::TakeFirst;
        if (name.starts_with("_rebuild")) return PickleAction::Unsupported;
    }
    if (module == "torch._tensor" && name.starts_with("_rebuild")) return PickleAction::Unsupported;
    if (module == "torch" && name == "Size") return PickleAction::TakeFirst;
    if (module == "torch.jit._pickle" && (name == "build_tensorlist" || name == "restore_type_tag"))
        return PickleAction::TakeFirst;
    if (is_harmless(module, name)) return PickleAction::Harmless;
    return runs_code(module, name) ? PickleAction::RunsCode : PickleAction::Unknown;
}

}  // namespace headroom
