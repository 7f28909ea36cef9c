// Features of a whole data set, as scores by CLIP know them, and the cosines of one picture's with them.
#include "core/train/tools/nearest_features.h"

#include "core/data/dataset.h"
#include "core/memory/libtorch.h"
#include "core/train/run/pictures.h"
#include "core/train/score/set_scores.h"
#include "core/train/tools/clip_pictures.h"
#include "core/train/tools/tool_room.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace headroom {
namespace {

constexpr std::int64_t kAtOnce = 32;  // pictures

Result<void> look(const NearestQuery& query, const std::shared_ptr<const PackedDataset>& data, at::Device device,
                  const ScoreWatch& watch, NearestFound& found) {
    watch.at("loading CLIP", -1);
    const auto space = open_space({"clip", found.clip}, InceptionResize::CleanFid, device);
    if (!space) return space.error();
    const auto all = features_of(pictures_of_data(data), **space, kAtOnce, watch);
    if (!all) return all.error();
    const at::Tensor own = (*space)->features((*space)->input(query.picture))[0];
    // All of them are as long as the square root of their width.
    const at::Tensor cosine = at::matmul(*all, own) / static_cast<double>(own.size(0));
    const auto wanted = std::clamp<std::int64_t>(query.count, 1, data->count());
    // Of equals the one that is stored first.
    const at::Tensor order = std::get<1>(at::sort(cosine, true, 0, true)).narrow(0, 0, wanted);
    for (std::int64_t i = 0; i < wanted; ++i) {
        const auto index = order[i].item<std::int64_t>();
        found.nearest.push_back({index, std::max(0.0, 1.0 - cosine[index].item<double>())});
        found.pictures.push_back(picture_of(*data, index));
    }
    return {};
}

}  // namespace

Result<NearestFound> nearest_in_features(const NearestQuery& query, const ProgressFn& progress, std::stop_token stop) {
    if (query.picture.empty())
        return make_error(ErrorCode::InvalidArgument, "there is no picture to look for", "Choose one.");
    NearestFound found;
    auto clip = clip_file(query.clip);
    if (!clip) return clip.error();
    found.clip = *std::move(clip);
    const auto data = open_dataset(query.config, {}, progress, stop);
    if (!data) return data.error();
    const ToolRoom room{query.config.device,
                        {},
                        "showing CLIP the data set",
                        "Look for near pictures in pixels, or choose a smaller CLIP."};
    const auto done = run_tool(room, [&](const ToolPlace& place) -> Result<void> {
        try {
            return look(query, *data, place.device, {progress, stop}, found);
        } catch (const ScoreStopped&) { return make_error(ErrorCode::Cancelled, "stopped"); }
    });
    if (!done) return done.error();
    return found;
}

}  // namespace headroom
