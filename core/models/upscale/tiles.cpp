// Bands of tiles from top to bottom; a band is begun anew when memory runs out within it.
#include "core/models/upscale/tiles.h"

#include "core/models/nn/pictures.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom {
namespace {

std::int64_t down_to(std::int64_t value, std::int64_t unit) { return value / unit * unit; }
std::int64_t up_to(std::int64_t value, std::int64_t unit) { return down_to(value + unit - 1, unit); }

/// The smallest side of a tile: its overlaps must leave something between them.
std::int64_t smallest(std::int64_t unit) { return std::max<std::int64_t>(16, 8 * unit); }

/// The plan of tiles with this side.
TilePlan tiles_of(std::int64_t side, std::int64_t reach, std::int64_t unit) {
    side = std::max(down_to(side, unit), smallest(unit));
    const std::int64_t whole = up_to(reach, unit);
    if (4 * whole <= side) return {side, whole, true};
    return {side, std::max(down_to(side / 8, 2 * unit), 2 * unit), false};
}

/// Where a tile lies along one axis: what it contributes, and what it is computed from.
struct Stretch {
    std::int64_t begin, end;  ///< contributed; blended over its first `ramp` pixels
    std::int64_t from, to;    ///< computed
    std::int64_t ramp;
};

/// `hard`: nothing has been contributed from `at` on to blend with.
Stretch stretch(std::int64_t at, std::int64_t core, std::int64_t length, const TilePlan& plan, bool hard) {
    const std::int64_t end = std::min(at + core, length), more = plan.exact ? 0 : plan.overlap / 2,
                       before = hard ? 0 : more;
    Stretch s{std::max(at - before, std::int64_t{0}), std::min(end + more, length),
              std::max(at - plan.overlap, std::int64_t{0}), std::min(end + plan.overlap, length), 0};
    if (!plan.exact && at > 0 && !hard) s.ramp = plan.overlap;
    return s;
}

/// Weights of a tile along one axis of the result: 0 to 1 over the ramp, then 1.
at::Tensor weights(const Stretch& s, std::int64_t factor) {
    at::Tensor w = torch::ones({(s.end - s.begin) * factor});
    const std::int64_t ramp = std::min(s.ramp * factor, w.size(0));
    if (ramp > 0) w.narrow(0, 0, ramp).copy_((torch::arange(ramp) + 0.5) / static_cast<double>(ramp));
    return w;
}

at::Tensor as_floats(const at::Tensor& x) { return x.scalar_type() == at::kByte ? nn::unit_from_bytes(x) : x; }

class Bands {
public:
    Bands(const at::Tensor& picture, const at::Tensor& out, const TileCall& call)
        : picture_(picture),
          out_(out),
          call_(call),
          width_(up_to(picture.size(3), call.unit)),
          height_(up_to(picture.size(2), call.unit)) {
        outcome_.plan = call.plan;
        if (outcome_.plan.side == 0) outcome_.plan = {std::max(width_, height_), 0, true};
        whole_ = call.plan.side == 0;
    }

    TileOutcome run() {
        std::int64_t y = 0;
        while (y < height_ && outcome_.finished) {
            const std::int64_t core = core_side();
            if (band(y, core)) {
                y += core;
            } else {
                halve(y);
            }
        }
        if (whole_) outcome_.plan = {};
        return outcome_;
    }

private:
    std::int64_t core_side() const { return outcome_.plan.side - 2 * outcome_.plan.overlap; }

    /// False: memory ran out.
    bool band(std::int64_t y, std::int64_t core) {
        for (std::int64_t x = 0; x < width_; x += core) {
            const bool hard = y == hard_;
            if (!tile(stretch(x, core, width_, outcome_.plan, false), stretch(y, core, height_, outcome_.plan, hard)))
                return false;
            ++outcome_.tiles;
            const double rows = static_cast<double>(std::min(y + core, height_) - y),
                         across = static_cast<double>(std::min(x + core, width_)) / static_cast<double>(width_);
            if (!call_.go_on((static_cast<double>(y) + rows * across) / static_cast<double>(height_))) {
                outcome_.finished = false;
                return true;
            }
        }
        return true;
    }

    bool tile(const Stretch& x, const Stretch& y) {
        try {
            const at::Tensor got = call_.enlarge(input(x, y));
            const std::int64_t f = call_.factor;
            put(got.narrow(2, (y.begin - y.from) * f, (y.end - y.begin) * f)
                    .narrow(3, (x.begin - x.from) * f, (x.end - x.begin) * f),
                x, y);
            return true;
        } catch (const c10::OutOfMemoryError&) {
            if (outcome_.plan.side <= smallest(call_.unit)) throw;
            return false;
        }
    }

    at::Tensor input(const Stretch& x, const Stretch& y) const {
        const std::int64_t right = std::min(x.to, picture_.size(3)), below = std::min(y.to, picture_.size(2));
        at::Tensor part = as_floats(picture_.narrow(2, y.from, below - y.from).narrow(3, x.from, right - x.from));
        // Only where the picture ends between two multiples of the unit: the edge again.
        if (right < x.to || below < y.to) part = at::replication_pad2d(part, {0, x.to - right, 0, y.to - below});
        return part.contiguous();
    }

    void put(at::Tensor got, const Stretch& x, const Stretch& y) const {
        const std::int64_t f = call_.factor, top = y.begin * f, left = x.begin * f;
        const std::int64_t rows = std::min(got.size(2), out_.size(2) - top),
                           columns = std::min(got.size(3), out_.size(3) - left);
        if (rows <= 0 || columns <= 0) return;
        got = got.narrow(2, 0, rows).narrow(3, 0, columns).to(at::kCPU, at::kFloat);
        const at::Tensor to = out_.narrow(2, top, rows).narrow(3, left, columns);
        if (x.ramp > 0 || y.ramp > 0) {
            const at::Tensor w = weights(y, f).narrow(0, 0, rows).unsqueeze(1) * weights(x, f).narrow(0, 0, columns);
            got = at::lerp(as_floats(to), got, w);
        }
        if (to.scalar_type() == at::kByte) got = nn::bytes_from_unit(got);
        to.copy_(got);
    }

    void halve(std::int64_t y) {
        whole_ = false;
        const bool was_exact = outcome_.plan.exact;
        outcome_.plan = tiles_of(outcome_.plan.side / 2, call_.reach, call_.unit);
        if (was_exact && !outcome_.plan.exact) hard_ = y;
        ++outcome_.halvings;
        call_.ran_out();
    }

    const at::Tensor& picture_;
    const at::Tensor& out_;
    const TileCall& call_;
    std::int64_t width_, height_;
    TileOutcome outcome_;
    bool whole_ = false;
    std::int64_t hard_ = -1;  ///< the band before which tiles ended without anything to blend with
};

}  // namespace

TilePlan plan_tiles(std::int64_t width, std::int64_t height, std::int64_t reach, std::int64_t unit,
                    std::int64_t most_pixels) {
    if (up_to(width, unit) * up_to(height, unit) <= most_pixels) return {};
    return tiles_of(static_cast<std::int64_t>(std::sqrt(static_cast<double>(std::max<std::int64_t>(most_pixels, 1)))),
                    reach, unit);
}

TileCount count_tiles(std::int64_t width, std::int64_t height, std::int64_t unit, const TilePlan& plan) {
    const std::int64_t w = up_to(width, unit), h = up_to(height, unit);
    if (plan.side == 0) return {1, {{w, h}}};
    const std::int64_t core = plan.side - 2 * plan.overlap;
    const auto lengths = [&](std::int64_t side) {
        std::vector<std::int64_t> out;
        for (std::int64_t at = 0; at < side; at += core) {
            const Stretch s = stretch(at, core, side, plan, false);
            out.push_back(s.to - s.from);
        }
        return out;
    };
    const std::vector<std::int64_t> across = lengths(w), down = lengths(h);
    TileCount out{static_cast<std::int64_t>(across.size() * down.size()), {}};
    for (const std::int64_t x : std::set<std::int64_t>(across.begin(), across.end())) {
        for (const std::int64_t y : std::set<std::int64_t>(down.begin(), down.end())) out.sizes.push_back({x, y});
    }
    std::stable_sort(out.sizes.begin(), out.sizes.end(),
                     [](const TileSize& a, const TileSize& b) { return a.pixels() > b.pixels(); });
    return out;
}

TileOutcome enlarge_in_tiles(const at::Tensor& picture, const at::Tensor& out, const TileCall& call) {
    const at::NoGradGuard no_grad;
    return Bands(picture, out, call).run();
}

}  // namespace headroom
