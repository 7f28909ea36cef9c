// Counting, averaging and restarting codes.
#include "core/train/vqgan/codebook_care.h"

#include "core/base/random.h"
#include "core/data/dataset.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr std::int64_t kNever = -(std::int64_t{1} << 60);

/// (n, D, h, w) -> (cells, D).
at::Tensor latent_rows(const at::Tensor& latents) {
    return latents.permute({0, 2, 3, 1}).reshape({-1, latents.size(1)});
}

constexpr double kSmallest = 1e-3;  ///< latents per step below which an average is no place for a code

/// `values` as an index on the device of `like`.
at::Tensor cells_at(const std::vector<std::int64_t>& values, const at::Tensor& like) {
    return torch::tensor(values, at::kLong).to(like.device());
}

std::int64_t* longs(const at::Tensor& t) { return t.mutable_data_ptr<std::int64_t>(); }

}  // namespace

std::pair<std::int64_t, double> perplexity_of(const at::Tensor& use) {
    const std::int64_t* counts = use.const_data_ptr<std::int64_t>();
    double total = 0, sum = 0;
    std::int64_t used = 0;
    for (std::int64_t i = 0; i < use.numel(); ++i) total += static_cast<double>(counts[i]);
    if (total == 0) return {0, 0.0};
    for (std::int64_t i = 0; i < use.numel(); ++i) {
        if (counts[i] == 0) continue;
        ++used;
        const double share = static_cast<double>(counts[i]) / total;
        sum -= share * std::log(share);
    }
    return {used, std::exp(sum)};
}

CodebookCare::CodebookCare(const Vqgan& net, bool trained) : codes_(net.codebook().size(0)) {
    const RoleScope role(Role::Codebook);
    const auto counts = net.codebook().options().dtype(at::kLong).requires_grad(false);
    use_ = at::zeros({codes_}, counts);
    seen_ = trained ? at::zeros({codes_}, counts) : at::full({codes_}, kNever, counts);
    set_totals({});
}

void CodebookCare::configure(const Vqgan& net, double decay) {
    if (decay <= 0) {
        size_.reset();
        sum_.reset();
    } else if (!size_.defined()) {
        const RoleScope role(Role::Codebook);
        const at::NoGradGuard no_grad;
        const at::Tensor codes = net.codebook().detach();
        size_ = at::ones({codes_}, codes.options());
        sum_ = codes.clone();
    }
}

void CodebookCare::begin(const CodeWindow& window, StepPeers* peers) {
    drop();
    window_ = window;
    peers_ = peers;
    cell_ = window.first_cell;
    if (window.restart <= 0) return;
    if (on_device())
        choose_on_device();
    else
        choose_restarts();
}

void CodebookCare::choose_restarts() {
    const std::int64_t* seen = seen_.const_data_ptr<std::int64_t>();
    for (std::int64_t code = 0; code < codes_ && static_cast<std::int64_t>(dead_.size()) < window_.cells; ++code) {
        if (window_.images_before - seen[code] >= window_.restart) dead_.push_back(code);
    }
    // Each another cell, whatever the micro-batch: a permutation of the window's.
    const std::uint64_t key =
        RandomStream(window_.seed, RandomPurpose::CodeRestart, static_cast<std::uint64_t>(window_.images_before))
            .next();
    const Sampler order(std::max<std::int64_t>(1, window_.cells), key);
    for (std::size_t i = 0; i < dead_.size(); ++i) picks_.push_back(order.index(static_cast<std::int64_t>(i)));
}

void CodebookCare::see(const at::Tensor& latents, const at::Tensor& indices) {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    const at::Tensor chosen = indices.flatten();
    // A GPU's bincount asks the host for the largest number; how many codes there are is known.
    const at::Tensor use = on_device()
                               ? at::zeros({codes_}, chosen.options()).scatter_add_(0, chosen, at::ones_like(chosen))
                               : at::bincount(chosen, {}, codes_);
    window_use_ = window_use_.defined() ? window_use_.add_(use) : use;
    const at::Tensor rows = latent_rows(latents.detach());
    if (window_.decay > 0) {
        want_sum(rows);
        if (sums_in_order())
            kept_.emplace_back(chosen, rows);
        else
            window_sum_.index_add_(0, chosen, rows);
    }
    if (picks_on_device_.defined()) pick_on_device(rows);
    std::vector<std::int64_t> to, from;
    for (std::size_t i = 0; i < picks_.size(); ++i) {
        const std::int64_t at = picks_[i] - cell_;
        if (at < 0 || at >= rows.size(0)) continue;
        to.push_back(static_cast<std::int64_t>(i));
        from.push_back(at);
    }
    if (!to.empty()) {
        want_fresh(rows);
        fresh_.index_copy_(0, cells_at(to, rows), rows.index_select(0, cells_at(from, rows)));
    }
    cell_ += rows.size(0);
}

void CodebookCare::want_sum(const at::Tensor& like) {
    if (!window_sum_.defined()) window_sum_ = at::zeros({codes_, like.size(1)}, like.options());
}

void CodebookCare::want_fresh(const at::Tensor& like) {
    const std::int64_t rows = on_device() ? codes_ : static_cast<std::int64_t>(dead_.size());
    if (!fresh_.defined()) fresh_ = at::zeros({rows, like.size(1)}, like.options());
}

void CodebookCare::add_up(const Vqgan& net) {
    if (!peers_) return;
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    const at::Tensor codes = net.codebook().detach();
    if (!window_use_.defined()) window_use_ = at::zeros({codes_}, codes.options().dtype(at::kLong));
    if (window_.decay > 0) want_sum(codes);
    const bool restarts = !dead_.empty() || picks_on_device_.defined();
    if (restarts) want_fresh(codes);
    (void)peers_->agree();
    const CommonWork common(*peers_);
    peers_->add_up(window_use_);
    if (restarts) peers_->add_up(fresh_);  // each row is one process's, the others' are zero
    if (window_.decay <= 0) return;
    if (!peers_->ordered()) return peers_->add_up(window_sum_);
    for (int rank = 0; rank < peers_->size(); ++rank) {
        if (rank == peers_->rank()) {
            for (const auto& [chosen, rows] : kept_) window_sum_.index_add_(0, chosen, rows);
        }
        peers_->spread(window_sum_, rank);
    }
}

void CodebookCare::finish(Vqgan& net, Adam& adam, bool epoch_ends) {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    if (window_use_.defined() && on_device()) {
        finish_on_device(net, adam, epoch_ends);
    } else if (window_use_.defined()) {
        const Outcome out = outcome(net);
        write_codes(net, adam, out);
        count_use(out, epoch_ends);
    }
    drop();
}

CodebookCare::Outcome CodebookCare::outcome(const Vqgan& net) const {
    Outcome out;
    out.use = window_use_.cpu();
    if (window_.decay > 0) follow_averages(net, out);
    if (fresh_.defined()) restart_codes(net, out);
    return out;
}

void CodebookCare::follow_averages(const Vqgan& net, Outcome& out) const {
    const double old = window_.decay;
    out.size = size_.mul(old).add_(window_use_.to(size_.scalar_type()), 1 - old);
    out.sum = sum_.mul(old).add_(window_sum_, 1 - old);
    // A code that nothing chose for long keeps its place: both averages shrink alike, until they say nothing.
    const at::Tensor known = (out.size > kSmallest).unsqueeze(1);
    out.codes = at::where(known, out.sum / out.size.clamp_min(kSmallest).unsqueeze(1), net.codebook().detach());
}

void CodebookCare::restart_codes(const Vqgan& net, Outcome& out) const {
    const std::int64_t* counts = out.use.const_data_ptr<std::int64_t>();
    std::vector<std::int64_t> from;
    for (std::size_t i = 0; i < dead_.size(); ++i) {
        if (counts[dead_[i]] > 0) continue;  // this very window has used it
        out.restarted.push_back(dead_[i]);
        from.push_back(static_cast<std::int64_t>(i));
    }
    if (out.restarted.empty()) return;
    const at::Tensor codes = net.codebook().detach();
    out.which = cells_at(out.restarted, codes);
    out.rows = fresh_.index_select(0, cells_at(from, codes));
}

void CodebookCare::write_codes(Vqgan& net, Adam& adam, const Outcome& out) {
    at::Tensor codes = net.codebook().detach();
    if (out.codes.defined()) {
        size_.copy_(out.size);
        sum_.copy_(out.sum);
        codes.copy_(out.codes);
    }
    if (out.restarted.empty()) return;
    codes.index_copy_(0, out.which, out.rows);
    for (at::Tensor& moments : moments_of_codes(net, adam)) moments.index_fill_(0, out.which, 0);
    if (!sum_.defined()) return;
    size_.index_fill_(0, out.which, 1);
    sum_.index_copy_(0, out.which, out.rows);
}

std::vector<at::Tensor> CodebookCare::moments_of_codes(Vqgan& net, Adam& adam) {
    std::size_t index = 0;
    while (index < adam.parameters().size() &&
           adam.parameters()[index].second.unsafeGetTensorImpl() != net.codebook().unsafeGetTensorImpl())
        ++index;
    if (index == adam.parameters().size()) return {};
    return {adam.first_moment(index), adam.second_moment(index)};
}

void CodebookCare::count_use(const Outcome& out, bool epoch_ends) {
    const std::int64_t now = window_.images_before + window_.images;
    const std::int64_t* counts = out.use.const_data_ptr<std::int64_t>();
    for (std::int64_t code = 0; code < codes_; ++code) {
        longs(use_)[code] += counts[code];
        if (counts[code] > 0) longs(seen_)[code] = now;
    }
    for (const std::int64_t code : out.restarted) longs(seen_)[code] = now;
    totals_.restarted += static_cast<std::int64_t>(out.restarted.size());
    if (!epoch_ends) return;
    std::tie(totals_.last_used, totals_.last_perplexity) = perplexity_of(use_);
    std::fill_n(longs(use_), codes_, 0);
}

void CodebookCare::drop() {
    cell_ = 0;
    window_use_.reset();
    window_sum_.reset();
    dead_.clear();
    picks_.clear();
    kept_.clear();
    fresh_.reset();
    picks_on_device_.reset();
}

void CodebookCare::tell(VqganFigures& out) const {
    const Totals t = totals();
    out.codes = codes_;
    out.codes_restarted = t.restarted;
    if (t.last_used >= 0) {
        out.codes_used = t.last_used;
        out.perplexity = t.last_perplexity;
    } else {
        std::tie(out.codes_used, out.perplexity) = perplexity_of(use_.cpu());
    }
}

NamedTensors CodebookCare::tensors() const {
    NamedTensors out{{"use", use_}, {"seen", seen_}};
    for (auto& named : averages()) out.push_back(named);
    return out;
}

NamedTensors CodebookCare::averages() const {
    if (!size_.defined()) return {};
    return {{"size", size_}, {"sum", sum_}};
}

}  // namespace headroom
