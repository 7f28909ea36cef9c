// What a call in the pool throws, and calls in tasks of their own.
#include "tests/ui/patient_test.h"
#include "ui/models/background_task.h"

#include <QList>

#include <new>
#include <optional>

using namespace headroom;
using namespace headroom::ui;

class BackgroundTaskTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsThrownIsItsError() {
        BackgroundTask task;
        std::optional<Result<int>> result;
        task.start([]() -> Result<int> { throw std::bad_alloc(); },
                   [&result](Result<int> given) { result = std::move(given); });
        QTRY_VERIFY(result.has_value());
        QVERIFY(!result->ok());
        QVERIFY(result->error().code == ErrorCode::OutOfMemory);
        QVERIFY(!task.running());
    }

    void callsOfTheirOwnDoNotEndEachOtherAndGo() {
        QObject parent;
        QList<int> answers;
        for (const int call : {1, 2})
            BackgroundTask::once(
                &parent, BackgroundTask::records(), [call] { return call; }, [&](int answer) { answers << answer; });
        QCOMPARE(parent.children().size(), 2);
        QTRY_COMPARE(answers, (QList<int>{1, 2}));
        QTRY_VERIFY(parent.children().isEmpty());
    }
};

QTEST_MAIN(BackgroundTaskTest)
#include "tst_background_task.moc"
