// Grids of DCGANs, of VQGANs and of text to image.
#include "core/engine/fit_grid.h"

#include <algorithm>
#include <string_view>

namespace headroom {
namespace {

constexpr std::int64_t kNormGroups = 32;  ///< a VQGAN's widths are multiples of its norms' groups

/// Whether the fakes of the D phase wait for the G phase.
bool keeps_fakes(const TrainConfig& c) {
    return c.reuse_fakes == ReuseFakes::On || (c.reuse_fakes == ReuseFakes::Auto && c.batch_accumulate == 1);
}

bool same_network(const TrainConfig& a, const TrainConfig& b) {
    if (a.model == ModelKind::Vqgan) return a.vqgan.base == b.vqgan.base && a.width_d == b.width_d;
    return a.width_g == b.width_g && a.width_d == b.width_d && a.width_max == b.width_max && a.conv == b.conv;
}

bool same_picture(const TrainConfig& a, const TrainConfig& b) {
    if (a.model == ModelKind::Imagine) return a.imagine.width == b.imagine.width && a.imagine.height == b.imagine.height;
    return a.image_size == b.image_size;
}

/// Whether a VQGAN's discriminator has a say in its training: where the adaptive weight may not rise above 0, it has none.
bool adversarial(const TrainConfig& c) {
    return c.model == ModelKind::Vqgan && c.vqgan.gan > 0 && c.vqgan.gan_most > 0;
}

/// A plan with batch norm over other numbers of pictures is not the same training.
bool other_statistics(const TrainConfig& asked, const TrainConfig& plan) {
    if (asked.model == ModelKind::Imagine || plan.batch_micro == asked.batch_micro) return false;
    if (asked.model == ModelKind::Vqgan) return adversarial(asked) && asked.norm_d == NormKind::Batch;
    return asked.norm_g == NormKind::Batch || asked.norm_d == NormKind::Batch;
}

/// A VQGAN's adaptive weight is the ratio of two gradients of one micro-batch: of other pieces it is another number.
bool other_weight(const TrainConfig& asked, const TrainConfig& plan) {
    return adversarial(asked) && plan.batch_micro != asked.batch_micro;
}

/// The settings to forecast. What is varied beside the batch depends on what is allowed.
class Grid {
public:
    Grid(const FitRequest& request, bool fresh) : request_(request), fresh_(fresh) {}

    std::vector<TrainConfig> settings() const {
        std::vector<TrainConfig> out;
        for (const TrainConfig& network : networks()) {
            // A change of picture or network is a large one already: it is not combined with remedies that cost time.
            const bool near = same_kind_of_plan(network, request_.config);
            for (const Precision precision : precisions()) {
                for (const Checkpointing checkpointing : checkpointings(near)) {
                    TrainConfig c = network;
                    c.precision = precision;
                    c.checkpointing = checkpointing;
                    add_batches(c, near, out);
                }
            }
        }
        return out;
    }

private:
    std::vector<TrainConfig> networks() const {
        if (request_.config.model == ModelKind::Imagine) return pictures();
        std::vector<TrainConfig> out{request_.config};
        if (request_.allow.smaller_picture) {
            for (std::int64_t size = request_.config.image_size / 2; size >= 32 && out.size() < 3; size /= 2) {
                out.push_back(request_.config);
                out.back().image_size = size;
            }
        }
        if (request_.allow.smaller_network && fresh_) add_networks(out);
        return out;
    }

    void add_networks(std::vector<TrainConfig>& out) const {
        TrainConfig narrow = request_.config;
        narrow.width_d = std::max<std::int64_t>(8, narrow.width_d / 2);
        if (request_.config.model == ModelKind::Vqgan) {
            narrow.vqgan.base = narrow.vqgan.base / 2 / kNormGroups * kNormGroups;
            if (narrow.vqgan.base >= kNormGroups) out.push_back(std::move(narrow));
            return;
        }
        narrow.width_g = std::max<std::int64_t>(8, narrow.width_g / 2);
        out.push_back(std::move(narrow));
        out.push_back(request_.config);
        out.back().conv = ConvKind::Depthwise;
    }

    /// Text to image: the same picture, and smaller ones of its shape.
    std::vector<TrainConfig> pictures() const {
        std::vector<TrainConfig> out{request_.config};
        const ImagineConfig& asked = request_.config.imagine;
        for (std::int64_t part = 2; request_.allow.smaller_picture && part <= 4; part *= 2) {
            // Sides that every published VQGAN can paint.
            const std::int64_t width = asked.width / part / 16 * 16, height = asked.height / part / 16 * 16;
            if (std::min(width, height) < 32) break;
            out.push_back(request_.config);
            out.back().imagine.width = width;
            out.back().imagine.height = height;
        }
        return out;
    }

    std::vector<Precision> precisions() const {
        const Precision asked = request_.config.precision;
        if (!request_.allow.lower_precision || asked == Precision::Bf16 || asked == Precision::Fp16) return {asked};
        return {asked, Precision::Bf16};
    }

    std::vector<Checkpointing> checkpointings(bool near) const {
        const Checkpointing asked = request_.config.checkpointing;
        if (!near || !request_.allow.checkpointing || asked == Checkpointing::On) return {asked};
        return {asked, Checkpointing::On};
    }

    /// Text to image: cuts in chunks, whose size changes nothing but memory and time.
    void add_chunks(const TrainConfig& c, std::vector<TrainConfig>& out) const {
        const std::int64_t asked = c.imagine.chunk > 0 ? std::min(c.imagine.chunk, c.imagine.cuts) : c.imagine.cuts;
        out.push_back(c);
        for (const std::int64_t chunk : divisors(c.imagine.cuts)) {
            if (chunk == asked) continue;
            out.push_back(c);
            out.back().imagine.chunk = chunk == c.imagine.cuts ? 0 : chunk;
        }
    }

    void add_batches(const TrainConfig& c, bool near, std::vector<TrainConfig>& out) const {
        if (c.model == ModelKind::Imagine) return add_chunks(c, out);
        const std::int64_t effective = request_.effective_batch > 0 ? request_.effective_batch : request_.config.effective_batch();
        for (const std::int64_t micro : divisors(effective)) {
            TrainConfig one = c;
            one.batch_micro = micro;
            one.batch_accumulate = effective / micro;
            out.push_back(one);
            if (c.model != ModelKind::Dcgan || !near || !request_.allow.recompute_fakes || one.train != Train::Both)
                continue;
            TrainConfig other = one;
            other.reuse_fakes = keeps_fakes(one) ? ReuseFakes::Off : ReuseFakes::On;
            out.push_back(other);
        }
    }

    const FitRequest& request_;
    bool fresh_;
};

}  // namespace

std::vector<std::int64_t> divisors(std::int64_t n) {
    std::vector<std::int64_t> out;
    for (std::int64_t d = n; d >= 1; --d) {
        if (n % d == 0) out.push_back(d);
    }
    return out;
}

std::vector<TrainConfig> fit_grid(const FitRequest& request, bool fresh) { return Grid(request, fresh).settings(); }

bool same_kind_of_plan(const TrainConfig& a, const TrainConfig& b) { return same_picture(a, b) && (a.model == ModelKind::Imagine || same_network(a, b)); }

PlanGroup group_of(const TrainConfig& asked, const TrainConfig& plan) {
    if (!same_kind_of_plan(asked, plan)) return PlanGroup::Different;
    const bool close = plan.precision != asked.precision || other_statistics(asked, plan) || other_weight(asked, plan);
    return close ? PlanGroup::Close : PlanGroup::Same;
}

std::string result_words(const TrainConfig& asked, const TrainConfig& plan) {
    std::vector<std::string> words;
    const auto number = [](std::int64_t n) { return std::to_string(n); };
    const std::string images = number(plan.batch_micro) + (plan.batch_micro == 1 ? " image" : " images");
    if (!same_picture(asked, plan)) {
        if (plan.model == ModelKind::Imagine) words.push_back("Paints " + number(plan.imagine.width) + " × " + number(plan.imagine.height));
        else words.push_back("Trains a " + number(plan.image_size) + "² model");
    }
    if (plan.conv != asked.conv) words.emplace_back("Depthwise-separable convolutions");
    if (!same_network(asked, plan) && plan.conv == asked.conv)
        words.push_back("Width " + number(plan.model == ModelKind::Vqgan ? plan.vqgan.base : plan.width_g));
    if (plan.precision != asked.precision) words.push_back(std::string(name_of(plan.precision)) + " rounding");
    if (other_weight(asked, plan)) words.push_back("Adaptive weight per " + images);
    if (other_statistics(asked, plan))
        words.push_back("Batch norm " + std::string(plan.model == ModelKind::Vqgan ? "of D " : "") + "sees " + images);
    if (words.empty()) return plan == asked ? "As asked" : "Same up to rounding";
    std::string out = words[0];
    for (std::size_t i = 1; i < words.size(); ++i) out += "; " + words[i];
    return out;
}

std::string pieces_words(const TrainConfig& plan) {
    const auto number = [](std::int64_t n) { return std::to_string(n); };
    if (plan.model != ModelKind::Imagine) return "Micro-batch " + number(plan.batch_micro) + " x " + number(plan.batch_accumulate);
    const std::int64_t chunk = plan.imagine.chunk > 0 ? std::min(plan.imagine.chunk, plan.imagine.cuts) : plan.imagine.cuts;
    return number(chunk) + " of " + number(plan.imagine.cuts) + " cuts at a time";
}

}  // namespace headroom
