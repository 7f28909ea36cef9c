// What LibTorch warns of goes to the log, each warning once a process. Torch-free header.
#pragma once

namespace headroom {

/// From here on, of the calling thread and of the backward passes that it asks for.
void log_library_warnings();

}  // namespace headroom
