// What each way does to page, form and session.
#include "ui/shell/run_starts.h"

#include "core/config/config_io.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/kind_drafts.h"
#include "ui/models/run_words.h"
#include "ui/panels/presets/preset_dialogs.h"
#include "ui/panels/welcome/welcome_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/situation_watch.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"

#include <QFile>

namespace headroom::ui {
namespace {

const QString kFixedNotice = QStringLiteral("fixed");

/// Of a run folder; any thread, since its disk may be slow. What is missing and what cannot be read is the engine's to tell.
ModelKind kind_of_run(const QString& run_dir) {
    QFile file(run_dir + QStringLiteral("/config.json"));
    if (!file.open(QIODevice::ReadOnly)) return first_kind();
    const auto patch = read_config_patch(file.readAll().toStdString(), "config.json");
    const auto config = patch ? with_patch(TrainConfig{}, *patch) : Result<TrainConfig>(TrainConfig{});
    return config ? config->model : first_kind();
}

}  // namespace

RunStarts::RunStarts(MainWindow* window) : QObject(window), window_(window) {}

bool RunStarts::mayStart() const {
    SessionBridge* bridge = window_->own()->bridge();
    return bridge->session() && !is_active(bridge->state());
}

void RunStarts::makeRoom(ModelKind kind) {
    if (window_->attached() && window_->attached()->has(page_of(kind))) window_->detach();
}

void RunStarts::startDemo(ModelKind kind) {
    const Preset* demo = find_preset(window_family_of(kind).facts().demo_preset);
    if (demo) startFresh(kind, demo->values);
}

void RunStarts::startPainting(const QString& prompts) {
    startFresh(kinds_on(Page::Imagine).front(),
               prompts.isEmpty() ? ParamPatch{} : ParamPatch{{"prompts", prompts.toStdString()}});
}

void RunStarts::startFresh(ModelKind kind, const ParamPatch& patch) {
    const auto config = with_patch(window_->own()->drafts()->firstHere(kind), patch);
    if (config && mayStart()) startFrom(*config, {});
}

void RunStarts::continueRun(const QString& run_dir) {
    reading_.start([run_dir] { return kind_of_run(run_dir); },
                   [this, run_dir](ModelKind kind) {
                       makeRoom(kind);
                       // The page is that of the run while it is still being prepared.
                       window_->own()->drafts()->want(kind);
                       window_->showPage(page_of(kind));
                       window_->own()->watch()->continueRun(run_dir);
                   });
}

void RunStarts::continueAnother() {
    const QString runs = window_->services() ? fromUtf8(window_->services()->runs_folder()) : QString(),
                  run = QStringLiteral("run");
    const QString folder = askForFolder(window_, run, tr("Choose a run folder"), lastFolder(run, runs));
    if (!folder.isEmpty()) continueRun(folder);
}

void RunStarts::openAnArchive() {
    const QString path = askForFile(window_, QStringLiteral("archive"), tr("Choose the archive of a run"),
                                    tr("Archives of runs (*.zip *.headroom-run)"));
    if (!path.isEmpty()) openArchive(path);
}

void RunStarts::openArchive(const QString& path) {
    if (!window_->services() || unpacking_.running()) return;
    const QString id = QStringLiteral("archive"), name = fileNameText(path);
    NoticeBar* bar = window_->notices()->post(id, Tone::Info, tr("Opening %1").arg(name), tr("Every file is checked."));
    onClick(bar->addButton(tr("Stop"), QStringLiteral("x")), this, [this, id] {
        unpacking_.cancel();
        window_->notices()->remove(id);
    });
    unpacking_.start([services = window_->services(), file = path.toStdString()](
                         const BackgroundTask::Report& report,
                         std::stop_token stop) { return services->open_archive(file, report, stop); },
                     [this, id, name](const Result<std::string>& dir) {
                         if (!dir) return (void)window_->notices()->post(id, dir.error());
                         window_->notices()->post(id, Tone::Ok, tr("%1 is a run of yours now").arg(name),
                                                  tr("Continue goes on from its newest checkpoint."));
                         window_->showRunInList(fromUtf8(*dir));
                     });
}

void RunStarts::startFrom(const TrainConfig& config, const QString& checkpoint) {
    makeRoom(config.model);
    window_->own()->drafts()->want(config.model);
    window_->showPage(page_of(config.model));
    window_->own()->watch()->startFrom(config, checkpoint);
}

QString RunStarts::formProblem(ModelKind kind) const {
    const SessionBridge* bridge = window_->benchOn(page_of(kind))->bridge();
    if (const QString why = bridge->lacking(); !why.isEmpty()) return why;
    const bool other = is_active(bridge->state()) && bridge->config()->model != kind;
    return other ? tr("A run of another model is going; stop it first") : QString();
}

void RunStarts::takePatch(ModelKind kind, const ParamPatch& patch) {
    takeLookedAt(kind, patch);
    const Workbench* bench = window_->benchOn(page_of(kind));
    const auto data = patch.find("data.path");
    const bool here = data != patch.end() && toBeChosen(std::get<std::string>(data->second)).isEmpty();
    if (here && formProblem(kind).isEmpty() && !is_active(bench->bridge()->state())) Q_EMIT dataTaken();
}

void RunStarts::takeLookedAt(ModelKind kind, const ParamPatch& patch) {
    if (const QString problem = formProblem(kind); !problem.isEmpty())
        return window_->notices()->refuse(kFixedNotice, tr("The settings are not used"), problem);
    const Page page = page_of(kind);
    if (window_->benchOn(page)->drafts()->newestOn(page) != kind) makeRoom(kind);
    if (window_->benchOn(page) == window_->own()) window_->own()->drafts()->want(kind);
    window_->showPage(page);
    const Workbench* bench = window_->benchOn(page);
    bench->drafts()->want(kind);
    propose(*bench, patch);
}

QStringList RunStarts::fixedIn(const Workbench& bench, const ParamPatch& patch) {
    QStringList out;
    if (!is_active(bench.bridge()->state())) return out;
    for (const auto& [key, value] : patch) {
        const ParamRow* row = find_param(key, bench.bridge()->config()->model);
        if (row && row->policy == Policy::NewRun && bench.edits()->valueInForce(key) != value)
            out << coreText(row->label);
    }
    return out;
}

void RunStarts::propose(const Workbench& bench, ParamPatch patch) {
    if (!bench.bridge()->session()) return;  // nothing would come of it, and Undo would offer to take it back
    const QStringList fixed = fixedIn(bench, patch);
    if (!fixed.isEmpty()) {
        std::erase_if(patch, [](const auto& setting) { return policy_of(ParamPatch{setting}) == Policy::NewRun; });
        window_->notices()->post(kFixedNotice, Tone::Warn,
                                 tr("Fixed for the run that is going: %1").arg(fixed.join(QStringLiteral(", "))),
                                 tr("Stop the run first; a new one can have it."));
    } else {
        window_->notices()->remove(kFixedNotice);
    }
    bench.edits()->proposeAll(patch);
}

QString RunStarts::patchProblem(ModelKind kind, const ParamPatch& patch) const {
    if (const QString problem = formProblem(kind); !problem.isEmpty()) return problem;
    const bool fixed = !fixedIn(*window_->benchOn(page_of(kind)), patch).isEmpty();
    return fixed ? tr("It is fixed for the run that is going; stop the run first") : QString();
}

void RunStarts::offerSettings(const TrainConfig& config, const QString& words, const QString& note) {
    const ModelKind kind = config.model;
    const QString notice = QStringLiteral("settings");
    if (const QString problem = formProblem(kind); !problem.isEmpty())
        return window_->notices()->refuse(notice, tr("The settings of %1 are not used").arg(words), problem);
    window_->notices()->remove(notice);
    const Workbench* bench = window_->benchOn(page_of(kind));
    const TrainConfig shown = bench->edits()->preview();
    const bool active = is_active(bench->bridge()->state());
    const TrainConfig now = shown.model == kind ? shown : bench->drafts()->draft(kind);
    if (difference(now, config).empty()) {
        takePatch(kind, {});
        window_->notices()->post(notice, Tone::Info, tr("The settings of %1 are those of the form").arg(words),
                                 note.isEmpty() ? tr("Nothing differs.") : note);
        return;
    }
    auto* dialog = new TakeSettingsDialog({words, note}, now, config, active, window_);
    connect(dialog, &QDialog::accepted, this, [this, dialog, kind] { takePatch(kind, dialog->chosen()); });
    openOnce(dialog);
}

void RunStarts::takeModel(const QString& kind, const QString& path) {
    window_->showPage(Page::Imagine);  // first: beside a training it has settings that wait for it
    const std::string file = path.toStdString();
    const ParamPatch patch = kind == QStringLiteral("clip")
                                 ? ParamPatch{{"clip.files", file}}
                                 : ParamPatch{{"vqgan.file", file}, {"vqgan.config", std::string()}};
    takePatch(kinds_on(Page::Imagine).front(), patch);
}

void RunStarts::follow(WelcomePage* welcome) {
    connect(welcome, &WelcomePage::demoRequested, this, [this] { startDemo(first_kind()); });
    connect(welcome, &WelcomePage::dataChosen, this, [this](const QString& folder) {
        makeRoom(first_kind());
        takePatch(window_->ownBenchOn(Page::Train)->drafts()->newestOn(Page::Train),
                  {{"data.path", folder.toStdString()}});
    });
    connect(welcome, &WelcomePage::runChosen, this, &RunStarts::continueRun);
    connect(welcome, &WelcomePage::attachRequested, window_, &MainWindow::attach);
    connect(welcome, &WelcomePage::openRunRequested, this, &RunStarts::continueAnother);
    connect(welcome, &WelcomePage::settingsChosen, this, [this](const ParamPatch& patch) {
        const Workbench* own = window_->own();
        propose(*own, patch);
        if (!own->edits()->staged().empty()) window_->showPage(own->pageOfRun());  // where staged edits wait
    });
}

}  // namespace headroom::ui
