// headroom: the studio.
#include "app/application.h"

#include <QApplication>

#include <cstdio>

int main(int argc, char** argv) {
    QStringList arguments;
    for (int i = 1; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
    const headroom::Result<headroom::GuiOptions> options = headroom::parse_gui_options(arguments);
    if (!options) {
        std::fprintf(stderr, "headroom: error: %s. %s\n", options.error().message.c_str(),
                     options.error().hint.c_str());
        return headroom::exit_status(options.error().code);
    }
    if (options->help) {
        std::fputs(qUtf8Printable(headroom::gui_help()), stdout);
        return 0;
    }
    if (options->version) {
        std::printf("headroom %s\n", HEADROOM_VERSION);
        return 0;
    }
    int program_argc = 1;  // Qt sees the program's name only: all switches are ours
    QApplication app(program_argc, argv);
    QApplication::setApplicationName(QStringLiteral("headroom"));
    QApplication::setApplicationDisplayName(QStringLiteral("Headroom"));
    QApplication::setApplicationVersion(QStringLiteral(HEADROOM_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("headroom"));
    headroom::Application studio(*options);
    return studio.run(app);
}
