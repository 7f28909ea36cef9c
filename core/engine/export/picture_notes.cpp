// The texts, by what kind of run it is.
#include "core/engine/export/picture_notes.h"

#include "core/api/services.h"
#include "core/base/lists.h"
#include "core/config/config_io.h"
#include "core/families/registry.h"
#include "core/families/words.h"

#include <nlohmann/json.hpp>

namespace headroom {

ImageNotes notes_of(const TrainConfig& config, const PictureOrigin& origin) {
    const Family& family = family_of(config);
    RunInfo shown;
    family.describe(config, shown);
    std::string unit = step_word(config.model);
    unit.front() = static_cast<char>(unit.front() - 'a' + 'A');
    ImageNotes out{{"Software", "Headroom"},
                   {"Description", shown.prompts.empty()
                                       ? std::string(family.facts().info.name) + ", " + family.run_name(config)
                                       : shown.prompts}};
    if (origin.step > 0) out.emplace_back(unit, std::to_string(origin.step));
    out.emplace_back("Seed", std::to_string(origin.seed > 0 ? origin.seed : static_cast<std::uint64_t>(config.seed)));
    if (family.facts().trains) {
        if (origin.latents.empty()) {
            out.emplace_back("Pictures", std::to_string(origin.count));
        } else {
            std::string places;  // as --through of headroom-cli interpolate takes them
            for (const LatentId& id : origin.latents)
                add_to_list(places, std::to_string(id.seed) + ":" + std::to_string(id.index), ",");
            out.emplace_back("Latents", places);
        }
        std::string truncations;
        for (const double one : origin.truncations) add_to_list(truncations, nlohmann::json(one).dump(), ",");
        if (truncations.empty() && origin.truncation != 1.0) truncations = nlohmann::json(origin.truncation).dump();
        if (!truncations.empty()) out.emplace_back("Truncation", truncations);
    }
    out.emplace_back(kSettingsNote, write_shared_config(config));
    return out;
}

}  // namespace headroom
