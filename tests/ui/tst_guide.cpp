// The guide: its pages, their links, the search, and the ways that lead into it.
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/i18n/language.h"
#include "ui/panels/counsel/counsel_panel.h"
#include "ui/panels/queue/queue_model.h"
#include "ui/panels/queue/queue_panel.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/welcome/welcome_page.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/guide_dialog.h"
#include "ui/shell/theme.h"
#include "ui/shell/workbench.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QMouseEvent>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTimer>
#include <QTreeView>
#include <QUrl>
#include <QWhatsThis>
#include <QWhatsThisClickedEvent>

#include <algorithm>
#include <cstdlib>
#include <iterator>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Where the heading stands in what is seen of the page, from its top; -1: out of sight.
int heightOf(const GuideDialog& guide, const QString& heading) {
    for (QTextBlock block = guide.text()->document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() != 2 || block.text() != heading) continue;
        const QRect place = guide.text()->cursorRect(QTextCursor(block));
        return guide.text()->viewport()->rect().contains(place.center()) ? place.top() : -1;
    }
    return -1;
}

/// The heading of a place in the window's language; empty: the top of a page.
QString headingOf(const QString& place) {
    const int section = guideSectionOf(place);
    for (const GuidePage& page : guidePages())
        if (page.name == place.section(QLatin1Char('#'), 0, 0)) return page.headings.value(section);
    return {};
}

QDialog* openDialog(const MainWindow& window) {
    for (auto* dialog : window.findChildren<QDialog*>())
        if (dialog->isVisible() && !qobject_cast<GuideDialog*>(dialog)) return dialog;
    return nullptr;
}

/// Looks, when `dialog` is there, at what F1 does in it, and whether the guide can be used then.
struct LookAtHelp {
    QString page;
    bool in_sight = false, usable = false, done = false;

    void at(const MainWindow& window, QDialog* dialog, const QString& heading) {
        QTest::keyClick(dialog->windowHandle(), Qt::Key_F1);
        GuideDialog* guide = nullptr;
        const bool open = QTest::qWaitFor([&] {
            for (auto* each : window.findChildren<GuideDialog*>())
                if (each->isVisible()) guide = each;
            return guide != nullptr;
        });
        if (open) {
            page = guide->page();
            in_sight = QTest::qWaitFor([&] { return heading.isEmpty() || heightOf(*guide, heading) >= 0; });
            for (auto* button : guide->findChildren<QPushButton*>()) {
                if (button->text() != QStringLiteral("Close")) continue;
                // As from the screen: a window that is blocked gets no clicks.
                QTest::mouseClick(guide->windowHandle(), Qt::LeftButton, {},
                                  button->mapTo(guide, button->rect().center()));
            }
            usable = QTest::qWaitFor([&] { return !guide->isVisible(); });
        }
        dialog->reject();
        done = true;
    }
};

template <Cmd Which> void press(Studio& s) {
    QTRY_VERIFY(s.action(Which)->isEnabled());
    s.action(Which)->trigger();
}

void takeSettings(Studio& s) {
    TrainConfig other = s.window.front()->edits()->preview();
    other.steps += 1000;
    s.window.starts()->offerSettings(other, QStringLiteral("another"));
}

QueuePanel* shownQueue(Studio& s) {
    s.services.fake_queue().set(night_queue());
    s.window.showPage(Page::Runs);
    auto* panel = s.window.runs()->findChild<QueuePanel*>();
    s.window.runs()->tabs()->setCurrentWidget(panel);
    return panel;
}
void addSeveral(Studio& s) { shownQueue(s)->addSeveral(); }
void startAt(Studio& s) {
    QueuePanel* panel = shownQueue(s);
    QTRY_VERIFY(panel->model()->rowCount() > 1);
    panel->list()->setCurrentIndex(panel->model()->index(panel->model()->rowCount() - 1, 0));
    panel->command(QStringLiteral("queue_start_at"))->trigger();
}

/// A dialog, how it opens, and where the guide is about it.
struct Helped {
    const char *name, *story;
    void (*open)(Studio&);
    const char* place;
};
constexpr Helped kHelped[] = {
    {"fit", "fit", press<Cmd::MakeFit>, "does-not-fit#before-the-start"},
    {"export", "story", press<Cmd::Export>, "files-that-travel"},
    {"data", "ready", press<Cmd::InspectData>, "train#a-recipe-that-suits-the-data"},
    {"models", "ready", press<Cmd::Models>, "text-to-image#models"},
    {"enlarge", "story", press<Cmd::Upscale>, "text-to-image#a-larger-picture"},
    {"presets", "ready", press<Cmd::Presets>, "bring-and-find#presets"},
    {"use settings", "ready", takeSettings, "bring-and-find#settings-of-others"},
    {"add several", "ready", addSeveral, "runs-and-queue#the-queue"},
    {"start at", "ready", startAt, "runs-and-queue#the-queue"},
    {"find", "ready", press<Cmd::Find>, "bring-and-find#find-anything"},
    {"keyboard", "ready", press<Cmd::Keyboard>, "bring-and-find#keys"},
    {"about", "ready", press<Cmd::About>, "first-run"},
};

}  // namespace

class GuideTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void everyPageIsThereAndLinksLeadSomewhere() {
        GuideDialog guide;
        QVERIFY(guide.pages()->count() >= 7);
        int links = 0;
        for (int row = 0; row < guide.pages()->count(); ++row) {
            guide.pages()->setCurrentRow(row);
            QVERIFY2(!guide.pages()->item(row)->text().isEmpty(), qPrintable(guide.page()));
            QVERIFY2(guide.text()->toPlainText().size() > 500, qPrintable(guide.page()));
            const QString from = guide.page();
            static const QRegularExpression link(QStringLiteral("href=\"([^\"]+)\""));
            for (const auto& match : link.globalMatch(guide.text()->toHtml())) {
                const QUrl to(match.captured(1));
                QVERIFY2(to.scheme().isEmpty(), "the guide needs no network");
                Q_EMIT guide.text()->anchorClicked(to);
                QCOMPARE(guide.page() + QStringLiteral(".md"), to.path());
                ++links;
                guide.showPage(from);
            }
        }
        QVERIFY(links >= 3);
        guide.showPage(QStringLiteral("no-such-page"));
        QVERIFY(!guide.page().isEmpty());
    }

    void itIsWrittenInEveryLanguage() {
        const std::vector<GuidePage> english = guidePages();
        speak(QStringLiteral("de"));
        const std::vector<GuidePage> german = guidePages();
        GuideDialog guide;
        guide.search()->setText(QStringLiteral("kollabiert"));
        const QString found = guide.page();
        speak(QStringLiteral("en"));
        QCOMPARE(found, QStringLiteral("training-goes-wrong"));
        QCOMPARE(german.size(), english.size());
        const auto count = [](const QString& text, const char* what) {
            return text.count(QRegularExpression(QString::fromLatin1(what), QRegularExpression::MultilineOption));
        };
        for (std::size_t i = 0; i < english.size(); ++i) {
            QVERIFY2(german[i].title != english[i].title, qPrintable(english[i].name));
            // The same paragraphs: one that was added or taken away has to be so in both.
            for (const char* part : {"^## ", "^\\|", "^- |^\\d\\. ", "\\]\\(", "\\n\\n"})
                QVERIFY2(count(german[i].text, part) == count(english[i].text, part),
                         qPrintable(english[i].name + QLatin1Char(' ') + QLatin1String(part)));
        }
    }

    void everyPageIsListed() {
        QStringList names;
        for (const GuidePage& page : guidePages()) names << page.name + QStringLiteral(".md");
        names.sort();
        QCOMPARE(QDir(QStringLiteral(":/guide")).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name), names);
    }

    void aGuideThatIsClosedTakesTheLookWhenItIsOpened() {
        GuideDialog guide;
        guide.show();
        QVERIFY(QTest::qWaitForWindowExposed(&guide));
        guide.showPage(QStringLiteral("figures"));
        guide.hide();
        const QTextDocument* const before = guide.text()->document();
        Theme::get().apply(ThemeChoice::Light, 150);
        QCOMPARE(guide.text()->document(), before);  // a page takes long to set, and nobody sees it
        guide.show();
        QVERIFY(guide.text()->document() != before);
        QCOMPARE(guide.page(), QStringLiteral("figures"));
        QCOMPARE(guide.text()->document()->defaultFont(), guide.text()->font());
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void aPageStaysWhereItIsInAnotherLook() {
        const QString place = QStringLiteral("train#batch-and-memory"), heading = headingOf(place);
        GuideDialog guide;
        guide.show();
        QVERIFY(QTest::qWaitForWindowExposed(&guide, kPatienceMs));
        QTest::qWait(0);  // it shows what is asked for at the next turn
        guide.showPage(place);
        const auto top = [&] {  // of the heading, in what is seen
            for (QTextBlock block = guide.text()->document()->begin(); block.isValid(); block = block.next())
                if (block.blockFormat().headingLevel() == 2 && block.text() == heading)
                    return guide.text()->cursorRect(QTextCursor(block)).top();
            return 10000;
        };
        QTRY_VERIFY(std::abs(top()) < 40);
        const QScrollBar* bar = guide.text()->verticalScrollBar();
        const int before = bar->value();
        QVERIFY(before > 0);
        Theme::get().apply(ThemeChoice::Light, 100);
        QTest::qWait(0);
        QTRY_COMPARE(bar->value(), before);
        Theme::get().apply(ThemeChoice::Light, 150);
        QTest::qWait(0);
        QTRY_VERIFY(std::abs(top()) < 60);
        guide.hide();
        Theme::get().apply(ThemeChoice::Dark, 100);
        guide.show();
        QTest::qWait(0);
        QTRY_VERIFY(std::abs(top()) < 40);
    }

    void theSearchFindsPagesAndMarksWords() {
        GuideDialog guide;
        guide.search()->setText(QStringLiteral("checkerboards averaged"));
        QCOMPARE(guide.page(), QStringLiteral("training-goes-wrong"));
        QVERIFY(guide.text()->extraSelections().size() >= 2);
        int shown = 0;
        for (int row = 0; row < guide.pages()->count(); ++row) shown += guide.pages()->item(row)->isHidden() ? 0 : 1;
        QCOMPARE(shown, 1);
        guide.search()->setText(QStringLiteral("zxqv"));
        QVERIFY(guide.text()->toPlainText().contains(QStringLiteral("No page has all these words")));
        guide.search()->clear();
        guide.showPage(QStringLiteral("figures"));
        QCOMPARE(guide.page(), QStringLiteral("figures"));
        QVERIFY(guide.text()->extraSelections().isEmpty());
    }

    void helpLeadsIntoIt() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        QWidget* field = s.window.runPanel()->form()->rowFor("batch.micro")->editor()->field();
        QCOMPARE(guidePlaceOf(field).section(QLatin1Char('#'), 0, 0), QStringLiteral("train"));
        QWhatsThisClickedEvent clicked(QStringLiteral("guide:figures"));
        QCoreApplication::sendEvent(field, &clicked);
        auto* guide = s.window.findChild<GuideDialog*>();
        QVERIFY(guide && guide->isVisible());
        QCOMPARE(guide->page(), QStringLiteral("figures"));
        guide->close();
        field->setFocus();
        s.action(Cmd::Guide)->trigger();
        QCOMPARE(s.window.findChildren<GuideDialog*>().size(), 1);
        QCOMPARE(guide->page(), QStringLiteral("train"));
    }

    void helpOnWhatHasTheFocusLinksIntoIt() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        s.window.runPanel()->form()->rowFor("batch.micro")->editor()->field()->setFocus();
        s.action(Cmd::HelpOnFocus)->trigger();
        QWidget* help = nullptr;
        for (QWidget* top : QApplication::topLevelWidgets())
            if (top->inherits("QWhatsThat") && top->isVisible()) help = top;
        QVERIFY(help);
        QPoint link(-1, -1);  // the last one, over which the pointer is a hand
        for (int y = 0; y < help->height(); y += 4)
            for (int x = 0; x < help->width(); x += 8) {
                const QPointF at(x, y);
                QMouseEvent move(QEvent::MouseMove, at, help->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                                 Qt::NoModifier);
                QCoreApplication::sendEvent(help, &move);
                if (help->cursor().shape() == Qt::PointingHandCursor) link = at.toPoint();
            }
        QVERIFY2(link.x() >= 0, "the help has no link");
        QTest::mouseClick(help, Qt::LeftButton, {}, link);
        auto* guide = s.window.findChild<GuideDialog*>();
        QVERIFY(guide && guide->isVisible());
        QCOMPARE(guide->page(), QStringLiteral("train"));
        QTRY_VERIFY(heightOf(*guide, headingOf(QStringLiteral("train#batch-and-memory"))) >= 0);
        QWhatsThis::hideText();
    }

    void everyPlaceIsThereInEveryLanguage() {
        std::vector<QString> places = guidePlaces();
        for (const WindowFamily* family : window_families())
            for (const FormGroup& group : form_plan(family->kind()))
                for (const ParamRow* row : group.rows) {
                    places.push_back(guidePlaceOf(row->group, row->key));
                    QVERIFY2(!places.back().isEmpty(), row->key.data());
                }
        std::sort(places.begin(), places.end());
        places.erase(std::unique(places.begin(), places.end()), places.end());
        QVERIFY(places.size() > 20);
        // Both are called Width cap: that of a Light GAN and that of a DCGAN.
        QCOMPARE(guidePlaceOf("Model", "model.width"), QStringLiteral("train#a-light-gan-for-few-pictures"));
        QCOMPARE(guidePlaceOf("Model", "width.max"), QStringLiteral("train#networks-and-losses"));
        for (const char* language : {"en", "de"}) {
            speak(QString::fromLatin1(language));
            GuideDialog guide;
            guide.show();
            for (const QString& place : places) {
                guide.showPage(place);
                QCOMPARE(guide.page(), place.section(QLatin1Char('#'), 0, 0));
                const QString heading = headingOf(place);
                QCOMPARE(heading.isEmpty(), !place.contains(QLatin1Char('#')));
                if (!heading.isEmpty()) QTRY_VERIFY2(heightOf(guide, heading) >= 0, qPrintable(place));
            }
        }
        speak(QStringLiteral("en"));
    }

    void helpOfASettingLeadsToItsSection() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        QWidget* field = s.window.runPanel()->form()->rowFor("batch.micro")->editor()->field();
        QCOMPARE(guidePlaceOf(field), QStringLiteral("train#batch-and-memory"));
        QCOMPARE(guidePlaceOf(s.window.runPanel()->form()->rowFor("scores.every")->editor()->field()),
                 QStringLiteral("figures#scores"));
        QWhatsThisClickedEvent clicked(QStringLiteral("guide:train#batch-and-memory"));
        QCoreApplication::sendEvent(field, &clicked);
        auto* guide = s.window.findChild<GuideDialog*>();
        QVERIFY(guide && guide->isVisible());
        QCOMPARE(guide->page(), QStringLiteral("train"));
        QTRY_VERIFY(heightOf(*guide, QStringLiteral("Batch and memory")) >= 0);
        QVERIFY(heightOf(*guide, QStringLiteral("Batch and memory")) < 40);  // it begins with it
        guide->close();
        s.action(Cmd::Guide)->trigger();  // where the focus is, once more
        QTRY_VERIFY(heightOf(*guide, QStringLiteral("Batch and memory")) >= 0);
    }

    void f1InADialogOpensTheGuideAboutIt_data() {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(std::size(kHelped)); ++i) QTest::newRow(kHelped[i].name) << i;
    }
    void f1InADialogOpensTheGuideAboutIt() {
        QFETCH(int, row);
        const Helped& asked = kHelped[row];
        const QString place = QString::fromLatin1(asked.place);
        Studio s(asked.story);
        s.window.showPage(Page::Train);
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        LookAtHelp help;
        QTimer soon;  // some dialogs have a loop of their own
        connect(&soon, &QTimer::timeout, &s.window, [&] {
            QDialog* dialog = openDialog(s.window);
            if (!dialog || !dialog->isActiveWindow()) return;
            soon.stop();
            help.at(s.window, dialog, headingOf(place));
        });
        soon.start(20);
        asked.open(s);
        QTRY_VERIFY(help.done);
        QCOMPARE(help.page, place.section(QLatin1Char('#'), 0, 0));
        QVERIFY(help.in_sight);
        QVERIFY(help.usable);
    }

    void f1OnATabOpensTheGuideAboutIt() {
        Studio s("counsel");
        s.window.showPage(Page::Train);
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        CentrePage* centre = s.window.centreOf(Page::Train);
        const std::pair<QTabWidget*, const char*> tabs[] = {{centre->upper()->tabs(), "Samples"},
                                                            {centre->lower(), "Scores"},
                                                            {centre->lower(), "Log"},
                                                            {centre->lower(), "Queue"}};
        const char* const places[] = {"train", "figures", "train", "runs-and-queue"};
        for (int i = 0; i < 4; ++i) {
            QTabWidget* bar = tabs[i].first;
            for (int tab = 0; tab < bar->count(); ++tab)
                if (bar->tabText(tab) == QLatin1String(tabs[i].second)) bar->setCurrentIndex(tab);
            QCOMPARE(bar->tabText(bar->currentIndex()), QLatin1String(tabs[i].second));
            s.window.activateWindow();
            bar->tabBar()->setFocus();
            QTRY_COMPARE(QApplication::focusWidget(), bar->tabBar());
            QTest::keyClick(s.window.windowHandle(), Qt::Key_F1);
            auto* guide = s.window.findChild<GuideDialog*>();
            QVERIFY(guide && guide->isVisible());
            QCOMPARE(guide->page(), QLatin1String(places[i]));
            guide->close();
            guide->showPage(QStringLiteral("formats"));
        }
        QCOMPARE(guidePlaceOf(s.window.trainPage()->counsel()), QStringLiteral("training-goes-wrong"));
        QCOMPARE(guidePlaceOf(s.window.findChild<WelcomePage*>()), QStringLiteral("first-run"));
    }

    void theFirstPageLeadsIntoItAndToModels() {
        Studio s("ready");
        auto* welcome = s.window.findChild<WelcomePage*>();
        QVERIFY(welcome);
        QStringList links;
        for (auto* link : welcome->findChildren<QPushButton*>()) {
            if (link->text() != QStringLiteral("Guide") && link->text() != QStringLiteral("Get larger models…"))
                continue;
            links << link->text();
            const auto asked = links.size() == 1 ? Cmd::Models : Cmd::Guide;
            QSignalSpy triggered(s.action(asked), &QAction::triggered);
            link->click();
            QCOMPARE(triggered.size(), 1);
        }
        QCOMPARE(links.size(), 2);
        auto* guide = s.window.findChild<GuideDialog*>();
        QVERIFY(guide && guide->isVisible());
    }
};

QTEST_MAIN(GuideTest)
#include "tst_guide.moc"
