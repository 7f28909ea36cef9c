// Menus and file dialogs whose window goes while they are open: they go with it, once.
#include "tests/ui/patient_test.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/file_dialogs.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QListWidget>
#include <QMenu>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

#include <memory>

using namespace headroom::ui;

namespace {

/// Opened by the key for it.
QMenu* openMenu(QWidget* widget) {
    QContextMenuEvent asked(QContextMenuEvent::Keyboard, widget->rect().center(),
                            widget->mapToGlobal(widget->rect().center()));
    QCoreApplication::sendEvent(widget, &asked);
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

}  // namespace

class QuestionsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aMenuOfActionsGoesWithItsWidgetOrWhenItCloses() {
        auto list = std::make_unique<QListWidget>();
        offerActions(list.get());
        list->show();
        QVERIFY(QTest::qWaitForWindowExposed(list.get()));
        QVERIFY(!openMenu(list.get()));  // without entries
        auto* action = new QAction(QStringLiteral("Copy"), list.get());
        list->addAction(action);
        QPointer<QMenu> menu = openMenu(list.get());
        QVERIFY(menu && menu->isVisible());
        QCOMPARE(menu->actions(), QList<QAction*>{action});
        QSignalSpy triggered(action, &QAction::triggered);
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(triggered.count(), 1);
        QTRY_VERIFY(!menu);
        menu = openMenu(list.get());
        QVERIFY(menu);
        list.reset();
        QVERIFY(!menu);
    }

    void aMenuOpensWhereItWasAskedFor() {
        QListWidget list;
        offerActions(&list);
        list.addAction(new QAction(QStringLiteral("Copy"), &list));
        list.move(100, 100);
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        const QPoint at(20, 30);
        QContextMenuEvent asked(QContextMenuEvent::Mouse, at, list.viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(list.viewport(), &asked);
        QWidget* menu = QApplication::activePopupWidget();
        QVERIFY(menu);
        QCOMPARE(menu->pos(), list.viewport()->mapToGlobal(at));
        menu->close();
    }

    void aFileDialogGoesWithItsWindowOrPage_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("page");
        QTest::newRow("a folder") << 0 << false;
        QTest::newRow("a file") << 1 << false;
        QTest::newRow("a file to write") << 2 << false;
        QTest::newRow("a page goes, its window stays") << 2 << true;
    }
    void aFileDialogGoesWithItsWindowOrPage() {
        QFETCH(int, kind);
        QFETCH(bool, page);
        QTemporaryDir folder;
        QWidget stays;
        auto* window = new QWidget(page ? &stays : nullptr);
        QPointer<QWidget> dialog;
        QTimer soon;
        connect(&soon, &QTimer::timeout, this, [&] {
            dialog = QApplication::activeModalWidget();
            if (!dialog) return;
            soon.stop();
            delete window;
        });
        soon.start(10);
        const QString purpose = QStringLiteral("test"), title = QStringLiteral("Choose");
        const QString chosen = kind == 0   ? askForFolder(window, purpose, title, folder.path())
                               : kind == 1 ? askForFile(window, purpose, title, pictureFilter(), folder.path())
                                           : askWhereToWrite(window, purpose, title, folder.filePath("a.png"), {});
        QVERIFY(chosen.isEmpty());
        QVERIFY(!dialog && !soon.isActive());
    }

    void whatIsChosenComesBackAndIsRemembered() {
        QTemporaryDir folder;
        QWidget window;
        QTimer soon;
        connect(&soon, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            soon.stop();
            QCOMPARE(dialog->acceptMode(), QFileDialog::AcceptSave);
            QCOMPARE(dialog->selectedFiles(), QStringList{folder.filePath(QStringLiteral("a.png"))});
            QMetaObject::invokeMethod(dialog, "accept");
        });
        soon.start(10);
        QCOMPARE(askWhereToWrite(&window, QStringLiteral("test"), QStringLiteral("Save"),
                                 folder.filePath(QStringLiteral("a.png")), {}),
                 folder.filePath(QStringLiteral("a.png")));
        QCOMPARE(lastFolder(QStringLiteral("test")), folder.path());
    }
};

QTEST_MAIN(QuestionsTest)
#include "tst_questions.moc"
