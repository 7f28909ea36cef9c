// Robustness: thousands of damaged variants of every kind of file that is read. Each is read, or refused with an error that says why;
// none crashes, hangs or throws. Seeds are fixed; HEADROOM_MUTATIONS=N makes N variants of each sample for a long search.
#include "core/base/random.h"
#include "core/config/config_io.h"
#include "core/data/dataset.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/runs/checkpoint_manifest.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_history.h"
#include "core/io/tensors/tensor_file.h"
#include "core/io/torch_files/torch_write.h"
#include "core/io/weights/weight_file.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_seed.h"
#include "tests/support/toy_backend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <numeric>

namespace headroom {
namespace {

using test::TempFolder;

/// What a reader said: the error, or nothing when it read the file.
using Verdict = std::optional<Error>;
using Reader = std::function<Verdict(const std::string&)>;

int variants() {
    const char* wanted = std::getenv("HEADROOM_MUTATIONS");
    return wanted ? std::atoi(wanted) : 300;
}

/// One to four damages: bits, bytes of special value, numbers, cuts, repeats, swaps.
std::string damaged(const std::string& whole, RandomStream& random) {
    static const std::uint64_t specials[] = {
        0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff, 0x7fffffffffffffff, ~std::uint64_t{0}};
    std::string out = whole;
    for (std::uint64_t n = 1 + random.below(4); n > 0 && !out.empty(); --n) {
        const std::size_t at =
            random.below(2) == 0 ? random.below(out.size()) : random.below(std::min<std::size_t>(out.size(), 256));
        const std::size_t length = std::min<std::size_t>(1 + random.below(16), out.size() - at);
        switch (random.below(6)) {
            case 0: out[at] = static_cast<char>(out[at] ^ (1 << random.below(8))); break;
            case 1: {
                const std::uint64_t value = specials[random.below(std::size(specials))];
                std::memcpy(out.data() + at, &value,
                            std::min<std::size_t>(std::size_t{1} << random.below(4), out.size() - at));
                break;
            }
            case 2: out.resize(at); break;
            case 3: out.insert(at, out.substr(at, length)); break;
            case 4: out.erase(at, length); break;
            default:
                std::swap_ranges(out.begin() + static_cast<std::ptrdiff_t>(at),
                                 out.begin() + static_cast<std::ptrdiff_t>(at + length / 2),
                                 out.end() - static_cast<std::ptrdiff_t>(length / 2));
                break;
        }
    }
    return out;
}

/// Reads damaged variants of `samples`; every refusal must be of `codes` and say something.
void survive(const std::vector<std::string>& samples, const Reader& read,
             const std::vector<ErrorCode>& codes = {ErrorCode::BadFile}) {
    for (std::size_t s = 0; s < samples.size(); ++s) {
        ASSERT_FALSE(samples[s].empty()) << "sample " << s;
        const Verdict sound = read(samples[s]);
        ASSERT_FALSE(sound) << "sample " << s << ": " << sound->message;
        int refused = 0;
        for (int n = 0; n < variants(); ++n) {
            RandomStream random(test::test_seed() + 20260800, RandomPurpose::Init,
                                s * 1000003 + static_cast<std::uint64_t>(n));
            const Verdict verdict = read(damaged(samples[s], random));
            if (!verdict) continue;
            ++refused;
            EXPECT_FALSE(verdict->message.empty());
            EXPECT_NE(std::find(codes.begin(), codes.end(), verdict->code), codes.end())
                << "sample " << s << ", variant " << n << ": " << verdict->message;
        }
        EXPECT_GT(refused, 0) << "sample " << s << ": no damage was noticed at all";
    }
}

template <class T> Verdict verdict_of(const Result<T>& result) { return result ? Verdict() : Verdict(result.error()); }

Reader through_file(const TempFolder& folder, const std::string& name,
                    std::function<Verdict(const std::string& path)> read) {
    return [path = folder.file(name), read = std::move(read)](const std::string& bytes) {
        test::write_bytes(path, bytes);
        return read(path);
    };
}

TEST(Mutations, TensorFiles) {
    const TempFolder folder;
    std::vector<std::string> samples;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(HEADROOM_TEST_DATA) + "/tensor_files"))
        samples.push_back(test::read_bytes(entry.path().string()));
    // Folders list their files in any order, and a seed is to choose the same ones.
    std::sort(samples.begin(), samples.end());
    ASSERT_GT(samples.size(), 7u);
    const test::ToyWeights weights = test::toy_generator(32, 4, 2, 3);
    ASSERT_TRUE(write_torch_file(folder.file("wide.pth"), weights.tensors, ZipLimits{0, 0}));
    samples.push_back(test::read_bytes(folder.file("wide.pth")));
    // A size that no machine has is refused as such.
    survive(samples,
            through_file(folder, "f", [](const std::string& path) { return verdict_of(read_tensor_file(path)); }),
            {ErrorCode::BadFile, ErrorCode::OutOfMemory});
}

TEST(Mutations, WeightFilesAndTheirConfigurations) {
    const TempFolder folder;
    const std::string data = std::string(HEADROOM_TEST_DATA) + "/weights/";
    std::vector<std::string> samples, configs;
    for (const char* name : {"taming.ckpt", "taming_legacy.ckpt", "openai_vit.pt", "hugging_face/model.safetensors"})
        samples.push_back(test::read_bytes(data + name));
    for (const char* name : {"taming.yaml", "hugging_face/config.json", "open_clip/open_clip_config.json"})
        configs.push_back(test::read_bytes(data + name));
    const auto read_mapped = [](const std::string& path) -> Verdict {
        auto file = WeightFile::open(path);
        if (!file) return file.error();
        for (std::size_t i = 0; i < file->map().tensors.size(); ++i) {
            std::vector<float> values(static_cast<std::size_t>(std::accumulate(file->map().tensors[i].shape.begin(),
                                                                               file->map().tensors[i].shape.end(),
                                                                               std::int64_t{1}, std::multiplies<>())));
            if (auto ok = file->read_floats(i, values); !ok) return ok.error();
        }
        return std::nullopt;
    };
    survive(samples, through_file(folder, "f", read_mapped), {ErrorCode::BadFile, ErrorCode::OutOfMemory});
    survive(configs,
            through_file(folder, "c", [](const std::string& path) { return verdict_of(read_network_config(path)); }));
}

TEST(Mutations, Pictures) {
    const ImageBuffer colour = test::gradient(24, 18), grey = test::gradient(24, 18, 1);
    const std::vector<std::string> samples{
        test::jpeg_bytes(colour, {}),
        test::jpeg_bytes(colour, {.progressive = true}),
        test::jpeg_bytes(colour, {.orientation = 6, .big_endian = true}),
        test::many_scans_jpeg(grey, 40),
        test::png_bytes(colour),
        test::png_bytes(grey),
        test::png_bytes(4, 2, 8, 3, {0, 1, 2, 0, 1, 2, 0, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {0, 128}),
        test::webp_bytes(24, 18, 3, *colour.pixels),
        test::animated_webp_bytes(4, 4, {std::vector<std::uint8_t>(64, 50), std::vector<std::uint8_t>(64, 90)})};
    survive(samples, [](const std::string& bytes) {
        return verdict_of(
            decode_image_bytes({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, 3, "picture"));
    });
}

TEST(Mutations, ConfigurationsAndDescriptions) {
    TrainConfig config;
    config.data_path = "/data/caf\xE9";
    survive({write_config(config)},
            [](const std::string& text) { return verdict_of(read_config_patch(text, "run.json")); });
    CheckpointManifest manifest;
    manifest.config = config;
    manifest.files.push_back({"generator.safetensors", 100, std::string(64, 'a')});
    survive({*manifest.to_text()},
            [](const std::string& text) { return verdict_of(CheckpointManifest::from_text(text, "manifest.json")); });
}

TEST(Mutations, RecordFiles) {
    const TempFolder folder, cache;
    TrainConfig config;
    config.image_size = 32;
    config.data_path = folder.path();
    const auto open = [&](const std::string&) { return verdict_of(open_dataset(config, cache.path(), nullptr, {})); };
    // A cut file is no whole number of records; changed pixels are pictures too.
    std::string cifar;
    for (int i = 0; i < 3; ++i) cifar += static_cast<char>(i) + std::string(3072, static_cast<char>(i * 9));
    survive({cifar}, through_file(folder, "data_batch_1.bin", open),
            {ErrorCode::BadFile, ErrorCode::NotFound, ErrorCode::InvalidArgument});
    std::filesystem::remove(folder.file("data_batch_1.bin"));
    const std::string mnist =
        std::string("\0\0\x08\x03\0\0\0\x02\0\0\0\x1c\0\0\0\x1c", 16) + std::string(2 * 28 * 28, 'm');
    survive({mnist}, through_file(folder, "train-images-idx3-ubyte", open),
            {ErrorCode::BadFile, ErrorCode::NotFound, ErrorCode::InvalidArgument});
}

TEST(Mutations, Histories) {
    const TempFolder folder;
    {
        auto store = HistoryStore::open(folder.file("h.db"));
        ASSERT_TRUE(store);
        for (int i = 1; i < 40; ++i) {
            StepDone step;
            step.step = i;
            store->add_step(step);
        }
        ASSERT_TRUE(store->add_mark({3, 30, "edit", "batch.micro 8 to 4"}));
    }
    const std::string sound = test::read_bytes(folder.file("h.db"));
    int renewed = 0;
    for (int n = 0; n < std::min(variants(), 2000) / 3; ++n) {
        RandomStream random(test::test_seed() + 6, RandomPurpose::Init, static_cast<std::uint64_t>(n));
        const TempFolder run;
        test::write_bytes(run.file("history.db"), damaged(sound, random));
        if (auto reader = HistoryStore::open_read_only(run.file("history.db"))) {
            (void)reader->steps();
            (void)reader->marks();
        }
        auto store = HistoryStore::open(run.file("history.db"));
        ASSERT_TRUE(store || store.error().code == ErrorCode::Environment) << n << ": " << store.error().message;
        if (!store) continue;
        renewed += store->was_damaged() ? 1 : 0;
        (void)store->steps();
        (void)store->truncate_after(10);
    }
    EXPECT_GT(renewed, 0);
}

}  // namespace
}  // namespace headroom
