// A checkpoint's weights with what others need to use them.
#include "core/engine/export/model_export.h"

#include "core/config/config_io.h"
#include "core/engine/export/model_card.h"
#include "core/engine/export/picture_notes.h"
#include "core/engine/export/weights_export.h"
#include "core/engine/recipe/recipe.h"
#include "core/engine/run_reader.h"
#include "core/families/registry.h"
#include "core/families/training_runs.h"
#include "core/io/files/atomic_file.h"
#include "core/io/onnx/onnx_file.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/runs/run_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr int kSamples = 16, kSampleColumns = 4;

/// The weights that draw, and what their family says of them.
struct Chosen {
    CheckpointContent content;
    CheckpointPart part;
    const Portable* portable = nullptr;
    bool averaged = false, scored = false;  ///< scored: those that a run's scores are of

    StoredWeights stored() const {
        StoredWeights out{content.config, {}, content.state_json};
        for (const TensorView& tensor : part.tensors) out.shapes.emplace(tensor.name, tensor.shape);
        return out;
    }
};

Result<Chosen> chosen_weights(const ExportRequest& r, const ProgressFn& progress) {
    auto content = checkpoint_to_export(r.run_dir, progress);
    if (!content) return content.error();
    const Family& family = family_of(content->config);
    if (!family.portable())
        return make_error(ErrorCode::InvalidArgument,
                          r.run_dir + ": runs of " + std::string(family.facts().info.name) +
                              " have no form for other programs",
                          "Export the checkpoint as safetensors.");
    ExportedWeights alone = family.facts().exports.front();
    alone.joined = {};  // what is joined serves training
    auto part = main_part(alone, *content, r.run_dir, r.ema);
    if (!part) return part.error();
    const auto is_average = [&](const CheckpointPart& p) {
        return std::find(alone.averages.begin(), alone.averages.end(), p.name) != alone.averages.end();
    };
    const bool averaged = is_average(*part);
    const bool scored = averaged || std::none_of(content->parts.begin(), content->parts.end(), is_average);
    return Chosen{*std::move(content), *std::move(part), family.portable(), averaged, scored};
}

std::string beside(const std::string& target, const std::string& name) {
    return (fs::path(target).parent_path() / name).string();
}

/// Pictures of the weights, with what they say of themselves.
struct DrawnSamples {
    ImageBuffer grid;
    ImageNotes notes;
};

Result<DrawnSamples> draw_samples(const ExportRequest& r, const Chosen& chosen, Backend& backend,
                                  const ProgressFn& progress, const std::stop_token& stop) {
    GenerateRequest request;
    request.source = r.run_dir;
    request.ema = r.ema;
    request.count = kSamples;
    request.device = r.device;
    auto images = backend.generate(request, progress, stop);
    if (!images) return images.error();
    const PictureOrigin origin{chosen.content.step, request.seed, kSamples, 1.0, {}};
    return DrawnSamples{compose_grid(*images, kSampleColumns), notes_of(chosen.content.config, origin)};
}

/// The run's scores of just these weights.
std::optional<RunScores> scores_of(const RunHistory& run, const Chosen& chosen) {
    const auto found = std::find_if(run.scores.begin(), run.scores.end(),
                                    [&](const ScoresDone& s) { return s.step == chosen.content.step; });
    return chosen.scored && found != run.scores.end() ? std::optional(found->scores) : std::nullopt;
}

ModelCard card_of(const ExportRequest& r, const Chosen& chosen, const StoredWeights& stored, Backend& backend,
                  const std::stop_token& stop) {
    ModelCard card;
    const TrainConfig& config = chosen.content.config;
    const auto run = read_run(run_of(r.run_dir));
    card.origin = recipe_origin(config, run ? &*run : nullptr, backend, stop);
    card.name = card.data_name = name_by_data(config);
    if (run) {
        card.name = run->info.name;
        if (!run->info.data_name.empty()) card.data_name = run->info.data_name;
        card.scores = scores_of(*run, chosen);
    }
    if (!r.licence.empty()) card.licence = r.licence;
    card.step = chosen.content.step;
    card.images = chosen.content.images;
    card.score = chosen.content.score;
    card.averaged = chosen.averaged;
    card.words = chosen.portable->card(stored);
    return card;
}

}  // namespace

Result<void> check_model_target(const std::string& target) {
    const std::string path = beside(target, "README.md");
    std::error_code ec;
    if (!fs::exists(path, ec)) return {};
    const auto text = read_text(path);
    if (text && is_model_card(*text)) return {};
    return make_error(ErrorCode::InvalidArgument, path + " is there and is no model card of Headroom",
                      "Choose another folder; nothing was written.");
}

Result<void> write_model(const ExportRequest& asked, Backend& backend, const ProgressFn& progress,
                         std::stop_token stop) {
    ExportRequest r = asked;
    if (!r.licence.empty()) {
        if (auto known = check_licence(r.licence); !known) return known;
    }
    if (auto free = check_model_target(r.target); !free) return free;
    auto weights = weights_now(asked.run_dir, progress);
    if (!weights) return weights.error();
    r.run_dir = *std::move(weights);
    const auto chosen = chosen_weights(r, progress);
    if (!chosen) return chosen.error();
    const StoredWeights stored = chosen->stored();
    const std::string file = fs::path(r.target).filename().string();
    const auto loader = chosen->portable->loader(
        stored, nlohmann::json(file).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
    if (!loader) return loader.error();
    ModelCard card = card_of(r, *chosen, stored, backend, stop);
    card.weights = file;
    card.loader = "load_" + std::string(chosen->portable->file()) + ".py";
    const auto samples = draw_samples(r, *chosen, backend, progress, stop);
    if (!samples) return samples.error();
    AtomicGroup files;
    if (auto ok = write_png(beside(r.target, "samples.png"), samples->grid, samples->notes); !ok) return ok;
    if (const auto drawn = chosen->portable->drawn(stored, kSamples)) {
        card.latents = "samples.safetensors";
        const TensorView view{drawn->name, DType::F32, drawn->shape, std::as_bytes(std::span(drawn->values))};
        if (auto ok = write_safetensors(beside(r.target, card.latents), {view}, {{"format", "pt"}}); !ok)
            return ok.error();
    }
    const TrainConfig& config = chosen->content.config;
    if (auto ok = write_text_atomic(beside(r.target, card.loader), *loader); !ok) return ok;
    if (auto ok = write_text_atomic(beside(r.target, "settings.json"), write_shared_config(config)); !ok) return ok;
    if (auto ok = write_text_atomic(beside(r.target, "README.md"), model_card(card, config)); !ok) return ok;
    const auto written = write_safetensors(r.target, chosen->part.tensors, weights_metadata(chosen->content));
    if (!written) return written.error();
    if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the export was stopped");
    return files.commit();
}

Result<void> write_onnx_networks(const ExportRequest& r, const ProgressFn& progress) {
    const auto chosen = chosen_weights(r, progress);
    if (!chosen) return chosen.error();
    const auto graphs = chosen->portable->graphs(chosen->stored());
    if (!graphs) return graphs.error();
    const std::map<std::string, std::string> metadata{
        {"headroom.model", std::string(name_of(chosen->content.config.model))},
        {"headroom.step", std::to_string(chosen->content.step)},
        {"headroom.settings", write_shared_config(chosen->content.config)}};
    AtomicGroup files;
    for (std::size_t i = graphs->size(); i-- > 0;) {
        const NetworkGraph& graph = (*graphs)[i];
        const std::string path = i == 0 ? r.target : path_beside(r.target, graphs->front().name, graph.name);
        if (auto ok = write_onnx(path, graph, chosen->part.tensors, metadata); !ok) return ok;
    }
    return files.commit();
}

}  // namespace headroom
