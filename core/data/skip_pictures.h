// Pictures that the settings data.skip_duplicates and data.skip_empty keep from a run: those that all but repeat an earlier one by name, and those of
// one colour. Which ones these are the whole pictures say, as they lie in their files (dataset_facts.h): the same ones at every size and every cut.
#pragma once

#include "core/data/dataset.h"
#include "core/data/image_source.h"

#include <cstdint>
#include <memory>
#include <stop_token>

namespace headroom {

/// How many of `source` the settings skip. Looks at all of its pictures, or takes what such a look has found before; where nothing is to be skipped it
/// does neither. Errors: those of look_at_all(), and that of a picture that cannot be read at present.
Result<SkippedPictures> skipped_of(const ImageSource& source, const TrainConfig& config, const ProgressFn& progress,
                                   std::stop_token stop);

/// `all`, which was packed of `source`, less what the settings skip; `all` itself where that is none. Errors: those of skipped_of(), of check_left()
/// where nothing is left, BadFile (files that cannot be told apart).
Result<std::shared_ptr<const PackedDataset>> skip_pictures(std::shared_ptr<const PackedDataset> all,
                                                           const ImageSource& source, const TrainConfig& config,
                                                           const ProgressFn& progress, std::stop_token stop);

/// Whether the `left` pictures that skipping has left to train on make a batch of `batch`. Where nothing is skipped they always do. Error:
/// InvalidArgument, with the setting.
Result<void> check_left(const SkippedPictures& skipped, std::int64_t left, std::int64_t batch);

}  // namespace headroom
