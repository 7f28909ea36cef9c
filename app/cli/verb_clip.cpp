// clip embed, clip score: pictures and texts in CLIP's space.
#include "app/cli/json_line.h"
#include "app/cli/made_folders.h"
#include "app/cli/option_reader.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"

#include <cstdio>

namespace headroom::cli {
namespace {

Result<ClipRequest> clip_request(const Context& c) {
    OptionReader options(c.args);
    ClipRequest request;
    request.pictures = c.args.all("--image");
    request.texts = c.args.all("--text");
    request.clip = c.args.get("--clip");
    request.tensors = c.args.get("--tensors");
    request.device = c.args.get("--device", "auto");
    request.budget = options.bytes("--budget");
    if (options.error()) return *options.error();
    return request;
}

/// With the folders above the file that they are written to.
Result<ClipReport> features_of(const Context& c, const ClipRequest& request) {
    auto folders = MadeFolders::above_all({request.tensors});
    if (!folders) return folders.error();
    auto report = c.environment.clip_features(request, c.progress(), c.stop);
    if (report) folders->keep();
    return report;
}

Result<int> embed(const Context& c) {
    auto request = clip_request(c);
    if (!request) return request.error();
    if (request->tensors.empty())
        return bad_option("--tensors", "a file for the features is missing",
                          "Name the safetensors file that they are written to.");
    const auto report = features_of(c, *request);
    if (!report) return report.error();
    for (const std::string& note : report->notes) c.console.message(note);
    if (c.console.json()) {
        c.console.print(json_line({{"clip", report->clip},
                                   {"images", request->pictures},
                                   {"texts", request->texts},
                                   {"features", report->features},
                                   {"tensors", request->tensors}}));
    } else {
        c.console.print(std::to_string(request->pictures.size()) + " pictures and " +
                        std::to_string(request->texts.size()) + " texts, " + std::to_string(report->features) +
                        " numbers each\n" + request->tensors + "\n");
    }
    return 0;
}

/// Two tables, a row per picture and a column per text; the texts are named below by their numbers.
std::string score_tables(const ClipRequest& request, const ClipReport& report) {
    std::string out;
    char cell[32];
    for (const auto& [title, table] :
         {std::pair{"cosine", &report.cosine}, {"spherical distance", &report.spherical}}) {
        out += std::string(title) + "\n";
        for (std::size_t t = 0; t < request.texts.size(); ++t) {
            std::snprintf(cell, sizeof cell, " %9zu", t + 1);
            out += cell;
        }
        out += "\n";
        for (std::size_t p = 0; p < request.pictures.size(); ++p) {
            for (const double value : (*table)[p]) {
                std::snprintf(cell, sizeof cell, " %9.4f", value);
                out += cell;
            }
            out += "  " + request.pictures[p] + "\n";
        }
    }
    for (std::size_t t = 0; t < request.texts.size(); ++t)
        out += std::to_string(t + 1) + ": " + request.texts[t] + "\n";
    return out;
}

Result<int> score(const Context& c) {
    auto request = clip_request(c);
    if (!request) return request.error();
    if (request->pictures.empty() || request->texts.empty())
        return bad_option(request->pictures.empty() ? "--image" : "--text", "at least one is needed");
    const auto report = features_of(c, *request);
    if (!report) return report.error();
    for (const std::string& note : report->notes) c.console.message(note);
    c.console.print(c.console.json() ? json_line({{"clip", report->clip},
                                                  {"images", request->pictures},
                                                  {"texts", request->texts},
                                                  {"cosine", report->cosine},
                                                  {"spherical", report->spherical}})
                                     : score_tables(*request, *report));
    return 0;
}

nlohmann::ordered_json embed_answer() {
    using namespace shape;
    return object_of({{"clip", a_text()},
                      {"images", list_of(a_text())},
                      {"texts", list_of(a_text())},
                      {"features", a_whole()},
                      {"tensors", a_text()}});
}

nlohmann::ordered_json score_answer() {
    using namespace shape;
    return object_of({{"clip", a_text()},
                      {"images", list_of(a_text())},
                      {"texts", list_of(a_text())},
                      {"cosine", list_of(list_of(a_number()))},
                      {"spherical", list_of(list_of(a_number()))}});
}

}  // namespace

std::vector<Verb> clip_verbs() {
    std::vector<Option> options{
        {"--image", "FILE", "A picture; may be repeated."},
        {"--text", "TEXT", "A text; may be repeated."},
        {"--clip", "FILE", "Weights of the CLIP. Default: the built-in one, which knows the built-in shapes alone."},
        {"--tensors", "FILE", "Write images, image_features, tokens, text_features as safetensors."},
        {"--device", "DEVICE", "auto (default), cpu, cuda, cuda:N."},
        {"--budget", "SIZE", "Tensor bytes that may be in use. Default: nine tenths of what is free."}};
    Verb features;
    features.syntax = {"clip embed", "", 0, 0, options};
    features.summary = "Write CLIP's features of pictures and texts.";
    features.details =
        "Features are not normalised. Pictures are prepared as open_clip does: bicubic, the middle cut out, normalised.";
    features.run = embed;
    features.answer = embed_answer;
    Verb table = features;
    table.syntax.verb = "clip score";
    table.summary = "How well each picture fits each text: cosine and spherical distance.";
    table.details = "Spherical distance: 2 asin(|u - v| / 2)^2 of unit features, what text to image makes small.";
    table.run = score;
    table.answer = score_answer;
    return {features, table};
}

}  // namespace headroom::cli
