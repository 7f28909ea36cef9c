// kornia's parameters by its own names.
#include "app/lab/vqgan_clip/kornia_draws.h"

#include "core/memory/libtorch.h"

namespace headroom {
namespace {

using namespace imagine;
using Kind = CutStep::Kind;

const std::vector<std::pair<std::string, Kind>> kKinds{
    {"Ji", Kind::Colour},      {"Ji_pooling", Kind::Colour}, {"Sh", Kind::Sharpness}, {"Gn", Kind::Noise},
    {"Pe", Kind::Perspective}, {"Ro", Kind::Rotation},       {"Af", Kind::Affine},    {"Af_pooling", Kind::Affine},
    {"Fl", Kind::Flip},        {"Et", Kind::Elastic},        {"Ts", Kind::Spline},    {"Cr", Kind::Nothing},
    {"Er", Kind::Erase},       {"Re", Kind::Resized}};

/// kornia's draws of one augmentation.
class KorniaDraws {
public:
    KorniaDraws(const TensorMap& params, const std::string& code) : params_(params), code_(code) {}
    const at::Tensor& tensor(const std::string& name) const {
        const auto found = params_.find(code_ + "." + name);
        TORCH_CHECK(found != params_.end(), "params.safetensors lacks ", code_, ".", name);
        return found->second;
    }
    /// All numbers of a tensor: a multiple of `row`.
    std::vector<double> numbers(const std::string& name, std::size_t row = 1) const {
        const at::Tensor t = tensor(name).to(at::kDouble).contiguous();
        TORCH_CHECK(static_cast<std::size_t>(t.numel()) % row == 0, code_, ".", name, " has another shape");
        return {t.const_data_ptr<double>(), t.const_data_ptr<double>() + t.numel()};
    }
    /// Lists of numbers that belong together.
    std::vector<std::vector<double>> columns(const std::vector<std::string>& names) const {
        std::vector<std::vector<double>> out;
        for (const std::string& name : names) {
            out.push_back(numbers(name));
            TORCH_CHECK(out.back().size() == out.front().size(), code_, ".", name, " has another length than ",
                        names[0]);
        }
        return out;
    }
    std::vector<std::int64_t> touched() const {
        const at::Tensor rows = tensor("batch_prob").nonzero().flatten();
        return {rows.const_data_ptr<std::int64_t>(), rows.const_data_ptr<std::int64_t>() + rows.numel()};
    }

private:
    const TensorMap& params_;
    const std::string& code_;
};

void read_colours(const KorniaDraws& k, StepDraws& draws) {
    const auto list = k.columns({"brightness_factor", "contrast_factor", "saturation_factor", "hue_factor"});
    for (std::size_t i = 0; i < list[0].size(); ++i)
        draws.colours.push_back({list[0][i], list[1][i], list[2][i], list[3][i]});
    const auto order = k.numbers("order", 4);
    for (std::size_t i = 0; i < order.size() && i < 4; ++i) draws.order[i] = static_cast<int>(order[i]);
}

void read_affines(const KorniaDraws& k, StepDraws& draws) {
    const auto list = k.columns({"angle", "sx", "sy"});
    const auto move = k.numbers("translations", 2);
    TORCH_CHECK(move.size() == 2 * list[0].size(), "translations have another length than angle");
    for (std::size_t i = 0; i < list[0].size(); ++i)
        draws.affines.push_back({list[0][i], move[2 * i], move[2 * i + 1], list[1][i], list[2][i]});
}

/// Rows of N points (x, y) each.
template <std::size_t N>
std::vector<std::array<CutPoint, N>> read_points(const KorniaDraws& k, const std::string& name) {
    const auto points = k.numbers(name, 2 * N);
    std::vector<std::array<CutPoint, N>> out(points.size() / (2 * N));
    for (std::size_t i = 0; i < points.size(); ++i) out[i / (2 * N)][i / 2 % N][i % 2] = points[i];
    return out;
}

void read_boxes(const KorniaDraws& k, StepDraws& draws) {
    const auto list = k.columns({"xs", "ys", "widths", "heights"});
    for (std::size_t i = 0; i < list[0].size(); ++i)
        draws.boxes.push_back({list[0][i], list[1][i], list[2][i], list[3][i]});
}

void read_resized(const KorniaDraws& k, StepDraws& draws) {
    for (const CutCorners& c : read_points<4>(k, "src"))
        draws.boxes.push_back({c[0][0], c[0][1], c[1][0] - c[0][0] + 1, c[2][1] - c[0][1] + 1});
}

/// Every list has an entry per touched picture, or none.
void require_whole(const std::string& code, const StepDraws& d) {
    const std::size_t noise = d.noise.defined() ? static_cast<std::size_t>(d.noise.size(0)) : 0;
    for (const std::size_t entries : {d.colours.size(), d.numbers.size(), d.affines.size(), d.corners.size(),
                                      d.boxes.size(), d.splines.size(), noise})
        TORCH_CHECK(entries == 0 || entries == d.touched.size(), code, " has draws of ", entries, " pictures, touches ",
                    d.touched.size());
}

}  // namespace

const std::vector<std::string>& kornia_codes() {
    static const std::vector<std::string> codes = [] {
        std::vector<std::string> out;
        for (const auto& [code, kind] : kKinds) out.push_back(code);
        return out;
    }();
    return codes;
}

KorniaStep kornia_step(const std::string& code, const TensorMap& params) {
    const KorniaDraws k(params, code);
    KorniaStep out;
    for (const auto& [name, kind] : kKinds) {
        if (name == code) out.step.kind = kind;
    }
    out.step.border = code == "Af_pooling";
    out.draws.touched = k.touched();
    switch (out.step.kind) {
        case Kind::Colour: read_colours(k, out.draws); break;
        case Kind::Sharpness: out.draws.numbers = k.numbers("sharpness_factor"); break;
        case Kind::Rotation: out.draws.numbers = k.numbers("degrees"); break;
        case Kind::Noise:
        case Kind::Elastic: out.draws.noise = k.tensor("noise"); break;
        case Kind::Affine: read_affines(k, out.draws); break;
        case Kind::Perspective: out.draws.corners = read_points<4>(k, "end_points"); break;
        case Kind::Spline: out.draws.splines = read_points<5>(k, "dst"); break;
        case Kind::Erase: read_boxes(k, out.draws); break;
        case Kind::Resized: read_resized(k, out.draws); break;
        case Kind::Nothing:
        case Kind::Flip: break;
    }
    require_whole(code, out.draws);
    return out;
}

std::vector<CutBox> square_boxes(const at::Tensor& boxes) {
    TORCH_CHECK(boxes.dim() == 2 && boxes.size(1) == 3, "boxes are not rows of x, y, size");
    std::vector<CutBox> out;
    const at::Tensor list = boxes.to(at::kDouble).contiguous();
    for (std::int64_t i = 0; i < list.size(0); ++i) {
        const double* b = list.const_data_ptr<double>() + 3 * i;
        out.push_back({b[0], b[1], b[2], b[2]});
    }
    return out;
}

}  // namespace headroom
