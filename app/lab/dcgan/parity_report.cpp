// Comparison of a replay with its case.
#include "app/lab/dcgan/parity_report.h"

#include "core/memory/libtorch.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom {
namespace {

constexpr double kFloat64 = 1e-10;
constexpr double kTimesSpread = 10.0;

struct Difference {
    double largest = 0, squares = 0, wanted_squares = 0, wanted_largest = 0;
};

Difference difference(const at::Tensor& expected, const at::Tensor& got) {
    const at::Tensor w = expected.to(at::kDouble), d = (got.detach().to(at::kDouble).reshape(w.sizes()) - w);
    if (w.numel() == 0) return {};
    return {d.abs().max().item<double>(), d.square().sum().item<double>(), w.square().sum().item<double>(),
            w.abs().max().item<double>()};
}

bool is_parameter(const std::string& name) {
    return name.find("running_") == std::string::npos && name.find("num_batches") == std::string::npos;
}

}  // namespace

double ParityReport::spread(const std::string& key, double floor) const {
    const double value = spread_.contains(key) && spread_[key].is_number() ? spread_[key].get<double>() : 0.0;
    return std::max({kTimesSpread * value, floor, unit_});
}

void ParityReport::check(const std::string& what, double diff, double tolerance) {
    figures_.check(what, diff, tolerance * slack_);
}

void ParityReport::compare_steps(const nlohmann::json& expected, const nlohmann::json& got) {
    for (std::size_t k = 0; k < expected.size(); ++k) {
        const std::string step = "step " + std::to_string(k);
        double allowed = std::max(1e-6, unit_);
        if (!float64_ && spread_.contains("trace_abs_by_step") && k < spread_["trace_abs_by_step"].size()) {
            allowed = std::max(allowed, kTimesSpread * spread_["trace_abs_by_step"][k].get<double>());
        }
        for (const auto& [key, value] : expected[k].items()) {
            const double w = value.get<double>(),
                         g = k < got.size() && got[k].contains(key) ? got[k][key].get<double>() : NAN;
            const bool norm = key.rfind("grad_norm", 0) == 0;
            if (float64_)
                check(step + " " + key, std::abs(g - w), kFloat64 * std::max(1e-6, std::abs(w)));
            else if (norm)
                check(step + " " + key, std::abs(g - w) / std::abs(w), spread("grad_norm_rel", 1e-5));
            else
                check(step + " " + key, std::abs(g - w), allowed);
        }
    }
}

void ParityReport::compare_tensors(const std::string& what, const TensorFile& expected, const NamedTensors& got) {
    std::map<std::string, at::Tensor> by_name(got.begin(), got.end());
    std::map<std::string, Difference> gradients;
    for (const TensorView& view : expected.tensors) {
        const std::string name = what + " " + view.name;
        const auto found = by_name.find(view.name);
        if (found == by_name.end()) {
            check(name + " (missing)", 1, 0);
            continue;
        }
        const Difference d = difference(to_tensor(view), found->second);
        if (float64_) {
            check(name, d.largest, kFloat64 * std::max(1e-6, d.wanted_largest));
            continue;
        }
        if (view.name.rfind("grad_", 0) == 0) {
            Difference& sum = gradients[view.name.substr(0, 6)];
            sum.squares += d.squares;
            sum.wanted_squares += d.wanted_squares;
        } else {
            check(name, d.largest,
                  view.name == "fake" ? spread("step0_fake_abs", 1e-6)
                                      : std::max(1e-5, 10 * spread("step0_fake_abs", 1e-6)));
        }
    }
    for (const auto& [net, d] : gradients)
        check(what + " " + net, std::sqrt(d.squares / d.wanted_squares), spread("step0_" + net + "_rel_l2", 1e-6));
}

void ParityReport::compare_final(const std::string& what, const TensorFile& expected, const NamedTensors& got) {
    std::map<std::string, at::Tensor> by_name(got.begin(), got.end());
    Difference sum;
    for (const TensorView& view : expected.tensors) {
        const auto found = by_name.find(view.name);
        if (found == by_name.end()) {
            check(what + " " + view.name + " (missing)", 1, 0);
            continue;
        }
        const Difference d = difference(to_tensor(view), found->second);
        if (float64_) check(what + " " + view.name, d.largest, kFloat64 * std::max(1e-6, d.wanted_largest));
        if (view.name.find("num_batches") != std::string::npos) check(what + " " + view.name, d.largest, 0);
        if (!is_parameter(view.name)) continue;
        sum.largest = std::max(sum.largest, d.largest);
        sum.squares += d.squares;
        sum.wanted_squares += d.wanted_squares;
    }
    if (float64_) return;
    check(what, sum.largest, spread(what + "_abs", 1e-6));
    check(what + " relative", std::sqrt(sum.squares / sum.wanted_squares), spread(what + "_rel_l2", 1e-6));
}

ParityOutcome ParityReport::outcome(const std::string& variant) const {
    return figures_.outcome({{"variant", variant}});
}

}  // namespace headroom
