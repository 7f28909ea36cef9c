// From file to file: colours through a network or Lanczos, alpha by Lanczos, texts copied.
#include "core/train/tools/upscale.h"

#include "core/io/image_codec.h"
#include "core/io/models/builtin_models.h"
#include "core/io/resample.h"
#include "core/models/upscale/tiles.h"
#include "core/train/tools/tool_room.h"
#include "core/train/tools/upscale_file.h"

#include <torch/torch.h>

#include <algorithm>
#include <filesystem>

namespace headroom {
namespace {

constexpr int kMostSide = 16384;  // what Headroom's own reader takes

/// Colours and, where some pixel is not opaque, alpha.
struct Layers {
    ImageBuffer colours, alpha;
};

ImageBuffer channels_of(const ImageBuffer& image, std::size_t first, int count) {
    auto pixels = std::make_shared<std::vector<std::uint8_t>>();
    const auto n = static_cast<std::size_t>(image.channels);
    pixels->reserve(image.pixels->size() / n * static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < image.pixels->size(); i += n) {
        for (std::size_t c = 0; c < static_cast<std::size_t>(count); ++c)
            pixels->push_back((*image.pixels)[i + first + c]);
    }
    return {image.width, image.height, count, std::move(pixels)};
}

Layers layers_of(const ImageBuffer& rgba) {
    Layers out{channels_of(rgba, 0, 3), channels_of(rgba, 3, 1)};
    if (std::all_of(out.alpha.pixels->begin(), out.alpha.pixels->end(), [](std::uint8_t a) { return a == 255; }))
        out.alpha = {};
    return out;
}

ImageBuffer joined(const ImageBuffer& colours, const ImageBuffer& alpha) {
    if (alpha.empty()) return colours;
    auto pixels = std::make_shared<std::vector<std::uint8_t>>(alpha.pixels->size() * 4);
    for (std::size_t i = 0; i < alpha.pixels->size(); ++i) {
        for (std::size_t c = 0; c < 3; ++c) (*pixels)[i * 4 + c] = (*colours.pixels)[i * 3 + c];
        (*pixels)[i * 4 + 3] = (*alpha.pixels)[i];
    }
    return {colours.width, colours.height, 4, std::move(pixels)};
}

/// Bytes (1, 3, H, W) and back.
at::Tensor planes_of(const ImageBuffer& image) {
    const at::Tensor rows = at::empty({image.height, image.width, 3}, at::kByte);
    std::copy(image.pixels->begin(), image.pixels->end(), rows.mutable_data_ptr<std::uint8_t>());
    return rows.permute({2, 0, 1}).unsqueeze(0).contiguous();
}

ImageBuffer image_of_planes(const at::Tensor& planes) {
    const at::Tensor rows = planes[0].permute({1, 2, 0}).contiguous();
    const auto* data = rows.const_data_ptr<std::uint8_t>();
    return {static_cast<int>(rows.size(1)), static_cast<int>(rows.size(0)), 3,
            std::make_shared<const std::vector<std::uint8_t>>(data, data + rows.numel())};
}

/// Bytes at the peak of one call with a square of this side.
double measured_peak(Upscaler& network, const ToolPlace& place, std::int64_t side, std::int64_t factor) {
    place.memory.begin_probe();
    {
        const at::Tensor tile = torch::zeros({1, 3, side, side}, at::TensorOptions().device(place.device));
        (void)network.enlarge(tile, factor);
    }
    std::int64_t live = 0, most = 0;
    for (const StepRecord& record : place.memory.end_probe().records) most = std::max(most, live += record.delta);
    return static_cast<double>(most);
}

/// How many pixels of input may be computed at once within `room` bytes.
std::int64_t most_pixels(Upscaler& network, const ToolPlace& place, std::int64_t factor, std::int64_t room) {
    // Large enough that convolutions are computed as those of real tiles are: small ones take other ways, with other memory.
    const std::int64_t side = 64 * network.unit();
    const double per_pixel = measured_peak(network, place, side, factor) / static_cast<double>(side * side);
    // What a tile's result is copied into on its way to the picture.
    const double on_the_way = static_cast<double>(factor * factor * 3 * (4 + 4 + 1));
    return static_cast<std::int64_t>(std::max(0.0, 0.97 * static_cast<double>(room) / (per_pixel + on_the_way)));
}

std::int64_t factor_for(const Upscaler& network, std::int64_t wanted) {
    const std::vector<std::int64_t> factors = network.factors();
    const auto enough = std::find_if(factors.begin(), factors.end(), [wanted](std::int64_t f) { return f >= wanted; });
    return enough == factors.end() ? factors.back() : *enough;
}

class NetworkRun {
public:
    NetworkRun(const UpscaleRequest& request, const ToolPlace& place, const ProgressFn& progress,
               const std::stop_token& stop, UpscaleDone& done)
        : request_(request),
          place_(place),
          progress_(progress),
          stop_(stop),
          done_(done),
          before_(place.memory.counts().live_total) {}

    /// Until it is at least `request.scale` times as large.
    Result<ImageBuffer> run(const std::string& weights, const ImageBuffer& colours) {
        progress_("loading the network", -1);
        auto loaded = load_upscaler(weights);
        if (!loaded) return loaded.error();
        loaded->network->to(place_.device);
        done_.network = loaded->words;
        if (place_.alone) place_.memory.begin_step(false);
        at::Tensor picture = planes_of(colours);
        for (std::int64_t reached = 1; reached < request_.scale;) {
            const std::int64_t factor = factor_for(*loaded->network, (request_.scale + reached - 1) / reached);
            auto larger = pass(*loaded->network, picture, factor);
            if (!larger) return larger.error();
            picture = std::move(*larger);
            reached *= factor;
            if (factor == 1) break;  // a network that only mends: Lanczos makes the size
        }
        if (place_.alone) done_.peak = place_.memory.counts().step_peak - before_;
        return image_of_planes(picture);
    }

private:
    Result<at::Tensor> pass(Upscaler& network, const at::Tensor& picture, std::int64_t factor) {
        const std::int64_t height = picture.size(2), width = picture.size(3);
        if (std::max(width, height) * factor > 2 * kMostSide) {
            return make_error(ErrorCode::InvalidArgument,
                              "this network makes sides " + std::to_string(factor) +
                                  " times as long, which is too large here",
                              "Choose --method lanczos.");
        }
        const at::Tensor out = at::zeros({1, 3, height * factor, width * factor}, at::kByte);
        const Bytes live = place_.memory.counts().live_total, limit = place_.memory.limit();
        const std::int64_t room = std::min(place_.budget.count - (live - before_).count,
                                           limit.count > 0 ? (limit - live).count : place_.budget.count);
        TileCall call;
        call.factor = factor;
        call.unit = network.unit();
        call.reach = network.reach();
        call.plan = plan_tiles(width, height, call.reach, call.unit, most_pixels(network, place_, factor, room));
        call.enlarge = [&](const at::Tensor& tile) { return network.enlarge(tile.to(place_.device), factor); };
        call.go_on = [&](double share) {
            progress_("enlarging", share);
            return !stop_.stop_requested();
        };
        call.ran_out = [&] { place_.memory.release_cache(); };
        const TileOutcome outcome = enlarge_in_tiles(picture, out, call);
        if (!outcome.finished) return make_error(ErrorCode::Cancelled, "stopped; nothing was written");
        done_.tile = static_cast<int>(outcome.plan.side);
        done_.overlap = static_cast<int>(outcome.plan.overlap);
        done_.exact = done_.exact && outcome.plan.exact;
        done_.tiles = static_cast<int>(outcome.tiles);
        done_.halvings += static_cast<int>(outcome.halvings);
        return out;
    }

    const UpscaleRequest& request_;
    const ToolPlace& place_;
    const ProgressFn& progress_;
    const std::stop_token& stop_;
    UpscaleDone& done_;
    Bytes before_;
};

Result<std::string> weights_of(const std::string& method) {
    return method == "shapes" ? find_builtin_upscaler() : Result<std::string>(method);
}

Result<void> check_request(const UpscaleRequest& request, const ImageHeader& header) {
    if (request.scale < 2 || request.scale > 4)
        return make_error(ErrorCode::InvalidArgument, "--scale: " + std::to_string(request.scale) + " is not 2, 3 or 4",
                          "Enlarge the result once more for a larger one.");
    if (std::max(header.width, header.height) > kMostSide / request.scale) {
        return make_error(ErrorCode::InvalidArgument,
                          request.picture + ": " + std::to_string(header.width) + " x " +
                              std::to_string(header.height) + " pixels times " + std::to_string(request.scale) +
                              " is more than " + std::to_string(kMostSide) + " pixels a side",
                          "Choose a smaller --scale, or a part of the picture.");
    }
    return {};
}

/// What was done, for the picture's texts.
std::string described(const UpscaleRequest& request, const ImageHeader& header, const UpscaleDone& done) {
    return std::to_string(request.scale) + "x by " + done.network + ", from " + std::to_string(header.width) + " x " +
           std::to_string(header.height) + " (" + std::filesystem::path(request.picture).filename().string() + ")";
}

}  // namespace

Result<UpscaleDone> upscale_picture(const UpscaleRequest& request, const ProgressFn& progress,
                                    const std::stop_token& stop) {
    if (request.target.empty())
        return make_error(ErrorCode::InvalidArgument, "--out: there is no file to write to", "Name a PNG.");
    if (auto ok = check_target(request.target, "--out"); !ok) return ok.error();
    const auto header = read_image_header(request.picture);
    if (!header) return header.error();
    if (auto ok = check_request(request, *header); !ok) return ok.error();
    auto rgba = decode_image(request.picture, 4);
    if (!rgba) return rgba.error();
    auto notes = read_png_notes(request.picture);
    if (!notes) return notes.error();
    UpscaleDone done;
    done.path = request.target;
    done.width = rgba->width * request.scale;
    done.height = rgba->height * request.scale;
    const Layers layers = layers_of(*rgba);
    ImageBuffer result;
    if (request.method == "lanczos") {
        progress("enlarging", -1);
        done.network = "Lanczos";
        result = resample(joined(layers.colours, layers.alpha), done.width, done.height, ResampleFilter::Lanczos);
    } else {
        const auto weights = weights_of(request.method);
        if (!weights) return weights.error();
        ImageBuffer colours;
        const ToolRoom room{request.device, request.budget, "enlarging " + request.picture,
                            "Give a larger --budget, or choose --method lanczos, which needs little."};
        auto worked = run_tool(room, [&](const ToolPlace& place) -> Result<void> {
            auto made = NetworkRun(request, place, progress, stop, done).run(*weights, layers.colours);
            if (!made) return made.error();
            colours = std::move(*made);
            return {};
        });
        if (!worked) return worked.error();
        result = joined(resample(colours, done.width, done.height, ResampleFilter::Lanczos),
                        resample(layers.alpha, done.width, done.height, ResampleFilter::Lanczos));
    }
    if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped; nothing was written");
    notes->emplace_back("Headroom upscale", described(request, *header, done));
    if (auto ok = write_png(request.target, result, *notes); !ok) return ok.error();
    return done;
}

}  // namespace headroom
