// Replays a numerical case written by PyTorch: same start, same inputs, five steps; compares every figure.
#include "app/lab/parity/parity.h"

#include "app/lab/dcgan/parity_report.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/train/dcgan/gan_step.h"
#include "core/train/device.h"
#include "core/train/tensor_bridge.h"

#include <nlohmann/json.hpp>

#include "core/io/files/atomic_file.h"

#include <filesystem>

namespace headroom {
namespace {

using nlohmann::json;

/// A case's files.
struct Case {
    json trace;
    std::map<std::string, TensorFile> files;
    at::ScalarType dtype = at::kFloat;

    const json& config() const { return trace["config"]; }
    at::Tensor input(const std::string& name, std::int64_t step) const {
        const TensorFile& inputs = files.at("inputs");
        if (const TensorView* view = inputs.find(name)) return to_tensor(*view)[step].to(dtype);
        // Small cases leave out the float pictures: they follow from the bytes, in float32 as the case's writer computes them.
        const TensorView* bytes = name == "real" ? inputs.find("real_u8") : nullptr;
        return bytes ? to_tensor(*bytes)[step].to(at::kFloat).div_(127.5).sub_(1.0).to(dtype) : at::Tensor();
    }
};

Result<Case> read_case(const std::string& dir) {
    Case c;
    auto text = read_text(dir + "/trace.json");
    if (!text) return text.error();
    c.trace = json::parse(*text, nullptr, false);
    if (c.trace.is_discarded() || !c.trace.contains("config") || !c.trace.contains("steps")) {
        return make_error(ErrorCode::BadFile, dir + "/trace.json is not the record of a parity case",
                          "Write the case again with peer_dcgan_parity.py.");
    }
    for (const char* name : {"init_g", "init_d", "inputs", "expected", "final_g", "final_d"}) {
        auto file = read_safetensors(dir + "/" + name + ".safetensors");
        if (!file) return file.error();
        c.files.emplace(name, std::move(*file));
    }
    c.dtype = c.config().value("dtype", "float32") == "float64" ? at::kDouble : at::kFloat;
    return c;
}

DcganSpec spec_of(const json& config) {
    DcganSpec spec;
    spec.size = config.at("size");
    spec.latent = config.at("nz");
    spec.widths_g = canonical_widths(spec.size, config.at("base"), config.at("max_channels"));
    spec.widths_d = spec.widths_g;
    spec.norm_g = config.at("bn_g").get<bool>() ? NormKind::Batch : NormKind::None;
    spec.norm_d = config.at("bn_d").get<bool>() ? NormKind::Batch : NormKind::None;
    return spec;
}

/// The case names tensors by position alone ("3.weight"), without the classic "main.".
NamedTensors case_names(NamedTensors tensors) {
    for (auto& [name, tensor] : tensors) name.erase(0, 5);
    return tensors;
}

/// What the replay computed, under the case's own names.
struct Replay {
    json steps = json::array();
    NamedTensors expected, final_g, final_d;
};

/// Keeps what D reads and says in each phase of a step.
class WatchedDiscriminator : public Discriminator {
public:
    using Discriminator::Discriminator;
    at::Tensor forward(const at::Tensor& x) override {
        at::Tensor logits = Discriminator::forward(x);
        const Phase phase = current_phase();
        if (phase == Phase::DReal) keep("logits_real", logits);
        if (phase == Phase::DFake) keep("fake", x);
        if (phase == Phase::DFake) keep("logits_fake", logits);
        if (phase == Phase::G) keep("logits_gen", logits);
        return logits;
    }
    /// By name, micro-batch by micro-batch.
    std::map<std::string, std::vector<at::Tensor>> seen;

private:
    void keep(const char* what, const at::Tensor& t) { seen[what].push_back(t.detach().to(at::kCPU, at::kDouble)); }
};

class Replayer {
public:
    Replayer(const Case& c, at::Device device)
        : case_(c), device_(device), spec_(spec_of(c.config())), g_(spec_), d_(spec_) {
        g_.to(device, c.dtype);
        d_.to(device, c.dtype);
        rules_.loss = enum_from_name<GanLoss>(c.config().at("loss").get<std::string>()).value_or(GanLoss::Bce);
        rules_.precision = c.config().at("autocast").is_null() ? Precision::Fp32 : Precision::Bf16;
        rules_.keep_fakes = c.config().at("accumulate").get<int>() == 1;
        if (c.config().at("gp_weight").is_number()) rules_.gp_weight = c.config().at("gp_weight");
    }

    Result<Replay> run() {
        if (auto ok = load_into(case_names(nn::named_tensors(g_)), case_.files.at("init_g").tensors, "init_g"); !ok)
            return ok.error();
        if (auto ok = load_into(case_names(nn::named_tensors(d_)), case_.files.at("init_d").tensors, "init_d"); !ok)
            return ok.error();
        const auto options = AdamOptions{case_.config().at("lr"), case_.config().at("beta1"),
                                         case_.config().at("beta2"), case_.config().at("eps")};
        Adam opt_g(named(g_), options), opt_d(named(d_), options);
        LossScaler scaler_g, scaler_d;
        GanStep step(g_, d_, opt_g, opt_d, scaler_g, scaler_d);
        const std::int64_t steps = case_.config().at("steps");
        for (std::int64_t k = 0; k < steps; ++k) one_step(k, step, opt_g, opt_d);
        replay_.final_g = on_host(case_names(nn::named_tensors(g_)));
        replay_.final_d = on_host(case_names(nn::named_tensors(d_)));
        return std::move(replay_);
    }

private:
    static NamedTensors named(const torch::nn::Module& net) {
        NamedTensors out;
        for (const auto& p : net.named_parameters()) out.emplace_back(p.key(), p.value());
        return case_names(std::move(out));
    }

    static NamedTensors on_host(NamedTensors tensors) {
        for (auto& [name, tensor] : tensors) tensor = tensor.cpu();
        return tensors;
    }

    Window window(std::int64_t k) const {
        Window w;
        const std::int64_t n = case_.config().at("accumulate"), b = case_.config().at("micro_batch");
        w.samples.assign(static_cast<std::size_t>(n), b);
        const auto part = [this, b](const at::Tensor& all, std::size_t i) {
            return all.narrow(0, static_cast<std::int64_t>(i) * b, b).contiguous().to(device_);
        };
        w.real = [this, k, part](std::size_t i) { return part(case_.input("real", k), i); };
        w.latent = [this, k, part](std::size_t i) { return part(case_.input("z", k), i); };
        w.mix = [this, k, part](std::size_t i) { return part(case_.input("gp_alpha", k), i); };
        return w;
    }

    void one_step(std::int64_t k, GanStep& step, Adam& opt_g, Adam& opt_d) {
        step.before_optimiser = nullptr;
        if (k == 0) {
            step.before_optimiser = [&](bool is_d) {
                for (const auto& [name, p] : (is_d ? opt_d : opt_g).parameters()) {
                    replay_.expected.emplace_back(
                        (is_d ? "grad_d." : "grad_g.") + name,
                        p.grad().to(at::kCPU, p.scalar_type(), /*non_blocking=*/false, /*copy=*/true));
                }
            };
        }
        StepFigures f;
        const Window w = window(k);
        step.d_phase(w, rules_, false, f);
        step.g_phase(w, rules_, f);
        if (k == 0) {
            for (const auto& [what, parts] : d_.seen)
                replay_.expected.emplace_back(what, at::cat(parts).to(case_.dtype));
        }
        d_.seen.clear();
        const auto number = [](const at::Tensor& t) { return t.defined() ? t.item<double>() : 0.0; };
        replay_.steps.push_back({{"loss_d_real", number(f.loss_d_real)},
                                 {"loss_d_fake", number(f.loss_d_fake)},
                                 {"loss_d_gp", number(f.loss_d_penalty)},
                                 {"loss_g", number(f.loss_g)},
                                 {"d_x", number(f.d_real)},
                                 {"d_gz_before", number(f.d_fake)},
                                 {"d_gz_after", number(f.d_fake_after)},
                                 {"grad_norm_d", number(f.grad_norm_d)},
                                 {"grad_norm_g", number(f.grad_norm_g)}});
    }

    const Case& case_;
    at::Device device_;
    DcganSpec spec_;
    Generator g_;
    WatchedDiscriminator d_;
    StepRules rules_;
    Replay replay_;
};

Result<void> write_replay(const Replay& replay, const Case& c, const std::string& out_dir) {
    std::error_code failed;
    std::filesystem::create_directories(out_dir, failed);
    if (failed) return make_error(ErrorCode::Disk, out_dir + " cannot be made: " + failed.message());
    for (const auto& [name, tensors] :
         {std::pair{"expected", &replay.expected}, {"final_g", &replay.final_g}, {"final_d", &replay.final_d}}) {
        const TensorCopies copies = copy_tensors(*tensors);
        if (auto ok = write_safetensors(out_dir + "/" + name + ".safetensors", copies.views, {}); !ok)
            return ok.error();
    }
    const json trace{{"variant", c.trace.value("variant", "")}, {"config", c.config()}, {"steps", replay.steps}};
    return write_text_atomic(out_dir + "/trace.json", trace.dump(1));
}

}  // namespace

Result<ParityOutcome> run_dcgan_parity(const std::string& case_dir, const std::string& out_dir,
                                       const std::string& device, double slack) {
    auto place = open_device(device);
    if (!place) return place.error();
    const auto turn = place->memory->turn();
    auto c = read_case(case_dir);
    if (!c) return c.error();
    try {
        auto replay = Replayer(*c, place->device).run();
        if (!replay) return replay.error();
        if (!out_dir.empty()) {
            if (auto ok = write_replay(*replay, *c, out_dir); !ok) return ok.error();
        }
        using Numbers = ParityReport::Numbers;
        const Numbers numbers = c->config().value("autocast", json()) == "bfloat16" ? Numbers::Bfloat16
                                : c->dtype == at::kDouble                           ? Numbers::Float64
                                                                                    : Numbers::Float32;
        ParityReport report(numbers, c->trace.value("reorder_spread", json::object()), slack);
        report.compare_steps(c->trace["steps"], replay->steps);
        report.compare_tensors("step 0", c->files.at("expected"), replay->expected);
        report.compare_final("final_g", c->files.at("final_g"), replay->final_g);
        report.compare_final("final_d", c->files.at("final_d"), replay->final_d);
        return report.outcome(c->trace.value("variant", std::string()));
    } catch (const json::exception& e) {
        return make_error(ErrorCode::BadFile, case_dir + "/trace.json lacks a setting",
                          "Write the case again with peer_dcgan_parity.py.", e.what());
    }
}

}  // namespace headroom
