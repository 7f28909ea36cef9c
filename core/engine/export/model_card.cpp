// The card's two halves. Texts of users stand in the YAML as JSON strings, which YAML reads too.
#include "core/engine/export/model_card.h"

#include "core/api/param_schema.h"
#include "core/base/units.h"
#include "core/base/utf8.h"
#include "core/families/registry.h"
#include "core/families/words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace headroom {
namespace {

constexpr std::string_view kMark = "<!-- written by Headroom -->";
constexpr std::size_t kLongestLicence = 60;

std::string quoted(const std::string& text) { return nlohmann::json(printable_line(text)).dump(); }

/// On one line of Markdown, letters that it would take as marks behind a backslash.
std::string plain(const std::string& text) {
    std::string out;
    for (const char c : printable_line(text)) {
        if (std::string_view("\\`*_[]<>#|").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

std::string number(double value) { return nlohmann::json(value).dump(); }

/// What the card says of each figure of RunScores that is none of an error.
struct FigureWords {
    std::string_view name, label;
};
constexpr std::array<FigureWords, 9> kFigures{{{"fid", "FID"},
                                               {"kid", "KID"},
                                               {"precision", "Precision"},
                                               {"recall", "Recall"},
                                               {"copies", "Copies"},
                                               {"mmd", "MMD"},
                                               {"ms_ssim", "MS-SSIM of pairs"},
                                               {"d_gap", "D's gap between seen and held-out pictures"},
                                               {"d_recognised", "Pictures that D recognises"}}};

struct CardRow {
    std::string type, label, value;
    bool higher_is_better = false;
    std::string error{};
};

/// The family's own score, then those of feature spaces. Only Inception's have the names that others compare by.
std::vector<CardRow> score_rows(const ModelCard& card, const TrainConfig& config) {
    std::vector<CardRow> rows;
    const ScoreWords& own = family_of(config).facts().score;
    if (std::isfinite(card.score))
        rows.push_back({std::string(own.name), std::string(own.name), number(card.score), own.higher_is_better});
    if (!card.scores) return rows;
    const std::string& space = card.scores->features;
    for (const FigureWords& words : kFigures) {
        const ScoreFigure& figure = *score_named(words.name);
        const auto [value, error] = figure.in(*card.scores);
        if (!std::isfinite(value)) continue;
        CardRow row{std::string(words.name), std::string(words.label), figure_text(value), figure.higher_is_better};
        if (space != name_of(ScoreFeatures::Inception)) row.type += "-" + space;
        row.error = plus_minus_text(error);
        rows.push_back(std::move(row));
    }
    return rows;
}

/// What the figures of feature spaces are, without which they say nothing.
std::string measured_how(const ModelCard& card) {
    if (!card.scores) return {};
    const std::string pictures = std::to_string(card.scores->pictures);
    const std::string among = card.scores->copies_among > 0 ? std::to_string(card.scores->copies_among) : "";
    return "\nFID and what follows it compare " + pictures + " pictures of these weights with " + pictures + " of **" +
           plain(card.data_name) + "**, which they were trained on, in the features *" + plain(card.scores->features) +
           "* of Headroom. Figures of other features or of another number of pictures cannot be compared with them." +
           (among.empty() ? "" : " Copies were looked for among " + among + " pictures of it.") + "\n";
}

std::string front_matter(const ModelCard& card, const TrainConfig& config) {
    std::string out = "---\nlicense: " + card.licence +
                      "\nlibrary_name: pytorch\npipeline_tag: " + std::string(card.words.task) +
                      "\ntags:\n- headroom\n";
    for (const std::string_view tag : card.words.tags) out += "- " + std::string(tag) + "\n";
    const auto rows = score_rows(card, config);
    if (rows.empty()) return out + "---\n";
    out += "model-index:\n- name: " + quoted(card.name) +
           "\n  results:\n  - task:\n      type: " + std::string(card.words.task) +
           "\n    dataset:\n      name: " + quoted(card.data_name) + "\n      type: " + quoted(card.data_name) +
           "\n    metrics:\n";
    for (const CardRow& row : rows)
        out += "    - type: " + quoted(row.type) + "\n      name: " + quoted(row.label) +
               "\n      value: " + row.value + "\n";
    return out + "---\n";
}

/// The settings that are not the family's defaults, as rows of a table.
std::string settings_table(const TrainConfig& config) {
    std::string rows;
    for (const ParamRow& row : schema_rows(config.model)) {
        const ParamValue value = row.get(config);
        if (value == row.initial || row.type == ParamType::Path) continue;
        const std::string text = to_text(value);
        if (text.find('/') != std::string::npos) continue;  // names a file
        rows += "| " + plain(std::string(row.label)) + " | `" + std::string(row.key) + "` | " + plain(text) + " |\n";
    }
    if (rows.empty()) return "All settings are Headroom's defaults; `settings.json` has them.\n";
    return "All are in `settings.json`; these are not Headroom's defaults:\n\n| Setting | Key | Value |\n|---|---|---|\n" +
           rows;
}

std::string training(const ModelCard& card, const TrainConfig& config) {
    std::string out = "Trained on **" + plain(card.data_name) + "**, " + std::to_string(config.image_size) +
                      " px, for " + steps_of(config.model, card.step);
    if (card.images > 0) out += " (" + std::to_string(card.images) + " pictures seen)";
    if (!card.origin.device.empty()) out += ", on " + plain(card.origin.device);
    out += ", with Headroom " + plain(card.origin.headroom);
    if (!card.origin.libtorch.empty()) out += " and LibTorch " + plain(card.origin.libtorch);
    out += ".";
    if (!card.origin.measured.empty()) out += " Measured: " + plain(card.origin.measured) + ".";
    if (!card.origin.data.empty()) out += " Fingerprint of the data: " + plain(card.origin.data) + ".";
    return out + "\n";
}

}  // namespace

std::string model_card(const ModelCard& card, const TrainConfig& config) {
    const std::string module = card.loader.substr(0, card.loader.rfind('.'));
    std::string out = front_matter(card, config) + std::string(kMark) + "\n\n# " + plain(card.name) + "\n\n" +
                      card.words.about + "\n\n![" + card.words.samples + "](samples.png)\n\n" + card.words.samples +
                      ".\n\n## Training\n\n" + training(card, config) + "\n" + settings_table(config);
    if (const auto rows = score_rows(card, config); !rows.empty()) {
        out += "\n## Scores\n\n| Score | Value | |\n|---|---|---|\n";
        for (const CardRow& row : rows)
            out += "| " + row.label + " | " + row.value + row.error + " | " +
                   (row.higher_is_better ? "higher" : "lower") + " is better |\n";
        out += measured_how(card);
    }
    out += "\n## Use\n\n`" + card.weights + "` holds the weights" +
           (card.averaged ? ", averaged over the steps (EMA)" : "") + "; `" + card.loader +
           "` loads them with PyTorch and safetensors:\n\n```python\nfrom " + module + " import *\n```\n\n`python " +
           card.loader + "` tries it.";
    if (!card.latents.empty()) out += " `" + card.latents + "` has the latents of `samples.png`.";
    return out + "\n\n## Licence\n\n" +
           (card.licence == "unknown" ? "Not said. Whoever publishes these weights fills in `license` above."
                                      : "`" + card.licence + "`") +
           "\n";
}

bool is_model_card(std::string_view text) { return text.find(kMark) != std::string_view::npos; }

Result<void> check_licence(const std::string& licence) {
    const auto fits = [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    };
    if (!licence.empty() && licence.size() <= kLongestLicence && std::all_of(licence.begin(), licence.end(), fits))
        return {};
    return make_error(ErrorCode::InvalidArgument,
                      "--licence: '" + printable_line(licence) + "' is no name of a licence on the Hugging Face hub",
                      "Such as cc-by-4.0, mit, openrail, other or unknown.");
}

}  // namespace headroom
