// The codes' care on a GPU: nothing is asked of it. Every code has a row in masks and tables, whether it is dead or not.
#include "core/base/random.h"
#include "core/data/dataset.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/memory/upload.h"
#include "core/train/vqgan/codebook_care.h"

#include <algorithm>

namespace headroom {
namespace {

/// As perplexity_of(), as two 0-dim float64.
std::pair<at::Tensor, at::Tensor> use_figures(const at::Tensor& use) {
    const at::Tensor counts = use.to(at::kDouble), share = counts / counts.sum().clamp_min(1);
    const at::Tensor entropy = -(share * share.clamp_min(1e-300).log()).sum();
    const at::Tensor used = (use > 0).sum().to(at::kDouble);
    return {used, at::where(used > 0, entropy.exp(), at::zeros_like(used))};
}

}  // namespace

void CodebookCare::bring(const CodeWindow& window) {
    if (!on_device()) return;
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Codebook);
    if (!images_there_.defined()) images_there_ = at::empty({}, use_.options());
    images_there_.fill_(window.images_before);
    if (window.restart <= 0) return order_there_.reset();
    const std::int64_t most = std::min(codes_, std::max<std::int64_t>(1, window.cells));
    const std::uint64_t key =
        RandomStream(window.seed, RandomPurpose::CodeRestart, static_cast<std::uint64_t>(window.images_before)).next();
    const Sampler order(std::max<std::int64_t>(1, window.cells), key);
    at::Tensor host = host_buffer({most}, at::kLong, use_.device());
    for (std::int64_t i = 0; i < most; ++i) host.mutable_data_ptr<std::int64_t>()[i] = order.index(i);
    // One place for windows of all sizes: what was recorded of one of them reads it there.
    if (!order_there_.defined()) order_there_ = at::empty({codes_}, use_.options());
    order_there_.narrow(0, 0, most).copy_(host, /*non_blocking=*/true);
}

void CodebookCare::choose_on_device() {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    const at::Tensor dead = seen_ <= images_there_ - window_.restart;
    const at::Tensor place = dead.cumsum(0, at::kLong) - 1;  // of a dead one among the dead
    const std::int64_t most = std::min(codes_, std::max<std::int64_t>(1, window_.cells));
    const at::Tensor cell = order_there_.index_select(0, place.clamp(0, most - 1));
    picks_on_device_ = at::where(dead.logical_and(place < window_.cells), cell, at::full_like(cell, -1));
}

void CodebookCare::pick_on_device(const at::Tensor& rows) {
    want_fresh(rows);
    const at::Tensor at = picks_on_device_ - cell_;
    const at::Tensor here = (picks_on_device_ >= 0).logical_and(at >= 0).logical_and(at < rows.size(0));
    const at::Tensor found = rows.index_select(0, at.clamp(0, rows.size(0) - 1));
    fresh_.copy_(at::where(here.unsqueeze(1), found, fresh_));
}

void CodebookCare::finish_on_device(Vqgan& net, Adam& adam, bool epoch_ends) {
    const at::Tensor codes = net.codebook().detach();
    Outcome out;
    if (window_.decay > 0) follow_averages(net, out);
    at::Tensor fresh = out.codes.defined() ? out.codes : codes, size = out.size, sum = out.sum;
    const at::Tensor used = window_use_ > 0;
    at::Tensor renewed = at::zeros_like(used);
    if (picks_on_device_.defined() && fresh_.defined()) {
        renewed = (picks_on_device_ >= 0).logical_and(used.logical_not());
        const at::Tensor rows = renewed.unsqueeze(1);
        fresh = at::where(rows, fresh_, fresh);
        if (sum.defined()) {
            size = size.masked_fill(renewed, 1);
            sum = at::where(rows, fresh_, sum);
        }
    }
    const at::Tensor use = use_ + window_use_;
    const at::Tensor seen = at::where(used.logical_or(renewed), images_there_ + window_.images, seen_);
    const at::Tensor restarted = restarted_on_device_ + renewed.sum();
    const auto epoch = epoch_ends ? use_figures(use) : std::pair(epoch_used_, epoch_perplexity_);
    const at::Tensor next = epoch_ends ? at::zeros_like(use) : use;
    // From here on nothing is allocated; writing again what was written changes nothing.
    if (size.defined()) {
        size_.copy_(size);
        sum_.copy_(sum);
    }
    if (!fresh.is_same(codes)) codes.copy_(fresh);
    if (picks_on_device_.defined())
        for (at::Tensor& moments : moments_of_codes(net, adam)) moments.masked_fill_(renewed.unsqueeze(1), 0);
    seen_.copy_(seen);
    use_.copy_(next);
    restarted_on_device_.copy_(restarted);
    epoch_used_.copy_(epoch.first);
    epoch_perplexity_.copy_(epoch.second);
}

std::vector<at::Tensor> CodebookCare::figures() const {
    if (!on_device()) return {};
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    const auto [used, perplexity] = use_figures(use_);
    const at::Tensor whole = epoch_used_ >= 0;
    return {at::where(whole, epoch_used_, used), at::where(whole, epoch_perplexity_, perplexity), restarted_on_device_};
}

void CodebookCare::write(const double* numbers, std::int64_t codes, VqganFigures& out) {
    out.codes = codes;
    out.codes_used = static_cast<std::int64_t>(numbers[0]);
    out.perplexity = numbers[1];
    out.codes_restarted = static_cast<std::int64_t>(numbers[2]);
}

CodebookCare::Totals CodebookCare::totals() const {
    if (!on_device()) return totals_;
    return {restarted_on_device_.item<std::int64_t>(), epoch_perplexity_.item<double>(),
            static_cast<std::int64_t>(epoch_used_.item<double>())};
}

void CodebookCare::set_totals(const Totals& totals) {
    totals_ = totals;
    if (!on_device()) return;
    const RoleScope role(Role::Codebook);
    restarted_on_device_ = upload(at::scalar_tensor(totals.restarted, at::kLong), use_.device());
    epoch_used_ = upload(at::scalar_tensor(static_cast<double>(totals.last_used), at::kDouble), use_.device());
    epoch_perplexity_ = upload(at::scalar_tensor(totals.last_perplexity, at::kDouble), use_.device());
}

}  // namespace headroom
