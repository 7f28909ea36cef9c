// Which pictures are held out, and which of these a run has seen all the same.
#include "core/data/hold_out.h"

#include "core/base/some_indices.h"
#include "core/config/numbers.h"
#include "core/data/dataset_facts.h"
#include "core/data/parallel.h"
#include "core/data/pictures_at.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <mutex>
#include <new>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace headroom {
namespace {

constexpr std::uint64_t kHeldOutSeed = 1717;

/// Those of `out` that no picture of `kept` repeats.
Places not_repeated(const PackedDataset& all, const Places& out, const Places& kept) {
    const auto side = static_cast<std::size_t>(all.size()), row = side * static_cast<std::size_t>(all.channels());
    const auto part = [&](std::int64_t i, std::size_t first, std::size_t many) {
        return std::string_view(reinterpret_cast<const char*>(all.image(i)) + first * row, many * row);
    };
    // A row from the middle tells most apart, so that few of a large data set are read to their end.
    std::unordered_set<std::string_view> rows, pictures;
    for (const std::int64_t i : out) {
        rows.insert(part(i, side / 2, 1));
        pictures.insert(part(i, 0, side));
    }
    for (const std::int64_t i : kept)
        if (rows.contains(part(i, side / 2, 1))) pictures.erase(part(i, 0, side));
    Places unseen;
    std::copy_if(out.begin(), out.end(), std::back_inserter(unseen),
                 [&](std::int64_t i) { return pictures.contains(part(i, 0, side)); });
    return unseen;
}

/// Those of `out` that by their looks repeat none of `kept` either, as near_duplicates() tells: a photograph that was saved twice, the next picture of a
/// film. Larger data sets, of which looking at each would take long, are not looked at.
Places without_near_duplicates(const PackedDataset& all, const Places& out, const Places& kept) {
    constexpr std::int64_t kMostLookedAt = 20000, kMostPixels = std::int64_t{1} << 28;
    const std::int64_t side = all.size();
    if (all.count() > kMostLookedAt || all.count() * side * side > kMostPixels) return out;
    const auto bytes = static_cast<std::size_t>(side * side * all.channels());
    // Those kept come first: of all that a picture repeats the first is told.
    Places places = kept;
    places.insert(places.end(), out.begin(), out.end());
    std::vector<PictureLook> looks(places.size());
    const auto look = [&](std::int64_t i) {
        const std::uint8_t* from = all.image(places[static_cast<std::size_t>(i)]);
        looks[static_cast<std::size_t>(i)] =
            look_at(ImageBuffer{all.size(), all.size(), all.channels(),
                                std::make_shared<const std::vector<std::uint8_t>>(from, from + bytes)});
    };
    // On all cores: a run's next step waits for it.
    if (!for_each_parallel(std::ssize(places), 0, look, {}, {})) throw std::bad_alloc();
    const auto repeated = near_duplicates(looks, {});
    if (!repeated) return out;
    std::unordered_set<std::int64_t> seen;
    for (const auto& [first, later] : *repeated)
        if (first < std::ssize(kept) && later >= std::ssize(kept)) seen.insert(places[static_cast<std::size_t>(later)]);
    Places unseen;
    std::copy_if(out.begin(), out.end(), std::back_inserter(unseen), [&](std::int64_t i) { return !seen.contains(i); });
    return unseen;
}

class HeldOut final : public PicturesAt {
public:
    HeldOut(std::shared_ptr<const PackedDataset> all, std::string fingerprint, Places out,
            std::shared_ptr<const Places> kept)
        : PicturesAt(std::move(all), std::move(fingerprint)), out_(std::move(out)), kept_(std::move(kept)) {}

protected:
    const Places& at() const override {
        std::call_once(looked_, [this] {
            unseen_ = without_near_duplicates(whole(), not_repeated(whole(), out_, *kept_), *kept_);
        });
        return unseen_;
    }

private:
    Places out_;
    std::shared_ptr<const Places> kept_;
    mutable std::once_flag looked_;
    mutable Places unseen_;
};

class Kept final : public PicturesAt {
public:
    Kept(std::shared_ptr<const PackedDataset> all, std::string fingerprint, std::shared_ptr<const Places> kept,
         std::shared_ptr<const PackedDataset> held_out)
        : PicturesAt(std::move(all), std::move(fingerprint)), kept_(std::move(kept)), held_out_(std::move(held_out)) {}

    std::shared_ptr<const PackedDataset> held_out() const override { return held_out_; }

protected:
    const Places& at() const override { return *kept_; }

private:
    std::shared_ptr<const Places> kept_;
    std::shared_ptr<const PackedDataset> held_out_;
};

}  // namespace

std::int64_t held_out_of(std::int64_t count, double percent) {
    return static_cast<std::int64_t>(std::floor(static_cast<double>(count) * percent / 100));
}

std::shared_ptr<const PackedDataset> hold_out(std::shared_ptr<const PackedDataset> all, double percent) {
    const std::int64_t wanted = held_out_of(all->count(), percent);
    if (wanted <= 0) return all;
    Places out = some_indices(all->count(), wanted, kHeldOutSeed), kept;
    for (std::int64_t i = 0; i < all->count(); ++i)
        if (!std::binary_search(out.begin(), out.end(), i)) kept.push_back(i);
    const std::string fingerprint = all->fingerprint();
    const auto stay = std::make_shared<const Places>(std::move(kept));
    auto others = std::make_shared<HeldOut>(all, fingerprint + ", those held out", std::move(out), stay);
    return std::make_shared<Kept>(std::move(all), fingerprint + ", " + number_text(percent) + " % held out", stay,
                                  std::move(others));
}

}  // namespace headroom
