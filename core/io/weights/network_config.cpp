// Reads descriptions of networks. JSON is YAML, so that one parser serves all of them.
#include "core/io/weights/network_config.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/io/files/atomic_file.h"
#include "core/io/tensors/tensor_buffer.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <limits>

namespace headroom {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t kMaxConfig = 1u << 20;
constexpr std::int64_t kMostCodes = 1 << 24, kMostWidth = 1 << 16;

/// One mapping of the file, with the way to it for messages ("model.params.ddconfig"). Mistakes end reading by exception, caught below.
class Section {
public:
    Section(YAML::Node node, std::string name) : node_(std::move(node)), name_(std::move(name)) {}

    bool has(const char* key) const { return is_map() && node_[key].IsDefined(); }
    Section at(const char* key) const { return {has(key) ? YAML::Node(node_[key]) : YAML::Node(), path(key)}; }
    bool is_map() const { return node_.IsMap(); }
    const YAML::Node& node() const { return node_; }
    std::string path(const char* key) const { return name_.empty() ? key : name_ + "." + key; }

    [[noreturn]] void fail(const char* key, const std::string& what) const {
        throw make_error(ErrorCode::BadFile, path(key) + " " + what,
                         "Choose the configuration that belongs to the weights.");
    }
    std::int64_t whole(const char* key, std::int64_t low, std::int64_t high,
                       std::optional<std::int64_t> otherwise = {}) const {
        if (!has(key)) {
            if (otherwise) return *otherwise;
            fail(key, "is missing");
        }
        return number(node_[key], key, low, high);
    }
    std::vector<std::int64_t> list(const char* key, std::int64_t low, std::int64_t high) const {
        if (!has(key)) fail(key, "is missing");
        const YAML::Node items = node_[key];
        if (!items.IsSequence() || items.size() > 16) fail(key, "is no list of at most 16 numbers");
        std::vector<std::int64_t> out;
        for (std::size_t i = 0; i < items.size(); ++i) out.push_back(number(items[i], key, low, high));
        return out;
    }
    bool flag(const char* key, bool otherwise) const {
        if (!has(key) || node_[key].IsNull()) return otherwise;
        bool value = otherwise;
        if (!node_[key].IsScalar() || !YAML::convert<bool>::decode(node_[key], value))
            fail(key, "is neither true nor false");
        return value;
    }
    std::string word(const char* key, const std::string& otherwise) const {
        if (!has(key) || !node_[key].IsScalar()) return otherwise;
        return node_[key].Scalar().substr(0, 256);
    }
    std::array<double, 3> colour(const char* key, std::array<double, 3> otherwise) const {
        if (!has(key) || !node_[key].IsSequence() || node_[key].size() != 3) return otherwise;
        for (std::size_t i = 0; i < 3; ++i) {
            if (!node_[key][i].IsScalar() || !YAML::convert<double>::decode(node_[key][i], otherwise[i]))
                fail(key, "is no list of three numbers");
        }
        return otherwise;
    }

private:
    std::int64_t number(const YAML::Node& node, const char* key, std::int64_t low, std::int64_t high) const {
        std::int64_t value = 0;
        if (!node.IsScalar() || !YAML::convert<std::int64_t>::decode(node, value)) fail(key, "is no whole number");
        if (value < low || value > high)
            fail(key, "is " + std::to_string(value) + ", not between " + std::to_string(low) + " and " +
                          std::to_string(high));
        return value;
    }

    YAML::Node node_;
    std::string name_;
};

VqganArchitecture read_taming(const Section& params, const std::string& target) {
    VqganArchitecture all;
    VqganConfig& a = all.shape;
    a.gumbel = target.ends_with("GumbelVQ");
    a.codes = params.whole("n_embed", 1, kMostCodes);
    a.code_width = params.whole("embed_dim", 1, kMostWidth);
    const Section dd = params.at("ddconfig");
    if (!dd.is_map()) params.fail("ddconfig", "is missing");
    all.double_z = dd.flag("double_z", false);
    a.z_channels = dd.whole("z_channels", 1, kMostWidth);
    a.resolution = dd.whole("resolution", 1, kMostWidth);
    all.knows_resolution = true;
    a.in_channels = dd.whole("in_channels", 1, 64);
    a.out_channels = dd.whole("out_ch", 1, 64);
    a.patch = dd.whole("patch", 1, 32, 1);
    a.fine = dd.whole("fine", 0, kMostWidth, 0);
    a.base = dd.whole("ch", 1, kMostWidth);
    a.multipliers = dd.list("ch_mult", 1, 1024);
    if (a.multipliers.empty()) dd.fail("ch_mult", "is empty");
    a.blocks = dd.whole("num_res_blocks", 1, 64);
    a.attention = dd.list("attn_resolutions", 1, kMostWidth);
    return all;
}

/// {"model": {"target", "params"}}; for transformers the VQGAN's part is under first_stage_config.
VqganArchitecture read_taming_root(const Section& root) {
    Section model = root.at("model");
    const auto is_vqgan = [](const std::string& target) {
        return target.ends_with("VQModel") || target.ends_with("GumbelVQ") || target.ends_with("VQModelInterface");
    };
    std::string target = model.word("target", "");
    if (!is_vqgan(target) && model.at("params").has("first_stage_config")) {
        model = model.at("params").at("first_stage_config");
        target = model.word("target", "");
    }
    if (!is_vqgan(target))
        model.fail("target", target.empty() ? "is missing" : "is '" + shown_name(target) + "', which is no VQGAN");
    if (!model.at("params").is_map()) model.fail("params", "is missing");
    return read_taming(model.at("params"), target);
}

ClipArchitecture read_open_clip(const Section& model, const Section& preprocess) {
    ClipArchitecture all;
    all.knows_activation = true;
    ClipConfig& a = all.shape;
    a.vision.mlp = a.text.mlp = 0;
    a.embedding = model.whole("embed_dim", 1, kMostWidth);
    a.activation = model.flag("quick_gelu", false) ? ClipActivation::QuickGelu : ClipActivation::Gelu;
    const Section vision = model.at("vision_cfg"), text = model.at("text_cfg");
    if (!vision.is_map()) model.fail("vision_cfg", "is missing");
    if (!text.is_map()) model.fail("text_cfg", "is missing");
    if (vision.has("timm_model_name"))
        vision.fail("timm_model_name", "names a vision tower that Headroom does not have");
    if (text.has("hf_model_name")) text.fail("hf_model_name", "names a text tower that Headroom does not have");
    a.vision.image = vision.whole("image_size", 1, kMostWidth, 224);
    a.vision.width = vision.whole("width", 1, kMostWidth, 768);
    const std::int64_t head = vision.whole("head_width", 1, kMostWidth, 64);
    if (vision.has("layers") && vision.at("layers").node().IsSequence()) {
        const auto blocks = vision.list("layers", 1, 256);
        if (blocks.size() != 4)
            vision.fail("layers", "lists " + std::to_string(blocks.size()) + " instead of 4 numbers");
        a.vision.patch = a.vision.layers = 0;
        std::copy(blocks.begin(), blocks.end(), a.vision.stages.begin());
        a.vision.heads = a.vision.width * 32 / head;
    } else {
        a.vision.layers = vision.whole("layers", 1, 256, 12);
        a.vision.patch = vision.whole("patch_size", 1, kMostWidth, 16);
        a.vision.heads = a.vision.width / head;
    }
    a.text.context = text.whole("context_length", 1, kMostWidth, 77);
    a.text.vocabulary = text.whole("vocab_size", 1, kMostCodes, 49408);
    a.text.token_rows = text.whole("token_rows", 0, kMostCodes, 0);
    a.text.width = text.whole("width", 1, kMostWidth, 512);
    a.text.heads = text.whole("heads", 1, 1024, 8);
    a.text.layers = text.whole("layers", 1, 256, 12);
    all.mean = preprocess.colour("mean", all.mean);
    all.deviation = preprocess.colour("std", all.deviation);
    return all;
}

ClipActivation hidden_act(const Section& tower) {
    const std::string name = tower.word("hidden_act", "quick_gelu");
    if (name == "quick_gelu") return ClipActivation::QuickGelu;
    if (name == "gelu") return ClipActivation::Gelu;
    tower.fail("hidden_act", "is '" + shown_name(name) + "', not quick_gelu or gelu");
}

/// Figures that equal the library's defaults may be left out of the file.
ClipArchitecture read_hugging_face(const Section& root) {
    ClipArchitecture all;
    all.knows_activation = true;
    ClipConfig& a = all.shape;
    a.embedding = root.whole("projection_dim", 1, kMostWidth, 512);
    const Section vision = root.at("vision_config"), text = root.at("text_config");
    a.activation = hidden_act(vision);
    if (hidden_act(text) != a.activation) root.fail("text_config", "has another hidden_act than vision_config");
    a.vision.image = vision.whole("image_size", 1, kMostWidth, 224);
    a.vision.patch = vision.whole("patch_size", 1, kMostWidth, 32);
    a.vision.width = vision.whole("hidden_size", 1, kMostWidth, 768);
    a.vision.layers = vision.whole("num_hidden_layers", 1, 256, 12);
    a.vision.heads = vision.whole("num_attention_heads", 1, 1024, 12);
    a.vision.mlp = vision.whole("intermediate_size", 1, kMostWidth * 8, 3072);
    a.text.context = text.whole("max_position_embeddings", 1, kMostWidth, 77);
    a.text.vocabulary = text.whole("vocab_size", 1, kMostCodes, 49408);
    a.text.width = text.whole("hidden_size", 1, kMostWidth, 512);
    a.text.layers = text.whole("num_hidden_layers", 1, 256, 12);
    a.text.heads = text.whole("num_attention_heads", 1, 1024, 8);
    a.text.mlp = text.whole("intermediate_size", 1, kMostWidth * 8, 2048);
    return all;
}

NetworkConfig interpret(const Section& root, const std::string& path) {
    NetworkConfig config;
    config.path = path;
    if (root.at("model").is_map()) {
        config.vqgan = read_taming_root(root);
    } else if (root.at("model_cfg").is_map() || (root.at("vision_cfg").is_map() && root.at("text_cfg").is_map())) {
        config.style = NetworkConfig::Style::OpenClip;
        config.clip =
            read_open_clip(root.at("model_cfg").is_map() ? root.at("model_cfg") : root, root.at("preprocess_cfg"));
    } else if (root.at("vision_config").is_map() && root.at("text_config").is_map()) {
        config.style = NetworkConfig::Style::HuggingFace;
        config.clip = read_hugging_face(root);
    } else {
        throw make_error(ErrorCode::BadFile,
                         "has no 'model', 'model_cfg' or 'vision_config', so it describes no VQGAN or CLIP",
                         "Choose the .yaml of a VQGAN or the config.json of a CLIP.");
    }
    return config;
}

}  // namespace

Result<NetworkConfig> read_network_config(const std::string& path) {
    const auto refuse = [&](const std::string& what, const std::string& hint) {
        return make_error(ErrorCode::BadFile, path + ": " + what, hint);
    };
    const std::string other = "Choose the .yaml of a VQGAN or the config.json of a CLIP.";
    auto file = FileHandle::open_for_reading(path);
    if (!file) return file.error();
    const std::uint64_t size = static_cast<std::uint64_t>(std::max<std::int64_t>(file->size(), 0));
    if (size > kMaxConfig) return refuse("it is larger than 1 MiB, so no configuration of a network", other);
    std::string text(static_cast<std::size_t>(size), '\0');
    if (!file->read_at(0, std::as_writable_bytes(std::span(text.data(), text.size())))) return read_error(path, EIO);
    if (text.find('\0') != std::string::npos) return refuse("it is no text", other);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) return refuse("it is empty", other);
    if (text[first] == '<')
        return refuse("it is a web page, not a configuration", "Download the file itself, not the page that shows it.");
    try {
        return interpret(Section(YAML::Load(text), ""), path);
    } catch (const Error& e) { return refuse(e.message, e.hint); } catch (const YAML::Exception& e) {
        return refuse("line " + std::to_string(e.mark.line + 1) + " cannot be understood (" + shown_name(e.msg) + ")",
                      other);
    }
}

std::string find_network_config(const std::string& weights, NetworkConfig::Style style) {
    const fs::path path(weights);
    std::vector<fs::path> candidates;
    if (style == NetworkConfig::Style::Taming) {
        for (const char* extension : {".yaml", ".yml"})
            candidates.push_back(fs::path(path).replace_extension(extension));
        candidates.push_back(path.parent_path() / "model.yaml");
        if (path.parent_path().filename() == "ckpts")
            candidates.push_back(path.parent_path().parent_path() / "configs" / "model.yaml");
    } else {
        candidates.push_back(fs::path(path).replace_extension(".json"));
        candidates.push_back(path.parent_path() /
                             (style == NetworkConfig::Style::OpenClip ? "open_clip_config.json" : "config.json"));
    }
    for (const fs::path& candidate : candidates) {
        std::error_code failed;
        if (fs::is_regular_file(candidate, failed)) return candidate.string();
    }
    return {};
}

}  // namespace headroom
