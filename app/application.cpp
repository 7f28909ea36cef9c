// Application: the first picture of the window comes before the first byte of the tensor library.
#include "app/application.h"

#include "app/engine_loader.h"
#include "app/setup_offer.h"
#include "core/api/session.h"
#include "core/base/user_folders.h"
#include "core/engine/setup/engine_library.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/io/files/atomic_file.h"
#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/models/background_task.h"
#include "ui/shell/close_guard.h"
#include "ui/shell/drop/drop_desk.h"
#include "ui/shell/event_filters.h"
#include "ui/shell/main_window.h"
#include "ui/shell/menus.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/run_starts.h"
#include "ui/shell/session_keeper.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPixmap>
#include <QTimer>

#include <optional>
#include <utility>

namespace headroom {

/// What the background brings back.
struct Application::Engine {
    std::unique_ptr<Services> services;
    std::unique_ptr<Session> session;
    std::optional<Error> error;
    bool lacks_libtorch = false;
};

namespace {

constexpr int kTurnMs = 1;      // until what comes next: the window answers in between, which it does not at 0
constexpr int kSettleMs = 400;  // lets queued repaints finish before a picture is taken

}  // namespace

Application::Application(GuiOptions options) : options_(std::move(options)) {}

Application::~Application() {
    window_.reset();
    bridge_.reset();
    ui::BackgroundTask::waitForAll();  // calls into the services end before these go
    services_.reset();
}

int Application::run(QApplication& app) {
    ui::apply_kept_look(ui::LayoutStore(!options_.safe_mode),
                        {options_.language, options_.theme, options_.text_percent});
    app.installEventFilter(new ui::ShortcutGuard(this));
    app.installEventFilter(new ui::FocusRings(this));
    app.installEventFilter(new ui::PixelRatioWatch(this));
    bridge_ = std::make_unique<ui::SessionBridge>();
    if (options_.reset_layout) ui::LayoutStore(!options_.safe_mode).forget();
    const bool remember = !options_.safe_mode && options_.screenshots.isEmpty();
    window_ = std::make_unique<ui::MainWindow>(bridge_.get(), remember);
    if (options_.size.isValid()) window_->resize(options_.size);
    watchForPictures();
    connect(window_.get(), &ui::MainWindow::newProcessRequested, this, [this] { keepForNewProcess(); });
    window_->show();
    QTimer::singleShot(0, this, [this] { loadEngine(); });
    if (options_.quit_after >= 0) {
        QTimer::singleShot(options_.quit_after * 1000, this, [this] { quitCleanly(); });
        // Sooner where the run was stopped from elsewhere.
        connect(bridge_.get(), &ui::SessionBridge::finished, this,
                [this] { QTimer::singleShot(kSettleMs, this, [this] { quitCleanly(); }); });
    }
    return QApplication::exec();
}

void Application::loadEngine() {
    ui::BackgroundTask::calls()->start([this, fake = options_.fake] {
        auto engine = std::make_shared<Engine>();
        Result<std::unique_ptr<Services>> services = load_engine(fake);
        if (services) {
            engine->services = std::move(*services);
            engine->session = engine->services->make_session();
        } else {
            engine->error = services.error();
            engine->lacks_libtorch = fake.isEmpty() && headroom::lacks_libtorch();
        }
        QMetaObject::invokeMethod(
            this, [this, engine] { engineReady(engine); }, Qt::QueuedConnection);
    });
}

void Application::engineReady(std::shared_ptr<Engine> engine) {
    if (engine->lacks_libtorch) return offerSetup();
    if (engine->error) {
        const QString problem = ui::coreText(engine->error->message);
        bridge_->setLacking(problem);
        QString detail = ui::coreText(engine->error->hint);
        if (!engine->error->detail.empty()) detail += QLatin1Char(' ') + QString::fromStdString(engine->error->detail);
        window_->notices()->post(QStringLiteral("engine"), ui::Tone::Err, problem, detail);
        return;
    }
    services_ = std::move(engine->services);
    window_->setServices(services_.get());
    QTimer::singleShot(kTurnMs, this, [this, engine] {
        bridge_->setSession(std::move(engine->session));
        QTimer::singleShot(kTurnMs, this, [this] { startWhatWasAsked(); });
    });
}

/// A package without LibTorch is started for the first time.
void Application::offerSetup() {
    auto* offer = new SetupOffer(window_.get(), libtorch_places());
    connect(offer, &SetupOffer::done, this, &Application::loadEngine);
    offer->open();
}

/// What LibTorch and the driver hold on a GPU cannot be given back while the process lives, so another one takes its place.
void Application::keepForNewProcess() {
    again_ = QStringList{QStringLiteral("headroom")};
    if (options_.safe_mode) again_ << QStringLiteral("--safe-mode");
    if (!options_.language.isEmpty()) again_ << QStringLiteral("--language=") + options_.language;
    if (!options_.theme.isEmpty()) again_ << QStringLiteral("--theme=") + options_.theme;
    if (options_.text_percent > 0) again_ << QStringLiteral("--text-scale=%1").arg(options_.text_percent);
    const QString folder = QString::fromStdString(default_cache_folder());
    QDir().mkpath(folder);
    const QString file = QStringLiteral("%1/window-%2.json").arg(folder).arg(QCoreApplication::applicationPid());
    if (write_text_atomic(file.toStdString(), ui::write_kept_session(window_->keeper()->now()).toStdString()))
        again_ << QStringLiteral("--take-settings=") + file;
}

void Application::takeSettings() {
    QFile file(options_.settings);
    if (options_.settings.isEmpty() || !file.open(QIODevice::ReadOnly)) return;
    const auto kept = ui::read_kept_session(file.readAll());
    file.remove();
    if (kept) window_->keeper()->goOn(*kept);
}

void Application::startWhatWasAsked() {
    takeSettings();
    if (is_active(bridge_->state()) || bridge_->state() == RunState::Failed || !options_.fake.isEmpty()) {
        window_->showPage(ui::page_of(bridge_->config()->model));
    }
    if (options_.demo)
        window_->starts()->startDemo(find_kind(options_.demo_model).value_or(ui::first_kind()));
    else if (options_.imagine)
        window_->starts()->startPainting(options_.prompts);
    else if (!options_.open.isEmpty())
        window_->starts()->continueRun(options_.open);
    else if (!options_.attach.isEmpty())
        window_->attach(options_.attach);
    else if (!options_.dropped.isEmpty())
        window_->drops()->open({QFileInfo(options_.dropped).absoluteFilePath()});
    else
        window_->offerRunning();
}

void Application::watchForPictures() {
    if (options_.screenshots.isEmpty()) return;
    QDir().mkpath(options_.screenshots);
    QTimer::singleShot(kSettleMs, this, [this] { savePicture(QStringLiteral("start")); });
    connect(bridge_.get(), &ui::SessionBridge::sampleReady, this, [this](const SampleReady& sample) {
        const bool painted = sample.kind == SampleKind::Picture && sample.step > 0;
        if (sampled_ || (sample.kind != SampleKind::Grid && !painted)) return;
        sampled_ = true;
        sample_due_ = painted ? QStringLiteral("picture") : QStringLiteral("samples");
        QTimer::singleShot(4 * kSettleMs, this, &Application::saveSample);
    });
    connect(bridge_.get(), &ui::SessionBridge::finished, this,
            [this] { QTimer::singleShot(kSettleMs, this, [this] { savePicture(QStringLiteral("end")); }); });
}

void Application::savePicture(const QString& name) {
    const QString path = QDir(options_.screenshots).filePath(name + QStringLiteral(".png"));
    if (!window_->grab().save(path)) qWarning("could not write %s", qUtf8Printable(path));
}

void Application::saveSample() {
    if (!sample_due_.isEmpty()) savePicture(std::exchange(sample_due_, {}));
}

void Application::quitCleanly() {
    if (quitting_) return;
    quitting_ = true;
    saveSample();  // of a run that has ended before its time
    if (!options_.screenshots.isEmpty()) savePicture(QStringLiteral("end"));
    window_->closeGuard()->stopAndClose(StopMode::SaveAndStop);
}

}  // namespace headroom
