// Contact scenes: the tables, and how a scene is brought about.
#include "app/contact_scenes.h"

#include "ui/bridge/session_bridge.h"
#include "ui/models/runs_model.h"
#include "ui/panels/export/export_dialog.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/shell/find/find_dialog.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QDragMoveEvent>
#include <QImage>
#include <QLineEdit>
#include <QMimeData>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QUrl>

#include <array>

namespace headroom {
namespace {

using ui::Cmd;
using ui::Page;
using ui::ThemeChoice;

const Look kLooks[] = {
    {"dark-1600", ThemeChoice::Dark, true, {1600, 1000}, 100},
    {"light-1280", ThemeChoice::Light, false, {1280, 800}, 100},
    {"contrast-dark-1600", ThemeChoice::HighContrast, true, {1600, 1000}, 100},
    {"contrast-light-1280", ThemeChoice::HighContrast, false, {1280, 800}, 100},
    {"dark-1600-150", ThemeChoice::Dark, true, {1600, 1000}, 150},
    {"light-1600-200", ThemeChoice::Light, false, {1600, 1000}, 200},
    {"dark-1280-200", ThemeChoice::Dark, true, {1280, 800}, 200},
    {"light-1600-rtl", ThemeChoice::Light, false, {1600, 1000}, 100, Qt::RightToLeft},
    {"german-dark-1600", ThemeChoice::Dark, true, {1600, 1000}, 100, Qt::LeftToRight, "de"},
    {"german-dark-1280", ThemeChoice::Dark, true, {1280, 800}, 100, Qt::LeftToRight, "de"},
    {"german-light-1280", ThemeChoice::Light, false, {1280, 800}, 100, Qt::LeftToRight, "de"},
    {"pseudo-dark-1280", ThemeChoice::Dark, true, {1280, 800}, 100, Qt::LeftToRight, "pseudo"},
};

bool choose_tab(ui::MainWindow& window, const QString& name) {
    bool found = false;
    for (auto* tabs : window.findChildren<QTabWidget*>()) {
        if (!tabs->isVisible()) continue;
        for (int i = 0; i < tabs->count(); ++i) {
            if (tabs->tabText(i) != name) continue;
            tabs->setCurrentIndex(i);
            found = true;
        }
    }
    return found;
}

bool attach(ui::MainWindow& window) {
    window.attach(QStringLiteral("/runs/shapes-128-07"));
    return true;
}

bool check_runs(ui::MainWindow& window) {
    auto* model = window.runs()->model();
    for (int row = 1; row < 4 && row < model->rowCount(); ++row)
        model->setData(model->index(row, 0), Qt::Checked, Qt::CheckStateRole);
    window.runs()->choose(QStringLiteral("/runs/shapes-128-06"));
    return model->rowCount() > 3;
}

template <Cmd Which> bool press(ui::MainWindow& window) {
    QAction* action = window.actions()->action(Which);
    const bool on = action->isEnabled();
    action->trigger();
    return on;
}

/// A budget that no settings fit.
bool leave_little(ui::MainWindow& window) {
    window.own()->bridge()->apply({{"memory.budget", std::int64_t{64} << 20}});
    return true;
}

bool stage_an_edit(ui::MainWindow& window) {
    window.own()->edits()->proposeAll({{"batch.micro", std::int64_t{64}}});
    return !window.own()->edits()->staged().empty();
}

/// A folder that goes with the program.
const QTemporaryDir& place() {
    static const QTemporaryDir made;
    return made;
}

/// A folder of some pictures.
QString flowers() {
    const QString folder = place().filePath(QStringLiteral("flowers"));
    if (QDir().mkpath(folder))
        for (int i = 0; i < 316; ++i) {
            QImage picture(8, 8, QImage::Format_RGB32);
            picture.fill(QColor::fromHsv(i % 360, 200, 200));
            picture.save(QStringLiteral("%1/%2.png").arg(folder).arg(i));
        }
    return folder;
}

/// The pointer with a folder comes to the middle of the window.
bool drag(ui::MainWindow& window) {
    auto* mime = new QMimeData;
    mime->setParent(&window);
    mime->setUrls({QUrl::fromLocalFile(flowers())});
    const QPoint middle = window.rect().center();
    QDragEnterEvent enter(middle, Qt::CopyAction, mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QDragMoveEvent move(middle, Qt::CopyAction, mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &move);
    return move.isAccepted();
}

bool write_files(QDialog& dialog) {
    auto* exporting = qobject_cast<ui::ExportDialog*>(&dialog);
    if (!exporting) return false;
    exporting->setFolder(place().filePath(QStringLiteral("exports")));
    exporting->startExport();
    return true;
}

bool type_letters(QDialog& dialog) {
    auto* line = dialog.findChild<QLineEdit*>();
    if (line) line->setText(QStringLiteral("batch"));
    return line;
}

/// A tab by its name in English, and whose name it is.
struct Tab {
    const char *context, *name;
};
template <const Tab& Which> bool tab(ui::MainWindow& window) {
    return choose_tab(window, QCoreApplication::translate(Which.context, Which.name));
}
constexpr Tab kQueue{"headroom::ui::MainWindow", "Queue"};
constexpr Tab kLog{"headroom::ui::TrainPage", "Log"};
constexpr Tab kScores{"headroom::ui::TrainPage", "Scores"};
constexpr Tab kReal{"headroom::ui::SamplesPanel", "Real images"};
constexpr Tab kLatents{"headroom::ui::SamplesPanel", "Latents"};
constexpr Tab kWalk{"headroom::ui::SamplesPanel", "Latent walk"};

const Scene kScenes[] = {
    {"Welcome", "ready", Page::Welcome},
    {"Train, before the first run", "ready", Page::Train},
    {"Train, a forecast is awaited", "pending", Page::Train},
    {"Train, preparing", "preparing", Page::Train},
    {"Train, running", "story", Page::Train, {}, nullptr, "main-dark"},
    {"Train, real images", "story", Page::Train, {}, tab<kReal>},
    {"Train, latents", "story", Page::Train, {}, tab<kLatents>, "latents-dark"},
    {"Train, latent walk", "story", Page::Train, {}, tab<kWalk>},
    {"Train, log", "story", Page::Train, {}, tab<kLog>},
    {"Train, scores", "story", Page::Train, {}, tab<kScores>},
    {"Train, out of memory survived", "oom", Page::Train},
    {"Train, failed", "failed", Page::Train},
    {"Train, paused", "story", Page::Train, {}, press<Cmd::PauseResume>},
    {"Train, lent", "story", Page::Train, {}, press<Cmd::Lend>},
    {"Train, counsel", "counsel", Page::Train},
    {"Train, several processes", "ranks", Page::Train, {}, nullptr, "ranks-dark", "memoryDock"},
    {"Training a VQGAN", "vqgan", Page::Train, {}, nullptr, "vqgan-dark"},
    {"Training a Light GAN", "light-gan", Page::Train},
    {"Text to image, before the first run", "imagine-ready", Page::Imagine},
    {"Text to image, running", "imagine", Page::Imagine, {}, nullptr, "imagine-dark"},
    {"Text to image, finished", "imagine", Page::Imagine, {}, press<Cmd::Stop>},
    {"Text to image, failed", "imagine-failed", Page::Imagine},
    {"Text to image, while another run goes", "story", Page::Imagine},
    {"Runs, none", "empty", Page::Runs},
    {"Runs, one chosen, three compared", "ready", Page::Runs, {}, check_runs, "runs-dark"},
    {"Runs, queue", "elsewhere", Page::Runs, {}, tab<kQueue>, "queue-dark"},
    {"A run of another process", "elsewhere", Page::Train, {}, attach, "attached-dark"},
    {"Data set", "ready", Page::Train, Cmd::InspectData},
    {"Make it fit", "fit", Page::Train, Cmd::MakeFit},
    {"Make it fit, nothing does", "fit", Page::Train, Cmd::MakeFit, leave_little},
    {"Export", "story", Page::Train, Cmd::Export},
    {"Export, writing", "story-busy", Page::Train, Cmd::Export, nullptr, nullptr, nullptr, write_files},
    {"Export, failed", "story-refused", Page::Train, Cmd::Export, nullptr, nullptr, nullptr, write_files},
    {"Enlarge", "story", Page::Train, Cmd::Upscale},
    {"Models", "ready", Page::Imagine, Cmd::Models},
    {"Presets", "ready", Page::Train, Cmd::Presets},
    {"Find", "ready", Page::Train, Cmd::Find},
    {"Guide", "ready", Page::Train, Cmd::Guide},
    {"Keyboard", "ready", Page::Train, Cmd::Keyboard},
    {"About", "ready", Page::Train, Cmd::About},
    {"Quit while a run goes", "story", Page::Train, Cmd::Quit},
    {"Something is dragged over the window", "ready", Page::Train, {}, drag},
};

constexpr int kWhole = 900, kPart = 900;

const GuidePicture kGuide[] = {
    {"welcome", {"Welcome", "ready", Page::Welcome, {}, nullptr, nullptr, "WelcomePage"}, kWhole},
    {"train", {"Train", "story", Page::Train}, kWhole},
    {"staged", {"Staged edits", "story", Page::Train, {}, stage_an_edit, nullptr, "StagedTray"}, kPart},
    {"latents", {"Latents", "story", Page::Train, {}, tab<kLatents>, nullptr, "ExplorePage"}, kPart},
    {"memory", {"Memory", "story", Page::Train, {}, nullptr, nullptr, "memoryDock"}, kPart},
    {"scores", {"Scores", "story", Page::Train, {}, tab<kScores>, nullptr, "lowerTabs"}, kPart},
    {"counsel", {"Counsel", "counsel", Page::Train, {}, nullptr, nullptr, "CounselPanel"}, kPart},
    {"recipe", {"Data set", "ready", Page::Train, Cmd::InspectData}, kPart},
    {"fit", {"Make it fit", "fit", Page::Train, Cmd::MakeFit}, kPart},
    {"export", {"Export", "story", Page::Train, Cmd::Export}, kPart},
    {"imagine", {"Text to image", "imagine", Page::Imagine}, kWhole},
    {"models", {"Models", "ready", Page::Imagine, Cmd::Models}, kPart},
    {"compare", {"Runs", "ready", Page::Runs, {}, check_runs, nullptr, "RunCompare"}, kPart},
    {"queue", {"Queue", "elsewhere", Page::Runs, {}, tab<kQueue>, nullptr, "QueuePanel"}, kPart},
    {"find", {"Find", "ready", Page::Train, Cmd::Find, nullptr, nullptr, nullptr, type_letters}, kPart},
    {"drop", {"Dragging", "ready", Page::Train, {}, drag}, kWhole},
};

}  // namespace

std::span<const Look> contact_looks() { return kLooks; }

std::span<const Scene> contact_scenes() { return kScenes; }

Look guide_look() { return {"guide", ThemeChoice::Dark, true, {1280, 800}, 100}; }

std::span<const GuidePicture> guide_pictures() { return kGuide; }

QWidget* part_of(const QWidget& window, const char* name) {
    const QByteArray of_class = QByteArray("headroom::ui::") + name;
    for (auto* widget : window.findChildren<QWidget*>())
        if (widget->isVisible() &&
            (widget->objectName() == QLatin1String(name) || widget->inherits(of_class.constData())))
            return widget;
    return nullptr;
}

}  // namespace headroom
