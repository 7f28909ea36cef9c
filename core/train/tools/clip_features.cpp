// Pictures and texts through CLIP.
#include "core/train/tools/clip_features.h"

#include "core/io/pictures/image_codec.h"
#include "core/memory/libtorch.h"
#include "core/models/vqgan_clip/prompt_loss.h"
#include "core/text/clip_tokenizer.h"
#include "core/text/unknown_words.h"
#include "core/train/tensor_bridge.h"
#include "core/train/tools/clip_pictures.h"
#include "core/train/tools/tool_room.h"
#include "core/train/vqgan_clip/painted_picture.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t kChunk = 16;  ///< pictures or texts at once

/// As the model was trained on it: (1, 3, side, side), normalised.
Result<at::Tensor> prepared(const std::string& path, const ClipArchitecture& clip) {
    auto image = decode_image(path);
    if (!image) return image.error();
    // Its shorter side becomes that of the network: a strip would take any amount of memory on the way to its middle.
    constexpr int most = 100;
    if (image->width / most > image->height || image->height / most > image->width)
        return make_error(ErrorCode::BadFile,
                          path + " is a strip of " + std::to_string(image->width) + " x " +
                              std::to_string(image->height) + " pixels",
                          "Cut it to the part that CLIP shall look at.");
    return clip_input(*image, clip.shape.vision.image, clip);
}

class Reader {
public:
    Reader(std::function<Result<LoadedClip>(ClipSide)> load, const ToolPlace& place, const ProgressFn& progress,
           std::stop_token stop)
        : load_(std::move(load)), device_(place.device), progress_(progress), stop_(std::move(stop)) {}

    Result<void> pictures(const std::vector<std::string>& paths) {
        if (paths.empty()) return {};
        if (auto ok = take(ClipSide::Pictures); !ok) return ok;
        std::vector<at::Tensor> all, features;
        for (std::size_t i = 0; i < paths.size();) {
            if (stop_.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
            progress_("looking at pictures", static_cast<double>(i) / static_cast<double>(paths.size()));
            std::vector<at::Tensor> some;
            for (const std::size_t end = std::min(i + kChunk, paths.size()); i < end; ++i) {
                auto picture = prepared(paths[i], clip_.model->architecture());
                if (!picture) return picture.error();
                some.push_back(std::move(*picture));
            }
            all.push_back(at::cat(some));
            features.push_back(clip_.model->encode_pictures(all.back().to(device_)).to(at::kCPU, at::kFloat));
        }
        keep("images", at::cat(all), "image_features", at::cat(features));
        return {};
    }

    Result<void> texts(const std::vector<std::string>& texts) {
        if (texts.empty()) return {};
        if (auto ok = take(ClipSide::Texts); !ok) return ok;
        const std::int64_t context = clip_.model->config().text.context;
        std::vector<at::Tensor> rows, features;
        for (const std::string& text : texts) {
            const TokenRow row = ClipTokenizer::standard().row(text, static_cast<std::size_t>(context));
            if (row.truncated) notes.push_back("\"" + text + "\" is longer than this CLIP reads; its end is left out");
            for (const std::string& word : unknown_words(text, clip_.token_rows))
                notes.push_back("this CLIP was never shown the word \"" + word + "\"");
            rows.push_back(at::tensor(row.tokens, at::kLong).unsqueeze(0));
        }
        const at::Tensor tokens = at::cat(rows);
        for (std::int64_t i = 0; i < tokens.size(0); i += kChunk) {
            if (stop_.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
            const at::Tensor part = tokens.narrow(0, i, std::min<std::int64_t>(kChunk, tokens.size(0) - i));
            features.push_back(clip_.model->encode_texts(part.to(device_)).to(at::kCPU, at::kFloat));
        }
        keep("tokens", tokens, "text_features", at::cat(features));
        return {};
    }

    NamedTensors found;
    std::vector<std::string> notes;

private:
    /// One side of the network at a time: the other is let go of first.
    Result<void> take(ClipSide side) {
        progress_("loading CLIP", -1);
        clip_ = {};
        auto loaded = load_(side);
        if (!loaded) return loaded.error();
        clip_ = std::move(*loaded);
        if (!clip_.assumed.empty() && std::find(notes.begin(), notes.end(), clip_.assumed) == notes.end())
            notes.push_back(clip_.assumed);
        return {};
    }

    void keep(const char* input, const at::Tensor& given, const char* output, const at::Tensor& features) {
        found.emplace_back(input, given);
        found.emplace_back(output, features);
    }

    std::function<Result<LoadedClip>(ClipSide)> load_;
    LoadedClip clip_;
    at::Device device_;
    const ProgressFn& progress_;
    std::stop_token stop_;
};

at::Tensor unit(const NamedTensors& tensors, const std::string& name) {
    for (const auto& [key, tensor] : tensors) {
        if (key == name) return imagine::unit_rows(tensor.to(at::kDouble));
    }
    return {};
}

std::vector<std::vector<double>> rows_of(const at::Tensor& table) {
    std::vector<std::vector<double>> out;
    for (std::int64_t i = 0; i < table.size(0); ++i) {
        const at::Tensor row = table[i].contiguous();
        out.emplace_back(row.const_data_ptr<double>(), row.const_data_ptr<double>() + row.numel());
    }
    return out;
}

void compare(const NamedTensors& found, ClipReport& report) {
    const at::Tensor pictures = unit(found, "image_features"), texts = unit(found, "text_features");
    report.features = pictures.defined() ? pictures.size(1) : texts.size(1);
    if (!pictures.defined() || !texts.defined()) return;
    report.cosine = rows_of(at::matmul(pictures, texts.t()));
    const at::Tensor apart = (pictures.unsqueeze(1) - texts.unsqueeze(0)).square().sum(-1).sqrt();
    report.spherical = rows_of(2 * at::asin((apart / 2).clamp_max(1)).square());
}

Result<void> work_on(const ClipRequest& request, const ToolPlace& place, const ProgressFn& progress,
                     std::stop_token stop, ClipReport& report) {
    const auto architecture = clip_architecture(report.clip);
    if (!architecture) return architecture.error();
    if (const std::int64_t rows = architecture->shape.text.vocabulary;
        !request.texts.empty() && rows > 0 && rows <= ClipTokenizer::kEnd) {
        return make_error(ErrorCode::BadFile,
                          report.clip + ": token_embedding.weight has " + std::to_string(rows) +
                              " rows, and CLIP's tokens go up to " + std::to_string(ClipTokenizer::kEnd),
                          "Choose a CLIP that reads texts as OpenAI's do.");
    }
    const auto load = [&](ClipSide side) { return load_clip_side(report.clip, side, place.device); };
    Reader reader(load, place, progress, std::move(stop));
    if (auto ok = reader.texts(request.texts); !ok) return ok;
    if (auto ok = reader.pictures(request.pictures); !ok) return ok;
    report.notes = std::move(reader.notes);
    compare(reader.found, report);
    if (request.tensors.empty()) return {};
    const TensorCopies copies = copy_tensors(reader.found);
    if (auto ok = write_safetensors(request.tensors, copies.views, {}); !ok) return ok.error();
    return {};
}

}  // namespace

Result<ClipReport> clip_features(const ClipRequest& request, ProgressFn progress, std::stop_token stop) {
    if (request.pictures.empty() && request.texts.empty())
        return make_error(ErrorCode::InvalidArgument, "there is neither a picture nor a text",
                          "Give some with --image and --text.");
    for (const std::string& text : request.texts) {
        if (ClipTokenizer::standard().encode(text).empty())
            return make_error(ErrorCode::InvalidArgument, "--text: \"" + text + "\" has no words",
                              "Write what the picture shows.");
    }
    if (auto ok = check_target(request.tensors, "--tensors"); !ok) return ok.error();
    ClipReport report;
    auto clip = clip_file(request.clip);
    if (!clip) return clip.error();
    report.clip = *std::move(clip);
    const ToolRoom room{request.device, request.budget, "CLIP's features",
                        "Give a larger --budget, or a smaller CLIP."};
    auto done = run_tool(room, [&](const ToolPlace& place) { return work_on(request, place, progress, stop, report); });
    if (!done) return done.error();
    return report;
}

}  // namespace headroom
