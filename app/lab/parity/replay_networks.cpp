// The networks of the cases, loaded as users' files are.
#include "app/lab/parity/network_replay.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/io/files/atomic_file.h"
#include "core/memory/libtorch.h"
#include "core/train/tensor_bridge.h"
#include "core/train/tools/reconstruction.h"
#include "core/train/vqgan_clip/painters.h"

#include <filesystem>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// Of a Gumbel VQGAN nothing but what follows the encoder is in small cases.
Result<TensorMap> replay_quantiser(const std::string& dir, const TensorMap& want) {
    auto weights = read_case_tensors(dir + "/quantiser.safetensors");
    if (!weights) return weights.error();
    for (const char* name : {"quantize.proj.weight", "quantize.proj.bias", "quantize.embed.weight",
                             "post_quant_conv.weight", "post_quant_conv.bias"}) {
        if (!weights->contains(name)) return broken_case(dir, "quantiser.safetensors lacks " + std::string(name));
    }
    if (!want.contains("quant_conv_output")) return broken_case(dir, "expected.safetensors lacks quant_conv_output");
    const at::NoGradGuard no_grad;
    const at::Tensor& proj = weights->at("quantize.proj.weight");
    vqgan::GumbelQuantizer quantiser(proj.size(1), proj.size(0), weights->at("quantize.embed.weight").size(1));
    for (auto& item : quantiser.named_parameters()) item.value().copy_(weights->at("quantize." + item.key()));
    const at::Tensor indices = quantiser.choose(want.at("quant_conv_output")),
                     rows = vqgan::code_rows(indices, quantiser.codebook());
    return TensorMap{{"indices", indices},
                     {"quantised", rows},
                     {"post_quant_conv_output",
                      at::conv2d(rows, weights->at("post_quant_conv.weight"), weights->at("post_quant_conv.bias"))}};
}

}  // namespace

Error broken_case(const std::string& dir, const std::string& what) {
    return make_error(ErrorCode::BadFile, dir + ": " + what, "Write the case again with the script that wrote it.");
}

std::string file_ending(const std::string& dir, const std::string& ending) {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(dir, failed)) {
        if (entry.path().extension() == ending) return entry.path().string();
    }
    return {};
}

Result<TensorMap> read_case_tensors(const std::string& path) {
    const auto file = read_tensor_file(path);
    if (!file) return file.error();
    TensorMap out;
    const std::string outer = "state_dict.";
    for (const TensorView& view : file->tensors)
        out[view.name.rfind(outer, 0) == 0 ? view.name.substr(outer.size()) : view.name] = to_tensor(view);
    return out;
}

Result<nlohmann::json> read_case_record(const std::string& path) {
    auto text = read_text(path);
    if (!text) return text.error();
    auto record = nlohmann::json::parse(*text, nullptr, false);
    if (!record.is_object()) return broken_case(path, "this is not the record of a parity case");
    return record;
}

Result<std::shared_ptr<Vqgan>> read_case_vqgan(const std::string& case_dir, const std::string& weights) {
    ImagineConfig files;
    files.vqgan_file = weights;
    files.vqgan_settings = file_ending(case_dir, ".yaml");
    auto source = painters_from_files(files);
    if (!source) return source.error();
    return source->vqgan(VqganSide::Both, at::kCPU);
}

Result<TensorMap> replay_vqgan(const std::string& case_dir, const ReplayWay& way) {
    auto want = read_case_tensors(case_dir + "/expected.safetensors");
    if (!want) return want.error();
    const std::string weights = file_ending(case_dir, ".ckpt");
    if (weights.empty()) return replay_quantiser(case_dir, *want);
    auto net = read_case_vqgan(case_dir, weights);
    if (!net) return net.error();
    const at::ScalarType type = way.float64 ? at::kDouble : at::kFloat;
    (*net)->to(type);
    (*net)->set_mode(way.mode);
    TensorMap out;
    for (const std::string prefix : {"", "wide."}) {
        if (!want->contains(prefix + "image")) continue;
        for (auto& [name, tensor] : reconstruction(**net, want->at(prefix + "image").to(type)))
            out[prefix + name] = std::move(tensor);
    }
    if (out.empty()) return broken_case(case_dir, "expected.safetensors has no image");
    return out;
}

Result<TensorMap> replay_clip(const std::string& case_dir, const ReplayWay& way) {
    auto want = read_case_tensors(case_dir + "/expected.safetensors");
    if (!want) return want.error();
    if (!want->contains("images") || !want->contains("tokens"))
        return broken_case(case_dir, "expected.safetensors lacks images or tokens");
    ImagineConfig files;
    files.clip_files = case_dir + "/open_clip_model.safetensors";
    auto source = painters_from_files(files);
    if (!source) return source.error();
    const at::NoGradGuard no_grad;
    const at::ScalarType type = way.float64 ? at::kDouble : at::kFloat;
    TensorMap out;
    for (const ClipSide side : {ClipSide::Pictures, ClipSide::Texts}) {
        auto clip = source->clips.front()(side, at::kCPU);
        if (!clip) return clip.error();
        clip->model->to(type);
        clip->model->set_mode(way.mode);
        if (side == ClipSide::Pictures)
            out["image_features"] = clip->model->encode_pictures(want->at("images").to(type));
        else
            out["text_features"] = clip->model->encode_texts(want->at("tokens"));
    }
    return out;
}

}  // namespace headroom
