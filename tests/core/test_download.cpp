// Downloads against a server that stalls, breaks off and lies; and the catalogue of models.
#include "core/io/models/download.h"

#include "app/cli/verbs.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/partial_name.h"
#include "core/io/files/sha256.h"
#include "core/io/models/model_fetch.h"
#include "tests/support/http_server.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace headroom {
namespace {

using test::HttpReply;
using test::HttpRequest;
using test::HttpServer;
using test::TempFolder;
using test::whole_or_rest;
using ::testing::HasSubstr;

const std::string& content() {
    static const std::string bytes = [] {
        std::string out;
        for (std::uint32_t i = 0; out.size() < 300000; ++i) out += "weights " + std::to_string(i * 2654435761u) + "\n";
        return out;
    }();
    return bytes;
}

/// What this process has read from files and sockets until now; 0: the system does not tell.
std::int64_t bytes_read() {
    std::ifstream in("/proc/self/io");
    std::string name;
    std::int64_t count = 0;
    in >> name >> count;  // "rchar: 123"
    return in ? count : 0;
}

/// A 200 with the right length and only the first `sent` bytes of the content.
HttpReply broken_off(std::size_t sent, bool stalls = false) {
    return {"200 OK\r\nETag: \"a\"\r\nContent-Length: " + std::to_string(content().size()), content().substr(0, sent),
            stalls};
}

class Download : public ::testing::Test {
protected:
    Result<void> fetch(const HttpServer& server, const std::string& sha256 = {}) {
        DownloadRequest request{server.url("model.bin"), folder_.file("model.bin"), sha256};
        request.most_bytes = 1000000;
        request.attempts = 3;
        request.stall_seconds = 1;
        request.retry_milliseconds = 1;
        return download_file(
            request, [&](const DownloadProgress& p) { last_ = p; }, stop_.get_token());
    }
    std::string arrived() const { return test::read_bytes(folder_.file("model.bin")); }
    bool has_part() const { return std::filesystem::exists(folder_.file("model.bin.part")); }

    TempFolder folder_;
    std::stop_source stop_;
    DownloadProgress last_;
};

TEST_F(Download, APathThatCannotBeIsAnError) {
    const HttpServer server([](const HttpRequest& r) { return whole_or_rest(r, content(), "\"a\""); });
    const DownloadRequest request{server.url("model.bin"), folder_.file(std::string(300, 'm')), sha256_of(content())};
    const auto refused = download_file(request, {}, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::Disk);
    EXPECT_THAT(refused.error().message, HasSubstr("too long"));
}

TEST_F(Download, ArrivesWholeAndLeavesNothingBehind) {
    const HttpServer server([](const HttpRequest& r) { return whole_or_rest(r, content(), "\"a\""); });
    const auto ok = fetch(server, sha256_of(content()));
    ASSERT_TRUE(ok) << ok.error().message;
    EXPECT_EQ(arrived(), content());
    EXPECT_EQ(last_.done, content().size());
    EXPECT_EQ(last_.total, content().size());
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1);
    ASSERT_TRUE(fetch(server, sha256_of(content())));
    EXPECT_EQ(server.connections(), 1) << "a file that is there already is not fetched again";
}

TEST_F(Download, WhatAKilledOneLeftOfItsNoteGoes) {
    std::string killed = make_partial_name("model.bin.part.json");
    char& digit = killed[killed.rfind('-') - 1];  // of an earlier process with this one's pid
    digit = digit == '0' ? '1' : '0';
    test::write_bytes(folder_.file(killed), "{\"url\":");
    const HttpServer server([](const HttpRequest& r) { return whole_or_rest(r, content(), "\"a\""); });
    const auto ok = fetch(server, sha256_of(content()));
    ASSERT_TRUE(ok) << ok.error().message;
    EXPECT_FALSE(std::filesystem::exists(folder_.file(killed)));
    EXPECT_EQ(arrived(), content());
}

TEST_F(Download, GoesOnAfterBreaksAndStalls) {
    const HttpServer server([](const HttpRequest& r) {
        if (r.number == 0) return broken_off(100000);
        HttpReply reply = whole_or_rest(r, content(), "\"a\"");
        EXPECT_EQ(r.first(), r.number == 1 ? 100000u : 150000u);
        EXPECT_EQ(r.headers.at("if-range"), "\"a\"");
        if (r.number == 1) {
            reply.body.resize(50000);
            reply.stalls = true;
        }
        return reply;
    });
    const auto ok = fetch(server, sha256_of(content()));
    ASSERT_TRUE(ok) << ok.error().message;
    EXPECT_EQ(arrived(), content());
    EXPECT_EQ(server.connections(), 3);
}

TEST_F(Download, AStopKeepsWhatIsThereAndTheNextCallGoesOn) {
    const HttpServer server([](const HttpRequest& r) {
        if (r.number == 0) return broken_off(80000, true);
        EXPECT_EQ(r.first(), 80000u);
        return whole_or_rest(r, content(), "\"a\"");
    });
    {
        std::jthread stopper([&] {
            while (!has_part() || std::filesystem::file_size(folder_.file("model.bin.part")) < 80000)
                std::this_thread::yield();
            stop_.request_stop();
        });
        const auto stopped = fetch(server);
        ASSERT_FALSE(stopped);
        EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
    }
    EXPECT_EQ(std::filesystem::file_size(folder_.file("model.bin.part")), 80000u);
    EXPECT_EQ(arrived(), "");
    stop_ = {};
    const auto ok = fetch(server);
    ASSERT_TRUE(ok) << ok.error().message;
    EXPECT_EQ(arrived(), content());
}

TEST_F(Download, WhatTwoHaveWrittenIsNotTaken) {
    const HttpServer server([this](const HttpRequest& r) {
        if (r.number == 0) return broken_off(100000);
        std::ofstream(folder_.file("model.bin.part"), std::ios::app) << "of another process";
        return whole_or_rest(r, content(), "\"a\"");
    });
    const auto mixed = fetch(server);
    ASSERT_FALSE(mixed);
    EXPECT_THAT(mixed.error().message, HasSubstr("by another process"));
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(Download, WhatCameFromAnotherAddressIsNotGoneOnWith) {
    {
        const HttpServer server([](const HttpRequest& r) {
            return r.number == 0 ? broken_off(70000) : HttpReply{"503 Busy\r\nContent-Length: 4", "busy"};
        });
        const auto failed = fetch(server);
        ASSERT_FALSE(failed);
        EXPECT_EQ(failed.error().code, ErrorCode::Environment);
        EXPECT_THAT(failed.error().message, HasSubstr("70000 bytes are here"));
        EXPECT_TRUE(has_part());
    }
    const HttpServer other([](const HttpRequest& r) {
        EXPECT_EQ(r.first(), 0u);
        return whole_or_rest(r, content(), "\"a\"");
    });
    ASSERT_TRUE(fetch(other));
    EXPECT_EQ(arrived(), content());
}

TEST_F(Download, AChangedFileIsFetchedFromItsBeginning) {
    const HttpServer server([](const HttpRequest& r) {
        if (r.number == 0)
            return HttpReply{"200 OK\r\nETag: \"old\"\r\nContent-Length: 400000", std::string(50000, 'o')};
        return whole_or_rest(r, content(), "\"new\"");
    });
    const auto ok = fetch(server, sha256_of(content()));
    ASSERT_TRUE(ok) << ok.error().message;
    EXPECT_EQ(arrived(), content());
}

TEST_F(Download, WrongPiecesAreNotJoined) {
    const HttpServer server([](const HttpRequest& r) {
        if (r.number == 0) return broken_off(100000);
        // Promises the rest and sends the beginning.
        if (r.number == 1)
            return HttpReply{"206 Partial Content\r\nETag: \"a\"\r\nContent-Length: 5\r\nContent-Range: bytes 0-4/" +
                                 std::to_string(content().size()),
                             content().substr(0, 5)};
        return whole_or_rest(r, content(), "\"a\"");
    });
    const auto ok = fetch(server, sha256_of(content()));
    ASSERT_TRUE(ok) << ok.error().message;
    EXPECT_EQ(arrived(), content());
}

TEST_F(Download, LiesAreFoundOutAndTheEarlierFileStays) {
    test::write_bytes(folder_.file("model.bin"), "earlier");
    const auto said = [&](const std::function<HttpReply(const HttpRequest&)>& answer, const std::string& sha256 = {}) {
        const HttpServer server(answer);
        const auto ok = fetch(server, sha256);
        EXPECT_EQ(arrived(), "earlier");
        EXPECT_FALSE(has_part()) << "wrong content is not kept";
        return ok ? std::string("accepted")
                  : std::to_string(static_cast<int>(ok.error().code)) + " " + ok.error().message;
    };
    const std::string bad = std::to_string(static_cast<int>(ErrorCode::BadFile)) + " ";
    std::string changed = content();
    changed[5000] ^= 1;
    EXPECT_THAT(said([&](const HttpRequest& r) { return whole_or_rest(r, changed, "\"a\""); }, sha256_of(content())),
                HasSubstr("its SHA-256 is " + sha256_of(changed) + " instead of"));
    EXPECT_THAT(said([&](const HttpRequest&) {
                    return HttpReply{"200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 6", "<html>"};
                }),
                HasSubstr("it is a web page"));
    EXPECT_THAT(said([&](const HttpRequest&) {
                    return HttpReply{"200 OK\r\nContent-Length: 22", "<!DOCTYPE html><html/>"};
                }),
                HasSubstr("it is a web page"));
    EXPECT_THAT(said([&](const HttpRequest&) {
                    return HttpReply{"200 OK\r\nContent-Length: 0", ""};
                }),
                HasSubstr("it is empty"));
    EXPECT_THAT(said([&](const HttpRequest&) {
                    return HttpReply{"200 OK\r\nContent-Length: 99999999999", "x"};
                }),
                HasSubstr(bad));
    EXPECT_THAT(said([&](const HttpRequest&) {
                    return HttpReply{"200 OK", std::string(1000001, 'x')};
                }),
                HasSubstr("longer than announced"));
    EXPECT_THAT(said([&](const HttpRequest&) {
                    return HttpReply{"404 Gone\r\nContent-Length: 4", "gone"};
                }),
                HasSubstr("is not there any more (404)"));
    EXPECT_THAT(said([&](const HttpRequest&) {
                    return HttpReply{"403 No\r\nContent-Length: 0", ""};
                }),
                HasSubstr("is refused by its server (403)"));
    EXPECT_THAT(said([&](const HttpRequest&) {
                    return HttpReply{"302 Found\r\nLocation: /again\r\nContent-Length: 0", ""};
                }),
                HasSubstr("without end"));
    EXPECT_THAT(said([&](const HttpRequest&) {
                    return HttpReply{"302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0", ""};
                }),
                HasSubstr("no address of a file on the web"));
}

TEST_F(Download, AServerThatNeverKeepsItsFileIsGivenUp) {
    const HttpServer server([](const HttpRequest& r) {
        return HttpReply{"200 OK\r\nETag: \"" + std::to_string(r.number) + "\"\r\nContent-Length: 400000",
                         std::string(1000 + static_cast<std::size_t>(r.number), 'o')};
    });
    const auto ok = fetch(server);
    ASSERT_FALSE(ok);
    EXPECT_EQ(ok.error().code, ErrorCode::Environment);
    EXPECT_LE(server.connections(), 10);
}

TEST_F(Download, AddressesOfOtherKindsAndDeadServersAreErrors) {
    DownloadRequest request{"file:///etc/hostname", folder_.file("x"), {}};
    EXPECT_EQ(download_file(request, {}, {}).error().code, ErrorCode::InvalidArgument);
    request = {"http://127.0.0.1:1/x", folder_.file("x"), {}};
    request.attempts = 2;
    request.retry_milliseconds = 1;
    EXPECT_EQ(download_file(request, {}, {}).error().code, ErrorCode::Environment);
    const HttpServer server([](const HttpRequest& r) { return whole_or_rest(r, content(), "\"a\""); });
    request = {server.url("x"), folder_.file("no/x"), {}};
    EXPECT_EQ(download_file(request, {}, {}).error().code, ErrorCode::Disk);
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(Download, AModelComesWithItsConfigurationAndIsLookedAt) {
    const std::string weights = std::string(HEADROOM_TEST_DATA) + "/weights/";
    const HttpServer server([&](const HttpRequest& r) {
        return whole_or_rest(r, test::read_bytes(weights + (r.path == "/wrong.ckpt" ? "resnet.pt" : r.path.substr(1))),
                             "\"a\"");
    });
    CatalogModel model{
        "m",
        "vqgan",
        "M",
        "",
        "MIT",
        "https://l",
        "https://s",
        {{"m.ckpt", server.url("taming.ckpt"), 134000, {}}, {"m.yaml", server.url("taming.yaml"), 500, {}}}};
    const auto path = fetch_model(model, folder_.file("models"), {}, {});
    ASSERT_TRUE(path) << path.error().message;
    EXPECT_EQ(*path, folder_.file("models") + "/m.ckpt");
    EXPECT_EQ(test::read_bytes(folder_.file("models") + "/m.yaml"), test::read_bytes(weights + "taming.yaml"));
    ASSERT_TRUE(fetch_model(model, folder_.file("models"), {}, {}));
    EXPECT_EQ(server.connections(), 2) << "what is there is not fetched again";

    model.files = {{"other.ckpt", server.url("wrong.ckpt"), 150000, {}}};
    const auto wrong = fetch_model(model, folder_.file("models"), {}, {});
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().message, HasSubstr("holds a CLIP where a VQGAN is wanted"));
    EXPECT_TRUE(std::filesystem::exists(folder_.file("models") + "/other.ckpt.wrong"));
    model.files = {{"huge.ckpt", server.url("taming.ckpt"), 1, {}}};
    model.files[0].bytes = -800000;  // with a quarter more and the spare MiB: fewer than the file has
    EXPECT_THAT(fetch_model(model, folder_.file("models"), {}, {}).error().message, HasSubstr("are expected"));
}

TEST_F(Download, AModelThatIsHereIsReadOnceAndNobodyIsAsked) {
    const HttpServer server([](const HttpRequest& r) { return whole_or_rest(r, content(), "\"a\""); });
    const std::string models = folder_.file("models"),
                      stored = std::string(HEADROOM_SOURCE_DIR) + "/resources/models/builtin/clip.safetensors";
    const auto hash = sha256_of_file(stored);
    ASSERT_TRUE(hash) << hash.error().message;
    const auto size = static_cast<std::int64_t>(std::filesystem::file_size(stored));
    const CatalogModel model{"m",   "clip",      "M",         "",
                             "MIT", "https://l", "https://s", {{"m.safetensors", server.url("m"), size, *hash}}};
    int asked = 0;
    const auto refuse = [&]() -> Result<void> {
        ++asked;
        return make_error(ErrorCode::Cancelled, "nothing was fetched");
    };
    const auto refused = fetch_model(model, models, {}, {}, refuse);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "nothing was fetched");
    EXPECT_EQ(asked, 1);
    EXPECT_FALSE(std::filesystem::exists(models)) << "nothing is made before";
    std::filesystem::create_directory(models);
    std::filesystem::copy_file(stored, models + "/m.safetensors");
    const std::int64_t before = bytes_read();
    const auto here = fetch_model(model, models, {}, {}, refuse);
    ASSERT_TRUE(here) << here.error().message;
    EXPECT_EQ(asked, 1) << "the network is not needed";
    EXPECT_EQ(server.connections(), 0);
    if (before > 0) EXPECT_LT(bytes_read() - before, size + size / 2) << "its hash is taken once";
}

TEST_F(Download, OfAModelOfSeveralFilesOneIsAskedOnce) {
    const std::string weights = std::string(HEADROOM_TEST_DATA) + "/weights/";
    const HttpServer server(
        [&](const HttpRequest& r) { return whole_or_rest(r, test::read_bytes(weights + r.path.substr(1)), "\"a\""); });
    const CatalogModel model{
        "m",
        "vqgan",
        "M",
        "",
        "MIT",
        "https://l",
        "https://s",
        {{"m.ckpt", server.url("taming.ckpt"), 134000, {}}, {"m.yaml", server.url("taming.yaml"), 500, {}}}};
    int asked = 0;
    const auto agree = [&] {
        ++asked;
        return Result<void>();
    };
    const auto path = fetch_model(model, folder_.file("models"), {}, {}, agree);
    ASSERT_TRUE(path) << path.error().message;
    EXPECT_EQ(asked, 1);
    ASSERT_TRUE(fetch_model(model, folder_.file("models"), {}, {}, agree));
    EXPECT_EQ(asked, 1) << "all of it is here";
}

TEST(CliModels, AreListedAndNamedRight) {
    const auto command = [](const std::vector<std::string>& words) {
        ::testing::internal::CaptureStdout();
        ::testing::internal::CaptureStderr();
        const int status = cli::run(cli::headroom_cli(), words, cli::Environment{});
        const std::string out = ::testing::internal::GetCapturedStdout();
        return std::pair(status, out + ::testing::internal::GetCapturedStderr());
    };
    const auto [status, lines] = command({"weights", "list", "--json", "--out", "/nowhere"});
    EXPECT_EQ(status, 0);
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 14);
    const auto first = nlohmann::json::parse(lines.substr(0, lines.find('\n')));
    EXPECT_EQ(first["id"], "vqgan_imagenet_f16_16384");
    EXPECT_EQ(first["licence"], "MIT");
    EXPECT_EQ(first["path"], "");
    EXPECT_EQ(command({"weights", "list"}).first, 0);
    const auto unknown = command({"weights", "fetch", "openai-vit-b-33"});
    EXPECT_EQ(unknown.first, 2);
    EXPECT_THAT(unknown.second, HasSubstr("did you mean 'openai-vit-b-32'?"));
    // Nobody agrees: there is no terminal to ask on.
    const test::TempFolder models;
    const auto unasked = command({"weights", "fetch", "openai-vit-b-32", "--out", models.file("new")});
    EXPECT_EQ(unasked.first, 2);
    EXPECT_THAT(unasked.second, HasSubstr("only when you agree"));
    EXPECT_THAT(unasked.second, HasSubstr("--yes"));
    EXPECT_FALSE(std::filesystem::exists(models.file("new")));
}

TEST(ModelCatalog, TheBuiltInOneIsWholeAndFoundByHash) {
    const auto& models = model_catalog();
    EXPECT_EQ(models.size(), 14u);
    for (const CatalogModel& m : models) {
        EXPECT_EQ(find_catalog_model(m.id), &m);
        EXPECT_GE(m.files.size(), 1u);
        EXPECT_THAT(m.licence_url, ::testing::StartsWith("https://"));
        if (m.source != "https://github.com/openai/CLIP") continue;
        EXPECT_THAT(m.files[0].url, HasSubstr("/" + m.files[0].sha256 + "/")) << "OpenAI's addresses carry the hash";
    }
    const CatalogModel* b32 = find_model_by_hash("40d365715913c9da98579312b702a82c18be219cc2a73407c4526f58eba950af");
    ASSERT_TRUE(b32);
    EXPECT_EQ(b32->id, "openai-vit-b-32");
    EXPECT_FALSE(find_model_by_hash(""));
    EXPECT_FALSE(find_catalog_model("none"));
}

TEST(ModelCatalog, MistakesAreNamed) {
    const auto said = [](const std::string& change, const std::string& to) {
        std::string text =
            R"({"version":1,"models":[{"id":"a","kind":"clip","name":"A","licence":{"name":"MIT","url":"https://l"},"source":"https://s",)"
            R"("files":[{"name":"a.pt","url":"https://u","megabytes":3}]}]})";
        if (!change.empty()) text.replace(text.find(change), change.size(), to);
        const auto read = parse_model_catalog(text, "c.json");
        return read ? std::string("accepted") : read.error().message;
    };
    EXPECT_EQ(said("", ""), "accepted");
    EXPECT_THAT(said("https://u", "http://u"), HasSubstr("model 1 (a): the url of a.pt does not begin with https://"));
    EXPECT_THAT(said("a.pt", "../a"), HasSubstr("cannot be one"));
    EXPECT_THAT(said("\"clip\"", "\"dog\""), HasSubstr("neither vqgan nor clip"));
    EXPECT_THAT(said("\"MIT\"", "\"\""), HasSubstr("licence"));
    EXPECT_THAT(said("\"megabytes\":3", "\"sha256\":\"q\""), HasSubstr("megabytes"));
    EXPECT_THAT(said("\"version\":1", "\"version\":2"), HasSubstr("version 1"));
}

}  // namespace
}  // namespace headroom
