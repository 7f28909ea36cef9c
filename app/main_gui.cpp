// headroom: the studio.
#include "app/application.h"
#include "app/contact_sheet.h"
#include "core/base/standard_streams.h"
#include "ui/shell/slow_events.h"

#include <QFileInfo>

#include <linux/close_range.h>
#include <unistd.h>

#include <clocale>
#include <cstdio>
#include <vector>

namespace {

int run_window(char** argv, const headroom::GuiOptions& options, QStringList& again) {
    int program_argc = 1;  // Qt sees the program's name only: all switches are ours
    headroom::ui::WatchedApplication app(program_argc, argv, headroom::ui::WatchedApplication::limit_wanted());
    std::setlocale(LC_NUMERIC, "C");  // Qt has taken the desktop's: files and other programs' arguments want points
    QApplication::setApplicationName(QStringLiteral("headroom"));
    QApplication::setApplicationDisplayName(QStringLiteral("Headroom"));
    QApplication::setApplicationVersion(QStringLiteral(HEADROOM_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.headroom.Headroom"));
    if (!options.sheets.isEmpty()) {
        const headroom::Result<void> made = headroom::make_contact_sheets(options.sheets, options.look, options.scenes);
        if (made) return 0;
        std::fprintf(stderr, "headroom: error: %s %s\n", made.error().message.c_str(), made.error().hint.c_str());
        return headroom::exit_status(made.error().code);
    }
    headroom::Application studio(options);
    const int status = studio.run(app);
    again = studio.again();
    return status;
}

/// This process becomes another one, which inherits no file: not the GPU's either.
int begin_anew(const QStringList& arguments) {
    std::vector<QByteArray> words;
    for (const QString& argument : arguments) words.push_back(argument.toLocal8Bit());
    std::vector<char*> pointers;
    for (QByteArray& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    (void)close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
    execv("/proc/self/exe", pointers.data());
    std::perror("headroom: the window could not begin anew");
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    headroom::reserve_standard_streams();
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
    if (!options->runs.isEmpty())  // for the processes that the window starts, too
        qputenv("HEADROOM_RUNS", QFileInfo(options->runs).absoluteFilePath().toLocal8Bit());
    QStringList again;
    const int status = run_window(argv, *options, again);
    return again.isEmpty() ? status : begin_anew(again);
}
