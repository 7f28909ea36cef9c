// Verbs for experts over the toy backend: runs list, prune, compare; config; --dry-run, --for, --runs-dir; JSON errors; export --out -.
#include "app/cli/control.h"
#include "cli_verbs.h"
#include "core/base/user_folders.h"
#include "core/engine/queue/queue_store.h"
#include "core/engine/run_reader.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/io/files/sqlite_database.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_history.h"
#include "tests/support/toy_run.h"

#include <gmock/gmock.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

class CliRuns : public CliHome {
protected:
    void make_run(const std::string& name, std::int64_t steps, const RunNotes& notes = {}) {
        test::train_toy_run(runs_ + "/" + name, steps);
        if (!notes.tags.empty()) ASSERT_TRUE(annotate_run_folder(runs_ + "/" + name, notes));
    }
    std::vector<std::string> listed(std::vector<std::string> more) {
        more.insert(more.begin(), {"runs", "list", "--json"});
        EXPECT_EQ(cli(more), 0) << err_;
        std::vector<std::string> out;
        for (const auto& line : lines()) out.push_back(fs::path(line["run"].get<std::string>()).filename());
        return out;
    }

    /// Puts a run into the queue, with what it needs.
    void put_into_queue(const std::function<void(QueueItem&)>& with) {
        const auto put = QueueStore(default_queue_folder()).change([&](QueueContent& c) -> Result<bool> {
            StoredItem item;
            item.id = item.name = "q" + std::to_string(c.next_id++);
            item.request.config = std::make_shared<const TrainConfig>(test::toy_config(1));
            with(item);
            c.items.push_back(std::move(item));
            return true;
        });
        ASSERT_TRUE(put) << put.error().message;
    }
};

TEST_F(CliRuns, ListFiltersSortsAndLimits) {
    make_run("a", 3);
    make_run("b", 1, {{"good", "first"}, ""});
    make_run("c", 2, {{"good"}, ""});
    EXPECT_THAT(listed({"--sort", "step"}), ElementsAre("a", "c", "b"));
    EXPECT_THAT(listed({"--sort", "step", "--reverse", "--limit", "2"}), ElementsAre("b", "c"));
    EXPECT_THAT(listed({"--tag", "good", "--sort", "step"}), ElementsAre("c", "b"));
    EXPECT_THAT(listed({"--tag", "good", "--tag", "first"}), ElementsAre("b"));
    EXPECT_THAT(listed({"--state", "failed,crashed"}), ElementsAre());
    EXPECT_EQ(listed({"--state", "finished", "--family", "dcgan"}).size(), 3u);
    EXPECT_EQ(cli({"runs", "list", "--state", "done"}), 2);
    EXPECT_THAT(err_, HasSubstr("--state: 'done' is not one of running, stopped"));
    EXPECT_EQ(cli({"runs", "list", "--sort", "size"}), 2);
    EXPECT_EQ(cli({"runs", "list", "--family", "cat"}), 2);
    EXPECT_EQ(cli({"runs", "list", "--limit", "0"}), 2);
    const auto score = [&](const std::string& name, double value, ModelKind kind) {
        auto folder = RunFolder::open(runs_ + "/" + name);
        ASSERT_TRUE(folder);
        RunInfo info = *folder->load_info();
        info.score = value;
        info.model = kind;
        ASSERT_TRUE(folder->save_info(info));
    };
    score("b", 0.3, kVqganClip);
    score("c", 0.5, kVqganClip);
    EXPECT_THAT(listed({"--sort", "score"}), ElementsAre("a", "c", "b")) << "a DCGAN's; more is better of a painting";
    score("b", std::numeric_limits<double>::quiet_NaN(), kVqganClip);
    make_run("d", 4);
    EXPECT_EQ(listed({"--sort", "score"}).back(), "b") << "nothing is known of it";
    EXPECT_LE(lines()[0]["score"], lines()[1]["score"]) << "less is better of a DCGAN";
}

TEST_F(CliRuns, TheyTellHowManyOutOfMemoryErrorsWereSurvived) {
    make_run("a", 2);
    make_run("b", 1);
    {
        auto history = HistoryStore::open(runs_ + "/a/history.db");
        ASSERT_TRUE(history) << history.error().message;
        for (const char* text : {"out of memory survived; Give back caches and preview", "out of memory survived",
                                 "out of memory; Activation checkpointing: not enough"})
            ASSERT_TRUE(history->add_mark({1, 8, "oom", text}));
    }
    EXPECT_THAT(listed({"--sort", "step"}), ElementsAre("a", "b"));
    EXPECT_EQ(lines()[0]["survived"], 2);
    EXPECT_EQ(lines()[1]["survived"], 0);
    ASSERT_EQ(cli({"runs", "show", "a", "--json"}), 0) << err_;
    EXPECT_EQ(lines()[0]["survived"], 2);
}

TEST_F(CliRuns, OfAHistoryThatCannotBeReadNobodyKnowsWhatWasSurvived) {
    make_run("foreign", 3);
    make_run("none", 2);
    make_run("torn", 1);
    test::write_bytes(runs_ + "/foreign/history.db", std::string(8192, 'x'));
    fs::remove(runs_ + "/none/history.db");
    const std::string torn = runs_ + "/torn/history.db";
    std::streamoff page = 0;  // of its marks
    if (const auto database = SqliteDatabase::open(torn, true))
        page = std::stoi(database->value_of("SELECT rootpage FROM sqlite_schema WHERE name='marks'"));
    ASSERT_GT(page, 1);
    {
        std::fstream file(torn, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp((page - 1) * 4096);
        file << std::string(4096, 'x');
    }
    EXPECT_THAT(listed({"--sort", "step"}), ElementsAre("foreign", "none", "torn"));
    EXPECT_TRUE(lines()[0].at("survived").is_null());
    EXPECT_EQ(lines()[1].at("survived"), 0);
    EXPECT_TRUE(lines()[2].at("survived").is_null());
    ASSERT_EQ(cli({"runs", "show", "torn", "--json"}), 0) << err_;
    EXPECT_TRUE(lines()[0].at("survived").is_null());
}

TEST_F(CliRuns, PruneSaysWhatGoesAndKeepsWhatIsNeeded) {
    make_run("a", 1);
    make_run("b", 1, {{"keep"}, ""});
    make_run("c", 1);
    make_run("busy", 1);
    auto open = RunFolder::open(runs_ + "/busy");
    ASSERT_TRUE(open && open->lock());
    RunInfo live = *open->load_info();
    live.state = "running";
    ASSERT_TRUE(open->save_info(live));
    EXPECT_EQ(cli({"runs", "prune"}), 2);
    EXPECT_THAT(err_, HasSubstr("nothing says which runs may go"));
    ASSERT_EQ(cli({"runs", "prune", "--family", "dcgan", "--dry-run", "--json"}), 0) << err_;
    EXPECT_EQ(lines()[0]["runs"].size(), 2u) << "neither the one with a tag nor the one under way";
    EXPECT_GT(lines()[0]["bytes"].get<std::int64_t>(), 0);
    EXPECT_EQ(lines()[0]["deleted"], false);
    EXPECT_EQ(cli({"runs", "prune", "--family", "dcgan"}), 2) << "nobody can be asked";
    EXPECT_THAT(err_, HasSubstr("--yes: is missing; 2 runs"));
    EXPECT_TRUE(fs::exists(runs_ + "/a"));
    EXPECT_EQ(cli({"runs", "prune", "--state", "finished", "--older-than", "1d", "--yes"}), 0) << err_;
    EXPECT_TRUE(fs::exists(runs_ + "/a")) << "it is young";
    make_run("undated", 1);
    ASSERT_TRUE(fs::remove(runs_ + "/undated/run.json"));
    EXPECT_EQ(cli({"runs", "prune", "--older-than", "1d", "--yes"}), 0) << err_;
    ASSERT_TRUE(fs::exists(runs_ + "/undated")) << "nobody knows how old it is";
    fs::remove_all(runs_ + "/undated");
    EXPECT_EQ(cli({"runs", "prune", "--keep", "1", "--yes"}), 0) << err_;
    EXPECT_EQ((fs::exists(runs_ + "/a") ? 1 : 0) + (fs::exists(runs_ + "/c") ? 1 : 0), 1);
    EXPECT_EQ(cli({"runs", "prune", "--tag", "keep", "--yes", "--json"}), 0) << err_;
    EXPECT_EQ(lines()[0]["deleted"], true);
    EXPECT_FALSE(fs::exists(runs_ + "/b"));
    EXPECT_TRUE(fs::exists(runs_ + "/busy"));
}

TEST_F(CliRuns, PruneKeepsWhatTheQueueNeeds) {
    for (const char* name :
         {"own", "goes-on", "weights", "generator", "discriminator", "pictures", "weight", "weights-2", "over"})
        make_run(name, 1);
    const auto open = RunFolder::open(runs_ + "/weights");
    ASSERT_TRUE(open && !open->checkpoints().empty());
    fs::create_directory_symlink(runs_ + "/discriminator", folder_.file("link"));
    put_into_queue([&](QueueItem& i) { i.run_dir = runs_ + "/own"; });
    put_into_queue([&](QueueItem& i) { i.request.resume_from = runs_ + "/./goes-on/"; });
    put_into_queue([&](QueueItem& i) { i.request.weights_from = open->checkpoints().front().path; });
    put_into_queue([&](QueueItem& i) {
        i.request.generator_from = runs_ + "/generator/exports/netG.pth";
        i.request.discriminator_from = folder_.file("link/exports/netD.pth");
    });
    put_into_queue([&](QueueItem& i) {
        TrainConfig config = *i.request.config;
        config.data_path = runs_ + "/pictures/samples";
        i.request.config = std::make_shared<const TrainConfig>(config);
    });
    put_into_queue([&](QueueItem& i) {
        i.request.resume_from = runs_ + "/over";
        i.state = QueueState::Finished;
    });
    ASSERT_EQ(cli({"runs", "prune", "--family", "dcgan", "--dry-run", "--json"}), 0) << err_;
    std::vector<std::string> named;
    const auto answer = lines().at(0);
    for (const auto& run : answer["runs"]) named.push_back(fs::path(run["run"].get<std::string>()).filename());
    EXPECT_THAT(named, UnorderedElementsAre("weight", "weights-2", "over"));
    EXPECT_EQ(cli({"runs", "prune", "--older-than", "soon"}), 2);
    EXPECT_THAT(err_, HasSubstr("--older-than: 'soon' is no span of time"));
}

TEST_F(CliRuns, PruneDeletesNothingWhereTheQueueCannotBeRead) {
    make_run("a", 1);
    fs::create_directories(default_queue_folder() + "/queue.json");
    EXPECT_EQ(cli({"runs", "prune", "--family", "dcgan", "--yes"}), 2);
    EXPECT_THAT(err_, HasSubstr("queue.json"));
    EXPECT_TRUE(fs::exists(runs_ + "/a/config.json"));
}

TEST_F(CliRuns, StoredRunsFilesAndTheQueueNeedNoTensorSide) {
    make_run("a", 1);
    const std::string made = folder_.file("made");
    ASSERT_EQ(cli({"export", "a", "--what", "grid,archive,checkpoint", "--out", made}), 0) << err_;
    put_into_queue([](QueueItem&) {});
    put_into_queue([](QueueItem& i) { i.state = QueueState::Failed; });
    const std::string net = made + "/netG.safetensors";
    const cli::Program program = cli::headroom_cli();
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"runs", "list"},
          {"runs", "show", "a"},
          {"runs", "verify", "a"},
          {"runs", "compare", "a", "a"},
          {"runs", "note", "a", "--text", "x"},
          {"runs", "prune", "--state", "failed"},
          {"runs", "unpack", made + "/a.headroom-run"},
          {"queue", "list"},
          {"queue", "move", "q1", "1"},
          {"queue", "start-at", "q1", "now"},
          {"queue", "when-too-big", "q1", "fail"},
          {"queue", "duplicate", "q1"},
          {"queue", "retry", "q2"},
          {"queue", "remove", "q1"},
          {"queue", "pause"},
          {"queue", "resume"},
          {"queue", "stop-after-current", "--undo"},
          {"queue", "clear", "--waiting"},
          {"config", "show", "a"},
          {"config", "diff", "a", "demo"},
          {"dataset", "inspect", "shapes", "--set", "data.count=64"},
          {"dataset", "export", "shapes", "--set", "data.count=64", "--size", "32", "--out", folder_.file("pictures")},
          {"weights", "list"},
          {"weights", "inspect", net},
          {"weights", "verify", net},
          {"weights", "convert", net, folder_.file("netG.pth")},
          {"picture", "inspect", made + "/grid.png"},
          {"clip", "tokenize", "a red cube"},
          {"runs", "delete", "a", "--yes"}}) {
        EXPECT_FALSE(cli::uses_tensors(program, words)) << words[0] << " " << words[1];
        EXPECT_EQ(cli_without_tensors(words), 0) << words[0] << " " << words[1] << ": " << err_;
    }
    make_run("b", 1);
    for (const char* verb : {"watch", "pause", "resume", "stop", "lend", "checkpoint", "sample"}) {
        EXPECT_FALSE(cli::uses_tensors(program, {"runs", verb, "b"})) << verb;
        EXPECT_EQ(cli_without_tensors({"runs", verb, "b"}), 2) << verb;
        EXPECT_THAT(err_, HasSubstr("runs/b")) << "nobody trains it";
    }
    EXPECT_EQ(cli_without_tensors({"runs", "set", "b", "lr.g=1e-4"}), 2);
    for (const std::vector<std::string>& words : {std::vector<std::string>{"config", "check", "b"},
                                                  {"queue", "add", "train", "dcgan"},
                                                  {"queue", "run"},
                                                  {"runs", "begin", "FILE"},
                                                  {"export", "b"},
                                                  {"sample", "b"}})
        EXPECT_TRUE(cli::uses_tensors(program, words)) << words[0] << " " << words[1];
}

TEST_F(CliRuns, CompareTakesMany) {
    for (const char* name : {"a", "b", "c"}) make_run(name, 1);
    ASSERT_EQ(cli({"runs", "compare", "a", "b", "c", "--json"}), 0) << err_;
    EXPECT_EQ(lines()[0]["runs"].size(), 3u);
    EXPECT_EQ(lines()[0]["last"].size(), 3u);
    ASSERT_EQ(cli({"runs", "compare", "a", "b", "c"}), 0) << err_;
    EXPECT_THAT(out_, HasSubstr("Settings that differ: none"));
    EXPECT_EQ(cli({"runs", "compare", "a"}), 2);
}

TEST_F(CliRuns, ConfigIsCheckedShownAndCompared) {
    test::write_bytes(folder_.file("a.json"), R"({"model":"dcgan","batch.micro":8,"lr.g":0.001})");
    test::write_bytes(folder_.file("b.json"), R"({"batch.micro":16})");
    test::write_bytes(folder_.file("bad.json"), "{\n\"batch.micro\": 0}");
    ASSERT_EQ(cli({"config", "check", folder_.file("a.json"), folder_.file("b.json"), "--json"}), 0) << err_;
    EXPECT_EQ(lines()[0]["model"], "dcgan");
    EXPECT_EQ(lines()[0]["given"], 3);
    EXPECT_EQ(cli({"config", "check", folder_.file("bad.json"), "--json"}), 2);
    EXPECT_EQ(lines().back()["code"], "bad_file");
    EXPECT_EQ(lines().back()["field"], "batch.micro");
    EXPECT_THAT(err_, HasSubstr("(bad.json:2)"));
    EXPECT_EQ(cli({"config", "check", folder_.file("bad.json")}), 2);
    EXPECT_EQ(out_, "") << "one problem is said once";
    test::write_bytes(folder_.file("worse.json"),
                      "{\"batch.micro\": 0,\n\"lr.g\": 0.001,\n\"batch.mirco\": 4,\n\"precision\": \"fp33\"}");
    EXPECT_EQ(cli({"config", "check", folder_.file("worse.json"), folder_.file("a.json"), folder_.file("bad.json"),
                   "--json"}),
              2);
    ASSERT_EQ(lines().size(), 4u) << "all of them are looked at";
    EXPECT_EQ(lines()[0]["ok"], false);
    ASSERT_EQ(lines()[0]["problems"].size(), 3u) << out_;
    EXPECT_THAT(lines()[0]["problems"][1], HasSubstr("(worse.json:3). Did you mean batch.micro?"));
    EXPECT_THAT(lines()[0]["problems"][2], HasSubstr("precision"));
    EXPECT_EQ(lines()[1]["ok"], true);
    EXPECT_EQ(cli({"config", "check", folder_.file("worse.json"), folder_.file("a.json")}), 2);
    EXPECT_THAT(out_, AllOf(HasSubstr("batch.mirco"), HasSubstr("fp33"), HasSubstr("a.json: sound")));
    ASSERT_EQ(cli({"config", "show", folder_.file("a.json")}), 0) << err_;
    EXPECT_THAT(out_, HasSubstr("batch.micro  = 8"));
    EXPECT_THAT(out_, Not(HasSubstr("adam.beta2")));
    ASSERT_EQ(cli({"config", "show", "demo", "--json"}), 0) << "a preset: " << err_;
    EXPECT_EQ(lines()[0]["settings"]["data.variety"], "demo");
    make_run("a", 1);
    EXPECT_EQ(cli({"config", "check", runs_ + "/a/samples/step-00000001.png"}), 0)
        << "a sample has its settings: " << err_;
    ASSERT_EQ(cli({"config", "show", "a", "--all"}), 0) << "a run: " << err_;
    EXPECT_THAT(out_, HasSubstr("adam.beta2"));
    ASSERT_EQ(cli({"config", "diff", folder_.file("a.json"), folder_.file("b.json"), "--json"}), 0) << err_;
    EXPECT_EQ(lines()[0]["settings"]["batch.micro"], nlohmann::json({"8", "16"}));
    EXPECT_EQ(cli({"config", "show", "nothing-such", "--json"}), 2);
    EXPECT_EQ(lines()[0]["code"], "not_found");
}

TEST_F(CliRuns, DryRunRefusesWhatTheRunWouldAndWritesNothing) {
    const auto dry = [&](std::vector<std::string> more) {
        auto words = train("6");
        words.emplace_back("--dry-run");
        words.insert(words.end(), more.begin(), more.end());
        return cli(words);
    };
    EXPECT_EQ(dry({"--batch", "0"}), 2);
    fs::create_directories(folder_.file("full"));
    test::write_bytes(folder_.file("full/mine"), "");
    EXPECT_EQ(dry({"--out", folder_.file("full")}), 2);
    EXPECT_THAT(err_, HasSubstr("exists and is not empty"));
    EXPECT_EQ(dry({}), 4) << "the toy engine cannot forecast; the real one is asked in tests/app";
    EXPECT_FALSE(fs::exists(run_));
    EXPECT_FALSE(fs::exists(runs_));
}

TEST_F(CliRuns, TrainForStopsWithACleanSave) {
    auto words = train("0");
    words.insert(words.end(), {"--for", "1s"});
    ASSERT_EQ(cli(words), 0) << err_;
    EXPECT_EQ(lines().back()["event"], "finished");
    EXPECT_EQ(lines().back()["reason"], "stopped, as its time is over");
    EXPECT_EQ(cli({"runs", "verify", run_}), 0) << err_;
    words = train("0");
    words.insert(words.end(), {"--for", "soon"});
    EXPECT_EQ(cli(words), 2);
    EXPECT_THAT(err_, HasSubstr("--for: 'soon' is no span of time"));
}

TEST_F(CliRuns, TheQueueKeepsWhatARunWasGivenBeside) {
    const auto add = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{"queue", "add", "train", "dcgan", "--data", "shapes", "--steps", "5", "--json"};
        words.insert(words.end(), more.begin(), more.end());
        return cli(words);
    };
    ASSERT_EQ(add({"--for", "1h30m", "--processes", "3"}), 0) << err_;
    const auto kept = QueueStore(default_queue_folder()).load();
    ASSERT_TRUE(kept && kept->items.size() == 1u);
    EXPECT_EQ(kept->items[0].request.seconds, 5400);
    EXPECT_EQ(kept->items[0].request.processes, 3);
    EXPECT_EQ(add({"--for", "soon"}), 2);
    EXPECT_EQ(add({"--rank-timeout", "10"}), 2) << "the queue would forget it";
    EXPECT_EQ(add({"--sweep", "batch.micro=4,8", "--dry-run"}), 4) << "the toy engine cannot forecast";
    EXPECT_EQ(QueueStore(default_queue_folder()).load()->items.size(), 1u);
}

TEST_F(CliRuns, TheRunsFolderIsTheOptionsElseTheVariables) {
    make_run("here", 1);
    test::train_toy_run(folder_.file("others/there"), 1);
    EXPECT_THAT(listed({}), ElementsAre("here"));
    EXPECT_THAT(listed({"--runs-dir", folder_.file("others")}), ElementsAre("there"));
    EXPECT_EQ(cli({"runs", "list", "--runs-dir", ""}), 2);
    test::write_bytes(folder_.file("plain"), "x");
    EXPECT_EQ(cli({"runs", "list", "--runs-dir", folder_.file("plain")}), 2);
    EXPECT_THAT(err_, HasSubstr("is no folder"));
}

TEST_F(CliRuns, AMovedRunSaysWhereItStands) {
    for (int i = 0; i < 2; ++i) put_into_queue([](QueueItem&) {});
    ASSERT_EQ(cli({"queue", "move", "q1", "99", "--json"}), 0) << err_;
    EXPECT_EQ(lines()[0]["place"], 2);
}

TEST_F(CliRuns, EveryErrorIsOneJsonLine) {
    const auto refused = [&](const std::vector<std::string>& words, const std::string& code, const std::string& field) {
        EXPECT_EQ(cli(words), 2) << words[0];
        ASSERT_EQ(lines().size(), 1u) << out_;
        EXPECT_EQ(lines()[0]["event"], "error");
        EXPECT_EQ(lines()[0]["code"], code) << out_;
        EXPECT_EQ(lines()[0]["field"], field) << out_;
        EXPECT_EQ(lines()[0]["status"], 2);
        EXPECT_THAT(err_, HasSubstr("headroom-cli: error: "));
    };
    refused({"tarin", "dcgan", "--json"}, "invalid_argument", "tarin dcgan");
    refused({"runs", "show", "nope", "--json"}, "not_found", "nope");
    refused({"sample", "--json"}, "invalid_argument", "sample");
    refused({"sample", "nope", "--rows", "0", "--json"}, "invalid_argument", "--rows");
    test::write_bytes(folder_.file("bad.pth"), "rubbish");
    refused({"weights", "verify", folder_.file("bad.pth"), "--json"}, "bad_file", folder_.file("bad.pth"));
    EXPECT_EQ(cli({"runs", "show", "nope"}), 2);
    EXPECT_EQ(out_, "") << "without --json nothing of it on standard output";
}

TEST_F(CliRuns, VeryDeepJsonIsRefused) {
    const std::string deep = std::string(200000, '[') + std::string(200000, ']');
    test::write_bytes(folder_.file("deep.json"), "{\"lr.g\":" + deep + "}");
    EXPECT_EQ(cli({"config", "check", folder_.file("deep.json")}), 2);
    const ImageBuffer picture{8, 8, 3, std::make_shared<std::vector<std::uint8_t>>(8 * 8 * 3, 100)};
    ASSERT_TRUE(write_png(folder_.file("deep.png"), picture, {{"Settings", "{\"lr.g\":" + deep + "}"}}));
    EXPECT_EQ(cli({"config", "check", folder_.file("deep.png")}), 2);
    EXPECT_EQ(cli({"picture", "inspect", "--json", folder_.file("deep.png")}), 0) << err_;
    EXPECT_FALSE(cli::parse_control_line("{\"set\":{\"lr.g\":" + deep + "}}"));
}

TEST_F(CliRuns, ADamagedHistoryIsSaid) {
    make_run("a", 1);
    {
        auto store = HistoryStore::open(runs_ + "/a/history.db");
        ASSERT_TRUE(store);
        StepDone step;
        for (step.step = 2; step.step <= 5000; ++step.step) store->add_step(step);
        ASSERT_TRUE(store->flush());
    }
    ASSERT_EQ(cli({"runs", "verify", "a"}), 0) << err_;
    {
        std::fstream file(runs_ + "/a/history.db", std::ios::in | std::ios::out | std::ios::binary);
        const auto size = static_cast<std::streamoff>(fs::file_size(runs_ + "/a/history.db"));
        file.seekp(size / 2 / 4096 * 4096);
        file << std::string(8192, 'x');
    }
    EXPECT_EQ(cli({"runs", "verify", "a"}), 2);
    EXPECT_THAT(err_, HasSubstr("history.db"));
    EXPECT_EQ(cli({"runs", "show", "a", "--json"}), 0) << "its weights are sound";
    EXPECT_THAT(err_, HasSubstr("warning: "));
    EXPECT_EQ(cli({"export", "a", "--what", "metrics", "--out", folder_.file("m.csv")}), 2);
    EXPECT_THAT(err_, HasSubstr("Its weights can still be exported."));
    EXPECT_FALSE(fs::exists(folder_.file("m.csv")));
}

TEST_F(CliRuns, AFilesNameSaysItsFormat) {
    make_run("a", 1);
    ASSERT_EQ(cli({"export", "a", "--what", "metrics", "--out", folder_.file("m.json")}), 0) << err_;
    EXPECT_TRUE(nlohmann::json::parse(test::read_bytes(folder_.file("m.json"))).is_object());
    EXPECT_EQ(cli({"export", "a", "--what", "metrics", "--format", "csv", "--out", folder_.file("n.json")}), 2);
    EXPECT_THAT(err_, HasSubstr("its name ends in .json"));
    EXPECT_FALSE(fs::exists(folder_.file("n.json")));
}

TEST_F(CliRuns, ExportGoesToStandardOutputAndIntoNewFolders) {
    make_run("a", 1);
    ASSERT_EQ(cli({"export", "a", "--what", "metrics", "--format", "csv", "--out", "-"}), 0) << err_;
    EXPECT_THAT(out_, HasSubstr("step,"));
    ASSERT_EQ(cli({"export", "a", "--out", "-"}), 0) << err_;
    EXPECT_EQ(out_.substr(1, 3), "PNG") << "bytes as they are";
    EXPECT_EQ(cli({"export", "a", "--what", "grid,metrics", "--out", "-"}), 2);
    EXPECT_EQ(cli({"export", "a", "--out", "-", "--json"}), 2);
    {
        const test::SetVariable passing("TMPDIR", folder_.file("none"));
        EXPECT_EQ(cli({"export", "a", "--out", "-"}), 5);
    }
    EXPECT_THAT(err_, HasSubstr("TMPDIR: cannot be written"));
    EXPECT_EQ(cli({"export", "a", "--what", "archive", "--out", folder_.file("x/y/run.zip")}), 0) << err_;
    EXPECT_TRUE(fs::exists(folder_.file("x/y/run.zip")));
    EXPECT_EQ(cli({"export", "a", "--what", "tensorboard,recipe", "--out", folder_.file("z/boards")}), 0) << err_;
    EXPECT_TRUE(fs::exists(folder_.file("z/boards/a.headroom-recipe")));
    EXPECT_EQ(cli({"sample", "a", "-o", folder_.file("p/q/s.png")}), 0) << err_;
    EXPECT_TRUE(fs::exists(folder_.file("p/q/s.png")));
    EXPECT_EQ(cli({"interpolate", "a", "--frames", "2", "-o", folder_.file("r/w.gif")}), 0) << err_;
    EXPECT_TRUE(fs::exists(folder_.file("r/w.gif")));
}

TEST_F(CliRuns, HelpIsTheSameBothWays) {
    ASSERT_EQ(cli({"runs", "prune", "--help"}), 0);
    const std::string asked = out_;
    ASSERT_EQ(cli({"help", "runs", "prune"}), 0);
    EXPECT_EQ(out_, asked);
    EXPECT_EQ(cli({"help", "runs"}), 0);
    EXPECT_THAT(out_, HasSubstr("runs list"));
    EXPECT_THAT(out_, Not(HasSubstr("train dcgan")));
    EXPECT_EQ(cli({"help", "tarin"}), 2);
    EXPECT_EQ(cli({"help"}), 0);
    EXPECT_THAT(out_, HasSubstr("1           a defect of Headroom"));
    EXPECT_EQ(cli({"runs", "show", "--", "--help"}), 2) << "after -- it is a run's name";
    EXPECT_EQ(cli_without_tensors({"runs", "show", "--", "--help"}), 2);
    EXPECT_EQ(cli_without_tensors({"runs", "show", "help"}), 2);
    EXPECT_THAT(err_, HasSubstr("help: no such run folder"));
}

}  // namespace
}  // namespace headroom
