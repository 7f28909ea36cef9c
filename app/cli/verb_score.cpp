// score: how good pictures are, measured against others.
#include "app/cli/json_line.h"
#include "app/cli/option_reader.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"

#include <cstdio>
#include <filesystem>
#include <limits>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

Json space_json(const SpaceScores& space) {
    Json out{{"features", space.width},
             {"fid", space.fid},
             {"kid", space.kid},
             {"kid_error", space.kid_error},
             {"precision", space.precision},
             {"precision_error", space.precision_error},
             {"recall", space.recall},
             {"recall_error", space.recall_error},
             {"copies", space.copies},
             {"copies_error", space.copies_error}};
    if (space.mmd) out["mmd"] = *space.mmd;
    if (!space.file.empty()) out["weights"] = space.file;
    return out;
}

Json score_report_json(const ScoreRequest& request, const ScoreReport& report) {
    Json spaces = Json::object();
    for (const SpaceScores& space : report.spaces) spaces[space.name] = space_json(space);
    Json out{{"source", report.source},
             {"against", report.against},
             {"pictures", report.pictures},
             {"pictures_against", report.pictures_against},
             {"copies_among", report.copies_among},
             {"seed", request.seed},
             {"resize", name_of(request.resize)},
             {"scores", std::move(spaces)},
             {"ms_ssim", report.ms_ssim},
             {"ms_ssim_against", report.ms_ssim_against},
             {"notes", report.notes}};
    if (report.discriminator) {
        out["d_gap"] = report.discriminator->gap;
        out["d_gap_error"] = report.discriminator->error;
        out["d_recognised"] = report.discriminator->recognised;
    }
    return out;
}

/// A table, a row per space.
std::string score_report_text(const ScoreReport& report) {
    std::string out = std::to_string(report.pictures) + " of " + report.source + " against " +
                      std::to_string(report.pictures_against) + " of " + report.against +
                      "\n                FID       KID   +-        precision  recall  copies  MMD\n";
    char row[160];
    for (const SpaceScores& s : report.spaces) {
        std::snprintf(row, sizeof row, "%-10s %8.4g  %8.3g   %-8.2g  %9.3f  %6.3f  %6.3f", s.name.c_str(), s.fid, s.kid,
                      s.kid_error, s.precision, s.recall, s.copies);
        out += row;
        if (s.mmd) {
            std::snprintf(row, sizeof row, "  %.4g", *s.mmd);
            out += row;
        }
        out += "\n";
    }
    std::snprintf(row, sizeof row, "MS-SSIM of pairs: %.3f; of the others: %.3f\n", report.ms_ssim,
                  report.ms_ssim_against);
    out += row;
    if (const auto& d = report.discriminator) {
        std::snprintf(
            row, sizeof row,
            "D's gap between seen and held-out pictures: %.3f +- %.2g, recognised in %.0f %% of pairs (50 %%: chance)\n",
            d->gap, d->error, 100 * d->recognised);
        out += row;
    }
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
                                  {"kid", a_number()},
                                  {"kid_error", a_number()},
                                  {"precision", a_number()},
                                  {"precision_error", a_number()},
                                  {"recall", a_number()},
                                  {"recall_error", a_number()},
                                  {"copies", a_number()},
                                  {"copies_error", a_number()},
                                  {"mmd?", a_number()},
                                  {"weights?", a_text()}});
    return object_of({{"source", a_text()},
                      {"against", a_text()},
                      {"pictures", a_whole()},
                      {"pictures_against", a_whole()},
                      {"copies_among", a_whole()},
                      {"seed", a_whole()},
                      {"resize", one_of(std::span(EnumNames<InceptionResize>::names))},
                      {"scores", map_of(space)},
                      {"ms_ssim", a_number()},
                      {"ms_ssim_against", a_number()},
                      {"notes", list_of(a_text())},
                      {"d_gap?", a_number()},
                      {"d_gap_error?", a_number()},
                      {"d_recognised?", a_number()}});
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
        "FID, KID: distances, less is better; +- is the standard error of one subset's KID. Precision: share of pictures that lie among the others; recall: share of the others that lie among these.\n"
        "Copies: share that is nearer to a training picture than that one is to any other (unseen real pictures: about a half); looked for among all pictures of the other side, not those of --count alone, and where a run mirrors its pictures (data.mirror) among mirrored ones too.\n"
        "CLIP's features count by their directions. MMD: of these, times 1,000 (CMMD). MS-SSIM: mean of random pairs, high where samples look alike.\n"
        "Figures of random features and of the built-in CLIP compare with their own alone, those of inception with the package that --resize names.";
    verb.run = score_sets;
    verb.answer = set_scores_answer;
    return {verb};
}

}  // namespace headroom::cli
