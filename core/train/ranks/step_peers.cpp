// Votes, sums and what follows a failure.
#include "core/train/ranks/step_peers.h"

#include "core/families/process_share.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/ranks/wire.h"
#include "core/train/step/oom_story.h"

#include <algorithm>
#include <cstring>

namespace headroom {
namespace {

Numbers numbers_of(const at::Tensor& t) {
    TORCH_CHECK(t.is_contiguous(), "a tensor for other processes does not lie in one piece");
    const NumberKind kind = t.scalar_type() == at::kFloat    ? NumberKind::Float32
                            : t.scalar_type() == at::kDouble ? NumberKind::Float64
                            : t.scalar_type() == at::kLong   ? NumberKind::Int64
                                                             : NumberKind::Byte;
    TORCH_CHECK(kind != NumberKind::Byte || t.scalar_type() == at::kByte, "no such numbers between processes");
    return {t.data_ptr(), t.numel(), kind};
}

std::string report_of(Fate fate, const std::string& words, const RefusedAllocation& refused, Bytes data_back) {
    std::vector<std::string> parts{std::to_string(static_cast<int>(fate)), words, std::string(name_of(refused.phase)),
                                   std::string(name_of(refused.role)),
                                   label_text(refused.label)};  // its number is each process's own
    for (const std::int64_t n : {refused.requested.count, refused.live.count, refused.limit.count, data_back.count})
        parts.push_back(std::to_string(n));
    return joined_parts(parts);
}

SharedFate read_report(const std::string& text, int rank) {
    const auto parts = split_parts(text);
    if (!parts || parts->size() != 9) return {Fate::Failed, rank, "it told nothing that can be read", {}, {}};
    SharedFate out;
    out.fate = static_cast<Fate>(std::atoi((*parts)[0].c_str()));
    out.rank = rank;
    out.words = (*parts)[1];
    out.refused.phase = enum_from_name<Phase>((*parts)[2]).value_or(Phase::None);
    out.refused.role = enum_from_name<Role>((*parts)[3]).value_or(Role::Other);
    out.refused.label = label_id((*parts)[4]);
    out.refused.requested = {std::atoll((*parts)[5].c_str())};
    out.refused.live = {std::atoll((*parts)[6].c_str())};
    out.refused.limit = {std::atoll((*parts)[7].c_str())};
    out.data_back = {std::atoll((*parts)[8].c_str())};
    return out;
}

}  // namespace

std::pair<std::size_t, std::size_t> StepPeers::share(std::size_t count) const {
    const auto [first, after] = share_of(static_cast<std::int64_t>(count), size(), rank());
    return {static_cast<std::size_t>(first), static_cast<std::size_t>(after)};
}

void StepPeers::lose(const Error& error) {
    lost_ = error;
    TORCH_CHECK(false, error.message);
}

Result<std::vector<double>> StepPeers::exchange(Fate mine, const std::vector<double>& figures) {
    constexpr std::size_t row = 2 + kFigures;
    TORCH_CHECK(figures.size() <= kFigures, "too many figures for one vote");
    std::vector<double> own(row, 0.0), all(row * static_cast<std::size_t>(size()));
    own[0] = static_cast<double>(mine);
    own[1] = stop_ ? 1 : 0;
    std::copy(figures.begin(), figures.end(), own.begin() + 2);
    const auto count = static_cast<std::int64_t>(row);
    auto gathered =
        all_->gather({own.data(), count, NumberKind::Float64}, {all.data(), count * size(), NumberKind::Float64});
    if (!gathered) return gathered.error();
    return all;
}

std::vector<double> StepPeers::agree(const std::vector<double>& figures) {
    const auto all = exchange(Fate::Fine, figures);
    if (!all) lose(all.error());
    constexpr std::size_t row = 2 + kFigures;
    std::vector<double> sums(figures.size(), 0.0);
    for (std::size_t at = 0; at < all->size(); at += row) {
        heard_ = heard_ || (*all)[at] != 0;
        stop_asked_ = stop_asked_ || (*all)[at + 1] != 0;
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += (*all)[at + 2 + i];
    }
    TORCH_CHECK(!heard_, "another process could not go on with this step");
    return sums;
}

bool StepPeers::can_begin(const at::Tensor& sum) const { return sum.is_cpu() || gpus_; }

void StepPeers::add_up(at::Tensor& sum) {
    const at::NoGradGuard no_grad;
    if (can_begin(sum)) return wait_for(*begin_adding_up(sum));
    at::Tensor host = sum.cpu();
    wait_for(*begin_adding_up(host));
    sum.copy_(host);
}

std::unique_ptr<Pending> StepPeers::begin_adding_up(const at::Tensor& sum) {
    auto begun = sum.is_cpu() ? all_->begin_reduce(numbers_of(sum)) : gpus_->begin_reduce(numbers_of(sum));
    if (!begun) lose(begun.error());
    return *std::move(begun);
}

void StepPeers::wait_for(Pending& sum) {
    if (auto added = sum.wait(); !added) lose(added.error());
}

void StepPeers::spread(at::Tensor& tensor, int from) {
    const at::NoGradGuard no_grad;
    const bool through_host = !can_begin(tensor);
    at::Tensor sent = through_host ? tensor.cpu() : tensor;
    const Numbers numbers = numbers_of(sent);
    if (auto done = sent.is_cpu() ? all_->broadcast(numbers, from) : gpus_->broadcast(numbers, from); !done)
        lose(done.error());
    if (through_host) tensor.copy_(sent);
}

std::vector<std::vector<float>> StepPeers::gather(const std::vector<float>& mine) {
    const auto lengths = all_->vote(static_cast<std::int64_t>(mine.size()));
    if (!lengths) lose(lengths.error());
    const std::int64_t longest = *std::max_element(lengths->begin(), lengths->end());
    std::vector<float> own = mine, all(static_cast<std::size_t>(longest * size()));
    own.resize(static_cast<std::size_t>(longest));
    if (longest > 0) {
        auto gathered = all_->gather({own.data(), longest, NumberKind::Float32},
                                     {all.data(), longest * size(), NumberKind::Float32});
        if (!gathered) lose(gathered.error());
    }
    std::vector<std::vector<float>> out;
    for (std::size_t r = 0; r < lengths->size(); ++r) {
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(r) * longest;
        out.emplace_back(begin, begin + (*lengths)[r]);
    }
    return out;
}

Result<SharedFate> StepPeers::settle(Fate mine, const std::string& words, const RefusedAllocation& refused,
                                     Bytes data_back) {
    if (lost_) return *lost_;
    if (in_common_)
        return *(lost_ = make_error(ErrorCode::Internal, "the parts of the processes could not be added up",
                                    "Resume the run from its latest checkpoint.", words));
    if (!heard_) {
        // The others hear it where they ask next.
        const auto told = exchange(mine, {});
        if (!told) return *(lost_ = told.error());
    }
    const bool by_others = heard_;
    const auto reports =
        all_->collect(report_of(by_others ? Fate::Fine : mine, by_others ? std::string() : words, refused, data_back));
    if (!reports) return *(lost_ = reports.error());
    SharedFate worst;
    Bytes all_back;
    for (std::size_t r = 0; r < reports->size(); ++r) {
        const SharedFate one = read_report((*reports)[r], static_cast<int>(r));
        const bool worse = one.fate != worst.fate ? one.fate > worst.fate
                                                  : one.fate == Fate::NoRoom &&
                                                        missing_in(one.refused).count > missing_in(worst.refused).count;
        all_back += one.data_back;
        if (worse) worst = one;
    }
    worst.data_back = all_back;
    return worst;
}

Result<void> StepPeers::decide(const NextTry& next) {
    auto told = all_->tell(joined_parts({"next", std::to_string(static_cast<int>(next.what)), next.settings}));
    if (!told) lost_ = told.error();
    return told;
}

Result<NextTry> StepPeers::hear_decision() {
    const auto text = all_->hear();
    if (!text) return *(lost_ = text.error());
    const auto parts = split_parts(*text);
    if (!parts || parts->size() != 3 || (*parts)[0] != "next")
        return *(lost_ = make_error(ErrorCode::Internal, "process 0 said something that was not expected in a step",
                                    "Save the log and report it."));
    return NextTry{static_cast<NextTry::What>(std::atoi((*parts)[1].c_str())), (*parts)[2]};
}

}  // namespace headroom
