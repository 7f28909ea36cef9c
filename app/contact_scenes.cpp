// Contact scenes: the tables, and how a scene is brought about.
#include "app/contact_scenes.h"

#include "app/setup_dialog.h"
#include "core/families/registry.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/runs_model.h"
#include "ui/panels/dataset/dataset_dialog.h"
#include "ui/panels/export/export_dialog.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/models/models_dialog.h"
#include "ui/panels/presets/preset_desk.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/samples/walk_page.h"
#include "ui/panels/upscale/upscale_dialog.h"
#include "ui/shell/find/find_dialog.h"
#include "ui/shell/oom_banner.h"
#include "ui/shell/run_starts.h"
#include "ui/shell/workbench.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QDragMoveEvent>
#include <QEventLoop>
#include <QImage>
#include <QLineEdit>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeView>
#include <QUrl>

#include <array>
#include <condition_variable>
#include <mutex>

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

bool press(QAction* action) {
    const bool on = action->isEnabled();
    action->trigger();
    return on;
}
template <Cmd Which> bool press(ui::MainWindow& window) { return press(window.actions()->action(Which)); }

bool choose_run(ui::MainWindow& window) {
    window.runs()->choose(QStringLiteral("/runs/shapes-128-06"));
    return true;
}

bool delete_run(ui::MainWindow& window) { return press(window.runs()->deleteAction()); }

/// A budget that no settings fit.
bool leave_little(ui::MainWindow& window) {
    window.own()->bridge()->apply({{"memory.budget", std::int64_t{64} << 20}});
    return true;
}

bool stage_an_edit(ui::MainWindow& window) {
    window.own()->edits()->proposeAll({{"batch.micro", std::int64_t{64}}});
    return !window.own()->edits()->staged().empty();
}

/// A command of the queue that can be seen.
bool press_of_queue(const ui::MainWindow& window, const char* name) {
    const QWidget* panel = part_of(window, "QueuePanel");
    auto* action = panel ? panel->findChild<QAction*>(QLatin1String(name)) : nullptr;
    if (action) action->trigger();
    return action;
}

/// A run of the queue that waits.
bool choose_waiting(ui::MainWindow& window) {
    QWidget* panel = part_of(window, "QueuePanel");
    auto* list = panel ? panel->findChild<QTreeView*>() : nullptr;
    if (!list || !list->model() || list->model()->rowCount() < 2) return false;
    list->setCurrentIndex(list->model()->index(list->model()->rowCount() - 1, 0));
    return true;
}

bool start_at(ui::MainWindow& window) { return choose_waiting(window) && press_of_queue(window, "queue_start_at"); }

bool add_several(ui::MainWindow& window) { return press_of_queue(window, "queue_add_several"); }

/// Settings of another run, which differ in some.
bool take_settings(ui::MainWindow& window) {
    TrainConfig other = window.front()->edits()->preview();
    other.batch_micro *= 2;
    other.steps += 1000;
    window.starts()->offerSettings(other, QStringLiteral("shapes-128-06"));
    return true;
}

bool keep_a_preset(ui::MainWindow& window) {
    return window.presets()->shelf().save(QStringLiteral("small"), default_config(ui::first_kind())).isEmpty();
}

/// Through chosen pictures, the last at another truncation.
bool make_a_walk(ui::MainWindow& window) {
    auto* page = window.findChild<ui::WalkPage*>();
    const QList<QImage> pictures = ui::toImages(window.front()->newest().ema);
    if (!page || pictures.size() < 3) return false;
    for (int i = 0; i < 3; ++i) page->addEnd({LatentId{0, i}, i < 2 ? 1.0 : 0.7, pictures[i]});
    page->requestWalk();
    return true;
}

/// A folder that goes with the program.
const QTemporaryDir& place() {
    static const QTemporaryDir made;
    return made;
}

bool set_up(ui::MainWindow& window) {
    ui::openOnce(new SetupDialog({place().filePath(QStringLiteral("libtorch")).toStdString(), {}, {}}, &window));
    return true;
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

/// A file that is being written until that is stopped.
ui::FileWork endless(const QString& path) {
    ui::FileWork work{place().path()};
    const auto write = [](const ui::BackgroundTask::Report&, const std::stop_token& stop) -> Result<ui::MadeFile> {
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        never.wait(lock, stop, [] { return false; });
        return make_error(ErrorCode::Cancelled, "Cancelled.");
    };
    work.files.emplace_back(path, write);
    return work;
}
/// One for which there is no room.
ui::FileWork refused(const QString& path) {
    ui::FileWork work{place().path()};
    work.add(path, []() -> Result<void> {
        return make_error(ErrorCode::Disk, "cannot write /tmp: the disk is full",
                          "Free some space or choose another folder; the earlier file is unchanged.");
    });
    return work;
}

bool write_on(ui::MainWindow& window) {
    auto* files = ui::FileRow::of(window.centralWidget());
    files->write(endless(place().filePath(QStringLiteral("metrics.csv"))));
    return files->busy();
}

template <ui::FileWork (*Work)(const QString&)> bool enlarge(QDialog& dialog) {
    auto* larger = qobject_cast<ui::UpscaleDialog*>(&dialog);
    if (larger) larger->files()->write(Work(place().filePath(QStringLiteral("larger.png"))));
    return larger;
}

/// It goes on while its dialog is closed.
bool enlarge_on(ui::MainWindow& window) {
    auto* dialog = press<Cmd::Upscale>(window) ? window.findChild<ui::UpscaleDialog*>() : nullptr;
    if (!dialog || !enlarge<endless>(*dialog)) return false;
    dialog->reject();
    return dialog->working();
}

/// A folder that is not there.
bool inspect_nothing(QDialog& dialog) {
    auto* data = qobject_cast<ui::DatasetDialog*>(&dialog);
    if (!data) return false;
    data->pathField()->setText(QStringLiteral("/pictures/missing"));
    Q_EMIT data->pathField()->returnPressed();
    return true;
}

bool open_oom_card(ui::MainWindow& window) {
    auto* banner = window.findChild<ui::OomBanner*>();
    if (banner) banner->setDetailsShown(true);
    return banner;
}

bool choose_download(QDialog& dialog) {
    auto* models = qobject_cast<ui::ModelsDialog*>(&dialog);
    if (!models) return false;
    models->choose(QStringLiteral("vqgan_f16"));
    return models->fetchButton()->isVisible();
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
constexpr Tab kLog{"headroom::ui::Workbench", "Log"};
constexpr Tab kScores{"headroom::ui::TrainPage", "Scores"};
constexpr Tab kReal{"headroom::ui::SamplesPanel", "Real images"};
constexpr Tab kLatents{"headroom::ui::SamplesPanel", "Latents"};
constexpr Tab kWalk{"headroom::ui::SamplesPanel", "Latent walk"};

bool walk(ui::MainWindow& window) { return tab<kWalk>(window) && make_a_walk(window); }

QDialog* dialog_of(const ui::MainWindow& window) {
    for (auto* dialog : window.findChildren<QDialog*>())
        if (dialog->isVisible()) return dialog;
    return nullptr;
}

const Scene kScenes[] = {
    {"Welcome", "ready", Page::Welcome},
    {"Train, before the first run", "ready", Page::Train},
    {"Train, a forecast is awaited", "pending", Page::Train},
    {"Train, preparing", "preparing", Page::Train},
    {"Train, running", "story", Page::Train, nullptr, nullptr, "main-dark"},
    {"Train, real images", "story", Page::Train, nullptr, tab<kReal>},
    {"Train, latents", "story", Page::Train, nullptr, tab<kLatents>, "latents-dark"},
    {"Train, latent walk", "story", Page::Train, nullptr, tab<kWalk>},
    {"Train, a latent walk", "story", Page::Train, nullptr, walk},
    {"Train, latents, failed", "story-refused", Page::Train, nullptr, tab<kLatents>},
    {"Train, a latent walk, failed", "story-refused", Page::Train, nullptr, walk},
    {"Train, log", "story", Page::Train, nullptr, tab<kLog>},
    {"Train, scores", "story", Page::Train, nullptr, tab<kScores>},
    {"Train, out of memory survived", "oom", Page::Train},
    {"Train, out of memory survived, details", "oom", Page::Train, nullptr, open_oom_card},
    {"Train, failed", "failed", Page::Train},
    {"Train, paused", "story", Page::Train, nullptr, press<Cmd::PauseResume>},
    {"Train, lent", "story", Page::Train, nullptr, press<Cmd::Lend>},
    {"Train, counsel", "counsel", Page::Train},
    {"Train, several processes", "ranks", Page::Train, nullptr, nullptr, "ranks-dark", "memoryDock"},
    {"Training a VQGAN, before the first run", "vqgan-ready", Page::Train},
    {"Training a VQGAN", "vqgan", Page::Train, nullptr, nullptr, "vqgan-dark"},
    {"Training a VQGAN, failed", "vqgan-failed", Page::Train},
    {"Training a Light GAN", "light-gan", Page::Train},
    {"Text to image, before the first run", "imagine-ready", Page::Imagine},
    {"Text to image, running", "imagine", Page::Imagine, nullptr, nullptr, "imagine-dark"},
    {"Text to image, finished", "imagine", Page::Imagine, nullptr, press<Cmd::Stop>},
    {"Text to image, failed", "imagine-failed", Page::Imagine},
    {"Text to image, while another run goes", "story", Page::Imagine},
    {"Runs, none", "empty", Page::Runs},
    {"Runs, one chosen, three compared", "ready", Page::Runs, nullptr, check_runs, "runs-dark"},
    {"Runs, queue", "elsewhere", Page::Runs, nullptr, tab<kQueue>, "queue-dark"},
    {"Runs, an empty queue", "ready", Page::Runs, nullptr, tab<kQueue>},
    {"A run of another process", "elsewhere", Page::Train, nullptr, attach, "attached-dark"},
    {"Data set", "ready", Page::Train, press<Cmd::InspectData>},
    {"Data set, refused", "ready", Page::Train, press<Cmd::InspectData>, nullptr, nullptr, nullptr, inspect_nothing},
    {"Make it fit", "fit", Page::Train, press<Cmd::MakeFit>},
    {"Make it fit, failed", "fit-refused", Page::Train, press<Cmd::MakeFit>},
    {"Make it fit, nothing does", "fit", Page::Train, press<Cmd::MakeFit>, leave_little},
    {"Export", "story", Page::Train, press<Cmd::Export>},
    {"Export, writing", "story-busy", Page::Train, press<Cmd::Export>, nullptr, nullptr, nullptr, write_files},
    {"Export, failed", "story-refused", Page::Train, press<Cmd::Export>, nullptr, nullptr, nullptr, write_files},
    {"Enlarge", "story", Page::Train, press<Cmd::Upscale>},
    {"Enlarge, working", "story", Page::Train, press<Cmd::Upscale>, nullptr, nullptr, nullptr, enlarge<endless>},
    {"Enlarge, failed", "story", Page::Train, press<Cmd::Upscale>, nullptr, nullptr, nullptr, enlarge<refused>},
    {"Models", "ready", Page::Imagine, press<Cmd::Models>},
    {"Models, a download is offered", "ready", Page::Imagine, press<Cmd::Models>, nullptr, nullptr, nullptr,
     choose_download},
    {"Presets", "ready", Page::Train, press<Cmd::Presets>, keep_a_preset},
    {"Presets, none", "ready", Page::Train, press<Cmd::Presets>},
    {"A preset's name", "ready", Page::Train, press<Cmd::SavePreset>},
    {"Use settings", "ready", Page::Train, take_settings},
    {"Add several", "elsewhere", Page::Runs, add_several, tab<kQueue>},
    {"Start at", "elsewhere", Page::Runs, start_at, tab<kQueue>},
    {"Set up", "ready", Page::Welcome, set_up},
    {"Find", "ready", Page::Train, press<Cmd::Find>},
    {"Guide", "ready", Page::Train, press<Cmd::Guide>},
    {"Keyboard", "ready", Page::Train, press<Cmd::Keyboard>},
    {"About", "ready", Page::Train, press<Cmd::About>},
    {"Delete a run", "ready", Page::Runs, delete_run, choose_run},
    {"Quit while a run goes", "story", Page::Train, press<Cmd::Quit>},
    {"Quit while files are written", "ready", Page::Train, press<Cmd::Quit>, write_on},
    {"Quit while a picture is enlarged", "ready", Page::Train, press<Cmd::Quit>, enlarge_on},
    {"Something is dragged over the window", "ready", Page::Train, nullptr, drag},
};

constexpr int kWhole = 900, kPart = 900;

const GuidePicture kGuide[] = {
    {"welcome", {"Welcome", "ready", Page::Welcome, nullptr, nullptr, nullptr, "WelcomePage"}, kWhole},
    {"train", {"Train", "story", Page::Train}, kWhole},
    {"staged", {"Staged edits", "story", Page::Train, nullptr, stage_an_edit, nullptr, "StagedTray"}, kPart},
    {"latents", {"Latents", "story", Page::Train, nullptr, tab<kLatents>, nullptr, "ExplorePage"}, kPart},
    {"memory", {"Memory", "story", Page::Train, nullptr, nullptr, nullptr, "memoryDock"}, kPart},
    {"scores", {"Scores", "story", Page::Train, nullptr, tab<kScores>, nullptr, "lowerTabs"}, kPart, true},
    {"counsel", {"Counsel", "counsel", Page::Train, nullptr, nullptr, nullptr, "CounselPanel"}, kPart, true},
    {"recipe", {"Data set", "ready", Page::Train, press<Cmd::InspectData>}, kPart, true},
    {"fit", {"Make it fit", "fit", Page::Train, press<Cmd::MakeFit>}, kPart},
    {"export", {"Export", "story", Page::Train, press<Cmd::Export>}, kPart},
    {"imagine", {"Text to image", "imagine", Page::Imagine}, kWhole},
    {"models", {"Models", "ready", Page::Imagine, press<Cmd::Models>}, kPart},
    {"compare", {"Runs", "ready", Page::Runs, nullptr, check_runs, nullptr, "RunCompare"}, kPart},
    {"queue", {"Queue", "elsewhere", Page::Runs, nullptr, tab<kQueue>, nullptr, "QueuePanel"}, kPart},
    {"find", {"Find", "ready", Page::Train, press<Cmd::Find>, nullptr, nullptr, nullptr, type_letters}, kPart},
    {"drop", {"Dragging", "ready", Page::Train, nullptr, drag}, kWhole},
};

constexpr Look kGuideLooks[] = {
    {"guide", ThemeChoice::Dark, true, {1280, 800}, 100},
    {"guide", ThemeChoice::Light, false, {1280, 800}, 100},
};

}  // namespace

std::span<const Look> contact_looks() { return kLooks; }

std::span<const Scene> contact_scenes() { return kScenes; }

std::span<const Look> guide_looks() { return kGuideLooks; }

std::span<const GuidePicture> guide_pictures() { return kGuide; }

bool show_scene(const Scene& scene, ui::MainWindow& window, const std::function<void()>& settle,
                const std::function<void(QDialog*)>& look) {
    window.showPage(scene.page);
    settle();
    if (scene.prepare && !scene.prepare(window)) return false;
    settle();
    if (!scene.dialog) {
        look(nullptr);
        return true;
    }
    // Some dialogs have a loop of their own: what looks at them is asked for first.
    constexpr int kMostTimes = 500, kEveryMs = 20;
    bool there = false, looked = false;
    int times = 0;
    QEventLoop seen;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &window, [&] {
        const QPointer<QDialog> dialog = dialog_of(window);
        if (!dialog && ++times < kMostTimes) return;
        poll.stop();
        if (dialog) {
            settle();
            there = !scene.within || scene.within(*dialog);
            if (scene.within) settle();
            if (there) look(dialog);
            if (dialog) dialog->reject();
        }
        looked = true;
        seen.quit();
    });
    poll.start(kEveryMs);
    const bool opened = scene.dialog(window);
    if (opened && !looked) seen.exec();
    return opened && there;
}

QWidget* part_of(const QWidget& window, const char* name) {
    const QByteArray of_class = QByteArray("headroom::ui::") + name;
    for (auto* widget : window.findChildren<QWidget*>())
        if (widget->isVisible() &&
            (widget->objectName() == QLatin1String(name) || widget->inherits(of_class.constData())))
            return widget;
    return nullptr;
}

}  // namespace headroom
