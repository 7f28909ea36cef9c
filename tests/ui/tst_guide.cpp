// The guide: its pages, their links, the search, and the ways that lead into it.
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/i18n/language.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/welcome/welcome_page.h"
#include "ui/shell/guide_dialog.h"
#include "ui/shell/theme.h"

#include <QAction>
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>
#include <QWhatsThisClickedEvent>

using namespace headroom;
using namespace headroom::ui;

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

    void itsPicturesAreShownAsWideAsAPage() {
        for (const char* language : {"en", "de"}) {
            speak(QString::fromLatin1(language));
            GuideDialog guide;
            guide.show();
            guide.showPage(QStringLiteral("pictures-to-expect"));
            int pictures = 0;
            for (QTextBlock block = guide.text()->document()->begin(); block.isValid(); block = block.next())
                for (auto part = block.begin(); !part.atEnd(); ++part) {
                    const QTextImageFormat format = part.fragment().charFormat().toImageFormat();
                    if (!format.isValid()) continue;
                    ++pictures;
                    QVERIFY(!guide.text()
                                 ->document()
                                 ->resource(QTextDocument::ImageResource, QUrl(format.name()))
                                 .isNull());
                    QVERIFY(format.width() > 300 && format.width() <= guide.text()->width());
                }
            QCOMPARE(pictures, 1);
        }
        speak(QStringLiteral("en"));
    }

    void everyPageIsListed() {
        QStringList names;
        for (const GuidePage& page : guidePages()) names << page.name + QStringLiteral(".md");
        names.sort();
        QCOMPARE(QDir(QStringLiteral(":/guide")).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name), names);
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
        QCOMPARE(guidePageOf(field), QStringLiteral("train"));
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
