// Recognises CLIP under OpenAI's, open_clip's and Hugging Face's names and reads its architecture off the shapes.
#include "core/io/weights/recognise.h"

#include <cmath>
#include <string_view>

namespace headroom {
namespace {

/// The figures of ViT-B/32 that a configuration starts with must not pass for what the tensors say.
ClipConfig nothing_known() {
    ClipConfig a;
    a.embedding = 0;
    a.vision = {0, 0, 0, 0, 0, 0, {}};
    a.text = {0, 0, 0, 0, 0, 0};
    return a;
}

std::int64_t square_root(std::int64_t n) {
    const auto root =
        static_cast<std::int64_t>(std::llround(std::sqrt(static_cast<double>(std::max<std::int64_t>(n, 0)))));
    return root * root == n ? root : 0;
}

/// A canonical tensor of a transformer block ("ln_1.weight") in Hugging Face's names, behind the block's prefix.
SourceNames hugging_block(const std::string& prefix, const std::string& rest) {
    if (rest.starts_with("attn.in_proj_")) {
        const std::string kind = rest.substr(13);
        return {{prefix + "self_attn.q_proj." + kind, prefix + "self_attn.k_proj." + kind,
                 prefix + "self_attn.v_proj." + kind},
                false};
    }
    for (const auto& [ours, theirs] : {std::pair("attn.out_proj.", "self_attn.out_proj."),
                                       std::pair("ln_1.", "layer_norm1."), std::pair("ln_2.", "layer_norm2."),
                                       std::pair("mlp.c_fc.", "mlp.fc1."), std::pair("mlp.c_proj.", "mlp.fc2.")}) {
        if (rest.starts_with(ours)) return {{prefix + theirs + rest.substr(std::string_view(ours).size())}, false};
    }
    return {{prefix + rest}, false};
}

SourceNames hugging_face_names(const std::string& prefix, const std::string& name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 11> whole{
        {{"token_embedding.weight", "text_model.embeddings.token_embedding.weight"},
         {"positional_embedding", "text_model.embeddings.position_embedding.weight"},
         {"ln_final.weight", "text_model.final_layer_norm.weight"},
         {"ln_final.bias", "text_model.final_layer_norm.bias"},
         {"visual.conv1.weight", "vision_model.embeddings.patch_embedding.weight"},
         {"visual.class_embedding", "vision_model.embeddings.class_embedding"},
         {"visual.positional_embedding", "vision_model.embeddings.position_embedding.weight"},
         {"visual.ln_pre.weight", "vision_model.pre_layrnorm.weight"},
         {"visual.ln_pre.bias", "vision_model.pre_layrnorm.bias"},
         {"visual.ln_post.weight", "vision_model.post_layernorm.weight"},
         {"visual.ln_post.bias", "vision_model.post_layernorm.bias"}}};
    if (name == "text_projection") return {{prefix + "text_projection.weight"}, true};
    if (name == "visual.proj") return {{prefix + "visual_projection.weight"}, true};
    for (const auto& [ours, theirs] : whole) {
        if (name == ours) return {{prefix + std::string(theirs)}, false};
    }
    for (const auto& [ours, theirs] : {std::pair("visual.transformer.resblocks.", "vision_model.encoder.layers."),
                                       std::pair("transformer.resblocks.", "text_model.encoder.layers.")}) {
        if (!name.starts_with(ours)) continue;
        const std::size_t number = std::string_view(ours).size(),
                          dot = std::min(name.find('.', number), name.size() - 1);
        return hugging_block(prefix + theirs + name.substr(number, dot + 1 - number), name.substr(dot + 1));
    }
    return {{prefix + name}, false};
}

/// The text tower's prefix: open_clip's models with towers of their own put "text." before it.
std::string text_prefix(const NameTable& t, const std::string& prefix) {
    return !t.find(prefix + "token_embedding.weight") && t.find(prefix + "text.token_embedding.weight")
               ? prefix + "text."
               : prefix;
}

/// Width of a head where the figures are those of a published model whose heads are not 64 wide; else 64.
std::int64_t vision_head(std::int64_t width, std::int64_t layers) {
    if (width == 1280 && layers == 32) return 80;   // H/14
    if (width == 1408 && layers == 40) return 88;   // g/14
    if (width == 1664 && layers == 48) return 104;  // bigG/14
    return 64;
}

void read_openai(const NameTable& t, const std::string& p, ClipConfig& a) {
    const std::string text = text_prefix(t, p);
    ClipVision& v = a.vision;
    if (!t.find(p + "visual.proj") && t.any_with(p + "visual.layer1.")) {
        v.width = t.dim(p + "visual.conv3.weight", 0);
        for (std::size_t i = 0; i < v.stages.size(); ++i)
            v.stages[i] = t.count(p + "visual.layer" + std::to_string(i + 1) + ".");
        v.image = 32 * square_root(t.dim(p + "visual.attnpool.positional_embedding", 0) - 1);
        v.heads = v.width * 32 / 64;
        a.embedding = t.dim(p + "visual.attnpool.c_proj.weight", 0);
    } else {
        v.width = t.dim(p + "visual.conv1.weight", 0);
        v.patch = t.dim(p + "visual.conv1.weight", 2);
        v.layers = t.count(p + "visual.transformer.resblocks.");
        v.image = v.patch * square_root(t.dim(p + "visual.positional_embedding", 0) - 1);
        v.mlp = t.dim(p + "visual.transformer.resblocks.0.mlp.c_fc.weight", 0);
        a.embedding = t.dim(p + "visual.proj", 1);
    }
    a.text.context = t.dim(text + "positional_embedding", 0);
    a.text.vocabulary = t.dim(text + "token_embedding.weight", 0);
    if (const std::int64_t ids = t.dim(text + "token_rows", 0); ids > 0) {
        a.text.token_rows = a.text.vocabulary;
        a.text.vocabulary = ids;
    }
    a.text.width = t.dim(text + "token_embedding.weight", 1);
    a.text.layers = t.count(text + "transformer.resblocks.");
    a.text.mlp = t.dim(text + "transformer.resblocks.0.mlp.c_fc.weight", 0);
    if (a.embedding <= 0) a.embedding = t.dim(text + "text_projection", 1);
}

void read_hugging_face_shapes(const NameTable& t, const std::string& p, ClipConfig& a) {
    const std::string vision = p + "vision_model.", text = p + "text_model.";
    ClipVision& v = a.vision;
    v.width = t.dim(vision + "embeddings.patch_embedding.weight", 0);
    v.patch = t.dim(vision + "embeddings.patch_embedding.weight", 2);
    v.layers = t.count(vision + "encoder.layers.");
    v.image = v.patch * square_root(t.dim(vision + "embeddings.position_embedding.weight", 0) - 1);
    v.mlp = t.dim(vision + "encoder.layers.0.mlp.fc1.weight", 0);
    a.embedding = t.dim(p + "visual_projection.weight", 0);
    if (a.embedding <= 0) a.embedding = t.dim(p + "text_projection.weight", 0);
    a.text.context = t.dim(text + "embeddings.position_embedding.weight", 0);
    a.text.vocabulary = t.dim(text + "embeddings.token_embedding.weight", 0);
    a.text.width = t.dim(text + "embeddings.token_embedding.weight", 1);
    a.text.layers = t.count(text + "encoder.layers.");
    a.text.mlp = t.dim(text + "encoder.layers.0.mlp.fc1.weight", 0);
}

/// Canonical names of the tensors that show the architecture.
std::vector<std::string> missing_figures(const ClipConfig& a) {
    std::vector<std::string> out;
    const auto need = [&](bool there, const char* name) {
        if (!there) out.emplace_back(name);
    };
    const ClipVision& v = a.vision;
    if (v.is_resnet()) {
        need(v.width > 1, "visual.conv3.weight");
        for (std::size_t i = 0; i < v.stages.size(); ++i)
            need(v.stages[i] > 0, ("visual.layer" + std::to_string(i + 1) + ".0.conv1.weight").c_str());
        need(v.image > 0, "visual.attnpool.positional_embedding");
    } else {
        need(v.width > 0 && v.patch > 0, "visual.conv1.weight");
        need(v.layers > 0 && v.mlp > 0, "visual.transformer.resblocks.0.mlp.c_fc.weight");
        need(v.image > 0, "visual.positional_embedding");
    }
    need(a.embedding > 0, "text_projection");
    need(a.text.vocabulary > 0 && a.text.width > 0, "token_embedding.weight");
    need(a.text.context > 0, "positional_embedding");
    need(a.text.layers > 0 && a.text.mlp > 0, "transformer.resblocks.0.mlp.c_fc.weight");
    return out;
}

void guess_heads(WeightMap& map) {
    ClipConfig& a = map.clip.shape;
    const auto ask = [&](const char* tower) {
        map.questions.push_back(std::string("how many attention heads the ") + tower +
                                " tower has (its width is no multiple of 64)");
    };
    if (!a.vision.is_resnet()) {
        const std::int64_t head = vision_head(a.vision.width, a.vision.layers);
        a.vision.heads = a.vision.width % head == 0 ? a.vision.width / head : 0;
        if (a.vision.heads == 0) ask("picture");
    } else if (a.vision.heads == 0) {
        ask("picture");
    }
    a.text.heads = a.text.width % 64 == 0 ? a.text.width / 64 : 0;
    if (a.text.heads == 0) ask("text");
}

}  // namespace

bool recognise_clip(const NameTable& table, const std::string& container, WeightMap& map, std::set<std::size_t>& used) {
    std::vector<std::string> found;
    bool hugging = false;
    for (const std::string& prefix : table.prefixes_of("visual.conv1.weight")) {
        const bool has_text = table.any_with(prefix + "transformer.resblocks.") || table.any_with(prefix + "text.") ||
                              table.find(prefix + "token_embedding.weight") || table.find(prefix + "text_projection");
        if (has_text) found.push_back(prefix);
    }
    if (found.empty()) {
        hugging = true;
        for (const std::string& prefix : table.prefixes_of("vision_model.embeddings.patch_embedding.weight")) {
            if (table.any_with(prefix + "text_model.")) found.push_back(prefix);
        }
    }
    if (found.empty()) return false;
    map.prefix = found.front();
    map.kind = NetworkKind::Clip;
    map.clip.shape = nothing_known();
    // OpenAI's archives are programs and carry three figures as tensors; open_clip's files are plain tables.
    const bool openai = container == "torchscript" || table.find(map.prefix + "input_resolution").has_value();
    map.layout = hugging ? NameLayout::HuggingFace : openai ? NameLayout::OpenAi : NameLayout::OpenClip;
    if (hugging) {
        read_hugging_face_shapes(table, map.prefix, map.clip.shape);
    } else {
        read_openai(table, map.prefix, map.clip.shape);
    }
    map.missing = missing_figures(map.clip.shape);
    if (!map.missing.empty()) return true;
    guess_heads(map);
    if (openai) {
        map.clip.shape.activation = ClipActivation::QuickGelu;
        map.clip.knows_activation = true;
    } else {
        map.questions.push_back(
            "whether the activation is quick_gelu (OpenAI's weights and those trained from them) or gelu");
    }
    const std::string text = hugging ? map.prefix : text_prefix(table, map.prefix);
    const NameRule rule = [&](const std::string& name) -> SourceNames {
        if (hugging) return hugging_face_names(map.prefix, name);
        const bool of_text = !name.starts_with("visual.") && name != "logit_scale";
        return {{(of_text ? text : map.prefix) + name}, false};
    };
    fill_map(table, clip_tensors(map.clip), rule, map, used);
    return true;
}

}  // namespace headroom
