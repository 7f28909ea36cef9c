// upscale: a picture enlarged, tiled within the budget.
#include "app/cli/json_line.h"
#include "app/cli/made_folders.h"
#include "app/cli/option_reader.h"
#include "app/cli/out_names.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"

#include <filesystem>

namespace headroom::cli {
namespace {

/// picture.png -> picture-2x.png, beside it.
std::string target_beside(const std::string& picture, int scale) {
    const std::filesystem::path path(picture);
    return (path.parent_path() / (path.stem().string() + "-" + std::to_string(scale) + "x.png")).string();
}

std::string tiles_in_words(const UpscaleDone& done) {
    if (done.tile == 0) return "in one piece";
    std::string out = std::to_string(done.tiles) + " tiles of " + std::to_string(done.tile) + " px, " +
                      std::to_string(done.overlap) + " px overlap, ";
    out += done.exact ? "exactly as in one piece" : "blended, because the network sees further than tiles can overlap";
    if (done.halvings > 0)
        out += "; memory ran out " + std::to_string(done.halvings) + " times, the tile was halved each time";
    return out;
}

Result<int> upscale(const Context& c) {
    OptionReader options(c.args);
    UpscaleRequest request;
    request.picture = c.args.positionals[0];
    request.scale = static_cast<int>(options.whole("--scale", 2, 2, 4));
    request.method = c.args.get("--method", "lanczos");
    request.target = c.args.get("--out", target_beside(request.picture, request.scale));
    request.device = c.args.get("--device", "auto");
    request.budget = options.bytes("--budget");
    if (options.error()) return *options.error();
    if (auto ok = check_png_name(request.target); !ok) return ok.error();
    auto folders = MadeFolders::above(request.target);
    if (!folders) return folders.error();
    auto done = c.services()->upscale(request, c.progress(), c.stop);
    if (!done) return done.error();
    folders->keep();
    const bool network = request.method != "lanczos";
    if (c.console.json()) {
        nlohmann::ordered_json line{{"path", done->path},     {"width", done->width},     {"height", done->height},
                                    {"scale", request.scale}, {"method", request.method}, {"network", done->network}};
        if (network) {
            line["tiles"] = done->tiles;
            line["tile"] = done->tile;
            line["overlap"] = done->overlap;
            line["exact"] = done->exact;
            line["halvings"] = done->halvings;
            line["peak_bytes"] = done->peak.count;
        }
        c.console.print(json_line(line));
        return 0;
    }
    if (network)
        c.console.message(done->network + "; " + tiles_in_words(*done) + "; " + to_text(done->peak) +
                          " of tensors at most");
    c.console.print(done->path + "  " + std::to_string(done->width) + " x " + std::to_string(done->height) + "\n");
    return 0;
}

nlohmann::ordered_json upscale_answer() {
    using namespace shape;
    return object_of({{"path", a_text()},
                      {"width", a_whole()},
                      {"height", a_whole()},
                      {"scale", a_whole()},
                      {"method", a_text()},
                      {"network", a_text()},
                      {"tiles?", a_whole()},
                      {"tile?", a_whole()},
                      {"overlap?", a_whole()},
                      {"exact?", a_flag()},
                      {"halvings?", a_whole()},
                      {"peak_bytes?", a_whole()}});
}

}  // namespace

std::vector<Verb> upscale_verbs() {
    Verb v;
    v.syntax = {
        "upscale",
        "IMAGE",
        1,
        1,
        {{"--scale", "2|3|4", "How many times as wide and high. Default 2."},
         {"--method", "METHOD",
          "lanczos (default), shapes (the built-in network, for pictures of the built-in shapes), or a file of RRDB weights (.pth of ESRGAN, Real-ESRGAN)."},
         {"--out", "FILE", "The PNG to write. Default: beside the picture, with -2x in its name."},
         {"--device", "DEVICE", "auto (default), cpu, cuda, cuda:N."},
         {"--budget", "SIZE",
          "Tensor bytes that may be in use; tiles are as large as fit. Default: nine tenths of what is free."}}};
    v.summary = "Enlarge a picture 2 to 4 times, in tiles within the budget.";
    v.details =
        "Transparency and the texts of a PNG are kept. A network of another factor is applied until the picture is large enough, then Lanczos makes the size exact.";
    v.run = upscale;
    v.answer = upscale_answer;
    return {v};
}

}  // namespace headroom::cli
