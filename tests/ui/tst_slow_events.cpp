// The window answers while files and services do not: what waits for them waits on another thread. The watchdog tells if it did not.
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "tests/ui/time_limits.h"
#include "ui/panels/export/export_dialog.h"
#include "ui/panels/export/export_parts.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/samples/picture_actions.h"

#include <QFile>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Then what is waited for comes, so that a window that waits for it fails the test.
const std::chrono::milliseconds kGiveUp = 3 * longestWait();

/// A file whose reader waits until release().
class SlowFile {
public:
    explicit SlowFile(const QString& path) : path_(QFile::encodeName(path)) { mkfifo(path_.constData(), 0600); }
    /// False: nobody reads it yet.
    bool release() {
        if (released_) return true;
        const int end = open(path_.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        if (end < 0) return false;
        close(end);
        return released_ = true;
    }

private:
    QByteArray path_;
    std::atomic<bool> released_ = false;
};

/// Calls `release` after kGiveUp, unless it goes before.
class GiveUp {
public:
    explicit GiveUp(std::function<void()> release)
        : thread_([this, release = std::move(release)](const std::stop_token& stop) {
              std::unique_lock lock(mutex_);
              if (!gone_.wait_for(lock, stop, kGiveUp, [] { return false; }) && !stop.stop_requested()) release();
          }) {}

private:
    std::mutex mutex_;
    std::condition_variable_any gone_;
    std::jthread thread_;
};

/// Whose answers wait until open().
class SlowServices final : public FakeServices {
public:
    SlowServices() : FakeServices("ready") {}
    ~SlowServices() override { BackgroundTask::waitForAll(); }
    std::vector<DeviceInfo> devices() override { return wait(), FakeServices::devices(); }
    std::vector<RunInfo> list_runs() override { return wait(), FakeServices::list_runs(); }
    Result<RunHistory> load_run(std::string dir) override { return wait(), FakeServices::load_run(std::move(dir)); }
    Result<DatasetReport> inspect_dataset(DatasetQuery query, ProgressFn progress, std::stop_token stop) override {
        return wait(), FakeServices::inspect_dataset(std::move(query), std::move(progress), std::move(stop));
    }
    void open() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }
    int waiting() const { return waiting_; }

private:
    void wait() {
        std::unique_lock lock(mutex_);
        ++waiting_;
        changed_.wait(lock, [this] { return open_; });
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = false;
    std::atomic<int> waiting_ = 0;
};

QStringList slowEvents() { return static_cast<WatchedApplication*>(qApp)->slowEvents(); }

void later(const std::function<void()>& what) { QMetaObject::invokeMethod(qApp, what, Qt::QueuedConnection); }

}  // namespace

class TestSlowEvents : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRunIsReadBesideTheWindow() {
        Studio s("ready");
        const QTemporaryDir folder;
        SlowFile config(folder.filePath(QStringLiteral("config.json")));
        const GiveUp patience([&] { (void)config.release(); });
        later([&] { s.window.starts()->continueRun(folder.path()); });
        QTRY_VERIFY(config.release());
        QTRY_VERIFY(s.bridge.state() != RunState::Idle || !s.session->commands().empty());
        QCOMPARE(slowEvents(), QStringList());
    }

    void aPreviewIsDecodedBesideTheWindow() {
        const QTemporaryDir folder;
        SlowFile picture(folder.filePath(QStringLiteral("picture.png")));
        const GiveUp patience([&] { (void)picture.release(); });
        ExportPreview preview;
        ExportSource source;
        source.kind = kVqganClip;
        source.picture = folder.filePath(QStringLiteral("picture.png"));
        later([&] { preview.showRow(ExportRow::Grid, {}, source); });
        QTRY_VERIFY(picture.release());
        QTRY_VERIFY(PictureStore::get().unreadable(source.picture));
        QCOMPARE(slowEvents(), QStringList());
    }

    void picturesAreWrittenBesideTheWindow() {
        const QTemporaryDir folder;
        const QString slow = folder.filePath(QStringLiteral("slow.png")), to = folder.filePath(QStringLiteral("a.png"));
        SlowFile picture(slow);
        const GiveUp patience([&] { (void)picture.release(); });
        QWidget parent;
        later([&] { savePicture(&parent, to, [slow](const QString& path) { return copyPng(slow, {}, path); }); });
        QTRY_VERIFY(picture.release());
        QTRY_VERIFY(QFile::exists(to));
        QCOMPARE(slowEvents(), QStringList());
    }

    void anExportWritesWhatWasDrawnBesideTheWindow() {
        const QTemporaryDir folder;
        SlowFile plot(folder.filePath(QStringLiteral("slow")));
        const GiveUp patience([&] { (void)plot.release(); });
        QWidget window;
        FileRow row(&window);
        const auto write = [path = folder.filePath(QStringLiteral("slow"))]() -> Result<void> {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) && file.readAll().isEmpty() ? Result<void>() : Error{};
        };
        FileWork work{folder.path()};
        work.add(QStringLiteral("plot.png"), write);
        later([&] { row.write(work); });
        QTRY_VERIFY(plot.release());
        QTRY_COMPARE(row.text(), QStringLiteral("Written: plot.png"));
        QCOMPARE(slowEvents(), QStringList());
    }

    void theWindowAnswersWhileTheServicesDoNot() {
        SlowServices services;
        SessionBridge bridge;
        MainWindow window(&bridge, false);
        const GiveUp patience([&] { services.open(); });
        window.show();
        window.setServices(&services);
        bridge.setSession(services.make_session());
        window.showPage(Page::Runs);
        window.showPage(Page::Train);
        for (QAction* command : {window.actions()->action(Cmd::InspectData), window.actions()->action(Cmd::Export)})
            command->trigger();
        QTRY_VERIFY(services.waiting() >= 2);
        bool answered = false;
        later([&] { answered = true; });
        QTRY_VERIFY(answered);
        services.open();
        QTRY_VERIFY(window.findChild<RunsPage*>()->list()->model()->rowCount() > 0);
        QCOMPARE(slowEvents(), QStringList());
    }
};

int main(int argc, char** argv) {
    WatchedApplication app(argc, argv, longestWait());
    TestSlowEvents test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_slow_events.moc"
