// Engine loader: the module is looked for beside the program, then in the library folder next to it.
#include "app/engine_loader.h"

#ifdef HEADROOM_HAS_FAKE
#include "tests/support/fake_services.h"
#endif

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLibrary>

namespace headroom {
namespace {

QString find_module() {
    const QDir here(QCoreApplication::applicationDirPath());
    for (const char* folder : {".", "../lib", "../lib/headroom"}) {
        const QFileInfo file(
            here.filePath(QStringLiteral("%1/libheadroom_torch_engine.so").arg(QLatin1String(folder))));
        if (file.exists()) return file.canonicalFilePath();
    }
    return {};
}

}  // namespace

Result<std::unique_ptr<Services>> load_engine(const QString& fake) {
    if (!fake.isEmpty()) {
#ifdef HEADROOM_HAS_FAKE
        return make_fake_services(fake.toStdString());
#else
        return make_error(ErrorCode::InvalidArgument, "--fake: this build has no scripted engine",
                          "Build with HEADROOM_TESTS=ON.");
#endif
    }
    const QString path = find_module();
    if (path.isEmpty()) {
        return make_error(ErrorCode::Environment, "the engine (libheadroom_torch_engine.so) is not beside the program",
                          "Build with HEADROOM_TORCH=ON, or install Headroom again.");
    }
    QLibrary library(path);  // never unloaded: threads of the tensor library live on
    library.setLoadHints(QLibrary::PreventUnloadHint);
    using Make = Services* (*)();
    const auto make = reinterpret_cast<Make>(library.resolve("headroom_make_services"));
    if (!make) {
        return make_error(ErrorCode::Environment, "the engine could not be loaded",
                          "headroom-cli doctor says what is missing.", library.errorString().toStdString());
    }
    std::unique_ptr<Services> services(make());
    if (!services)
        return make_error(ErrorCode::Environment, "the engine did not start",
                          "headroom-cli doctor says what is missing.");
    return services;
}

}  // namespace headroom
