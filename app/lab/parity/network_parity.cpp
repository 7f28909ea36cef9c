// The parity verbs of all but DCGAN: replays, compares by the case's own tolerances, writes what was computed.
#include "app/lab/parity/case_kind.h"
#include "app/lab/parity/network_replay.h"
#include "app/lab/parity/parity.h"
#include "app/lab/parity/parity_figures.h"
#include "core/memory/libtorch.h"
#include "core/train/tensor_bridge.h"

#include <exception>
#include <filesystem>

namespace headroom {
namespace {

using nlohmann::json;

constexpr double kDoubleTolerance = 1e-9;  // of the largest magnitude

std::string record_of(ParityKind kind, const std::string& case_dir) {
    if (kind == ParityKind::VqganClip) return case_dir + "/trace.json";
    if (kind == ParityKind::LightGan) return case_dir + "/networks.json";
    return case_dir + (kind == ParityKind::Optimisers ? "/optimisers.json" : "/case.json");
}

Result<json> record_read(ParityKind kind, const std::string& case_dir) {
    auto record = read_case_record(record_of(kind, case_dir));
    if (!record) return record.error();
    const std::string said = record->value("kind", "");
    if (kind_said(said) == kind) return record;
    return make_error(
        ErrorCode::BadFile, case_dir + ": this is a case of kind '" + said + "'",
        "Name a folder of the kind: light_gan/64, vqgan/vq, vqgan/train, clip/vit, trace, cutouts; `parity all` finds each.");
}

void compare_set(const ReplayedSet& set, const std::string& prefix, ParityFigures& figures) {
    for (const auto& [key, got] : set.computed) {
        const auto found = set.expected.find(key);
        if (found == set.expected.end()) continue;  // more than the case asks for
        at::Tensor want = found->second, value = got.detach();
        if (want.sizes() != value.sizes()) {
            figures.check(prefix + key + " (another shape)", 1, 0);
            continue;
        }
        if (!value.is_floating_point()) {
            figures.check(prefix + key + " (numbers that differ)", at::ne(value, want).sum().item<double>(), 0);
            continue;
        }
        if (const auto sure = set.sure.find(key); sure != set.sure.end()) {
            want = want.masked_select(sure->second);
            value = value.masked_select(sure->second);
        }
        if (want.numel() == 0) continue;
        want = want.to(at::kDouble);
        const double tolerance = set.float64               ? kDoubleTolerance * want.abs().max().item<double>()
                                 : set.rules.contains(key) ? set.rules.at(key).value("tolerance", 0.0)
                                                           : 0.0;
        figures.check(prefix + key, (value.to(at::kDouble) - want).abs().max().item<double>(), tolerance);
    }
}

Result<void> write_computed(const ReplayedSet& set, const std::string& out_dir) {
    const TensorCopies copies = copy_tensors(NamedTensors(set.computed.begin(), set.computed.end()));
    if (auto ok = write_safetensors(out_dir + "/" + set.file + ".safetensors", copies.views, {}); !ok)
        return ok.error();
    return {};
}

/// What a case's files hold and say, and what is computed of them.
class CaseSets {
public:
    CaseSets(std::string dir, json record, nn::ComputeMode mode)
        : dir_(std::move(dir)), record_(std::move(record)), mode_(mode) {}

    /// The set `file`; small cases hold the float64 expectations alone, which float32 is within its tolerances of too.
    template <class Replay> Result<void> add(const std::string& file, bool float64, std::int64_t chunk, Replay replay) {
        auto want = expected(file);
        if (!want) return want.error();
        const ReplayWay way{float64, mode_, chunk};
        auto got = replay(dir_, way);
        if (!got) return got.error();
        sets_.push_back({file, std::move(*want), std::move(*got), record_.value("compare", json::object()), float64});
        return {};
    }

    bool has(const std::string& file) const { return std::filesystem::exists(path_of(file)); }
    Result<TensorMap> expected(const std::string& file) const {
        for (const std::string& name : {file, file + "_f64", std::string("expected_f64")}) {
            if (has(name)) return read_case_tensors(path_of(name));
        }
        return read_case_tensors(path_of(file));  // says that it is not there
    }
    std::string path_of(const std::string& file) const { return dir_ + "/" + file + ".safetensors"; }
    const json& record() const { return record_; }
    const std::string& dir() const { return dir_; }
    std::vector<ReplayedSet>& sets() { return sets_; }

private:
    std::string dir_;
    json record_;
    nn::ComputeMode mode_;
    std::vector<ReplayedSet> sets_;
};

Result<void> add_trace(CaseSets& c) {
    if (auto ok = c.add("expected", false, 0, replay_trace); !ok) return ok;
    if (auto ok = c.add("expected_chunked", false, c.record().value("chunk", 3), replay_trace); !ok) return ok;
    return c.add("expected_f64", true, 0, replay_trace);
}

/// Adam makes a full step of any tiny gradient, and some gradients are zero but for rounding: of float32 only those weights are
/// compared that surely moved.
Result<void> keep_what_settled(CaseSets& c, const std::string& name, ReplayedSet& set) {
    const json& rules = c.record().at(name);
    set.rules = rules.at("compare");
    auto exact = read_case_tensors(c.path_of("expected_" + name + "_f64"));
    if (!exact) return exact.error();
    auto start = read_case_tensors(c.dir() + "/start.ckpt");
    if (!start) return start.error();
    const double rate = c.record().at("lr");
    for (const auto& [key, value] : *exact) {
        const std::size_t after = key.find("after.");
        if (after == std::string::npos || set.rules.contains(key) || !value.is_floating_point()) continue;
        const auto origin = start->find(key.substr(after + 6));
        if (origin == start->end() || origin->second.sizes() != value.sizes())
            return broken_case(c.dir(), "start.ckpt does not hold " + key.substr(after + 6));
        set.rules[key] = rules.at("settled");
        set.sure[key] = (value - origin->second.to(at::kDouble)).abs() > 0.99 * rate;
    }
    return {};
}

Result<void> add_train(CaseSets& c) {
    for (const std::string name : {"legacy", "corrected"}) {
        const auto parts = [legacy = name == "legacy"](const std::string& dir, const ReplayWay& way) {
            return replay_train(dir, way, legacy);
        };
        const auto step = [legacy = name == "legacy"](const std::string& dir, const ReplayWay& way) {
            return replay_train_step(dir, way, legacy);
        };
        for (const bool float64 : {false, true}) {
            const std::string file = "expected_" + name + (float64 ? "_f64" : "");
            const std::size_t first = c.sets().size();
            if (auto ok = c.add(file, float64, 0, parts); !ok) return ok;
            if (auto ok = c.add(file, float64, 0, step); !ok) return ok;
            c.sets().back().file = "step_" + name + (float64 ? "_f64" : "");
            for (std::size_t i = first; i < c.sets().size() && !float64; ++i) {
                if (auto ok = keep_what_settled(c, name, c.sets()[i]); !ok) return ok;
            }
        }
    }
    return {};
}

Result<void> add_cutouts(CaseSets& c) {
    for (const bool float64 : {false, true}) {
        if (auto ok = c.add("expected", float64, 0, replay_cutouts); !ok) return ok;
        ReplayedSet& set = c.sets().back();
        if (float64) set.file = "computed_f64";
        set.float64 = false;  // the case's own figures are float32
        for (const auto& [key, value] : set.expected) {
            if (key.ends_with(".matrix") && value.numel() > 0)  // stored in float32, with no tolerance stated
                set.rules[key] = {{"tolerance", 1e-5 * value.abs().max().item<double>()}};
        }
    }
    return {};
}

Result<void> add_optimisers(CaseSets& c) {
    for (const bool float64 : {false, true}) {
        auto ok = c.add("optimisers", float64, 0, replay_optimisers);
        if (!ok) return ok;
        ReplayedSet& set = c.sets().back();
        TensorMap exact;
        for (const auto& [key, value] : set.computed) {
            const auto found = set.expected.find(key + ".f64");
            if (found == set.expected.end())
                return broken_case(c.dir(), "optimisers.safetensors lacks " + key + ".f64");
            exact[key] = found->second;
        }
        set.expected = std::move(exact);
        if (float64) set.file = "optimisers_f64";
    }
    return {};
}

/// In float64 alone, of which its figures are and which shows the mathematics.
Result<void> add_light_gan(CaseSets& c) {
    if (auto ok = c.add("figures", true, 0, replay_light_gan); !ok) return ok;
    // A gradient of nothing but rounding (a bias before batch norm) says nothing.
    std::erase_if(c.sets().back().expected, [](const TensorMap::value_type& figure) {
        return figure.first.find(".grad.") != std::string::npos && figure.second[0].item<double>() <= 1e-4;
    });
    return {};
}

Result<void> add_sets(ParityKind kind, CaseSets& c) {
    switch (kind) {
        case ParityKind::LightGan: return add_light_gan(c);
        case ParityKind::Vqgan: return c.add("expected", false, 0, replay_vqgan);
        case ParityKind::Clip: return c.add("expected", false, 0, replay_clip);
        case ParityKind::VqganTrain: return add_train(c);
        case ParityKind::VqganClip: return add_trace(c);
        case ParityKind::Cutouts: return add_cutouts(c);
        case ParityKind::Optimisers: return add_optimisers(c);
        case ParityKind::Dcgan:
        case ParityKind::Tokenizer: break;
    }
    return make_error(ErrorCode::Internal, c.dir() + ": cases of this kind hold no tensors to replay");
}

Result<ParityOutcome> compared(ParityKind kind, const std::string& case_dir, const std::string& out_dir) {
    const auto sets = replay_case(kind, case_dir);
    if (!sets) return sets.error();
    for (std::size_t i = 0; i < sets->size() && !out_dir.empty(); ++i) {
        if (auto ok = write_computed((*sets)[i], out_dir); !ok) return ok.error();
    }
    ParityOutcome outcome = compare_sets(std::string(name_of(kind)), *sets);
    if (outcome.figures > 0) return outcome;
    return broken_case(case_dir, "nothing in its expectations can be compared");
}

}  // namespace

Result<std::vector<ReplayedSet>> replay_case(ParityKind kind, const std::string& case_dir, nn::ComputeMode mode) {
    auto record = record_read(kind, case_dir);
    if (!record) return record.error();
    CaseSets sets(case_dir, std::move(*record), mode);
    if (auto ok = add_sets(kind, sets); !ok) return ok.error();
    return std::move(sets.sets());
}

ParityOutcome compare_sets(const std::string& kind, const std::vector<ReplayedSet>& sets) {
    ParityFigures figures;
    json files = json::array();
    for (const ReplayedSet& set : sets) {
        files.push_back(set.file);
        compare_set(set, sets.size() > 1 ? set.file + ": " : "", figures);
    }
    return figures.outcome({{"kind", kind}, {"files", files}});
}

Result<ParityOutcome> run_parity(ParityKind kind, const std::string& case_dir, const std::string& out_dir) {
    try {
        if (kind == ParityKind::Dcgan) return run_dcgan_parity(case_dir, out_dir);
        if (kind == ParityKind::Tokenizer) return run_tokenizer_parity(case_dir, out_dir);
        return compared(kind, case_dir, out_dir);
    } catch (const json::exception& e) {
        Error error = broken_case(case_dir, "its record lacks a figure");
        error.detail = e.what();
        return error;
    } catch (const c10::Error& e) {
        Error error = broken_case(case_dir, "its tensors do not fit together");
        error.detail = e.what_without_backtrace();
        return error;
    } catch (const std::exception& e) {
        Error error = broken_case(case_dir, "it cannot be replayed");
        error.detail = e.what();
        return error;
    }
}

}  // namespace headroom
