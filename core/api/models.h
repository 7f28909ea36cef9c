// Models that text to image can use: the built-in ones, the public ones that Headroom knows, and what a file of one's own is.
#pragma once

#include "core/api/param.h"
#include "core/base/units.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom {

/// A model of the catalogue, or a built-in one.
struct KnownModel {
    std::string id;    ///< stable; empty: built in
    std::string kind;  ///< "vqgan" or "clip"
    std::string name, summary;
    std::string licence, licence_url;
    std::string source;  ///< page of its makers
    std::string server;  ///< where a download comes from: "heibox.uni-heidelberg.de"
    Bytes size;          ///< of all its files
    bool hash_published =
        false;         ///< its makers published a SHA-256 of the weights; else what they hold is checked alone
    std::string path;  ///< of its weights; empty while they are not here
    Bytes partial;     ///< on disk of a download that broke off

    bool is_builtin() const { return id.empty(); }
    bool is_here() const { return !path.empty(); }
};

struct FetchProgress {
    Bytes done, total;  ///< total 0: not known
    double bytes_per_second = 0;
};
/// Called a few times a second on the fetching thread.
using FetchProgressFn = std::function<void(const FetchProgress&)>;

/// What a weight file is.
struct WeightSummary {
    std::string path, kind;  ///< kind as KnownModel's, "dcgan", "light-gan", "upscaler", "inception" or "unknown"
    std::string words;       ///< "VQGAN f16, 16,384 codes, 67.5 million numbers"
    bool usable = false;     ///< complete, for text to image
    std::string problem;     ///< why not
    std::vector<std::string> notes;
    /// That the file tells of its network, by the keys of the family whose runs begin with it: what such a run must have. Empty: no family
    /// takes its network over.
    ParamPatch settings{};
};

}  // namespace headroom
