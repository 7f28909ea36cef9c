// The start of the real program, with the scripted engine: what the whole window takes of the processor until it is quiet.
#include "tests/ui/patient_test.h"
#include "tests/ui/time_limits.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

#include <sys/resource.h>
#include <algorithm>

using namespace headroom::ui;

namespace {

/// Under 0.5 s are promised on a machine that does nothing else; what runs on the other half of a core doubles it.
constexpr double kMostSeconds = 1.0 * kTimesAsSlow;
/// The best of so many counts: the first may find nothing of the program in memory, and others run beside it.
constexpr int kTries = 5;
/// Of the wall: all that is under way at the start has come by then.
constexpr int kShownSeconds = 2;

/// Processor time of all processes that this one has started and seen end.
double secondsOfEnded() {
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    const auto seconds = [](const timeval& t) { return double(t.tv_sec) + 1e-6 * double(t.tv_usec); };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

class StartTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aWindowStartsInASecondOfTheProcessor() {
        const QTemporaryDir folder;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.path());
        environment.insert(QStringLiteral("XDG_DATA_HOME"), folder.path());
        double least = 1e9;
        for (int i = 0; i < kTries && least > kMostSeconds; ++i) {
            QProcess program;
            program.setProcessEnvironment(environment);
            program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
            const double before = secondsOfEnded();
            program.start(QStringLiteral(HEADROOM_STUDIO),
                          {QStringLiteral("--fake"), QStringLiteral("ready"), QStringLiteral("--quit-after"),
                           QString::number(kShownSeconds)});
            QVERIFY2(program.waitForFinished(kPatienceMs * kTimesAsSlow), qPrintable(program.errorString()));
            QCOMPARE(program.exitStatus(), QProcess::NormalExit);
            QCOMPARE(program.exitCode(), 0);
            least = std::min(least, secondsOfEnded() - before);
        }
        qInfo("a start takes %.2f s of the processor", least);
        QVERIFY2(least > 0.01 && least < kMostSeconds, qPrintable(QString::number(least)));
    }
};

QTEST_GUILESS_MAIN(StartTest)
#include "tst_start.moc"
