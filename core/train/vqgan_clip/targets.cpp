// Prompts through CLIP.
#include "core/train/vqgan_clip/targets.h"

#include "core/api/param_schema.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/io/pictures/image_codec.h"
#include "core/memory/autocast_guard.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/text/clip_tokenizer.h"
#include "core/text/unknown_words.h"
#include "core/train/gan/noise.h"
#include "core/train/vqgan_clip/painted_picture.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace headroom {
namespace {

PromptSet those_on(const std::vector<PromptSet>& story, std::size_t phrase) {
    PromptSet out;
    for (const Prompt& prompt : story[phrase % story.size()]) {
        if (prompt.on) out.push_back(prompt);
    }
    return out;
}

imagine::Target target(const at::Tensor& embedding, const Prompt& prompt) {
    return {embedding.to(at::kFloat), prompt.weight, prompt.stop};
}

at::Tensor encode_text(const LoadedClip& clip, const std::string& text, std::vector<std::string>& notes) {
    const TokenRow row =
        ClipTokenizer::standard().row(text, static_cast<std::size_t>(clip.model->config().text.context));
    if (row.truncated) notes.push_back("\"" + text + "\" is longer than this CLIP reads; its end is left out");
    if (const auto unknown = unknown_words(text, clip.token_rows); !unknown.empty()) {
        std::string words;
        for (const std::string& word : unknown) words += (words.empty() ? "" : ", ") + word;
        notes.push_back("this CLIP was never shown: " + words);
    }
    const at::Tensor& any = clip.model->logit_scale();
    return clip.model->encode_texts(at::tensor(row.tokens, at::kLong).unsqueeze(0).to(any.device()));
}

at::Tensor encode_picture(ClipModel& clip, const ImageBuffer& image, const PromptCuts& cuts) {
    // Its shape is kept, at no more pixels than the painted picture has.
    const double own = static_cast<double>(image.width) * image.height,
                 area = std::min(own, static_cast<double>(cuts.pixels));
    const double ratio = static_cast<double>(image.width) / image.height;
    const int width = std::max(1, static_cast<int>(std::lround(std::sqrt(area * ratio)))),
              height = std::max(1, static_cast<int>(std::lround(std::sqrt(area / ratio))));
    const at::Tensor picture = tensor_of(resize_image(image, width, height)).to(clip.logit_scale().device());
    const at::Tensor base = cuts.cutter->base(picture);
    std::vector<at::Tensor> parts;
    const AutocastGuard autocast(base.device().type(), nn::kept_in_bf16(clip), at::kBFloat16);
    const std::int64_t chunk = cuts.chunk > 0 ? cuts.chunk : cuts.cuts;
    for (std::int64_t first = 0; first < cuts.cuts; first += chunk) {
        const at::Tensor seen = cuts.cutter->cut(base, 0, first, std::min(chunk, cuts.cuts - first));
        parts.push_back(clip.encode_pictures(clip.normalised(seen)));
    }
    return at::cat(parts);
}

}  // namespace

imagine::CutSettings cut_settings(const ImagineConfig& config, std::int64_t side) {
    imagine::CutSettings out{config.cut_method, side, config.cut_power, {}, config.reference, config.cut_noise};
    for (const std::string& word : set_members(config.augments)) {
        if (const auto augment = enum_from_name<Augment>(word)) out.augments.push_back(*augment);
    }
    return out;
}

ActivePrompts active_prompts(const ImagineConfig& config, std::size_t phrase) {
    return {those_on(parse_prompts(config.prompts), phrase), those_on(parse_prompts(config.picture_prompts), 0),
            those_on(parse_prompts(config.noise_prompts), 0)};
}

PromptNames names_of(const ActivePrompts& prompts) {
    PromptNames out;
    for (const Prompt& p : prompts.texts) out.push_back({PromptKind::Text, p.text});
    for (const Prompt& p : prompts.pictures) out.push_back({PromptKind::Picture, p.text});
    for (const Prompt& p : prompts.noises) out.push_back({PromptKind::Noise, p.text});
    return out;
}

std::size_t phrases_of(const ImagineConfig& config) { return parse_prompts(config.prompts).size(); }

std::vector<std::string> all_texts(const ImagineConfig& config) {
    std::vector<std::string> out;
    for (const PromptSet& phrase : parse_prompts(config.prompts)) {
        for (const Prompt& prompt : phrase) {
            if (prompt.on && !prompt.text.empty()) out.push_back(prompt.text);
        }
    }
    return out;
}

Result<void> TextFeatures::want(const std::vector<std::string>& texts, const std::function<Result<LoadedClip>()>& load,
                                std::vector<std::string>& notes) {
    std::map<std::string, at::Tensor> features;
    std::optional<LoadedClip> reader;
    const at::NoGradGuard no_grad;
    for (const std::string& text : texts) {
        if (features.contains(text)) continue;
        if (const auto known = features_.find(text); known != features_.end()) {
            features.emplace(*known);
            continue;
        }
        if (!reader) {
            auto loaded = load();
            if (!loaded) return loaded.error();
            reader = std::move(*loaded);
            if (const std::int64_t rows = reader->model->config().text.vocabulary; rows <= ClipTokenizer::kEnd) {
                return make_error(ErrorCode::BadFile,
                                  "clip.files: a CLIP's token_embedding.weight has " + std::to_string(rows) +
                                      " rows, and its tokens go up to " + std::to_string(ClipTokenizer::kEnd),
                                  "Choose a CLIP that reads texts as OpenAI's do.");
            }
        }
        const RoleScope role(Role::Inputs);
        features.emplace(text, encode_text(*reader, text, notes).to(at::kFloat));
    }
    features_ = std::move(features);
    return {};
}

Result<void> PromptPictures::want(const PromptSet& prompts) {
    std::map<std::string, ImageBuffer> pictures;
    for (const Prompt& prompt : prompts) {
        if (pictures.contains(prompt.text)) continue;
        if (const auto known = pictures_.find(prompt.text); known != pictures_.end()) {
            pictures.insert(*known);
            continue;
        }
        auto picture = decode_image(prompt.text);
        if (!picture) return picture.error();
        pictures.emplace(prompt.text, *std::move(picture));
    }
    pictures_ = std::move(pictures);
    return {};
}

std::vector<imagine::Target> targets_for(ClipModel& clip, const ActivePrompts& prompts, const TextFeatures& texts,
                                         const PromptPictures& pictures, const PromptCuts& cuts) {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Inputs);
    std::vector<imagine::Target> out;
    for (const Prompt& prompt : prompts.texts) out.push_back(target(texts.of(prompt.text), prompt));
    for (const Prompt& prompt : prompts.pictures)
        out.push_back(target(encode_picture(clip, pictures.of(prompt.text), cuts), prompt));
    for (const Prompt& prompt : prompts.noises) {
        std::uint64_t seed = 0;
        std::from_chars(prompt.text.data(), prompt.text.data() + prompt.text.size(), seed);
        const at::Tensor numbers = latents(seed, RandomPurpose::Latent, 0, 1, clip.config().embedding).flatten(1);
        out.push_back(target(numbers.to(clip.logit_scale().device()), prompt));
    }
    return out;
}

}  // namespace headroom
