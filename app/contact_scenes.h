// Contact scenes: the tables of contact sheets: looks of the window, what is shown in it, and the guide's pictures.
#pragma once

#include "ui/shell/main_window.h"
#include "ui/shell/theme.h"

#include <QDialog>
#include <QSize>

#include <functional>
#include <span>

namespace headroom {

struct Look {
    const char* name;
    ui::ThemeChoice theme;
    bool dark;  ///< of the desktop, which high contrast follows
    QSize size;
    int text;
    Qt::LayoutDirection direction = Qt::LeftToRight;
    const char* language = "en";
};

/// Does something with the window; false: what it wants to do it to is not there.
using Act = bool (*)(ui::MainWindow&);

/// What is shown: a page of the window in a situation of the engine, and what stands before it. Every dialog of the program is in one (tst_reachable).
struct Scene {
    const char* caption;
    const char* story;
    ui::Page page;
    Act dialog = nullptr;                ///< opens it, and may return after it is closed
    Act prepare = nullptr;               ///< before that
    const char* screenshot = nullptr;    ///< in the README, of the first look
    const char* part = nullptr;          ///< of the window (part_of), which alone is in the README; null: all of it
    bool (*within)(QDialog&) = nullptr;  ///< in the dialog, as `prepare`
};

/// A picture of the guide.
struct GuidePicture {
    const char* name;    ///< of its file
    Scene scene;         ///< of a dialog it shows that alone, otherwise the scene's part
    int width;           ///< at most
    bool light = false;  ///< also in light: what a reader compares with the own window
};

/// The first is that of the README's pictures.
std::span<const Look> contact_looks();
std::span<const Scene> contact_scenes();
/// Those of the guide's pictures, which have its theme.
std::span<const Look> guide_looks();
std::span<const GuidePicture> guide_pictures();

/// Brings a scene about and calls `look`, with its dialog, or null where it has none; then the dialog is closed. `settle`, after each change: lets what is
/// under way come and be laid out. False: what is to be shown is not there.
bool show_scene(const Scene& scene, ui::MainWindow& window, const std::function<void()>& settle,
                const std::function<void(QDialog*)>& look);

/// What can be seen of the window by the name of the object or of its class; null: nothing.
QWidget* part_of(const QWidget& window, const char* name);

}  // namespace headroom
