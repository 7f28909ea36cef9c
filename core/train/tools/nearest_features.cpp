// Features of a whole data set, made once, and the cosines of one picture's with them.
#include "core/train/tools/nearest_features.h"

#include "core/base/user_folders.h"
#include "core/data/dataset.h"
#include "core/io/files/file_stamp.h"
#include "core/io/files/sha256.h"
#include "core/io/tensors/tensor_file.h"
#include "core/memory/libtorch.h"
#include "core/models/vqgan_clip/prompt_loss.h"
#include "core/train/run/pictures.h"
#include "core/train/tensor_bridge.h"
#include "core/train/tools/clip_pictures.h"
#include "core/train/tools/tool_room.h"

#include <algorithm>
#include <filesystem>

namespace headroom {
namespace {

constexpr std::int64_t kAtOnce = 32;  // pictures
constexpr const char* kName = "image_features";

/// Whose features a file holds: changes with the pictures, with the weights and what is said beside them, and with how they are made.
std::string mark_of_features(const PackedDataset& data, const std::string& file, const ClipArchitecture& clip) {
    return "2 " + data.fingerprint() + " " + file_stamp(file) + " " + said_beside(clip);
}

class Looker {
public:
    Looker(std::string clip, const ToolPlace& place, const ProgressFn& progress, std::stop_token stop)
        : clip_(std::move(clip)), device_(place.device), progress_(progress), stop_(std::move(stop)) {}

    Result<void> open() {
        progress_("loading CLIP", -1);
        auto loaded = load_clip_side(clip_, ClipSide::Pictures, device_);
        if (!loaded) return loaded.error();
        model_ = std::move(loaded->model);
        return {};
    }

    const ClipArchitecture& architecture() const { return model_->architecture(); }

    /// (n, E), each of length 1, on the CPU.
    at::Tensor features(const ImageList& pictures) {
        std::vector<at::Tensor> inputs;
        for (const ImageBuffer& picture : pictures)
            inputs.push_back(clip_input(picture, model_->config().vision.image, architecture()));
        return imagine::unit_rows(model_->encode_pictures(at::cat(inputs).to(device_)).to(at::kCPU, at::kFloat));
    }

    /// Of all pictures, from `file` or made and kept there.
    Result<at::Tensor> features(const PackedDataset& data, const std::string& file, const std::string& mark) {
        if (const auto kept = read_safetensors(file); kept && kept->metadata.contains("of") &&
                                                      kept->metadata.at("of") == mark && kept->find(kName) &&
                                                      kept->find(kName)->dtype == DType::F32)
            return to_tensor(*kept->find(kName));
        std::vector<at::Tensor> all;
        for (std::int64_t first = 0; first < data.count(); first += kAtOnce) {
            if (stop_.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
            progress_("showing CLIP the data set", static_cast<double>(first) / static_cast<double>(data.count()));
            ImageList some;
            for (std::int64_t i = first; i < std::min(first + kAtOnce, data.count()); ++i)
                some.push_back(picture_of(data, i));
            all.push_back(features(some));
        }
        at::Tensor joined = at::cat(all);
        std::error_code failed;
        std::filesystem::create_directories(std::filesystem::path(file).parent_path(), failed);
        // Where it cannot be kept it is made again the next time.
        (void)write_safetensors(file, copy_tensors({{kName, joined}}).views, {{"of", mark}});
        return joined;
    }

private:
    std::string clip_;
    at::Device device_;
    const ProgressFn& progress_;
    std::stop_token stop_;
    std::shared_ptr<ClipModel> model_;
};

Result<void> look(const NearestQuery& query, const PackedDataset& data, const std::string& folder, Looker looker,
                  NearestFound& found) {
    if (auto ok = looker.open(); !ok) return ok;
    const std::string mark = mark_of_features(data, found.clip, looker.architecture());
    Sha256 hash;
    hash.update(std::as_bytes(std::span(mark)));
    const auto all = looker.features(data, folder + "/" + hash.hex().substr(0, 32) + ".safetensors", mark);
    if (!all) return all.error();
    const at::Tensor cosine = at::matmul(*all, looker.features({query.picture})[0]);
    const auto wanted = std::clamp<std::int64_t>(query.count, 1, data.count());
    // Of equals the one that is stored first.
    const at::Tensor order = std::get<1>(at::sort(cosine, true, 0, true)).narrow(0, 0, wanted);
    for (std::int64_t i = 0; i < wanted; ++i) {
        const auto index = order[i].item<std::int64_t>();
        found.nearest.push_back({index, std::max(0.0, 1.0 - cosine[index].item<double>())});
        found.pictures.push_back(picture_of(data, index));
    }
    return {};
}

}  // namespace

Result<NearestFound> nearest_in_features(const NearestQuery& query, const ProgressFn& progress, std::stop_token stop,
                                         const std::string& cache_dir) {
    if (query.picture.empty())
        return make_error(ErrorCode::InvalidArgument, "there is no picture to look for", "Choose one.");
    NearestFound found;
    auto clip = clip_file(query.clip);
    if (!clip) return clip.error();
    found.clip = *std::move(clip);
    const auto data = open_dataset(query.config, cache_dir, progress, stop);
    if (!data) return data.error();
    const std::string folder = (cache_dir.empty() ? default_cache_folder() : cache_dir) + "/features";
    const ToolRoom room{query.config.device,
                        {},
                        "showing CLIP the data set",
                        "Look for near pictures in pixels, or choose a smaller CLIP."};
    const auto done = run_tool(room, [&](const ToolPlace& place) {
        return look(query, **data, folder, Looker(found.clip, place, progress, stop), found);
    });
    if (!done) return done.error();
    return found;
}

}  // namespace headroom
