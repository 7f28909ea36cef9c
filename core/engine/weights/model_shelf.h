// The models on the user's disk and in the catalogue, as the window shows them.
#pragma once

#include "core/api/models.h"
#include "core/base/result.h"
#include "core/io/models/model_catalog.h"

#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

class ModelShelf {
public:
    /// `folder`: where fetched models are kept; `catalog`: what can be fetched.
    explicit ModelShelf(std::string folder, std::vector<CatalogModel> catalog = model_catalog());

    /// As Services' methods of these names. Any thread.
    std::vector<KnownModel> list() const;
    Result<std::string> fetch(const std::string& id, const FetchProgressFn& progress, std::stop_token stop) const;
    Result<void> remove(const std::string& id) const;

private:
    Result<const CatalogModel*> find(const std::string& id) const;

    std::string folder_;
    std::vector<CatalogModel> catalog_;
};

/// Errors: NotFound, BadFile. A file of another kind of network is no error: the summary says so.
Result<WeightSummary> summary_of_weights(const std::string& path);

}  // namespace headroom
