// RunFilter: which runs --state, --tag and --family mean.
#pragma once

#include "app/cli/args.h"
#include "core/api/services.h"

#include <string>
#include <vector>

namespace headroom::cli {

/// --state, --tag, --family.
std::vector<Option> run_filter_options();

class RunFilter {
public:
    /// Error: a state or family that there is not.
    static Result<RunFilter> from(const Args& args);
    bool takes(const RunInfo& info) const;
    bool names_a_tag() const { return !tags_.empty(); }

private:
    std::vector<std::string> states_, tags_, families_;  ///< empty: all
};

}  // namespace headroom::cli
