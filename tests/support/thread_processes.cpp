// A table at which everybody lays down what he has and takes up what all have.
#include "tests/support/thread_processes.h"

#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace headroom::test {
namespace {

std::size_t bytes_of(const Numbers& n) {
    const std::size_t each = n.kind == NumberKind::Byte ? 1 : n.kind == NumberKind::Float32 ? 4 : 8;
    return static_cast<std::size_t>(n.count) * each;
}

template <class T> void add(void* to, const std::string& from, std::int64_t count) {
    auto* sum = static_cast<T*>(to);
    const auto* more = reinterpret_cast<const T*>(from.data());
    for (std::int64_t i = 0; i < count; ++i) sum[i] += more[i];
}

}  // namespace

class ThreadProcesses::Table {
public:
    Table(int size, double seconds) : timeout(seconds), seats(static_cast<std::size_t>(size)), orders(seats.size()) {
        for (int rank = 0; rank < size; ++rank) peers.push_back({rank, "here", 1000 + rank});
    }

    /// What all have laid down; an error when one has gone instead.
    Result<std::vector<std::string>> exchange(std::size_t seat, std::string mine) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return !taking || gone; });
        if (gone) return *gone;
        seats[seat] = std::move(mine);
        if (++here == seats.size()) taking = true;
        changed.notify_all();
        changed.wait(lock, [&] { return taking || gone; });
        if (!taking) return *gone;
        auto all = seats;
        if (--here == 0) taking = false;
        changed.notify_all();
        return all;
    }

    void go(int rank, const std::string& reason) {
        const std::lock_guard lock(mutex);
        if (!gone)
            gone = make_error(ErrorCode::Environment,
                              peers[static_cast<std::size_t>(rank)].words() + " has ended the run: " + reason);
        changed.notify_all();
    }

    const double timeout;
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Peer> peers;
    std::vector<std::string> seats;
    std::size_t here = 0;
    bool taking = false;
    std::optional<Error> gone;
    std::vector<std::deque<std::string>> orders;
    std::map<std::pair<std::string, int>, std::string> posted;
};

class ThreadProcesses::Process final : public Collective {
public:
    Process(std::shared_ptr<Table> table, int rank) : table_(std::move(table)) {
        place_.rank = place_.local_rank = rank;
        place_.size = place_.local_size = static_cast<int>(table_->seats.size());
        place_.timeout = table_->timeout;
    }
    ~Process() override { table_->go(rank(), "it is over"); }

    const GroupPlace& place() const override { return place_; }
    const std::vector<Peer>& peers() const override { return table_->peers; }

    Result<void> broadcast(Numbers numbers, int from) override {
        const auto all = exchange(numbers);
        if (all) std::memcpy(numbers.data, (*all)[static_cast<std::size_t>(from)].data(), bytes_of(numbers));
        return all ? Result<void>() : all.error();
    }

    Result<std::unique_ptr<Pending>> begin_reduce(Numbers numbers) override {
        return std::unique_ptr<Pending>(std::make_unique<Sum>(*this, numbers));
    }

    Result<void> gather(Numbers mine, Numbers all) override {
        const auto parts = exchange(mine);
        if (!parts) return parts.error();
        auto* to = static_cast<char*>(all.data);
        for (const std::string& part : *parts) {
            std::memcpy(to, part.data(), part.size());
            to += part.size();
        }
        return {};
    }

    Result<std::vector<std::int64_t>> vote(std::int64_t mine) override {
        std::vector<std::int64_t> all(static_cast<std::size_t>(size()));
        auto told = gather({&mine, 1, NumberKind::Int64}, {all.data(), size(), NumberKind::Int64});
        return told ? Result<std::vector<std::int64_t>>(std::move(all)) : told.error();
    }

    Result<void> barrier() override {
        const auto all = collect({});
        return all ? Result<void>() : all.error();
    }

    Result<void> tell(const std::string& text) override {
        const std::lock_guard lock(table_->mutex);
        for (auto& orders : table_->orders) orders.push_back(text);
        table_->changed.notify_all();
        return {};
    }

    Result<std::string> hear() override {
        std::unique_lock lock(table_->mutex);
        auto& mine = table_->orders[static_cast<std::size_t>(rank())];
        table_->changed.wait(lock, [&] { return !mine.empty() || table_->gone; });
        if (mine.empty()) return *table_->gone;
        std::string text = std::move(mine.front());
        mine.pop_front();
        return text;
    }

    Result<std::vector<std::string>> collect(const std::string& mine) override {
        return table_->exchange(static_cast<std::size_t>(rank()), mine);
    }

    void post(const std::string& key, const std::string& text) override {
        const std::lock_guard lock(table_->mutex);
        table_->posted[{key, rank()}] = text;
    }
    std::string look(const std::string& key, int rank) override {
        const std::lock_guard lock(table_->mutex);
        const auto found = table_->posted.find({key, rank});
        return found == table_->posted.end() ? std::string() : found->second;
    }

    void enter() override {}
    Error blame(double, const std::string& words) override {
        table_->go(rank(), words);
        return *failure();
    }
    std::optional<Error> failure() override {
        const std::lock_guard lock(table_->mutex);
        return table_->gone;
    }
    void leave(const std::string& reason) override { table_->go(rank(), reason); }

private:
    /// In order of rank.
    class Sum final : public Pending {
    public:
        Sum(Process& process, Numbers numbers) : process_(process), numbers_(numbers) {}
        Result<void> wait() override {
            const auto all = process_.exchange(numbers_);
            if (!all) return all.error();
            std::memset(numbers_.data, 0, bytes_of(numbers_));
            for (const std::string& part : *all) {
                switch (numbers_.kind) {
                    case NumberKind::Float32: add<float>(numbers_.data, part, numbers_.count); break;
                    case NumberKind::Float64: add<double>(numbers_.data, part, numbers_.count); break;
                    case NumberKind::Int64: add<std::int64_t>(numbers_.data, part, numbers_.count); break;
                    case NumberKind::Byte: add<std::uint8_t>(numbers_.data, part, numbers_.count); break;
                }
            }
            return {};
        }

    private:
        Process& process_;
        const Numbers numbers_;
    };

    Result<std::vector<std::string>> exchange(const Numbers& mine) {
        return table_->exchange(static_cast<std::size_t>(rank()),
                                std::string(static_cast<const char*>(mine.data), bytes_of(mine)));
    }

    const std::shared_ptr<Table> table_;
    GroupPlace place_;
};

ThreadProcesses::ThreadProcesses(int size, double timeout) : table_(std::make_shared<Table>(size, timeout)) {}
ThreadProcesses::~ThreadProcesses() = default;

std::shared_ptr<Collective> ThreadProcesses::process(int rank) const { return std::make_shared<Process>(table_, rank); }

void ThreadProcesses::run(const std::function<void(std::shared_ptr<Collective>)>& life) const {
    std::vector<std::jthread> threads;
    for (std::size_t rank = 0; rank < table_->seats.size(); ++rank)
        threads.emplace_back([&, rank] { life(process(static_cast<int>(rank))); });
}

}  // namespace headroom::test
