// ModelCatalog: the public models that the studio can fetch on request, or recognise when a file is there already.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// One file of a model.
struct CatalogFile {
    std::string name;        ///< as it is stored
    std::string url;         ///< https
    std::int64_t bytes = 0;  ///< about that many
    std::string sha256;      ///< lower-case hex; empty: its makers published none
};

/// A model that others made.
struct CatalogModel {
    std::string id;    ///< stable, letters a file name may have
    std::string kind;  ///< "vqgan" or "clip"
    std::string name, summary;
    std::string licence, licence_url;
    std::string source;              ///< page of its makers
    std::vector<CatalogFile> files;  ///< the weights first, then their configuration
};

/// Reads a catalogue. `name` is for messages. Error BadFile naming the model and the field.
Result<std::vector<CatalogModel>> parse_model_catalog(std::string_view json, const std::string& name);

/// The one that is part of the program.
const std::vector<CatalogModel>& model_catalog();
/// Nothing when there is none of that id.
const CatalogModel* find_catalog_model(std::string_view id);
/// The model whose weights have this SHA-256, if its makers published one.
const CatalogModel* find_model_by_hash(std::string_view sha256);

}  // namespace headroom
