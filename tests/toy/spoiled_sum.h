// A process whose device has computed an infinite number: what comes of it where the parts of several processes are added up.
#pragma once

#include "core/ranks/collective.h"

#include <memory>

namespace headroom::test {

/// `all`, whose n-th sum has an infinite number from this process where HEADROOM_TOY_SPOILED_SUM is n.
std::shared_ptr<Collective> with_a_spoiled_sum(std::shared_ptr<Collective> all);

}  // namespace headroom::test
