// What launchers say in environment variables.
#include "core/ranks/launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace headroom {
namespace {

using ::testing::HasSubstr;
using Variables = std::map<std::string, std::string>;

Result<std::optional<Launch>> launch(const Variables& variables) {
    return find_launch([&](const std::string& name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
}

Variables with(Variables variables, const std::string& name, const std::string& value) {
    variables[name] = value;
    return variables;
}

const Variables kTorchrun{{"RANK", "3"},
                          {"WORLD_SIZE", "4"},
                          {"LOCAL_RANK", "1"},
                          {"LOCAL_WORLD_SIZE", "2"},
                          {"MASTER_ADDR", "frodo"},
                          {"MASTER_PORT", "29500"}};

TEST(Launch, AProcessWithoutVariablesIsAlone) {
    EXPECT_FALSE(launch({})->has_value());
    EXPECT_FALSE(launch({{"SLURM_JOB_ID", "7"}, {"SLURM_NTASKS", "4"}, {"SLURM_PROCID", "0"}})->has_value())
        << "an allocation alone starts nothing";
    EXPECT_FALSE(launch({{"RANK", "0"}, {"WORLD_SIZE", "1"}})->has_value());
}

TEST(Launch, Torchrun) {
    const auto found = launch(kTorchrun);
    ASSERT_TRUE(found && *found);
    EXPECT_EQ((*found)->launcher, "torchrun");
    const GroupPlace& place = (*found)->place;
    EXPECT_EQ(place.rank, 3);
    EXPECT_EQ(place.size, 4);
    EXPECT_EQ(place.local_rank, 1);
    EXPECT_EQ(place.local_size, 2);
    EXPECT_EQ(place.host, "frodo");
    EXPECT_EQ(place.port, 29500);
    EXPECT_FALSE(place.launcher_has_store);
    EXPECT_EQ((*found)->restarts, 0);
}

TEST(Launch, TorchrunsAgentServesTheStoreAndCountsItsStarts) {
    Variables agent = with(kTorchrun, "TORCHELASTIC_USE_AGENT_STORE", "True");
    agent["TORCHELASTIC_RUN_ID"] = "job";
    const auto first = launch(agent), again = launch(with(agent, "TORCHELASTIC_RESTART_COUNT", "2"));
    ASSERT_TRUE(first && *first && again && *again);
    EXPECT_TRUE((*first)->place.launcher_has_store);
    EXPECT_EQ((*again)->restarts, 2);
    EXPECT_NE((*first)->place.attempt, (*again)->place.attempt) << "what earlier starts left in the store is not met";
}

TEST(Launch, OpenMpi) {
    const Variables mpi{{"OMPI_COMM_WORLD_RANK", "1"},
                        {"OMPI_COMM_WORLD_SIZE", "2"},
                        {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                        {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}};
    const auto here = launch(mpi);
    ASSERT_TRUE(here && *here);
    EXPECT_EQ((*here)->launcher, "OpenMPI");
    EXPECT_EQ((*here)->place.host, "127.0.0.1");
    EXPECT_GT((*here)->place.port, 0);
    // On several machines somebody must say where process 0 is.
    const Variables far = with(mpi, "OMPI_COMM_WORLD_LOCAL_SIZE", "1");
    EXPECT_THAT(launch(far).error().message, HasSubstr("MASTER_ADDR is missing"));
    EXPECT_EQ((*launch(with(far, "MASTER_ADDR", "sam")))->place.host, "sam");
}

TEST(Launch, Slurm) {
    Variables slurm{{"SLURM_PROCID", "5"},
                    {"SLURM_NTASKS", "8"},
                    {"SLURM_LOCALID", "1"},
                    {"SLURM_STEP_ID", "0"},
                    {"SLURM_JOB_ID", "42"},
                    {"SLURM_STEP_NODELIST", "node[07-08],big1"},
                    {"SLURM_STEP_TASKS_PER_NODE", "4(x2)"}};
    const auto found = launch(slurm);
    ASSERT_TRUE(found && *found);
    EXPECT_EQ((*found)->launcher, "Slurm");
    EXPECT_EQ((*found)->place.rank, 5);
    EXPECT_EQ((*found)->place.local_size, 4);
    EXPECT_EQ((*found)->place.host, "node07");
    const int port = (*found)->place.port;
    slurm["SLURM_PROCID"] = "0";
    EXPECT_EQ((*launch(slurm))->place.port, port) << "all processes of a job meet at one port";
}

TEST(Launch, TheFirstOfAListOfNodes) {
    EXPECT_EQ(first_host("one"), "one");
    EXPECT_EQ(first_host("one,two"), "one");
    EXPECT_EQ(first_host("node[07-12,20],gpu1"), "node07");
    EXPECT_EQ(first_host("node[3,5]"), "node3");
    EXPECT_EQ(first_host("rack[1-2]n[3-4]"), "rack1n3");
    EXPECT_EQ(first_host(""), "");
}

TEST(Launch, WhatIsMissingOrNoNumberIsNamed) {
    for (const char* name : {"RANK", "WORLD_SIZE", "MASTER_PORT"}) {
        Variables missing = kTorchrun;
        missing.erase(name);
        const auto found = launch(missing);
        ASSERT_FALSE(found) << name;
        EXPECT_THAT(found.error().message, HasSubstr(std::string(name) + " is missing"));
        EXPECT_EQ(found.error().code, ErrorCode::InvalidArgument);
        EXPECT_THAT(launch(with(kTorchrun, name, "many")).error().message, HasSubstr(std::string(name) + " is 'many'"));
    }
    EXPECT_THAT(launch(with(kTorchrun, "RANK", "4")).error().message,
                HasSubstr("RANK is '4', not a number from 0 to 3"));
    EXPECT_THAT(launch(with(kTorchrun, "MASTER_PORT", "70000")).error().message, HasSubstr("MASTER_PORT"));
    EXPECT_THAT(launch(with(kTorchrun, "HEADROOM_RANK_TIMEOUT", "0")).error().message,
                HasSubstr("HEADROOM_RANK_TIMEOUT"));
}

}  // namespace
}  // namespace headroom
