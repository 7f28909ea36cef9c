// What a group of one has in common.
#include "core/train/forecast/lone_process.h"

#include <cstring>
#include <utility>

namespace headroom {
namespace {

class LoneProcess final : public Collective {
public:
    const GroupPlace& place() const override { return place_; }
    const std::vector<Peer>& peers() const override { return peers_; }

    Result<void> broadcast(Numbers, int) override { return {}; }
    Result<std::unique_ptr<Pending>> begin_reduce(Numbers) override {
        struct Sum final : Pending {
            Result<void> wait() override { return {}; }
        };
        return std::unique_ptr<Pending>(std::make_unique<Sum>());
    }
    Result<void> gather(Numbers mine, Numbers all) override {
        const std::int64_t each = mine.kind == NumberKind::Float32 ? 4 : mine.kind == NumberKind::Byte ? 1 : 8;
        std::memcpy(all.data, mine.data, static_cast<std::size_t>(mine.count * each));
        return {};
    }
    Result<std::vector<std::int64_t>> vote(std::int64_t mine) override { return std::vector<std::int64_t>{mine}; }
    Result<void> barrier() override { return {}; }

    Result<void> tell(const std::string&) override { return {}; }
    Result<std::string> hear() override {
        return make_error(ErrorCode::Internal, "a process alone has nobody to hear", "Save the log and report it.");
    }
    Result<std::vector<std::string>> collect(const std::string& mine) override {
        return std::vector<std::string>{mine};
    }

    void post(const std::string&, const std::string&) override {}
    std::string look(const std::string&, int) override { return {}; }

    void enter() override {}
    Error blame(double, const std::string& words) override { return make_error(ErrorCode::Environment, words); }
    std::optional<Error> failure() override { return std::nullopt; }
    void leave(const std::string&) override {}

private:
    GroupPlace place_;
    std::vector<Peer> peers_{Peer{}};
};

}  // namespace

std::unique_ptr<Collective> lone_process() { return std::make_unique<LoneProcess>(); }

}  // namespace headroom
