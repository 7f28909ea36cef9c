// Contact sheets: a table of looks, a table of scenes, and a window for each pair.
#include "app/contact_sheet.h"

#include "app/engine_loader.h"
#include "core/api/session.h"
#include "ui/bridge/session_bridge.h"
#include "ui/i18n/language.h"
#include "ui/models/background_task.h"
#include "ui/models/runs_model.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/shell/actions.h"
#include "ui/shell/desktop_theme.h"
#include "ui/shell/main_window.h"
#include "ui/shell/theme.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPainter>
#include <QTabWidget>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace headroom {
namespace {

using ui::Cmd;
using ui::Page;
using ui::ThemeChoice;

constexpr int kQuietMs = 700;  // forecasts, pictures and layouts have come by then
constexpr int kTileWidth = 800, kColumns = 3, kCaption = 36, kGap = 16;

struct Look {
    const char* name;
    ThemeChoice theme;
    bool dark;  ///< of the desktop, which high contrast follows
    QSize size;
    int text;
    Qt::LayoutDirection direction = Qt::LeftToRight;
    const char* language = "en";
};

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

/// What is shown: a page of the window in a situation of the engine, and what stands before it.
struct Scene {
    const char* caption;
    const char* story;
    Page page;
    std::optional<Cmd> dialog{};
    void (*prepare)(ui::MainWindow&) = nullptr;
    const char* screenshot = nullptr;  ///< in the README, of the first look
    const char* part = nullptr;        ///< of the window, which alone is in the README; null: all of it
};

void choose_tab(ui::MainWindow& window, const QString& name) {
    for (auto* tabs : window.findChildren<QTabWidget*>()) {
        if (!tabs->isVisible()) continue;
        for (int i = 0; i < tabs->count(); ++i)
            if (tabs->tabText(i) == name) tabs->setCurrentIndex(i);
    }
}

void attach(ui::MainWindow& window) { window.attach(QStringLiteral("/runs/shapes-128-07")); }
void check_runs(ui::MainWindow& window) {
    auto* model = window.runs()->model();
    for (int row = 1; row < 4 && row < model->rowCount(); ++row)
        model->setData(model->index(row, 0), Qt::Checked, Qt::CheckStateRole);
    window.runs()->choose(QStringLiteral("/runs/shapes-128-06"));
}
/// A tab by its name in English, and whose name it is.
struct Tab {
    const char *context, *name;
};
template <const Tab& Which> void tab(ui::MainWindow& window) {
    choose_tab(window, QCoreApplication::translate(Which.context, Which.name));
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
    {"Train, counsel", "counsel", Page::Train},
    {"Train, several processes", "ranks", Page::Train, {}, nullptr, "ranks-dark", "memoryDock"},
    {"Training a VQGAN", "vqgan", Page::Train, {}, nullptr, "vqgan-dark"},
    {"Text to image, before the first run", "imagine-ready", Page::Imagine},
    {"Text to image, running", "imagine", Page::Imagine, {}, nullptr, "imagine-dark"},
    {"Text to image, while another run goes", "story", Page::Imagine},
    {"Runs, none", "empty", Page::Runs},
    {"Runs, one chosen, three compared", "ready", Page::Runs, {}, check_runs, "runs-dark"},
    {"Runs, queue", "elsewhere", Page::Runs, {}, tab<kQueue>, "queue-dark"},
    {"A run of another process", "elsewhere", Page::Train, {}, attach, "attached-dark"},
    {"Data set", "ready", Page::Train, Cmd::InspectData},
    {"Make it fit", "fit", Page::Train, Cmd::MakeFit},
    {"Export", "story", Page::Train, Cmd::Export},
    {"Enlarge", "story", Page::Train, Cmd::Upscale},
    {"Models", "ready", Page::Imagine, Cmd::Models},
    {"Presets", "ready", Page::Train, Cmd::Presets},
    {"Find", "ready", Page::Train, Cmd::Find},
    {"Guide", "ready", Page::Train, Cmd::Guide},
    {"Keyboard", "ready", Page::Train, Cmd::Keyboard},
    {"About", "ready", Page::Train, Cmd::About},
};

/// Lets the window work for `ms`.
void pass(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

/// What is under way beside the window comes and is laid out, on a busy machine too.
void settle() {
    for (int i = 0; i < 3; ++i) {
        ui::BackgroundTask::waitForAll();
        QCoreApplication::sendPostedEvents();
    }
}

/// A window on the scripted engine.
class Stage {
public:
    static Result<std::unique_ptr<Stage>> open(const char* story, const Look& look) {
        auto services = load_engine(QString::fromLatin1(story));
        if (!services) return services.error();
        auto stage = std::unique_ptr<Stage>(new Stage(*std::move(services)));
        stage->window_->resize(look.size);
        stage->window_->show();
        stage->window_->setServices(stage->services_.get());
        stage->bridge_.setSession(stage->services_->make_session());
        pass(kQuietMs);
        return stage;
    }
    ~Stage() {
        window_.reset();
        ui::BackgroundTask::waitForAll();
    }

    QImage picture(const Scene& scene) {
        window_->showPage(scene.page);
        pass(kQuietMs);
        if (scene.prepare) scene.prepare(*window_);
        if (!scene.dialog) {
            pass(kQuietMs);
            settle();
            return grab(nullptr);
        }
        QImage out;
        // Some dialogs have a loop of their own: what looks at them is asked for first.
        QEventLoop seen;
        QTimer::singleShot(2 * kQuietMs, window_.get(), [&] {
            settle();
            QDialog* dialog = shown();
            out = grab(dialog);
            if (dialog) dialog->reject();
            seen.quit();
        });
        window_->actions()->action(*scene.dialog)->trigger();
        if (out.isNull()) seen.exec();
        return out;
    }

    /// A part of the window as it is now.
    QImage partNamed(const char* name) const {
        auto* part = window_->findChild<QWidget*>(QLatin1String(name));
        return part ? part->grab().toImage() : QImage();
    }

private:
    explicit Stage(std::unique_ptr<Services> services)
        : services_(std::move(services)), window_(std::make_unique<ui::MainWindow>(&bridge_, false)) {}

    QDialog* shown() const {
        for (auto* dialog : window_->findChildren<QDialog*>())
            if (dialog->isVisible()) return dialog;
        return nullptr;
    }
    /// The window with its dialog where it stands.
    QImage grab(QDialog* dialog) const {
        QImage out = window_->grab().toImage();
        if (!dialog) return out;
        QPainter painter(&out);
        const QPoint middle((window_->width() - dialog->width()) / 2, (window_->height() - dialog->height()) / 2);
        painter.drawPixmap(middle, dialog->grab());
        painter.setPen(ui::themeColor(ui::Token::Ctl));
        painter.drawRect(QRect(middle, dialog->size()).adjusted(-1, -1, 0, 0));
        return out;
    }

    std::unique_ptr<Services> services_;
    ui::SessionBridge bridge_;
    std::unique_ptr<ui::MainWindow> window_;
};

struct Captioned {
    QString caption;
    QImage image;
};

Result<void> save(const QImage& image, const QString& path) {
    if (QDir().mkpath(QFileInfo(path).absolutePath()) && image.save(path)) return {};
    return make_error(ErrorCode::Disk, path.toStdString() + ": could not be written.", "Choose another folder.");
}

QImage sheet(const std::vector<Captioned>& pictures, const Look& look) {
    const int height = kTileWidth * look.size.height() / look.size.width();
    const int rows = (static_cast<int>(pictures.size()) + kColumns - 1) / kColumns;
    QImage out(kColumns * (kTileWidth + kGap) + kGap, rows * (height + kCaption + kGap) + kGap, QImage::Format_RGB32);
    out.fill(0xFF808080);
    QPainter painter(&out);
    QFont font = QApplication::font();
    font.setPixelSize(20);
    painter.setFont(font);
    for (int i = 0; i < static_cast<int>(pictures.size()); ++i) {
        const auto& [caption, image] = pictures[static_cast<std::size_t>(i)];
        const QPoint at(kGap + i % kColumns * (kTileWidth + kGap), kGap + i / kColumns * (height + kCaption + kGap));
        painter.drawText(QRect(at, QSize(kTileWidth, kCaption)), Qt::AlignLeft | Qt::AlignVCenter,
                         QStringLiteral("%1: %2").arg(QLatin1String(look.name), caption));
        painter.drawImage(at + QPoint(0, kCaption),
                          image.scaled(kTileWidth, height, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    }
    return out;
}

void wear(const Look& look) {
    ui::Theme& theme = ui::Theme::get();
    ui::speak(QLatin1String(look.language));
    QApplication::setLayoutDirection(look.direction);
    theme.apply(look.theme, look.text);
    theme.desktop()->takeScheme(look.dark ? 1 : 2);
    theme.apply(look.theme, look.text);
}

Result<void> show(const Look& look, const QString& folder) {
    wear(look);
    const bool first = &look == &kLooks[0];
    std::vector<Captioned> pictures;
    for (const Scene& scene : kScenes) {
        auto stage = Stage::open(scene.story, look);
        if (!stage) return stage.error();
        pictures.push_back({QString::fromLatin1(scene.caption), (*stage)->picture(scene)});
        const QString path =
            QStringLiteral("%1/%2/%3.png")
                .arg(folder, QLatin1String(look.name), pictures.back().caption.toLower().remove(',').replace(' ', '-'));
        if (auto saved = save(pictures.back().image, path); !saved) return saved;
        if (!first || !scene.screenshot) continue;
        const QString shot = QStringLiteral("%1/screenshots/%2.png").arg(folder, QLatin1String(scene.screenshot));
        const QImage image = scene.part ? (*stage)->partNamed(scene.part) : pictures.back().image;
        if (auto saved = save(image, shot); !saved) return saved;
    }
    return save(sheet(pictures, look), QStringLiteral("%1/%2.png").arg(folder, QLatin1String(look.name)));
}

}  // namespace

Result<void> make_contact_sheets(const QString& folder, const QString& wanted) {
    bool any = false;
    for (const Look& look : kLooks) {
        if (!wanted.isEmpty() && wanted != QLatin1String(look.name)) continue;
        any = true;
        if (auto shown = show(look, folder); !shown) return shown;
    }
    if (any) return {};
    return make_error(ErrorCode::InvalidArgument, "--look: there is no " + wanted.toStdString() + ".",
                      "Leave it out for all.");
}

}  // namespace headroom
