// Names and shapes of CLIP's two towers as OpenAI and open_clip build them. Source: openai/CLIP clip/model.py.
#include "core/io/weights/layout.h"

namespace headroom {
namespace {

class ClipBuilder {
public:
    explicit ClipBuilder(const ClipConfig& a) : a_(a) {}
    std::vector<ExpectedTensor> build();

private:
    void add(const std::string& name, std::vector<std::int64_t> shape) {
        tensors_.push_back({name, std::move(shape), part_});
    }
    void norm(const std::string& name, std::int64_t width) {
        add(name + ".weight", {width});
        add(name + ".bias", {width});
    }
    void linear(const std::string& name, std::int64_t out, std::int64_t in) {
        add(name + ".weight", {out, in});
        add(name + ".bias", {out});
    }
    void batch_norm(const std::string& name, std::int64_t width) {
        for (const char* what : {".weight", ".bias", ".running_mean", ".running_var"}) add(name + what, {width});
    }
    void transformer(const std::string& name, std::int64_t layers, std::int64_t width, std::int64_t mlp) {
        for (std::int64_t i = 0; i < layers; ++i) {
            const std::string block = name + ".resblocks." + std::to_string(i);
            norm(block + ".ln_1", width);
            add(block + ".attn.in_proj_weight", {3 * width, width});
            add(block + ".attn.in_proj_bias", {3 * width});
            linear(block + ".attn.out_proj", width, width);
            norm(block + ".ln_2", width);
            linear(block + ".mlp.c_fc", mlp, width);
            linear(block + ".mlp.c_proj", width, mlp);
        }
    }
    void bottleneck(const std::string& name, std::int64_t in, std::int64_t planes, bool first_of_layer);
    void vit();
    void resnet();

    const ClipConfig& a_;
    WeightPart part_ = WeightPart::Text;
    std::vector<ExpectedTensor> tensors_;
};

void ClipBuilder::bottleneck(const std::string& name, std::int64_t in, std::int64_t planes, bool first_of_layer) {
    add(name + ".conv1.weight", {planes, in, 1, 1});
    batch_norm(name + ".bn1", planes);
    add(name + ".conv2.weight", {planes, planes, 3, 3});
    batch_norm(name + ".bn2", planes);
    add(name + ".conv3.weight", {planes * 4, planes, 1, 1});
    batch_norm(name + ".bn3", planes * 4);
    if (!first_of_layer) return;
    add(name + ".downsample.0.weight", {planes * 4, in, 1, 1});
    batch_norm(name + ".downsample.1", planes * 4);
}

void ClipBuilder::vit() {
    const ClipVision& v = a_.vision;
    const std::int64_t side = v.patch > 0 ? v.image / v.patch : 0;
    add("visual.class_embedding", {v.width});
    add("visual.positional_embedding", {side * side + 1, v.width});
    add("visual.proj", {v.width, a_.embedding});
    add("visual.conv1.weight", {v.width, 3, v.patch, v.patch});
    norm("visual.ln_pre", v.width);
    transformer("visual.transformer", v.layers, v.width, v.mlp);
    norm("visual.ln_post", v.width);
}

void ClipBuilder::resnet() {
    const ClipVision& v = a_.vision;
    const std::int64_t half = v.width / 2;
    add("visual.conv1.weight", {half, 3, 3, 3});
    batch_norm("visual.bn1", half);
    add("visual.conv2.weight", {half, half, 3, 3});
    batch_norm("visual.bn2", half);
    add("visual.conv3.weight", {v.width, half, 3, 3});
    batch_norm("visual.bn3", v.width);
    std::int64_t in = v.width;
    for (std::size_t layer = 0; layer < v.stages.size(); ++layer) {
        const std::int64_t planes = v.width << layer;
        for (std::int64_t i = 0; i < v.stages[layer]; ++i) {
            bottleneck("visual.layer" + std::to_string(layer + 1) + "." + std::to_string(i), in, planes, i == 0);
            in = planes * 4;
        }
    }
    const std::int64_t side = v.image / 32;
    add("visual.attnpool.positional_embedding", {side * side + 1, in});
    for (const char* name : {"k_proj", "q_proj", "v_proj"}) linear(std::string("visual.attnpool.") + name, in, in);
    linear("visual.attnpool.c_proj", a_.embedding, in);
}

std::vector<ExpectedTensor> ClipBuilder::build() {
    add("positional_embedding", {a_.text.context, a_.text.width});
    add("text_projection", {a_.text.width, a_.embedding});
    part_ = WeightPart::Scale;
    tensors_.push_back({"logit_scale", {}, part_, true});
    part_ = WeightPart::Vision;
    if (a_.vision.is_resnet()) {
        resnet();
    } else {
        vit();
    }
    part_ = WeightPart::Text;
    transformer("transformer", a_.text.layers, a_.text.width, a_.text.mlp);
    if (a_.text.token_rows > 0) add("token_rows", {a_.text.vocabulary});
    add("token_embedding.weight", {a_.text.embedded(), a_.text.width});
    norm("ln_final", a_.text.width);
    return std::move(tensors_);
}

}  // namespace

std::vector<ExpectedTensor> clip_tensors(const ClipArchitecture& architecture) {
    return ClipBuilder(architecture.shape).build();
}

}  // namespace headroom
