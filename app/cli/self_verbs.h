// The verbs that tell of the command line itself.
#pragma once

#include "app/cli/verbs.h"

namespace headroom::cli {

Verb schema_verb();
Verb completions_verb();
Verb man_verb();

}  // namespace headroom::cli
