// The events of the painted run: pictures, figures, memory.
#include "tests/support/fixture_painting.h"

#include "core/api/param_schema.h"
#include "core/api/prompt.h"
#include "core/base/random.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/families/vqgan_clip/imagine_figures.h"
#include "tests/support/fixture_memory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

namespace headroom::fixture {
namespace {

constexpr std::int64_t kEdit = 120, kSaved = 300, kShownStep = 342;
constexpr double kSeconds = 0.303;

/// Zero-mean noise whose neighbours cancel, so that smoothing finds the curve.
double flutter(std::int64_t step, int channel) {
    RandomStream random(5, RandomPurpose::Score, static_cast<std::uint64_t>(step / 2 * 16 + channel));
    return random.normal() * (step % 2 == 0 ? 1.0 : -1.0);
}

LedgerColumn held(double decoder, double clip, double cache) {
    LedgerColumn c;
    c.other_programs = gib(1.14);
    c.context = gib(0.31);
    c.roles[Role::Weights] = gib(0.22);
    c.roles[Role::Clip] = gib(0.16);  // its weights
    c.roles[Role::Activations] = gib(decoder + clip);
    c.roles[Role::Codebook] = gib(0.02);
    c.roles[Role::Cache] = gib(cache);
    c.activations[Phase::Decode] = gib(decoder);
    c.free = gib(8.0) - c.other_programs - c.this_process();
    return c;
}

TrainConfig painting_config() {
    TrainConfig c = default_config(kVqganClip);
    c.edit<ImagineConfig>().prompts =
        "a lighthouse on a cliff at dusk, oil painting | storm clouds over the sea:0.6 | text, watermark:-0.3";
    c.edit<ImagineConfig>().start = ImagineStart::Gradient;
    c.edit<ImagineConfig>().width = 768;
    c.edit<ImagineConfig>().height = 512;
    c.edit<ImagineConfig>().cuts = 64;
    c.edit<ImagineConfig>().chunk = 32;
    c.edit<ImagineConfig>().rate = 0.1;
    c.edit<ImagineConfig>().vqgan_file = "/models/vqgan-imagenet-f16-16384.ckpt";
    c.edit<ImagineConfig>().clip_files = "/models/ViT-B-32.pt";
    c.seed = 1234;
    c.steps = 600;
    c.preview_every = 10;
    c.checkpoint_every = 300;
    c.budget = gib(6.0);
    c.device = "cuda:0";
    return c;
}

constexpr int kGrain = 12;  // pixels a side

/// The noise of a row of grains, a colour each.
std::vector<std::array<double, 3>> grains(int row, int width) {
    std::vector<std::array<double, 3>> out(static_cast<std::size_t>(width / kGrain + 1));
    for (std::size_t col = 0; col < out.size(); ++col) {
        RandomStream random(13, RandomPurpose::Latent, static_cast<std::uint64_t>(row) * 4096 + col);
        for (double& v : out[col]) v = random.uniform();
    }
    return out;
}

/// Dusk over the sea with a sun, a cliff and a tower, out of coarse noise as `clear` goes from 0 to 1.
ImageBuffer dusk(int width, int height, double clear) {
    auto pixels = std::make_shared<std::vector<std::uint8_t>>(static_cast<std::size_t>(width) *
                                                              static_cast<std::size_t>(height) * 3);
    std::vector<std::array<double, 3>> noise;
    std::size_t at = 0;
    for (int row = 0; row < height; ++row) {
        if (row % kGrain == 0) noise = grains(row / kGrain, width);
        for (int col = 0; col < width; ++col) {
            const double x = (col + 0.5) / width, y = (row + 0.5) / height;
            const double away = std::hypot((x - 0.31) * 1.5, y - 0.52);
            const bool sea = y > 0.6;
            std::array<double, 3> c =
                sea ? std::array{0.20 + 0.35 * std::exp(-12 * std::abs(x - 0.31)), 0.22, 0.42 - 0.2 * y}
                    : std::array{0.35 + 0.6 * y, 0.25 + 0.45 * y, 0.5 - 0.2 * y};
            if (!sea && away < 0.06) c = {1.0, 0.9, 0.55};
            if (x > 0.5 && y > 0.58 + 0.25 * std::pow(std::max(0.0, 0.64 - x) * 6, 2))
                c = y < 0.62 ? std::array{0.36, 0.45, 0.18} : std::array{0.38, 0.28, 0.24};
            if (std::abs(x - 0.8) < 0.012 + 0.02 * (y - 0.1) && y > 0.14 && y < 0.58)
                c = static_cast<int>(y * 14) % 2 == 0 ? std::array{0.85, 0.86, 0.84} : std::array{0.62, 0.15, 0.12};
            const std::array<double, 3>& grain = noise[static_cast<std::size_t>(col / kGrain)];
            for (std::size_t i = 0; i < 3; ++i) {
                const double mixed = c[i] * clear + grain[i] * (1 - clear);
                (*pixels)[at++] = static_cast<std::uint8_t>(std::clamp(mixed, 0.0, 1.0) * 255.0 + 0.5);
            }
        }
    }
    return {width, height, 3, pixels};
}

}  // namespace

StepDone painting_step(const TrainConfig& config, std::int64_t step, double elapsed_seconds) {
    struct Course {
        double from, to, pace, noise;
    };
    static constexpr std::array<Course, 4> courses{
        {{0.19, 0.412, 70, 0.012}, {0.17, 0.338, 110, 0.011}, {0.23, 0.171, 90, 0.008}, {0.2, 0.3, 80, 0.01}}};
    StepDone d;
    const double k = static_cast<double>(step), calm = step >= kShownStep - 4 && step <= kShownStep ? 0.05 : 1.0;
    d.step = d.images = step;
    d.loss_g = 0.815 + 0.3 * std::exp(-k / 60) + 0.01 * calm * flutter(step, 8);
    d.loss_d = d.d_real = d.d_fake = d.grad_norm_g = d.grad_norm_d = std::nan("");
    const PromptSet prompts = parse_prompts(config.own<ImagineConfig>().prompts).front();
    for (std::size_t i = 0, on = 0; i < prompts.size(); ++i) {
        if (!prompts[i].on) continue;
        const Course& c = courses[on % courses.size()];
        d.edit<ImagineFigures>().similarity.push_back(c.to + (c.from - c.to) * std::exp(-k / c.pace) +
                                                      c.noise * calm * flutter(step, static_cast<int>(on)));
        ++on;
    }
    d.step_seconds = kSeconds * static_cast<double>(config.own<ImagineConfig>().cuts) / 64.0;
    d.images_per_second = 1.0 / d.step_seconds;
    d.peak = gib(4.82);
    d.live = gib(2.02);
    d.budget = gib(6.0);
    d.others = gib(1.14);
    d.elapsed_seconds = elapsed_seconds;
    if (config.own<ImagineConfig>().start == ImagineStart::Folder) {
        const std::int64_t each = config.own<ImagineConfig>().frame_steps, frame = (step - 1) / each + 1,
                           iteration = (step - 1) % each + 1;
        d.frame =
            FrameProgress{frame, 12, iteration, each, "frame" + std::to_string(frame) + ".png", iteration == each};
    }
    return d;
}

SampleReady painting_sample(const TrainConfig& config, std::int64_t step) {
    static std::mutex mutex;
    static std::map<std::tuple<std::int64_t, std::int64_t, int>, ImageBuffer>
        stages;  // a stage's picture is drawn once
    const int stage = static_cast<int>(std::lround(20 * (1 - std::exp(-static_cast<double>(step) / 45))));
    const std::lock_guard lock(mutex);
    ImageBuffer& picture = stages[{config.own<ImagineConfig>().width, config.own<ImagineConfig>().height, stage}];
    if (picture.empty())
        picture = dusk(static_cast<int>(config.own<ImagineConfig>().width),
                       static_cast<int>(config.own<ImagineConfig>().height), stage / 20.0);
    const bool kept = step % config.preview_every == 0;
    return {SampleKind::Picture,
            step,
            step,
            static_cast<int>(std::max(config.own<ImagineConfig>().width, config.own<ImagineConfig>().height)),
            {},
            {picture},
            kept ? "/runs/lighthouse-clip-04/samples/step-" + std::to_string(step) + ".png" : std::string()};
}

MemoryReport painting_report() {
    MemoryReport r = story_report();
    r.now = held(1.62, 0.0, 2.49);
    r.at_peak = held(2.99, 0.71, 0.41);
    r.peak_tensors = r.at_peak.roles.total() - r.at_peak.roles[Role::Cache];
    r.run_peak = r.at_peak.this_process();
    r.to_spare = r.budget - r.at_peak.this_process() - r.reserve;
    r.oom_survived = 0;
    r.utilisation = 98;
    r.celsius = 69;
    return r;
}

StepTimeline painting_timeline(std::int64_t step) {
    struct Part {
        Phase phase;
        double begin, end, decoder_from, decoder_to, clip;
    };
    static constexpr std::array<Part, 5> parts{{{Phase::Decode, 0, 62, 0.02, 2.99, 0},
                                                {Phase::Clip, 62, 124, 2.99, 2.99, 0.71},
                                                {Phase::Clip, 124, 172, 2.99, 2.99, 0.71},
                                                {Phase::DecodeBack, 172, 293, 2.99, 0.02, 0},
                                                {Phase::LatentStep, 293, 303, 0.02, 0.02, 0}}};
    StepTimeline t;
    t.step = step;
    t.duration_ms = 303;
    RoleBytes base;
    base[Role::Weights] = gib(0.22);
    base[Role::Clip] = gib(0.16);
    base[Role::Codebook] = gib(0.02);
    for (const Part& part : parts) {
        t.phases.push_back({part.phase, 0, part.begin, part.end});
        for (int i = 0; i <= 16; ++i) {
            const double share = i / 16.0;
            StepTimeline::Point point{part.begin + (part.end - part.begin) * share, base};
            point.bytes[Role::Activations] = gib(part.decoder_from + (part.decoder_to - part.decoder_from) * share +
                                                 part.clip * std::sin(3.14159265 * share));
            t.points.push_back(point);
        }
    }
    t.peak_ms = 148;
    t.peak_tensors = gib(4.10);
    t.peak_overhead = gib(0.72);
    t.peak_phase = Phase::Clip;
    t.largest.push_back(
        {Role::Activations, Phase::Decode, gib(0.38), "VQGAN decoder up.0 conv", "1 x 128 x 512 x 768 fp32"});
    t.largest.push_back({Role::Weights, Phase::None, gib(0.05), "CLIP visual.conv1"});
    return t;
}

Forecast painting_forecast(const TrainConfig& before, const TrainConfig& after) {
    const auto parts = [](const TrainConfig& c) {
        const double area =
            static_cast<double>(c.own<ImagineConfig>().width * c.own<ImagineConfig>().height) / (768.0 * 512.0);
        RoleBytes b;
        b[Role::Weights] = gib(0.22);
        b[Role::Clip] = gib(0.16);
        b[Role::Activations] =
            gib(2.99 * area + 0.71 + 0.07 * static_cast<double>(c.own<ImagineConfig>().cuts - 64) / 32.0);
        b[Role::Codebook] = gib(0.02);
        b[Role::Cache] = gib(0.41);
        return b;
    };
    Forecast f = scripted_forecast(
        parts(before), parts(after), before.own<ImagineConfig>() == after.own<ImagineConfig>() ? Bytes{} : gib(0.10),
        kSeconds * (1.0 + 0.136 * static_cast<double>(after.own<ImagineConfig>().cuts - 64) / 32.0));
    f.source = "2 probe iterations of 64 and 256 latent cells";
    return f;
}

Story painting_story() {
    Story s;
    s.config = painting_config();
    s.run.name = "lighthouse-clip-04";
    s.run.run_dir = "/runs/lighthouse-clip-04";
    TrainConfig first = s.config;
    first.edit<ImagineConfig>().prompts =
        "a lighthouse on a cliff at dusk, oil painting | storm clouds over the sea:0.4 | text, watermark:-0.3";
    s.run.config = std::make_shared<TrainConfig>(first);
    s.run.data_name = "VQGAN-CLIP";
    s.run.device_name = "NVIDIA RTX 4060";
    s.past.push_back(StateChanged{RunState::Idle, RunState::Preparing, {}});
    s.past.push_back(s.run);
    s.past.push_back(LogLine{LogLevel::Info, 1763737200000, "started: VQGAN-CLIP, 768 x 512 px, NVIDIA RTX 4060"});
    s.past.push_back(painting_sample(s.config, 0));
    double elapsed = 0;
    for (std::int64_t step = 1; step <= kShownStep; ++step) {
        elapsed += kSeconds;
        s.past.push_back(painting_step(s.config, step, elapsed));
        if (step % s.config.preview_every == 0) s.past.push_back(painting_sample(s.config, step));
        if (step == kEdit)
            s.past.push_back(ParamApplied{"prompts", first.own<ImagineConfig>().prompts,
                                          s.config.own<ImagineConfig>().prompts, step, step, ChangeOrigin::User});
        if (step == kSaved)
            s.past.push_back(
                CheckpointSaved{s.run.run_dir + "/checkpoints/step-00000300", step, step, false, gib(0.01), 0.1});
    }
    s.past.push_back(painting_sample(s.config, kShownStep));
    s.step = kShownStep;
    s.elapsed_seconds = elapsed;
    run_to_here(s, painting_report(), painting_timeline(kShownStep));
    return s;
}

Story painting_ready() {
    Story s;
    s.config = default_config(kVqganClip);
    s.config.edit<ImagineConfig>().prompts = "a red cube on a green floor";
    s.run.name = "a-red-cube";
    wait_for_start(s);
    return s;
}

}  // namespace headroom::fixture
