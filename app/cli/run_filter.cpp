// Reads and applies the options that choose runs.
#include "app/cli/run_filter.h"

#include "app/cli/run_json.h"
#include "core/base/lists.h"
#include "core/families/registry.h"

#include <algorithm>

namespace headroom::cli {
namespace {

std::vector<std::string> run_states() { return {kRunStates.begin(), kRunStates.end()}; }

std::vector<std::string> family_ids() {
    std::vector<std::string> out;
    for (const Family* family : families()) out.emplace_back(family->facts().info.id);
    return out;
}

bool has(const std::vector<std::string>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The words of a list option, each one of `known`.
Result<std::vector<std::string>> words_from(const Args& args, const char* option,
                                            const std::vector<std::string>& known) {
    std::vector<std::string> out;
    for (const std::string& given : args.all(option)) {
        for (std::string& word : split_list(given, ',')) {
            if (!has(known, word)) return not_one_of(option, word, known);
            out.push_back(std::move(word));
        }
        if (out.empty()) return bad(std::string(option) + ": names nothing");
    }
    return out;
}

}  // namespace

std::vector<Option> run_filter_options() {
    return {{"--state", "LIST", "Only these: " + joined(run_states(), ", ") + "; several with commas.", false,
             run_states()},
            {"--tag", "TAG", "Only those with this tag; given again, with all of them."},
            {"--family", "LIST", "Only those of these kinds; several with commas.", false, family_ids()}};
}

Result<RunFilter> RunFilter::from(const Args& args) {
    RunFilter out;
    auto states = words_from(args, "--state", run_states());
    if (!states) return states.error();
    auto kinds = words_from(args, "--family", family_ids());
    if (!kinds) return kinds.error();
    out.states_ = *std::move(states);
    out.families_ = *std::move(kinds);
    out.tags_ = args.all("--tag");
    return out;
}

bool RunFilter::takes(const RunInfo& info) const {
    return (states_.empty() || has(states_, info.state)) &&
           (families_.empty() || has(families_, name_of(info.model))) &&
           std::all_of(tags_.begin(), tags_.end(), [&](const std::string& tag) { return has(info.notes.tags, tag); });
}

}  // namespace headroom::cli
