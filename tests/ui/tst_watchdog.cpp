// The watchdog of the window names the event that keeps it from answering: its kind, its receiver and where that stands. In a program of its own,
// since the limit is the application's.
#include "core/base/clock.h"
#include "ui/models/background_task.h"
#include "ui/shell/slow_events.h"

#include <QDialog>
#include <QEventLoop>
#include <QRegularExpression>
#include <QTimer>
#include <QtTest/QTest>

#include <chrono>
#include <functional>
#include <thread>

using namespace headroom;
using namespace headroom::ui;

namespace {

constexpr std::chrono::milliseconds kLimit(400), kProcessor(40);

/// Answers a user event by `work`.
class Busy : public QObject {
public:
    Busy(const char* name, std::function<void()> work, QObject* parent = nullptr)
        : QObject(parent), work_(std::move(work)) {
        setObjectName(QLatin1String(name));
    }

protected:
    void customEvent(QEvent*) override { work_(); }

private:
    std::function<void()> work_;
};

void sleep_long() { std::this_thread::sleep_for(kLimit + kProcessor); }

void compute(std::chrono::milliseconds needed) {
    const double until = thread_cpu_seconds() + std::chrono::duration<double>(needed).count();
    while (thread_cpu_seconds() < until) {}
}

void tell(QObject& receiver) {
    QEvent event(QEvent::User);
    QCoreApplication::sendEvent(&receiver, &event);
}

QStringList allTold() { return static_cast<WatchedApplication*>(qApp)->slowEvents(); }

/// What was told of receivers with this name. A busy machine may make others slow too.
QStringList told(const char* name) { return allTold().filter(QStringLiteral("\"%1\"").arg(QLatin1String(name))); }

/// A task whose result is dealt with by `work`; returns when it has been.
void bring(const std::function<void()>& work) {
    BackgroundTask task;
    task.start([] { return 0; }, [&work](int) { work(); });
    QTRY_VERIFY(!task.running());
}

}  // namespace

class WatchdogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEventThatSleepsIsNamedWithItsReceiver() {
        QDialog dialog;
        dialog.setObjectName(QStringLiteral("export"));
        Busy sleeper("sleeper", sleep_long, &dialog);
        tell(sleeper);
        const QStringList words = told("sleeper");
        QCOMPARE(words.size(), 1);
        const QRegularExpression said(
            QStringLiteral("^the window waited (\\d+) ms for User of QObject \"sleeper\" in QDialog \"export\"$"));
        const auto match = said.match(words.front());
        QVERIFY2(match.hasMatch(), qPrintable(words.front()));
        QVERIFY(match.captured(1).toInt() >= kLimit.count());
    }

    void anEventThatComputesIsNamedBeforeAnybodyWaitsLong() {
        Busy computer("computer", [] { compute(2 * kProcessor); });
        tell(computer);
        QCOMPARE(told("computer").size(), 1);
    }

    void anEventOfManyShortOnesIsNamed() {
        Busy inner("short", [] { compute(kProcessor * 3 / 4); });
        Busy outer("many", [&inner] { tell(inner), tell(inner); });
        tell(outer);
        // On a machine that is busy enough a short one is kept waiting itself.
        QVERIFY(told("many").size() == 1 || !told("short").isEmpty());
    }

    void theLimitOfTheProgramIsWhatTheEnvironmentSays() {
        qputenv("HEADROOM_SLOW_EVENTS", "17");
        QCOMPARE(WatchedApplication::limit_wanted(), std::chrono::milliseconds(17));
        qunsetenv("HEADROOM_SLOW_EVENTS");
    }

    void theInnermostOneIsNamed() {
        Busy inner("inner", sleep_long);
        Busy outer("outer", [&inner] { tell(inner); });
        tell(outer);
        QCOMPARE(told("inner").size(), 1);
        QCOMPARE(told("outer").size(), 0);
    }

    void theTaskIsNamedWhoseResultTakesLong() {
        const QString begun_by = QStringLiteral("MetaCall of headroom::ui::WatchedApplication.*bring\\(");
        QCOMPARE(allTold().filter(QRegularExpression(begun_by)).size(), 0);
        bring([] { compute(2 * kProcessor); });
        QCOMPARE(allTold().filter(QRegularExpression(begun_by)).size(), 1);
        QMetaObject::invokeMethod(
            qApp, [] { compute(2 * kProcessor); }, Qt::QueuedConnection);
        QCoreApplication::processEvents();
        QCOMPARE(allTold().filter(QStringLiteral("MetaCall of headroom::ui::WatchedApplication")).size(), 2);
        QCOMPARE(allTold().filter(QRegularExpression(begun_by)).size(), 1);  // no task brought the other one
    }

    void whatWaitsForTheUserIsNotNamed() {
        Busy asking("asking", [] {
            QEventLoop question;
            QTimer::singleShot(kLimit + kProcessor, &question, &QEventLoop::quit);
            question.exec();
        });
        tell(asking);
        QCOMPARE(told("asking").size(), 0);
    }
};

int main(int argc, char** argv) {
    WatchedApplication app(argc, argv, kLimit, kProcessor);
    WatchdogTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_watchdog.moc"
