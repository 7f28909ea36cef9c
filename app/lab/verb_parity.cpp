// parity: how right. Replays numerical cases of the reference libraries, one or all of a folder.
#include "app/lab/parity/parity.h"
#include "app/lab/verbs.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace headroom::lab {
namespace {

namespace fs = std::filesystem;
using namespace cli;
using nlohmann::json;

Result<void> make_folder(const std::string& path) {
    std::error_code ec;
    fs::create_directories(path, ec);
    if (ec) return make_error(ErrorCode::Disk, path + ": cannot be made: " + ec.message());
    return {};
}

Result<int> parity_of(const Context& c, ParityKind kind) {
    const std::string& folder = c.args.positionals[0];
    std::error_code ec;
    if (!fs::is_directory(folder, ec)) return make_error(ErrorCode::NotFound, folder + ": no such case folder");
    const std::string out = c.args.has("--out") ? c.args.get("--out") : "";
    if (!out.empty()) {
        if (auto ok = make_folder(out); !ok) return ok.error();
    }
    auto outcome = run_parity(kind, folder, out);
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

/// A line per case: its name, how many figures, the one nearest to (or furthest over) its tolerance, and what became of it.
std::string line_of(const std::string& name, const ParityOutcome& o) {
    char text[512];
    std::snprintf(text, sizeof text, "%-24s %8zu  %-10.3g %-10.3g %-6s  %s\n", name.c_str(), o.figures,
                  o.worst.difference, o.worst.allowed, o.within ? "passed" : "FAILED", o.worst.what.c_str());
    return text;
}

Result<ParityOutcome> replayed(const Context& c, const ParityCase& one) {
    if (!one.kind) return one.kind.error();
    std::string out;
    if (c.args.has("--out")) {
        out = (fs::path(c.args.get("--out")) / one.name).string();
        if (auto ok = make_folder(out); !ok) return ok.error();
    }
    return run_parity(*one.kind, one.folder, out);
}

void tell(const Context& c, const ParityCase& one, const Result<ParityOutcome>& outcome) {
    if (c.console.json()) {
        json line{{"case", one.name}, {"passed", outcome && outcome->within}};
        if (outcome) {
            line["figures"] = outcome->figures;
            line["figure"] = outcome->worst.what;
            line["difference"] = outcome->worst.difference;
            line["tolerance"] = outcome->worst.allowed;
            line["first_difference"] = outcome->first_difference;
        } else {
            line["error"] = outcome.error().message;
        }
        c.console.print(line.dump() + "\n");
        return;
    }
    if (outcome) c.console.print(line_of(one.name, *outcome));
    if (!outcome)
        c.console.error(outcome.error());
    else if (!outcome->within)
        c.console.error(make_error(ErrorCode::Internal, one.folder + ": differs: " + outcome->first_difference));
}

Result<int> parity_all(const Context& c) {
    const auto cases = find_parity_cases(c.args.positionals[0]);
    if (!cases) return cases.error();
    if (!c.console.json())
        c.console.print(
            "case                      figures  difference tolerance  passed  the figure nearest to its tolerance\n");
    std::size_t passed = 0;
    for (const ParityCase& one : *cases) {
        if (c.stop.stop_requested()) return make_error(ErrorCode::Cancelled, "The replay was stopped.");
        const auto outcome = replayed(c, one);
        tell(c, one, outcome);
        passed += outcome && outcome->within;
    }
    c.console.message(std::to_string(passed) + " of " + std::to_string(cases->size()) + " cases passed");
    return passed == cases->size() ? 0 : 1;
}

Verb parity_verb(const std::string& kind, const std::string& cases, Result<int> (*run)(const Context&)) {
    Verb v;
    v.syntax = {"parity " + kind,
                "CASE",
                1,
                1,
                {{"--out", "DIR",
                  "Where what is computed is written, under the names of the case's expectations. Default: nowhere."}}};
    v.summary = "Replay a numerical case" + cases + " and compare with its expectations.";
    v.details = "Exit status 0 only within the case's tolerances, else 1 with the first difference named.";
    v.run = run;
    return v;
}

Verb all_cases_verb() {
    Verb v;
    v.syntax = {"parity all",
                "DIR",
                1,
                1,
                {{"--out", "DIR", "Where what is computed is written, a folder per case. Default: nowhere."}}};
    v.summary = "Replay every numerical case in a folder: a line for each with the figure nearest to its tolerance.";
    v.details =
        "Cases are recognised by their records. Exit status 0 only when every case passed; a case that is broken, "
        "unknown or missing beside the others is named, and the rest is replayed all the same.";
    v.run = parity_all;
    return v;
}

}  // namespace

std::vector<Verb> parity_verbs() {
    return {parity_verb("dcgan", "", parity<ParityKind::Dcgan>),
            parity_verb("light-gan", " of lightweight-gan", parity<ParityKind::LightGan>),
            parity_verb("vqgan", " of taming-transformers", parity<ParityKind::Vqgan>),
            parity_verb("vqgan-train", " of a VQGAN's training step", parity<ParityKind::VqganTrain>),
            parity_verb("clip", " of open_clip", parity<ParityKind::Clip>),
            parity_verb("vqgan-clip", " of ten steps of text to image", parity<ParityKind::VqganClip>),
            parity_verb("cutouts", " of cutouts and augmentations", parity<ParityKind::Cutouts>),
            parity_verb("optimisers", " of the latent's optimisers (a folder with optimisers.json)",
                        parity<ParityKind::Optimisers>),
            parity_verb("tokenizer", " of open_clip's tokenizer (a folder with tokenizer.jsonl)",
                        parity<ParityKind::Tokenizer>),
            all_cases_verb()};
}

Program headroom_lab() {
    std::vector<Verb> verbs = bench_verbs();
    for (Verb& v : parity_verbs()) verbs.push_back(std::move(v));
    return {"headroom-lab",
            "Measures Headroom's engine and compares it with the reference libraries.",
            std::move(verbs),
            {}};
}

}  // namespace headroom::lab
