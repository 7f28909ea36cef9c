// What the command line measures, counts and says by itself: cells, spans of time, errors as JSON, folders, completions, pages, schema.
#include "app/cli/cells.h"
#include "app/cli/completion_values.h"
#include "app/cli/completions.h"
#include "app/cli/duration.h"
#include "app/cli/error_json.h"
#include "app/cli/event_json.h"
#include "app/cli/event_schema.h"
#include "app/cli/help.h"
#include "app/cli/made_folders.h"
#include "app/cli/manual.h"
#include "app/cli/run_json.h"
#include "core/engine/plan/checkpoint_room.h"
#include "core/engine/remote/fields/event_fields.h"
#include "core/io/files/partial_name.h"
#include "core/io/files/passing_folder.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <cstdlib>
#include <filesystem>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using SchemaJson = nlohmann::ordered_json;

TEST(CliCells, WideCharactersTakeTwoAndAccentsNone) {
    EXPECT_EQ(cells_of("abc"), 3u);
    EXPECT_EQ(cells_of("日本"), 4u);
    EXPECT_EQ(cells_of("e\u0301"), 1u) << "a letter and its combining accent";
    EXPECT_EQ(cells_of("a\xff"), 2u) << "no UTF-8";
    EXPECT_EQ(cut_to_cells("日本語", 5), "日本") << "no character is cut through";
    EXPECT_EQ(padded("日本", 6), "日本  ");
    EXPECT_EQ(padded("12", 4, true), "  12");
    EXPECT_EQ(table_text({{"日本", "x"}, {"abc", "y"}}), "日本  x\nabc   y\n");
}

TEST(CliWords, AreQuotedForAShellWhereTheyNeedIt) {
    EXPECT_EQ(sh_word("/home/a-b/run_1.json"), "/home/a-b/run_1.json");
    EXPECT_EQ(sh_word("a b"), "'a b'");
    EXPECT_EQ(sh_word("it's"), "'it'\\''s'");
    EXPECT_EQ(sh_word("run[1]"), "'run[1]'");
    EXPECT_EQ(sh_word(""), "''");
}

TEST(CliDuration, ReadsUnitsFromTheLargestOn) {
    EXPECT_EQ(*parse_duration("90s"), 90);
    EXPECT_EQ(*parse_duration("30m"), 1800);
    EXPECT_EQ(*parse_duration("2h"), 7200);
    EXPECT_EQ(*parse_duration("1h30m"), 5400);
    EXPECT_EQ(*parse_duration("1d2h3m4s"), 93784);
    for (const char* wrong :
         {"", "2", "h", "30m1h", "1h1h", "-2h", "0s", "1.5h", "2 h", "2h ", "99999999999999999999s", "2w"}) {
        const auto refused = parse_duration(wrong);
        ASSERT_FALSE(refused) << wrong;
        EXPECT_THAT(refused.error().hint, HasSubstr("1h30m"));
    }
}

TEST(ErrorJson, AsJsonTheyHaveCodeFieldMessageAndHint) {
    const auto j = SchemaJson::parse(
        error_line(make_error(ErrorCode::NotFound, "nope: no such run folder", "headroom-cli runs list shows them.")));
    EXPECT_EQ(j["event"], "error");
    EXPECT_EQ(j["code"], "not_found");
    EXPECT_EQ(j["field"], "nope");
    EXPECT_EQ(j["hint"], "headroom-cli runs list shows them.");
    EXPECT_EQ(j["status"], 2);
    EXPECT_EQ(field_of(make_error(ErrorCode::InvalidArgument, "--rows: 0 is not between 1 and 256")), "--rows");
    EXPECT_EQ(field_of(make_error(ErrorCode::InvalidArgument, "'tarin': no such verb")), "tarin");
    EXPECT_EQ(field_of(make_error(ErrorCode::BadFile, "/a b/c.pth: is damaged")), "/a b/c.pth");
    EXPECT_EQ(field_of(make_error(ErrorCode::Internal, "a defect of Headroom ended this command: x")), "");
    const auto internal = SchemaJson::parse(error_line(make_error(ErrorCode::Internal, "broken")));
    EXPECT_EQ(internal["code"], "internal");
    EXPECT_EQ(internal["status"], 1);
    EXPECT_TRUE(internal["field"].is_null());
    const auto diverged =
        SchemaJson::parse(error_line(make_error(ErrorCode::Diverged, "step 3: its loss is infinite")));
    EXPECT_EQ(diverged["code"], "diverged");
    EXPECT_EQ(diverged["status"], 6);
}

TEST(ErrorJson, TheFieldIsTheFileThatASentenceNames) {
    for (const std::string name : {"a.x", "d/a.x", "a b/x", "/etc/passwd", "/a is b/c.pth"}) {
        for (const char* said :
             {": no such run folder", " is not a run folder", " is a text file, not a weight file",
              " is damaged: its own checksum does not match", " has the format 'x', expected 'y'", " holds no weights"})
            EXPECT_EQ(field_of(make_error(ErrorCode::BadFile, name + said)), name) << said;
        for (const char* tried : {"cannot read ", "cannot write ", "cannot read the folder "})
            EXPECT_EQ(field_of(make_error(ErrorCode::BadFile, tried + name + ": permission denied")), name) << tried;
    }
    EXPECT_EQ(field_of(make_error(ErrorCode::NotFound, "The data '/a b/c' does not exist.")), "/a b/c");
    EXPECT_EQ(field_of(make_error(ErrorCode::Environment, "the runs folder /data cannot be written")), "/data");
    EXPECT_EQ(field_of(make_error(ErrorCode::BadFile, "the file is not valid JSON near 'j' (a.x:1)")), "a.x");
    EXPECT_EQ(field_of(make_error(ErrorCode::BadFile, "batch.micro: 0 is not between 1 and 4 (a.x:1)")), "batch.micro");
    for (const char* nothing : {"nothing was deleted", "the run has ended", "stopped.", "2 are not sound; the first: x",
                                "LibTorch is not here", "cannot read a file without a proper name"})
        EXPECT_EQ(field_of(make_error(ErrorCode::Internal, nothing)), "") << nothing;
}

TEST(CliFolders, MadeOnesGoAgainWhenNothingCameOfIt) {
    const test::TempFolder folder;
    const std::string file = folder.file("a/b/c.png");
    {
        auto made = MadeFolders::above(file);
        ASSERT_TRUE(made);
        EXPECT_TRUE(fs::is_directory(folder.file("a/b")));
    }
    EXPECT_FALSE(fs::exists(folder.file("a")));
    {
        auto made = MadeFolders::above(file);
        ASSERT_TRUE(made);
        made->keep();
    }
    EXPECT_TRUE(fs::is_directory(folder.file("a/b")));
    test::write_bytes(folder.file("plain"), "x");
    EXPECT_EQ(MadeFolders::above(folder.file("plain/below/c.png")).error().code, ErrorCode::Disk);
}

TEST(CliFolders, WhatKilledProgramsLeftHalfWrittenGoes) {
    const test::TempFolder folder;
    const std::string under_way = make_partial_name("c.png");
    std::string killed = under_way;
    char& digit = killed[killed.rfind('-') - 1];
    digit = digit == '0' ? '1' : '0';  // of an earlier process with this one's pid
    for (const std::string& name : {under_way, killed}) test::write_bytes(folder.file(name), "half a picture");
    ASSERT_TRUE(MadeFolders::above(folder.file("c.png")));
    EXPECT_FALSE(fs::exists(folder.file(killed)));
    EXPECT_TRUE(fs::exists(folder.file(under_way)));
}

TEST(CliFolders, PassingOnesGoWithAllThatLiesInThem) {
    const test::TempFolder below;
    const test::SetVariable passing("TMPDIR", below.path());
    fs::path path;
    {
        const PassingFolder folder;
        path = folder.path();
        ASSERT_EQ(path.parent_path(), fs::path(below.path()));
        fs::create_directories(path / "a");
        test::write_bytes((path / "a" / "b").string(), "x");
    }
    EXPECT_FALSE(fs::exists(path));
    const test::SetVariable none("TMPDIR", below.file("none"));
    EXPECT_EQ(PassingFolder().path(), fs::path()) << "there is no place for it";
}

TEST(CliDryRun, CheckpointsAreCountedAtMost) {
    TrainConfig config;
    config.checkpoint_keep = 3;
    config.checkpoint_every = 100;
    config.steps = 0;
    EXPECT_EQ(most_checkpoints(config), 5) << "the best one and the one that is being written, too";
    config.steps = 250;
    EXPECT_EQ(most_checkpoints(config), 3);
    config.checkpoint_every = 0;
    EXPECT_EQ(most_checkpoints(config), 1) << "only at the end";
    config.best_by = BestBy::Kid;
    config.scores_every = 100;
    EXPECT_EQ(most_checkpoints(config), 3) << "each score may be the best so far";
}

/// Whether `value` has the members that `schema` requires and none that it does not know.
void expect_members(const SchemaJson& value, const SchemaJson& schema, const std::string& where) {
    for (const auto& name : schema["required"]) EXPECT_TRUE(value.contains(name.get<std::string>())) << where << name;
    for (const auto& [name, member] : value.items()) EXPECT_TRUE(schema["properties"].contains(name)) << where << name;
}

template <std::size_t I> void expect_event() {
    using T = std::variant_alternative_t<I, Event>;
    if constexpr (is_told<T>) {
        SchemaJson definitions;
        define_events(definitions);
        const std::string name = remote::Fields<T>::name;
        ASSERT_TRUE(definitions.contains("event-" + name)) << name;
        const auto line = SchemaJson::parse(event_line(T{}));
        EXPECT_EQ(line["event"], name);
        expect_members(line, definitions["event-" + name], name + ": ");
    }
}

template <std::size_t... I> void expect_events(std::index_sequence<I...>) { (expect_event<I>(), ...); }

TEST(CliSchema, EveryEventHasTheMembersThatItIsSaidToHave) {
    expect_events(std::make_index_sequence<std::variant_size_v<Event>>());
}

TEST(CliSchema, AFullReportOfMemoryThatRanOutIsDescribed) {
    OomRecovered e;
    e.tried = {"halved"};
    e.statistics_note = "note";
    e.micro_batch = 1;
    e.tensor = "t";
    e.process = "process 1";
    e.allowed = e.missing = e.forecast = Bytes{5};
    e.why = "why";
    e.seconds = 1;
    e.undo_needs = Bytes{6};
    e.report_path = "oom-1.json";
    e.remedies.push_back({});
    e.remedies[0].gave = Bytes{7};
    e.ledger = std::make_shared<MemoryReport>();
    SchemaJson definitions;
    define_events(definitions);
    const auto line = SchemaJson::parse(event_line(e));
    const SchemaJson& schema = definitions["event-oom_recovered"];
    expect_members(line, schema, "");
    expect_members(line["remedies"][0], schema["properties"]["remedies"]["items"], "remedies: ");
    expect_members(line["ledger"], schema["properties"]["ledger"], "ledger: ");
}

TEST(CliCompletions, HoldEveryVerbAndItsOptions) {
    const Program program = headroom_cli();
    const std::string bash = bash_completions(program), zsh = zsh_completions(program),
                      fish = fish_completions(program);
    for (const Verb& verb : program.verbs) {
        EXPECT_THAT(bash, HasSubstr("'" + verb.syntax.verb + "'"));
        EXPECT_THAT(zsh, HasSubstr("'" + verb.syntax.verb + "')\n"));
        const auto runs_dir = HasSubstr("'__headroom_cli_in " + verb.syntax.verb + "' -l runs-dir");
        if (verb.syntax.verb.starts_with("queue add "))
            EXPECT_THAT(fish, Not(runs_dir)) << "it is refused";
        else
            EXPECT_THAT(fish, runs_dir);
    }
    for (const char* form :
         {"-o) previous=--out ;;", "-d) previous=--data ;;", "-n) previous=--steps ;;", "-s) previous=--set ;;"})
        EXPECT_THAT(bash, HasSubstr(form));
    for (const char* without_value : {"-q) previous", "-h) previous"}) EXPECT_THAT(bash, Not(HasSubstr(without_value)));
    for (const std::string& script : {bash, zsh, fish}) {
        EXPECT_THAT(script, HasSubstr("batch.micro"));
        EXPECT_THAT(script, HasSubstr("safetensors"));
    }
}

TEST(CliHelp, OffersAKindOfRunWhatItHas) {
    const auto help = [](const std::string& name) {
        for (const Verb& verb : headroom_cli().verbs)
            if (verb.syntax.verb == name) return verb_help(with_shared_options(verb, "headroom-cli"));
        return std::string();
    };
    EXPECT_THAT(help("fit dcgan"), HasSubstr("checkpointing, fakes, precision, size, network; or all, none. Default "
                                             "checkpointing,fakes."));
    EXPECT_THAT(help("fit vqgan"), HasSubstr("checkpointing, precision, size, network; or"));
    EXPECT_THAT(help("fit vqgan-clip"), HasSubstr("checkpointing, precision, size; or"));
    EXPECT_THAT(help("fit dcgan"), HasSubstr("--effective"));
    EXPECT_THAT(help("fit vqgan-clip"), Not(HasSubstr("--effective"))) << "a painting has no batch";
    EXPECT_THAT(help("train dcgan"), Not(HasSubstr("sample, cutouts")));
    for (const char* verb : {"export", "sample", "weights inspect"})
        EXPECT_THAT(help(verb), HasSubstr("Light GAN")) << verb;
}

TEST(CliManual, HoldsEveryVerbOptionSettingAndStatus) {
    const std::string page = cli_manual(headroom_cli(), "1.2.3");
    for (const Verb& verb : headroom_cli().verbs)
        EXPECT_THAT(page, HasSubstr("headroom\\-cli " + verb.syntax.verb.substr(0, verb.syntax.verb.find('-'))));
    EXPECT_THAT(page, HasSubstr("batch.micro"));
    EXPECT_THAT(page, HasSubstr("129, 130, 143"));
    EXPECT_THAT(page, HasSubstr("HEADROOM_RUNS"));
    EXPECT_THAT(page, Not(HasSubstr("\n'"))) << "a line that begins so is an order";
    EXPECT_THAT(window_manual("1.2.3"), HasSubstr("\\-\\-screenshot"));
}

}  // namespace
}  // namespace headroom::cli
