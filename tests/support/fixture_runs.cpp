// The seven runs with their curves and checkpoints.
#include "tests/support/fixture_runs.h"

#include "tests/support/fixture_memory.h"
#include "tests/support/fixture_story.h"

#include <algorithm>
#include <limits>

namespace headroom::fixture {
namespace {

RunInfo run(const char* name, const char* state, std::int64_t step, int size, double minutes, const char* data) {
    RunInfo r;
    r.dir = std::string("/runs/") + name;
    r.name = name;
    r.state = state;
    r.created_unix_ms = 1763737200000;
    r.step = step;
    r.images = step * 256;
    r.elapsed_seconds = minutes * 60;
    r.data_name = data;
    r.width = r.height = size;
    return r;
}

/// What the list tells of a run beside its settings; `score`: NaN for none.
void describe(RunInfo& r, Precision precision, const char* device, double peak_gib, double score,
              std::vector<std::string> tags) {
    r.precision = precision;
    r.device = device;
    r.peak = gib(peak_gib);
    r.score = score;
    r.notes.tags = std::move(tags);
}

void add_checkpoint(RunInfo& r, std::int64_t step, bool best) {
    r.checkpoints.push_back({r.dir + "/checkpoints/step-" + std::to_string(step),
                             step,
                             step * 256,
                             gib(1.21),
                             best,
                             true,
                             {},
                             r.score + (best ? 0 : 0.3 + static_cast<double>(r.step - step) / 4000)});
}

}  // namespace

std::vector<RunInfo> runs() {
    std::vector<RunInfo> all{run("shapes-128-07", "running", 4210, 128, 101, "Shapes (built-in)"),
                             run("shapes-128-06", "finished", 12000, 128, 280, "Shapes (built-in)"),
                             run("shapes-128-05", "finished", 12000, 128, 213, "Shapes (built-in)"),
                             run("textures-256-02", "finished", 20000, 256, 247, "textures"),
                             run("lighthouse-64-03", "stopped", 600, 64, 3.03, "lighthouse"),
                             run("petals-64-03", "finished", 8000, 64, 85, "petals"),
                             run("shapes-256-01", "failed", 1904, 256, 31, "Shapes (built-in)")};
    const double none = std::numeric_limits<double>::quiet_NaN();
    const char* gpu = "RTX 4060";
    describe(all[0], Precision::Fp32, gpu, 5.80, 11.8, {"baseline 2"});
    describe(all[1], Precision::Fp32, gpu, 5.80, 9.6, {"baseline", "keep"});
    describe(all[2], Precision::Bf16, gpu, 4.19, 9.9, {"bf16"});
    describe(all[3], Precision::Bf16, gpu, 4.53, 22.4, {"fits 6 GB"});
    describe(all[4], Precision::Fp32, gpu, 2.20, none, {});
    describe(all[5], Precision::Bf16, "CPU (RAM)", 1.12, 14.2, {"cpu"});
    describe(all[6], Precision::Fp16, gpu, 5.21, none, {});
    all[1].notes.text = "The first with R1 every 16 steps. Better than 05 from 2,000 k images on.";
    for (RunInfo& r : all) {
        for (std::int64_t k = 0; k < 4; ++k) {
            const std::int64_t step = r.step / 1000 * 1000 - k * 1000;
            if (step > 0) add_checkpoint(r, step, k == 1);
        }
    }
    add_checkpoint(all[1], 4000, false);
    all[6].checkpoints.front().verified = false;
    all[6].checkpoints.front().problem = "generator.safetensors: hash differs from the manifest";
    return all;
}

Result<RunHistory> history(const std::string& run_dir) {
    for (const RunInfo& info : runs()) {
        if (info.dir != run_dir) continue;
        RunHistory h;
        h.info = info;
        h.config = make_story("ready").config;
        h.config.image_size = info.width;
        h.config.batch_micro = info.name == "shapes-128-07" ? 128 : 256;
        h.config.batch_accumulate = 256 / h.config.batch_micro;
        if (info.name == "shapes-128-05") h.config.precision = Precision::Bf16;
        if (info.name != "shapes-128-07") h.config.lr_g = 2e-4;
        h.config.steps = 12000;
        const std::int64_t every = std::max<std::int64_t>(1, info.step / 600);
        for (std::int64_t step = every; step <= info.step; step += every) {
            StepDone d = story_step(h.config, step, static_cast<double>(step) * 1.4);
            if (info.name == "shapes-128-05") d.peak = gib(4.19);
            if (info.name == "shapes-128-07" && step < 2964) d.peak = gib(5.80);
            h.steps.push_back(d);
        }
        for (const CheckpointInfo& c : info.checkpoints)
            h.marks.push_back({c.step, c.images, "checkpoint", "Saved checkpoint, 1.21 GiB"});
        if (info.name == "shapes-128-07") {
            h.marks.push_back({1406, 359936, "edit", "lr.g 0.0002 to 0.0001"});
            h.marks.push_back({2964, 758784, "oom", "out of memory survived; 256 × 1 to 128 × 2"});
        }
        for (std::int64_t step = 100; step <= info.step; step += 100)
            h.sample_paths.push_back(info.dir + "/samples/step-" + std::to_string(step) + ".png");
        std::sort(h.marks.begin(), h.marks.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
        return h;
    }
    return make_error(ErrorCode::NotFound, run_dir + ": there is no such run.", "Refresh the list of runs.");
}

}  // namespace headroom::fixture
