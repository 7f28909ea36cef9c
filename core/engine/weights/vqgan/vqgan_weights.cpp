// Reads VQGANs to begin with.
#include "core/engine/weights/vqgan/vqgan_weights.h"

#include "core/api/param_schema.h"
#include "core/engine/weights/weight_source.h"
#include "core/families/registry.h"
#include "core/families/vqgan/vqgan_shape.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/io/tensors/tensor_buffer.h"
#include "core/io/weights/value_types.h"
#include "core/io/weights/weight_file.h"

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr const char* kInspectFile = "headroom-cli weights inspect says what the file holds.";
constexpr std::string_view kOfDiscriminator = "discriminator.main.";

/// Collects tensors as float32, and keeps what they lie in.
class PartBuilder {
public:
    explicit PartBuilder(std::string name, std::string file) : part_{std::move(name), {}, std::move(file)} {}

    /// Room for a tensor of `shape`. Error: OutOfMemory.
    Result<std::span<float>> add(const std::string& name, const std::vector<std::int64_t>& shape) {
        const auto bytes = checked_bytes(shape, sizeof(float));
        if (!bytes)
            return make_error(ErrorCode::BadFile, part_.file + ": " + name + " is larger than any tensor can be",
                              kInspectFile);
        auto buffer = TensorBuffer::allocate(*bytes, part_.file);
        if (!buffer) return buffer.error();
        kept_->push_back(std::move(*buffer));
        const std::span<std::byte> room = kept_->back().bytes();
        part_.tensors.push_back({name, DType::F32, shape, room});
        return std::span<float>(reinterpret_cast<float*>(room.data()), room.size() / sizeof(float));
    }
    void finish(CheckpointContent& content) {
        TensorFile file;
        file.storage = kept_;
        content.files.push_back(std::move(file));
        content.parts.push_back(std::move(part_));
    }
    CheckpointPart& part() { return part_; }

private:
    CheckpointPart part_;
    std::shared_ptr<std::vector<TensorBuffer>> kept_ = std::make_shared<std::vector<TensorBuffer>>();
};

/// "…discriminator.main.3.weight" as "main.3.weight"; empty: no tensor of a discriminator.
std::string discriminator_name(std::string_view name) {
    const auto at = name.find(kOfDiscriminator);
    if (at == std::string_view::npos) return {};
    return std::string(name.substr(at + kOfDiscriminator.size() - std::string_view("main.").size()));
}

/// Tensors by their names within the discriminator.
using DiscriminatorTensors = std::map<std::string, const TensorEntry*>;

DiscriminatorTensors discriminator_in(const TensorStream& stream) {
    DiscriminatorTensors found;
    for (const TensorEntry& entry : stream.entries()) {
        if (std::string name = discriminator_name(entry.name); !name.empty()) found.emplace(std::move(name), &entry);
    }
    return found;
}

/// Takes over the shape of a PatchGAN from its tensors. False: it is none that Headroom has.
bool take_shape(const DiscriminatorTensors& found, TrainConfig& config) {
    std::int64_t convolutions = 0;
    bool batch = false;
    for (const auto& [name, entry] : found) {
        if (entry->shape.size() == 4) ++convolutions;
        if (name.ends_with("running_mean")) batch = true;
        const bool known = name.ends_with(".weight") || name.ends_with(".bias") || name.ends_with(".running_mean") ||
                           name.ends_with(".running_var") || name.ends_with(".num_batches_tracked");
        if (!known) return false;
    }
    const auto first = found.find("main.0.weight");
    if (first == found.end() || first->second->shape.size() != 4 || convolutions < 3) return false;
    config.width_d = first->second->shape[0];
    config.edit<VqganTrainConfig>().d_layers = convolutions - 2;
    config.norm_d = batch ? NormKind::Batch : NormKind::Instance;
    return first->second->shape[1] == 3 && check_param(*find_param("width.d"), config.width_d) &&
           check_param(*find_param("d.layers"), config.own<VqganTrainConfig>().d_layers);
}

Result<void> add_discriminator(TensorStream& stream, CheckpointContent& content, std::vector<std::string>* warnings) {
    const DiscriminatorTensors found = discriminator_in(stream);
    if (found.empty()) return {};
    TrainConfig config = content.config;
    if (!take_shape(found, config)) {
        if (warnings)
            warnings->push_back(stream.path() + " has a discriminator of a kind that Headroom lacks; it begins anew");
        return {};
    }
    content.config = config;
    static constexpr std::array<std::byte, 8> zero{};
    PartBuilder builder("discriminator", stream.path());
    for (const auto& [name, entry] : found) {
        if (name.ends_with(".num_batches_tracked")) {  // nothing depends on it
            builder.part().tensors.push_back({name, DType::I64, {}, zero});
            continue;
        }
        auto room = builder.add(name, entry->shape);
        if (!room) return room.error();
        const auto index = static_cast<std::size_t>(entry - stream.entries().data());
        if (auto ok = read_as_floats(stream, index, *room); !ok) return ok;
    }
    builder.finish(content);
    return {};
}

/// Error BadFile, or InvalidArgument where the file leaves a question open: it holds no VQGAN that Headroom trains.
Result<void> require_trainable(const WeightFile& file) {
    const std::string& path = file.stream().path();
    if (auto whole = file.require_complete(NetworkKind::Vqgan); !whole) return whole;
    const VqganArchitecture& all = file.map().vqgan;
    if (!all.has_encoder)
        return make_error(ErrorCode::BadFile, path + " holds a VQGAN without its encoder, which training needs",
                          kInspectFile);
    if (all.double_z || all.shape.in_channels != 3 || all.shape.out_channels != 3)
        return make_error(ErrorCode::BadFile, path + " holds a VQGAN of a kind that Headroom does not train",
                          "It trains those of colour pictures whose encoder gives z_channels once.");
    return {};
}

Result<CheckpointContent> read_weight_file(const std::string& path, std::vector<std::string>* warnings) {
    auto file = WeightFile::open(path);
    if (!file) return file.error();
    if (auto trainable = require_trainable(*file); !trainable) return trainable.error();
    CheckpointContent content;
    auto config = with_patch(default_config(kVqgan), settings_of_vqgan(*file));
    if (!config)
        return make_error(ErrorCode::BadFile, path + ": " + config.error().message,
                          "Headroom's settings cannot describe this network.");
    content.config = *config;
    PartBuilder builder("vqgan", path);
    for (std::size_t i = 0; i < file->map().tensors.size(); ++i) {
        const MappedTensor& tensor = file->map().tensors[i];
        if (tensor.part == WeightPart::Discriminator) continue;  // a part of its own
        if (tensor.name.starts_with("decoder.fine.")) continue;  // not trained: without it, pictures have half the side
        auto room = builder.add(tensor.name, tensor.shape);
        if (!room) return room.error();
        if (auto ok = file->read_floats(i, *room); !ok) return ok.error();
    }
    builder.finish(content);
    if (auto ok = add_discriminator(file->stream(), content, warnings); !ok) return ok.error();
    if (warnings) {
        for (const std::string& warning : file->map().warnings) warnings->push_back(path + ": " + warning);
        if (content.parts.size() == 1)
            warnings->push_back("only the autoencoder has weights to begin with; the discriminator begins anew");
    }
    return content;
}

}  // namespace

ParamPatch settings_of_vqgan(const WeightFile& file) {
    if (!require_trainable(file)) return {};
    const VqganConfig& shape = file.map().vqgan.shape;
    ParamPatch out = settings_of(shape);
    if (shape.gumbel) {  // drawn by logits, they have neither (check_vqgan)
        out["codebook.decay"] = 0.0;
        out["codebook.restart"] = std::int64_t{0};
    }
    TrainConfig config = default_config(kVqgan);
    if (!take_shape(discriminator_in(file.stream()), config)) return out;
    for (const char* key : {"width.d", "d.layers", "norm.d"}) out[key] = find_param(key, kVqgan)->get(config);
    return out;
}

Result<CheckpointContent> read_vqgan_weights(const std::string& named, std::vector<std::string>* warnings) {
    std::error_code ignored;
    if (!fs::exists(named, ignored))
        return make_error(ErrorCode::NotFound, named + " does not exist",
                          "Name a run, a checkpoint or a VQGAN's weight file.");
    if (!fs::is_directory(named, ignored)) return read_weight_file(named, warnings);
    auto source = find_weights(named, [&](const std::string& what, double) {
        if (warnings) warnings->push_back(what.substr(what.rfind("warning: ", 0) == 0 ? 9 : 0));
    });
    if (!source) return source.error();
    if (source->checkpoint.empty())
        return make_error(ErrorCode::BadFile, named + " holds no VQGAN",
                          "Name a run, a checkpoint or a VQGAN's weight file.");
    auto content = RunFolder::read_checkpoint(source->checkpoint);
    if (content && family_of(content->config).facts().start.files != kVqganFiles)
        return make_error(ErrorCode::BadFile,
                          named + " is of a " + std::string(name_of(content->config.model)) +
                              " run, not of a vqgan run",
                          "Name a run, a checkpoint or a VQGAN's weight file.");
    return content;
}

}  // namespace headroom
