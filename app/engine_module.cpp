// The module that brings the tensor library: entry points for the window and, in tensor_cli.cpp, for the command line.
#include "core/train/make_services.h"

/// The caller owns what is returned; null if it could not be made.
extern "C" __attribute__((visibility("default"))) headroom::Services* headroom_make_services() {
    try {
        return headroom::make_services().release();
    } catch (...) { return nullptr; }
}
