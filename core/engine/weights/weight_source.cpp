// Finds and reads weights to begin with.
#include "core/engine/weights/weight_source.h"

#include "core/api/param_schema.h"
#include "core/config/byte_text.h"
#include "core/engine/weights/dcgan_shape.h"
#include "core/engine/weights/light_gan/light_gan_weights.h"
#include "core/engine/weights/vqgan/vqgan_weights.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/registry.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/json_read.h"
#include "core/io/weights/weight_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr const char* kInspect = "headroom-cli weights inspect says what the file holds.";

bool is_weight_file(const fs::path& path) {
    const std::string extension = path.extension().string();
    return extension == ".pth" || extension == ".pt" || extension == ".safetensors";
}

/// Weight files in `dir` whose names begin with `stem`, by name.
std::vector<std::string> files_called(const fs::path& dir, const std::string& stem) {
    std::vector<std::string> found;
    std::error_code failed;
    for (fs::directory_iterator it(dir, failed), end; !failed && it != end; it.increment(failed)) {
        std::error_code ignored;
        if (it->path().filename().string().rfind(stem, 0) == 0 && is_weight_file(it->path()) &&
            it->is_regular_file(ignored))
            found.push_back(it->path().string());
    }
    std::sort(found.begin(), found.end());
    return found;
}

Result<WeightSource> find_network_files(const std::string& dir) {
    const auto generators = files_called(dir, "netG"), discriminators = files_called(dir, "netD");
    for (const auto& [stem, files] : {std::pair("netG", &generators), std::pair("netD", &discriminators)}) {
        if (files->size() < 2) continue;
        return make_error(ErrorCode::InvalidArgument,
                          dir + " holds " + std::to_string(files->size()) + " files called " + stem + "*, from " +
                              fs::path(files->front()).filename().string() + " to " +
                              fs::path(files->back()).filename().string(),
                          "Name the file that you want.");
    }
    if (generators.empty() && discriminators.empty()) {
        return make_error(ErrorCode::BadFile,
                          dir + " is neither a run nor a checkpoint and holds no netG*.pth or netG*.safetensors",
                          "Name a run, a checkpoint, a weight file, or a folder with netG and netD.");
    }
    return WeightSource{
        {}, generators.empty() ? "" : generators.front(), discriminators.empty() ? "" : discriminators.front(), {}};
}

Result<WeightSource> newest_of_run(const std::string& dir, const ProgressFn& progress) {
    auto folder = RunFolder::open(dir);
    if (!folder) return folder.error();
    std::vector<std::string> problems;
    auto newest = folder->newest_checkpoint(&problems);
    for (const std::string& problem : problems) {
        if (progress) progress("warning: " + problem + "; the checkpoint before it is used", -1);
    }
    if (!newest) return newest.error();
    return WeightSource{*newest, {}, {}, {}};
}

/// PyTorch counts the batches of a norm since 0.4.1; files from before lack the counter, which nothing depends on.
void add_missing_counters(std::vector<TensorView>& tensors) {
    static constexpr std::array<std::byte, 8> zero{};
    static const std::string mean = ".running_mean";
    const std::size_t stored = tensors.size();
    for (std::size_t i = 0; i < stored; ++i) {
        if (!tensors[i].name.ends_with(mean)) continue;
        const std::string counter =
            tensors[i].name.substr(0, tensors[i].name.size() - mean.size()) + ".num_batches_tracked";
        const bool there =
            std::any_of(tensors.begin(), tensors.end(), [&](const TensorView& t) { return t.name == counter; });
        if (!there) tensors.push_back({counter, DType::I64, {}, zero});
    }
}

Error no_dcgan(const std::string& path, const Error& why) {
    return make_error(ErrorCode::BadFile, path + ": the tensors are not those of a DCGAN network: " + why.message,
                      kInspect);
}

Result<void> add_network(CheckpointContent& content, const std::string& path, bool generator,
                         std::vector<std::string>* warnings) {
    auto file = read_tensor_file(path);
    if (!file) return file.error();
    const std::vector<TensorView> tensors = network_in(file->tensors, generator);
    const auto shape = recognise_dcgan(tensors);
    if (!shape) return no_dcgan(path, shape.error());
    if (shape->generator != generator) {
        return make_error(ErrorCode::BadFile,
                          path + " holds a " + (generator ? "discriminator" : "generator") + " where a " +
                              (generator ? "generator" : "discriminator") + " is wanted",
                          generator ? "The generator's file is usually called netG."
                                    : "The discriminator's file is usually called netD.");
    }
    const auto said = file->metadata.find(std::string(kUpsamplingNote));
    if (generator && said != file->metadata.end()) {
        // Bare weights have no settings but this one, which their tensors do not tell.
        if (const auto known = enum_from_name<Upsampling>(said->second))
            content.config.edit<DcganConfig>().upsampling = *known;
    }
    CheckpointPart part{generator ? "generator" : "discriminator", tensors, path};
    for (TensorView& t : part.tensors) t.name = classic_name(t.name);
    add_missing_counters(part.tensors);
    if (warnings) {
        for (const std::string& warning : file->warnings) warnings->push_back(path + ": " + warning);
    }
    content.parts.push_back(std::move(part));
    content.files.push_back(*std::move(file));
    return {};
}

/// What a request may begin with, by its name in the note.
constexpr std::array<std::pair<const char*, std::string RunRequest::*>, 3> kStarts{{
    {"weights", &RunRequest::weights_from},
    {"generator", &RunRequest::generator_from},
    {"discriminator", &RunRequest::discriminator_from},
}};

/// Kinds of weight files with a reader of their own.
struct WeightFiles {
    std::string_view called;  ///< StartingWeights::files
    Result<CheckpointContent> (*read)(const std::string& named, std::vector<std::string>* warnings);
    ParamPatch (*settings)(const WeightFile& file);  ///< of the networks in it; empty: it is none of them
};
constexpr std::array kWeightFiles{WeightFiles{kVqganFiles, read_vqgan_weights, settings_of_vqgan},
                                  WeightFiles{kLightGanFiles, read_light_gan_weights, settings_of_light_gan}};

}  // namespace

ParamPatch network_settings(const TrainConfig& config) {
    const auto& keys = family_of(config).facts().start.network;
    ParamPatch out;
    for (const ParamRow& row : schema_rows(config.model)) {
        if (std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return row.key.starts_with(key); }))
            out.emplace(row.key, row.get(config));
    }
    return out;
}

ParamPatch settings_in_weights(const WeightFile& file) {
    for (const WeightFiles& files : kWeightFiles)
        if (ParamPatch found = files.settings(file); !found.empty()) return found;
    return {};
}

Result<WeightSource> find_weights(const std::string& named, const ProgressFn& progress) {
    std::error_code ignored;
    if (!fs::exists(named, ignored))
        return make_error(ErrorCode::NotFound, named + " does not exist",
                          "Name a run, a checkpoint, a weight file, or a folder with netG and netD.");
    if (!fs::is_directory(named, ignored)) {
        auto file = read_tensor_file(named);
        if (!file) return file.error();
        const auto generator = recognise_dcgan(network_in(file->tensors, true)),
                   discriminator = recognise_dcgan(network_in(file->tensors, false));
        WeightSource source;
        if (generator && generator->generator) source.generator = named;
        if (discriminator && !discriminator->generator) source.discriminator = named;
        if (source.generator.empty() && source.discriminator.empty()) {
            if (seems_light_gan(file->tensors)) return WeightSource{{}, {}, {}, named};
            const auto other = WeightFile::open(named);
            const bool vqgan = other && is_vqgan(other->map().kind);
            if (vqgan)
                return make_error(
                    ErrorCode::BadFile,
                    named + " holds a VQGAN, which makes pictures from pictures, not from random numbers",
                    "Name the run that trained it to see reconstructions; imagine --vqgan FILE paints with it.");
            return no_dcgan(named, generator ? discriminator.error() : generator.error());
        }
        return source;
    }
    if (fs::exists(fs::path(named) / "manifest.json", ignored)) return WeightSource{named, {}, {}, {}};
    if (fs::exists(fs::path(named) / "run.json", ignored) || fs::exists(fs::path(named) / "config.json", ignored))
        return newest_of_run(named, progress);
    return find_network_files(named);
}

Result<CheckpointContent> read_bare_weights(const WeightSource& files, std::vector<std::string>* warnings) {
    CheckpointContent content;
    if (!files.generator.empty()) {
        if (auto ok = add_network(content, files.generator, true, warnings); !ok) return ok.error();
    }
    if (!files.discriminator.empty()) {
        if (auto ok = add_network(content, files.discriminator, false, warnings); !ok) return ok.error();
    }
    return content;
}

Result<CheckpointContent> read_weights(const WeightSource& source, std::vector<std::string>* warnings) {
    if (!source.checkpoint.empty()) return RunFolder::read_checkpoint(source.checkpoint);
    if (!source.whole.empty()) return read_light_gan_file(source.whole);
    return read_bare_weights(source, warnings);
}

bool has_weights(const RunRequest& request) {
    return !request.weights_from.empty() || !request.generator_from.empty() || !request.discriminator_from.empty();
}

Result<void> note_starting_weights(const std::string& run_dir, const RunRequest& request) {
    nlohmann::json noted = nlohmann::json::object();
    for (const auto& [name, member] : kStarts) {
        std::error_code failed;
        if (const std::string& path = request.*member; !path.empty())
            noted[name] = encode_bytes(fs::absolute(path, failed).string());
    }
    return write_text_atomic((fs::path(run_dir) / kStartingWeights).string(), json_dump(noted, 2) + "\n");
}

Result<void> recall_starting_weights(const std::string& run_dir, RunRequest& request) {
    const std::string file = (fs::path(run_dir) / kStartingWeights).string();
    const auto text = read_text(file, 1u << 20);
    if (!text) return text.error().code == ErrorCode::NotFound ? Result<void>() : text.error();
    const auto noted = parse_json_object(*text, file);
    if (!noted) return noted.error();
    for (const auto& [name, member] : kStarts) {
        auto path = decode_bytes(json_text(*noted, name));
        if (!path) return make_error(ErrorCode::BadFile, file + ": " + name + ": " + path.error().message);
        request.*member = *std::move(path);
    }
    return {};
}

Result<CheckpointContent> read_starting_weights(const RunRequest& request, std::vector<std::string>* warnings) {
    if (request.config) {
        for (const WeightFiles& files : kWeightFiles)
            if (family_of(*request.config).facts().start.files == files.called)
                return files.read(request.weights_from, warnings);
    }
    WeightSource source{{}, request.generator_from, request.discriminator_from, {}};
    if (!request.weights_from.empty()) {
        auto found = find_weights(request.weights_from, [&](const std::string& what, double) {
            if (warnings) warnings->push_back(what.substr(what.rfind("warning: ", 0) == 0 ? 9 : 0));
        });
        if (!found) return found.error();
        source = *found;
    }
    if (!source.checkpoint.empty()) return RunFolder::read_checkpoint(source.checkpoint);
    if (!source.whole.empty())
        return make_error(ErrorCode::BadFile, source.whole + " holds a Light GAN, not a DCGAN",
                          "headroom-cli train light-gan --from begins with it.");
    auto content = read_bare_weights(source, warnings);
    if (content && content->parts.size() == 1 && warnings) {
        warnings->push_back(std::string("only the ") + content->parts[0].name +
                            " has weights to begin with; the other network begins anew");
    }
    return content;
}

}  // namespace headroom
