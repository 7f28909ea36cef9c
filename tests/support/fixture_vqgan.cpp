// The events of the VQGAN: reconstructions, figures, codes, memory.
#include "tests/support/fixture_vqgan.h"

#include "core/api/catalog.h"
#include "core/api/param_schema.h"
#include "core/base/random.h"
#include "core/families/vqgan/vqgan_figures.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "tests/support/fixture_memory.h"
#include "tests/support/fixture_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

namespace headroom::fixture {
namespace {

constexpr std::int64_t kEditStep = 1200, kNewest = 4210, kPictures = 8412;
constexpr double kImagesPerSecond = 11.4;

double tremble(std::int64_t step, int channel) {
    RandomStream random(9, RandomPurpose::Score, static_cast<std::uint64_t>(step / 2 * 16 + channel));
    return random.normal() * (step % 2 == 0 ? 1.0 : -1.0);
}

TrainConfig textures_config() {
    TrainConfig c = default_config(kVqgan);
    if (const auto f16 = with_patch(c, find_preset("vqgan-f16-1024")->values)) c = *f16;
    c.data_path = "/pictures/textures";
    c.data_mirror = true;
    c.edit<VqganTrainConfig>().gan_start = 20000;
    c.edit<VqganTrainConfig>().perceptual_file = "/models/vgg16-lpips.pth";
    c.lr_g = c.lr_d = 3.6e-5;
    c.batch_micro = 8;
    c.batch_accumulate = 1;
    c.preview_grid = 16;
    c.preview_every = 100;
    c.steps = 20000;
    c.budget = gib(6.0);
    c.device = "cuda:0";
    return c;
}

/// What a step of `c` holds at its peak.
RoleBytes roles_of(const TrainConfig& c) {
    const double area = static_cast<double>(c.image_size * c.image_size) / (256.0 * 256.0);
    const double half = c.precision == Precision::Bf16 ? 0.5 : 1.0,
                 kept = c.checkpointing == Checkpointing::On ? 0.45 : 1.0;
    RoleBytes b;
    b[Role::Weights] = gib(0.33);
    b[Role::Optimiser] = gib(0.56);
    b[Role::Gradients] = gib(0.28);
    b[Role::Activations] = gib(19.20 * static_cast<double>(c.batch_micro) / 8.0 * area * half * kept);
    b[Role::Inputs] = gib(0.07);
    b[Role::Codebook] = gib(0.01);
    b[Role::Cache] = gib(0.35);
    return b;
}

LedgerColumn ledger(const RoleBytes& roles) {
    LedgerColumn c;
    c.other_programs = gib(1.14);
    c.context = gib(0.31);
    c.roles = roles;
    c.activations[Phase::G] = roles[Role::Activations];
    c.free = gib(8.0) - c.other_programs - c.this_process();
    return c;
}

TrainConfig running_config() {
    TrainConfig c = textures_config();
    c.batch_micro = 2;
    c.batch_accumulate = 4;
    c.checkpointing = Checkpointing::On;
    return c;
}

/// `picture` as a network shows it that knows squares of `cell` pixels.
ImageBuffer coarse(const ImageBuffer& picture, int cell) {
    auto pixels = std::make_shared<std::vector<std::uint8_t>>(*picture.pixels);
    const int side = picture.width;
    for (int row = 0; row < side; ++row) {
        for (int col = 0; col < side; ++col) {
            const int from_row = std::min(side - 1, row / cell * cell + cell / 2),
                      from_col = std::min(side - 1, col / cell * cell + cell / 2);
            for (int c = 0; c < 3; ++c)
                (*pixels)[static_cast<std::size_t>((row * side + col) * 3 + c)] =
                    (*picture.pixels)[static_cast<std::size_t>((from_row * side + from_col) * 3 + c)];
        }
    }
    return {side, picture.height, 3, pixels};
}

ImageBuffer stacked(const ImageBuffer& above, const ImageBuffer& below) {
    auto pixels = std::make_shared<std::vector<std::uint8_t>>(*above.pixels);
    pixels->insert(pixels->end(), below.pixels->begin(), below.pixels->end());
    return {above.width, above.height + below.height, 3, pixels};
}

}  // namespace

StepDone vqgan_step(const TrainConfig& config, std::int64_t step, double elapsed_seconds) {
    StepDone d;
    const double k = static_cast<double>(step), calm = std::clamp((static_cast<double>(kNewest) - k) / 200.0, 0.1, 1.0);
    d.step = step;
    d.images = step * config.effective_batch();
    VqganFigures& v = d.edit<VqganFigures>();
    const bool with_d = config.own<VqganTrainConfig>().gan > 0 && d.images >= config.own<VqganTrainConfig>().gan_start;
    const double since = static_cast<double>(d.images - config.own<VqganTrainConfig>().gan_start) /
                         static_cast<double>(config.effective_batch());
    v.l1 = 0.062 + 0.24 * std::exp(-k / 700) + 0.006 * calm * tremble(step, 0);
    v.perceptual = config.own<VqganTrainConfig>().perceptual_file.empty()
                       ? std::nan("")
                       : 0.231 + 0.47 * std::exp(-k / 900) + 0.012 * calm * tremble(step, 1);
    v.similarity = 0.861 - 0.62 * std::exp(-k / 800) + 0.01 * calm * tremble(step, 2);
    v.codebook = 0.021 + 0.05 * std::exp(-k / 300) + 0.002 * calm * tremble(step, 3);
    v.adversarial = with_d ? 0.32 + 0.1 * calm * tremble(step, 4) : std::nan("");
    v.adaptive_weight = with_d ? 0.74 + 0.9 * std::exp(-since / 250) + 0.05 * calm * tremble(step, 5) : std::nan("");
    d.loss_g = v.l1 + (std::isnan(v.perceptual) ? 0.0 : v.perceptual) + v.codebook +
               (with_d ? config.own<VqganTrainConfig>().gan * v.adaptive_weight * v.adversarial : 0.0);
    d.loss_d = with_d ? 0.83 + 0.17 * std::exp(-since / 300) + 0.05 * calm * tremble(step, 6) : std::nan("");
    d.d_real = with_d ? 0.41 : std::nan("");
    d.d_fake = with_d ? -0.36 : std::nan("");
    d.epoch = static_cast<double>(d.images) / static_cast<double>(kPictures);
    const double epochs = std::max(1.0, std::floor(d.epoch));
    v.codes = config.own<VqganTrainConfig>().codes;
    v.codes_used = std::llround(static_cast<double>(v.codes) * (0.94 - 0.5 * std::exp(-epochs / 1.5)));
    v.perplexity = static_cast<double>(v.codes_used) * 0.64;
    d.images_per_second = kImagesPerSecond;
    d.step_seconds = static_cast<double>(config.effective_batch()) / kImagesPerSecond;
    d.threads = 2;
    d.peak = ledger(roles_of(config)).this_process();
    d.live = gib(1.25);
    d.budget = gib(6.0);
    d.others = gib(1.14);
    d.elapsed_seconds = elapsed_seconds;
    return d;
}

SampleReady vqgan_sample(const TrainConfig& config, std::int64_t step) {
    static std::mutex mutex;
    static std::map<std::pair<int, int>, ImageList> stages;  // a stage's pictures are drawn once
    const int size = static_cast<int>(config.image_size), cell = step < 300    ? 32
                                                                 : step < 1000 ? 16
                                                                 : step < 2500 ? 8
                                                                               : 3;
    const std::lock_guard lock(mutex);
    ImageList& pairs = stages[{size, cell}];
    if (pairs.empty()) {
        for (const ImageBuffer& picture : samples(3000, 16, size, 1.0, 0))
            pairs.push_back(stacked(picture, coarse(picture, cell)));
    }
    return {SampleKind::Grid, step, step * config.effective_batch(), size, {}, pairs, {}};
}

MemoryReport vqgan_report() {
    MemoryReport r = story_report();
    RoleBytes now = roles_of(running_config());
    const Bytes kept = gib(0.9);
    now[Role::Cache] += now[Role::Activations] - kept;
    now[Role::Activations] = kept;
    r.now = ledger(now);
    r.at_peak = ledger(roles_of(running_config()));
    r.peak_tensors = r.at_peak.roles.total() - r.at_peak.roles[Role::Cache];
    r.run_peak = r.at_peak.this_process();
    r.to_spare = r.budget - r.at_peak.this_process() - r.reserve;
    r.oom_survived = 0;
    return r;
}

StepTimeline vqgan_timeline(std::int64_t step) {
    struct Part {
        Phase phase;
        double length, from, top, to;
    };
    static constexpr std::array<Part, 3> parts{
        {{Phase::G, 120, 0.05, 2.16, 0.4}, {Phase::DFake, 14, 0.4, 0.62, 0.4}, {Phase::DReal, 13, 0.05, 0.24, 0.05}}};
    StepTimeline t;
    t.step = step;
    RoleBytes base = roles_of(running_config());
    base[Role::Cache] = base[Role::Activations] = Bytes{};
    double at = 0;
    const auto put = [&](double ms, double gibs) {
        StepTimeline::Point point{ms, base};
        point.bytes[Role::Activations] = gib(gibs);
        t.points.push_back(point);
    };
    for (int micro = 0; micro < 4; ++micro) {
        for (const Part& part : parts) {
            t.phases.push_back({part.phase, micro, at, at + part.length});
            for (int i = 0; i <= 12; ++i) {
                const double share = i / 12.0, edge = share < 0.5 ? part.from : part.to,
                             near = 1.0 - std::abs(2.0 * share - 1.0);
                put(at + part.length * share, edge + (part.top - edge) * near);
            }
            at += part.length;
        }
    }
    for (const Phase phase : {Phase::GOptimiser, Phase::DOptimiser}) {
        t.phases.push_back({phase, 0, at, at + 22});
        put(at + 22, 0.05);
        at += 22;
    }
    t.duration_ms = at;
    const auto peak = std::max_element(t.points.begin(), t.points.end(),
                                       [](const auto& a, const auto& b) { return a.bytes.total() < b.bytes.total(); });
    t.peak_ms = peak->ms;
    t.peak_tensors = peak->bytes.total();
    t.peak_overhead = gib(0.31) + gib(0.35);
    t.peak_phase = Phase::G;
    t.largest.push_back(
        {Role::Activations, Phase::G, gib(0.125), "decoder up.0 block.2 conv2", "2 x 128 x 256 x 256 fp32"});
    t.largest.push_back(
        {Role::Weights, Phase::None, gib(0.009), "decoder mid.block_1.conv1.weight", "512 x 512 x 3 x 3 fp32"});
    return t;
}

Forecast vqgan_forecast(const TrainConfig& before, const TrainConfig& after) {
    const RoleBytes held = roles_of(after);
    const bool known = held.total() == roles_of(before).total();
    const double slower = after.checkpointing == Checkpointing::On ? 1.0 : 0.78;
    return scripted_forecast(roles_of(before), held, known ? Bytes{} : gib((held.total() + gib(0.31)).gib() * 0.0244),
                             static_cast<double>(after.effective_batch()) / kImagesPerSecond * slower);
}

Story vqgan_story() {
    Story s;
    s.config = running_config();
    s.run.name = "textures-vq-256";
    s.run.run_dir = "/runs/textures-vq-256";
    TrainConfig first = s.config;
    first.edit<VqganTrainConfig>().restart = 0;
    s.config.edit<VqganTrainConfig>().restart = 20000;
    s.run.config = std::make_shared<TrainConfig>(first);
    s.run.data_count = kPictures;
    s.run.data_name = "textures";
    s.run.device_name = "NVIDIA RTX 4060";
    s.past.push_back(StateChanged{RunState::Idle, RunState::Preparing, {}});
    s.past.push_back(s.run);
    s.past.push_back(LogLine{LogLevel::Info, 1763737200000, "Run textures-vq-256 on NVIDIA RTX 4060, budget 6.00 GiB"});
    double elapsed = 0;
    for (std::int64_t step = 1; step <= kNewest; ++step) {
        const StepDone done = vqgan_step(s.config, step, elapsed);
        elapsed = done.elapsed_seconds + done.step_seconds;
        s.past.push_back(done);
        if (step % s.config.preview_every == 0) s.past.push_back(vqgan_sample(s.config, step));
        if (step == kEditStep)
            s.past.push_back(ParamApplied{"codebook.restart", std::int64_t{0}, std::int64_t{20000}, step, done.images,
                                          ChangeOrigin::User});
        if (step % 1000 == 0)
            s.past.push_back(CheckpointSaved{s.run.run_dir + "/checkpoints/step-0000" + std::to_string(step), step,
                                             done.images, false, gib(1.1), 2.4});
    }
    s.step = kNewest;
    s.elapsed_seconds = elapsed;
    run_to_here(s, vqgan_report(), vqgan_timeline(kNewest));
    return s;
}

Story vqgan_ready() {
    Story s;
    s.config = textures_config();
    s.run.name = "textures-vq-256";
    wait_for_start(s);
    return s;
}

}  // namespace headroom::fixture
