// Opens a data set for training: its source, its cache, and the checks that stand before a run.
#include "core/base/some_indices.h"
#include "core/data/bad_share.h"
#include "core/data/dataset.h"
#include "core/data/hold_out.h"
#include "core/data/packer.h"
#include "core/data/parallel.h"
#include "core/data/skip_pictures.h"
#include "core/data/source_factory.h"
#include "core/io/files/sha256.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace headroom {
namespace {

PackSettings settings_of(const TrainConfig& config, const std::string& cache_dir) {
    return {static_cast<int>(config.image_size), static_cast<int>(config.channels()), config.data_workers, cache_dir};
}

/// How many pictures of `source` can be read, by their heads. Errors: as open_dataset.
Result<std::int64_t> good_pictures(const ImageSource& source, const TrainConfig& config, const ProgressFn& progress,
                                   const std::stop_token& stop) {
    if (source.kind() != "folder") return source.count();  // the other kinds cannot hold bad pictures
    std::vector<std::string> why(static_cast<std::size_t>(source.count()));
    const LoopProgress told{&progress, "looking at the pictures", 0, source.count()};
    const auto look = [&](std::int64_t i) {
        if (const auto picture = source.describe(i, false); !picture)
            why[static_cast<std::size_t>(i)] = picture.error().message;
    };
    if (auto done = for_each_parallel(source.count(), config.data_workers, look, told, stop); !done)
        return done.error();
    std::vector<RejectedFile> rejected = source.refused();
    std::int64_t bad = 0;
    for (std::int64_t i = 0; i < source.count(); ++i) {
        if (std::string& reason = why[static_cast<std::size_t>(i)]; !reason.empty()) {
            rejected.push_back({source.path(i), std::move(reason)});
            ++bad;
        }
    }
    const auto usable = check_rejected(source.name(), source.count() - bad, rejected, config.data_max_bad);
    return usable ? Result<std::int64_t>(source.count() - bad) : usable.error();
}

}  // namespace

Result<std::shared_ptr<const PackedDataset>> open_dataset(const TrainConfig& config, const std::string& cache_dir,
                                                          const ProgressFn& progress, std::stop_token stop) {
    const auto source = make_source(config, progress, stop);
    if (!source) return source.error();
    auto packed = open_packed(**source, settings_of(config, cache_dir), progress, stop);
    if (!packed) return packed.error();
    const PackedDataset& all = **packed;
    if (auto usable = check_rejected(all.name(), all.count(), all.rejected(), config.data_max_bad); !usable)
        return usable.error();
    auto left = skip_pictures(std::move(*packed), **source, config, progress, std::move(stop));
    if (!left) return left.error();
    return hold_out(std::move(*left), config.data_held_out);
}

Result<void> check_data(const TrainConfig& config, bool begins, const ProgressFn& progress,
                        const std::stop_token& stop) {
    const auto made = make_source(config, progress, stop);
    if (!made) return made.error();
    const auto good = good_pictures(**made, config, progress, stop);
    if (!good) return good.error();
    const auto skipped = skipped_of(**made, config, progress, stop);
    if (!skipped) return skipped.error();
    const std::int64_t left = *good - skipped->count(), trained = left - held_out_of(left, config.data_held_out);
    return check_left(*skipped, trained, begins ? config.effective_batch() : 1);
}

Result<std::string> fingerprint_as(const TrainConfig& config, const PackedDataset& open, std::stop_token stop) {
    const auto source = make_source(config, {}, std::move(stop));
    if (!source) return source.error();
    const std::string all = data_fingerprint(**source, settings_of(config, {})), now = open.fingerprint();
    // What is skipped and what is held out depends on neither size nor cut, and stands behind the fingerprint of all.
    return all + now.substr(std::min(all.size(), now.size()));
}

double cut_share(const TrainConfig& config, std::stop_token stop) {
    constexpr std::int64_t kMostLookedAt = 256;
    const auto source = make_source(config, {}, std::move(stop));
    if (!source) return std::numeric_limits<double>::quiet_NaN();
    std::int64_t known = 0, cut = 0;
    for (const std::int64_t i : some_indices((*source)->count(), kMostLookedAt, 1)) {
        const auto picture = (*source)->describe(i, false);
        if (!picture) continue;
        ++known;
        cut += loses_a_third(picture->width, picture->height) ? 1 : 0;
    }
    return known > 0 ? static_cast<double>(cut) / static_cast<double>(known) : std::numeric_limits<double>::quiet_NaN();
}

Result<std::string> data_contents(const TrainConfig& config, std::stop_token stop) {
    const auto source = make_source(config, {}, std::move(stop));
    if (!source) return source.error();
    const std::string hash = sha256_of((*source)->kind() + "\n" + (*source)->contents());
    return std::to_string((*source)->count()) + " pictures, " + hash.substr(0, 16);
}

}  // namespace headroom
