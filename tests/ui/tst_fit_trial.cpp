// FitTrial: what a trial does and says, what of it is kept, and that one that was stopped or failed leaves the one before.
#include "core/families/dcgan/dcgan_config.h"
#include "tests/support/fixture_fit.h"
#include "tests/support/fixture_story.h"
#include "tests/ui/patient_test.h"
#include "ui/panels/fit/fit_parts.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace headroom;
using namespace headroom::ui;

namespace {

struct Trials {
    ~Trials() {
        script->release();
        trial.stop();
        BackgroundTask::waitForAll();
    }
    void start(int steps = 4) { trial.start(fixture::story_planner(script), {config, {6LL << 30}, steps}); }

    TrainConfig config = fixture::make_story("fit").config;
    std::shared_ptr<fixture::PlannerScript> script = std::make_shared<fixture::PlannerScript>();
    FitTrial trial;
};

}  // namespace

class FitTrialTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhatItDoesAndWhatWasMeasured() {
        Trials t;
        QSignalSpy ended(&t.trial, &FitTrial::ended);
        QVERIFY(!t.trial.tried(t.config) && !t.trial.hasStamp());
        t.start();
        QVERIFY(t.trial.running());
        QVERIFY2(t.trial.doing().contains(QStringLiteral("4 steps")), qPrintable(t.trial.doing()));
        QTRY_COMPARE(ended.count(), 1);
        QVERIFY(!t.trial.running() && t.trial.tried(t.config) && !t.trial.failure());
        const QDateTime now = QDateTime::currentDateTime();
        const QString text = t.trial.text(MemoryUnit::GiB, now);
        QVERIFY2(text.startsWith(QStringLiteral("Chosen plan measured with 4 steps just now: forecast ")) &&
                     text.contains(QStringLiteral("(+1.6 %)")) &&
                     text.endsWith(QStringLiteral("The other rows are forecasts.")),
                 qPrintable(text));
        QVERIFY(t.trial.text(MemoryUnit::GiB, now.addSecs(185)).contains(QStringLiteral("3 min ago")));
        TrainConfig other = t.config;
        other.batch_micro *= 2;
        QVERIFY(!t.trial.tried(other));
    }

    void writesTheRecipeWithItsFigures() {
        Trials t;
        t.start();
        QTRY_VERIFY(t.trial.hasStamp());
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("recipe.json"));
        QVERIFY(t.trial.stampTo(path)());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("{\"format\":\"headroom-config-1\",\"batch.micro\":" +
                                            QByteArray::number(qlonglong(t.config.batch_micro)) + "}\n"));
    }

    void whatIsStoppedIsNoFailureAndEndsNothing() {
        Trials t;
        t.script->hold();
        t.start(200);
        QTRY_VERIFY(t.trial.doing().startsWith(QStringLiteral("Step 80 of 200")));
        QSignalSpy ended(&t.trial, &FitTrial::ended);
        t.trial.stop();
        QVERIFY(!t.trial.running());
        QTRY_COMPARE(t.script->stopped(), 1);
        QCoreApplication::processEvents();
        QCOMPARE(ended.count(), 0);
        QVERIFY(!t.trial.failure() && !t.trial.tried(t.config));
    }

    void aFailureIsKeptUntilTheNextOneAndLeavesTheOneBefore() {
        Trials t;
        t.start();
        QTRY_VERIFY(t.trial.tried(t.config));
        t.script->fail(make_error(ErrorCode::OutOfMemory, "no room for a trial", "Choose a smaller plan."));
        t.start();
        QTRY_VERIFY(t.trial.failure());
        QCOMPARE(t.trial.failure()->message, std::string("no room for a trial"));
        QVERIFY(t.trial.tried(t.config) && t.trial.hasStamp());
        t.script->fail(std::nullopt);
        t.start();
        QVERIFY(!t.trial.failure());
        QTRY_VERIFY(!t.trial.running());
        QVERIFY(!t.trial.failure());
    }
};

QTEST_MAIN(FitTrialTest)
#include "tst_fit_trial.moc"
