// Random events on the whole window with the scripted engine: no crash, nothing that keeps the window from answering, no growth, nothing lost that
// was typed or chosen. HEADROOM_MONKEY_EVENTS sets how many per seed, HEADROOM_MONKEY_SEEDS which ("1-8"), HEADROOM_MONKEY_FROM the first,
// HEADROOM_MONKEY_ONLY leaves others out.
#include "core/config/config_io.h"
#include "tests/support/temp_folder.h"
#include "tests/ui/drop_events.h"
#include "tests/ui/monkey.h"
#include "tests/ui/opened_paths.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/process_memory.h"
#include "tests/ui/studio.h"
#include "ui/i18n/language.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/picture_store.h"
#include "ui/shell/menus.h"
#include "ui/shell/slow_events.h"
#include "ui/shell/workbench.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kept.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QMetaProperty>
#include <QScopeGuard>
#include <QSettings>

#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <thread>

using namespace headroom;
using namespace headroom::ui;

namespace {

constexpr int kShort = 200;    ///< events of a seed where nobody asked for more
constexpr int kStretch = 250;  ///< after so many all dialogs are left and the widgets counted
/// Of the process, from the first third of its windows to the last: what Qt and the allocator keep, which is the less the longer it goes on.
constexpr qint64 kMostGrowth = qint64{192} << 20;

/// What a window must keep when it is closed and opened again, as it is in the application now.
struct Choices {
    ThemeChoice theme = Theme::get().choice();
    int text = Theme::get().textChoice();
    MotionChoice motion = Theme::get().motion();
    qint64 pictures = PictureStore::get().limit();
    QString language = spokenLanguage();
    bool operator==(const Choices&) const = default;

    /// A language is spoken from the next start on.
    static Choices left() {
        Choices out;
        const QString kept = LayoutStore(true).text(QStringLiteral("language"), {});
        out.language = kept == QLatin1String("system") ? languageOf(QLocale::system().uiLanguages()) : kept;
        return out;
    }
};

/// What the parts that stay as they were left (ui/widgets/kept.h) show, by their names: folded groups, smoothing, axes. Without those of a name of
/// which one shows this and another that, as pages of two sessions may.
using Arrangement = std::map<QString, QVariant>;

Arrangement arrangement_of(const MainWindow& window) {
    Arrangement out;
    std::set<QString> unlike;
    for (const auto* part : window.findChildren<QWidget*>()) {
        // One that was not shown has not been put back yet; what one wishes for may not be offered.
        if (!part->property("keptDefault").isValid() || part->property(kWanted).isValid()) continue;
        const auto* box = qobject_cast<const QComboBox*>(part);
        const QVariant shown = box ? box->currentData() : part->metaObject()->userProperty().read(part);
        if (!shown.isValid()) continue;
        const auto at = out.emplace(part->property("kept").toString(), shown).first;
        if (at->second != shown) unlike.insert(at->first);
    }
    for (const QString& name : unlike) out.erase(name);
    return out;
}

/// What is shown in another way than it was left, a line each.
QString lost_since(const Arrangement& left, const Arrangement& now) {
    QStringList lost;
    for (const auto& [name, shown] : left)
        if (const auto at = now.find(name); at != now.end() && at->second != shown)
            lost << QStringLiteral("%1: left at %2, is %3").arg(name, shown.toString(), at->second.toString());
    return lost.join('\n');
}

/// A start of the program, to which nothing but files comes from the one before.
void begin_anew() {
    speak(QStringLiteral("en"));
    Theme::get().setMotion(MotionChoice::System);
    Theme::get().apply(ThemeChoice::Dark, 100);
    PictureStore::get().setLimit(PictureStore::kDefaultLimit);
    apply_kept_look(LayoutStore(true));
}

/// The engine's side of the story, and things from outside: they come at random too.
class World {
public:
    World(Monkey& monkey, const QString& folder) : folder_(folder) {
        QImage image(24, 16, QImage::Format_RGB888);
        image.fill(Qt::red);
        QDir().mkpath(folder + QStringLiteral("/pictures"));
        for (const char* name : {"/one.png", "/pictures/a.png", "/pictures/b.png"})
            image.save(folder + QLatin1String(name));
        write("/recipe.json", QByteArray::fromStdString(write_config(fixture::make_story("ready").config)));
        write("/broken.pth", "PK\3\4 not weights");
        write("/words.txt", "no picture");
        monkey.add(14, [this](RandomStream& r) { return engine(r); });
        monkey.add(3, [this](RandomStream& r) { return outside(r); });
        monkey.add(1, [](RandomStream& r) { return waitAWhile(r, 300); });
    }
    void open(Studio* studio) { studio_ = studio; }

private:
    void write(const char* name, const QByteArray& content) const {
        QFile file(folder_ + QLatin1String(name));
        if (file.open(QIODevice::WriteOnly)) file.write(content);
    }
    QString engine(RandomStream& random) {
        FakeSession* const session = studio_->session;
        switch (random.below(24)) {
            case 0: session->fail_next_step(make_error(ErrorCode::Disk, "the disk is full.", "Make room.")); break;
            case 1: session->run_out_of_memory_next_step(); break;
            case 2: session->fail_samples(make_error(ErrorCode::OutOfMemory, "no room for samples.")); break;
            case 3: session->hold_forecasts(); break;
            case 4: session->release_forecasts(random.below(2) ? "no forecast" : ""); break;
            case 5: session->edit_from_elsewhere({{"lr.g", 1e-4 * double(1 + random.below(9))}}, "a terminal"); break;
            case 6: studio_->services.train_elsewhere("/runs/shapes-128-07"); break;
            case 7: studio_->window.attach(QStringLiteral("/runs/shapes-128-07")); break;
            case 8: studio_->services.fake_queue().set(night_queue()); break;
            case 9: studio_->services.fail_exports(make_error(ErrorCode::Disk, "the disk is full.")); break;
            case 10: studio_->services.fail_exports(std::nullopt); break;
            default: break;
        }
        // On a thread of its own, as engines are: what it draws takes long where pictures are large.
        std::jthread([&] {
            for (std::uint64_t i = 0; i <= random.below(4); ++i) session->advance();
        }).join();
        return QStringLiteral("the engine goes on");
    }
    QString outside(RandomStream& random) {
        static const char* const kThings[] = {"/one.png",   "/pictures", "/recipe.json",   "/broken.pth",
                                              "/words.txt", "/nothing",  "/pictures/a.png"};
        QMimeData mime;
        const QString thing = folder_ + QLatin1String(kThings[random.below(std::size(kThings))]);
        fillWithFiles(mime, {thing});
        if (QApplication::activeModalWidget()) return QStringLiteral("nothing dropped");
        MainWindow* const window = &studio_->window;
        const QPoint at(int(random.below(std::uint64_t(window->width()))),
                        int(random.below(std::uint64_t(window->height()))));
        MonkeyLog::get().note(QStringLiteral("  bring %1").arg(thing));
        switch (random.below(4)) {
            case 0: {
                auto* pasted = new QMimeData;
                fillWithFiles(*pasted, {thing});
                QGuiApplication::clipboard()->setMimeData(pasted);
                studio_->action(Cmd::Paste)->trigger();
                break;
            }
            case 1: dragTo(window, mime, at), dragAway(window); break;
            default: dropAt(window, mime, at);
        }
        return QStringLiteral("brought %1").arg(thing);
    }

    QString folder_;
    Studio* studio_ = nullptr;
};

/// What the engine tells, by the seed.
constexpr const char* kStories[] = {"story", "ready",     "imagine",       "vqgan",
                                    "oom",   "elsewhere", "imagine-ready", "failed"};

/// "2-4" as 2, 3, 4; as many as there are stories where nobody asked for some.
std::vector<int> seeds() {
    const QString wanted =
        qEnvironmentVariable("HEADROOM_MONKEY_SEEDS", QStringLiteral("1-%1").arg(std::size(kStories)));
    std::vector<int> out(
        std::size_t(std::max(1, wanted.section('-', -1).toInt() - wanted.section('-', 0, 0).toInt() + 1)));
    std::iota(out.begin(), out.end(), wanted.section('-', 0, 0).toInt());
    return out;
}

int eventsWanted() {
    const int wanted = qEnvironmentVariableIntValue("HEADROOM_MONKEY_EVENTS");
    return wanted > 0 ? wanted : kShort;
}

}  // namespace

class MonkeyTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<test::TempFolder> home_;
    OpenedPaths no_desktop_;
    std::vector<qint64> held_;  ///< by the process, each time a window has gone

    /// What is there in a window that shows no dialog.
    static qsizetype parts(Studio& s) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return s.window.findChildren<QObject*>().size();
    }
    static const WatchedApplication* watched() { return static_cast<WatchedApplication*>(qApp); }

private Q_SLOTS:
    void init() {
        home_ = std::make_unique<test::TempFolder>();
        const QString home = QString::fromStdString(home_->path());
        for (const char* folder : {"HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"})
            qputenv(folder, home.toUtf8());
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
        QDir::setCurrent(home);  // where files with words for names go
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, home);
        qApp->setProperty(kLastFolders, {});
        QApplication::setLayoutDirection(Qt::LeftToRight);
        LayoutStore kept(true);  // not the look of whoever runs this
        for (const auto& [key, value] :
             {std::pair("language", "en"), std::pair("theme", "dark"), std::pair("text", "100")})
            kept.setText(QLatin1String(key), QLatin1String(value));
        begin_anew();
    }

    void nothingBreaks_data() {
        QTest::addColumn<int>("seed");
        for (const int seed : seeds()) QTest::addRow("seed %d", seed) << seed;
    }

    void nothingBreaks() {
        QFETCH(int, seed);
        const char* const story = kStories[std::size_t(seed) % std::size(kStories)];
        qInfo("seed %d, %d events, the engine's story \"%s\"", seed, eventsWanted(), story);
        MonkeyLog::get().note(QStringLiteral("seed %1").arg(seed));
        Monkey monkey{std::uint64_t(seed)};
        monkey.begin();
        monkey.only(qEnvironmentVariable("HEADROOM_MONKEY_ONLY"));
        World world(monkey, QString::fromStdString(home_->path()));
        std::vector<qsizetype> counts;
        Choices left;
        Arrangement arranged;
        while (monkey.next() < eventsWanted()) {
            begin_anew();
            const auto gone = qScopeGuard([this] { held_.push_back(anonymousMemory()); });
            Studio s(story, true);
            QVERIFY(Choices() == left);
            world.open(&s);
            QVERIFY(QTest::qWaitForWindowActive(&s.window, kPatienceMs));
            const QString lost = lost_since(arranged, arrangement_of(s.window));
            QVERIFY2(lost.isEmpty(), qPrintable(lost));
            while (monkey.next() < eventsWanted() && s.window.isVisible()) {
                monkey.play(&s.window, std::min<std::int64_t>(eventsWanted(), monkey.next() + kStretch));
                if (s.window.isVisible()) counts.push_back(parts(s));
                const auto notHeld = Monkey::whatTheFormsDeny(s.window);
                QVERIFY2(notHeld.isEmpty(), qPrintable(notHeld));
            }
            left = Choices::left();
            arranged = arrangement_of(s.window);
            qInfo("window closed at event %lld, %lld parts", static_cast<long long>(monkey.next()),
                  static_cast<long long>(parts(s)));
        }
        QVERIFY2(monkey.lost().isEmpty(), qPrintable(monkey.lost().join('\n')));
        qInfo("the slowest event so far: %s", qPrintable(watched()->slowestEvent()));
        QVERIFY2(watched()->slowEvents().isEmpty(), qPrintable(watched()->slowEvents().join('\n')));
        QVERIFY(monkey.taken() > 0);
        // A window makes its parts when they are first needed; after that it has about as many, however long it is used.
        for (std::size_t i = 0; i < counts.size(); ++i) QVERIFY(counts[i] < kMostParts);
        QCOMPARE(QApplication::topLevelWidgets().size(), 0);
        const PictureStore& pictures = PictureStore::get();
        QVERIFY2(pictures.bytes() <= pictures.limit(), qPrintable(QString::number(pictures.bytes())));
    }

    /// A window that has gone has given back what it held: the next one takes it again.
    void whatWindowsHeldIsGivenBack() {
        QVERIFY2(!held_.empty() && held_.back() > 0, "the seeds before this open the windows, and the kernel says");
        const qint64 early = held_[held_.size() / 3], late = held_.back();
        qInfo("after %zu windows: %lld MiB, after %zu: %lld MiB", held_.size() / 3 + 1,
              static_cast<long long>(early >> 20), held_.size(), static_cast<long long>(late >> 20));
        if (kSanitized) return;  // what is freed is kept in quarantine
        QVERIFY(late - early < kMostGrowth);
    }

    void cleanup() {
        if (QTest::currentTestFailed()) MonkeyLog::get().tell();
        speak(QStringLiteral("en"));
        QDir::setCurrent(QStringLiteral("/"));
    }
};

int main(int argc, char** argv) {
    // Qt Test ends a function after five minutes: less than what is asked for may take.
    if (qEnvironmentVariableIsSet("HEADROOM_MONKEY_EVENTS") && !qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT"))
        qputenv("QTEST_FUNCTION_TIMEOUT", "86400000");
    MonkeyLog::tellOfCrashes();
    WatchedApplication app(argc, argv, longestWait(), longestEvent());
    QApplication::setQuitOnLastWindowClosed(false);
    MonkeyTest test;
    std::vector<char*> arguments(argv, argv + argc);
    char own[] = "-nocrashhandler";  // QTest's tells less
    arguments.push_back(own);
    return QTest::qExec(&test, static_cast<int>(arguments.size()), arguments.data());
}

#include "tst_monkey.moc"
