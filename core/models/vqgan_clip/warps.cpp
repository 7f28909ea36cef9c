// Grids and sampling.
#include "core/models/vqgan_clip/warps.h"

#include "core/memory/libtorch.h"
#include "core/memory/upload.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace headroom::imagine {
namespace {

using Kind = CutStep::Kind;

constexpr std::int64_t kBilinear = 0, kZeros = 0, kBorder = 1;
constexpr double kElasticSigma = 32;
constexpr std::int64_t kElasticRadius = 31;
constexpr double kSplineEpsilon = 1e-8;

Matrix3 product(const Matrix3& a, const Matrix3& b) {
    Matrix3 out{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t k = 0; k < 3; ++k) out[3 * i + j] += a[3 * i + k] * b[3 * k + j];
        }
    }
    return out;
}

Matrix3 inverse(const Matrix3& m) {
    const auto minor = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
        return m[a] * m[d] - m[b] * m[c];
    };
    const Matrix3 adjugate{minor(4, 5, 7, 8), minor(2, 1, 8, 7), minor(1, 2, 4, 5),
                           minor(5, 3, 8, 6), minor(0, 2, 6, 8), minor(2, 0, 5, 3),
                           minor(3, 4, 6, 7), minor(1, 0, 7, 6), minor(0, 1, 3, 4)};
    const double determinant = m[0] * adjugate[0] + m[1] * adjugate[3] + m[2] * adjugate[6];
    Matrix3 out{};
    for (std::size_t i = 0; i < 9; ++i) out[i] = adjugate[i] / determinant;
    return out;
}

/// Pixels to [-1, 1]: the reference's corner pixels lie on the edge, else pixel centres half a pixel within.
Matrix3 to_unit(std::int64_t side, bool reference) {
    const auto s = static_cast<double>(side);
    const double scale = reference ? 2 / (s - 1) : 2 / s, shift = reference ? -1 : 1 / s - 1;
    return {scale, 0, shift, 0, scale, shift, 0, 0, 1};
}

/// Solves the system of 8 equations whose rows end in `Right` right sides; Gauss with pivots.
template <std::size_t Right>
std::array<std::array<double, Right>, 8> solved(std::array<std::array<double, 8 + Right>, 8> rows) {
    for (std::size_t c = 0; c < 8; ++c) {
        std::size_t pivot = c;
        for (std::size_t r = c + 1; r < 8; ++r) {
            if (std::abs(rows[r][c]) > std::abs(rows[pivot][c])) pivot = r;
        }
        std::swap(rows[c], rows[pivot]);
        for (std::size_t r = 0; r < 8; ++r) {
            if (r == c || rows[r][c] == 0) continue;
            const double factor = rows[r][c] / rows[c][c];
            for (std::size_t k = c; k < 8 + Right; ++k) rows[r][k] -= factor * rows[c][k];
        }
    }
    std::array<std::array<double, Right>, 8> out{};
    for (std::size_t r = 0; r < 8; ++r) {
        for (std::size_t k = 0; k < Right; ++k) out[r][k] = rows[r][8 + k] / rows[r][r];
    }
    return out;
}

/// Coordinates of the target's pixels along an axis: from -1 to 1, or of pixel centres.
at::Tensor axis(std::int64_t side, bool to_edges, const at::Tensor& like) {
    const double last = to_edges ? 1 : 1 - 1.0 / static_cast<double>(side);
    return at::linspace(-last, last, side, at::TensorOptions().dtype(at::kDouble).device(like.device()))
        .to(like.scalar_type());
}

/// Bilinear sampling, whose gradient needs no numbers but the grid's.
at::Tensor sampled(const at::Tensor& x, const at::Tensor& grid, std::int64_t padding, bool align) {
    return at::grid_sampler_2d(x, grid, kBilinear, padding, align);
}

at::Tensor sampled_backward(const at::Tensor& grad, const at::Tensor& grid, std::int64_t padding, bool align) {
    // In place of the input stands the gradient, of the same shape: the input's numbers matter to the grid's gradient alone.
    const at::Tensor g = grad.contiguous();
    return std::get<0>(at::grid_sampler_2d_backward(g, g, grid, kBilinear, padding, align, {true, false}));
}

class MatrixWarp : public Change {
public:
    struct Rules {
        bool to_edges = false;  ///< the target's grid
        bool align = false;     ///< the source's
        bool divides = false;
        bool guarded = false;  ///< kornia adds a little to what it divides by
        std::int64_t padding = kZeros;
    };
    MatrixWarp(at::Tensor matrices, Rules rules) : matrices_(std::move(matrices)), rules_(rules) {}
    at::Tensor forward(const at::Tensor& x) const override { return sampled(x, grid(x), rules_.padding, rules_.align); }
    at::Tensor backward(const at::Tensor& grad, const at::Tensor&) const override {
        return sampled_backward(grad, grid(grad), rules_.padding, rules_.align);
    }

private:
    at::Tensor grid(const at::Tensor& like) const {
        const at::Tensor along = axis(like.size(3), rules_.to_edges, like), x = along.view({1, 1, -1}),
                         y = along.view({1, -1, 1});
        // Sums and products alone, so that the bits do not depend on how many cuts there are at a time.
        const auto row = [&](std::int64_t i) {
            const auto entry = [&](std::int64_t j) { return matrices_.select(1, 3 * i + j).view({-1, 1, 1}); };
            return (entry(0) * x).add(entry(1) * y).add_(entry(2));
        };
        at::Tensor grid = at::stack({row(0), row(1)}, 3);
        if (!rules_.divides) return grid;
        at::Tensor depth = row(2);
        if (rules_.guarded) depth = at::where(depth.abs() > 1e-8, depth + 1e-8, at::ones({}, depth.options()));
        return grid.div_(depth.unsqueeze(3));
    }

    at::Tensor matrices_;  ///< (t, 9)
    Rules rules_;
};

class FieldWarp : public Change {
public:
    FieldWarp(at::Tensor grid, std::int64_t padding) : grid_(std::move(grid)), padding_(padding) {}
    at::Tensor forward(const at::Tensor& x) const override { return sampled(x, grid_, padding_, false); }
    at::Tensor backward(const at::Tensor& grad, const at::Tensor&) const override {
        return sampled_backward(grad, grid_, padding_, false);
    }

private:
    at::Tensor grid_;  ///< (t, S, S, 2)
    std::int64_t padding_;
};

class Flip : public Change {
public:
    at::Tensor forward(const at::Tensor& x) const override { return at::flip(x, {3}); }
    at::Tensor backward(const at::Tensor& grad, const at::Tensor&) const override { return at::flip(grad, {3}); }
};

MatrixWarp::Rules rules_of(const CutStep& step, bool reference) {
    MatrixWarp::Rules rules;
    rules.divides = step.kind == Kind::Perspective || (reference && step.kind == Kind::Resized);
    rules.guarded = reference;
    if (step.kind == Kind::Affine && step.border) rules.padding = kBorder;
    if (step.kind == Kind::Resized && !reference) rules.padding = kBorder;  // an enlarged part never shows the outside
    if (!reference) return rules;
    rules.to_edges = step.kind != Kind::Affine;
    rules.align = step.kind == Kind::Rotation || step.kind == Kind::Resized;
    return rules;
}

Matrix3 matrix_of(const CutStep& step, const StepDraws& draws, std::size_t i, std::int64_t side, bool reference) {
    switch (step.kind) {
        case Kind::Affine: return affine_matrix(draws.affines[i], side);
        case Kind::Rotation: return rotation_matrix(draws.numbers[i], side);
        case Kind::Perspective: return perspective_matrix(draws.corners[i], side);
        default: return resized_matrix(draws.boxes[i], side, reference);
    }
}

/// In coordinates from -1 to 1: where a pixel of the warped cut comes from.
Matrix3 source_matrix(const CutStep& step, const StepDraws& draws, std::size_t i, std::int64_t side, bool reference) {
    const Matrix3 unit = to_unit(side, reference);
    return product(unit, product(inverse(matrix_of(step, draws, i, side, reference)), inverse(unit)));
}

/// r^2 log r of the squared distance.
double spline_kernel(double squared) { return 0.5 * squared * std::log(squared + kSplineEpsilon); }

double squared_distance(const CutPoint& a, const CutPoint& b) {
    return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]);
}

/// Of each spline: what its plane and its kernels weigh, for x and y, and where its centres are.
constexpr std::int64_t kPlane = 0, kKernels = 6, kCentres = 16, kSplineNumbers = 26;

/// (S, S): row i of it times a column of numbers is their Gaussian mean at i, zeros outside. `taps`: elastic_taps().
at::Tensor gaussian_band(const at::Tensor& taps, const at::Tensor& like) {
    const std::int64_t side = like.size(3), outside = kElasticRadius + 1;
    const at::Tensor i = at::arange(side, at::TensorOptions().dtype(at::kLong).device(like.device()));
    const at::Tensor apart = (i.view({1, -1}) - i.view({-1, 1})).clamp_(-outside, outside).add_(outside);
    return taps.index_select(0, apart.flatten()).view({side, side});
}

}  // namespace

Matrix3 rotation_matrix(double degrees, std::int64_t side) {
    const double angle = degrees * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle),
                 centre = static_cast<double>(side - 1) / 2;
    return {c, s, (1 - c - s) * centre, -s, c, (1 + s - c) * centre, 0, 0, 1};
}

Matrix3 affine_matrix(const AffineDraw& draw, std::int64_t side) {
    Matrix3 turned = rotation_matrix(-draw.degrees, side);
    turned[2] += draw.move_x;
    turned[5] += draw.move_y;
    const double tx = std::tan(draw.shear_x * std::numbers::pi / 180),
                 ty = std::tan(draw.shear_y * std::numbers::pi / 180), centre = static_cast<double>(side - 1) / 2;
    return product(turned, {1, -tx, tx * centre, -ty, 1 + tx * ty, ty * (tx * centre + centre), 0, 0, 1});
}

Matrix3 perspective_matrix(const CutCorners& corners, std::int64_t side) {
    const auto last = static_cast<double>(side - 1);
    const CutCorners from{CutPoint{0, 0}, CutPoint{last, 0}, CutPoint{last, last}, CutPoint{0, last}};
    std::array<std::array<double, 9>, 8> rows{};
    for (std::size_t i = 0; i < 4; ++i) {
        const double x = from[i][0], y = from[i][1], u = corners[i][0], v = corners[i][1];
        rows[2 * i] = {x, y, 1, 0, 0, 0, -x * u, -y * u, u};
        rows[2 * i + 1] = {0, 0, 0, x, y, 1, -x * v, -y * v, v};
    }
    const auto m = solved<1>(rows);
    return {m[0][0], m[1][0], m[2][0], m[3][0], m[4][0], m[5][0], m[6][0], m[7][0], 1};
}

Matrix3 resized_matrix(const CutBox& box, std::int64_t side, bool reference) {
    const auto s = static_cast<double>(side);
    // The reference takes corner pixels to corner pixels, the corrected mode edges to edges.
    const double away = reference ? 0 : 0.5, less = reference ? 1 : 0;
    const double sx = (s - less) / (box.width - less), sy = (s - less) / (box.height - less);
    return {sx, 0, (away - box.x) * sx - away, 0, sy, (away - box.y) * sy - away, 0, 0, 1};
}

std::shared_ptr<const Change> matrix_warp(const CutStep& step, const StepDraws& draws, const at::Tensor& like,
                                          bool reference) {
    const auto count = static_cast<std::int64_t>(draws.touched.size()), side = like.size(3);
    at::Tensor matrices = at::empty({count, 9}, at::kDouble);
    for (std::int64_t i = 0; i < count; ++i) {
        const Matrix3 m = source_matrix(step, draws, static_cast<std::size_t>(i), side, reference);
        std::copy(m.begin(), m.end(), matrices.mutable_data_ptr<double>() + 9 * i);
    }
    return std::make_shared<MatrixWarp>(upload_as(matrices, like), rules_of(step, reference));
}

kernels::CutWarp matrix_cut_warp(const CutStep& step, const StepDraws& draws, std::size_t i, std::int64_t side,
                                 bool reference) {
    const MatrixWarp::Rules rules = rules_of(step, reference);
    const Matrix3 m = source_matrix(step, draws, i, side, reference);
    kernels::CutWarp out{.kind = kernels::CutWarp::Kind::Matrix};
    out.edges = rules.to_edges;
    out.align = rules.align;
    out.divides = rules.divides;
    out.guarded = rules.guarded;
    out.border = rules.padding == kBorder;
    std::copy(m.begin(), m.end(), out.numbers);
    return out;
}

at::Tensor elastic_taps() {
    at::Tensor out = at::zeros({2 * kElasticRadius + 3}, at::kDouble);
    auto* taps = out.mutable_data_ptr<double>() + kElasticRadius + 1;
    double sum = 0;
    for (std::int64_t k = -kElasticRadius; k <= kElasticRadius; ++k) {
        const auto t = static_cast<double>(k);
        sum += taps[k] = std::exp(-t * t / (2 * kElasticSigma * kElasticSigma));
    }
    for (std::int64_t k = -kElasticRadius; k <= kElasticRadius; ++k) taps[k] /= sum;
    return out;
}

at::Tensor spline_numbers(const std::vector<SplinePoints>& splines, bool reference) {
    const SplinePoints controls = spline_controls(reference);
    at::Tensor out = at::empty({static_cast<std::int64_t>(splines.size()), kSplineNumbers}, at::kDouble);
    auto* to = out.mutable_data_ptr<double>();
    for (const SplinePoints& moved : splines) {
        const SplinePoints& centres = reference ? controls : moved;
        std::array<std::array<double, 10>, 8> rows{};
        for (std::size_t i = 0; i < 5; ++i) {
            for (std::size_t j = 0; j < 5; ++j) rows[i][j] = spline_kernel(squared_distance(moved[i], centres[j]));
            const std::array<double, 3> plane{1, moved[i][0], moved[i][1]};
            for (std::size_t k = 0; k < 3; ++k) rows[i][5 + k] = rows[5 + k][i] = plane[k];
            for (std::size_t k = 0; k < 2; ++k) rows[i][8 + k] = controls[i][k];
        }
        const auto weights = solved<2>(rows);
        for (std::size_t row = 5; row < 8; ++row)
            for (std::size_t k = 0; k < 2; ++k) *to++ = weights[row][k];
        for (std::size_t j = 0; j < 5; ++j)
            for (std::size_t k = 0; k < 2; ++k) *to++ = 0.5 * weights[j][k];
        for (const CutPoint& centre : centres) to = std::copy(centre.begin(), centre.end(), to);
    }
    return out;
}

at::Tensor spline_fields(const at::Tensor& numbers, const at::Tensor& like, bool reference) {
    const at::Tensor along = axis(like.size(3), /*to_edges=*/reference, like), x = along.view({1, 1, -1}),
                     y = along.view({1, -1, 1});
    const auto number = [&](std::int64_t i) { return numbers.select(1, i).view({-1, 1, 1}); };
    std::array<at::Tensor, 2> field;
    for (std::int64_t k = 0; k < 2; ++k)
        field[static_cast<std::size_t>(k)] =
            (x * number(kPlane + 2 + k)).add(y * number(kPlane + 4 + k)).add_(number(kPlane + k));
    for (std::int64_t j = 0; j < 5; ++j) {
        const at::Tensor squared =
            (x - number(kCentres + 2 * j)).square().add((y - number(kCentres + 2 * j + 1)).square());
        const at::Tensor kernel = (squared + kSplineEpsilon).log_().mul_(squared);
        for (std::int64_t k = 0; k < 2; ++k)
            field[static_cast<std::size_t>(k)] += kernel * number(kKernels + 2 * j + k);
    }
    return at::stack({field[0], field[1]}, 3);
}

at::Tensor elastic_fields(const at::Tensor& noise, const at::Tensor& taps, const at::Tensor& like, bool reference) {
    const at::Tensor band = gaussian_band(taps, like);
    const at::Tensor along = axis(like.size(3), /*to_edges=*/reference, like);
    const std::int64_t side = like.size(3);
    const at::Tensor still =
        at::stack({along.view({1, -1}).expand({side, side}), along.view({-1, 1}).expand({side, side})}, 2);
    std::vector<at::Tensor> fields;
    for (std::int64_t i = 0; i < noise.size(0); ++i) {  // one by one: the same bits however many there are
        fields.push_back(at::matmul(at::matmul(band, noise[i]), band).permute({1, 2, 0}).add(still));
    }
    at::Tensor field = at::stack(fields);
    if (reference) field.clamp_(-1, 1);
    return field;
}

std::shared_ptr<const Change> elastic_warp(const StepDraws& draws, const at::Tensor& like, bool reference) {
    return std::make_shared<FieldWarp>(
        elastic_fields(upload_as(draws.noise, like), upload_as(elastic_taps(), like), like, reference),
        reference ? kZeros : kBorder);
}

std::shared_ptr<const Change> spline_warp(const StepDraws& draws, const at::Tensor& like, bool reference) {
    const at::Tensor numbers = upload_as(spline_numbers(draws.splines, reference), like);
    return std::make_shared<FieldWarp>(spline_fields(numbers, like, reference), kZeros);
}

std::shared_ptr<const Change> flip() { return std::make_shared<Flip>(); }

}  // namespace headroom::imagine
