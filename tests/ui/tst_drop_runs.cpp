// Runs and checkpoints dropped on the window: what is offered, and that each offer does what it says.
#include "core/families/light_gan/light_gan_config.h"
#include "tests/support/temp_folder.h"
#include "tests/ui/drop_events.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/families/registry.h"
#include "ui/models/dropped.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/shell/situation_watch.h"
#include "ui/shell/theme.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Scripted services that recognise weights by the names of their files.
class NamedWeights : public FakeServices {
public:
    using FakeServices::FakeServices;
    Result<WeightSummary> look_at_weights(std::string path) override {
        const bool light = path.find("light") != path.npos;
        return WeightSummary{path, light ? "light-gan" : "unknown",    "Light GAN, 128 px", false, "no VQGAN",
                             {},   light ? of_network() : ParamPatch{}};
    }
    static ParamPatch of_network() { return {{"image.size", std::int64_t{128}}, {"model.latent", std::int64_t{48}}}; }
};

/// Scripted services whose runs lie in their own folder, where a file can be dropped from.
class PlacedRuns final : public NamedWeights {
public:
    explicit PlacedRuns(const char* fixture) : NamedWeights(fixture) {}
    ~PlacedRuns() override { BackgroundTask::waitForAll(); }
    std::vector<RunInfo> list_runs() override {
        std::vector<RunInfo> out = FakeServices::list_runs();
        for (RunInfo& run : out) run.dir = runs_folder() + run.dir.substr(kRuns.size());
        return out;
    }
    Result<RunHistory> load_run(std::string dir) override {
        auto out = FakeServices::load_run(std::string(kRuns) + dir.substr(dir.rfind('/')));
        if (out) out->info.dir = dir;
        return out;
    }

private:
    static constexpr std::string_view kRuns = "/runs";
};

/// The window, a run in the runs' folder and one of its checkpoints.
struct RunsStudio {
    explicit RunsStudio(const char* fixture) : services(fixture), window(&bridge, false) {
        run = QString::fromStdString(services.runs_folder()) + QStringLiteral("/shapes-128-06");
        checkpoint = run + QStringLiteral("/checkpoints/step-00004000");
        QDir().mkpath(checkpoint);
        for (const QString& file : {run + QStringLiteral("/run.json"), checkpoint + QStringLiteral("/manifest.json")})
            made = QFile(file).open(QIODevice::WriteOnly) && made;
        window.show();
        window.setServices(&services);
        bridge.setSession(services.make_session());
        window.showPage(Page::Train);
        window.own()->watch()->setStarter([this](const RunRequest& request) { requests.push_back(request); });
    }
    DropCard* card(const char* title) const {
        for (DropCard* each : window.drops()->overlay()->cards())
            if (each->button()->text() == QLatin1String(title)) return each;
        return nullptr;
    }
    /// Drops `path` beside all cards and, once it is asked what it is for, says so.
    void drop(const QString& path, const char* offer) {
        QMimeData mime;
        fillWithFiles(mime, {path});
        dropAt(&window, mime, {5, 5});
        QTRY_VERIFY(window.drops()->overlay()->asking());
        QVERIFY2(card(offer), offer);
        card(offer)->button()->click();
        QVERIFY(!window.drops()->overlay()->isVisible());
    }

    bool made = true;
    QString run, checkpoint;
    std::vector<RunRequest> requests;  ///< to begin a run
    PlacedRuns services;
    SessionBridge bridge;
    MainWindow window;
};

}  // namespace

class DropRunsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void aRunIsShownInRuns() {
        RunsStudio s("ready");
        QVERIFY(s.made);
        s.drop(s.run, "Show it in Runs");
        QCOMPARE(s.window.page(), Page::Runs);
        QTRY_COMPARE(s.window.runs()->currentRun(), s.run);
        QVERIFY(s.requests.empty());
    }

    void aRunIsContinued() {
        RunsStudio s("ready");
        s.drop(s.run, "Continue the run");
        QTRY_COMPARE(s.requests.size(), std::size_t{1});
        QCOMPARE(s.requests[0].resume_from, s.run.toStdString());
        QVERIFY(s.requests[0].weights_from.empty());
    }

    void aCheckpointBeginsANewRunWithTheSettingsOfItsRun() {
        RunsStudio s("ready");
        s.drop(s.checkpoint, "Begin a new run with its weights");
        QTRY_COMPARE(s.requests.size(), std::size_t{1});
        QCOMPARE(s.requests[0].weights_from, s.checkpoint.toStdString());
        QVERIFY(s.requests[0].resume_from.empty());
        const auto history = s.services.load_run(s.run.toStdString());
        QVERIFY(history && s.requests[0].config && *s.requests[0].config == history->config);
        s.drop(s.checkpoint, "Continue the run");  // that it is of
        QTRY_COMPARE(s.requests.size(), std::size_t{2});
        QCOMPARE(s.requests[1].resume_from, s.run.toStdString());
    }

    void weightsOfALightGanBeginARunOfIt() {
        const test::TempFolder folder;
        const auto looked_at = [&](const char* name) {
            const QString path = QString::fromStdString(folder.path()) + QLatin1Char('/') + QLatin1String(name);
            QFile file(path);
            NamedWeights services("ready");
            return file.open(QIODevice::WriteOnly) ? look_at_dropped({path}, &services) : Dropped();
        };
        const Dropped light = looked_at("light.pt");
        QCOMPARE(light.kind, Dropped::Kind::Weights);
        const std::vector<DropUse> uses = window_family_of(kLightGan).uses(light, default_config(kLightGan));
        QCOMPARE(uses.size(), std::size_t{1});
        QCOMPARE(uses.front().title, QStringLiteral("Begin a Light GAN with these weights"));
        QCOMPARE(uses.front().weights, light.path());
        QVERIFY(uses.front().patch == NamedWeights::of_network());
        QVERIFY(uses.front().problem.isEmpty());
        QVERIFY2(looked_at("other.pt").problem_hint.contains(QStringLiteral("Light GAN")),
                 "it is named with the others");
    }

    void aModelsFolderIsItsWeightsInSpiteOfItsSamples() {
        const test::TempFolder folder;
        const QDir model(QString::fromStdString(folder.path()) + QStringLiteral("/light-model"));
        QVERIFY(model.mkpath(QStringLiteral(".")));
        const QString weights = model.filePath(QStringLiteral("generator.safetensors"));
        for (const QString& path : {weights, model.filePath(QStringLiteral("samples.png"))}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        NamedWeights services("ready");
        const Dropped dropped = look_at_dropped({model.path()}, &services);
        QCOMPARE(dropped.kind, Dropped::Kind::Weights);
        QCOMPARE(dropped.path(), weights);
        QVERIFY(QFile::remove(weights));
        QCOMPARE(look_at_dropped({model.path()}, &services).kind, Dropped::Kind::PictureFolder);
    }

    void aRunOfWeightsHasTheirNetworkInsteadOfTheFormsOwn() {
        RunsStudio s("ready");
        const test::TempFolder folder;
        const QString path = QString::fromStdString(folder.file("light.pt"));
        QVERIFY(QFile(path).open(QIODevice::WriteOnly));
        const TrainConfig form = default_config(kLightGan);
        QVERIFY(form.image_size != 128 && form.own<LightGanConfig>().latent != 48);
        QMimeData mime;
        fillWithFiles(mime, {path});
        dropAt(&s.window, mime, {5, 5});
        QTRY_COMPARE(s.requests.size(), std::size_t{1});
        QCOMPARE(s.requests[0].weights_from, path.toStdString());
        const TrainConfig& begun = *s.requests[0].config;
        QCOMPARE(begun.model, kLightGan);
        QCOMPARE(begun.image_size, std::int64_t{128});
        QCOMPARE(begun.own<LightGanConfig>().latent, std::int64_t{48});
        QCOMPARE(begun.own<LightGanConfig>().width_max, form.own<LightGanConfig>().width_max);
    }

    void weightsOfANetworkThatNoSettingsDescribeSayWhy() {
        Dropped light;
        light.kind = Dropped::Kind::Weights;
        light.paths = QStringList{QStringLiteral("/light.pt")};
        light.network = "light-gan";
        light.settings = {{"image.size", std::int64_t{4096}}};
        const std::vector<DropUse> uses = window_family_of(kLightGan).uses(light, default_config(kLightGan));
        QCOMPARE(uses.size(), std::size_t{1});
        QVERIFY2(uses.front().problem.contains(QStringLiteral("4,096")) ||
                     uses.front().problem.contains(QStringLiteral("4096")),
                 qPrintable(uses.front().problem));
    }

    void eachIsOfferedWhereItCanBe() {
        RunsStudio s("ready");
        QMimeData mime;
        fillWithFiles(mime, {s.checkpoint});
        QVERIFY(dragTo(&s.window, mime, s.window.rect().center()));
        QTRY_VERIFY(s.card("Begin a new run with its weights"));
        QVERIFY(!s.card("Show it in Runs"));  // it is no run
        dragAway(&s.window);
        QTRY_VERIFY(!s.window.drops()->overlay()->isVisible());
        const test::TempFolder elsewhere;  // a run that is not among those of this computer's list
        const QString run = QString::fromStdString(elsewhere.path()) + QStringLiteral("/shapes-128-06");
        QVERIFY(QDir().mkpath(run) && QFile(run + QStringLiteral("/run.json")).open(QIODevice::WriteOnly));
        fillWithFiles(mime, {run});
        QVERIFY(dragTo(&s.window, mime, s.window.rect().center()));
        QTRY_VERIFY(s.card("Continue the run"));
        QVERIFY(!s.card("Show it in Runs") && !s.card("Begin a new run with its weights"));
    }

    void besideARunEachSaysWhyItIsOff() {
        RunsStudio s("story");
        QTRY_VERIFY(is_active(s.bridge.state()));
        QMimeData mime;
        fillWithFiles(mime, {s.checkpoint});
        dropAt(&s.window, mime, {5, 5});
        QTRY_VERIFY(s.window.drops()->overlay()->asking());
        for (const char* off : {"Continue the run", "Begin a new run with its weights"}) {
            DropCard* card = s.card(off);
            QVERIFY2(card && !card->button()->isEnabled(), off);
            const auto words = card->findChildren<QLabel*>();
            QVERIFY(std::any_of(words.begin(), words.end(), [](const QLabel* label) {
                return label->text().contains(QStringLiteral("A run is going; stop it first"));
            }));
        }
        QVERIFY(s.requests.empty());
    }
};

QTEST_MAIN(DropRunsTest)
#include "tst_drop_runs.moc"
