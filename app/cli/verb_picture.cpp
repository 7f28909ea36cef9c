// picture inspect: what a picture says of itself: of a run's sample its seed, step and settings.
#include "app/cli/json_line.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/engine/export/picture_notes.h"
#include "core/io/files/json_read.h"
#include "core/io/pictures/image_codec.h"

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const ImageHeader& header, const ImageNotes& notes, const std::string& path) {
    std::string out = path + ": " + header.format + ", " + std::to_string(header.width) + " x " +
                      std::to_string(header.height) + "\n";
    if (notes.empty()) return out + "  says nothing of itself\n";
    for (const auto& [key, text] : notes)
        out += key == kSettingsNote ? key + ":\n" + text : "  " + key + ": " + text + "\n";
    return out;
}

Json json_of(const ImageHeader& header, const ImageNotes& notes, const std::string& path) {
    Json said = Json::object(), settings = Json::object();
    for (const auto& [key, text] : notes) {
        const Json parsed = key == kSettingsNote ? parse_json<Json>(text) : Json();
        if (parsed.is_object())
            settings = parsed;
        else
            said[key] = text;
    }
    return {{"file", path},  {"format", header.format}, {"width", header.width}, {"height", header.height},
            {"notes", said}, {"settings", settings}};
}

Result<int> inspect_pictures(const Context& c) {
    for (const std::string& path : c.args.positionals) {
        const auto header = read_image_header(path);
        if (!header) return header.error();
        const auto notes = read_png_notes(path);
        if (!notes) return notes.error();
        c.console.print(c.console.json() ? json_line(json_of(*header, *notes, path)) : text_of(*header, *notes, path));
    }
    return 0;
}

Json picture_answer() {
    using namespace shape;
    return object_of({{"file", a_text()},
                      {"format", a_text()},
                      {"width", a_whole()},
                      {"height", a_whole()},
                      {"notes", map_of(a_text())},
                      {"settings", map_of(Json::object())}});
}

}  // namespace

std::vector<Verb> picture_verbs() {
    Verb v;
    v.syntax = {"picture inspect", "FILE ...", 1, 64, {}};
    v.summary = "Show what pictures say of themselves: a sample's seed, step and settings.";
    v.details =
        "Samples and grids are PNG files with these texts in them. Their settings begin a run: train dcgan --config SAMPLE.png --data FOLDER;\n"
        "paths of the machine that drew them are left out.";
    v.tensors = Tensors::Unused;
    v.run = inspect_pictures;
    v.answer = picture_answer;
    return {v};
}

}  // namespace headroom::cli
