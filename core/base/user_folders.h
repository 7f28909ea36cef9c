// Where Headroom keeps a user's things, by the XDG base directory rules: "~" is HOME, without one the home that the system knows of the user, and
// where neither is known the temporary folder.
#pragma once

#include <string>

namespace headroom {

/// "$HEADROOM_RUNS" where it is set (a relative one is below the current folder), "$XDG_DATA_HOME/headroom/runs", else "~/.local/share/headroom/runs"; a relative XDG value is ignored, as the rules ask.
std::string default_runs_folder();

/// "$XDG_DATA_HOME/headroom/models", else "~/.local/share/headroom/models": weights of others that were fetched.
std::string default_models_folder();

/// "$XDG_DATA_HOME/headroom/queue", else "~/.local/share/headroom/queue": runs that wait.
std::string default_queue_folder();

/// "$XDG_DATA_HOME/headroom/elsewhere", else "~/.local/share/headroom/elsewhere": what the user keeps of runs on other machines.
std::string default_elsewhere_folder();

/// "$XDG_DATA_HOME/headroom/libtorch", else "~/.local/share/headroom/libtorch": sets of LibTorch that were fetched, which all versions of Headroom
/// share. Not the cache: what cleans caches would take what cost half a gigabyte to fetch. Empty where no folder of the user is known:
/// what is loaded into the program does not come from one of all users.
std::string default_libtorch_folder();

/// "$XDG_CACHE_HOME/headroom", else "~/.cache/headroom".
std::string default_cache_folder();

/// "$XDG_CACHE_HOME/headroom/kernels", else "~/.cache/headroom/kernels": code that was compiled for a GPU. Empty where no folder of the user is known: in one of all users anybody could leave code.
std::string default_kernel_folder();

}  // namespace headroom
