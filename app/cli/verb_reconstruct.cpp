// reconstruct: a picture through a VQGAN and back.
#include "app/cli/json_line.h"
#include "app/cli/made_folders.h"
#include "app/cli/option_reader.h"
#include "app/cli/out_names.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/config/json_number.h"

#include <cstdio>

namespace headroom::cli {
namespace {

void tell_reconstruction(const Context& c, const ReconstructRequest& request, const ReconstructReport& r) {
    if (r.width != r.given_width || r.height != r.given_height) {
        c.console.message("fitted from " + std::to_string(r.given_width) + " x " + std::to_string(r.given_height) +
                          " to " + std::to_string(r.width) + " x " + std::to_string(r.height) +
                          ": sides are multiples of " + std::to_string(r.factor));
    }
    if (c.console.json()) {
        c.console.print(json_line({{"image", request.picture},
                                   {"vqgan", r.vqgan},
                                   {"width", r.width},
                                   {"height", r.height},
                                   {"given_width", r.given_width},
                                   {"given_height", r.given_height},
                                   {"factor", r.factor},
                                   {"mse", r.mse},
                                   {"psnr", json_number(r.psnr)},
                                   {"ssim", r.ssim},
                                   {"cells", r.cells},
                                   {"codes_used", r.codes_used},
                                   {"codes", r.codes},
                                   {"out", request.out},
                                   {"tensors", request.tensors}}));
        return;
    }
    char text[256];
    std::snprintf(text, sizeof text,
                  "%d x %d, %lld cells, %lld of %lld codes used\nMSE %.6f, PSNR %.2f dB, SSIM %.4f\n", r.width,
                  r.height, static_cast<long long>(r.cells), static_cast<long long>(r.codes_used),
                  static_cast<long long>(r.codes), r.mse, r.psnr, r.ssim);
    c.console.print(text);
    for (const std::string& path : {request.out, request.tensors}) {
        if (!path.empty()) c.console.print(path + "\n");
    }
}

Result<int> reconstruct(const Context& c) {
    OptionReader options(c.args);
    ReconstructRequest request;
    request.picture = c.args.positionals[0];
    request.vqgan = c.args.get("--vqgan");
    request.config = c.args.get("--config");
    request.out = c.args.get("--out");
    request.tensors = c.args.get("--tensors");
    request.device = c.args.get("--device", "auto");
    std::tie(request.width, request.height) = options.sides("--size", 8192);
    request.budget = options.bytes("--budget");
    if (options.error()) return *options.error();
    if (auto ok = check_png_name(request.out); !ok) return ok.error();
    std::vector<MadeFolders> folders;
    for (const std::string& file : {request.out, request.tensors}) {
        if (file.empty()) continue;
        auto made = MadeFolders::above(file);
        if (!made) return made.error();
        folders.push_back(*std::move(made));
    }
    auto report = c.environment.reconstruct(request, c.progress(), c.stop);
    if (!report) return report.error();
    for (MadeFolders& made : folders) made.keep();
    tell_reconstruction(c, request, *report);
    return 0;
}

nlohmann::ordered_json reconstruct_answer() {
    using namespace shape;
    return object_of({{"image", a_text()},
                      {"vqgan", a_text()},
                      {"width", a_whole()},
                      {"height", a_whole()},
                      {"given_width", a_whole()},
                      {"given_height", a_whole()},
                      {"factor", a_whole()},
                      {"mse", a_number()},
                      {"psnr", a_number()},
                      {"ssim", a_number()},
                      {"cells", a_whole()},
                      {"codes_used", a_whole()},
                      {"codes", a_whole()},
                      {"out", a_text()},
                      {"tensors", a_text()}});
}

}  // namespace

std::vector<Verb> reconstruct_verbs() {
    Verb v;
    v.syntax = {
        "reconstruct",
        "IMAGE",
        1,
        1,
        {{"--vqgan", "FILE", "Weights of the VQGAN. Default: the built-in one, which knows the built-in shapes alone."},
         {"--config", "FILE", "Its configuration, where none lies beside the weights."},
         {"--out", "FILE", "The PNG to write."},
         {"--size", "WxH",
          "Sides to encode at. Default: the picture's own. Fitted to multiples of the network's factor."},
         {"--tensors", "FILE", "Write encoder_output, quant_conv_output, indices, quantised, decoded as safetensors."},
         {"--device", "DEVICE", "auto (default), cpu, cuda, cuda:N."},
         {"--budget", "SIZE", "Tensor bytes that may be in use. Default: nine tenths of what is free."}}};
    v.summary = "Send a picture through a VQGAN and back; say how much was lost.";
    v.details = "MSE and SSIM of values from 0 to 1, against the picture as it was encoded.";
    v.run = reconstruct;
    v.answer = reconstruct_answer;
    return {v};
}

}  // namespace headroom::cli
