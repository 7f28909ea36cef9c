// The words that a queued run is started with, and real children by the shell.
#include "core/api/param_schema.h"
#include "core/engine/queue/run_child.h"
#include "core/engine/queue/run_words.h"
#include "core/families/dcgan/dcgan_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace headroom {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(QueueRunWords, ARunThatGoesOnIsResumed) {
    RunRequest request;
    request.config = std::make_shared<const TrainConfig>(default_config(kDcgan));
    request.name = "named";
    request.run_dir = "/out";
    request.weights_from = "/weights";
    request.processes = 3;
    request.seconds = 5400;
    const auto fresh = run_words(request, "/c.json", "cuda:0");
    for (const char* word : {"--out=/out", "--name=named", "--from=/weights", "--processes=3", "--for=5400s",
                             "--config=/c.json", "--device=cuda:0", "--wait-for-disk"})
        EXPECT_THAT(fresh, Contains(word));
    request.resume_from = "/run";
    const auto resumed = run_words(request, "/c.json", "cpu");
    EXPECT_THAT(resumed, Contains("--resume=/run"));
    EXPECT_THAT(resumed, Contains("--for=5400s"));
    EXPECT_THAT(resumed, Not(Contains(StartsWith("--out"))));
    EXPECT_THAT(resumed, Not(Contains(StartsWith("--from"))));
}

TEST(QueueChild, TellsItsLinesItsErrorsAndItsEnd) {
    const auto launcher = make_launcher("/bin/sh");
    auto child = launcher->start({"-c", "echo one; echo two; echo 'x: error: it broke' >&2; exit 5"});
    ASSERT_TRUE(child) << child.error().message;
    std::vector<std::string> lines;
    while (!(*child)->ended())
        for (std::string& line : (*child)->lines(1000)) lines.push_back(std::move(line));
    EXPECT_THAT(lines, ElementsAre("one", "two"));
    const ChildEnd end = (*child)->finish();
    EXPECT_EQ(end.status, 5);
    EXPECT_EQ(words_of(end), "it broke");

    auto crash = launcher->start({"-c", "kill -SEGV $$"});
    ASSERT_TRUE(crash);
    EXPECT_THAT(words_of((*crash)->finish()), HasSubstr("crashed"));

    auto asked = launcher->start({"-c", "trap 'echo saved; exit 143' TERM; echo ready; while :; do sleep 0.01; done"});
    ASSERT_TRUE(asked);
    lines.clear();
    while (!(*asked)->ended()) {
        for (std::string& line : (*asked)->lines(1000)) {
            lines.push_back(line);
            if (line == "ready") (*asked)->stop();
        }
    }
    EXPECT_THAT(lines, ElementsAre("ready", "saved"));
    EXPECT_EQ((*asked)->finish().status, 143);
    EXPECT_EQ(make_launcher("/nowhere/cli")->start({}).error().code, ErrorCode::Environment);
}

TEST(QueueChild, OneThatIsStoppedMaySayMoreThanItsPipeHolds) {
    const auto launcher = make_launcher("/bin/sh");
    const char* talks =
        "trap 'head -c 300000 /dev/zero | tr \\\\0 x; exit 3' TERM; echo ready; while :; do sleep 0.01; done";
    auto child = launcher->start({"-c", talks});
    ASSERT_TRUE(child) << child.error().message;
    while ((*child)->lines(1000).empty()) {}
    (*child)->stop();
    EXPECT_EQ((*child)->finish().status, 3);
}

}  // namespace
}  // namespace headroom
