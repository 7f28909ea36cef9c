// Planes become interleaved pixels; grey becomes colour and colour grey as asked for.
#include "core/data/records/record_source.h"

#include "core/data/fit.h"
#include "core/data/pixels.h"
#include "core/io/files/sha256.h"
#include "core/io/pictures/luma.h"

#include <cstring>

namespace headroom {

RecordSource::RecordSource(std::string kind, std::string name, std::string stamp, RecordLayout layout,
                           std::vector<RecordPart> parts, const TrainConfig& config)
    : kind_(std::move(kind)),
      name_(std::move(name)),
      stamp_(std::move(stamp)),
      layout_(layout),
      fit_(layout.width == layout.height ? FitMode::CentreCrop : config.data_fit),
      ground_(config.data_ground),
      parts_(std::move(parts)) {
    for (const RecordPart& part : parts_) count_ += part.count;
}

std::string RecordSource::identity() const {
    if (layout_.width == layout_.height) return stamp_;
    const std::string ground = fit_ == FitMode::Pad ? ", ground " + std::string(name_of(ground_)) : "";
    return stamp_ + ", fit " + std::string(name_of(fit_)) + ground;
}

std::string RecordSource::contents() const {
    Sha256 sha;
    for (const RecordPart& part : parts_) sha.update(std::as_bytes(std::span(part.bytes)));
    return sha.hex();
}

RecordSource::Place RecordSource::place_of(std::int64_t index) const {
    const RecordPart* part = parts_.data();
    while (index >= part->count) index -= (part++)->count;
    return {part, index};
}

std::vector<std::uint8_t> RecordSource::unpack(std::int64_t index, int channels) const {
    const Place place = place_of(index);
    const std::uint8_t* planes = place.part->bytes.data() + layout_.header +
                                 static_cast<std::size_t>(place.record) * layout_.record_bytes() + layout_.label;
    const std::size_t pixels = static_cast<std::size_t>(layout_.width) * static_cast<std::size_t>(layout_.height);
    std::vector<std::uint8_t> out(pixels * static_cast<std::size_t>(channels));
    for (std::size_t i = 0; i < pixels; ++i) {
        const std::uint8_t rgb[3] = {planes[i], planes[layout_.channels == 3 ? pixels + i : i],
                                     planes[layout_.channels == 3 ? pixels * 2 + i : i]};
        if (channels == 3) {
            std::memcpy(&out[i * 3], rgb, 3);
        } else {
            out[i] = layout_.channels == 3 ? luma(rgb) : rgb[0];
        }
    }
    return out;
}

Result<void> RecordSource::render(std::int64_t index, int size, int channels, std::uint8_t* out) const {
    const std::vector<std::uint8_t> pixels = unpack(index, channels);
    const PixelView view{pixels.data(), layout_.width, layout_.height, channels,
                         static_cast<std::size_t>(layout_.width) * static_cast<std::size_t>(channels)};
    fit_picture(view, fit_, index, size, out, level_of(ground_));
    return {};
}

std::string RecordSource::path(std::int64_t index) const {
    const Place place = place_of(index);
    return place.part->name + ", picture " + std::to_string(place.record);
}

Result<DatasetImage> RecordSource::describe(std::int64_t index, bool with_mean) const {
    DatasetImage image{path(index), layout_.width, layout_.height, {}};
    if (with_mean) {
        const std::vector<std::uint8_t> pixels = unpack(index, 3);
        image.mean_rgb = mean_rgb(pixels.data(), pixels.size() / 3, 3);
    }
    return image;
}

}  // namespace headroom
