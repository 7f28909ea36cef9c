// Set-up of LibTorch: fetches its wheels, or takes them from a folder, checks their hashes and unpacks them where programs find them.
#pragma once

#include "core/api/services.h"
#include "core/base/result.h"
#include "core/engine/setup/libtorch_set.h"
#include "core/engine/setup/wheel_list.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

struct LibtorchRequest {
    std::vector<Wheel> wheels;  ///< pinned_wheels(gpu)
    std::string version;        ///< pinned_libtorch()
    bool gpu = false;
    std::string place;    ///< where the set's folder goes: a member of LibtorchPlaces
    std::string bundle;   ///< a folder that holds the wheels, known by their hashes; empty: they are fetched
    std::string index{};  ///< where from; unused with a bundle
};

/// Of what this program was built against; where it goes and where it comes from is not said yet.
inline LibtorchRequest pinned_request(bool gpu) { return {pinned_wheels(gpu), pinned_libtorch(), gpu, {}, {}}; }

/// Whether `place` names a folder at all. Error: Environment.
Result<void> check_libtorch_place(const std::string& place);

/// About what install_libtorch() will yet put on the disk of `place` at most. What an earlier one has fetched lies there already, whole or in
/// part, and a bundle lies elsewhere.
std::uint64_t room_needed(const LibtorchRequest& request);

/// Blocks until the set is there, in place of an earlier one. What was fetched stays after an error or a stop, and the next call goes on
/// there. Nobody else's files are touched, and an earlier set is whole until the new one is. Errors: Environment (no connection; another set-up is at
/// work), NotFound (a wheel is neither there nor on the index), BadFile, Disk, Cancelled.
Result<LibtorchSet> install_libtorch(const LibtorchRequest& request, const ProgressFn& progress, std::stop_token stop);

/// Fetches the wheels into `folder`: an offline bundle for `LibtorchRequest::bundle`. Errors as above.
Result<void> fetch_wheels(const LibtorchRequest& request, const std::string& folder, const ProgressFn& progress,
                          std::stop_token stop);

/// Takes away the sets of all versions below `place`, and what was fetched for them. How many there were. Error: Disk; Environment where a set-up is at work.
Result<int> remove_libtorch(const std::string& place);

}  // namespace headroom
