// Owner of the precompiled header of what needs neither Qt nor LibTorch (see Options.cmake); deliberately empty.
