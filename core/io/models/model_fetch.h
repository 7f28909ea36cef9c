// Fetching a model of the catalogue: its files, checked by hash where one is known, and by what the weights hold in any case.
#pragma once

#include "core/base/result.h"
#include "core/io/models/download.h"
#include "core/io/models/model_catalog.h"

#include <functional>
#include <stop_token>
#include <string>

namespace headroom {

/// Blocks until every file of `model` is in `folder`, which is made if need be, and its weights are recognised as a complete network of its
/// kind. Files that are there already and whole are not fetched again. Returns the path of the weights. `progress` counts over all files.
/// `agree` is asked once, before the network is used and `folder` is made: not at all where every file is there. Each file that is there is read
/// once for its hash. Errors: that of `agree`; as download_file; BadFile when the weights are not what the catalogue says (the file is kept,
/// under its own name with .wrong).
Result<std::string> fetch_model(const CatalogModel& model, const std::string& folder,
                                const DownloadProgressFn& progress, std::stop_token stop,
                                const std::function<Result<void>()>& agree = {});

}  // namespace headroom
