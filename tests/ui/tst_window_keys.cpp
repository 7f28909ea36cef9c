// Keys of the whole window: F6 comes to every panel of every page, Tab goes from one to the next, F and L are for the plots in front, dividers and docks are
// moved, and what no field takes is pasted into it.
#include "core/families/vqgan/vqgan_train_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/bridge/qt_format.h"
#include "ui/models/runs_model.h"
#include "ui/panels/log/log_panel.h"
#include "ui/panels/memory/memory_panel.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_header.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/scores/scores_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/drop/drop_desk.h"
#include "ui/shell/event_filters.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/theme.h"
#include "ui/shell/window_docks.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/splitter.h"

#include <QAccessible>
#include <QClipboard>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QUrl>

#include <algorithm>
#include <memory>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// A part of a splitter that takes the focus and is no smaller than this.
QWidget* makePart(int least) {
    auto* out = new QWidget;
    out->setFocusPolicy(Qt::StrongFocus);
    out->setMinimumSize(least, least);
    return out;
}

}  // namespace

class WindowKeysTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void theWindowMayGoWhileTheListOfItsKeysIsOpen() {
        for (const Cmd cmd : {Cmd::Keyboard, Cmd::About}) {
            auto s = std::make_unique<Studio>("ready");
            QVERIFY(QTest::qWaitForWindowActive(&s->window));
            s->action(cmd)->trigger();  // which must not wait for an answer
            const QPointer<QWidget> dialog = QApplication::activeModalWidget();
            QVERIFY(dialog && dialog->isVisible());
            s.reset();
            QVERIFY(!dialog);
        }
    }

    void f6ComesToTheNoticesAndThroughRuns() {
        Studio s("ready");
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        s.window.showPage(Page::Runs);
        RunsModel* model = s.window.runs()->model();
        QTRY_VERIFY(model->rowCount() > 2);
        for (const int row : {0, 1}) model->setData(model->index(row, 0), Qt::Checked, Qt::CheckStateRole);
        QTRY_COMPARE(s.window.runs()->compare()->count(), 2);
        s.window.runs()->choose(model->index(0, 0).data(RunsModel::DirRole).toString());
        s.window.notices()
            ->post(QStringLiteral("test"), Tone::Warn, QStringLiteral("A notice"), {})
            ->addButton(QStringLiteral("Its button"), QStringLiteral("x"));
        const QList<const QWidget*> places{s.window.notices(), s.window.runs()->tabs(), s.window.runs()->details(),
                                           s.window.runs()->compare()};
        const auto takesKeys = [](const QWidget* place) {
            const QList<QWidget*> parts = place->findChildren<QWidget*>();
            return std::any_of(parts.begin(), parts.end(), [](const QWidget* part) {
                return part->isVisible() && part->isEnabled() && (part->focusPolicy() & Qt::TabFocus);
            });
        };
        QTRY_VERIFY(std::all_of(places.begin(), places.end(), takesKeys));
        for (const Qt::KeyboardModifier way : {Qt::NoModifier, Qt::ShiftModifier}) {
            QList<const QWidget*> reached;
            for (int i = 0; i < 6; ++i) {
                QTest::keyClick(&s.window, Qt::Key_F6, way);
                for (const QWidget* place : places)
                    if (place->isAncestorOf(s.window.focusWidget()) && !reached.contains(place)) reached << place;
            }
            QCOMPARE(reached.size(), places.size());
        }
    }

    void tabGoesFromAFormThatCameLateToTheMemory() {
        Studio s("ready");
        s.window.resize(1600, 1000);
        for (const Page page : {Page::Train, Page::Imagine}) {
            s.window.showPage(page);
            QCoreApplication::processEvents();
            QWidget* form = s.window.runPanel(page);
            const QWidget* after = nullptr;
            bool within = false;
            for (QWidget* w = form->nextInFocusChain(); w != form && !after; w = w->nextInFocusChain()) {
                if (!w->isVisible() || !w->isEnabled() || !(w->focusPolicy() & Qt::TabFocus)) continue;
                if (form->isAncestorOf(w))
                    within = true;
                else if (within)
                    after = w;
            }
            QVERIFY(after);
            QVERIFY2(s.window.own()->memory()->isAncestorOf(after), after->metaObject()->className());
        }
    }

    void tabGoesDownTheRunPanelBeforeTheMemory_data() {
        QTest::addColumn<bool>("another");
        QTest::newRow("with staged edits") << false;
        QTest::newRow("another model, whose form comes late") << true;
    }
    void tabGoesDownTheRunPanelBeforeTheMemory() {
        QFETCH(bool, another);
        Studio s(another ? "ready" : "story");
        s.window.resize(1600, 1000);
        s.window.showPage(Page::Train);
        RunPanel* panel = s.window.runPanel();
        const ParamForm* first = panel->form();
        if (another) {
            Q_EMIT panel->choice()->kindRequested(kVqgan);
            QTRY_VERIFY(panel->form() != first);
        } else {
            QTRY_VERIFY(panel->edits()->staging());
            panel->edits()->propose("batch.micro", std::int64_t{192});
        }
        const QList<const QWidget*> parts{panel->findChild<RunHeader*>(),   panel->choice(),
                                          panel->findChild<SearchField*>(), panel->form(),
                                          panel->findChild<StagedTray*>(),  s.window.own()->memory()};
        const qsizetype memory = parts.size() - 1;
        // The parts in the order in which Tab comes to them; of the memory its first stop.
        const auto passed = [&] {
            QList<qsizetype> out;
            for (const QWidget* w = panel->nextInFocusChain(); w != panel; w = w->nextInFocusChain()) {
                if (!w->isVisible() || !(w->focusPolicy() & Qt::TabFocus)) continue;
                qsizetype at = 0;
                while (at <= memory && parts[at] != w && !parts[at]->isAncestorOf(w)) ++at;
                const bool counts = at < memory || (at == memory && !out.contains(memory));
                if (counts && (out.isEmpty() || out.last() != at)) out << at;
            }
            return out;
        };
        QTRY_COMPARE(passed(), another ? (QList<qsizetype>{0, 1, 2, 3, 5}) : (QList<qsizetype>{0, 2, 3, 4, 5}));
    }

    void fAndLAreForThePlotsInFront() {
        Studio s("story");
        s.window.resize(1600, 1000);
        const TrainPage* train = s.window.trainPage();
        const auto press = [&s](const char* key) {
            for (QAction* action : s.window.findChildren<QAction*>())
                if (action->shortcut() == QKeySequence(QLatin1String(key))) action->trigger();
        };
        const TimelineView* view = train->timeline()->view();
        PlotView *curves = view->plot(), *scores = train->scores()->view()->plot();
        QTRY_VERIFY(curves->xRange().size() > 100);
        curves->zoomBy(4);
        const QCPRange zoomed = curves->xRange();
        train->lower()->setCurrentWidget(train->scores());
        QTRY_VERIFY(scores->xRange().size() > 100);
        const double whole = scores->xRange().size();
        scores->zoomBy(4);
        QVERIFY(scores->xRange().size() < whole);
        press("F");
        QCOMPARE(scores->xRange().size(), whole);
        train->lower()->setCurrentWidget(train->lower()->findChild<LogPanel*>());
        for (const char* key : {"F", "L"}) press(key);
        s.window.showPage(Page::Runs);
        for (const char* key : {"F", "L"}) press(key);
        QVERIFY2(curves->xRange() == zoomed && !view->logScale(), "they are hidden");
        s.window.showPage(Page::Train);
        train->lower()->setCurrentWidget(train->timeline());
        for (const char* key : {"F", "L"}) press(key);
        QVERIFY(curves->xRange().size() > zoomed.size() && view->logScale());
    }

    void aDividerIsMovedByKeys_data() {
        QTest::addColumn<bool>("across");
        QTest::addColumn<bool>("mirrored");
        QTest::newRow("across") << true << false;
        QTest::newRow("across, from right to left") << true << true;
        QTest::newRow("down") << false << false;
    }
    void aDividerIsMovedByKeys() {
        QFETCH(bool, across);
        QFETCH(bool, mirrored);
        Splitter parts(across ? Qt::Horizontal : Qt::Vertical, QStringLiteral("Divider between a and b"));
        parts.setLayoutDirection(mirrored ? Qt::RightToLeft : Qt::LeftToRight);
        parts.setChildrenCollapsible(false);
        for (int i = 0; i < 2; ++i) parts.addWidget(makePart(50));
        parts.resize(800, 800);
        parts.show();
        QVERIFY(QTest::qWaitForWindowActive(&parts));
        QWidget* divider = parts.handle(1);
        parts.widget(0)->setFocus();
        QTest::keyClick(parts.widget(0), Qt::Key_Tab);
        QVERIFY(parts.focusWidget() == divider);
        QTest::keyClick(divider, Qt::Key_Tab);
        QVERIFY(parts.focusWidget() == parts.widget(1));
        const Qt::Key right = mirrored ? Qt::Key_Left : Qt::Key_Right, left = mirrored ? Qt::Key_Right : Qt::Key_Left;
        const Qt::Key away = across ? right : Qt::Key_Down, towards = across ? left : Qt::Key_Up;
        QSignalSpy moved(&parts, &QSplitter::splitterMoved);
        const auto first = [&parts] { return parts.sizes()[0]; };
        const int before = first(), step = scaled(kBorderStep), leap = scaled(kBorderLeap);
        QTest::keyClick(divider, away);
        QCOMPARE(first(), before + step);
        QTest::keyClick(divider, away, Qt::ShiftModifier);
        QCOMPARE(first(), before + step + leap);
        QTest::keyClick(divider, towards, Qt::ControlModifier);
        QCOMPARE(first(), before + step);
        QTest::keyClick(divider, across ? Qt::Key_Down : Qt::Key_Right);  // leads elsewhere
        QCOMPARE(first(), before + step);
        QCOMPARE(moved.size(), 3);
        QTest::keyClick(divider, Qt::Key_Home);
        QCOMPARE(first(), 50);
        QTest::keyClick(divider, towards);
        QCOMPARE(first(), 50);
        QTest::keyClick(divider, Qt::Key_End);
        QCOMPARE(parts.sizes()[1], 50);
        QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(divider);
        QVERIFY(heard && heard->valueInterface());
        QCOMPARE(heard->role(), QAccessible::Splitter);
        QCOMPARE(heard->text(QAccessible::Name), QStringLiteral("Divider between a and b"));
        QCOMPARE(heard->text(QAccessible::Value), percentText(100));
        heard->valueInterface()->setCurrentValue(0);
        QCOMPARE(first(), 50);
        const QImage before_keys = divider->grab().toImage();
        divider->setFocus();
        divider->setProperty(kFocusRing, true);
        QVERIFY2(divider->grab().toImage() != before_keys, "who uses keys sees where the focus is");
    }

    void aPartThatIsFoldedAwayComesBackByKeys() {
        Splitter parts(Qt::Horizontal, QStringLiteral("Divider between a and b"));
        for (int i = 0; i < 2; ++i) parts.addWidget(makePart(200));
        parts.resize(800, 300);
        parts.show();
        QWidget* divider = parts.handle(1);
        for (int i = 0; i < 40; ++i) QTest::keyClick(divider, Qt::Key_Right);
        QCOMPARE(parts.sizes()[1], 200);  // a step folds nothing away
        QTest::keyClick(divider, Qt::Key_End);
        QCOMPARE(parts.sizes()[1], 0);
        QTest::keyClick(divider, Qt::Key_Left);
        QCOMPARE(parts.sizes()[1], 200);
    }

    void aPartWithoutStopsLeadsNowhere() {
        QWidget window;
        auto *empty = new QWidget(&window), *full = new QWidget(&window);
        new QLabel(QStringLiteral("words"), empty);
        auto* button = new QPushButton(full);
        QVERIFY(!lastStopIn(empty));
        QVERIFY(lastStopIn(full) == button);
        tabOnTo(lastStopIn(empty), full);
        QVERIFY(lastStopIn(full) == button);
    }

    void theDockWithTheFocusIsSizedAndMovedByKeys() {
        Studio s("ready");
        s.window.resize(1600, 1000);
        s.window.showPage(Page::Train);
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        QDockWidget* memory = s.window.docks()->memory();
        const auto command = [&s](const char* words) -> QAction* {
            for (QAction* action : s.window.findChildren<QAction*>())
                if (action->text() == QLatin1String(words)) return action;
            return nullptr;
        };
        QAction *wider = command("Make the dock wider"), *taller = command("Make the dock taller"),
                *narrower = command("Make the dock narrower"), *over = command("Move the dock to the other side");
        QVERIFY(wider && taller && narrower && over);
        s.window.centre()->lower()->tabBar()->setFocus();
        QTRY_VERIFY(!wider->isEnabled());
        QVERIFY(wider->toolTip().endsWith(QStringLiteral("The focus is in no dock")));
        QWidget* stop = nullptr;
        for (QWidget* each : stopsIn(s.window.own()->memory()))
            if (!stop && each->isVisible() && each->isEnabled()) stop = each;
        QVERIFY(stop);
        stop->setFocus();
        QTRY_VERIFY(wider->isEnabled());
        const int width = memory->width();
        wider->trigger();
        QTRY_COMPARE(memory->width(), width + scaled(kBorderStep));
        narrower->trigger();
        QTRY_COMPARE(memory->width(), width);
        QVERIFY(!taller->isEnabled());
        QVERIFY(taller->toolTip().endsWith(QStringLiteral("It takes the whole height")));
        over->trigger();
        QCOMPARE(s.window.dockWidgetArea(memory), Qt::LeftDockWidgetArea);
        QTRY_VERIFY(taller->isEnabled());
        QTRY_VERIFY(memory->y() != s.window.docks()->run()->y());  // below the other one
        const int height = memory->height();
        taller->trigger();
        QTRY_VERIFY(memory->height() > height);
    }

    void theDockWithTheFocusGoesIntoTabsAndOutAgain() {
        Studio s("ready");
        s.window.resize(1600, 1000);
        s.window.showPage(Page::Train);
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        QDockWidget *memory = s.window.docks()->memory(), *run = s.window.docks()->run();
        QAction* tabs = nullptr;
        for (QAction* action : s.window.findChildren<QAction*>())
            if (action->text() == QStringLiteral("Put the dock into tabs with the other one")) tabs = action;
        QVERIFY(tabs);
        for (QWidget* each : stopsIn(s.window.own()->memory()))
            if (each->isVisible() && each->isEnabled()) each->setFocus();
        QTRY_VERIFY(tabs->isEnabled() && !tabs->isChecked());
        run->hide();
        QTRY_VERIFY(!tabs->isEnabled());
        QVERIFY(tabs->toolTip().endsWith(QStringLiteral("No other dock stands in the window")));
        run->show();
        QTRY_VERIFY(tabs->isEnabled());
        tabs->trigger();
        QVERIFY(s.window.tabifiedDockWidgets(run).contains(memory));
        QCOMPARE(s.window.dockWidgetArea(memory), Qt::LeftDockWidgetArea);
        QVERIFY(tabs->isEnabled() && tabs->isChecked());
        // It is the one in front; what stands behind lies outside of the window.
        QTRY_VERIFY(s.window.rect().contains(memory->geometry()) && !s.window.rect().intersects(run->geometry()));
        const QByteArray kept = s.window.saveState();
        tabs->trigger();
        QVERIFY(s.window.tabifiedDockWidgets(run).isEmpty() && !tabs->isChecked());
        QCOMPARE(s.window.dockWidgetArea(memory), Qt::LeftDockWidgetArea);
        QVERIFY(s.window.restoreState(kept));
        QVERIFY(s.window.tabifiedDockWidgets(run).contains(memory));
    }

    void whatIsOnlyReadLeavesTheKeysThatEditToTheWindow_data() {
        QTest::addColumn<bool>("label");
        QTest::newRow("a label whose words can be selected") << true;
        QTest::newRow("a text") << false;
    }
    void whatIsOnlyReadLeavesTheKeysThatEditToTheWindow() {
        QFETCH(bool, label);
        ShortcutGuard guard;  // as in the application
        qApp->installEventFilter(&guard);
        Studio s("ready");
        s.window.showPage(Page::Train);
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        auto* text = new QPlainTextEdit(QStringLiteral("words"), &s.window);
        text->setReadOnly(true);
        QLabel* words = selectable(new QLabel(QStringLiteral("words"), &s.window));
        QWidget* read = label ? static_cast<QWidget*>(words) : text;
        read->show();
        read->setFocus();
        QVERIFY(read->hasFocus());
        for (const Qt::Key key : {Qt::Key_A, Qt::Key_C}) QTest::keyClick(read, key, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("words"));
        for (const Qt::Key key : {Qt::Key_V, Qt::Key_X, Qt::Key_Z, Qt::Key_Y}) {
            QKeyEvent asked(QEvent::ShortcutOverride, key, Qt::ControlModifier);
            asked.ignore();
            QCoreApplication::sendEvent(read, &asked);
            QVERIFY(!asked.isAccepted());
        }
        bool taken = false;
        connect(s.action(Cmd::Paste), &QAction::triggered, &guard, [&taken] { taken = true; });
        QTest::keyClick(read, Qt::Key_V, Qt::ControlModifier);
        QVERIFY(taken);
    }

    void whatNoFieldTakesIsPastedIntoTheWindow_data() {
        QTest::addColumn<bool>("picture");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("forTheWindow");
        const QString none, file = QStringLiteral("/pictures/a b.png");
        QTest::newRow("a picture") << true << none << none << true;
        QTest::newRow("a file") << false << file << none << true;
        QTest::newRow("a file and where it is") << false << file << file << true;
        QTest::newRow("words with a picture of them") << true << none << QStringLiteral("words") << false;
        QTest::newRow("words") << false << none << QStringLiteral("words") << false;
    }
    void whatNoFieldTakesIsPastedIntoTheWindow() {
        QFETCH(bool, picture);
        QFETCH(QString, file);
        QFETCH(QString, words);
        QFETCH(bool, forTheWindow);
        ShortcutGuard guard;  // as in the application
        qApp->installEventFilter(&guard);
        Studio s("ready");
        s.window.showPage(Page::Train);
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        auto* field = static_cast<QLineEdit*>(s.window.runPanel()->form()->rowFor("data.path")->editor()->field());
        field->setFocus();
        field->selectAll();
        const QString before = field->text();
        auto* mime = new QMimeData;
        QImage image(4, 4, QImage::Format_RGB888);
        image.fill(Qt::red);
        if (picture) mime->setImageData(image);
        if (!file.isEmpty()) mime->setUrls({QUrl::fromLocalFile(file)});
        if (!words.isEmpty()) mime->setText(words);
        QGuiApplication::clipboard()->setMimeData(mime);
        bool taken = false;
        connect(s.action(Cmd::Paste), &QAction::triggered, &guard, [&taken] { taken = true; });
        QTest::keyClick(field, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(taken, forTheWindow);
        QCOMPARE(field->text(), forTheWindow ? before : words);
    }
};

QTEST_MAIN(WindowKeysTest)
#include "tst_window_keys.moc"
