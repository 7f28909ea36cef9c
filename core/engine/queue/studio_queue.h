// The queue of the user's data directory, as windows and the command line see it.
#pragma once

#include "core/api/queue.h"

#include <memory>
#include <string>

namespace headroom {

struct QueueOptions {
    std::string folder{};   ///< where it is kept; empty: the user's own (user_folders.h)
    std::string program{};  ///< that runs it; empty: headroom-cli beside this program, or in PATH
};

std::shared_ptr<Queue> make_queue(QueueOptions options = {});

}  // namespace headroom
