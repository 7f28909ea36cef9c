// Budgets and errors of the tools.
#include "core/train/tools/tool_room.h"

#include "core/io/files/disk_space.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/winograd/strided.h"
#include "core/train/device.h"
#include "core/train/device_errors.h"

#include <algorithm>
#include <filesystem>
#include <new>

namespace headroom {

Error no_room(const ToolRoom& room, Bytes budget) {
    return make_error(ErrorCode::OutOfMemory, room.what + " did not fit in " + to_text(budget), room.less);
}

Result<void> run_tool(const ToolRoom& room, const std::function<Result<void>(const ToolPlace&)>& work) {
    nn::set_up_own_kernels();
    auto place = open_device(room.device);
    if (!place) return place.error();
    DeviceMemory& memory = *place->memory;
    const auto turn = memory.turn();
    Bytes budget = room.budget;
    if (budget.count <= 0) budget = Bytes{std::max<std::int64_t>(memory.figures().available.count / 10 * 9, 1)};
    const at::NoGradGuard no_grad;
    memory.set_limit(budget);
    try {
        return work({place->device, memory, budget});
    } catch (const c10::Error& e) {
        if (failure_of(e, memory) == DeviceFailure::OutOfMemory) return no_room(room, budget);
        return make_error(ErrorCode::Internal, room.what + " failed: " + std::string(e.what_without_backtrace()));
    } catch (const std::bad_alloc&) { return no_room(room, budget); }
}

Result<void> check_target(const std::string& path, const std::string& option) {
    namespace fs = std::filesystem;
    if (path.empty()) return {};
    std::error_code failed;
    if (fs::is_directory(path, failed))
        return make_error(ErrorCode::InvalidArgument, option + ": " + path + " is a folder", "Name a file.");
    fs::path folder = fs::absolute(path, failed).parent_path();
    if (!fs::is_directory(folder, failed))
        return make_error(ErrorCode::NotFound, option + ": the folder of " + path + " does not exist",
                          "Make the folder first, or choose another.");
    if (const auto made = check_new_file(path); !made) {
        Error error = made.error();
        error.message = option + ": " + error.message;
        return error;
    }
    return {};
}

}  // namespace headroom
