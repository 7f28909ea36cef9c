// Lists them for the table of verbs.
#include "app/cli/self_verbs.h"

namespace headroom::cli {

std::vector<Verb> self_verbs() { return {completions_verb(), man_verb(), schema_verb()}; }

}  // namespace headroom::cli
