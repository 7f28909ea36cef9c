// The events of the run and of each variant.
#include "tests/support/fixture_story.h"

#include "core/api/param_schema.h"
#include "core/base/random.h"
#include "core/families/counsel_rules.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/fixture_memory.h"
#include "tests/support/fixture_painting.h"
#include "tests/support/fixture_pictures.h"
#include "tests/support/fixture_vqgan.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

namespace headroom::fixture {
namespace {

constexpr std::int64_t kOomStep = 2964, kLrStep = 1406, kEmaStep = 3477, kStoryStep = 4210;
constexpr double kWonLossD = 0.06, kWonLossG = 4.5, kWonReal = 0.98, kWonFake = 0.02;  ///< once D has won

/// Zero-mean noise whose neighbours cancel, so that smoothing finds the curve.
double wobble(std::int64_t step, int channel) {
    RandomStream random(3, RandomPurpose::Score, static_cast<std::uint64_t>(step / 2 * 16 + channel));
    return random.normal() * (step % 2 == 0 ? 1.0 : -1.0);
}

TrainConfig story_config() {
    TrainConfig c = default_config(kDcgan);
    c.image_size = 128;
    c.edit<DcganConfig>().width_g = c.width_d = 128;
    c.edit<DcganConfig>().width_max = 0;
    c.data_count = 20000;
    c.batch_micro = 128;
    c.batch_accumulate = 2;
    c.lr_g = 1e-4;
    c.lr_d = 2e-4;
    c.ema_half_life = 10000;
    c.budget = gib(6.0);
    c.steps = 12000;
    c.device = "cuda:0";
    return c;
}

std::int64_t images_at(const TrainConfig& c, std::int64_t step) { return step * c.effective_batch(); }

void add_log(std::vector<Event>& past, LogLevel level, std::int64_t seconds, std::string text) {
    past.push_back(LogLine{level, 1763737200000 + seconds * 1000, std::move(text)});
}

/// Everything between two steps of the story, in order.
void add_steps(Story& s, std::int64_t last) {
    TrainConfig c = s.config;
    double elapsed = 0;
    for (std::int64_t step = 1; step <= last; ++step) {
        const bool before = step < kOomStep;
        c.batch_micro = before ? 256 : 128;
        c.batch_accumulate = before ? 1 : 2;
        elapsed += 256.0 / story_rate(c.batch_micro);
        s.past.push_back(story_step(c, step, elapsed));
        const std::int64_t images = images_at(c, step);
        if (step % 100 == 0) s.past.push_back(story_sample(c, step));
        if (step % 400 == 0) s.past.push_back(story_scores(c, step, elapsed));
        if (step == kLrStep) s.past.push_back(ParamApplied{"lr.g", 2e-4, 1e-4, step, images, ChangeOrigin::User});
        if (step == kOomStep) {
            TrainConfig larger = c;
            larger.batch_micro = 256;
            larger.batch_accumulate = 1;
            s.past.push_back(story_recovery(larger, c, kOomStep));
            add_log(s.past, LogLevel::Warn, 4140,
                    "Out of memory at step 2,964 survived: micro-batch 256 to 128, accumulation 1 to 2");
        }
        if (step == kEmaStep)
            s.past.push_back(ParamApplied{"ema.half_life", 2000.0, 10000.0, step, images, ChangeOrigin::User});
        if (step % 1000 == 0) {
            s.past.push_back(
                CheckpointSaved{"checkpoints/step-" + std::to_string(step), step, images, false, gib(1.21), 3.1});
            add_log(s.past, LogLevel::Info, static_cast<std::int64_t>(elapsed),
                    "Saved checkpoint of step " + std::to_string(step) + " in 3.1 s, 1.21 GiB");
        }
    }
    s.step = last;
    s.elapsed_seconds = elapsed;
}

void begin(Story& s) {
    s.run.run_dir = "/runs/" + s.run.name;
    s.run.config = std::make_shared<TrainConfig>(s.config);
    s.run.data_count = s.config.data_count;
    s.run.data_name = "Shapes (built-in)";
    s.run.parameters_g = 50855936;
    s.run.parameters_d = 44564480;
    s.run.device_name = "NVIDIA RTX 4060";
    s.past.push_back(StateChanged{RunState::Idle, RunState::Preparing, {}});
    s.past.push_back(s.run);
    add_log(s.past, LogLevel::Info, 0, "Run " + s.run.name + " on NVIDIA RTX 4060, budget 6.00 GiB");
    add_log(s.past, LogLevel::Debug, 1, "Packed cache found for Shapes (built-in), 20,000 images of 128 × 128");
}

void fail(Story& s, const Failed& failure) {
    s.state = RunState::Failed;
    s.past.push_back(LogLine{LogLevel::Error, 1763743400000, failure.error.message});
    s.past.push_back(StateChanged{RunState::Running, RunState::Failed, failure.error.message});
    s.past.push_back(failure);
}

}  // namespace

void run_to_here(Story& s, const MemoryReport& report, const StepTimeline& timeline) {
    s.past.push_back(StateChanged{RunState::Preparing, RunState::Running, {}});
    s.report = report;
    s.timeline = timeline;
    s.past.push_back(MemorySampled{std::make_shared<MemoryReport>(s.report)});
    s.past.push_back(TimelineReady{std::make_shared<StepTimeline>(s.timeline)});
    s.state = RunState::Running;
}

void wait_for_start(Story& s) {
    s.report = idle_report();
    s.past.push_back(MemorySampled{std::make_shared<MemoryReport>(s.report)});
}

CounselNotice story_notice() {
    CounselNotice n;
    n.rule = CounselRule::DWins;
    n.from = kStoryStep - 299;
    n.step = kStoryStep;
    const CounselRuleRow& row = row_of(n.rule);
    n.figures = {
        {"advantage", kWonReal - kWonFake, row.looks.front().limit}, {"loss_d", kWonLossD}, {"loss_g", kWonLossG}};
    n.seen = counsel_text(row.seen, n);
    n.why = row.why;
    n.advice = "Add noise to what D sees, so that it cannot tell everything apart.";
    n.change = {{"loss.noise", 0.1}};
    n.samples = {"samples/step-00004000.png", "samples/step-00004200.png"};
    return n;
}

OomRecovered story_recovery(const TrainConfig& before, const TrainConfig& after, std::int64_t step) {
    const auto micro = [](const TrainConfig& c) { return std::to_string(c.batch_micro); };
    const auto times = [](const TrainConfig& c) { return std::to_string(c.batch_accumulate); };
    OomRecovered e;
    e.step = step;
    e.images = images_at(after, step);
    e.phase = before.model == kVqganClip ? Phase::Clip : Phase::G;
    e.role = Role::Activations;
    e.micro_batch = 1;
    e.micro_batches = static_cast<int>(before.batch_accumulate);
    e.tensor = before.model == kVqganClip ? "cutouts" : "G main.13 norm";
    e.requested = gib(0.5);
    e.live = gib(4.96);
    e.missing = gib(143.0 / 1024);
    e.allowed = e.live + e.requested - e.missing;
    e.budget = gib(6.0);
    e.cause = OomCause::OthersGrew;
    e.others_before = gib(1.14);
    e.others_now = gib(2.31);
    e.forecast = gib(5.80);
    e.why = "other programs grew from 1.14 to 2.31 GiB within 40 s; the forecast for this run (5.80) was right";
    OomRemedy relief{OomRung::Relief, RemedyOutcome::NotEnough, "Give back caches and preview", gib(0.06),
                     gib(82.0 / 1024)};
    OomRemedy smaller{OomRung::MicroBatch, RemedyOutcome::Worked,
                      "Micro-batch " + micro(before) + " to " + micro(after) + ", accumulation " + times(before) +
                          " to " + times(after)};
    smaller.peak_before = gib(5.80);
    smaller.peak_after = gib(4.02);
    smaller.seconds_before = 1.40;
    smaller.seconds_after = 1.488;
    e.remedies = {relief,
                  smaller,
                  {OomRung::Checkpointing, RemedyOutcome::NotNeeded, "Checkpointing"},
                  {OomRung::Precision, RemedyOutcome::NotNeeded, "bf16"}};
    e.tried = {relief.words + ": 0.06 GiB back, 82 MiB still missing",
               smaller.words + ": peak 5.80 to 4.02 GiB, speed −6 %, step repeated"};
    e.before = {{"batch.micro", before.batch_micro}, {"batch.accumulate", before.batch_accumulate}};
    e.after = {{"batch.micro", after.batch_micro}, {"batch.accumulate", after.batch_accumulate}};
    e.changes_batch_statistics = true;
    e.statistics_note = "Same effective batch, one difference: batch norm now sees " + micro(after) +
                        " images per pass instead of " + micro(before) + ".";
    e.seconds = 2.1;
    e.undo_needs = gib(5.95);
    e.report_path = "/runs/shapes-128-07/oom-" + std::to_string(step) + ".json";
    e.ledger = std::make_shared<MemoryReport>(failure_report());
    return e;
}

StepDone story_step(const TrainConfig& config, std::int64_t step, double elapsed_seconds) {
    StepDone d;
    const double k = static_cast<double>(step);
    d.step = step;
    d.images = images_at(config, step);
    const double calm =
        std::clamp((static_cast<double>(kStoryStep) - k) / 200.0, 0.15, 1.0);  // quiet at the picture's step
    d.loss_d = 0.74 + 0.86 * std::exp(-k / 650) + 0.04 * std::tanh((k - 3300) / 400) + 0.07 * calm * wobble(step, 0);
    d.loss_g = 1.27 - 0.8 * std::exp(-k / 180) + 0.15 * std::tanh((k - 2300) / 500) + 0.04 * std::sin(k / 260) * calm +
               0.17 * calm * wobble(step, 1);
    d.d_real = 0.715 + 0.03 * std::exp(-k / 500) - 0.005 * std::tanh(k / 4000) + 0.025 * calm * wobble(step, 2);
    d.d_fake = 0.31 - 0.12 * std::exp(-k / 250) + 0.025 * calm * wobble(step, 3);
    d.grad_norm_g = 1.8 + 0.2 * wobble(step, 4);
    d.grad_norm_d = 2.4 + 0.2 * wobble(step, 5);
    d.images_per_second = story_rate(config.batch_micro);
    d.step_seconds = static_cast<double>(config.effective_batch()) / d.images_per_second;
    d.epoch = static_cast<double>(d.images) / static_cast<double>(config.data_count);
    d.threads = 2;
    const bool crowded = step >= kOomStep - 30 && step < kOomStep + 160;
    d.peak = gib(config.batch_micro >= 256 ? 5.80 : 4.02);
    d.live = gib(3.41);
    d.budget = gib(6.0);
    d.others = gib(crowded ? 2.31 : 1.14);
    d.elapsed_seconds = elapsed_seconds;
    return d;
}

void let_d_win(StepDone& d) {
    const double share = std::clamp((static_cast<double>(d.step) - (kStoryStep - 420)) / 100, 0.0, 1.0);
    const auto towards = [&](double& figure, double won, double noise, int channel) {
        figure += share * (won + noise * wobble(d.step, channel) - figure);
    };
    towards(d.loss_d, kWonLossD, 0.004, 10);
    towards(d.loss_g, kWonLossG, 0.08, 11);
    towards(d.d_real, kWonReal, 0.003, 12);
    towards(d.d_fake, kWonFake, 0.003, 13);
}

ScoresDone story_scores(const TrainConfig& config, std::int64_t step, double elapsed_seconds) {
    const double k = static_cast<double>(step);
    ScoresDone done{step, images_at(config, step), elapsed_seconds, {}};
    RunScores& s = done.scores;
    s.features = "random";
    s.pictures = 512;
    s.kid = 0.012 + 0.31 * std::exp(-k / 900) + 0.004 * wobble(step / 200, 6);
    s.kid_error = 0.08 * s.kid + 0.003;
    s.fid = 4.1 + 92 * std::exp(-k / 1000) + 0.8 * wobble(step / 200, 7);
    s.fid_error = 0.03 * s.fid + 0.2;
    s.precision = 0.78 * (1 - std::exp(-k / 1100)) + 0.01 * wobble(step / 200, 8);
    s.recall = 0.61 * (1 - std::exp(-k / 1700)) + 0.01 * wobble(step / 200, 9);
    s.copies = 0.02;
    const auto error_of = [](double share) { return std::sqrt(share * (1 - share) / 512); };
    s.precision_error = error_of(s.precision);
    s.recall_error = error_of(s.recall);
    s.copies_error = error_of(s.copies);
    s.side = config.image_size;
    s.copies_among = config.data_count;
    s.ms_ssim = 0.24;
    s.ms_ssim_error = 0.012;
    s.d_recognised = 0.5 + 0.12 * (1 - std::exp(-k / 2600));
    s.d_gap = 2.1 * (s.d_recognised - 0.5);
    s.d_gap_error = 0.09;
    s.d_recognised_error = 0.018;
    return done;
}

SampleReady story_sample(const TrainConfig& config, std::int64_t step) {
    struct Pair {
        ImageList ema, raw;
    };
    static std::mutex mutex;
    static std::map<std::pair<int, int>, Pair> stages;  // the pictures of a stage are drawn once for all sets
    const int size = static_cast<int>(config.image_size);
    const int stage = step < 300 ? 0 : step < 800 ? 1 : step < 1800 ? 2 : 3;
    const std::lock_guard lock(mutex);
    Pair& pair = stages[{size, stage}];
    if (pair.ema.empty()) {
        static constexpr double shares[] = {0.1, 0.5, 0.85, 1.0};
        pair.ema = samples(0, 64, size, shares[stage], 0);
        pair.raw = samples(0, 64, size, shares[stage], 24);
    }
    return {SampleKind::Grid, step, images_at(config, step), size, pair.ema, pair.raw, {}};
}

Story make_story(const std::string& name) {
    if (name == "imagine") return painting_story();
    if (name == "imagine-ready") return painting_ready();
    if (name == "vqgan") return vqgan_story();
    if (name == "vqgan-ready") return vqgan_ready();
    Story s;
    if (name == "vqgan-failed") {
        s = vqgan_story();
        fail(s, {make_error(ErrorCode::Diverged,
                            "step " + std::to_string(s.step) +
                                ": its loss is infinite or no number, and with it what was trained",
                            "Resume the run from its latest checkpoint with lower learning rates or with clipped "
                            "gradients."),
                 s.step, s.step / 1000 * 1000, s.run.run_dir});
        return s;
    }
    if (name == "imagine-failed") {
        s = painting_story();
        fail(
            s,
            {make_error(
                 ErrorCode::OutOfMemory,
                 "iteration 342 does not fit: 1.2 GiB more than the 4.1 GiB in use were needed, budget 6.0 GiB less 0.3 GiB for the program itself",
                 "Raise the budget, or choose a smaller picture or smaller models."),
             s.step, 300, s.run.run_dir});
        return s;
    }
    if (name == "light-gan") {
        s.config = default_config(kLightGan);
        s.config.image_size = 128;
        s.config.batch_micro = 16;
        s.config.steps = 12000;
        s.run.name = "shapes-128-09";
        begin(s);
        add_steps(s, kStoryStep);
        run_to_here(s, story_report(), story_timeline(s.step));
        return s;
    }
    s.config = story_config();
    s.run.name = "shapes-128-07";
    if (name == "story" || name == "failed" || name == "ranks" || name == "counsel") {
        begin(s);
        add_steps(s, kStoryStep);
        run_to_here(s, name == "ranks" ? ranks_report() : story_report(), story_timeline(s.step));
        if (name == "counsel") {
            s.d_wins = true;
            for (Event& event : s.past)
                if (auto* step = std::get_if<StepDone>(&event)) let_d_win(*step);
            s.past.push_back(CounselTold{.notice = story_notice()});
        }
        if (name == "failed") {
            fail(s,
                 {make_error(
                      ErrorCode::Diverged, "step 4210: its loss is infinite or no number, and with it what was trained",
                      "Resume the run from its latest checkpoint with lower learning rates or with clipped gradients."),
                  s.step, 4000, s.run.run_dir});
        }
    } else if (name == "oom") {
        begin(s);
        add_steps(s, 2971);
        run_to_here(s, crowded_report(), story_timeline(s.step));
        const std::int64_t images = images_at(s.config, kOomStep);
        s.past.push_back(
            ParamApplied{"batch.micro", std::int64_t{256}, std::int64_t{128}, kOomStep, images, ChangeOrigin::Ladder});
        s.past.push_back(
            ParamApplied{"batch.accumulate", std::int64_t{1}, std::int64_t{2}, kOomStep, images, ChangeOrigin::Ladder});
        s.past.push_back(Warning{
            "leak",
            "Memory left after a step rises by 42 MiB per 1,000 steps (117 tensors, role \"other\"). At this rate the room to spare, 1.52 GiB, is gone in 15 hours.",
            "Saving, stopping and resuming frees what leaked. Please report it with a memory snapshot."});
    } else if (name == "fit") {  // the same card before a run that is too large: 512 in one pass
        s.config.batch_micro = 512;
        s.config.batch_accumulate = 1;
        s.run.name = "shapes-128-08";
        wait_for_start(s);
    } else if (name == "preparing") {
        begin(s);
        s.past.push_back(Progress{"Packing images", 0.4});
        s.state = RunState::Preparing;
        wait_for_start(s);
    } else {
        s.config.image_size = 256;
        s.config.batch_micro = 339;
        s.config.batch_accumulate = 1;
        s.config.steps = 20000;
        s.run.name = "textures-vq-256";
        wait_for_start(s);
    }
    return s;
}

}  // namespace headroom::fixture
