// sample, interpolate: pictures from stored weights.
#include "app/cli/verbs.h"
#include "core/io/image_codec.h"

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Error bad(std::string message, std::string hint = {}) {
    return make_error(ErrorCode::InvalidArgument, std::move(message), std::move(hint));
}

Result<bool> wants_ema(const Args& args) {
    const std::string weights = args.get("--weights", "ema");
    if (weights != "ema" && weights != "raw") return bad("--weights: '" + weights + "' is not one of ema, raw");
    return weights == "ema";
}

/// A run by folder or name, a checkpoint folder or a weight file.
Result<std::string> source_of(const Context& c, const Services& services) {
    std::error_code ec;
    if (fs::is_regular_file(c.args.positionals[0], ec)) return c.args.positionals[0];
    return find_run(c.args.positionals[0], services);
}

void report(const Context& c, const std::string& path, std::size_t pictures) {
    std::error_code ec;
    if (c.console.json()) {
        Json out{{"path", path}, {"pictures", pictures}};
        if (fs::is_regular_file(path, ec)) out["bytes"] = fs::file_size(path, ec);
        c.console.print(out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    } else {
        c.console.print(path + "\n");
    }
}

Result<int> sample(const Context& c) {
    ExportRequest r;
    r.kind = ExportKind::Grid;
    r.format = "png";
    r.target = c.args.get("--out", "samples.png");
    auto rows = c.args.whole("--rows", 8, 1, 256), cols = c.args.whole("--cols", 8, 1, 256), seed = c.args.whole("--seed", 0, 0, 9007199254740991);
    auto truncation = c.args.real("--truncation", 1.0, 0.0, 2.0);
    auto ema = wants_ema(c.args);
    for (const auto* number : {&rows, &cols, &seed}) {
        if (!*number) return number->error();
    }
    if (!truncation) return truncation.error();
    if (!ema) return ema.error();
    r.rows = static_cast<int>(*rows);
    r.cols = static_cast<int>(*cols);
    r.seed = static_cast<std::uint64_t>(*seed);
    r.truncation = *truncation;
    r.ema = *ema;
    auto services = c.services();
    auto source = source_of(c, *services);
    if (!source) return source.error();
    r.run_dir = *source;
    auto done = services->export_run(r, c.progress(), c.stop);
    if (!done) return done.error();
    report(c, done->path, static_cast<std::size_t>(*rows * *cols));
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

Result<int> interpolate(const Context& c) {
    const std::string out = c.args.get("--out", "walk.gif");
    const bool gif = fs::path(out).extension() == ".gif";
    if (!gif && fs::path(out).has_extension()) return bad("--out: " + out + " is neither a .gif file nor a folder for frames");
    auto frames = c.args.whole("--frames", 64, 2, 2000), stops = c.args.whole("--stops", 8, 2, 256), seed = c.args.whole("--seed", 1, 1, 9007199254740991);
    auto fps = c.args.real("--fps", 20, 0.1, 100);
    auto truncation = c.args.real("--truncation", 1.0, 0.0, 2.0);
    auto ema = wants_ema(c.args);
    for (const auto* number : {&frames, &stops, &seed}) {
        if (!*number) return number->error();
    }
    if (!fps) return fps.error();
    if (!truncation) return truncation.error();
    if (!ema) return ema.error();
    std::error_code ec;
    if (gif && !fs::is_directory(fs::absolute(out).parent_path(), ec)) return make_error(ErrorCode::NotFound, "--out: the folder of " + out + " does not exist");
    GenerateRequest r;
    r.walk = true;
    r.count = static_cast<int>(*frames);
    r.walk_stops = static_cast<int>(*stops);
    r.seed = static_cast<std::uint64_t>(*seed);
    r.truncation = *truncation;
    r.ema = *ema;
    auto services = c.services();
    auto source = source_of(c, *services);
    if (!source) return source.error();
    r.source = *source;
    auto images = c.backend()->generate(r, c.progress(), c.stop);
    if (!images) return images.error();
    const auto written = gif ? write_gif(out, *images, 1.0 / *fps) : write_frames(out, *images);
    if (!written) return written.error();
    report(c, out, images->size());
    return 0;
}

}  // namespace

std::vector<Verb> sample_verbs() {
    const Option weights{"--weights", "ema|raw", "The moving average (default) or the weights as trained."};
    const Option truncation{"--truncation", "T", "Scale of the latents: below 1 safer, less varied. Default 1."};
    Verb grid;
    grid.syntax = {"sample", "RUN|CKPT|WEIGHTS", 1, 1,
                   {{"--rows", "N", "Rows of the grid. Default 8."}, {"--cols", "N", "Columns of the grid. Default 8."},
                    {"--seed", "N", "0: the run's fixed latents (default)."}, weights, truncation, {"--out", "FILE", "The PNG to write. Default samples.png."}}};
    grid.summary = "Write a grid of samples as PNG.";
    grid.run = sample;
    Verb walk;
    walk.syntax = {"interpolate", "RUN|CKPT|WEIGHTS", 1, 1,
                   {{"--frames", "N", "Pictures in the walk. Default 64."}, {"--stops", "N", "Random latents on the way, which ends where it began. Default 8."},
                    {"--seed", "N", "Which latents. Default 1."}, {"--fps", "N", "Pictures a second in the GIF. Default 20."}, weights, truncation,
                    {"--out", "FILE|DIR", "A .gif file, or a folder for PNG frames. Default walk.gif."}}};
    walk.summary = "Write a walk through the latent space as GIF or frames.";
    walk.run = interpolate;
    return {grid, walk};
}

}  // namespace headroom::cli
