// score: how good pictures are, measured against others.
#include "app/cli/json_line.h"
#include "app/cli/option_reader.h"
#include "app/cli/run_json.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/base/units.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

/// What is told of each space of features, and what the table calls it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kOfSpaces{{{"fid", "FID"},
                                                                                  {"kid", "KID"},
                                                                                  {"precision", "precision"},
                                                                                  {"recall", "recall"},
                                                                                  {"copies", "copies"},
                                                                                  {"mmd", "MMD"}}};

void put_estimate(Json& out, const std::string& name, const Estimate& estimate) {
    out[name] = estimate.value;
    out[name + "_error"] = estimate.error;
}

Json space_json(const SpaceScores& space) {
    Json out = Json::object();
    out["features"] = space.figures.feature_width;
    for (const auto& [name, label] : kOfSpaces) {
        if (name == "mmd" && !std::isfinite(space.figures.mmd)) continue;  // of CLIP's features alone
        put_estimate(out, std::string(name), score_named(name)->in(space.figures));
    }
    if (!space.file.empty()) out["weights"] = space.file;
    out["known"] = space.known;
    return out;
}

Json score_report_json(const ScoreRequest& request, const ScoreReport& report) {
    Json spaces = Json::object();
    for (const SpaceScores& space : report.spaces) spaces[space.figures.features] = space_json(space);
    Json out{{"source", report.source},
             {"against", report.against},
             {"pictures", report.pictures},
             {"pictures_against", report.pictures_against},
             {"copies_among", report.copies_among},
             {"seed", request.seed},
             {"resize", name_of(request.resize)},
             {"scores", std::move(spaces)}};
    put_estimate(out, "ms_ssim", report.ms_ssim);
    put_estimate(out, "ms_ssim_against", report.ms_ssim_against);
    out["notes"] = report.notes;
    if (const auto& d = report.discriminator) {
        put_estimate(out, "d_gap", {d->gap, d->error});
        put_estimate(out, "d_recognised", {d->recognised, d->recognised_error});
    }
    return out;
}

/// A table, a row per space.
std::string score_report_text(const ScoreReport& report) {
    const auto text = [](const Estimate& e) {
        return std::isfinite(e.value) ? figure_text(e.value) + plus_minus_text(e.error) : "-";
    };
    std::vector<std::vector<std::string>> table{{""}};
    for (const auto& [name, label] : kOfSpaces) table.front().emplace_back(label);
    for (const SpaceScores& space : report.spaces) {
        table.push_back({space.figures.features});
        for (const auto& [name, label] : kOfSpaces) table.back().push_back(text(score_named(name)->in(space.figures)));
    }
    std::string out = std::to_string(report.pictures) + " of " + report.source + " against " +
                      std::to_string(report.pictures_against) + " of " + report.against + "\n" + table_text(table) +
                      "MS-SSIM of pairs: " + text(report.ms_ssim) + "; of the others: " + text(report.ms_ssim_against) +
                      "\n";
    if (const auto& d = report.discriminator)
        out += "D's gap between seen and held-out pictures: " + text({d->gap, d->error}) +
               ", of pairs recognised: " + text({d->recognised, d->recognised_error}) + " (0.5: chance)\n";
    return out;
}

Result<ScoreRequest> score_request(const Context& c) {
    OptionReader options(c.args);
    ScoreRequest request;
    request.source = c.args.positionals[0];
    std::error_code ec;
    if (!std::filesystem::is_directory(request.source, ec)) {
        auto found = find_source(request.source, *c.services());
        if (!found) return found.error();
        request.source = *std::move(found);
    }
    request.against = c.args.get("--against");
    request.held_out = c.args.get("--held-out");
    if (c.args.has("--features")) request.features = c.args.all("--features");
    const std::string resize = options.word("--resize", {"clean-fid", "pytorch-fid", "torch-fidelity"});
    request.count = options.whole("--count", 0, 5, 1000000);
    request.among = options.whole("--among", request.among, 5, 1000000);
    request.subset = options.whole("--subset", request.subset, 3, 100000);
    request.subsets = options.whole("--subsets", request.subsets, 1, 100000);
    request.seed =
        static_cast<std::uint32_t>(options.whole("--seed", request.seed, 1, std::numeric_limits<std::uint32_t>::max()));
    request.batch = options.whole("--batch", request.batch, 1, 4096);
    request.ema = options.word("--weights", {"ema", "raw"}) == "ema";
    request.device = c.args.get("--device", "auto");
    request.budget = options.bytes("--budget");
    if (options.error()) return *options.error();
    request.resize = enum_from_name<InceptionResize>(resize).value_or(request.resize);
    return request;
}

Result<int> score_sets(const Context& c) {
    auto request = score_request(c);
    if (!request) return request.error();
    auto report = c.environment.score(*request, c.progress(), c.stop);
    if (!report) return report.error();
    for (const std::string& note : report->notes) c.console.message(note);
    c.console.print(c.console.json() ? json_line(score_report_json(*request, *report)) : score_report_text(*report));
    return 0;
}

Json set_scores_answer() {
    using namespace shape;
    const Json space = object_of({{"features", a_whole()},
                                  {"fid", a_number()},
                                  {"fid_error", a_number()},
                                  {"kid", a_number()},
                                  {"kid_error", a_number()},
                                  {"precision", a_number()},
                                  {"precision_error", a_number()},
                                  {"recall", a_number()},
                                  {"recall_error", a_number()},
                                  {"copies", a_number()},
                                  {"copies_error", a_number()},
                                  {"mmd?", a_number()},
                                  {"mmd_error?", a_number()},
                                  {"weights?", a_text()},
                                  {"known", a_flag()}});
    return object_of({{"source", a_text()},
                      {"against", a_text()},
                      {"pictures", a_whole()},
                      {"pictures_against", a_whole()},
                      {"copies_among", a_whole()},
                      {"seed", a_whole()},
                      {"resize", one_of(std::span(EnumNames<InceptionResize>::names))},
                      {"scores", map_of(space)},
                      {"ms_ssim", a_number()},
                      {"ms_ssim_error", a_number()},
                      {"ms_ssim_against", a_number()},
                      {"ms_ssim_against_error", a_number()},
                      {"notes", list_of(a_text())},
                      {"d_gap?", a_number()},
                      {"d_gap_error?", a_number()},
                      {"d_recognised?", a_number()},
                      {"d_recognised_error?", a_number()}});
}

}  // namespace

std::vector<Verb> score_verbs() {
    Verb verb;
    verb.syntax = {
        "score",
        "RUN|CKPT|WEIGHTS|FOLDER",
        1,
        1,
        {{"--against", "FOLDER",
          "The pictures that these ought to be like. Default for a run: what it was trained on."},
         {"--held-out", "FOLDER",
          "Pictures that a run was not trained on: how much more real its discriminator finds those that it was. Without it, what the run has held out (data.held_out)."},
         {"--features",
          "LIST",
          "Spaces of features, with commas: random (fixed random convolutions), clip or clip=FILE (the built-in one, or weights), inception=FILE (weights of pytorch-fid or torch-fidelity). Default random,clip.",
          false,
          {"random", "clip"}},
         {"--resize", "clean-fid|pytorch-fid|torch-fidelity",
          "How pictures come to Inception's 299 pixels. Default clean-fid."},
         {"--count", "N", "Pictures of each side at most. Default: all of a folder, 2,048 samples of a run."},
         {"--among", "N",
          "Pictures of the other side that copies are looked for among, mirrored ones counted, those of --count at least. Default: all, 20,000 at most; of Inception or a large CLIP each takes a processor some tenth of a second."},
         {"--subset", "N", "Pictures of a subset of KID. Default 1000."},
         {"--subsets", "N", "Subsets of KID. Default 100."},
         {"--seed", "N", "Which samples, subsets and pairs. Default 2020."},
         {"--batch", "N", "Pictures at once; fewer where memory is short. Default 16."},
         {"--weights", "ema|raw", "Which weights of a run. Default ema."},
         {"--device", "DEVICE", "auto (default), cpu, cuda, cuda:N."},
         {"--budget", "SIZE", "Tensor bytes that may be in use. Default: nine tenths of what is free."}}};
    verb.summary =
        "Score pictures, or samples of a run, against others: FID, KID, precision, recall, copies, diversity.";
    verb.details =
        "Of two folders each picture is taken at its own size; samples are compared with the data set as training sees it. Files that cannot be read are left out; the notes say how many, and name one.\n"
        "Files are read as Pillow's convert(\"RGB\") reads them for the packages, but on white where they are transparent, turned as EXIF says, and 16 bits rounded to 8 (Pillow makes grey above 255 white).\n"
        "Behind each figure stands its standard error: how far off it may be because there were no more pictures. FID's, precision's and copies' is that of these pictures, recall's that of the others, KID's (of one subset) and MMD's that of both. That FID is too large with few pictures is no part of it.\n"
        "FID, KID: distances, less is better. Precision: share of pictures that lie among the others; recall: share of the others that lie among these.\n"
        "Copies: share that is nearer to a training picture than that one is to any other (unseen real pictures: about a half); looked for among all pictures of the other side, not those of --count alone, and where a run mirrors its pictures (data.mirror) among mirrored ones too.\n"
        "Features of the other side are kept in the user's cache, and read where the same pictures were looked at before by the same weights (known in the JSON).\n"
        "CLIP's features count by their directions. MMD: of these, times 1,000 (CMMD). MS-SSIM: mean of random pairs, high where samples look alike.\n"
        "Figures of random features and of the built-in CLIP compare with their own alone, those of inception with the package that --resize names.";
    verb.run = score_sets;
    verb.answer = set_scores_answer;
    return {verb};
}

}  // namespace headroom::cli
