// Waiting for GPUs, and the meeting before it.
#include "core/ranks/gpu_sums.h"

#include "core/base/clock.h"
#include "core/base/program_path.h"
#include "core/ranks/module.h"
#include "core/ranks/wire.h"

#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>
#include <vector>

namespace headroom {
namespace {

constexpr auto kGpuLook = std::chrono::microseconds(50);  ///< between looks at the GPU: short beside a message's way

std::string too_long(double seconds) {
    char text[64];
    std::snprintf(text, sizeof text, "the GPUs' sum took longer than %.0f s", seconds);
    return text;
}

const ModuleKind kNccl{
    "libheadroom_nccl.so",
    "the module for sums of several GPUs",
    "Build Headroom where NCCL's headers are (packaging/setup.sh --gpu fetches them), or install it again.",
    kGpuLinkVersionSymbol,
    kGpuLinkVersion,
    {kGpuLinkWordsSymbol, kGpuLinkOpenSymbol}};

}  // namespace

/// One computation of all, from its beginning to its end.
class GpuSums::Waiting final : public Pending {
public:
    Waiting(GpuSums& sums, std::unique_ptr<GpuWork> work) : sums_(sums), work_(std::move(work)) {}

    Result<void> wait() override {
        for (;;) {
            const auto done = work_->done();
            if (!done) return fail(done.error().message);
            if (*done) break;
            if (const auto gone = sums_.all_->failure()) {
                sums_.link_->abort();
                return *gone;
            }
            if (seconds_since(begun_) > sums_.all_->place().timeout) return fail(too_long(seconds_since(begun_)));
            std::this_thread::sleep_for(kGpuLook);
        }
        const auto finished = work_->finish();
        return finished ? Result<void>() : fail(finished.error().message);
    }

private:
    Error fail(const std::string& words) { return sums_.failed(seconds_since(begun_), words); }

    GpuSums& sums_;
    const std::unique_ptr<GpuWork> work_;
    const Clock::time_point begun_ = Clock::now();
};

GpuSums::GpuSums(std::shared_ptr<Collective> all, std::unique_ptr<GpuLink> link)
    : all_(std::move(all)), link_(std::move(link)) {}

GpuSums::~GpuSums() = default;

Result<std::unique_ptr<GpuSums::Waiting>> GpuSums::begin(const Begin& begin_it) {
    if (auto gone = all_->failure()) return *gone;
    all_->enter();
    auto work = begin_it();
    if (work) return std::make_unique<Waiting>(*this, *std::move(work));
    return failed(0, work.error().message);
}

Error GpuSums::failed(double seconds, const std::string& words) {
    link_->abort();
    return tried_ ? make_error(ErrorCode::Environment, words) : all_->blame(seconds, words);
}

Result<void> GpuSums::broadcast(Numbers numbers, int from) {
    const auto begun = begin([&] { return link_->begin_broadcast(numbers, from); });
    return begun ? (*begun)->wait() : begun.error();
}

Result<std::unique_ptr<Pending>> GpuSums::begin_reduce(Numbers numbers) {
    auto begun = begin([&] { return link_->begin_reduce(numbers); });
    if (!begun) return begun.error();
    return std::unique_ptr<Pending>(*std::move(begun));
}

Result<void> GpuSums::check() {
    tried_ = true;
    const auto begun = begin([&] { return link_->begin_known_sum(); });
    if (!begun) return begun.error();
    if (auto added = (*begun)->wait(); !added) return added;
    tried_ = false;
    const auto right = link_->known_sum_is_right();
    if (!right) return right.error();
    if (*right) return {};
    return make_error(ErrorCode::Environment, "the GPUs' first sum came out wrong");
}

namespace {

/// What one process tells the others before they meet.
struct Offer {
    bool there = false;
    std::string words, card;
};

std::string told_by(const Offer& offer) {
    return joined_parts({offer.there ? "there" : "none", offer.words, offer.card});
}

Offer offer_of(const std::string& text) {
    const auto parts = split_parts(text);
    if (!parts || parts->size() != 3) return {false, "it told nothing that can be read", {}};
    return {(*parts)[0] == "there", (*parts)[1], (*parts)[2]};
}

/// Why these processes cannot have a link; empty: they can.
std::string against(const std::vector<Peer>& peers, const std::vector<Offer>& offers) {
    for (std::size_t i = 0; i < offers.size(); ++i) {
        if (!offers[i].there) return peers[i].words() + ": " + offers[i].words;
        if (offers[i].words != offers.front().words)
            return peers[i].words() + " has " + offers[i].words + ", process 0 has " + offers.front().words;
        for (std::size_t k = 0; k < i; ++k) {
            if (peers[k].host == peers[i].host && offers[k].card == offers[i].card)
                return peers[k].words() + " and " + peers[i].words() + " share the GPU " + offers[i].card +
                       ", which NCCL refuses";
        }
    }
    return {};
}

/// The first process whose step of the meeting went wrong, and how; empty: none. Error: a process is gone.
Result<std::string> first_problem(Collective& all, const Result<void>& mine) {
    const auto told = all.collect(mine ? std::string() : mine.error().message);
    if (!told) return told.error();
    for (std::size_t i = 0; i < told->size(); ++i) {
        if (!(*told)[i].empty()) return all.peers()[i].words() + ": " + (*told)[i];
    }
    return std::string();
}

}  // namespace

Result<GpuMeeting> meet_on_gpus(const std::shared_ptr<Collective>& all, const GpuSeat& seat, const GpuLinks& links) {
    const auto words = links.words();
    const auto told = all->collect(told_by({words.ok(), words ? *words : words.error().message, seat.card}));
    if (!told) return told.error();
    std::vector<Offer> offers;
    for (const std::string& text : *told) offers.push_back(offer_of(text));
    if (const std::string why = against(all->peers(), offers); !why.empty()) return GpuMeeting{nullptr, why};

    auto link = links.open({all->rank(), all->size(), seat.gpu, all->place().timeout, all->store()});
    // Nobody waits for one that could not open its end.
    const auto closed = first_problem(*all, link ? Result<void>() : link.error());
    if (!closed) return closed.error();
    if (!closed->empty()) return GpuMeeting{nullptr, *closed};
    auto sums = std::make_shared<GpuSums>(all, *std::move(link));
    const auto wrong = first_problem(*all, sums->check());
    if (!wrong) return wrong.error();
    if (!wrong->empty()) return GpuMeeting{nullptr, *wrong};
    return GpuMeeting{std::move(sums), *words};
}

GpuLinks nccl_links() {
    return {[] { return module_words(program_modules(), kNccl, kGpuLinkWordsSymbol); },
            [](const GpuEnd& end) -> Result<std::unique_ptr<GpuLink>> {
                const auto library = load_module(program_modules(), kNccl);
                if (!library) return library.error();
                using Open = Result<std::unique_ptr<GpuLink>>* (*)(const GpuEnd*);
                const auto open = entry_point<Open>(*library, kGpuLinkOpenSymbol);
                const std::unique_ptr<Result<std::unique_ptr<GpuLink>>> opened(open(&end));
                return std::move(*opened);
            }};
}

std::string gpu_link_words(bool driver_present) {
    const std::string host = "GPUs add up through host memory";
    if (!driver_present) {
        const bool there = !find_module(program_modules(), kNccl.file).empty();
        return there ? "NCCL for GPUs, not loaded without an NVIDIA driver"
                     : host + ": " + std::string(kNccl.file) + " is not beside the program";
    }
    const auto words = nccl_links().words();
    return words ? *words + " for GPUs" : host + ": " + words.error().message;
}

}  // namespace headroom
