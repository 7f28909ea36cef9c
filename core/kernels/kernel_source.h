// The kernels' source, as it lies in the program for compilers at run time.
#pragma once

#include <string>
#include <vector>

namespace headroom::kernels {

struct SourceText {
    std::string name;  ///< as others include it
    std::string text;
};

/// The unit to compile first, then what it includes, the standard library's headers too as far as they are needed.
std::vector<SourceText> kernel_source();

}  // namespace headroom::kernels
