// The built-in models as they are shipped: they load, rebuild held-out shapes, tell captions apart, and have a start for every prompt.
#include "core/data/shapes/captions.h"
#include "core/data/shapes/renderer.h"
#include "core/io/models/builtin_models.h"
#include "core/io/models/start_library.h"
#include "core/models/clip/clip.h"
#include "core/models/nn/load_weights.h"
#include "core/models/vqgan/vqgan.h"
#include "core/text/clip_tokenizer.h"
#include "core/text/unknown_words.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>

namespace headroom {
namespace {

using shapes::Scene;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::int64_t kHeldOut = 1000000;   ///< first scene that training never saw
constexpr int kSide = 64, kLargeSide = 128;  ///< what the CLIP sees, what the VQGAN paints

/// Everything read once for all tests.
struct Shipped {
    BuiltinModels files;
    StartLibrary starts;
    std::shared_ptr<Vqgan> vqgan;
    std::shared_ptr<ClipModel> clip;
    std::vector<std::int32_t> rows;
};

template <class T> T must(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().message);
    return *std::move(result);
}

void must(Result<void> result) {
    if (!result) throw std::runtime_error(result.error().message);
}

const Shipped& shipped() {
    static const Shipped all = [] {
        Shipped s;
        s.files = must(find_builtin_models());
        s.starts = must(read_start_library(s.files.starts));
        WeightFile vqgan = must(WeightFile::open(s.files.vqgan)), clip = must(WeightFile::open(s.files.clip));
        must(vqgan.require_complete(NetworkKind::Vqgan));
        must(clip.require_complete(NetworkKind::Clip));
        s.vqgan = std::make_shared<Vqgan>(vqgan.map().vqgan.shape);
        s.clip = std::make_shared<ClipModel>(clip.map().clip.shape);
        must(nn::load_weights(vqgan, *s.vqgan));
        must(nn::load_weights(clip, *s.clip));
        s.rows = must(clip.read_token_rows());
        return s;
    }();
    return all;
}

/// Held-out pictures, (count, 3, side, side) in [0, 1].
at::Tensor held_out(std::int64_t first, std::int64_t count, Variety variety, int side = kSide) {
    at::Tensor bytes = at::empty({count, side, side, 3}, at::kByte);
    for (std::int64_t i = 0; i < count; ++i) {
        shapes::render_scene(shapes::make_scene(kHeldOut + first + i, variety), side,
                             bytes.data_ptr<std::uint8_t>() + i * side * side * 3);
    }
    return bytes.permute({0, 3, 1, 2}).to(at::kFloat).div_(255).contiguous();
}

at::Tensor unit(const at::Tensor& x) { return x / x.norm(2, -1, /*keepdim=*/true); }

at::Tensor text_features(const std::vector<std::string>& texts) {
    const at::NoGradGuard no_grad;
    const auto context = static_cast<std::size_t>(shipped().clip->config().text.context);
    std::vector<std::int64_t> tokens;
    for (const std::string& text : texts) {
        const TokenRow row = ClipTokenizer::standard().row(text, context);
        EXPECT_FALSE(row.truncated) << text;
        tokens.insert(tokens.end(), row.tokens.begin(), row.tokens.end());
    }
    const auto shape = {static_cast<std::int64_t>(texts.size()), static_cast<std::int64_t>(context)};
    return unit(shipped().clip->encode_texts(at::tensor(tokens, at::kLong).view(shape)));
}

/// Whether a scene is all that a caption says.
bool says_true(const std::string& caption, const Scene& scene) {
    std::istringstream in(caption);
    const std::vector<std::string> words{std::istream_iterator<std::string>(in), {}};
    const auto is_one = [](const std::string& word, std::initializer_list<const char*> list) {
        return std::find(list.begin(), list.end(), word) != list.end();
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const std::string next = i + 1 < words.size() ? words[i + 1] : "";
        if (const auto colour = enum_from_name<shapes::Colour>(word)) {
            const bool of_floor = is_one(next, {"floor", "ground", "surface"}),
                       behind = is_one(next, {"background", "wall", "sky"});
            if (*colour != (of_floor ? scene.floor : behind ? scene.background : scene.colour)) return false;
        }
        if (is_one(word, {"large", "big"}) && !scene.large) return false;
        if (is_one(word, {"small", "tiny"}) && scene.large) return false;
        if (word == "left" && scene.place != shapes::Place::Left) return false;
        if (word == "right" && scene.place != shapes::Place::Right) return false;
        if (word == "center" && scene.place != shapes::Place::Centre) return false;
        if (const auto solid = enum_from_name<shapes::Solid>(word); solid && *solid != scene.solid) return false;
        if (word == "ball" && scene.solid != shapes::Solid::Sphere) return false;
        if (word == "box" && scene.solid != shapes::Solid::Cube) return false;
        if (is_one(word, {"ring", "donut"}) && scene.solid != shapes::Solid::Torus) return false;
        if (word == "diamond" && scene.solid != shapes::Solid::Octahedron) return false;
    }
    return true;
}

/// Share of captions whose best of 64 held-out pictures is all they say.
double retrieval(Variety variety, std::int64_t count) {
    const at::NoGradGuard no_grad;
    ClipModel& clip = *shipped().clip;
    std::int64_t right = 0;
    for (std::int64_t first = 0; first < count; first += 64) {
        std::vector<std::string> captions;
        for (std::int64_t i = 0; i < 64; ++i) captions.push_back(shapes::scene_caption(kHeldOut + first + i, variety));
        const at::Tensor seen = unit(clip.encode_pictures(clip.normalised(held_out(first, 64, variety))));
        const at::Tensor best = at::matmul(text_features(captions), seen.t()).argmax(1);
        for (std::int64_t i = 0; i < 64; ++i) {
            const Scene scene = shapes::make_scene(kHeldOut + first + best[i].item<std::int64_t>(), variety);
            right += says_true(captions[static_cast<std::size_t>(i)], scene);
        }
    }
    return static_cast<double>(right) / static_cast<double>(count);
}

struct Wanted {
    std::string thing, where;  ///< "red cube", "on a green floor"
    std::string prompt() const { return (thing[0] == 'o' ? "an " : "a ") + thing + " " + where; }
};

/// 540: the solid's colour and the floor's differ.
std::vector<Wanted> all_prompts() {
    std::vector<Wanted> out;
    for (const std::string_view solid : EnumNames<shapes::Solid>::names) {
        for (const std::string_view colour : EnumNames<shapes::Colour>::names) {
            for (const std::string_view floor : EnumNames<shapes::Colour>::names) {
                const std::string on = floor == "orange" ? "on an " : "on a ";
                if (colour != floor)
                    out.push_back({std::string(colour) + " " + std::string(solid), on + std::string(floor) + " floor"});
            }
        }
    }
    return out;
}

/// Colour of the lowest row of pictures (N, 3, H, W), where only floor is, and of the topmost, where only background is: (N, 3).
at::Tensor lowest_row(const at::Tensor& pictures) { return pictures.select(2, pictures.size(2) - 1).mean(2); }
at::Tensor topmost_row(const at::Tensor& pictures) { return pictures.select(2, 0).mean(2); }

/// Where the solid is, from -1 (left) to 1: what differs from the colours of its own rows at the edges, in the middle half of a picture (1, 3, H, W).
double across(const at::Tensor& picture) {
    const at::Tensor rows = picture.slice(2, picture.size(2) / 4, 3 * picture.size(2) / 4);
    const at::Tensor left = rows.slice(3, 0, 1), right = rows.slice(3, rows.size(3) - 1);
    const at::Tensor differs =
        at::minimum((rows - left).abs().sum(1), (rows - right).abs().sum(1)).sum(at::IntArrayRef{0, 1}).clamp_min(1e-3);
    const at::Tensor x = at::linspace(-1, 1, differs.size(0));
    return (differs * x).sum().item<double>() / differs.sum().item<double>();
}

/// The shipped VQGAN without its part for larger pictures.
std::shared_ptr<Vqgan> shipped_small() {
    WeightFile file = must(WeightFile::open(shipped().files.vqgan));
    VqganConfig shape = file.map().vqgan.shape;
    shape.fine = 0;
    auto network = std::make_shared<Vqgan>(shape);
    must(nn::load_weights(file, *network));
    return network;
}

/// How steep pictures are along the rows where the renderings have an edge, over how steep those are.
double sharpness(const at::Tensor& pictures, const at::Tensor& renderings) {
    const auto steps = [](const at::Tensor& x) { return x.slice(3, 1) - x.slice(3, 0, -1); };
    const at::Tensor wanted = steps(renderings), edge = wanted.abs() > 0.1;
    return (steps(pictures) * wanted.sign() * edge).sum().item<double>() / (wanted.abs() * edge).sum().item<double>();
}

/// What a row of held-out scenes looks like, by the colour of what it shows: (10, 3).
at::Tensor colours_of(at::Tensor (*row)(const at::Tensor&), shapes::Colour Scene::*shown) {
    at::Tensor sum = at::zeros({10, 3}), count = at::zeros({10, 1});
    const at::Tensor seen = row(held_out(0, 256, Variety::Centred));
    for (std::int64_t i = 0; i < 256; ++i) {
        const auto colour = static_cast<std::int64_t>(shapes::make_scene(kHeldOut + i, Variety::Centred).*shown);
        sum[colour] += seen[i];
        count[colour] += 1;
    }
    return sum / count;
}

/// The name of the one that a row is nearest to.
std::string_view nearest_of(const at::Tensor& colours, const at::Tensor& row) {
    return name_of(static_cast<shapes::Colour>((colours - row).square().sum(1).argmin().item<std::int64_t>()));
}

/// The picture of a start, (1, 3, 128, 128) in about [0, 1].
at::Tensor picture_of(std::size_t start) {
    const std::span<const std::uint16_t> codes = shipped().starts.codes_of(start);
    const at::Tensor grid =
        at::tensor(std::vector<std::int64_t>(codes.begin(), codes.end()), at::kLong).view({1, 8, 8});
    return shipped().vqgan->decode(vqgan::code_rows(grid, shipped().vqgan->codebook())) / 2 + .5;
}

/// The start that each text gets.
std::vector<std::size_t> starts_of(const std::vector<std::string>& texts) {
    const at::Tensor features = text_features(texts).contiguous();
    const auto width = static_cast<std::size_t>(features.size(1));
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < texts.size(); ++i)
        out.push_back(must(shipped().starts.best(std::span(features.data_ptr<float>() + i * width, width))).front());
    return out;
}

TEST(ShippedModels, TogetherTheyFitIn24Megabytes) {
    std::uintmax_t networks = 0, all = 0;
    for (const auto& entry : std::filesystem::directory_iterator(shipped().files.folder)) {
        const std::string name = entry.path().filename().string();
        if (name == "vqgan.safetensors" || name == "clip.safetensors") networks += entry.file_size();
        all += entry.file_size();
    }
    EXPECT_GT(networks, 1'000'000u);
    EXPECT_LE(networks, 16'000'000u);
    EXPECT_LE(all, 24'000'000u) << "with the library of starts, the network that enlarges, card and pictures";
}

TEST(ShippedModels, FilesNetworksAndLibraryBelongTogether) {
    const Shipped& s = shipped();
    EXPECT_EQ(s.vqgan->config().patch, 4);
    EXPECT_EQ(s.vqgan->config().fine, 64);
    EXPECT_EQ(s.vqgan->config().factor(), 16);
    EXPECT_EQ(s.clip->config().vision.image, kSide);
    EXPECT_EQ(s.clip->config().text.vocabulary, 49408);
    EXPECT_EQ(static_cast<std::int64_t>(s.rows.size()), 49408);
    EXPECT_EQ(s.rows[ClipTokenizer::kEnd], s.clip->config().text.token_rows - 1)
        << "the end is pooled at the highest row";
    EXPECT_EQ(static_cast<std::int64_t>(s.starts.embedding), s.clip->config().embedding);
    EXPECT_EQ(s.starts.height, 8u);
    EXPECT_EQ(s.starts.width, 8u);
    EXPECT_LE(static_cast<std::int64_t>(s.starts.codes_used), s.vqgan->config().codes);
}

TEST(ShippedModels, HeldOutShapesAreRebuilt) {
    const at::NoGradGuard no_grad;
    Vqgan& net = *shipped().vqgan;
    for (const auto& [variety, bound] : {std::pair(Variety::Centred, 0.045), std::pair(Variety::Full, 0.045)}) {
        const at::Tensor x = held_out(0, 64, variety, kLargeSide) * 2 - 1;
        const at::Tensor y = net.decode(net.quantise(net.encode(x))).clamp(-1, 1);
        EXPECT_LT((y - x).abs().mean().item<double>(), bound) << name_of(variety);
        const at::Tensor codes = net.quantizer().choose(net.encode(x));
        EXPECT_GT(std::get<0>(at::_unique(codes)).numel(), 200) << "most codes are of use";
    }
}

TEST(ShippedModels, LargePicturesAreSharperThanSmallOnesEnlarged) {
    const at::NoGradGuard no_grad;
    Vqgan& net = *shipped().vqgan;
    const auto small = shipped_small();
    for (const Variety variety : {Variety::Centred, Variety::Full}) {
        const at::Tensor x = held_out(0, 32, variety, kLargeSide) * 2 - 1;
        const at::Tensor codes = net.quantizer().choose(net.encode(x));
        EXPECT_TRUE(at::equal(codes, small->quantizer().choose(small->encode(at::avg_pool2d(x, 2)))))
            << "the encoder sees them halved";
        const at::Tensor rows = vqgan::code_rows(codes, net.codebook());
        const at::Tensor large = net.decode(rows).clamp(-1, 1),
                         enlarged = at::upsample_bicubic2d(small->decode(rows), x.sizes().slice(2), false).clamp(-1, 1);
        const auto error = [&](const at::Tensor& y) { return (y - x).square().mean().item<double>(); };
        EXPECT_LT(error(large), 0.9 * error(enlarged)) << name_of(variety);
        EXPECT_GT(sharpness(large, x), sharpness(enlarged, x) + 0.1) << name_of(variety);
    }
}

/// Every 101st start whose caption says size and place, without which others fit as well.
std::vector<std::size_t> that_say_all() {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < shipped().starts.count(); i += 101) {
        const std::string& caption = shipped().starts.captions[i];
        if (caption.find("large ") != std::string::npos || caption.find("small ") != std::string::npos)
            out.push_back(i);
    }
    return out;
}

TEST(ShippedModels, TheWholeCaptionOfAStartFindsIt) {
    const at::NoGradGuard no_grad;
    const std::vector<std::size_t> asked = that_say_all();
    ASSERT_GT(asked.size(), 150u);
    std::vector<std::string> captions;
    for (const std::size_t i : asked) captions.push_back(shipped().starts.captions[i]);
    const std::vector<std::size_t> found = starts_of(captions);
    std::size_t right = 0, backgrounds = 0, places = 0, sided = 0;
    const at::Tensor colours = colours_of(topmost_row, &Scene::background);
    for (std::size_t k = 0; k < asked.size(); ++k) {
        right += found[k] == asked[k];
        // The picture itself, not only what is written beside it.
        const at::Tensor picture = picture_of(found[k]);
        backgrounds +=
            captions[k].ends_with(" " + std::string(nearest_of(colours, topmost_row(picture))) + " background");
        const bool left = captions[k].find(" left ") != std::string::npos;
        if (!left && captions[k].find(" right ") == std::string::npos) continue;
        ++sided;
        places += left == (across(picture) < 0);
    }
    const auto most = [](std::size_t of) { return static_cast<std::size_t>(0.96 * static_cast<double>(of)); };
    EXPECT_GE(right, most(asked.size()));
    EXPECT_GE(backgrounds, most(asked.size()));
    ASSERT_GT(sided, 100u);
    EXPECT_GE(places, most(sided));
}

TEST(ShippedModels, ThereIsAStartOfEachCombinationThatWordsCanName) {
    const StartLibrary& starts = shipped().starts;
    EXPECT_THAT(starts.values, ElementsAre(6, 10, 10, 10, 2, 3));
    EXPECT_EQ(starts.count(), 6u * 10 * 9 * 8 * 2 * 3) << "the three colours differ";
    EXPECT_EQ(std::set(starts.captions.begin(), starts.captions.end()).size(), starts.count());
}

TEST(ShippedModels, CaptionsFindTheirPicturesAmong64) {
    EXPECT_GE(retrieval(Variety::Centred, 256), 0.95);
    EXPECT_GE(retrieval(Variety::Full, 256), 0.90);
}

TEST(ShippedModels, WordsThatWereNeverShownAreNamed) {
    const auto& rows = shipped().rows;
    EXPECT_THAT(unknown_words("a dragon on a green floor, watercolour", rows), ElementsAre("dragon", "watercolour"));
    for (const Wanted& w : all_prompts()) EXPECT_THAT(unknown_words(w.prompt(), rows), IsEmpty()) << w.prompt();
    for (std::int64_t i = 0; i < 200; ++i)
        EXPECT_THAT(unknown_words(shapes::scene_caption(i, Variety::Full, 99), rows), IsEmpty()) << i;
}

TEST(ShippedModels, EveryPromptHasItsStart) {
    const at::NoGradGuard no_grad;
    const std::vector<Wanted> wanted = all_prompts();
    ASSERT_EQ(wanted.size(), 540u);
    std::vector<std::string> prompts;
    for (const Wanted& w : wanted) prompts.push_back(w.prompt());
    const at::Tensor floors = colours_of(lowest_row, &Scene::floor);
    const StartLibrary& starts = shipped().starts;
    const std::vector<std::size_t> best = starts_of(prompts);
    std::size_t chosen_right = 0, floors_right = 0;
    for (std::size_t i = 0; i < prompts.size(); ++i) {
        const std::string& caption = starts.captions[best[i]];
        chosen_right += caption.find(" " + wanted[i].thing + " ") != std::string::npos &&
                        caption.find(wanted[i].where) != std::string::npos;
        // The picture itself, not only what is written beside it.
        floors_right += wanted[i].where.find(nearest_of(floors, lowest_row(picture_of(best[i])))) != std::string::npos;
    }
    EXPECT_GE(chosen_right, 535u) << "starts with all that the prompt says";
    EXPECT_GE(floors_right, 535u) << "floors of the colour that the prompt names";
}

}  // namespace
}  // namespace headroom
