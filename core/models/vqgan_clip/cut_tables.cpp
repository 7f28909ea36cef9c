// Draws as tables of fixed shapes, and their place on a device.
#include "core/models/vqgan_clip/cut_tables.h"

#include "core/kernels/source/colour_kernels.h"
#include "core/kernels/source/crop_kernels.h"
#include "core/memory/libtorch.h"
#include "core/memory/upload.h"
#include "core/models/vqgan_clip/colours.h"
#include "core/models/vqgan_clip/crops.h"
#include "core/models/vqgan_clip/device_cuts.h"
#include "core/models/vqgan_clip/warps.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace headroom::imagine {
namespace {

using Kind = CutStep::Kind;

/// Tables lie at multiples of this in their block, as kernels like it.
constexpr std::int64_t kAligned = 64;

std::int64_t aligned(std::int64_t bytes) { return (bytes + kAligned - 1) / kAligned * kAligned; }

template <class T> at::Tensor bytes_of(const std::vector<T>& structs) {
    static_assert(std::is_trivially_copyable_v<T>);
    at::Tensor out = at::empty({static_cast<std::int64_t>(structs.size() * sizeof(T))}, at::kByte);
    if (!structs.empty()) std::memcpy(out.mutable_data_ptr(), structs.data(), structs.size() * sizeof(T));
    return out;
}

/// What a step says of each cut, at its row; `rest` of those that it does not touch.
template <class T, class Of>
std::vector<T> by_row(const StepDraws& draws, std::int64_t count, const T& rest, const Of& of) {
    std::vector<T> out(static_cast<std::size_t>(count), rest);
    for (std::size_t i = 0; i < draws.touched.size(); ++i) out[static_cast<std::size_t>(draws.touched[i])] = of(i);
    return out;
}

at::Tensor floats(const std::vector<float>& numbers) { return at::tensor(numbers, at::kFloat); }

at::Tensor keys_of(const std::vector<std::uint64_t>& keys) {
    at::Tensor out = at::empty({static_cast<std::int64_t>(keys.size())}, at::kLong);
    std::copy(keys.begin(), keys.end(), static_cast<std::uint64_t*>(out.mutable_data_ptr()));
    return out;
}

at::Tensor colours_of(const StepDraws& draws, std::int64_t count) {
    const auto factors = colour_factors<float>(draws.colours);
    kernels::CutColour rest;
    std::copy(draws.order.begin(), draws.order.end(), rest.order);
    return bytes_of(by_row(draws, count, rest, [&](std::size_t i) {
        kernels::CutColour colour = rest;
        colour.factors = factors[i];
        colour.touched = 1;
        return colour;
    }));
}

CutTables::Step table_of(const CutStep& step, const StepDraws& draws, const CutSettings& settings, std::int64_t count) {
    CutTables::Step out;
    switch (step.kind) {
        case Kind::Colour: out.each = colours_of(draws, count); break;
        case Kind::Sharpness:
            out.each = floats(
                by_row(draws, count, -1.0f, [&](std::size_t i) { return static_cast<float>(draws.numbers[i]); }));
            break;
        case Kind::Noise: out.each = floats(by_row(draws, count, 0.0f, [](std::size_t) { return 1.0f; })); break;
        case Kind::Elastic: out.each = elastic_taps().to(at::kFloat); break;
        case Kind::Spline: {
            std::vector<SplinePoints> points = by_row(draws, count, spline_controls(settings.reference),
                                                      [&](std::size_t i) { return draws.splines[i]; });
            out.each = spline_numbers(points, settings.reference).to(at::kFloat);
            break;
        }
        default: break;
    }
    if (step.kind == Kind::Noise || step.kind == Kind::Elastic)
        out.keys = keys_of(by_row(draws, count, std::uint64_t{0}, [&](std::size_t i) { return draws.keys[i]; }));
    return out;
}

at::Tensor warps_of(const std::vector<CutStep>& chain, const CutDraws& draws, const CutSettings& settings) {
    std::vector<kernels::CutWarp> warps;
    bool any = false;
    for (std::size_t k = 0; k < chain.size(); ++k) {
        const bool is_warp = warps_at_once(chain, k) > 0;
        any = any || is_warp;
        const auto rows =
            by_row(is_warp ? draws.steps[k] : StepDraws{}, draws.count, kernels::CutWarp{}, [&](std::size_t i) {
                return cut_warp(chain[k], draws.steps[k], i, settings.side, settings.reference);
            });
        warps.insert(warps.end(), rows.begin(), rows.end());
    }
    return any ? bytes_of(warps) : at::Tensor();
}

}  // namespace

std::vector<at::Tensor*> CutTables::all() {
    std::vector<at::Tensor*> out{&boxes, &weights, &firsts, &warps, &noise_factors, &noise_keys};
    for (Step& step : steps) out.insert(out.end(), {&step.each, &step.keys});
    std::erase_if(out, [](const at::Tensor* table) { return !table->defined(); });
    return out;
}

at::Tensor crop_box_table(const std::vector<CutBox>& boxes) {
    std::vector<kernels::CropBox> whole;
    for (const CutBox& b : boxes)
        whole.push_back(
            {static_cast<int>(b.x), static_cast<int>(b.y), static_cast<int>(b.width), static_cast<int>(b.height)});
    return bytes_of(whole);
}

void resample_tables(const std::vector<CutBox>& boxes, std::int64_t side, std::int64_t band, at::Tensor& weights,
                     at::Tensor& firsts) {
    const auto n = static_cast<std::int64_t>(boxes.size());
    weights = at::zeros({n, side, band}, at::kFloat);
    firsts = at::empty({n, side}, at::kInt);
    float* weight = weights.mutable_data_ptr<float>();
    int* first = firsts.mutable_data_ptr<int>();
    for (const CutBox& box : boxes) {
        // A box in whole pixels, as the operators have it.
        for (const ResampleRows::Row& row : resample_rows(static_cast<std::int64_t>(box.width), side).rows) {
            *first++ = static_cast<int>(row.first);
            std::transform(row.weights.begin(), row.weights.end(), weight,
                           [](double w) { return static_cast<float>(w); });
            weight += band;
        }
    }
}

CutTables cut_tables(const CutSettings& settings, const std::vector<CutStep>& chain, const CutDraws& draws,
                     std::int64_t height, std::int64_t width) {
    CutTables out;
    out.count = draws.count;
    if (!draws.crops.empty()) {
        require_within(height, width, draws.crops);
        out.boxes = crop_box_table(draws.crops);
        if (settings.method != CutMethod::CropPool)
            resample_tables(draws.crops, settings.side, longest_row(std::min(height, width), settings.side),
                            out.weights, out.firsts);
    }
    out.warps = warps_of(chain, draws, settings);
    for (std::size_t k = 0; k < chain.size(); ++k)
        out.steps.push_back(table_of(chain[k], draws.steps[k], settings, draws.count));
    out.noise_factors = draws.noise_factors;
    if (draws.noise_factors.defined()) out.noise_keys = keys_of(draws.noise_keys);
    return out;
}

DeviceCutTables::DeviceCutTables(CutTables host, at::Device device) {
    std::int64_t bytes = 0;
    for (const at::Tensor* table : host.all()) bytes += aligned(static_cast<std::int64_t>(table->nbytes()));
    block_ = at::empty({bytes}, at::TensorOptions().dtype(at::kByte).device(device));
    there_ = host;
    std::int64_t at = 0;
    for (at::Tensor* table : there_.all()) {
        const at::Tensor part = block_.narrow(0, at, static_cast<std::int64_t>(table->nbytes()));
        at += aligned(static_cast<std::int64_t>(table->nbytes()));
        *table = at::for_blob(part.mutable_data_ptr(), table->sizes())
                     .options(table->options().device(device))
                     .target_device(device)
                     .context(new at::Tensor(block_), [](void* kept) { delete static_cast<at::Tensor*>(kept); })
                     .make_tensor();
    }
    take(std::move(host));
}

void DeviceCutTables::take(CutTables host) {
    const at::Tensor packed = host_buffer(block_.sizes(), at::kByte, block_.device());
    auto* to = static_cast<std::byte*>(packed.mutable_data_ptr());
    for (const at::Tensor* table : host.all()) {
        std::memcpy(to, table->const_data_ptr(), table->nbytes());
        to += aligned(static_cast<std::int64_t>(table->nbytes()));
    }
    block_.copy_(packed, /*non_blocking=*/true);
}

}  // namespace headroom::imagine
