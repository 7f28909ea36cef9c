// What a look at all pictures of a source has found, kept in the user's cache: a second look at a hundred thousand takes no minutes.
#pragma once

#include "core/data/dataset_facts.h"

#include <optional>

namespace headroom {

/// Of these very pictures (ImageSource::looks()); nothing: nobody has looked, or it cannot be read.
std::optional<DataLook> kept_look(const ImageSource& source);
/// Where the cache takes no file nothing is kept. What nobody asked for in a long time goes (bounded_cache.h).
void keep_look(const ImageSource& source, const DataLook& look);

}  // namespace headroom
