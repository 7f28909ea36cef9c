// What is said on the control channel, and who is missing there.
#include "core/ranks/control.h"

#include "core/ranks/wire.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace headroom {
namespace {

constexpr double kSilence = 3;  ///< seconds without a ping that make a process silent once something has failed
constexpr double kLook = 0.05;  ///< seconds between looks whether this process was asked to stop
constexpr double kNews = 5;     ///< seconds that news of a failure may take to come round

auto for_seconds(double seconds) { return std::chrono::duration<double>(seconds); }

std::string text_of(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%.0f s", seconds);
    return text;
}

const char* const kResume = "The newest checkpoint stands; resume the run from it with any number of processes.";

}  // namespace

Error stopped_while_waiting(const GroupPlace& place) {
    return make_error(ErrorCode::Cancelled,
                      "process " + std::to_string(place.rank) + " of " + std::to_string(place.size) +
                          " was stopped while the processes of the run came together",
                      "Nothing was begun; start them again.");
}

std::string ControlChannel::hello() const {
    const Peer& self = peers_[static_cast<std::size_t>(place_.rank)];
    return joined_parts({token_, std::to_string(place_.rank), place_.version, self.host, std::to_string(self.pid)});
}

void ControlChannel::take_hello(Line& line, const std::string& text) {
    const auto parts = split_parts(text);
    if (!parts || parts->size() != 5 || (*parts)[0] != token_) return line_ended(line);  // somebody else
    const int rank = std::atoi((*parts)[1].c_str());
    if (rank < 1 || rank >= place_.size) return line_ended(line);
    peers_[static_cast<std::size_t>(rank)] = {rank, (*parts)[3], std::atoll((*parts)[4].c_str())};
    line.rank = rank;
    if ((*parts)[2] != place_.version)
        return fail(make_error(ErrorCode::Environment,
                               peers_[static_cast<std::size_t>(rank)].words() + " is Headroom " + (*parts)[2] +
                                   ", process 0 is " + place_.version,
                               "Start the same version everywhere."));
    std::size_t there = 1;
    for (const auto& l : lines_) there += l->rank > 0 ? 1 : 0;
    if (there < static_cast<std::size_t>(place_.size)) return;
    std::vector<std::string> all;
    for (const Peer& peer : peers_) {
        all.push_back(peer.host);
        all.push_back(std::to_string(peer.pid));
    }
    met_ = true;
    send_all(Kind::Welcome, joined_parts(all));
}

Result<void> ControlChannel::meet() {
    std::unique_lock lock(mutex_);
    const auto begin = Clock::now();
    met_ = met_ || place_.size == 1;  // nobody else is to come
    while (!met_ && !failure_ && !place_.stop.stop_requested() && seconds_since(begin) < place_.timeout)
        changed_.wait_for(lock, for_seconds(kLook));
    if (failure_) return *failure_;
    if (met_) return {};
    if (place_.stop.stop_requested()) {
        fail(stopped_while_waiting(place_));
        return *failure_;
    }
    std::string missing;
    for (int rank = 1; is_first() && rank < place_.size; ++rank) {
        const bool there =
            std::any_of(lines_.begin(), lines_.end(), [rank](const auto& line) { return line->rank == rank; });
        if (!there) missing += (missing.empty() ? "process " : ", process ") + std::to_string(rank);
    }
    fail(make_error(ErrorCode::Environment,
                    (missing.empty() ? "not all processes" : missing) + " of " + std::to_string(place_.size) +
                        " did not come within " + text_of(place_.timeout),
                    "Look whether all were started; HEADROOM_RANK_TIMEOUT sets how many seconds are waited."));
    return *failure_;
}

void ControlChannel::take(Line& line, Kind kind, const std::string& text) {
    line.last = Clock::now();
    switch (kind) {
        case Kind::Hello: return take_hello(line, text);
        case Kind::Welcome:
            if (const auto all = split_parts(text); all && all->size() == 2 * peers_.size()) {
                for (std::size_t i = 0; i < peers_.size(); ++i)
                    peers_[i] = {static_cast<int>(i), (*all)[2 * i], std::atoll((*all)[2 * i + 1].c_str())};
                met_ = true;
            }
            return;
        case Kind::Ping: line.entered = std::atoll(text.c_str()); return;
        case Kind::Order: orders_.push_back(text); return;
        case Kind::Collect: return take_collect(line.rank, text);
        case Kind::Collected:
            if (auto all = split_parts(text)) collected_.push_back(std::move(*all));
            return;
        case Kind::Post:
            if (auto both = split_parts(text); both && both->size() == 2)
                posted_[{(*both)[0], line.rank}] = std::move((*both)[1]);
            return;
        case Kind::Left:
            line.left = true;
            // Without process 0 nothing goes on; what it has told before is still heard.
            if (!text.empty() || line.rank == 0) fail(gone(line.rank, text.empty() ? "has ended" : "ended: " + text));
            return;
        case Kind::Failure:
            if (const auto parts = split_parts(text); parts && parts->size() == 2)
                fail(make_error(ErrorCode::Environment, (*parts)[0], (*parts)[1]));
            return;
    }
}

void ControlChannel::take_collect(int rank, const std::string& text) {
    const auto parts = split_parts(text);
    if (!parts || parts->size() != 2) return;
    const std::int64_t number = std::atoll((*parts)[0].c_str());
    auto& all = coming_[number];
    all[rank] = (*parts)[1];
    if (all.size() < static_cast<std::size_t>(place_.size)) return;
    std::vector<std::string> in_order;
    for (auto& [of, what] : all) in_order.push_back(std::move(what));
    coming_.erase(number);
    send_all(Kind::Collected, joined_parts(in_order));
    collected_.push_back(std::move(in_order));
}

Result<void> ControlChannel::tell(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (failure_) return *failure_;
    send_all(Kind::Order, text);
    return {};
}

Result<std::string> ControlChannel::hear() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return failure_ || !orders_.empty(); });
    if (orders_.empty()) return *failure_;
    std::string order = std::move(orders_.front());
    orders_.pop_front();
    return order;
}

Result<std::vector<std::string>> ControlChannel::collect(const std::string& mine) {
    std::unique_lock lock(mutex_);
    const std::string said = joined_parts({std::to_string(++collects_), mine});
    if (is_first())
        take_collect(0, said);
    else
        send(*lines_.front(), Kind::Collect, said);
    changed_.wait(lock, [this] { return failure_ || !collected_.empty(); });
    if (collected_.empty()) return *failure_;
    auto all = std::move(collected_.front());
    collected_.pop_front();
    return all;
}

void ControlChannel::post(const std::string& key, const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (is_first())
        posted_[{key, 0}] = text;
    else
        send(*lines_.front(), Kind::Post, joined_parts({key, text}));
}

std::string ControlChannel::look(const std::string& key, int rank) const {
    const std::lock_guard lock(mutex_);
    const auto found = posted_.find({key, rank});
    return found == posted_.end() ? std::string() : found->second;
}

void ControlChannel::leave(const std::string& reason) {
    const std::lock_guard lock(mutex_);
    if (std::exchange(leaving_, true)) return;
    // Who goes because another one failed is not to blame; process 0 has told that already.
    send_all(Kind::Left, failure_ ? std::string() : reason);
}

void ControlChannel::enter() {
    const std::lock_guard lock(mutex_);
    ++entered_;
}

std::optional<Error> ControlChannel::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

Error ControlChannel::gone(int rank, const std::string& how) const {
    const Peer& peer = peers_[static_cast<std::size_t>(std::max(rank, 0))];
    return make_error(ErrorCode::Environment, peer.words() + " of " + std::to_string(place_.size) + " " + how, kResume);
}

void ControlChannel::fail(const Error& error) {
    if (failure_) return;
    failure_ = error;
    if (is_first()) send_all(Kind::Failure, joined_parts({error.message, error.hint}));
}

void ControlChannel::line_ended(Line& line) {
    if (line.socket < 0) return;
    close(std::exchange(line.socket, -1));
    if (leaving_ || line.left || line.rank < 0) return;
    fail(gone(line.rank, "ended unexpectedly"));
}

void ControlChannel::look_for_silence() {
    for (const auto& line : lines_) {
        if (line->socket < 0 || line->rank < 0 || line->left) continue;
        if (seconds_since(line->last) > place_.timeout)
            fail(gone(line->rank, "has not answered for " + text_of(place_.timeout)));
    }
}

std::optional<Error> ControlChannel::who_is_behind(double seconds) const {
    const Line* last = nullptr;
    for (const auto& line : lines_) {
        if (line->rank < 0 || line->left) continue;
        if (seconds_since(line->last) > kSilence)
            return gone(line->rank, "has not answered for " + text_of(seconds_since(line->last)));
        if (line->entered < entered_ && (!last || line->entered < last->entered)) last = line.get();
    }
    if (!last || !is_first()) return std::nullopt;
    return gone(last->rank, "lives, but has kept the others waiting for " + text_of(seconds));
}

Error ControlChannel::blame(double seconds, const std::string& words) {
    std::unique_lock lock(mutex_);
    // The news that a process has ended travels by another connection than the numbers; the silence of one takes a while to be noticed.
    const auto begin = Clock::now();
    while (!failure_ && seconds_since(begin) < (is_first() ? kSilence : kNews + kSilence) + 1) {
        changed_.wait_for(lock, for_seconds(0.2));
        if (failure_ || seconds_since(begin) < kSilence + 0.5) continue;
        if (const auto culprit = who_is_behind(seconds)) fail(*culprit);
    }
    if (!failure_)
        fail(make_error(ErrorCode::Environment,
                        peers_[static_cast<std::size_t>(place_.rank)].words() + " of " + std::to_string(place_.size) +
                            " lost the others after " + text_of(seconds),
                        kResume, words));
    Error told = *failure_;
    if (told.detail.empty()) told.detail = words;
    return told;
}

}  // namespace headroom
