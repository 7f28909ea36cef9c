// What a look at all pictures of a source has found, kept in the user's cache: a second look at a hundred thousand takes no minutes.
#pragma once

#include "core/api/dataset_facts.h"
#include "core/data/image_source.h"

#include <optional>

namespace headroom {

/// Of these very pictures (ImageSource::looks()); nothing: nobody has looked, or it cannot be read.
std::optional<DatasetFacts> kept_facts(const ImageSource& source);
/// Where the cache takes no file nothing is kept. Facts that nobody asked for in a long time go (bounded_cache.h).
void keep_facts(const ImageSource& source, const DatasetFacts& facts);

}  // namespace headroom
