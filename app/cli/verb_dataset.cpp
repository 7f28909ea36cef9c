// dataset inspect, dataset suggest, dataset export: what training would see, and what suits it.
#include "app/cli/completion_values.h"
#include "app/cli/dataset_words.h"
#include "app/cli/json_line.h"
#include "app/cli/made_folders.h"
#include "app/cli/settings.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/config/config_io.h"
#include "core/data/dataset.h"
#include "core/data/shapes/scene_export.h"
#include "core/families/registry.h"
#include "core/families/suggestion.h"
#include "core/io/files/atomic_file.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/tensors/tensor_file.h"

#include <nlohmann/json.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kSheetPictures = 64;

Result<DatasetQuery> query_of(const Context& c) {
    if (c.args.has("--data"))
        return bad("--data: " + c.args.positionals[0] + " is named already as what to look at", "Leave --data out.");
    auto patch = settings_from(c.args, {}, c.model);
    if (!patch) return patch.error();
    std::error_code ec;
    const std::string& path = c.args.positionals[0];
    (*patch)["data.path"] = path == "shapes" ? path : fs::absolute(path, ec).lexically_normal().string();
    auto config = with_patch(TrainConfig{}, *patch);
    if (!config) return config.error();
    // A report lists every bad file, however many there are.
    config->data_max_bad = 100;
    DatasetQuery query;
    query.config = *config;
    query.thumbnails_wanted = 0;
    return query;
}

Result<void> write_thumbs(const std::string& path, const ImageList& images) {
    if (images.empty()) return make_error(ErrorCode::NotFound, "--thumbs: there are no accepted pictures");
    std::vector<std::byte> bytes;
    for (const ImageBuffer& image : images) {
        const auto* first = reinterpret_cast<const std::byte*>(image.pixels->data());
        bytes.insert(bytes.end(), first, first + image.pixels->size());
    }
    const ImageBuffer& one = images.front();
    TensorView view{
        "thumbs", DType::U8, {static_cast<std::int64_t>(images.size()), one.height, one.width, one.channels}, bytes};
    auto written = write_safetensors(path, {view}, {});
    return written ? Result<void>{} : Result<void>{written.error()};
}

void tell(const Context& c, const DatasetReport& report) {
    if (c.console.json()) {
        Json rejected = Json::array(), images = Json::array();
        for (const RejectedFile& r : report.rejected) rejected.push_back({{"path", r.path}, {"reason", r.reason}});
        for (const DatasetImage& i : report.images) {
            images.push_back({{"path", i.path}, {"width", i.width}, {"height", i.height}, {"mean_rgb", i.mean_rgb}});
        }
        Json out{{"accepted", report.accepted},
                 {"rejected", std::move(rejected)},
                 {"images", std::move(images)},
                 {"name", report.name},
                 {"kind", report.kind},
                 {"smallest_side", report.smallest_side},
                 {"largest_side", report.largest_side}};
        if (report.facts) out["facts"] = facts_json(*report.facts);
        c.console.print(json_line(out));
        return;
    }
    std::string out = report.name + " (" + report.kind + "): " + std::to_string(report.accepted) + " pictures";
    if (report.largest_side > 0)
        out += ", sides " + std::to_string(report.smallest_side) + " to " + std::to_string(report.largest_side) + " px";
    out += "\n";
    if (report.facts) out += facts_text(*report.facts);
    if (!report.rejected.empty()) out += std::to_string(report.rejected.size()) + " files rejected:\n";
    for (const RejectedFile& r : report.rejected) out += "  " + r.path + ": " + r.reason + "\n";
    c.console.print(out);
}

Result<int> inspect(const Context& c) {
    auto query = query_of(c);
    if (!query) return query.error();
    query->list_images = c.console.json();
    query->look = true;
    if (c.args.has("--sheet")) query->thumbnails_wanted = kSheetPictures;
    if (c.args.has("--thumbs")) query->thumbnails_wanted = 100000;
    auto folders = MadeFolders::above_all({c.args.get("--thumbs"), c.args.get("--sheet")});
    if (!folders) return folders.error();
    auto services = c.services();
    auto report = services->inspect_dataset(*query, c.progress(), c.stop);
    if (!report) return report.error();
    if (c.args.has("--thumbs")) {
        if (auto ok = write_thumbs(c.args.get("--thumbs"), report->thumbnails); !ok) return ok.error();
    }
    if (c.args.has("--sheet")) {
        ImageList shown = report->thumbnails;
        if (shown.empty()) return make_error(ErrorCode::NotFound, "--sheet: there are no accepted pictures");
        shown.resize(std::min<std::size_t>(shown.size(), kSheetPictures));
        if (auto ok = write_png(c.args.get("--sheet"), compose_grid(shown)); !ok) return ok.error();
    }
    folders->keep();
    tell(c, *report);
    return 0;
}

Result<int> suggest(const Context& c) {
    auto query = query_of(c);
    if (!query) return query.error();
    query->look = true;
    auto folders = MadeFolders::above_all({c.args.get("--out")});
    if (!folders) return folders.error();
    const auto report = c.services()->inspect_dataset(*query, c.progress(), c.stop);
    if (!report) return report.error();
    if (!report->suggestion)
        return make_error(ErrorCode::NotFound,
                          c.args.positionals[0] + ": there are no pictures to propose a recipe for",
                          "dataset inspect lists the files that were rejected.");
    const auto given = settings_from(c.args, {}, c.model);
    if (!given) return given.error();
    const SuggestedRecipe recipe = with_given(*report->suggestion, *given);
    ParamPatch patch = recipe.patch();
    patch["data.path"] = query->config.data_path;
    const auto config = with_patch(default_config(recipe.model), patch);
    if (!config) return config.error();
    // What no proposal is to blame for would be refused without a recipe, too.
    if (const auto problems = check_config(*config, false); !problems.empty())
        return make_error(ErrorCode::InvalidArgument, problems.front().message,
                          "Set that too, or leave out what excludes it.");
    if (c.args.has("--out")) {
        if (auto ok = write_text_atomic(c.args.get("--out"), write_config(*config)); !ok) return ok.error();
        folders->keep();
    }
    if (c.console.json()) {
        Json out{{"name", report->name}, {"facts", facts_json(*report->facts)}};
        out.update(suggestion_json(recipe));
        out["recipe"] = c.args.get("--out");
        c.console.print(json_line(out));
        return 0;
    }
    c.console.print(report->name + ": " + std::to_string(report->facts->pictures) + " pictures\n" +
                    facts_text(*report->facts) + "\n" + suggestion_text(recipe));
    if (c.args.has("--out"))
        c.console.message("written to " + c.args.get("--out") + "; begin with: headroom-cli train " +
                          std::string(name_of(recipe.model)) + " --config " + sh_word(c.args.get("--out")));
    return 0;
}

/// The picture's own stem; a number for sources without files, and after it where two files share one.
std::string name_for(const DatasetReport& report, std::int64_t index, std::set<std::string>& taken) {
    const auto at = static_cast<std::size_t>(index);
    std::string stem = at < report.images.size() ? fs::path(report.images[at].path).stem().string() : "";
    if (stem.empty() || report.kind != "folder") {
        char number[32];
        std::snprintf(number, sizeof number, "%06lld", static_cast<long long>(index));
        stem = number;
    }
    std::string name = stem;
    for (int n = 2; !taken.insert(name).second; ++n) name = stem + "-" + std::to_string(n);
    return name + ".png";
}

/// --packed and --captions: scenes by their numbers, with what they show; no data set is opened.
Result<int> export_scenes(const Context& c) {
    if (c.args.has("--out"))
        return bad("--out: is the folder of pictures; --packed and --captions write files instead",
                   "Leave --out out, or export the pictures by themselves.");
    if (c.args.has("--wordings") && !c.args.has("--captions"))
        return bad("--wordings: is of captions, and none are written", "Name a file for them: --captions FILE.");
    auto query = query_of(c);
    if (!query) return query.error();
    if (query->config.data_path != "shapes")
        return make_error(ErrorCode::InvalidArgument, "--packed and --captions are of the built-in shapes alone",
                          "Write: dataset export shapes --packed FILE");
    auto first = c.args.whole("--first", 0, 0, std::int64_t{1} << 40);
    if (!first) return first.error();
    auto wordings = c.args.whole("--wordings", 4, 1, 64);
    if (!wordings) return wordings.error();
    const shapes::SceneRange scenes{query->config.data_variety, *first, query->config.data_count};
    auto folders = MadeFolders::above_all({c.args.get("--packed"), c.args.get("--captions")});
    if (!folders) return folders.error();
    if (c.args.has("--packed")) {
        auto ok = shapes::write_packed_scenes(c.args.get("--packed"), scenes,
                                              static_cast<int>(query->config.image_size), c.progress(), c.stop);
        if (!ok) return ok.error();
    }
    if (c.args.has("--captions")) {
        if (auto ok =
                shapes::write_scene_captions(c.args.get("--captions"), scenes, static_cast<int>(*wordings), c.stop);
            !ok)
            return ok.error();
    }
    folders->keep();
    const Json line{{"packed", c.args.get("--packed")},
                    {"captions", c.args.get("--captions")},
                    {"first", scenes.first},
                    {"pictures", scenes.count}};
    c.console.print(c.console.json() ? json_line(line) : std::to_string(scenes.count) + " scenes written\n");
    return 0;
}

/// Whether `path` is `folder` or lies in it.
bool lies_in(const std::string& path, const std::string& folder) {
    std::error_code ec;
    const fs::path within = fs::weakly_canonical(fs::absolute(path, ec), ec)
                                .lexically_relative(fs::weakly_canonical(fs::absolute(folder, ec), ec));
    return !within.empty() && *within.begin() != "..";
}

Result<int> export_pictures(const Context& c) {
    if (c.args.has("--packed") || c.args.has("--captions")) return export_scenes(c);
    for (const char* option : {"--first", "--wordings"}) {
        if (c.args.has(option))
            return bad(std::string(option) + ": is of --packed and --captions, and neither is written",
                       "Name a file for the scenes: --packed FILE or --captions FILE.");
    }
    if (!c.args.has("--out")) return make_error(ErrorCode::InvalidArgument, "--out: name a folder for the pictures");
    auto query = query_of(c);
    if (!query) return query.error();
    const std::string out = c.args.get("--out");
    std::error_code ec;
    const std::string& data_path = query->config.data_path;
    if (data_path != "shapes" && fs::is_directory(data_path, ec) && lies_in(out, data_path))
        return bad("--out: " + out + " lies in the folder of the pictures themselves",
                   "Name another folder: pictures of that one would be replaced, or what is written taken for some.");
    query->list_images = true;
    auto report = c.services()->inspect_dataset(*query, c.progress(), c.stop);
    if (!report) return report.error();
    auto data = open_dataset(query->config, "", c.progress(), c.stop);
    if (!data) return data.error();
    fs::create_directories(out, ec);
    if (ec) return make_error(ErrorCode::Disk, out + ": cannot be made: " + ec.message());
    // Names follow the pictures only while both readers agree which files are readable.
    if ((*data)->count() != static_cast<std::int64_t>(report->images.size())) report->images.clear();
    const std::size_t bytes = static_cast<std::size_t>((*data)->size()) * static_cast<std::size_t>((*data)->size()) *
                              static_cast<std::size_t>((*data)->channels());
    std::set<std::string> taken;
    for (std::int64_t i = 0; i < (*data)->count(); ++i) {
        if (c.stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the export was stopped");
        const std::uint8_t* first = (*data)->image(i);
        const ImageBuffer image{(*data)->size(), (*data)->size(), (*data)->channels(),
                                std::make_shared<const std::vector<std::uint8_t>>(first, first + bytes)};
        if (auto ok = write_png((fs::path(out) / name_for(*report, i, taken)).string(), image); !ok) return ok.error();
        c.progress()("writing pictures", static_cast<double>(i) / static_cast<double>((*data)->count()));
    }
    const Json line{{"path", out}, {"pictures", taken.size()}, {"rejected", report->rejected.size()}};
    c.console.print(c.console.json() ? json_line(line) : std::to_string(taken.size()) + " pictures in " + out + "\n");
    return 0;
}

nlohmann::ordered_json dataset_answer() {
    using namespace shape;
    const Json rejected = object_of({{"path", a_text()}, {"reason", a_text()}});
    const Json image =
        object_of({{"path", a_text()}, {"width", a_whole()}, {"height", a_whole()}, {"mean_rgb", list_of(a_number())}});
    return object_of({{"accepted", a_whole()},
                      {"rejected", list_of(rejected)},
                      {"images", list_of(image)},
                      {"name", a_text()},
                      {"kind", a_text()},
                      {"smallest_side", a_whole()},
                      {"largest_side", a_whole()},
                      {"facts?", facts_shape()}});
}

nlohmann::ordered_json suggest_answer() {
    using namespace shape;
    return with_members(object_of({{"name", a_text()}, {"facts", facts_shape()}, {"recipe", a_text()}}),
                        suggestion_shape());
}

/// Pictures in a folder, or scenes in files.
nlohmann::ordered_json dataset_export_answer() {
    using namespace shape;
    const Json pictures = object_of({{"path", a_text()}, {"pictures", a_whole()}, {"rejected", a_whole()}});
    const Json scenes =
        object_of({{"packed", a_text()}, {"captions", a_text()}, {"first", a_whole()}, {"pictures", a_whole()}});
    return {{"anyOf", Json::array({pictures, scenes})}};
}

}  // namespace

std::vector<Verb> dataset_verbs() {
    Verb look, propose, write;
    look.syntax = {
        "dataset inspect",
        "PATH|shapes",
        1,
        1,
        {{"--thumbs", "FILE", "Write the pictures as training sees them (uint8, --size) to a safetensors file."},
         {"--sheet", "FILE", "Write a contact sheet of the first 64 as PNG."}}};
    look.summary = "Count a data set's pictures and list the files that were rejected, with reasons.";
    look.settings = true;
    look.run = inspect;
    look.answer = dataset_answer;
    propose.syntax = {"dataset suggest",
                      "PATH|shapes",
                      1,
                      1,
                      {{"--out", "FILE", "Write the recipe to FILE, which train --config takes."}}};
    propose.summary = "Look at a data set and propose the settings that suit it, each with its reason.";
    propose.details =
        "Settings that are given (--set and its short forms) go before what is proposed; proposals that they contradict are left out, and named.";
    propose.settings = true;
    propose.run = suggest;
    propose.answer = suggest_answer;
    write.syntax = {"dataset export",
                    "PATH|shapes",
                    1,
                    1,
                    {{"--out", "DIR", "Folder for the pictures."},
                     {"--packed", "FILE", "Shapes: write them to one safetensors file instead (uint8, --size)."},
                     {"--captions", "FILE", "Shapes: write what each shows, and captions, as a JSON object a line."},
                     {"--first", "N", "Shapes: number of the first scene of --packed and --captions (0)."},
                     {"--wordings", "N", "Shapes: captions for each scene (4)."}}};
    write.summary = "Write every accepted picture as training sees it, as PNG.";
    write.settings = true;
    write.run = export_pictures;
    write.answer = dataset_export_answer;
    look.tensors = write.tensors = Tensors::Unused;
    propose.tensors = Tensors::Wished;  // what is proposed depends on the devices
    return {look, propose, write};
}

}  // namespace headroom::cli
