// Listing, fetching, deleting, describing.
#include "core/engine/weights/model_shelf.h"

#include "core/engine/weights/clip_activation.h"
#include "core/engine/weights/dcgan_shape.h"
#include "core/engine/weights/light_gan/light_gan_weights.h"
#include "core/engine/weights/weight_source.h"
#include "core/io/models/builtin_models.h"
#include "core/io/models/model_fetch.h"
#include "core/io/weights/upscaler_names.h"
#include "core/io/weights/weight_file.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// "a.b.org" of "https://a.b.org/c?d".
std::string server_of(const std::string& url) {
    const std::size_t begin = url.find("://") == std::string::npos ? 0 : url.find("://") + 3;
    return url.substr(begin, url.find('/', begin) - begin);
}

Bytes size_on_disk(const fs::path& path) {
    std::error_code ec;
    const auto size = fs::file_size(path, ec);
    return ec ? Bytes{} : Bytes{static_cast<std::int64_t>(size)};
}

KnownModel builtin(const std::string& kind, const std::string& name, const std::string& summary,
                   const std::string& path) {
    KnownModel out;
    out.kind = kind;
    out.name = name;
    out.summary = summary;
    out.licence = "MIT";
    out.size = size_on_disk(path);
    out.path = path;
    return out;
}

std::string grouped(std::int64_t n) {
    std::string out = std::to_string(n);
    for (std::size_t i = out.size(); i > 3;) out.insert(i -= 3, ",");
    return out;
}

std::string millions(std::int64_t n) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f million numbers", static_cast<double>(n) / 1e6);
    return text;
}

std::string words_of(const WeightMap& map) {
    if (map.kind == NetworkKind::Unknown) return "no network that Headroom knows";
    if (map.kind == NetworkKind::Clip) {
        const ClipVision& v = map.clip.shape.vision;
        const std::string side = std::to_string(v.image) + " px, ";
        return (v.is_resnet() ? "CLIP ResNet, " : "CLIP ViT/" + std::to_string(v.patch) + ", ") + side +
               millions(map.parameters());
    }
    if (map.kind == NetworkKind::Inception) return "Inception v3 of FID, " + millions(map.parameters());
    const VqganConfig& v = map.vqgan.shape;
    return std::string(v.gumbel ? "VQGAN (Gumbel) f" : "VQGAN f") + std::to_string(v.factor()) + ", " +
           grouped(v.codes) + " codes, " + millions(map.parameters()) +
           (map.vqgan.has_encoder ? "" : ", without an encoder");
}

void describe_light_gan(const std::vector<TensorView>& tensors, WeightSummary& out) {
    const auto shape = recognise_light_gan(tensors);
    if (!shape) return;
    const auto [of_g, of_d] = count_parameters(*shape);
    const bool whole = has_discriminator(tensors);
    out.kind = kLightGanFiles;
    out.words = std::string(whole ? "Light GAN, " : "Light GAN generator, ") + std::to_string(shape->size) + " px, " +
                millions(of_g + (whole ? of_d : 0));
}

/// Of a network that text to image has no use for: one that enlarges, a Light GAN's, or a DCGAN's, perhaps both in one file.
void describe_other(const TensorStream& stream, WeightSummary& out) {
    std::vector<TensorView> tensors;
    for (const TensorEntry& entry : stream.entries()) tensors.push_back({entry.name, entry.dtype, entry.shape, {}});
    if (seems_light_gan(tensors)) return describe_light_gan(tensors, out);
    if (seems_upscaler(stream.entries())) {
        out.kind = "upscaler";
        out.words = "network that enlarges pictures";
        return;
    }
    for (const bool generator : {true, false}) {
        const auto shape = recognise_dcgan(network_in(tensors, generator));
        if (!shape || shape->generator != generator) continue;
        const std::string begin = out.kind == "dcgan" ? out.words + ", with its discriminator, "
                                  : generator         ? "DCGAN generator, "
                                                      : "DCGAN discriminator, ";
        out.kind = "dcgan";
        out.words = begin + std::to_string(shape->size) + " px, " + millions(shape->parameters);
    }
}

}  // namespace

ModelShelf::ModelShelf(std::string folder, std::vector<CatalogModel> catalog)
    : folder_(std::move(folder)), catalog_(std::move(catalog)) {}

std::vector<KnownModel> ModelShelf::list() const {
    std::vector<KnownModel> out;
    if (const auto own = find_builtin_models()) {
        out.push_back(builtin("vqgan", "Shapes (built in)",
                              "Paints solids on coloured floors, at any size. Comes with Headroom.", own->vqgan));
        out.push_back(builtin("clip", "Shapes (built in)",
                              "Knows colours, solids, sizes, places and floors. Comes with Headroom.", own->clip));
    }
    for (const CatalogModel& model : catalog_) {
        KnownModel one;
        one.id = model.id;
        one.kind = model.kind;
        one.name = model.name;
        one.summary = model.summary;
        one.licence = model.licence;
        one.licence_url = model.licence_url;
        one.source = model.source;
        one.server = server_of(model.files.front().url);
        one.hash_published = !model.files.front().sha256.empty();
        bool whole = true;
        for (const CatalogFile& file : model.files) {
            const fs::path path = fs::path(folder_) / file.name;
            std::error_code ec;
            whole = whole && fs::is_regular_file(path, ec);
            one.size += Bytes{file.bytes};
            one.partial += size_on_disk(path.string() + ".part");
        }
        if (whole) one.path = (fs::path(folder_) / model.files.front().name).string();
        out.push_back(std::move(one));
    }
    return out;
}

Result<const CatalogModel*> ModelShelf::find(const std::string& id) const {
    const auto it = std::find_if(catalog_.begin(), catalog_.end(), [&](const CatalogModel& m) { return m.id == id; });
    if (it == catalog_.end()) return make_error(ErrorCode::NotFound, "'" + id + "' is no model of the catalogue");
    return &*it;
}

Result<std::string> ModelShelf::fetch(const std::string& id, const FetchProgressFn& progress,
                                      std::stop_token stop) const {
    auto model = find(id);
    if (!model) return model.error();
    const auto on_progress = [&](const DownloadProgress& p) {
        progress(
            {Bytes{static_cast<std::int64_t>(p.done)}, Bytes{static_cast<std::int64_t>(p.total)}, p.bytes_per_second});
    };
    return fetch_model(**model, folder_, on_progress, std::move(stop));
}

Result<void> ModelShelf::remove(const std::string& id) const {
    auto model = find(id);
    if (!model) return model.error();
    for (const CatalogFile& file : (*model)->files) {
        const std::string path = (fs::path(folder_) / file.name).string();
        for (const char* ending : {"", ".part", ".part.json", ".wrong"}) {
            std::error_code ec;
            fs::remove(path + ending, ec);
            if (ec) return make_error(ErrorCode::Disk, path + ending + ": cannot be deleted: " + ec.message());
        }
    }
    return {};
}

Result<WeightSummary> summary_of_weights(const std::string& path) {
    auto file = WeightFile::open(path);
    if (!file) return file.error();
    const WeightMap& map = file->map();
    WeightSummary out;
    out.path = path;
    out.kind = is_vqgan(map.kind) ? "vqgan" : name_of(map.kind);
    out.words = words_of(map);
    if (map.kind == NetworkKind::Unknown) describe_other(file->stream(), out);
    out.settings = settings_in_weights(*file);
    const std::string assumed = assume_activation(*file);
    const auto whole = file->require_complete(map.kind == NetworkKind::Clip ? NetworkKind::Clip : NetworkKind::Vqgan);
    out.usable = static_cast<bool>(whole);
    if (!whole) out.problem = whole.error().message;
    out.notes = map.warnings;
    if (!assumed.empty()) out.notes.push_back(assumed);
    return out;
}

}  // namespace headroom
