// Figures of windows of steps and samples.
#include "core/engine/counsel/observations.h"

#include "core/base/median.h"
#include "core/families/counsel_limits.h"
#include "core/families/family_counsel.h"
#include "core/families/registry.h"
#include "core/families/remedies.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom {
namespace {

namespace limits = counsel_limits;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostRows = 8192, kMostSamples = 64;
constexpr std::size_t kMostPictures = 32;  ///< of a sample: training waits while they are measured

/// The usual difference between a value and the one after it: a slow rise is no leap.
double leap(const std::vector<double>& values) {
    if (values.size() < 2 * limits::kFewestValues) return kUnknown;
    std::vector<double> steps;
    for (std::size_t i = 1; i < values.size(); ++i) steps.push_back(std::abs(values[i] - values[i - 1]));
    return median(std::move(steps));
}

double median_of(std::vector<double> values) {
    return values.size() < limits::kFewestValues ? kUnknown : median(std::move(values));
}

/// Between the medians of the first and the second half.
double drift(const std::vector<double>& values) {
    if (values.size() < 2 * limits::kFewestValues) return kUnknown;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    return std::abs(median({middle, values.end()}) - median({values.begin(), middle}));
}

/// The larger of two, of which one may be unknown.
double larger(double a, double b) { return std::isnan(a) ? b : std::isnan(b) ? a : std::max(a, b); }

}  // namespace

void Observations::begin(const TrainConfig& config, const DataFacts& data) {
    *this = {};
    config_ = config;
    data_ = data;
    if (data_.side == 0) data_.side = config.image_size;
}

void Observations::set_config(const TrainConfig& config) {
    if (config.image_size != config_.image_size) {
        sized_ = step();
        first_g_.clear();
        first_d_.clear();
        beginning_g_.reset();
        beginning_d_.reset();
    }
    config_ = config;
}

void Observations::add(const StepDone& step) {
    const FamilyCounsel* family = family_of(config_).counsel();
    const auto note_first = [&](double norm, std::vector<double>& first, std::optional<double>& beginning) {
        if (beginning || step.step < sized_ + limits::kBeginning || !(norm > 0)) return;
        first.push_back(norm);
        if (first.size() >= limits::kBeginningNorms) beginning = median(first);
    };
    note_first(step.grad_norm_g, first_g_, beginning_g_);
    note_first(step.grad_norm_d, first_d_, beginning_d_);
    rows_.push_back({step, family ? family->advantage(config_, step) : kUnknown});
    if (rows_.size() > kMostRows) rows_.pop_front();
}

void Observations::add_sample(std::int64_t step, const ImageList& pictures, std::string path) {
    GreyPictures grey(pictures, kMostPictures);
    Sample sample{{step, std::move(path)}, grey.measures(), grey.movement_from(latest_)};
    latest_ = std::move(grey);
    samples_.push_back(std::move(sample));
    if (samples_.size() > kMostSamples) samples_.pop_front();
}

void Observations::add_data_pictures(const ImageList& pictures) {
    if (!std::isnan(data_.twins + data_.empty + of_data(&DataFacts::diversity) + of_data(&DataFacts::checkerboard) +
                    of_data(&DataFacts::plaid)))
        return;
    const PictureMeasures measures = GreyPictures(pictures).measures();
    DataFacts seen;
    if (std::isnan(data_.twins)) {
        ManyPictures many;
        many.add(pictures);
        seen.twins = many.twin_share();
    }
    seen.empty = measures.empty;
    seen.diversity = measures.diversity;
    seen.checkerboard = measures.checkerboard;
    seen.plaid = measures.plaid;
    add_data(seen);
}

void Observations::add_data(const DataFacts& seen) {
    if (std::isnan(data_.twins)) data_.twins = seen.twins;
    if (std::isnan(data_.empty)) data_.empty = seen.empty;
    for (double DataFacts::*measure : {&DataFacts::diversity, &DataFacts::checkerboard, &DataFacts::plaid})
        if (std::isnan(of_data(measure))) data_.*measure = seen.*measure;
    data_.side = config_.image_size;
}

double Observations::of_data(double DataFacts::*measure) const {
    return data_.side == config_.image_size ? data_.*measure : kUnknown;
}

bool Observations::is_full(std::int64_t window) const {
    if (rows_.empty()) return false;
    const std::int64_t first = std::max(rows_.front().step.step, since_ + 1);
    return step() - first >= window - 1 - window / 20;
}

std::vector<double> Observations::values(FigureFn figure, std::int64_t window) const {
    std::vector<double> out;
    if (!is_full(window)) return out;
    for (auto row = rows_.rbegin(); row != rows_.rend() && row->step.step > step() - window; ++row) {
        const double value = figure(*row);
        if (std::isfinite(value)) out.push_back(value);
    }
    std::reverse(out.begin(), out.end());
    return out;
}

std::vector<const Observations::Sample*> Observations::samples(std::size_t count) const {
    std::vector<const Sample*> out;
    for (auto sample = samples_.rbegin(); sample != samples_.rend() && out.size() < count; ++sample)
        if (sample->step > since_) out.push_back(&*sample);
    if (out.size() < count) out.clear();
    std::reverse(out.begin(), out.end());
    return out;
}

std::vector<Observations::SampleSeen> Observations::latest_samples(std::size_t count) const {
    std::vector<SampleSeen> out;
    for (const Sample* sample : samples(count)) out.push_back(*sample);
    return out;
}

double Observations::score(std::int64_t window) const {
    const Family& family = family_of(config_);
    double sum = 0, count = 0;
    for (auto row = rows_.rbegin(); row != rows_.rend() && row->step.step > step() - window; ++row) {
        const double score = family.score(row->step);
        if (!std::isfinite(score)) continue;
        sum += score;
        ++count;
    }
    return count > 0 ? sum / count : kUnknown;
}

double Observations::growth(FigureFn figure, std::optional<double> beginning, std::int64_t window) const {
    const std::vector<double> norms = values(figure, window);
    return !beginning || norms.size() < limits::kFewestNorms ? kUnknown : median(norms) / *beginning;
}

std::int64_t Observations::steps_of(Observed what, std::int64_t window) const {
    return what == Observed::ScaleFalls ? std::min(window, step() - since_ - limits::kScaleSettles) : window;
}

std::optional<std::int64_t> Observations::scored_at(Observed what) const {
    const bool of_scores = what == Observed::Recognised || what == Observed::GapOver;
    return of_scores && scores_now() ? std::optional(scores_->step) : std::nullopt;
}

double Observations::of_steps(Observed what, std::int64_t window) const {
    const auto loss_g = [](const Row& r) { return r.step.loss_g; };
    const auto loss_d = [](const Row& r) { return r.step.loss_d; };
    const auto norm_g = [](const Row& r) { return r.step.grad_norm_g; };
    const auto norm_d = [](const Row& r) { return r.step.grad_norm_d; };
    switch (what) {
        case Observed::Advantage: return median_of(values([](const Row& r) { return r.advantage; }, window));
        case Observed::LossG: return median_of(values(loss_g, window));
        case Observed::LossD: return median_of(values(loss_d, window));
        case Observed::LeapD: return leap(values(loss_d, window));
        case Observed::DriftG: return drift(values(loss_g, window));
        case Observed::DriftD: return drift(values(loss_d, window));
        case Observed::GradientGrowth:
            return larger(growth(norm_g, beginning_g_, window), growth(norm_d, beginning_d_, window));
        case Observed::ScaleFalls: {
            const std::int64_t settled = steps_of(what, window);
            double out = kUnknown;
            for (const FigureFn scale : {FigureFn([](const Row& r) { return r.step.scale_g; }),
                                         FigureFn([](const Row& r) { return r.step.scale_d; })}) {
                const std::vector<double> scales = values(scale, settled);
                if (scales.size() < limits::kFewestValues || scales.back() <= 0) continue;
                out = larger(out, std::log2(*std::max_element(scales.begin(), scales.end()) / scales.back()));
            }
            return out;
        }
        default: return kUnknown;
    }
}

double Observations::of_samples(Observed what, std::size_t count) const {
    const std::vector<const Sample*> seen = samples(count);
    if (seen.empty()) return kUnknown;
    // NaN where it cannot be said of one of them.
    const auto extreme = [&](auto figure, auto chosen) {
        double out = figure(*seen.front());
        for (const Sample* s : seen) {
            const double value = figure(*s);
            out = std::isnan(value) || std::isnan(out) ? kUnknown : chosen(out, value);
        }
        return out;
    };
    const auto least = [&](auto figure) { return extreme(figure, [](double a, double b) { return std::min(a, b); }); };
    const auto most = [&](auto figure) { return extreme(figure, [](double a, double b) { return std::max(a, b); }); };
    const bool shows = seen.back()->measures.contrast > limits::kLeastContrast;
    switch (what) {
        case Observed::Diversity: return most([](const Sample& s) { return s.measures.diversity; });
        case Observed::DiversityLeft: {
            // Of pictures that are not known it may be anything up to 1.
            const double there = of_data(&DataFacts::diversity);
            return most([](const Sample& s) { return s.measures.diversity; }) /
                   (std::isnan(there) ? 1.0 : std::max(there, limits::kLeastDiversity));
        }
        case Observed::Contrast: return seen.back()->measures.contrast;
        case Observed::Movement: {
            // The first of them came from a sample that is not looked at.
            double out = seen.size() < 2 ? kUnknown : 0;
            for (std::size_t i = 1; i < seen.size(); ++i)
                out = std::isnan(seen[i]->movement) ? kUnknown : std::max(out, seen[i]->movement);
            return out;
        }
        case Observed::CheckerboardOver: {
            const double there = of_data(&DataFacts::checkerboard);
            return shows ? least([](const Sample& s) { return s.measures.checkerboard; }) /
                               (std::isnan(there) ? 1.0 : std::max(1.0, there))
                         : kUnknown;
        }
        case Observed::PlaidOver: {
            // Lines of the pictures themselves are no fault, so without them it cannot be said.
            const double there = of_data(&DataFacts::plaid);
            if (!shows || std::isnan(there)) return kUnknown;
            return least([](const Sample& s) { return s.measures.plaid; }) / std::max(1.0, there);
        }
        default: return kUnknown;
    }
}

double Observations::of_run(Observed what, std::int64_t window) const {
    const FamilyCounsel* family = family_of(config_).counsel();
    const auto pictures = [&] { return data_.count > 0 ? static_cast<double>(data_.count) : kUnknown; };
    switch (what) {
        case Observed::UsedCodes: return family && !rows_.empty() ? family->used_codes(rows_.back().step) : kUnknown;
        case Observed::Epoch: return rows_.empty() ? kUnknown : rows_.back().step.epoch;
        case Observed::Pictures: return pictures();
        case Observed::Helpless:
            if (!family || data_.count <= 0) return kUnknown;
            return data_.count < few_pictures(config_.image_size) && !family->eases_few_pictures(config_) ? 1.0 : 0.0;
        case Observed::TwinShare: return data_.twins;
        case Observed::EmptyShare: return data_.empty;
        case Observed::CutShare: return remedies::padded(config_).empty() ? 0 : data_.cut;  // nothing is cropped
        case Observed::PeakShare: {
            const std::vector<double> shares = values(
                [](const Row& r) {
                    return r.step.budget.count > 0
                               ? static_cast<double>(r.step.peak.count) / static_cast<double>(r.step.budget.count)
                               : kUnknown;
                },
                window);
            return shares.empty() ? kUnknown : *std::max_element(shares.begin(), shares.end());
        }
        case Observed::Side: return static_cast<double>(config_.image_size);
        case Observed::RateOver: {
            if (!family) return kUnknown;
            const TrainConfig learning = as_it_learns(config_);
            return std::max(learning.lr_g, learning.lr_d) / limits::kUsualRate;
        }
        case Observed::Recognised: return scores_now() ? scores_->scores.d_recognised : kUnknown;
        case Observed::GapOver: return scores_now() ? scores_->scores.d_gap / scores_->scores.d_gap_error : kUnknown;
        case Observed::Saves:
            if (!family) return kUnknown;
            // A run that is still to grow was fitted to its largest pictures.
            return family->saves_memory(config_) && !family_of(config_).planned(config_) ? 1.0 : 0.0;
        default: return kUnknown;
    }
}

double Observations::of(Observed what, const Span& span) const {
    if (const double of_window = of_steps(what, span.window); !std::isnan(of_window)) return of_window;
    if (const double of_pictures = of_samples(what, span.samples); !std::isnan(of_pictures)) return of_pictures;
    return of_run(what, span.window);
}

}  // namespace headroom
