// The whole window at its sizes, themes and text sizes: nothing blank or clipped, docks where they belong.
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/panels/welcome/welcome_page.h"
#include "ui/panels/welcome/welcome_parts.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/theme.h"

#include <QDockWidget>
#include <QImage>
#include <QScrollArea>
#include <QSet>
#include <QTabWidget>
#include <QToolButton>

using namespace headroom;
using namespace headroom::ui;

namespace {

int colours(const QImage& image) {
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3) seen.insert(image.pixel(x, y));
    }
    return static_cast<int>(seen.size());
}

/// Both halves take all of a centre.
bool filled(const CentrePage* page) {
    const QWidget* below = page->lower()->parentWidget();
    return page->upper()->geometry().bottom() + 1 + page->handleWidth() == below->y() &&
           below->geometry().bottom() + 1 == page->height() && page->lower()->height() == below->height();
}

}  // namespace

class WindowLayoutsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void docksBelongToTraining() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        auto* run = s.window.findChild<QDockWidget*>(QStringLiteral("runDock"));
        QVERIFY(run->isVisible());
        s.window.showPage(MainWindow::Page::Runs);
        QVERIFY(!run->isVisible());
        s.window.showPage(MainWindow::Page::Train);
        QVERIFY(run->isVisible());
        run->hide();
        s.window.showPage(MainWindow::Page::Runs);
        s.window.showPage(MainWindow::Page::Train);
        QVERIFY(!run->isVisible());
        s.action(Cmd::ResetLayout)->trigger();
        QVERIFY(run->isVisible());
    }

    void largeTextTabsMemoryBesideRunAndClipsNothing() {
        Theme::get().apply(ThemeChoice::Dark, 200);
        Studio s("story");
        s.window.resize(1280, 800);
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        auto* run = s.window.findChild<QDockWidget*>(QStringLiteral("runDock"));
        auto* memory = s.window.findChild<QDockWidget*>(QStringLiteral("memoryDock"));
        QTRY_VERIFY(s.window.tabifiedDockWidgets(run).contains(memory));
        memory->raise();
        QCoreApplication::processEvents();
        for (QDockWidget* dock : {run, memory}) {
            for (auto* scroll : dock->findChildren<QScrollArea*>()) {
                if (scroll->isVisible()) QVERIFY(scroll->widget()->width() <= scroll->viewport()->width());
            }
        }
        Theme::get().apply(ThemeChoice::Dark, 100);
        QTRY_VERIFY(s.window.tabifiedDockWidgets(run).isEmpty());
        QVERIFY(memory->isVisible());
    }

    void atLargeTextTheLossesStandAboveTheMemory() {
        Theme::get().apply(ThemeChoice::Dark, 150);
        Studio s("vqgan");
        s.window.resize(1280, 800);
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        const TimelineView* view = s.window.trainPage()->timeline()->view();
        for (const QCPAxisRect* rect : {view->lossRect(), view->memoryRect()})
            QTRY_VERIFY(view->isVisible() && view->plot()->rectShown(rect));
        QTRY_VERIFY(filled(s.window.trainPage()));
        QVERIFY(s.window.height() <= 800);
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void atLargeTextTheLossesOfAPaintingDoToo() {
        Theme::get().apply(ThemeChoice::Dark, 150);
        Studio s("imagine");
        s.window.resize(1280, 800);
        s.window.showPage(MainWindow::Page::Imagine);
        const ImaginePage* page = imagine_page(s.window);
        page->lower()->setCurrentWidget(page->losses());
        const TimelineView* view = page->losses()->view();
        const auto named = [view] { return view->endLabels().value(0).startsWith(QStringLiteral("Loss ")); };
        QTRY_VERIFY(view->isVisible() && named());
        QTRY_VERIFY(filled(page));
        for (const QCPAxisRect* rect : {view->lossRect(), view->memoryRect()}) QVERIFY(view->plot()->rectShown(rect));
        QVERIFY(page->upper()->height() >= Theme::get().scaled(200) && s.window.height() <= 800);
        QVERIFY2(page->minimumSizeHint().height() < page->height() - 50, "a notice above it makes no window grow");
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void whatAFoldedTimelineLeavesIsThePictures() {
        for (const int percent : {100, 200}) {
            Theme::get().apply(ThemeChoice::Dark, percent);
            Studio s("vqgan");
            QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
            const TrainPage* page = s.window.trainPage();
            s.window.resize(1280, percent == 100 ? 700 : 1000);
            QTRY_VERIFY(page->lower()->maximumHeight() < 1000 && filled(page));
            s.action(Cmd::ResetLayout)->trigger();
            QTRY_VERIFY(page->lower()->maximumHeight() < 1000 && filled(page));
            s.window.resize(1280, 1400);
            QTRY_VERIFY(page->lower()->maximumHeight() > 1000 && filled(page));
            QVERIFY2(page->lower()->height() > Theme::get().scaled(150), "it has its height again");
        }
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void theWelcomePageStacksItsCardsRatherThanCuttingThem() {
        for (int percent : {100, 200}) {
            Theme::get().apply(ThemeChoice::Light, percent);
            Studio s("ready");
            s.window.resize(1280, 800);
            s.window.showPage(MainWindow::Page::Welcome);
            QCoreApplication::processEvents();
            auto* page = s.window.findChild<WelcomePage*>();
            auto* area = page->findChild<QScrollArea*>();
            QTRY_VERIFY(area->widget()->width() <= area->viewport()->width());
            const auto cards = page->findChildren<StartCard*>();
            QCOMPARE(cards.size(), 4);
            QCOMPARE(cards[1]->y() > cards[0]->y(), percent == 200);
            for (auto* card : cards) QVERIFY(card->mapTo(page, QPoint(card->width(), 0)).x() < page->width());
        }
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void aTurnedThemeLeavesNoWordInTheOldColours() {
        Theme::get().apply(ThemeChoice::Dark, 100);
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        QTRY_VERIFY(s.shows(QStringLiteral("4,210")));
        Q_EMIT s.window.runPanel()->form()->rowFor("batch.micro")->editor()->committed(QStringLiteral("192"));
        QTRY_VERIFY(s.shows(QStringLiteral("1 staged edit")));
        const QString dark = Theme::get().color(Token::T1).name();
        int strong = 0;
        for (auto* label : s.window.findChildren<QLabel*>()) strong += label->text().contains(dark) ? 1 : 0;
        QVERIFY(strong > 5);
        Theme::get().apply(ThemeChoice::Light, 100);
        for (auto* label : s.window.findChildren<QLabel*>())
            QVERIFY2(!label->text().contains(dark), qPrintable(label->text()));
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void thePictureIsNotBlank_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("percent");
        QTest::newRow("dark") << QSize(1600, 1000) << true << 100;
        QTest::newRow("light small") << QSize(1280, 800) << false << 100;
        QTest::newRow("large text") << QSize(1600, 1000) << true << 150;
        QTest::newRow("largest text, small window") << QSize(1280, 800) << true << 200;
    }

    void thePictureIsNotBlank() {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        QFETCH(int, percent);
        Theme::get().apply(dark ? ThemeChoice::Dark : ThemeChoice::Light, percent);
        Studio s("story");
        s.window.resize(size);
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        QTRY_VERIFY(colours(s.window.grab().toImage()) > 200);
        QVERIFY(s.window.width() <= size.width() && s.window.height() <= size.height());  // nothing forces it larger
        QCoreApplication::processEvents();  // rows that stack do so in a second pass
        for (auto* button : s.window.findChildren<QAbstractButton*>()) {
            if (!button->isVisible() || button->text().isEmpty() || button->width() <= 0) continue;
            const auto* tool = qobject_cast<QToolButton*>(button);
            if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly) continue;  // its text is the tooltip's
            const int needed = button->fontMetrics().horizontalAdvance(button->text().remove(QLatin1Char('&')));
            QVERIFY2(button->width() >= needed, qPrintable(button->text()));
        }
        Theme::get().apply(ThemeChoice::Dark, 100);
    }
};

QTEST_MAIN(WindowLayoutsTest)
#include "tst_window_layouts.moc"
