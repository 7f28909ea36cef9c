// The verbs of headroom-lab, over the command line's own machinery.
#pragma once

#include "app/cli/verbs.h"

#include <vector>

namespace headroom::lab {

std::vector<cli::Verb> bench_verbs();
std::vector<cli::Verb> parity_verbs();

/// headroom-lab with all its verbs.
cli::Program headroom_lab();

}  // namespace headroom::lab
