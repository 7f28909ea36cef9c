// What counsel would have said of a stored run, step by step.
#pragma once

#include "core/api/forecast.h"
#include "core/api/services.h"
#include "core/engine/counsel/counsel_watch.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace headroom {

/// What of a data set's inspection counsel knows, of a run with the settings `config`: what it skips it does not see.
DataFacts facts_of(const DatasetReport& report, const TrainConfig& config);

/// So many of a run's pictures as training sees them, from one on.
using PicturesFn = std::function<ImageList(std::int64_t first, int count)>;

/// What counsel knows of the `count` pictures of a run that begins. Whether many lose much to the square crop is looked at only where one is
/// asked for and counsel watches: that lists the folder. Near-duplicates and empty pictures are looked for among some thousand `pictures` at most.
DataFacts facts_of(const TrainConfig& config, std::int64_t count, const PicturesFn& pictures, std::stop_token stop);

/// What the pictures of a run's data come to at a size in px.
using DataAtFn = std::function<DataFacts(std::int64_t side)>;

/// What was told of `run`, oldest first, read from its history, its samples and its changes of settings. Samples that cannot be read
/// are left out. `data_at` is asked for each size that the run had and `data` is not of; empty: nobody knows.
std::vector<CounselTold> counsel_of(const RunHistory& run, const DataFacts& data, const DataAtFn& data_at = {});

/// The layout of the run's networks as they are now, followed through its changes of size; empty: its settings alone decide.
NetworkLayout networks_of(const RunHistory& run);

/// `watch` begins `run`, which goes on with the settings `now`, as if it had watched it all along.
void catch_up(CounselWatch& watch, const RunHistory& run, const TrainConfig& now, const DataFacts& data);

}  // namespace headroom
