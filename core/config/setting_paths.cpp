// Finds the paths in settings.
#include "core/config/setting_paths.h"

#include "core/api/param_schema.h"
#include "core/api/prompt.h"
#include "core/base/lists.h"

#include <filesystem>

namespace headroom {

ParamValue with_paths(const ParamRow& row, ParamValue value, const PathFn& as) {
    auto* const text = std::get_if<std::string>(&value);
    if (!text || text->empty()) return value;
    if (row.key == "clip.files" || row.key == "loss.perceptual_file") {
        std::string files;
        for (const std::string& path : split_list(*text)) add_to_list(files, as(path));
        *text = files;
    } else if (row.key == "prompts.pictures") {
        std::vector<PromptSet> story = parse_prompts(*text);
        for (PromptSet& phrase : story) {
            for (Prompt& prompt : phrase) prompt.text = as(prompt.text);
        }
        *text = prompts_text(story);
    } else if (row.type == ParamType::Path && !(row.key == "data.path" && *text == "shapes")) {
        *text = as(*text);
    }
    return value;
}

TrainConfig with_paths(TrainConfig config, const PathFn& as) {
    for (const ParamRow& row : schema_rows(config.model)) row.set(config, with_paths(row, row.get(config), as));
    return config;
}

std::string path_elsewhere(const std::string& path) {
    const std::filesystem::path whole(path);
    return "./" + (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

}  // namespace headroom
