// GuiOptions: the window's switches.
#pragma once

#include "core/base/result.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <string>

namespace headroom {

struct GuiOptions {
    bool demo = false;
    std::string demo_model;  ///< id of what the demo trains; empty: the first family
    bool imagine = false;    ///< paint at once
    QString prompts;         ///< what to paint; empty: the page's own
    QString open;            ///< run folder to continue
    QString dropped;         ///< a file or folder, as if it had been dropped on the window
    QString attach;          ///< run folder, or "unix:PATH", to attach to
    QString screenshots;     ///< folder for pictures of the window
    QString runs;            ///< where runs are kept; empty: as the environment says
    QString language;        ///< "en", "de", "system", "pseudo"; empty: as kept
    QString theme;           ///< "dark", "light", "contrast", "system"; empty: as kept
    QSize size;
    int text_percent = 0;          ///< 0: as kept, else the system's
    QString settings;              ///< file with settings to begin with, which is taken away
    QString fake;                  ///< fixture of the scripted engine
    QString sheets, look, scenes;  ///< folder for contact sheets, the one look wanted, and words of the captions
    int quit_after = -1;           ///< seconds
    bool reset_layout = false;
    bool safe_mode = false;
    bool version = false;
    bool help = false;
};

/// Reads the arguments (without the program's name). Error: InvalidArgument, naming the switch.
Result<GuiOptions> parse_gui_options(const QStringList& arguments);
QString gui_help();

}  // namespace headroom
