// Owner of the torch group's precompiled header (see Torch.cmake); deliberately empty.
