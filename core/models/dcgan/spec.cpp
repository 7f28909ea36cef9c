// Shapes of DCGANs.
#include "core/models/dcgan/spec.h"
#include "core/families/dcgan/dcgan_config.h"

#include <algorithm>

namespace headroom {

DcganSpec spec_from_config(const TrainConfig& config) {
    DcganSpec spec;
    spec.size = config.image_size;
    spec.latent = config.own<DcganConfig>().latent;
    spec.channels = config.channels();
    spec.widths_g =
        canonical_widths(config.image_size, config.own<DcganConfig>().width_g, config.own<DcganConfig>().width_max);
    spec.widths_d = canonical_widths(config.image_size, config.width_d, config.own<DcganConfig>().width_max);
    spec.norm_g = config.own<DcganConfig>().norm_g;
    spec.norm_d = config.norm_d;
    spec.spectral_norm = config.own<DcganConfig>().spectral_norm;
    spec.conv = config.own<DcganConfig>().conv;
    spec.upsampling = config.own<DcganConfig>().upsampling;
    return spec;
}

DcganSpec resized(const DcganSpec& spec, std::int64_t size) {
    DcganSpec out = spec;
    out.widths_g = resized_widths(spec.widths_g, size);
    out.widths_d = resized_widths(spec.widths_d, size);
    out.size = size;
    out.fade_from = 0;
    return out;
}

NetworkLayout layout_of(const DcganSpec& spec) { return {spec.size, spec.widths_g, spec.widths_d, spec.fade_from}; }

DcganSpec spec_of(const NetworkLayout& layout, const TrainConfig& config) {
    DcganSpec spec = spec_from_config(config);
    if (layout.empty()) return spec;
    spec.size = layout.size;
    spec.widths_g = layout.widths_g;
    spec.widths_d = layout.widths_d;
    spec.fade_from = layout.fade_from;
    if (config.image_size == layout.size) return spec;
    spec = resized(spec, config.image_size);
    if (config.own<DcganConfig>().fade_steps > 0 && config.image_size > layout.size) spec.fade_from = layout.size;
    return spec;
}

namespace {

/// Numbers of one filter of G's layers beyond the first.
std::int64_t taps_g(const DcganSpec& spec) { return spec.upsampling == Upsampling::Transposed ? 16 : 9; }

std::int64_t conv_parameters(ConvKind kind, std::int64_t in, std::int64_t out, bool edge, std::int64_t taps = 16) {
    // The outermost layers (latent, RGB, logit) are always standard: depthwise filters need channels to pay.
    if (kind == ConvKind::Depthwise && !edge) return in * taps + in * out;
    return in * out * taps;
}

/// Returns how many parameters the norm has.
std::int64_t count_norm(NormKind norm, std::int64_t width, std::int64_t& parameters, std::int64_t& buffers) {
    if (norm == NormKind::None) return 0;
    parameters += 2 * width;
    if (norm == NormKind::Batch) buffers += 2 * width + 2;  // the 64-bit counter is two floats large
    return 2 * width;
}

}  // namespace

FilterCounts count_filters(const DcganSpec& spec) {
    FilterCounts n;
    const auto add = [&spec](std::vector<std::int64_t>& to, std::int64_t in, std::int64_t out, bool edge,
                             std::int64_t taps = 16) {
        const bool depthwise = spec.conv == ConvKind::Depthwise && !edge;
        if (depthwise) to.push_back(in * taps);
        to.push_back(in * out * (depthwise ? 1 : taps));
    };
    std::int64_t in = spec.latent;
    for (std::size_t i = 0; i < spec.widths_g.size(); ++i) {
        add(n.g, in, spec.widths_g[i], i == 0, i == 0 ? 16 : taps_g(spec));
        in = spec.widths_g[i];
    }
    add(n.g, in, spec.channels, true, taps_g(spec));
    in = spec.channels;
    for (std::size_t i = spec.widths_d.size(); i-- > 0;) {
        add(n.d, in, spec.widths_d[i], i + 1 == spec.widths_d.size());
        in = spec.widths_d[i];
    }
    add(n.d, in, 1, true);
    return n;
}

ParameterCounts count_parameters(const DcganSpec& spec) {
    ParameterCounts n;
    std::int64_t in = spec.latent, norms = 0;
    for (std::size_t i = 0; i < spec.widths_g.size(); ++i) {
        n.g += conv_parameters(spec.conv, in, spec.widths_g[i], i == 0, i == 0 ? 16 : taps_g(spec));
        norms += count_norm(spec.norm_g, spec.widths_g[i], n.g, n.buffers_g);
        in = spec.widths_g[i];
    }
    n.g += conv_parameters(spec.conv, in, spec.channels, true, taps_g(spec));
    in = spec.channels;
    for (std::size_t i = spec.widths_d.size(); i-- > 0;) {
        const bool first = i + 1 == spec.widths_d.size();
        n.d += conv_parameters(spec.conv, in, spec.widths_d[i], first);
        if (!first) norms += count_norm(spec.norm_d, spec.widths_d[i], n.d, n.buffers_d);
        in = spec.widths_d[i];
    }
    n.d += conv_parameters(spec.conv, in, 1, true);
    if (spec.fade_from > 0) {
        const DcganSpec old = resized(spec, spec.fade_from);
        n.g += conv_parameters(spec.conv, old.widths_g.back(), spec.channels, true, taps_g(spec));
        n.d += conv_parameters(spec.conv, spec.channels, old.widths_d.back(), true);
    }
    n.filters = n.g + n.d - norms;
    const FilterCounts filters = count_filters(spec);
    std::size_t tensors = filters.g.size() + filters.d.size();
    if (spec.norm_g != NormKind::None) tensors += 2 * spec.widths_g.size();
    if (spec.norm_d != NormKind::None) tensors += 2 * (spec.widths_d.size() - 1);
    if (spec.fade_from > 0) tensors += 2;  // the layers that fade out
    n.tensors = static_cast<std::int64_t>(tensors);
    return n;
}

}  // namespace headroom
