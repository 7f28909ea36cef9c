// LogPanel: lines from the bridge, level and words, copying, the tail, the limit of lines, the empty state.
#include "tests/support/fake_services.h"
#include "tests/support/fake_session.h"
#include "tests/ui/patient_test.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/log/log_panel.h"
#include "ui/widgets/kit.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>

using namespace headroom;
using namespace headroom::ui;

class TestLogPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void filtersByLevelAndWords() {
        FakeServices services("story");
        SessionBridge bridge;
        LogModel model(&bridge);
        LogPanel panel(&model);
        bridge.setSession(services.make_session());
        QTRY_COMPARE(panel.view()->model()->rowCount(), 6);  // the debug line is hidden
        panel.levels()->setCurrentIndex(0);
        QCOMPARE(panel.view()->model()->rowCount(), 7);
        panel.levels()->setCurrentIndex(2);
        QCOMPARE(panel.view()->model()->rowCount(), 1);
        panel.levels()->setCurrentIndex(0);
        panel.search()->setText(QStringLiteral("checkpoint 2000"));
        QCOMPARE(panel.view()->model()->rowCount(), 1);
        panel.copy();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("Saved checkpoint of step 2000")));
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("Info")));
    }

    void emptyAndNothingFoundAreSaid() {
        SessionBridge bridge;
        LogModel model(&bridge);
        LogPanel panel(&model);
        const auto says = [&](const QString& text) {
            for (auto* label : panel.findChildren<QLabel*>())
                if (label->text() == text) return true;
            return false;
        };
        QVERIFY(says(QStringLiteral("Nothing logged yet")));
        Q_EMIT bridge.logLine({LogLevel::Info, 0, "hello"});
        panel.search()->setText(QStringLiteral("nowhere"));
        QVERIFY(says(QStringLiteral("No line matches")));
    }

    void theLineWithTheFocusHasAFrameForWhoUsesKeys() {
        SessionBridge bridge;
        LogModel model(&bridge);
        LogPanel panel(&model);
        panel.resize(500, 200);
        panel.show();
        for (int i = 0; i < 3; ++i) Q_EMIT bridge.logLine({LogLevel::Info, i, "line"});
        QListView* view = panel.view();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        view->setCurrentIndex(view->model()->index(1, 0));
        view->setFocus();
        QVERIFY(view->hasFocus());
        const auto drawn = [view] { return view->viewport()->grab().toImage(); };
        const QImage touched = drawn();
        view->setProperty(kFocusRing, true);
        QVERIFY(drawn() != touched);
    }

    void followsTheTailUntilScrolledAway() {
        SessionBridge bridge;
        LogModel model(&bridge);
        LogPanel panel(&model);
        panel.resize(500, 200);
        panel.show();
        for (int i = 0; i < 200; ++i) Q_EMIT bridge.logLine({LogLevel::Info, i, "line " + std::to_string(i)});
        QScrollBar* bar = panel.view()->verticalScrollBar();
        QTRY_COMPARE(bar->value(), bar->maximum());
        QVERIFY(bar->maximum() > 0);
        bar->triggerAction(QAbstractSlider::SliderToMinimum);
        QVERIFY(!panel.follows());
        Q_EMIT bridge.logLine({LogLevel::Info, 0, "one more"});
        QCoreApplication::processEvents();
        QCOMPARE(bar->value(), 0);
        panel.setFollow(true);
        QTRY_COMPARE(bar->value(), bar->maximum());
    }

    void whoReadsKeepsTheirPlaceWhenTheOldestLinesGo() {
        SessionBridge bridge;
        LogModel model(&bridge);
        LogPanel panel(&model);
        panel.setFollow(false);
        for (int i = 0; i < LogModel::kMostLines; ++i) model.append({LogLevel::Info, 0, std::to_string(i)});
        panel.resize(500, 200);
        panel.show();
        QScrollBar* bar = panel.view()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > LogModel::kMostLines / 2);
        bar->setValue(LogModel::kMostLines / 2);
        const auto top = [&] { return panel.view()->indexAt({5, 5}).data(LogModel::TextRole).toString(); };
        const QString before = top();
        QVERIFY(!before.isEmpty());
        model.append({LogLevel::Info, 0, "one more"});
        QVERIFY(model.rowCount() < LogModel::kMostLines);
        QCoreApplication::processEvents();
        QCOMPARE(top(), before);
    }

    void aNewLineDoesNotHaveAllOthersMeasured() {
        class Counting : public LogDelegate {
        public:
            using LogDelegate::LogDelegate;
            mutable int measured = 0;
            QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
                ++measured;
                return LogDelegate::sizeHint(option, index);
            }
        };
        SessionBridge bridge;
        LogModel model(&bridge);
        LogPanel panel(&model);
        panel.resize(700, 300);
        auto* delegate = new Counting(panel.view());
        panel.view()->setItemDelegate(delegate);
        for (int i = 0; i < 2000; ++i) model.append({LogLevel::Info, 0, "line " + std::to_string(i)});
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QCoreApplication::processEvents();
        delegate->measured = 0;
        model.append({LogLevel::Info, 0, std::string(300, 'w')});
        QCoreApplication::processEvents();
        QVERIFY2(delegate->measured < 100, qPrintable(QString::number(delegate->measured)));
        QVERIFY(panel.view()->horizontalScrollBar()->maximum() > 1000);  // the long line can be read to its end
    }

    void keepsTenThousandLines() {
        SessionBridge bridge;
        LogModel model(&bridge);
        for (int i = 0; i < LogModel::kMostLines + 5; ++i) model.append({LogLevel::Info, 0, std::to_string(i)});
        QVERIFY(model.rowCount() <= LogModel::kMostLines);
        const QModelIndex last = model.index(model.rowCount() - 1, 0);
        QCOMPARE(last.data(LogModel::TextRole).toString(), QString::number(LogModel::kMostLines + 4));
    }
};

QTEST_MAIN(TestLogPanel)
#include "tst_log_panel.moc"
