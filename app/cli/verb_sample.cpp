// sample, interpolate: pictures from stored weights.
#include "app/cli/json_line.h"
#include "app/cli/made_folders.h"
#include "app/cli/option_reader.h"
#include "app/cli/out_names.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/base/file_handle.h"
#include "core/io/animation/animation.h"
#include "core/io/pictures/image_codec.h"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <vector>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

void report(const Context& c, const std::string& path, std::size_t pictures) {
    std::error_code ec;
    if (c.console.json()) {
        Json out{{"path", path}, {"pictures", pictures}};
        if (fs::is_regular_file(path, ec)) out["bytes"] = fs::file_size(path, ec);
        c.console.print(json_line(out));
    } else {
        c.console.print(path + "\n");
    }
}

Result<int> sample(const Context& c) {
    ExportRequest r;
    r.kind = ExportKind::Grid;
    r.format = "png";
    r.target = c.args.get("--out", "samples.png");
    OptionReader options(c.args);
    read_grid(options, r);
    if (options.error()) return *options.error();
    if (auto ok = check_png_name(r.target); !ok) return ok.error();
    auto services = c.services();
    auto source = find_source(c.args.positionals[0], *services);
    if (!source) return source.error();
    r.run_dir = *source;
    auto folders = MadeFolders::above(r.target);
    if (!folders) return folders.error();
    auto done = services->export_run(r, c.progress(), c.stop);
    if (!done) return done.error();
    folders->keep();
    report(c, done->path, static_cast<std::size_t>(r.rows) * static_cast<std::size_t>(r.cols));
    return 0;
}

Result<void> write_frames(const std::string& folder, const ImageList& frames) {
    std::error_code ec;
    fs::create_directories(folder, ec);
    if (ec) return make_error(ErrorCode::Disk, folder + ": cannot be made: " + ec.message());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        char name[32];
        std::snprintf(name, sizeof name, "frame-%05zu.png", i);
        if (auto ok = write_png((fs::path(folder) / name).string(), frames[i]); !ok) return ok;
    }
    return {};
}

/// The animation format that the name of `out` stands for; "" for a folder of frames.
Result<std::string> format_of(const std::string& out) {
    if (auto ok = check_no_stdout(out); !ok) return ok.error();
    if (names_a_folder(out)) return std::string();
    const std::string name = ending_of(out).substr(1);
    if (!is_animation_format(name))
        return bad("--out: " + out + " is neither a .gif, .webp or .mp4 file nor a folder for frames");
    for (const AnimationFormat& format : animation_formats()) {
        if (format.name == name && !format.available)
            return make_error(ErrorCode::Environment, "--out: " + out + " cannot be written", format.note);
    }
    return name;
}

/// "3,7,12:0": places in the grid of fixed latents, or SEED:PLACE.
Result<std::vector<LatentId>> latents_in(const std::string& list) {
    std::vector<LatentId> out;
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        const auto colon = word.find(':');
        const std::string seed = colon == std::string::npos ? "0" : word.substr(0, colon),
                          place = colon == std::string::npos ? word : word.substr(colon + 1);
        LatentId id;
        const auto whole = [](const std::string& text, auto& number) {
            const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
            return failed == std::errc() && end == text.data() + text.size();
        };
        if (!whole(seed, id.seed) || !whole(place, id.index) || id.index < 0)
            return bad("--through: '" + word + "' is not a place in the grid (3) or SEED:PLACE (12:0)");
        out.push_back(id);
    }
    return out;
}

/// A walk between latents needs two of them; one between weights stays at one, and goes from end to end.
Result<void> check_blend(const Args& args, std::size_t latents) {
    if (!args.has("--to")) return latents == 1 ? bad("--through: a walk needs two ends or more") : Result<void>();
    if (latents > 1) return bad("--through: with --to the walk is between the weights, for one latent", "Name one.");
    for (const char* option : {"--stops", "--open"}) {
        if (args.has(option))
            return bad(std::string(option) + ": is of a walk between latents; --to walks between the weights");
    }
    return {};
}

Result<int> interpolate(const Context& c) {
    const std::string out = c.args.get("--out", "walk.gif");
    const auto format = format_of(out);
    if (!format) return format.error();
    OptionReader options(c.args);
    GenerateRequest r;
    r.walk = true;
    r.count = static_cast<int>(options.whole("--frames", 64, 2, 2000));
    r.walk_stops = static_cast<int>(options.whole("--stops", 8, 2, 256));
    r.seed = static_cast<std::uint64_t>(options.whole("--seed", 1, 1, kMaxSeed));
    const double fps = options.real("--fps", 20, 0.1, 100);
    const Look look = read_look(options);
    if (options.error()) return *options.error();
    r.truncation = look.truncation;
    r.ema = look.ema;
    r.device = look.device;
    auto through = latents_in(c.args.get("--through"));
    if (!through) return through.error();
    r.latents = *std::move(through);
    if (auto ok = check_blend(c.args, r.latents.size()); !ok) return ok.error();
    r.closed = !c.args.has("--open");
    auto services = c.services();
    auto source = find_source(c.args.positionals[0], *services);
    if (!source) return source.error();
    r.source = *source;
    if (c.args.has("--to")) {
        auto other = find_source(c.args.get("--to"), *services);
        if (!other) return other.error();
        r.walk = false;
        r.blend_with = *other;
        r.blend_frames = r.count;
        r.count = 1;
    }
    auto folders = MadeFolders::above(out);
    if (!folders) return folders.error();
    auto images = c.backend()->generate(r, c.progress(), c.stop);
    if (!images) return images.error();
    c.progress()("writing " + out, -1);
    const auto written =
        format->empty() ? write_frames(out, *images) : write_animation(out, *format, *images, 1.0 / fps, c.stop);
    if (!written) return written.error();
    folders->keep();
    report(c, out, images->size());
    return 0;
}

Json picture_answer() {
    using namespace shape;
    return object_of({{"path", a_text()}, {"pictures", a_whole()}, {"bytes?", a_whole()}});
}

}  // namespace

std::vector<Verb> sample_verbs() {
    const char* const source = "RUN|CKPT|WEIGHTS";
    const char* const sources =
        "WEIGHTS is a generator's .pth or .safetensors with the names of PyTorch's DCGAN example, a folder with one netG file, or a Light GAN's file, such as a model_N.pt of lightweight-gan.";
    Verb grid;
    grid.syntax = {"sample", source, 1, 1, grid_options()};
    grid.syntax.options.push_back(
        {"--out", "FILE", "The PNG to write, with the folders above it. Default samples.png."});
    grid.summary = "Write a grid of samples as PNG.";
    grid.details = sources;
    grid.run = sample;
    grid.answer = picture_answer;
    Verb walk;
    walk.syntax = {
        "interpolate",
        source,
        1,
        1,
        {{"--frames", "N", "Pictures in the walk. Default 64."},
         {"--stops", "N", "Random latents on the way, which ends where it began. Default 8."},
         {"--seed", "N", "Which latents. Default 1."},
         {"--through", "LIST",
          "Ends on the way instead: places in the grid of fixed latents, or SEED:PLACE, with commas."},
         {"--open", "", "The walk ends at the last end instead of where it began."},
         {"--to", "CKPT",
          "Walk between the weights instead: from those of the first to those of CKPT, for one latent."},
         {"--fps", "N", "Pictures a second of the animation. Default 20."},
         {"--out", "FILE|DIR", "A .gif, .webp or .mp4 file, or a folder for PNG frames. Default walk.gif."}}};
    for (Option& option : look_options()) walk.syntax.options.push_back(std::move(option));
    walk.summary = "Write a walk through the latent space as GIF, WebP, MP4 or frames.";
    walk.details = std::string(sources) + "\nMP4 is written by the program ffmpeg, where it is installed.";
    walk.run = interpolate;
    walk.answer = picture_answer;
    return {grid, walk};
}

}  // namespace headroom::cli
