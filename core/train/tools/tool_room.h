// What the tools for single pictures share: a device with a budget, exceptions turned into errors, targets checked beforehand.
#pragma once

#include "core/base/result.h"
#include "core/memory/device_memory.h"

#include <ATen/core/TensorBody.h>

#include <functional>
#include <string>

namespace headroom {

/// What a tool may use.
struct ToolRoom {
    std::string device = "auto";
    Bytes budget;      ///< tensor bytes beyond what is alive already; 0: nine tenths of what is free
    std::string what;  ///< names the work in errors: "reconstructing dog.png"
    std::string less;  ///< what to do when it does not fit
};

struct ToolPlace {
    at::Device device;
    DeviceMemory& memory;
    Bytes budget;
};

/// Runs `work` without gradients in a turn of its own on the device, limited to the budget whatever runs beside.
/// Errors: of open_device; OutOfMemory with `less` as the hint; Internal; what `work` returns.
Result<void> run_tool(const ToolRoom& room, const std::function<Result<void>(const ToolPlace&)>& work);

/// "enlarging dog.png did not fit in 512 MiB", with what to do.
Error no_room(const ToolRoom& room, Bytes budget);

/// Whether a file can be made at `path`; an empty one is fine. Error NotFound: its folder does not exist; Disk: it cannot be written;
/// InvalidArgument: it is a folder. `option` names it in the message ("--out").
Result<void> check_target(const std::string& path, const std::string& option);

}  // namespace headroom
