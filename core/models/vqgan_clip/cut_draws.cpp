// The chains of the methods, and their draws.
#include "core/models/vqgan_clip/cut_draws.h"

#include "core/base/random.h"
#include "core/memory/libtorch.h"

#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::imagine {
namespace {

using Kind = CutStep::Kind;

constexpr std::int64_t kShared = -1;                        ///< in place of a cut's number: what the batch shares
constexpr std::uint64_t kCropSlot = 254, kNoiseSlot = 255;  ///< beside the numbers of the steps

RandomStream stream_of(std::uint64_t seed, std::int64_t iteration, std::int64_t cut, std::uint64_t slot) {
    const std::uint64_t key = mix64(mix64(static_cast<std::uint64_t>(iteration)) ^ static_cast<std::uint64_t>(cut + 1));
    return {seed, RandomPurpose::Cut, (key << 8) ^ slot};
}

bool shares_chance(Kind kind) { return kind == Kind::Erase || kind == Kind::Spline || kind == Kind::Resized; }

CutStep step_of(Augment augment, bool strong) {
    CutStep s;
    switch (augment) {
        case Augment::Ji:
            s.kind = Kind::Colour;
            s.brightness = s.contrast = s.saturation = s.hue = 0.1;
            break;
        case Augment::Sh: s.kind = Kind::Sharpness, s.p = 0.5; break;
        case Augment::Gn: s.kind = Kind::Noise, s.p = 0.5; break;
        case Augment::Pe: s.kind = Kind::Perspective, s.distortion = strong ? 0.5 : 0.7; break;
        case Augment::Ro: s.kind = Kind::Rotation, s.degrees = 15; break;
        case Augment::Af: s.kind = Kind::Affine, s.degrees = strong ? 30 : 15, s.shear = 5; break;
        case Augment::Et: s.kind = Kind::Elastic; break;
        case Augment::Ts: s.kind = Kind::Spline; break;
        case Augment::Cr: s.kind = Kind::Nothing, s.p = 0.5; break;  // a crop of S x S from S x S
        case Augment::Er: s.kind = Kind::Erase; break;
        case Augment::Re: s.kind = Kind::Resized, s.p = 0.5; break;
    }
    return s;
}

CutStep colour(double saturation, double hue) {
    CutStep s;
    s.kind = Kind::Colour;
    s.saturation = saturation;
    s.hue = hue;
    return s;
}

CutStep affine(double degrees, double p) {
    CutStep s;
    s.kind = Kind::Affine;
    s.p = p;
    s.degrees = degrees;
    s.border = true;
    return s;
}

CutStep plain(Kind kind, double p, double distortion = 0) {
    CutStep s;
    s.kind = kind;
    s.p = p;
    s.distortion = distortion;
    return s;
}

/// Random numbers of PyTorch's own kind, much faster than one by one: normal, or uniform in [-1, 1).
at::Tensor filled(const std::vector<std::uint64_t>& keys, std::int64_t channels, std::int64_t side, bool normal) {
    at::Tensor out = at::empty({static_cast<std::int64_t>(keys.size()), channels, side, side}, at::kFloat);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        auto generator = at::make_generator<at::CPUGeneratorImpl>(keys[i]);
        at::Tensor cut = out[static_cast<std::int64_t>(i)];
        normal ? cut.normal_(0, 1, generator) : cut.uniform_(-1, 1, generator);
    }
    return out;
}

AffineDraw draw_affine(const CutStep& step, RandomStream& r, double side, bool reference) {
    AffineDraw d;
    d.degrees = r.uniform(-step.degrees, step.degrees);
    d.shear_x = r.uniform(-step.shear, step.shear);
    d.move_y = r.uniform(-0.1, 0.1) * side;
    d.move_x = reference ? 0 : r.uniform(-0.1, 0.1) * side;
    return d;
}

CutCorners draw_corners(const CutStep& step, RandomStream& r, double side) {
    const double last = side - 1, most = step.distortion * side / 2;
    CutCorners out{CutPoint{0, 0}, CutPoint{last, 0}, CutPoint{last, last}, CutPoint{0, last}};
    for (CutPoint& corner : out) {
        for (double& at : corner) at += (at == 0 ? most : -most) * r.uniform();
    }
    return out;
}

CutBox draw_erased(RandomStream& r, double side) {
    const double area = r.uniform(0.1, 0.4) * side * side;
    const double ratio = r.uniform() < 0.5 ? r.uniform(0.3, 1) : r.uniform(1, 1 / 0.3);
    CutBox box;
    box.height = std::clamp(std::nearbyint(std::sqrt(area * ratio)), 1.0, side);
    box.width = std::clamp(std::nearbyint(std::sqrt(area / ratio)), 1.0, side);
    box.x = std::floor(r.uniform() * (side - box.width + 1));
    box.y = std::floor(r.uniform() * (side - box.height + 1));
    return box;
}

CutBox draw_resized(RandomStream& r, double side) {
    CutBox box{0, 0, side, std::floor(std::nearbyint(side * 0.75))};  // when no try fits
    for (int tries = 0; tries < 10; ++tries) {
        const double area = r.uniform(0.1, 1) * side * side;
        const double ratio = std::exp(r.uniform(std::log(0.75), std::log(1.333)));
        const double width = std::nearbyint(std::sqrt(area / ratio)), height = std::nearbyint(std::sqrt(area * ratio));
        if (width <= 0 || width >= side || height <= 0 || height >= side) continue;
        box.width = width;
        box.height = height;
        break;
    }
    box.x = std::floor(r.uniform() * (side - box.width + 1));
    box.y = std::floor(r.uniform() * (side - box.height + 1));
    return box;
}

SplinePoints draw_spline(RandomStream& r, bool reference) {
    SplinePoints points = spline_controls(reference);
    for (CutPoint& point : points) {
        for (double& at : point) at += r.uniform(-0.8, 0.8);
    }
    return points;
}

void draw_one(const CutStep& step, RandomStream& r, double side, bool reference, StepDraws& out) {
    switch (step.kind) {
        case Kind::Colour:
            out.colours.push_back(
                {r.uniform(1 - step.brightness, 1 + step.brightness), r.uniform(1 - step.contrast, 1 + step.contrast),
                 r.uniform(1 - step.saturation, 1 + step.saturation), r.uniform(-step.hue, step.hue)});
            break;
        case Kind::Sharpness: out.numbers.push_back(r.uniform(0, 0.3)); break;
        case Kind::Rotation: out.numbers.push_back(r.uniform(-step.degrees, step.degrees)); break;
        case Kind::Perspective: out.corners.push_back(draw_corners(step, r, side)); break;
        case Kind::Affine: out.affines.push_back(draw_affine(step, r, side, reference)); break;
        case Kind::Spline: out.splines.push_back(draw_spline(r, reference)); break;
        case Kind::Resized: out.boxes.push_back(draw_resized(r, side)); break;
        case Kind::Noise:
        case Kind::Elastic:
        case Kind::Erase:
        case Kind::Nothing:
        case Kind::Flip: break;
    }
}

StepDraws draw_step(const CutStep& step, std::uint64_t slot, const CutSettings& settings, std::uint64_t seed,
                    std::int64_t iteration, std::int64_t first, std::int64_t count) {
    StepDraws out;
    RandomStream shared = stream_of(seed, iteration, kShared, slot);
    const bool all = shared.uniform() < step.p;
    const auto side = static_cast<double>(settings.side);
    if (step.kind == Kind::Colour) {
        for (std::size_t i = 3; i > 0; --i) std::swap(out.order[i], out.order[shared.below(i + 1)]);
    }
    if (step.kind == Kind::Erase && all) out.boxes.assign(static_cast<std::size_t>(count), draw_erased(shared, side));
    for (std::int64_t i = 0; i < count; ++i) {
        RandomStream own = stream_of(seed, iteration, first + i, slot);
        const bool chance = own.uniform() < step.p;
        if (!(shares_chance(step.kind) ? all : chance)) continue;
        out.touched.push_back(i);
        draw_one(step, own, side, settings.reference, out);
        if (step.kind == Kind::Noise || step.kind == Kind::Elastic) out.keys.push_back(own.next());
    }
    return out;
}

}  // namespace

SplinePoints spline_controls(bool reference) {
    const double fourth = reference ? -1 : 1;
    return {CutPoint{-1, -1}, CutPoint{-1, 1}, CutPoint{1, -1}, CutPoint{1, fourth}, CutPoint{0, 0}};
}

bool pools_whole(CutMethod method) { return method == CutMethod::UpdatedPooling || method == CutMethod::Latest; }

std::vector<CutStep> cut_chain(const CutSettings& settings) {
    switch (settings.method) {
        case CutMethod::Original: return {};
        case CutMethod::Updated:
            return {plain(Kind::Flip, 0.5), colour(0.01, 0.01), plain(Kind::Sharpness, 0.4), affine(30, 0.8),
                    plain(Kind::Perspective, 0.4, 0.2)};
        case CutMethod::UpdatedPooling:
            return {affine(15, 0.7), plain(Kind::Perspective, 0.7, 0.7), colour(0.1, 0.1), plain(Kind::Erase, 0.7)};
        case CutMethod::NrUpdated:
        case CutMethod::Latest:
        case CutMethod::CropPool: break;
    }
    std::vector<CutStep> chain;
    for (const Augment a : settings.augments) chain.push_back(step_of(a, settings.method == CutMethod::NrUpdated));
    return chain;
}

CutDraws draw_cuts(const CutSettings& settings, const std::vector<CutStep>& chain, std::uint64_t seed,
                   std::int64_t height, std::int64_t width, std::int64_t iteration, std::int64_t first,
                   std::int64_t count) {
    CutDraws out;
    out.count = count;
    if (!pools_whole(settings.method)) {
        const std::int64_t largest = std::min(height, width), smallest = std::min(largest, settings.side);
        for (std::int64_t i = 0; i < count; ++i) {
            RandomStream r = stream_of(seed, iteration, first + i, kCropSlot);
            const auto size = static_cast<std::int64_t>(std::pow(r.uniform(), settings.power) *
                                                            static_cast<double>(largest - smallest) +
                                                        static_cast<double>(smallest));
            const auto place = [&](std::int64_t whole) {
                return static_cast<double>(r.below(static_cast<std::uint64_t>(whole - size + 1)));
            };
            const double x = place(width), y = place(height);
            out.crops.push_back({x, y, static_cast<double>(size), static_cast<double>(size)});
        }
    }
    for (std::size_t k = 0; k < chain.size(); ++k) {
        out.steps.push_back(draw_step(chain[k], k, settings, seed, iteration, first, count));
    }
    if (settings.method == CutMethod::Original || settings.noise <= 0) return out;
    out.noise_factors = at::empty({count}, at::kFloat);
    for (std::int64_t i = 0; i < count; ++i) {
        RandomStream r = stream_of(seed, iteration, first + i, kNoiseSlot);
        out.noise_factors.mutable_data_ptr<float>()[i] = static_cast<float>(r.uniform(0, settings.noise));
        out.noise_keys.push_back(r.next());
    }
    return out;
}

void make_noise(CutDraws& draws, const std::vector<CutStep>& chain, std::int64_t side) {
    for (std::size_t k = 0; k < chain.size(); ++k) {
        StepDraws& step = draws.steps[k];
        const bool normal = chain[k].kind == Kind::Noise;
        if (!step.keys.empty()) step.noise = filled(step.keys, normal ? 3 : 2, side, normal);
    }
    if (draws.noise_factors.defined()) draws.noise = filled(draws.noise_keys, 3, side, true);
}

}  // namespace headroom::imagine
