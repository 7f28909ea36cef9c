// The module that knows c10d, loaded where it is asked for.
#include "core/ranks/group.h"

#include "core/base/program_path.h"
#include "core/ranks/module.h"

namespace headroom {
namespace {

const ModuleKind kC10d{"libheadroom_c10d.so",
                       "the module for runs of several processes",
                       "Install libgloo-dev and build again, or install Headroom again.",
                       kCollectiveVersionSymbol,
                       kCollectiveVersion,
                       {kCollectiveJoinSymbol, kCollectiveWordsSymbol}};

}  // namespace

Result<std::unique_ptr<Collective>> join_group(const GroupPlace& place) {
    const auto library = load_module(program_modules(), kC10d);
    if (!library) return library.error();
    using Join = Result<std::unique_ptr<Collective>>* (*)(const GroupPlace*);
    const auto join = entry_point<Join>(*library, kCollectiveJoinSymbol);
    const std::unique_ptr<Result<std::unique_ptr<Collective>>> joined(join(&place));
    return std::move(*joined);
}

Result<std::string> group_support() { return module_words(program_modules(), kC10d, kCollectiveWordsSymbol); }

}  // namespace headroom
