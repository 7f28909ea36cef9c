// Renders scenes into one block of bytes; says what is in them.
#include "core/data/shapes/scene_export.h"

#include "core/data/parallel.h"
#include "core/data/shapes/captions.h"
#include "core/data/shapes/renderer.h"
#include "core/io/files/atomic_file.h"
#include "core/io/tensors/tensor_buffer.h"
#include "core/io/tensors/tensor_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <thread>

namespace headroom::shapes {

Result<void> write_packed_scenes(const std::string& path, const SceneRange& scenes, int size,
                                 const ProgressFn& progress, std::stop_token stop) {
    const std::size_t one = static_cast<std::size_t>(size) * static_cast<std::size_t>(size) * 3;
    auto pictures = TensorBuffer::allocate(one * static_cast<std::uint64_t>(scenes.count), path);
    if (!pictures) return pictures.error();
    auto* bytes = reinterpret_cast<std::uint8_t*>(pictures->bytes().data());
    const auto workers = static_cast<std::int64_t>(std::max(1u, std::thread::hardware_concurrency()));
    const auto render = [&](std::int64_t i) {
        render_scene(make_scene(scenes.first + i, scenes.variety), size, bytes + static_cast<std::size_t>(i) * one);
    };
    const LoopProgress shown{&progress, "rendering shapes", 0, scenes.count};
    if (auto ok = for_each_parallel(scenes.count, workers, render, shown, stop); !ok) return ok;
    const TensorView view{"images", DType::U8, {scenes.count, size, size, 3}, pictures->bytes()};
    const auto written = write_safetensors(path, {view}, {});
    return written ? Result<void>{} : Result<void>{written.error()};
}

Result<void> write_scene_captions(const std::string& path, const SceneRange& scenes, int wordings,
                                  std::stop_token stop) {
    constexpr std::string_view places[] = {"left", "center", "right"};
    std::string lines;
    for (std::int64_t i = scenes.first; i < scenes.first + scenes.count; ++i) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the export was stopped");
        const Scene scene = make_scene(i, scenes.variety);
        nlohmann::ordered_json line{{"index", i},
                                    {"solid", name_of(scene.solid)},
                                    {"colour", name_of(scene.colour)},
                                    {"floor", name_of(scene.floor)},
                                    {"background", name_of(scene.background)},
                                    {"large", scene.large},
                                    {"place", places[static_cast<std::size_t>(scene.place)]},
                                    {"captions", nlohmann::ordered_json::array()}};
        for (int wording = 0; wording < wordings; ++wording)
            line["captions"].push_back(scene_caption(i, scenes.variety, static_cast<std::uint64_t>(wording)));
        lines += line.dump() + "\n";
    }
    return write_text_atomic(path, lines);
}

}  // namespace headroom::shapes
