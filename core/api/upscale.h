// Enlarging a finished picture: what is asked for and what came of it.
#pragma once

#include "core/base/units.h"

#include <string>

namespace headroom {

struct UpscaleRequest {
    std::string picture;             ///< file to enlarge; its alpha channel and a PNG's texts are kept
    std::string target;              ///< PNG to write, in a folder that exists; empty: a forecast only
    int scale = 2;                   ///< 2, 3 or 4 times each side
    std::string method = "lanczos";  ///< "lanczos", "shapes" (the built-in network), or a file of RRDB weights
    std::string device = "auto";     ///< as the setting `device`; Lanczos needs none
    Bytes budget;                    ///< tensor bytes in use at once; 0: nine tenths of what is free
};

/// What was done; without a target what it would take: nothing is written then and `path` is empty.
struct UpscaleDone {
    std::string path;
    int width = 0, height = 0;
    std::string network;        ///< what enlarged, in words
    int tile = 0, overlap = 0;  ///< of the input, in pixels; tile 0: the whole at once
    bool exact = true;          ///< tiles give what the whole would; false: they overlap by too little and are blended
    int tiles = 1, halvings = 0;  ///< how often the tile had to be made smaller because memory ran out
    Bytes peak;                   ///< largest sum of tensor bytes while it worked
};

}  // namespace headroom
