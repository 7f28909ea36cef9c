// parity: how right. Replays numerical cases of the reference libraries.
#include "app/cli/verbs.h"

#include <filesystem>

namespace headroom::cli {
namespace {

Result<int> parity_of(const Context& c, ParityKind kind) {
    namespace fs = std::filesystem;
    const std::string& folder = c.args.positionals[0];
    std::error_code ec;
    if (!fs::is_directory(folder, ec)) return make_error(ErrorCode::NotFound, folder + ": no such case folder");
    const std::string out = c.args.has("--out") ? c.args.get("--out") : (fs::path(folder) / "computed").string();
    fs::create_directories(out, ec);
    if (ec) return make_error(ErrorCode::Disk, out + ": cannot be made: " + ec.message());
    auto outcome = c.environment.parity(kind, folder, out);
    if (!outcome) return outcome.error();
    if (c.console.json()) c.console.print(outcome->report_json + "\n");
    if (outcome->within) {
        c.console.message(folder + ": within tolerance");
        return 0;
    }
    c.console.error(make_error(ErrorCode::Internal, folder + ": differs: " + outcome->first_difference));
    return 1;
}

template <ParityKind kind> Result<int> parity(const Context& c) { return parity_of(c, kind); }

Verb parity_verb(const std::string& kind, const std::string& cases, Result<int> (*run)(const Context&)) {
    Verb v;
    v.syntax = {
        "parity " + kind,
        "CASE",
        1,
        1,
        {{"--out", "DIR",
          "Where what is computed is written, under the names of the case's expectations. Default CASE/computed."}}};
    v.summary = "Replay a numerical case" + cases + " and compare with its expectations.";
    v.details = "Exit status 0 only within the case's tolerances, else 1 with the first difference named.";
    v.run = run;
    return v;
}

}  // namespace

std::vector<Verb> parity_verbs() {
    return {parity_verb("dcgan", "", parity<ParityKind::Dcgan>),
            parity_verb("vqgan", " of taming-transformers", parity<ParityKind::Vqgan>),
            parity_verb("clip", " of open_clip", parity<ParityKind::Clip>),
            parity_verb("vqgan-clip", " of ten steps of text to image", parity<ParityKind::VqganClip>)};
}

}  // namespace headroom::cli
