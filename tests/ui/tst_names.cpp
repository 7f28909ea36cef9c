// Names of runs, files, devices and programs, whatever they are called: they turn no sentence that they stand in, nor what those hear who do not see
// the window, and are not taken for words of the engine.
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/patient_test.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/language.h"
#include "ui/models/param_edits.h"
#include "ui/models/run_words.h"
#include "ui/panels/dataset/dataset_dialog.h"
#include "ui/panels/memory/memory_parts.h"
#include "ui/panels/queue/add_several_dialog.h"
#include "ui/panels/runs/compare_parts.h"
#include "ui/panels/welcome/welcome_parts.h"

#include <QLabel>
#include <QPushButton>
#include <QRadioButton>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

namespace {

const std::string kName = "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D";  // in Hebrew

QString shownName() { return nameText(fromUtf8(kName)); }

/// Whether a label of `widget` says `text`, perhaps among other words.
bool says(const QWidget& widget, const QString& text) {
    const auto labels = widget.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text().contains(text); });
}

}  // namespace

class NamesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(shownName() != fromUtf8(kName)); }
    void cleanup() { speak(QStringLiteral("en")); }

    void recentRuns() {
        RunInfo run;
        run.model = kDcgan;
        run.name = run.data_name = kName;
        const RunRow listed{run, QImage()};
        RecentRunRow row(listed);
        QVERIFY(says(row, QStringLiteral(", ") + shownName() + QStringLiteral(", ")));  // of its data
        for (const auto offer :
             {RecentRunRow::Offer::Continue, RecentRunRow::Offer::Attach, RecentRunRow::Offer::Show}) {
            row.setOffer(offer, {});
            const QString name = row.button()->accessibleName();
            QVERIFY2(name.contains(shownName()), qPrintable(name));
        }
    }

    void comparedPictures() {
        ComparePictures pictures;
        pictures.setPictures({{0, fromUtf8(kName), QStringLiteral("step 4"), {}}});
        QVERIFY(pictures.accessibleDescription().startsWith(shownName() + QStringLiteral(": ")));
    }

    void dataSets() {
        DatasetReport report;
        report.kind = "folder";
        report.name = kName;
        report.facts = DatasetFacts{};
        report.facts->near_duplicates = 1;
        report.facts->examples = {{"a.png", kName + ".png"}};
        DatasetReportView view;
        view.setReport(report, {});
        QCOMPARE(view.findChild<QLabel*>(QStringLiteral("Kind"))->text(),
                 QStringLiteral("Folder of pictures, ") + shownName());
        QCOMPARE(view.findChild<QLabel*>(QStringLiteral("Repeated"))->toolTip(),
                 nameText(fromUtf8(kName + ".png")) + QStringLiteral(" repeats a.png"));
    }

    void otherPrograms() {
        OthersRow row;
        const OtherProgram program{41234, kName, Bytes{std::int64_t{1} << 30}};
        row.setPrograms({program}, MemoryUnit::GiB);
        row.setAmount(Bytes{std::int64_t{2} << 30}, MemoryUnit::GiB, 0);
        const auto labels = row.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->toolTip().contains(QLatin1Char('\n') + shownName() + QStringLiteral(": "));
        }));
    }

    void placesAndPaths() {
        SessionPlace place;
        place.elsewhere = true;
        place.same_machine = false;
        place.host = kName;
        QVERIFY(placeWords(place).contains(shownName()));
        const QString path = QStringLiteral("/runs/") + fromUtf8(kName);
        QCOMPARE(placedPath(place, path), pathText(path) + QStringLiteral(" on ") + shownName());
    }

    void runsOfASweep() {
        const SweepPlan plan = planSweep(TrainConfig{}, fromUtf8(kName),
                                         {{"norm.d", QStringLiteral("batch")}, {"loss", QStringLiteral("wgan-gp")}});
        QVERIFY2(!plan.problem.isEmpty(), "batch norm and WGAN-GP do not go together");
        QVERIFY2(plan.problem.startsWith(nameText(plan.names.front())), qPrintable(plan.problem));
    }

    void aFolderIsNoWordOfTheEngine() {
        speak(QStringLiteral("de"));
        RunInfo run;
        run.model = kDcgan;
        for (const char* name : {"pictures", "stopped", "2026"}) {
            run.data_name = name;
            QCOMPARE(subjectWords(run), QLatin1String(name));
        }
        run.data_name = "Shapes (built-in)";
        QCOMPARE(subjectWords(run), QStringLiteral("Formen (eingebaut)"));
        run.model = kVqganClip;
        run.data_name = "VQGAN-CLIP, built-in shapes";
        QCOMPARE(subjectWords(run), QStringLiteral("VQGAN-CLIP, eingebaute Formen"));
    }

    void whatTheEngineCallsThingsIsSaidInGerman() {
        speak(QStringLiteral("de"));
        DeviceInfo device;
        device.name = "AMD EPYC, 2 cores";
        device.total = device.free = Bytes{std::int64_t{8} << 30};
        const DeviceCard card(device, nullptr);
        QCOMPARE(card.radio()->text(), QStringLiteral("AMD EPYC, 2 Kerne"));
        RunInfo run;
        run.device = device.name;
        QVERIFY(machineWords(run).endsWith(card.radio()->text()));
        QCOMPARE(ParamEdits::authorOf({"lr.g", 1.0, 2.0, 1, 1, ChangeOrigin::Elsewhere, "terminal, process 812"}),
                 QStringLiteral("Terminal, Prozess 812"));
        const QString differs = recipeWords({{RecipeDifference::What::Device, device.name, "RTX 4060"},
                                             {RecipeDifference::What::Data, "1204 pictures, 3f2a", "12 pictures, 0f"}});
        for (const char* words : {"AMD EPYC, 2 Kerne", "1.204 Bilder, 3f2a", "12 Bilder, 0f"})
            QVERIFY2(differs.contains(QLatin1String(words)), qPrintable(differs));
    }
};

QTEST_MAIN(NamesTest)
#include "tst_names.moc"
