// What tests of enlarging share.
#pragma once

#include <string>

namespace headroom {

inline std::string upscale_data(const std::string& name) {
    return std::string(HEADROOM_TEST_DATA) + "/upscale/" + name;
}

}  // namespace headroom
