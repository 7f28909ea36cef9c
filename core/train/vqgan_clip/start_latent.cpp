// Random codes, noise, ramps, a picture, or the library's picture that the prompts fit best.
#include "core/train/vqgan_clip/start_latent.h"

#include "core/families/vqgan_clip/imagine_config.h"
#include "core/io/models/start_library.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/models/vqgan/quantizer.h"
#include "core/models/vqgan_clip/prompt_loss.h"
#include "core/train/vqgan_clip/painted_picture.h"

#include <algorithm>
#include <string>

namespace headroom {
namespace {

/// The latent of the library's picture that the prompts fit best.
Result<at::Tensor> matched_start(const PaintingNetworks& networks, std::int64_t rows, std::int64_t columns,
                                 const EmitFn& emit) {
    auto library = read_start_library(networks.start_library());
    if (!library) return library.error();
    const at::Tensor codebook = networks.vqgan().codebook();
    // A GPU that looks for a row which is not there is lost.
    if (static_cast<std::int64_t>(library->codes_used) > codebook.size(0))
        return make_error(ErrorCode::BadFile,
                          networks.start_library() + " is of another VQGAN: it has codes up to " +
                              std::to_string(library->codes_used - 1) + ", and the codebook has " +
                              std::to_string(codebook.size(0)),
                          "Install Headroom again, or make the file anew with packaging/train_builtin.sh.");
    // One direction for all prompts: each text's, by its weight.
    const PaintingNetworks::Perceptor& first = networks.parts().perceptors.front();
    at::Tensor sum = at::zeros({1, first.clip->config().embedding});
    for (const imagine::Target& target : first.targets) {
        const at::Tensor unit = imagine::unit_rows(target.embedding.to(at::kCPU));
        sum += target.weight * unit.mean(0, true);
    }
    const std::vector<float> direction(sum.const_data_ptr<float>(), sum.const_data_ptr<float>() + sum.numel());
    auto best = library->best(direction);
    if (!best) return best.error();
    const auto codes = library->codes_of(best->front());
    at::Tensor indices = at::empty(
        {1, 1, static_cast<std::int64_t>(library->height), static_cast<std::int64_t>(library->width)}, at::kFloat);
    std::copy(codes.begin(), codes.end(), indices.mutable_data_ptr<float>());
    indices = at::upsample_nearest2d(indices, {rows, columns}).to(at::kLong).squeeze(1);
    if (emit) emit(LogLine{LogLevel::Info, 0, "start: best match, \"" + library->captions[best->front()] + "\""});
    return vqgan::code_rows(indices.to(codebook.device()), codebook).contiguous();
}

}  // namespace

Result<at::Tensor> start_latent(const PaintingNetworks& networks, const TrainConfig& config, const EmitFn& emit) {
    const ImagineConfig& c = config.own<ImagineConfig>();
    const auto seed = static_cast<std::uint64_t>(config.seed);
    const std::int64_t rows = networks.cells(c.height), columns = networks.cells(c.width),
                       f = networks.vqgan().config().factor();
    const RoleScope role(Role::Inputs);
    if (c.start == ImagineStart::Picture) {
        auto picture = read_picture(c.start_picture, columns * f, rows * f, c.reference);
        if (!picture) return picture.error();
        return networks.encoded(*picture);
    }
    if (c.start == ImagineStart::Pixels) return networks.encoded(noise_picture(seed, columns * f, rows * f));
    if (c.start == ImagineStart::Gradient) return networks.encoded(gradient_picture(seed, columns * f, rows * f));
    if (c.start == ImagineStart::Match && !networks.start_library().empty())
        return matched_start(networks, rows, columns, emit);
    return imagine::random_latent(networks.vqgan().codebook(), rows, columns, seed);
}

}  // namespace headroom
