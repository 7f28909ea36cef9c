// Reconstructing a picture, and what came of it in figures.
#include "core/train/tools/reconstruct.h"

#include "core/families/vqgan_clip/imagine_config.h"
#include "core/io/models/builtin_models.h"
#include "core/io/pictures/image_codec.h"
#include "core/memory/libtorch.h"
#include "core/train/tools/picture_distance.h"
#include "core/train/tools/reconstruction.h"
#include "core/train/tools/tool_room.h"
#include "core/train/vqgan_clip/painted_picture.h"
#include "core/train/vqgan_clip/painters.h"

#include <algorithm>

namespace headroom {
namespace {

/// The largest multiple of `factor` that is no larger than `side`, at least one.
int fitted(int side, std::int64_t factor) {
    const std::int64_t parts = std::max<std::int64_t>(side / factor, 1);
    return static_cast<int>(parts * factor);
}

/// On the CPU, whatever the device.
at::Tensor named_tensor(const NamedTensors& tensors, const std::string& name) {
    for (const auto& [key, tensor] : tensors) {
        if (key == name) return tensor.cpu();
    }
    return {};
}

Result<void> write_results(const ReconstructRequest& request, const NamedTensors& found, const at::Tensor& picture) {
    if (!request.tensors.empty()) {
        NamedTensors kept;
        for (const char* key : {"encoder_output", "quant_conv_output", "indices", "quantised", "decoded"})
            kept.emplace_back(key, named_tensor(found, key));
        const TensorCopies copies = copy_tensors(kept);
        if (auto ok = write_safetensors(request.tensors, copies.views, {}); !ok) return ok.error();
    }
    return request.out.empty() ? Result<void>() : write_png(request.out, image_of(picture));
}

Result<void> work_on(const ReconstructRequest& request, const ToolPlace& place, const ProgressFn& progress,
                     const std::stop_token& stop, ReconstructReport& report) {
    auto image = decode_image(request.picture);
    if (!image) return image.error();
    report.given_width = image->width;
    report.given_height = image->height;
    progress("loading the VQGAN", -1);
    ImagineConfig files;
    files.vqgan_file = request.vqgan;
    files.vqgan_settings = request.config;
    files.width = request.width > 0 ? request.width : image->width;  // by which the built-in one is chosen
    files.height = request.height > 0 ? request.height : image->height;
    auto source = painters_from_files(files);
    if (!source) return source.error();
    auto vqgan = source->vqgan(VqganSide::Both, place.device);
    if (!vqgan) return vqgan.error();
    if (!(*vqgan)->has_encoder())
        return make_error(ErrorCode::BadFile, report.vqgan + ": this VQGAN has no encoder, it can only decode",
                          "Choose a file with both halves.");
    report.factor = (*vqgan)->config().factor();
    report.width = fitted(request.width > 0 ? request.width : image->width, report.factor);
    report.height = fitted(request.height > 0 ? request.height : image->height, report.factor);
    if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
    progress("encoding and decoding", -1);
    const at::Tensor original = tensor_of(resize_image(*image, report.width, report.height));
    const NamedTensors found = reconstruction(**vqgan, (original * 2 - 1).to(place.device));
    if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
    const at::Tensor got = (named_tensor(found, "decoded").to(at::kFloat) + 1).div(2).clamp(0, 1),
                     indices = named_tensor(found, "indices");
    const PictureDistance distance = picture_distance(got, original);
    report.mse = distance.mse;
    report.psnr = distance.psnr;
    report.ssim = distance.ssim;
    report.cells = indices.numel();
    report.codes = (*vqgan)->codebook().size(0);
    report.codes_used = at::bincount(indices.flatten(), {}, report.codes).count_nonzero().item<std::int64_t>();
    return write_results(request, found, got);
}

}  // namespace

NamedTensors reconstruction(Vqgan& vqgan, const at::Tensor& pictures) {
    const at::NoGradGuard no_grad;
    const at::Tensor encoded = vqgan.encoder_output(pictures), latents = vqgan.latents_of(encoded);
    const at::Tensor indices = vqgan.quantizer().choose(latents), rows = vqgan::code_rows(indices, vqgan.codebook());
    return {{"encoder_output", encoded},
            {"quant_conv_output", latents},
            {"indices", indices},
            {"quantised", rows},
            {"post_quant_conv_output", vqgan.decoder_input(rows)},
            {"decoded", vqgan.decode(rows)}};
}

Result<ReconstructReport> reconstruct_picture(const ReconstructRequest& request, ProgressFn progress,
                                              std::stop_token stop) {
    for (const auto& [path, option] : {std::pair{request.out, "--out"}, {request.tensors, "--tensors"}}) {
        if (auto ok = check_target(path, option); !ok) return ok.error();
    }
    ReconstructReport report;
    report.vqgan = request.vqgan;
    if (report.vqgan.empty()) {
        auto builtin = find_builtin_models();
        if (!builtin) return builtin.error();
        report.vqgan = builtin->vqgan;
    }
    const ToolRoom room{request.device, request.budget, "reconstructing " + request.picture,
                        "Choose a smaller --size, or a larger --budget."};
    auto done = run_tool(room, [&](const ToolPlace& place) { return work_on(request, place, progress, stop, report); });
    if (!done) return done.error();
    return report;
}

}  // namespace headroom
