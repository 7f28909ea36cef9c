// The toy family's words, rows and plans.
#include "tests/support/toy_family.h"

#include "core/config/row_builders.h"
#include "core/families/batch_rules.h"
#include "core/families/common_rows.h"
#include "core/families/training_runs.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace headroom::test {
namespace {

class ToyFit : public BatchRules {
public:
    FitWords words() const override {
        return {"batch", "copies", "micro-batch", "The batch is kept by accumulation.", "a few pictures"};
    }
    FitColumns columns(const TrainConfig& c) const override {
        return {batch_text(c), std::to_string(c.own<ToyConfig>().copies), std::to_string(c.image_size)};
    }
    std::vector<std::pair<std::string_view, std::string_view>> plan_settings() const override {
        return {{"batch.micro", "batch.micro"},
                {"batch.accumulate", "batch.accumulate"},
                {"image.size", "image.size"},
                {"toy.copies", "toy.copies"}};
    }
    Sacrifices possible() const override { return {false, false, false, true, true}; }
    bool same_network(const TrainConfig& a, const TrainConfig& b) const override {
        return a.own<ToyConfig>().copies == b.own<ToyConfig>().copies;
    }
    std::vector<std::string> deviations(const TrainConfig&, const TrainConfig&) const override { return {}; }

protected:
    void add_networks(const TrainConfig& asked, std::vector<TrainConfig>& out) const override {
        out.push_back(asked);
        out.back().edit<ToyConfig>().copies = 1;
    }
    std::string network_words(const TrainConfig&, const TrainConfig& plan) const override {
        return std::to_string(plan.own<ToyConfig>().copies) + " copies";
    }
};

}  // namespace

ToyFamily::ToyFamily()
    : Family({.kind = kToy,
              .info = {"toy", "Toy", "One picture, the mean of a data set."},
              .step = {"step", "steps", "a"},
              .score = {.name = "MSE", .decimals = 4},
              .trains = true,
              .first_preset = "toy-shapes",
              .bench_preset = "",
              .x_axis = "images",
              .verb = {"train toy", "Learn the mean picture of a data set.", ""},
              .exports = {{"toy", {"toy"}}}}) {}

/// It has one network, one precision and nothing to recompute, so the rows of these are left out.
std::vector<ParamRow> ToyFamily::rows() const {
    static const std::set<std::string_view> others{
        "precision", "memory.checkpointing", "memory.allow_lower_precision", "lr.d", "ema.half_life", "clip", "width.d",
        "norm.d"};
    std::vector<ParamRow> rows = training_rows();
    std::erase_if(rows, [](const ParamRow& row) { return others.contains(row.key); });
    reword(rows, {.key = "lr.g", .label = "Rate", .help = "Adam's learning rate."});
    place_after(rows, "adam.beta2",
                {rows::bind<&ToyConfig::copies>(rows::integer(
                    "toy.copies", "Copies", "Model", {1, 64}, "pictures", Policy::NewRun,
                    "Pictures whose average is the one that is learnt.", "Weights grow in proportion."))});
    return rows;
}

std::vector<Preset> ToyFamily::presets() const {
    return {{"toy-shapes",
             "Toy shapes",
             "The mean of the built-in shapes.",
             {{"data.path", std::string("shapes")},
              {"image.size", std::int64_t{32}},
              {"batch.micro", std::int64_t{16}},
              {"lr.g", 0.05}}}};
}

void ToyFamily::check(const TrainConfig& c, std::vector<ParamError>& problems) const {
    if (c.own<ToyConfig>().copies > c.image_size)
        problems.push_back({"toy.copies", "toy.copies: no more copies than the picture has rows"});
}

std::string ToyFamily::run_name(const TrainConfig& config) const { return "toy-" + name_by_data(config); }

void ToyFamily::describe(const TrainConfig& config, RunInfo& info) const { describe_training(config, info); }

std::string ToyFamily::progress_text(const StepDone& step) const {
    char text[32];
    std::snprintf(text, sizeof text, "toy loss %.4f", step.loss_g);
    return text;
}

std::vector<CurvePlot> ToyFamily::plots(std::span<const StepDone>) const {
    return {{"Toy loss", {{"loss", "#1f77b4", [](const StepDone& s) { return s.loss_g; }}}}};
}

const FitRules& ToyFamily::fit() const {
    static const ToyFit rules;
    return rules;
}

}  // namespace headroom::test
