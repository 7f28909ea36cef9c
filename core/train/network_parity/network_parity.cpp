// The verbs parity vqgan, clip, vqgan-clip: replays, compares by the case's own tolerances, writes what was computed.
#include "core/train/network_parity/network_replay.h"
#include "core/train/parity.h"
#include "core/train/tensor_bridge.h"

#include <torch/torch.h>

#include <cmath>
#include <cstdio>
#include <filesystem>

namespace headroom {
namespace {

using nlohmann::json;

constexpr double kDoubleTolerance = 1e-9;  // of the largest magnitude

class Comparison {
public:
    Comparison(json rules, bool float64, std::string file)
        : rules_(std::move(rules)), float64_(float64), file_(std::move(file)) {}

    void compare(const TensorMap& want, const TensorMap& got) {
        for (const auto& [key, value] : got) {
            const auto found = want.find(key);
            if (found == want.end()) continue;  // more than the case asks for
            if (found->second.sizes() != value.sizes()) {
                check(key + " (another shape)", 1, 0);
            } else if (!value.is_floating_point()) {
                check(key + " (numbers that differ)", at::ne(value, found->second).sum().item<double>(), 0);
            } else {
                const at::Tensor w = found->second.to(at::kDouble), d = (value.detach().to(at::kDouble) - w).abs();
                check(key, d.max().item<double>(), tolerance(key, w.abs().max().item<double>()));
            }
        }
    }

    ParityOutcome outcome(const std::string& variant) const {
        const json report{{"variant", variant},
                          {"expected", file_},
                          {"within", first_.empty()},
                          {"first_difference", first_},
                          {"figures", figures_}};
        return {first_.empty(), first_, report.dump()};
    }

private:
    double tolerance(const std::string& key, double largest) const {
        if (float64_) return kDoubleTolerance * largest;
        return rules_.contains(key) ? rules_[key].value("tolerance", 0.0) : 0.0;
    }

    void check(const std::string& what, double difference, double allowed) {
        figures_.push_back({{"what", what}, {"difference", difference}, {"allowed", allowed}});
        if (difference <= allowed || !first_.empty()) return;  // NaN fails
        char text[256];
        std::snprintf(text, sizeof text, "%s differs by %.3g, allowed %.3g", what.c_str(), difference, allowed);
        first_ = text;
    }

    json rules_;
    bool float64_;
    std::string file_;
    json figures_ = json::array();
    std::string first_;
};

Result<TensorMap> replay(ParityKind kind, const std::string& case_dir, const ReplayWay& way) {
    if (kind == ParityKind::Vqgan) return replay_vqgan(case_dir, way);
    return kind == ParityKind::Clip ? replay_clip(case_dir, way) : replay_trace(case_dir, way);
}

bool is_of(ParityKind kind, const std::string& said) {
    if (kind == ParityKind::Vqgan) return said == "VQModel" || said == "GumbelVQ";
    return said == (kind == ParityKind::Clip ? "clip" : "vqgan-clip");
}

Result<void> write_computed(const TensorMap& got, const std::string& path) {
    const TensorCopies copies = copy_tensors(NamedTensors(got.begin(), got.end()));
    if (auto ok = write_safetensors(path, copies.views, {}); !ok) return ok.error();
    return {};
}

Result<ParityOutcome> compared(ParityKind kind, const std::string& case_dir, const std::string& out_dir,
                               const json& record) {
    // Where a case holds no float32 results (small ones of the trace), float64 is computed: the meaning, without rounding.
    std::error_code failed;
    const bool single = std::filesystem::exists(case_dir + "/expected.safetensors", failed);
    const std::string file = single ? "expected.safetensors" : "expected_f64.safetensors";
    auto want = read_case_tensors(case_dir + "/" + file);
    if (!want) return want.error();
    ReplayWay way;
    way.float64 = !single;
    auto got = replay(kind, case_dir, way);
    if (!got) return got.error();
    if (!out_dir.empty()) {
        if (auto ok = write_computed(*got, out_dir + "/" + file); !ok) return ok.error();
    }
    Comparison comparison(record.value("compare", json::object()), way.float64, file);
    comparison.compare(*want, *got);
    return comparison.outcome(record.value("kind", ""));
}

}  // namespace

Result<ParityOutcome> run_parity(ParityKind kind, const std::string& case_dir, const std::string& out_dir) {
    if (kind == ParityKind::Dcgan) return run_dcgan_parity(case_dir, out_dir);
    auto record = read_case_record(case_dir + (kind == ParityKind::VqganClip ? "/trace.json" : "/case.json"));
    if (!record) return record.error();
    if (!is_of(kind, record->value("kind", ""))) {
        return make_error(ErrorCode::BadFile, case_dir + ": this is a case of kind '" + record->value("kind", "") + "'",
                          "Name a folder of the kind: vqgan/vq, vqgan/gumbel, clip/vit, clip/rn, trace.");
    }
    try {
        return compared(kind, case_dir, out_dir, *record);
    } catch (const json::exception& e) {
        return make_error(ErrorCode::BadFile, case_dir + ": its record lacks a figure",
                          "Write the case again with peer_vqgan_clip_parity.py.", e.what());
    } catch (const c10::Error& e) {
        return make_error(ErrorCode::BadFile, case_dir + ": its tensors do not fit together",
                          "Write the case again with peer_vqgan_clip_parity.py.", e.what_without_backtrace());
    }
}

}  // namespace headroom
