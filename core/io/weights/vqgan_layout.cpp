// Names and shapes of a VQGAN as taming-transformers builds it. Source: taming/modules/diffusionmodules/model.py, vqvae/quantize.py.
#include "core/io/weights/layout.h"

namespace headroom {
namespace {

class VqganBuilder {
public:
    explicit VqganBuilder(const VqganArchitecture& a) : all_(a), a_(a.shape) {}
    std::vector<ExpectedTensor> build();

private:
    void conv(const std::string& name, std::int64_t out, std::int64_t in, std::int64_t side) {
        tensors_.push_back({name + ".weight", {out, in, side, side}, part_});
        tensors_.push_back({name + ".bias", {out}, part_});
    }
    void norm(const std::string& name, std::int64_t channels) {
        tensors_.push_back({name + ".weight", {channels}, part_});
        tensors_.push_back({name + ".bias", {channels}, part_});
    }
    void block(const std::string& name, std::int64_t in, std::int64_t out) {
        norm(name + ".norm1", in);
        conv(name + ".conv1", out, in, 3);
        norm(name + ".norm2", out);
        conv(name + ".conv2", out, out, 3);
        if (in != out) conv(name + ".nin_shortcut", out, in, 1);
    }
    void attention(const std::string& name, std::int64_t channels) {
        norm(name + ".norm", channels);
        for (const char* layer : {".q", ".k", ".v", ".proj_out"}) conv(name + layer, channels, channels, 1);
    }
    void middle(const std::string& name, std::int64_t channels) {
        block(name + ".block_1", channels, channels);
        attention(name + ".attn_1", channels);
        block(name + ".block_2", channels, channels);
    }
    /// One level's residual blocks with their attentions; returns the channels it ends with.
    std::int64_t level(const std::string& name, std::size_t index, std::int64_t in, std::int64_t count) {
        const bool attends = a_.attends(index);
        const std::int64_t out = a_.width(index);
        for (std::int64_t i = 0; i < count; ++i) {
            block(name + ".block." + std::to_string(i), i == 0 ? in : out, out);
            if (attends) attention(name + ".attn." + std::to_string(i), out);
        }
        return out;
    }
    void encoder();
    void decoder();

    const VqganArchitecture& all_;
    const VqganConfig& a_;
    WeightPart part_ = WeightPart::Encoder;
    std::vector<ExpectedTensor> tensors_;
};

void VqganBuilder::encoder() {
    part_ = WeightPart::Encoder;
    const std::size_t levels = a_.multipliers.size();
    std::int64_t channels = a_.base;
    conv("encoder.conv_in", channels, a_.in_channels * a_.patch * a_.patch, 3);
    for (std::size_t i = 0; i < levels; ++i) {
        const std::string name = "encoder.down." + std::to_string(i);
        channels = level(name, i, channels, a_.blocks);
        if (i + 1 < levels) conv(name + ".downsample.conv", channels, channels, 3);
    }
    middle("encoder.mid", channels);
    norm("encoder.norm_out", channels);
    conv("encoder.conv_out", a_.z_channels * (all_.double_z ? 2 : 1), channels, 3);
}

void VqganBuilder::decoder() {
    part_ = WeightPart::Decoder;
    const std::size_t levels = a_.multipliers.size();
    std::int64_t channels = a_.width(levels - 1);
    conv("decoder.conv_in", channels, a_.z_channels, 3);
    middle("decoder.mid", channels);
    for (std::size_t i = levels; i-- > 0;) {
        const std::string name = "decoder.up." + std::to_string(i);
        channels = level(name, i, channels, a_.blocks + 1);
        if (i > 0) conv(name + ".upsample.conv", channels, channels, 3);
    }
    norm("decoder.norm_out", channels);
    conv("decoder.conv_out", a_.out_channels * a_.patch * a_.patch, channels, 3);
    if (a_.fine == 0) return;
    conv("decoder.fine.conv_in", 4 * a_.fine, channels, 3);
    for (const char* name : {"decoder.fine.block.0", "decoder.fine.block.1"}) block(name, a_.fine, a_.fine);
    norm("decoder.fine.norm_out", a_.fine);
    conv("decoder.fine.conv_out", a_.out_channels * a_.patch * a_.patch, a_.fine, 3);
}

std::vector<ExpectedTensor> VqganBuilder::build() {
    if (a_.multipliers.empty()) return {};
    if (all_.has_encoder) encoder();
    decoder();
    part_ = WeightPart::Quantiser;
    if (a_.gumbel) {
        if (all_.has_encoder) conv("quantize.proj", a_.codes, a_.z_channels, 1);
        tensors_.push_back({"quantize.embed.weight", {a_.codes, a_.code_width}, part_});
    } else {
        tensors_.push_back({"quantize.embedding.weight", {a_.codes, a_.code_width}, part_});
    }
    if (all_.has_encoder) {
        part_ = WeightPart::Encoder;
        conv("quant_conv", a_.code_width, a_.z_channels * (all_.double_z ? 2 : 1), 1);
    }
    part_ = WeightPart::Decoder;
    conv("post_quant_conv", a_.z_channels, a_.code_width, 1);
    return std::move(tensors_);
}

}  // namespace

std::vector<ExpectedTensor> vqgan_tensors(const VqganArchitecture& architecture) {
    return VqganBuilder(architecture).build();
}

}  // namespace headroom
