// SessionKeeper: a JSON file and a lock for each window that is open.
#include "ui/shell/session_keeper.h"

#include "core/config/config_io.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/shown_text.h"
#include "ui/models/kind_drafts.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/run_starts.h"
#include "ui/shell/situation_watch.h"
#include "ui/shell/window_docks.h"
#include "ui/widgets/kit.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QSaveFile>
#include <QUuid>

namespace headroom::ui {
namespace {

constexpr int kKeepMs = 2000;
constexpr int kSessionVersion = 1;
constexpr qint64 kMostSessionBytes = 4 << 20;
const QString kSessionNotice = QStringLiteral("left-session"), kRunGoes = QStringLiteral("left-session-run");
const QString kSession = QStringLiteral(".json"), kLock = QStringLiteral(".lock");
const QString kClosed = QStringLiteral("/closed.json");

/// False: a window holds it, or nothing can be written.
bool take(FileLock& lock, const QString& path) {
    const auto taken = lock.try_take((path + kLock).toStdString());
    return taken && *taken;
}

bool write_session(const QString& path, const QByteArray& text) {
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit();
}

void remove_session(const QString& path) {
    QFile::remove(path + kSession);
    QFile::remove(path + kLock);
}

QJsonObject json_of(const ParamPatch& patch) {
    QJsonObject out;
    for (const auto& [key, value] : patch) out.insert(fromUtf8(key), fromUtf8(to_text(value)));
    return out;
}

/// What of it some kind of run takes; which one it is of, the run says when it goes on.
ParamPatch patch_of(const QJsonObject& object) {
    ParamPatch out;
    for (auto it = object.begin(); it != object.end(); ++it) {
        const std::string key = it.key().toStdString();
        for (const WindowFamily* family : window_families()) {
            const ParamRow* row = find_param(key, family->kind());
            if (!row) continue;
            if (const auto value = parse_param(*row, it.value().toString().toStdString())) out[key] = *value;
        }
    }
    return out;
}

/// The run of `bench`, of another process as MainWindow::attach() wants it.
QString where(const Workbench* bench) {
    const SessionPlace place = bench->bridge()->place();
    return place.same_machine ? bench->watch()->runDir() : fromUtf8(place.address);
}

KeptRun run_on(const Workbench* bench) {
    if (!is_active(bench->bridge()->state())) return {};
    return {where(bench), bench->runName(), bench->edits()->staged()};
}

QJsonObject json_of(const KeptRun& run) {
    return {{QStringLiteral("run"), run.at},
            {QStringLiteral("name"), run.name},
            {QStringLiteral("staged"), json_of(run.staged)}};
}

KeptRun kept_run(const QJsonObject& object) {
    return {object.value(QStringLiteral("run")).toString(), object.value(QStringLiteral("name")).toString(),
            patch_of(object.value(QStringLiteral("staged")).toObject())};
}

std::optional<TrainConfig> config_of(const QString& text) {
    const auto patch = read_config_patch(text.toStdString(), "the settings kept");
    if (!patch) return std::nullopt;
    const auto config = with_patch(TrainConfig{}, *patch);
    return config ? std::optional(*config) : std::nullopt;
}

}  // namespace

QByteArray write_kept_session(const KeptSession& session) {
    QJsonArray drafts;
    for (const TrainConfig& draft : session.drafts) drafts.append(fromUtf8(write_config(draft)));
    QJsonObject all = json_of(session.run);
    all.insert(QStringLiteral("version"), kSessionVersion);
    all.insert(QStringLiteral("when"), session.when.toString(Qt::ISODate));
    all.insert(QStringLiteral("page"), static_cast<int>(session.page));
    all.insert(QStringLiteral("drafts"), drafts);
    all.insert(QStringLiteral("attached"), json_of(session.attached));
    return QJsonDocument(all).toJson();
}

std::optional<KeptSession> read_kept_session(const QByteArray& text) {
    const QJsonObject all = QJsonDocument::fromJson(text).object();
    const int page = all.value(QStringLiteral("page")).toInt(-1);
    if (all.value(QStringLiteral("version")).toInt() != kSessionVersion || page < static_cast<int>(Page::Welcome) ||
        page > static_cast<int>(Page::Runs))
        return std::nullopt;
    KeptSession out;
    out.when = QDateTime::fromString(all.value(QStringLiteral("when")).toString(), Qt::ISODate);
    out.page = static_cast<Page>(page);
    for (const QJsonValue& draft : all.value(QStringLiteral("drafts")).toArray())
        if (auto config = config_of(draft.toString())) out.drafts.push_back(*std::move(config));
    out.run = kept_run(all);
    out.attached = kept_run(all.value(QStringLiteral("attached")).toObject());
    return out;
}

SessionKeeper::SessionKeeper(MainWindow* window, const QString& folder)
    : QObject(window), window_(window), folder_(folder), writing_(nullptr, BackgroundTask::records()) {
    if (folder_.isEmpty() || !QDir().mkpath(folder_)) return;
    path_ = QStringLiteral("%1/window-%2").arg(folder_, QUuid::createUuid().toString(QUuid::Id128));
    if (!take(lock_, path_)) path_.clear();
    onRest(soon_, kKeepMs, this, &SessionKeeper::keep);
    watch(window->own());
    connect(window->own()->bridge(), &SessionBridge::sessionReady, this, &SessionKeeper::restoreClosed,
            Qt::SingleShotConnection);
    connect(&window->store(), &LayoutStore::changed, this, &SessionKeeper::soon);
}

void SessionKeeper::watch(const Workbench* bench) {
    connect(bench->bridge(), &SessionBridge::draftChanged, this, &SessionKeeper::soon);
    connect(bench->bridge(), &SessionBridge::stateChanged, this, &SessionKeeper::soon);
    connect(bench->bridge(), &SessionBridge::runStarted, this, &SessionKeeper::soon);
    connect(bench->edits(), &ParamEdits::changed, this, &SessionKeeper::soon);
    if (bench == window_->attached()) stageWhenGoing(bench);
}

void SessionKeeper::stageWhenGoing(const Workbench* bench) {
    if (again_.empty()) return;
    auto* once = new QObject(bench->bridge());
    const auto look = [this, bench, once] {
        const RunState state = bench->bridge()->state();
        const QString run = where(bench);
        if (state == RunState::Preparing || (is_active(state) && run.isEmpty())) return;
        const auto again = std::ranges::find_if(again_, [&](const KeptRun& kept) { return kept.at == run; });
        if (is_active(state) && again != again_.end()) {
            const ParamPatch edits = again->staged;
            again_.erase(again);
            bench->edits()->proposeAll(edits);
        }
        once->deleteLater();
        once->disconnect();
    };
    connect(bench->bridge(), &SessionBridge::stateChanged, once, look);
    connect(bench->bridge(), &SessionBridge::runStarted, once, look);
}

KeptSession SessionKeeper::now() const {
    const Workbench* own = window_->own();
    KeptSession out{QDateTime::currentDateTime(), window_->page()};
    const TrainConfig shown = own->edits()->inForce();
    for (const bool newest : {false, true}) {  // the newest of a page after the others, as it will be again
        for (const WindowFamily* family : window_families()) {
            const ModelKind kind = family->kind();
            const KindDrafts* drafts = window_->ownBenchOn(page_of(kind))->drafts();
            if (kind == shown.model || newest != (drafts->newestOn(page_of(kind)) == kind)) continue;
            out.drafts.push_back(drafts->draft(kind));
        }
    }
    out.drafts.push_back(shown);
    out.run = run_on(own);
    if (const Workbench* attached = window_->attached()) out.attached = run_on(attached);
    return out;
}

void SessionKeeper::keep() {
    if (ended_ || path_.isEmpty()) return;
    window_->docks()->keep(window_->store());  // how the window looks, too
    writing_.start([text = write_kept_session(now()), path = path_ + kSession] { return write_session(path, text); },
                   [](bool) {});
}

void SessionKeeper::end() {
    if (std::exchange(ended_, true) || path_.isEmpty()) return;
    soon_.stop();
    commitTextInFocus(window_);
    const Workbench* own = window_->own();
    KeptSession closed = now();
    closed.run = closed.attached = {};
    closed.drafts.back() = own->edits()->prepared();
    // In the order of the writes, so that none comes after. Where the engine never came, nothing was prepared.
    BackgroundTask::records()->start([path = path_, to = folder_ + kClosed, text = write_kept_session(closed),
                                      prepared = own->bridge()->session() != nullptr] {
        if (prepared) write_session(to, text);
        remove_session(path);
    });
}

void SessionKeeper::restoreClosed() {
    const Workbench* own = window_->own();
    QFile file(folder_ + kClosed);
    if (own->bridge()->state() != RunState::Idle || !file.open(QIODevice::ReadOnly)) return;
    const auto closed = read_kept_session(file.read(kMostSessionBytes));
    if (!closed || closed->drafts.empty()) return;
    for (const TrainConfig& draft : closed->drafts) own->drafts()->adopt(draft);
    const Page page = window_->page();
    const TrainConfig shown =
        window_->works(page) ? own->drafts()->draft(own->drafts()->newestOn(page)) : closed->drafts.back();
    own->bridge()->apply(difference(*own->bridge()->config(), shown));
}

std::optional<SessionKeeper::Left> SessionKeeper::newestLeft() {
    std::optional<Left> newest;
    const QDir dir(folder_);
    for (const QFileInfo& file : dir.entryInfoList({QStringLiteral("window-*") + kLock}, QDir::Files)) {
        // Of one that ended before it kept anything. A young one may be of a window that is about to take it.
        const QString path = file.filePath().chopped(kLock.size());
        FileLock owner;
        if (!QFile::exists(path + kSession) && file.lastModified().secsTo(QDateTime::currentDateTime()) > 60 &&
            take(owner, path))
            remove_session(path);
    }
    for (const QString& name : dir.entryList({QStringLiteral("window-*") + kSession}, QDir::Files)) {
        const QString path = dir.filePath(name).chopped(kSession.size());
        FileLock owner;
        if (!take(owner, path)) continue;  // that window is open, or another asks about it
        QFile file(path + kSession);
        if (!file.open(QIODevice::ReadOnly)) continue;
        auto session = read_kept_session(file.read(kMostSessionBytes));
        file.close();
        if (!session)
            remove_session(path);
        else if (!newest || newest->session.when < session->when)
            newest = Left{*std::move(session), path, std::move(owner)};
    }
    return newest;
}

void SessionKeeper::forgetLeft() {
    window_->notices()->remove(kSessionNotice);
    remove_session(left_->path);
    left_.reset();
}

void SessionKeeper::offer() {
    if (path_.isEmpty()) return;
    left_ = newestLeft();
    if (!left_) return;
    const KeptSession* left = &left_->session;
    QStringList kept;
    if (!left->run.name.isEmpty()) kept << tr("the run %1, from its newest checkpoint").arg(nameText(left->run.name));
    kept << tr("the settings of the forms");
    if (const auto staged = left->run.staged.size() + left->attached.staged.size(); staged > 0)
        kept << tr("%Ln staged edit(s)", nullptr, static_cast<int>(staged));
    if (!left->attached.at.isEmpty()) kept << tr("%1, which trained elsewhere").arg(nameText(left->attached.name));
    const QString when = QLocale().toString(left->when, QLocale::ShortFormat);
    NoticeBar* bar = window_->notices()->post(kSessionNotice, Tone::Info, tr("Headroom ended without being closed"),
                                              tr("From %1 there are: %2.").arg(when, kept.join(QStringLiteral(", "))));
    const auto button = [&](const QString& text, const QString& icon, bool run) {
        const auto use = [this, session = *left, run]() mutable {
            if (!window_->starts()->mayStart())  // what was kept stays until it can be used
                return window_->notices()->refuse(kRunGoes, tr("The settings kept are not used"),
                                                  tr("A run is going; stop it first"));
            window_->notices()->remove(kRunGoes);
            if (!run) session.run.at.clear();
            forgetLeft();
            goOn(session);
        };
        onClick(bar->addButton(text, icon, run || left->run.at.isEmpty()), this, use);
    };
    if (!left->run.at.isEmpty()) button(tr("Go on with the run"), QStringLiteral("player-play"), true);
    button(left->run.at.isEmpty() ? tr("Bring them back") : tr("Settings only"), QStringLiteral("adjustments"), false);
    connect(bar, &NoticeBar::closed, this, &SessionKeeper::forgetLeft);
}

void SessionKeeper::goOn(const KeptSession& session) {
    const Workbench* own = window_->own();
    const ModelKind shown = own->bridge()->config()->model;
    for (const TrainConfig& draft : session.drafts) {
        own->drafts()->adopt(draft);
        if (draft.model == shown) own->bridge()->apply(difference(*own->bridge()->config(), draft));
    }
    if (!session.drafts.empty()) own->drafts()->want(session.drafts.back().model);
    window_->showPage(session.page);
    again_.clear();
    for (const KeptRun* run : {&session.run, &session.attached})
        if (!run->at.isEmpty() && !run->staged.empty()) again_.push_back(*run);
    if (!session.run.at.isEmpty()) {
        stageWhenGoing(own);  // unless it goes on in a process of its own, which is attached to
        window_->starts()->continueRun(session.run.at);
    }
    if (!session.attached.at.isEmpty()) window_->attach(session.attached.at);
}

}  // namespace headroom::ui
