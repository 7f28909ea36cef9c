// export RUN: what a run made, as files.
#include "app/cli/json_line.h"
#include "app/cli/made_folders.h"
#include "app/cli/named_config.h"
#include "app/cli/option_reader.h"
#include "app/cli/out_names.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/api/file_endings.h"
#include "core/base/file_handle.h"
#include "core/families/portable.h"
#include "core/families/registry.h"
#include "core/io/files/passing_folder.h"
#include "core/io/runs/run_folder.h"

#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// A thing that can be exported, its formats (the first is the default) and the file it is called.
struct Kind {
    const char* name;
    ExportKind kind;
    std::vector<std::string> formats;
    const char* stem;              ///< null: as the run
    const char* ending = nullptr;  ///< null: that of the format
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all{
        {"grid", ExportKind::Grid, {"png"}, "grid"},
        {"timelapse", ExportKind::Timelapse, {"gif", "webp", "mp4"}, "timelapse"},
        {"curves", ExportKind::Metrics, {"svg"}, "curves"},
        {"metrics", ExportKind::Metrics, {"csv", "json"}, "metrics"},
        {"tensorboard", ExportKind::Metrics, {"tfevents"}, "events"},
        {"checkpoint", ExportKind::Checkpoint, {"safetensors", "pth"}, "netG"},
        {"model", ExportKind::Model, {"safetensors"}, "model"},
        {"onnx", ExportKind::Onnx, {"onnx"}, "network"},
        {"config", ExportKind::Config, {"json"}, "config"},
        {"recipe", ExportKind::Config, {"json"}, nullptr, kRecipeEnding},
        {"run", ExportKind::Run, {"zip"}, nullptr, kRunEnding},
        {"archive", ExportKind::Run, {"zip"}, nullptr, kRunEnding},  // the same by the name that others call it
    };
    return all;
}

std::vector<std::string> names_of_kinds() {
    std::vector<std::string> out;
    for (const Kind& k : kinds()) out.emplace_back(k.name);
    return out;
}

std::vector<std::string> all_formats() {
    std::vector<std::string> out;
    for (const Kind& k : kinds()) {
        for (const std::string& format : k.formats)
            if (std::find(out.begin(), out.end(), format) == out.end()) out.push_back(format);
    }
    return out;
}

std::vector<std::string> words_of(const std::string& list) {
    std::vector<std::string> out;
    std::stringstream in(list);
    for (std::string word; std::getline(in, word, ',');) {
        if (!word.empty()) out.push_back(word);
    }
    return out;
}

struct Plan {
    const Kind* kind;
    std::string format;

    std::string ending() const { return kind->ending ? kind->ending : "." + format; }
};

/// The format that the name of a file to write asks for; empty: none of `kind`, or it is a folder.
std::string format_by_name(const Kind& kind, const std::string& out) {
    if (names_a_folder(out)) return {};
    const auto it = std::find(kind.formats.begin(), kind.formats.end(), ending_of(out).substr(1));
    return it == kind.formats.end() ? std::string() : *it;
}

/// A name that has another ending than what is written there would be a folder that looks like a file. A model is a folder of any name.
Result<void> check_out_name(const Plan& p, const std::string& out) {
    if (p.kind->kind == ExportKind::Model || names_a_folder(out)) return {};
    std::vector<std::string> endings;
    for (const std::string& format : p.kind->formats) endings.push_back("." + format);
    if (p.kind->ending) endings.emplace_back(p.kind->ending);
    if (std::find(endings.begin(), endings.end(), ending_of(out)) != endings.end()) return {};
    return bad("--out: " + out + " is no " + endings_in_words(endings) + " file",
               "The name of a new folder ends in /.");
}

/// Which formats go with which things; each named format must be of use to one of them. Where none is named and one thing is exported, it is that of
/// the file's name.
Result<std::vector<Plan>> plan_of(const Args& args) {
    std::vector<Plan> plan;
    const auto formats = words_of(args.get("--format"));
    const bool one = words_of(args.get("--what", "grid")).size() == 1;
    std::vector<bool> used(formats.size(), false);
    for (const std::string& what : words_of(args.get("--what", "grid"))) {
        const auto it = std::find_if(kinds().begin(), kinds().end(), [&](const Kind& k) { return k.name == what; });
        if (it == kinds().end()) {
            Error unknown = not_one_of("--what", what, names_of_kinds());
            const std::string near = nearest(what, names_of_kinds());
            if (!near.empty()) unknown.message += "; did you mean " + near + "?";
            return unknown;
        }
        const std::size_t before = plan.size();
        for (std::size_t i = 0; i < formats.size(); ++i) {
            if (std::find(it->formats.begin(), it->formats.end(), formats[i]) == it->formats.end()) continue;
            plan.push_back({&*it, formats[i]});
            used[i] = true;
        }
        const std::string by_name = one ? format_by_name(*it, args.get("--out")) : std::string();
        if (plan.size() == before) plan.push_back({&*it, by_name.empty() ? it->formats.front() : by_name});
        if (one && plan.size() == 1 && !by_name.empty() && by_name != plan.front().format)
            return bad("--out: its name ends in ." + by_name + ", but --format asks for " + plan.front().format);
    }
    for (std::size_t i = 0; i < formats.size(); ++i) {
        if (!used[i]) return bad("--format: nothing that is exported here can be written as " + formats[i]);
    }
    if (plan.empty()) return bad("--what: names nothing to export");
    if (plan.size() == 1) {
        if (auto ok = check_out_name(plan.front(), args.get("--out")); !ok) return ok.error();
    }
    return plan;
}

/// What the file is called: of weights as their family says.
std::string stem_of(const Kind& kind, const std::string& run, const std::optional<TrainConfig>& config) {
    if (!kind.stem) return fs::path(run_of(run)).filename().string();
    if (!config) return kind.stem;
    const Family& family = family_of(*config);
    if (kind.kind == ExportKind::Checkpoint && !family.facts().exports.empty())
        return std::string(family.facts().exports.front().file);
    if (kind.kind == ExportKind::Model && family.portable()) return std::string(family.portable()->file());
    if (kind.kind == ExportKind::Onnx && family.portable()) return std::string(family.portable()->onnx_file());
    return kind.stem;
}

/// One thing may go to a named file; several go into a folder under their own names. `named`: `out` was given.
std::string target_of(const Plan& p, const std::string& out, bool only_one, bool named, const std::string& run,
                      const std::optional<TrainConfig>& config) {
    const std::string ending = ending_of(out);
    const bool fits = ending == "." + p.format || ending == p.ending();
    if (only_one && fits && !names_a_folder(out)) return out;
    // A model is a folder of files: one of its own among others.
    const fs::path folder =
        p.kind->kind == ExportKind::Model && !(only_one && named) ? fs::path(out) / "model" : fs::path(out);
    return (folder / (stem_of(*p.kind, run, config) + p.ending())).string();
}

Result<ExportRequest> request_from(const Context& c, const std::string& run, const std::optional<TrainConfig>& config) {
    ExportRequest r;
    r.run_dir = run;
    OptionReader options(c.args);
    read_grid(options, r);
    constexpr std::int64_t kMost = ExportRequest::kMostFrames;
    const bool film =
        config && !family_of(*config).worked_folder(*config).empty();  // exported whole unless something else is said
    r.max_frames = static_cast<int>(options.whole("--max-frames", film ? kMost : 200, 1, kMost));
    r.seconds_per_frame = 1.0 / options.real("--fps", 10, 0.1, 100);
    r.licence = options.text("--licence");
    if (options.error()) return *options.error();
    return r;
}

/// Of bare weights only pictures can be exported: they have no history.
Result<void> check_source(const std::string& source, const std::vector<Plan>& plan) {
    std::error_code ec;
    if (!fs::is_regular_file(source, ec)) return {};
    for (const Plan& p : plan) {
        if (p.kind->kind == ExportKind::Grid) continue;
        const bool weights = p.kind->kind == ExportKind::Checkpoint;
        return bad("--what: " + source + " is a weight file, of which only a grid can be exported",
                   weights ? "headroom-cli weights convert changes its format." : "Name a run.");
    }
    return {};
}

/// --out -: one file, to standard output; of weights that are several files the first, the generator. A file is made first, for formats are written with their ends before their beginnings.
Result<int> export_to_stdout(const Context& c, const Plan& p, ExportRequest request) {
    const PassingFolder folder;
    if (folder.path().empty()) {
        std::error_code ec;
        const std::string below = fs::temp_directory_path(ec).string();
        return make_error(ErrorCode::Disk, (below.empty() ? "TMPDIR" : below) + ": cannot be written");
    }
    request.kind = p.kind->kind;
    request.format = p.format;
    request.target = (folder.path() / ("export." + p.format)).string();
    auto done = c.services()->export_run(request, c.progress(), c.stop);
    if (!done) return done.error();
    std::ifstream file(done->path, std::ios::binary);
    if (!file) return make_error(ErrorCode::BadFile, done->path + ": cannot be read");
    std::string piece(1 << 20, '\0');
    while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())), file.gcount() > 0)
        c.console.print_bytes(std::string_view(piece).substr(0, static_cast<std::size_t>(file.gcount())));
    return 0;
}

Result<void> check_stdout(const Context& c, const std::vector<Plan>& plan) {
    if (plan.size() > 1) return bad("--out: - takes one thing in one format", "Name a folder for several.");
    if (c.console.json()) return bad("--out: - and --json both want standard output", "Name a file.");
    if (isatty(STDOUT_FILENO) == 1 && plan.front().format != "json" && plan.front().format != "csv")
        return bad("--out: - would write " + plan.front().format + " to a terminal", "Send it to a file or a program.");
    return {};
}

Result<int> export_run(const Context& c) {
    auto plan = plan_of(c.args);
    if (!plan) return plan.error();
    const bool to_stdout = c.args.get("--out") == "-";
    if (to_stdout) {
        if (auto ok = check_stdout(c, *plan); !ok) return ok.error();
    }
    auto services = c.services();
    auto run = find_source(c.args.positionals[0], *services);
    if (!run) return run.error();
    if (auto ok = check_source(*run, *plan); !ok) return ok.error();
    const auto found = settings_in_folder(*run);
    const auto config = found ? std::optional(*found) : std::nullopt;  // bare weights have none
    auto request = request_from(c, *run, config);
    if (!request) return request.error();
    if (to_stdout) return export_to_stdout(c, plan->front(), *std::move(request));
    const std::string out = c.args.get("--out", (fs::path(run_of(*run)) / "exports").string());
    for (const Plan& p : *plan) {
        request->kind = p.kind->kind;
        request->format = p.format;
        request->target = target_of(p, out, plan->size() == 1, c.args.has("--out"), *run, config);
        auto folders = MadeFolders::above(request->target);
        if (!folders) return folders.error();
        auto done = services->export_run(*request, c.progress(), c.stop);
        if (!done) return done.error();
        folders->keep();
        const Json line{{"event", "export_done"},
                        {"what", p.kind->name},
                        {"format", p.format},
                        {"path", done->path},
                        {"bytes", done->size.count}};
        c.console.print(c.console.json() ? json_line(line) : done->path + "\n");
    }
    return 0;
}

Json export_answer() {
    using namespace shape;
    return object_of({{"event", one_of({"export_done"})},
                      {"what", a_text()},
                      {"format", a_text()},
                      {"path", a_text()},
                      {"bytes", a_whole()}});
}

}  // namespace

std::vector<Verb> export_verbs() {
    Verb v;
    v.syntax = {
        "export",
        "RUN|CKPT|WEIGHTS",
        1,
        1,
        {{"--what", "LIST",
          "grid, timelapse, curves, metrics, tensorboard, checkpoint, model (weights with a model card, samples and a PyTorch loader), onnx, config, recipe, archive (all of the run; run is the same); several with commas. Default grid.",
          false, names_of_kinds()},
         {"--format", "LIST",
          "png (grid), gif, webp or mp4 (timelapse), svg (curves), csv or json (metrics), tfevents (tensorboard), safetensors or pth (checkpoint), safetensors (model), onnx (onnx), json (config, recipe), zip (archive).",
          false, all_formats()},
         {"--out", "FILE|DIR|-",
          "Where to, with the folders that are missing; - is standard output (of weights the generator). Default RUN/exports, where a recipe is RUN.headroom-recipe and an archive RUN.headroom-run."},
         {"--licence", "NAME",
          "Of a model: its licence, as the Hugging Face hub calls it (cc-by-4.0). Default unknown."},
         {"--fps", "N", "Pictures a second of the timelapse. Default 10."},
         {"--max-frames", "N",
          "At most so many pictures in the timelapse, spread evenly. Default 200; of a run over a folder (imagine --frames) all."}}};
    for (Option& option : grid_options()) v.syntax.options.push_back(std::move(option));
    v.summary = "Write what a run made: pictures, curves, figures, weights, settings.";
    v.details =
        "A checkpoint export writes netG and netD, which PyTorch's classic example loads; of a VQGAN one file with taming's names; of a Light GAN\n"
        "generator and discriminator, as .pth also a model_N.pt of lightweight-gan.\n"
        "A model is a folder as the Hugging Face hub shows it. ONNX has a DCGAN's or Light GAN's generator, or a VQGAN's encoder and decoder in two files; batches may\n"
        "be of any size. headroom-cli picture inspect shows the seed and settings in a grid's PNG.\n"
        "A VQGAN's grid shows pictures above their reconstructions. MP4 is written by the program ffmpeg, where it is installed.";
    v.run = export_run;
    v.answer = export_answer;
    return {v};
}

}  // namespace headroom::cli
