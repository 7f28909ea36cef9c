// The window's switches: one table for its --help, its parser and its manual page. No Qt here: headroom-cli writes that page.
#pragma once

#include <array>
#include <string_view>

namespace headroom {

struct WindowSwitch {
    std::string_view name, value;  ///< "--size", "WxH"; no value: it stands alone; in brackets: it may
    std::string_view help;
};

/// What is written without a switch's name.
inline constexpr WindowSwitch kWindowFile{
    "FILE", "", "A recipe, an archived run, a run's folder, pictures, weights: the window asks what to do."};

inline constexpr std::array<WindowSwitch, 19> kWindowSwitches{{
    {"--demo", "[dcgan|vqgan|light-gan]",
     "Start the demo run at once: a model of the built-in shapes, a DCGAN unless said."},
    {"--imagine", "PROMPT", "Paint a picture of PROMPT at once with the built-in models (text to image)."},
    {"--open", "RUN", "Continue the run in folder RUN."},
    {"--attach", "RUN",
     "Show and steer a run that another process trains: its folder or name, or unix:PATH of its socket; of another machine after ssh -L "
     "/tmp/run.sock:SOCKET HOST, as unix:/tmp/run.sock."},
    {"--runs-dir", "DIR",
     "Where runs are kept, instead of the user's folder; the environment variable HEADROOM_RUNS does the same."},
    {"--language", "en|de|system", "Of the window, this time; pseudo: one with longer words, for tests of the layout."},
    {"--theme", "dark|light|contrast|system", "How the window looks, this time."},
    {"--size", "WxH", "Size of the window."},
    {"--text-scale", "PERCENT", "100 to 200."},
    {"--screenshot", "DIR", "Write start.png, samples.png (or picture.png) and end.png of the window into DIR."},
    {"--take-settings", "FILE", "Begin with the forms that another window left in FILE, which is removed."},
    {"--quit-after", "SECONDS", "Stop cleanly and quit after so long, or when the run has ended."},
    {"--fake", "FIXTURE",
     "A scripted engine: story, ready, fit, pending, oom, failed, preparing, elsewhere, ranks, counsel, imagine, imagine-ready, "
     "imagine-failed, vqgan, vqgan-ready, vqgan-failed, light-gan (with -live: it moves)."},
    {"--contact-sheet", "DIR", "Write pictures of all pages and dialogs, from the scripted engine, into DIR and quit."},
    {"--look", "NAME", "Of these only one look: the name of its sheet; guide: the pictures of the guide."},
    {"--scenes", "WORDS", "Of these only what has WORDS in its caption, in capitals or not."},
    {"--reset-layout", "", "Forget where the docks were."},
    {"--safe-mode", "", "Read and write no kept settings."},
    {"--version", "", "Print the version."},
}};

inline constexpr std::string_view kWindowSummary =
    "a desktop studio that trains small image models inside the memory you have";

}  // namespace headroom
