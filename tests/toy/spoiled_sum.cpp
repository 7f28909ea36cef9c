// A Collective that hands everything on, one sum changed.
#include "tests/toy/spoiled_sum.h"

#include <cstdlib>
#include <limits>
#include <string>
#include <utility>

namespace headroom::test {
namespace {

class SpoiledSum final : public Collective {
public:
    SpoiledSum(std::shared_ptr<Collective> all, int which) : all_(std::move(all)), left_(which) {}

    const GroupPlace& place() const override { return all_->place(); }
    const std::vector<Peer>& peers() const override { return all_->peers(); }
    Result<void> broadcast(Numbers numbers, int from) override { return all_->broadcast(numbers, from); }
    Result<std::unique_ptr<Pending>> begin_reduce(Numbers numbers) override {
        if (--left_ == 0 && numbers.kind == NumberKind::Float32)
            *static_cast<float*>(numbers.data) = std::numeric_limits<float>::infinity();
        return all_->begin_reduce(numbers);
    }
    Result<void> gather(Numbers mine, Numbers all) override { return all_->gather(mine, all); }
    Result<std::vector<std::int64_t>> vote(std::int64_t mine) override { return all_->vote(mine); }
    Result<void> barrier() override { return all_->barrier(); }
    Result<void> tell(const std::string& text) override { return all_->tell(text); }
    Result<std::string> hear() override { return all_->hear(); }
    Result<std::vector<std::string>> collect(const std::string& mine) override { return all_->collect(mine); }
    void post(const std::string& key, const std::string& text) override { all_->post(key, text); }
    std::string look(const std::string& key, int rank) override { return all_->look(key, rank); }
    void enter() override { all_->enter(); }
    Error blame(double seconds, const std::string& words) override { return all_->blame(seconds, words); }
    std::optional<Error> failure() override { return all_->failure(); }
    void* store() override { return all_->store(); }
    void leave(const std::string& reason) override { all_->leave(reason); }

private:
    const std::shared_ptr<Collective> all_;
    int left_;  ///< sums before the spoiled one, itself counted
};

}  // namespace

std::shared_ptr<Collective> with_a_spoiled_sum(std::shared_ptr<Collective> all) {
    const char* which = std::getenv("HEADROOM_TOY_SPOILED_SUM");
    if (!which || !all) return all;
    return std::make_shared<SpoiledSum>(std::move(all), std::atoi(which));
}

}  // namespace headroom::test
