// The module for runs of several processes: the one unit of Headroom that includes c10d. Numbers travel by LibTorch's own Gloo, words by the
// control channel; its port is told by a TCPStore. See core/ranks/collective.h.
#include "core/ranks/control.h"

#include <ATen/ATen.h>

// LibTorch holds Gloo; libgloo-dev gives the declarations that the header below asks for. Nothing of that package is linked.
#define USE_C10D_GLOO
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <random>
#include <thread>
#include <utility>

namespace headroom {
namespace {

using Gloo = c10d::ProcessGroupGloo;

at::ScalarType type_of(NumberKind kind) {
    switch (kind) {
        case NumberKind::Float32: return at::kFloat;
        case NumberKind::Float64: return at::kDouble;
        case NumberKind::Int64: return at::kLong;
        case NumberKind::Byte: return at::kByte;
    }
    return at::kByte;
}

at::Tensor view(const Numbers& n) {
    return at::from_blob(n.data, {n.count}, at::TensorOptions().dtype(type_of(n.kind)));
}

std::chrono::milliseconds limit_of(const GroupPlace& place) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(place.timeout * 1000));
}

constexpr auto kSlice = std::chrono::milliseconds(500);  ///< of looking for an address that does not answer

std::string first_line(const std::string& words) { return words.substr(0, words.find('\n')); }

/// What a c10 exception says without its backtrace.
std::string words_of(const std::exception& e) {
    const auto* of_torch = dynamic_cast<const c10::Error*>(&e);
    return first_line(of_torch ? of_torch->what_without_backtrace() : e.what());
}

std::string random_token() {
    std::random_device random;
    std::string token;
    for (int i = 0; i < 4; ++i) token += std::to_string(random()) + ".";
    return token;
}

Error no_store(const GroupPlace& place, const std::string& words) {
    const std::string where = place.host + ", port " + std::to_string(place.port);
    if (words.find("EADDRINUSE") != std::string::npos || words.find("in use") != std::string::npos)
        return make_error(ErrorCode::Environment,
                          "port " + std::to_string(place.port) + " is in use, so process 0 cannot listen there",
                          "Set MASTER_PORT (torchrun: --master-port) to another one; --processes finds one by itself.",
                          words);
    if (place.rank == 0 && !place.launcher_has_store)
        return make_error(ErrorCode::Environment, "process 0 cannot listen on " + where,
                          "Look at MASTER_ADDR and MASTER_PORT.", words);
    return make_error(ErrorCode::Environment,
                      "process " + std::to_string(place.rank) + " has found nobody at " + where +
                          ", where the run's processes meet",
                      "Look whether process 0 was started, and at MASTER_ADDR and MASTER_PORT.", words);
}

class Group final : public Collective {
public:
    Group(const GroupPlace& place, std::unique_ptr<ControlChannel> control, c10::intrusive_ptr<c10d::Store> store,
          c10::intrusive_ptr<Gloo> gloo)
        : place_(place), store_(std::move(store)), gloo_(std::move(gloo)), control_(std::move(control)) {}

    const GroupPlace& place() const override { return place_; }
    const std::vector<Peer>& peers() const override { return control_->peers(); }

    Result<void> broadcast(Numbers numbers, int from) override {
        return together([&] {
            std::vector<at::Tensor> tensors{view(numbers)};
            c10d::BroadcastOptions options;
            options.rootRank = from;
            return gloo_->broadcast(tensors, options);
        });
    }

    Result<std::unique_ptr<Pending>> begin_reduce(Numbers numbers) override {
        auto begun = begin([&] {
            std::vector<at::Tensor> tensors{view(numbers)};
            return gloo_->allreduce(tensors);
        });
        if (!begun) return begun.error();
        return std::unique_ptr<Pending>(std::make_unique<Sum>(*this, *std::move(begun)));
    }

    Result<void> gather(Numbers mine, Numbers all) override {
        return together([&] {
            std::vector<at::Tensor> inputs{view(mine)};
            std::vector<std::vector<at::Tensor>> outputs{view(all).chunk(size())};
            return gloo_->allgather(outputs, inputs);
        });
    }

    Result<std::vector<std::int64_t>> vote(std::int64_t mine) override {
        std::vector<std::int64_t> all(static_cast<std::size_t>(size()));
        auto gathered = gather({&mine, 1, NumberKind::Int64}, {all.data(), size(), NumberKind::Int64});
        if (!gathered) return gathered.error();
        return all;
    }

    Result<void> barrier() override {
        return together([&] { return gloo_->barrier(); });
    }

    Result<void> tell(const std::string& text) override { return control_->tell(text); }
    Result<std::string> hear() override { return control_->hear(); }
    Result<std::vector<std::string>> collect(const std::string& mine) override { return control_->collect(mine); }
    void post(const std::string& key, const std::string& text) override { control_->post(key, text); }
    std::string look(const std::string& key, int rank) override { return control_->look(key, rank); }
    void enter() override { control_->enter(); }
    Error blame(double seconds, const std::string& words) override { return control_->blame(seconds, words); }
    std::optional<Error> failure() override { return control_->failure(); }
    void* store() override { return store_.get(); }
    void leave(const std::string& reason) override { control_->leave(reason); }

private:
    struct Begun {
        c10::intrusive_ptr<c10d::Work> work;
        Clock::time_point at;
    };
    class Sum final : public Pending {
    public:
        Sum(Group& group, Begun begun) : group_(group), begun_(std::move(begun)) {}
        Result<void> wait() override { return group_.end(begun_); }

    private:
        Group& group_;
        const Begun begun_;
    };

    template <class Begin> Result<Begun> begin(Begin begin_it) {
        if (auto failed = control_->failure()) return *failed;
        control_->enter();
        const auto now = Clock::now();
        try {
            return Begun{begin_it(), now};
        } catch (const std::exception& e) { return control_->blame(seconds_since(now), words_of(e)); }
    }
    Result<void> end(const Begun& begun) {
        try {
            begun.work->wait();
            return {};
        } catch (const std::exception& e) { return control_->blame(seconds_since(begun.at), words_of(e)); }
    }
    /// Begins a common computation and waits for it.
    template <class Begin> Result<void> together(Begin begin_it) {
        const auto begun = begin(begin_it);
        return begun ? end(*begun) : begun.error();
    }

    const GroupPlace place_;
    c10::intrusive_ptr<c10d::Store> store_;
    c10::intrusive_ptr<Gloo> gloo_;
    std::unique_ptr<ControlChannel> control_;
};

/// Whether somebody listens where the processes meet, before the time-out or a wish to stop. LibTorch's own waiting hears of no wish to stop,
/// and fills the terminal.
bool store_is_there(const GroupPlace& place) {
    const auto give_up = Clock::now() + limit_of(place);
    while (!somebody_listens(place.host, place.port, kSlice)) {
        if (place.stop.stop_requested() || Clock::now() >= give_up) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return true;
}

/// What process 0 has written under `key`; nothing: it did not within the time-out, or this process was asked to stop.
std::string told_by_first(const GroupPlace& place, c10d::Store& store, const std::string& key) {
    const auto give_up = Clock::now() + limit_of(place);
    while (!store.check({key})) {
        if (place.stop.stop_requested() || Clock::now() >= give_up) return {};
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    const std::vector<std::uint8_t> bytes = store.get(key);
    return {bytes.begin(), bytes.end()};
}

Result<std::unique_ptr<ControlChannel>> open_control(const GroupPlace& place, c10d::Store& store) {
    const std::string key = "control";
    if (place.rank == 0) {
        const std::string token = random_token();
        auto control = ControlChannel::listen(place, token);
        if (!control) return control;
        const std::string told = std::to_string((*control)->port()) + " " + token;
        store.set(key, std::vector<std::uint8_t>(told.begin(), told.end()));
        return control;
    }
    const std::string told = told_by_first(place, store, key);
    TORCH_CHECK(!told.empty(), "process 0 has not said how it is reached");
    const std::size_t space = told.find(' ');
    return ControlChannel::connect(place, std::atoi(told.c_str()),
                                   space == std::string::npos ? "" : told.substr(space + 1));
}

std::shared_ptr<::gloo::transport::Device> device_of(const GroupPlace& place) {
    if (const char* interface = std::getenv("GLOO_SOCKET_IFNAME"); interface && *interface)
        return Gloo::createDeviceForInterface(interface);
    return place.local_size == place.size ? Gloo::createDeviceForHostname("127.0.0.1") : Gloo::createDefaultDevice();
}

/// One sum that everybody knows: a library that counts wrong must not touch weights.
Result<void> check_sums(Collective& group) {
    std::vector<double> known;
    for (int i = 0; i < 64; ++i) known.push_back(group.rank() + 1 + 0.25 * i);
    if (auto added = group.reduce({known.data(), 64, NumberKind::Float64}); !added) return added;
    const int n = group.size();
    for (int i = 0; i < 64; ++i) {
        if (known[static_cast<std::size_t>(i)] == n * (n + 1) / 2 + 0.25 * i * n) continue;
        return make_error(ErrorCode::Environment,
                          "the processes' first sum came out wrong on process " + std::to_string(group.rank()),
                          "Start the same version, built for the same LibTorch, everywhere.");
    }
    return {};
}

Result<std::unique_ptr<Collective>> join(const GroupPlace& place) {
    c10::intrusive_ptr<c10d::Store> store;
    try {
        c10d::TCPStoreOptions options;
        options.port = static_cast<std::uint16_t>(place.port);
        options.isServer = place.rank == 0 && !place.launcher_has_store;
        // Where all are on this machine, nobody of another one can reach the store: by itself it listens on every network.
        const bool here = all_are_here(place) && !place.launcher_has_store;
        options.waitWorkers = false;
        options.timeout = limit_of(place);
        TORCH_CHECK(options.isServer || store_is_there(place), "nobody listens there");
        if (here && options.isServer) {
            options.masterListenFd = listen_here(place.port);
            TORCH_CHECK(*options.masterListenFd >= 0, std::strerror(errno));
        }
        store = c10::make_intrusive<c10d::PrefixStore>(
            "headroom/" + place.attempt, c10::make_intrusive<c10d::TCPStore>(here ? kHere : place.host, options));
        auto control = open_control(place, *store);
        if (!control) return control.error();
        if (auto met = (*control)->meet(); !met) return met.error();
        auto options_of_gloo = Gloo::Options::create(limit_of(place));
        options_of_gloo->devices.push_back(device_of(place));
        auto gloo = c10::make_intrusive<Gloo>(store, place.rank, place.size, options_of_gloo);
        auto group = std::make_unique<Group>(place, std::move(*control), store, std::move(gloo));
        if (auto right = check_sums(*group); !right) return right.error();
        return std::unique_ptr<Collective>(std::move(group));
    } catch (const std::exception& e) {
        return place.stop.stop_requested() ? stopped_while_waiting(place) : no_store(place, words_of(e));
    }
}

}  // namespace
}  // namespace headroom

extern "C" __attribute__((visibility("default"))) std::uint32_t headroom_collective_version() {
    return headroom::kCollectiveVersion;
}

extern "C" __attribute__((visibility("default"))) std::string* headroom_collective_words() {
    return new std::string("Gloo of LibTorch " HEADROOM_TORCH_VERSION ", over TCP");
}

extern "C" __attribute__((visibility("default"))) headroom::Result<std::unique_ptr<headroom::Collective>>*
headroom_join(const headroom::GroupPlace* place) {
    return new headroom::Result<std::unique_ptr<headroom::Collective>>(headroom::join(*place));
}
