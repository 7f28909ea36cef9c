// From file to file: colours through a network or Lanczos, alpha by Lanczos, texts copied.
#include "core/train/tools/upscale.h"

#include "core/io/models/builtin_models.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/pictures/resample.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/network.h"
#include "core/models/upscale/tiles.h"
#include "core/train/tensor_bridge.h"
#include "core/train/tools/tool_room.h"
#include "core/train/tools/upscale_cost.h"
#include "core/train/tools/upscale_file.h"

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

/// What a picture's sides may come to within a network, which may enlarge further than asked.
Result<void> check_pass(std::int64_t width, std::int64_t height, std::int64_t factor) {
    if (std::max(width, height) * factor <= 2 * kMostSide) return {};
    return make_error(ErrorCode::InvalidArgument,
                      "this network makes sides " + std::to_string(factor) + " times as long, which is too large here",
                      "Choose --method lanczos.");
}

ToolRoom room_of(const UpscaleRequest& request) {
    return {request.device, request.budget, "enlarging " + request.picture,
            "Give a larger --budget, or choose --method lanczos, which needs little."};
}

class NetworkRun {
public:
    NetworkRun(const UpscaleRequest& request, const ToolPlace& place, const ProgressFn& progress,
               const std::stop_token& stop)
        : request_(request),
          place_(place),
          progress_(progress),
          stop_(stop),
          before_(place.memory.counts().live_total) {}

    /// Until it is at least `request.scale` times as large.
    Result<ImageBuffer> run(const std::string& weights, const ImageBuffer& colours, UpscaleDone& done) {
        if (auto ok = load(weights); !ok) return ok.error();
        done.network = loaded_.words;
        place_.memory.begin_step(false);
        at::Tensor picture = bytes_of(colours).contiguous();
        for (std::int64_t reached = 1, factor = 0; reached < request_.scale && factor != 1; reached *= factor) {
            factor = next_factor(reached);
            auto larger = pass(picture, factor, done);
            if (!larger) return larger.error();
            picture = std::move(*larger);
        }
        done.peak = place_.memory.counts().step_peak - before_;
        return std::move(images_of(picture).front());
    }

    /// What run() would come to for a picture of that size. Error OutOfMemory: not even the smallest tile has room.
    Result<void> forecast(const std::string& weights, std::int64_t width, std::int64_t height, UpscaleDone& out) {
        if (auto ok = load(weights); !ok) return ok;
        out.network = loaded_.words;
        const Bytes weights_bytes = held();
        for (std::int64_t reached = 1, factor = 0; reached < request_.scale && factor != 1; reached *= factor) {
            factor = next_factor(reached);
            if (auto ok = check_pass(width, height, factor); !ok) return ok;
            const Bytes other = weights_bytes + Bytes{3 * width * height * (1 + factor * factor)};
            const UpscalePass next = plan_pass(*loaded_.network, place_, width, height, factor, room_beside(other));
            if (!next.fits) return no_room(room_of(request_), place_.budget);
            out.peak = std::max(out.peak, other + next.tile);
            out.tiles = static_cast<int>(next.tiles);
            note(next.plan, out);
            width *= factor;
            height *= factor;
        }
        return {};
    }

private:
    Result<void> load(const std::string& weights) {
        progress_("loading the network", -1);
        auto loaded = load_upscaler(weights);
        if (!loaded) return loaded.error();
        loaded_ = std::move(*loaded);
        nn::move_to(*loaded_.network, place_.device);
        return {};
    }

    /// A network that only mends has the factor 1: Lanczos makes the size.
    std::int64_t next_factor(std::int64_t reached) const {
        return factor_for(*loaded_.network, (request_.scale + reached - 1) / reached);
    }

    static void note(const TilePlan& plan, UpscaleDone& done) {
        done.tile = static_cast<int>(plan.side);
        done.overlap = static_cast<int>(plan.overlap);
        done.exact = done.exact && plan.exact;
    }

    Bytes held() const { return place_.memory.counts().live_total - before_; }

    /// What is left for tiles beside `other` bytes of this work.
    Bytes room_beside(Bytes other) const { return place_.budget - other; }

    Result<at::Tensor> pass(const at::Tensor& picture, std::int64_t factor, UpscaleDone& done) {
        Upscaler& network = *loaded_.network;
        const std::int64_t height = picture.size(2), width = picture.size(3);
        if (auto ok = check_pass(width, height, factor); !ok) return ok.error();
        const at::Tensor out = at::zeros({1, 3, height * factor, width * factor}, at::kByte);
        const Bytes other = held();
        const UpscalePass planned = plan_pass(network, place_, width, height, factor, room_beside(other));
        if (!planned.fits) return no_room(room_of(request_), place_.budget);
        done.peak = std::max(done.peak, other + planned.tile);
        TileCall call;
        call.factor = factor;
        call.unit = network.unit();
        call.reach = network.reach();
        call.plan = planned.plan;
        call.enlarge = [&](const at::Tensor& tile) { return network.enlarge(tile.to(place_.device), factor); };
        call.go_on = [&](double share) {
            progress_("enlarging", share);
            return !stop_.stop_requested();
        };
        call.ran_out = [&] { place_.memory.release_cache(); };
        const TileOutcome outcome = enlarge_in_tiles(picture, out, call);
        if (!outcome.finished) return make_error(ErrorCode::Cancelled, "stopped; nothing was written");
        note(outcome.plan, done);
        done.tiles = static_cast<int>(outcome.tiles);
        done.halvings += static_cast<int>(outcome.halvings);
        return out;
    }

    const UpscaleRequest& request_;
    const ToolPlace& place_;
    const ProgressFn& progress_;
    const std::stop_token& stop_;
    LoadedUpscaler loaded_;
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
                          "Choose a smaller scale, or a part of the picture.");
    }
    return {};
}

/// What was done, for the picture's texts.
std::string described(const UpscaleRequest& request, const ImageHeader& header, const UpscaleDone& done) {
    return std::to_string(request.scale) + "x by " + done.network + ", from " + std::to_string(header.width) + " x " +
           std::to_string(header.height) + " (" + std::filesystem::path(request.picture).filename().string() + ")";
}

Result<UpscaleDone> forecast_of(const UpscaleRequest& request, const ProgressFn& progress,
                                const std::stop_token& stop) {
    const auto header = read_image_header(request.picture);
    if (!header) return header.error();
    if (auto ok = check_request(request, *header); !ok) return ok.error();
    UpscaleDone out;
    out.width = header->width * request.scale;
    out.height = header->height * request.scale;
    out.network = "Lanczos";
    if (request.method == "lanczos") return out;
    const auto weights = weights_of(request.method);
    if (!weights) return weights.error();
    auto result = run_tool(room_of(request), [&](const ToolPlace& place) {
        return NetworkRun(request, place, progress, stop).forecast(*weights, header->width, header->height, out);
    });
    if (!result) return result.error();
    return out;
}

}  // namespace

Result<UpscaleDone> upscale_picture(const UpscaleRequest& request, const ProgressFn& progress,
                                    const std::stop_token& stop) {
    if (request.target.empty()) return forecast_of(request, progress, stop);
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
        auto worked = run_tool(room_of(request), [&](const ToolPlace& place) -> Result<void> {
            auto made = NetworkRun(request, place, progress, stop).run(*weights, layers.colours, done);
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
