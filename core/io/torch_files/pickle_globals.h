// What a pickle may name. Everything outside the small allow-list stays an inert name; names that only serve attacks are refused.
#pragma once

#include <string_view>

namespace headroom {

enum class PickleAction {
    MakeDict,       ///< collections.OrderedDict
    RebuildTensor,  ///< torch._utils._rebuild_tensor, _rebuild_tensor_v2
    TakeFirst,      ///< wrappers around a tensor or list: _rebuild_parameter, torch.Size, typed lists of TorchScript
    Harmless,       ///< known small values (numpy scalars, dtypes, sets): inert, not reported
    Unsupported,    ///< other kinds of tensors: inert; an error if a tensor is wanted there
    RunsCode,       ///< loads further files or calls what it is given when Python loads it: inert, reported as that
    Unknown,        ///< inert, reported by name
    Forbidden,      ///< would run commands or code when loaded by Python: the file is refused
};

PickleAction pickle_action(std::string_view module, std::string_view name);

}  // namespace headroom
