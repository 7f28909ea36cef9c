// The rules themselves: each must refuse what it is there to refuse, and let the rest pass.
#include "include_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom::layering {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> check(const std::string& path, const std::string& text) {
    return broken_rules(parse_source(path, text));
}

TEST(IncludeRules, IncludesAreFoundWhateverTheirSpacing) {
    const SourceFile file = parse_source(
        "core/base/a.h", "// a\n  #  include <vector>\n#include \"core/base/b.h\"\n// #include <QWidget>\n");
    ASSERT_EQ(file.includes.size(), 2u);
    EXPECT_EQ(file.includes[0].target, "vector");
    EXPECT_TRUE(file.includes[0].angled);
    EXPECT_EQ(file.includes[1].target, "core/base/b.h");
    EXPECT_EQ(file.includes[1].line, 3);
}

TEST(IncludeRules, CoreHasNoQt) {
    EXPECT_THAT(check("core/io/a.cpp", "// a\n#include <QImage>\n"), ElementsAre(HasSubstr("core/io/a.cpp:2: ")));
    EXPECT_THAT(check("core/api/a.h", "// a\n#include <qcustomplot.h>\n"), ElementsAre(HasSubstr("never includes Qt")));
    EXPECT_THAT(check("core/engine/a.cpp", "#include \"ui/shell/theme.h\"\n"),
                ElementsAre(HasSubstr("may not include ui")));
}

TEST(IncludeRules, TorchStaysOnTheTensorSide) {
    for (const char* layer : {"base", "api", "config", "io", "data", "engine"}) {
        const std::string path = std::string("core/") + layer + "/a.cpp";
        EXPECT_THAT(check(path, "#include <torch/torch.h>\n"), ElementsAre(HasSubstr("never includes torch"))) << layer;
        EXPECT_THAT(check(path, "#include <c10/core/Allocator.h>\n"), ElementsAre(HasSubstr("never includes torch")))
            << layer;
    }
    EXPECT_THAT(check("app/main_cli.cpp", "#include <ATen/ATen.h>\n"), ElementsAre(HasSubstr("never includes torch")));
    EXPECT_THAT(check("core/train/a.cpp", "#include <torch/optim/adam.h>\n"), IsEmpty());
    EXPECT_THAT(check("core/train/a.cpp", "#include <torch/torch.h>\n"),
                ElementsAre(HasSubstr("core/memory/libtorch.h")));
}

TEST(IncludeRules, CudaStaysInItsModule) {
    EXPECT_THAT(check("core/memory/a.cpp", "#include <c10/cuda/CUDACachingAllocator.h>\n"),
                ElementsAre(HasSubstr("core/memory/cuda, core/kernels/cuda and core/ranks/nccl alone")));
    EXPECT_THAT(check("core/train/a.cpp", "#include <cuda_runtime.h>\n"),
                ElementsAre(HasSubstr("core/memory/cuda, core/kernels/cuda and core/ranks/nccl alone")));
    EXPECT_THAT(check("core/kernels/a.cpp", "#include <cuda_runtime.h>\n"),
                ElementsAre(HasSubstr("core/memory/cuda, core/kernels/cuda and core/ranks/nccl alone")));
    EXPECT_THAT(check("core/kernels/cuda/a.cpp", "#include <cuda_runtime.h>\n#include <c10/cuda/CUDAStream.h>\n"),
                IsEmpty());
    EXPECT_THAT(check("core/memory/cuda/a.cpp", "#include <cuda_runtime.h>\n#include <c10/cuda/CUDAStream.h>\n"),
                IsEmpty());
    EXPECT_THAT(check("core/ranks/nccl/a.cpp", "#include <c10/cuda/CUDAGuard.h>\n"
                                               "#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>\n"),
                IsEmpty());
    EXPECT_THAT(check("core/train/a.cpp", "#include <torch/csrc/distributed/c10d/Store.hpp>\n"),
                ElementsAre(HasSubstr("core/ranks/c10d and core/ranks/nccl alone")));
}

TEST(IncludeRules, LowerLayersDoNotSeeHigherOnes) {
    EXPECT_THAT(check("core/base/a.h", "#include \"core/api/param.h\"\n"),
                ElementsAre(HasSubstr("core/base may not include core/api")));
    EXPECT_THAT(check("core/io/a.cpp", "#include \"core/data/dataset.h\"\n"),
                ElementsAre(HasSubstr("may not include core/data")));
    EXPECT_THAT(check("core/engine/a.cpp", "#include \"core/train/amp.h\"\n"),
                ElementsAre(HasSubstr("may not include core/train")));
    EXPECT_THAT(check("core/memory/a.cpp", "#include \"core/models/dcgan/generator.h\"\n"),
                ElementsAre(HasSubstr("may not include")));
    EXPECT_THAT(
        check("core/train/a.cpp", "#include \"core/models/dcgan/generator.h\"\n#include \"core/engine/backend.h\"\n"),
        IsEmpty());
    EXPECT_THAT(check("app/engine_loader.cpp", "#include \"tests/support/fake_services.h\"\n"), IsEmpty());
    EXPECT_THAT(check("app/application.cpp", "#include \"tests/support/fake_services.h\"\n"),
                ElementsAre(HasSubstr("may not include")));
    EXPECT_THAT(check("core/unheard/a.cpp", "#include \"core/api/param.h\"\n"), ElementsAre(HasSubstr("no row")));
}

TEST(IncludeRules, NothingOfTheProductSeesTheLab) {
    EXPECT_THAT(check("app/lab/parity/a.cpp",
                      "#include <ATen/ATen.h>\n#include \"core/models/clip/clip.h\"\n#include \"app/cli/verbs.h\"\n"),
                IsEmpty());
    EXPECT_THAT(check("app/lab/a.cpp", "#include <QObject>\n"), ElementsAre(HasSubstr("headroom-lab has no Qt")));
    EXPECT_THAT(check("app/lab/a.cpp", "#include \"ui/shell/theme.h\"\n"),
                ElementsAre(HasSubstr("may not include ui")));
    for (const char* path :
         {"app/main_cli.cpp", "app/cli/a.cpp", "core/train/a.cpp", "core/engine/a.cpp", "ui/shell/a.cpp"}) {
        EXPECT_THAT(check(path, "#include \"app/lab/parity/parity.h\"\n"),
                    ElementsAre(HasSubstr("may not include app/lab")))
            << path;
    }
}

TEST(IncludeRules, TheWindowSeesTheContractAlone) {
    for (const char* target :
         {"core/engine/backend.h", "core/io/runs/run_folder.h", "core/data/dataset.h", "core/train/torch_backend.h"}) {
        EXPECT_THAT(check("ui/shell/a.cpp", std::string("#include \"") + target + "\"\n"),
                    ElementsAre(HasSubstr("ui may not include")));
    }
    EXPECT_THAT(check("ui/shell/a.cpp", "#include <nlohmann/json.hpp>\n"), ElementsAre(HasSubstr("ui includes only")));
    EXPECT_THAT(
        check("ui/shell/a.cpp",
              "#include \"core/api/session.h\"\n#include <QWidget>\n#include <qcustomplot.h>\n#include <vector>\n"),
        IsEmpty());
}

TEST(IncludeRules, TheWindowSeesAFamilyFromItsFolderAlone) {
    for (const std::string target : {"core/families/vqgan/vqgan_shape.h", "ui/families/vqgan/vqgan_window.h"}) {
        const std::string text = "// a\n#include \"" + target + "\"\n";
        EXPECT_THAT(check("ui/shell/a.cpp", text), ElementsAre(HasSubstr("ask its WindowFamily")));
        EXPECT_THAT(check("ui/families/family.cpp", text), ElementsAre(HasSubstr("ask its WindowFamily")));
        EXPECT_THAT(check("ui/families/dcgan/a.cpp", text), ElementsAre(HasSubstr("ask its WindowFamily")));
        EXPECT_THAT(check("ui/families/vqgan/a.cpp", text), IsEmpty());
        EXPECT_THAT(check("ui/families/registry.cpp", text), IsEmpty());
    }
    EXPECT_THAT(
        check("ui/shell/a.cpp", "// a\n#include \"core/families/registry.h\"\n#include \"ui/families/family.h\"\n"),
        IsEmpty());
}

TEST(IncludeRules, QtModulesAreTooWide) {
    EXPECT_THAT(check("ui/shell/a.cpp", "#include <QtWidgets>\n"), ElementsAre(HasSubstr("not a Qt module")));
    EXPECT_THAT(check("ui/shell/a.cpp", "#include <QtWidgets/QtWidgets>\n"), ElementsAre(HasSubstr("not a Qt module")));
    EXPECT_THAT(check("app/main_gui.cpp", "#include <QtCore>\n"), ElementsAre(HasSubstr("not a Qt module")));
}

TEST(IncludeRules, QtAndTorchNeverMeet) {
    EXPECT_THAT(check("app/a.cpp", "#include <QApplication>\n#include <torch/torch.h>\n"),
                testing::Contains(HasSubstr("app/a.cpp:2: #include <torch/torch.h>: Qt and torch never meet")));
}

}  // namespace
}  // namespace headroom::layering
