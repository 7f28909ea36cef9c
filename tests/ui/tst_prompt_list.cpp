// The list of prompts while somebody types: words and caret stay with their prompt, and what is typed is never lost.
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/families/vqgan_clip/prompt_list.h"
#include "ui/widgets/number_field.h"

#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QPointer>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThreadPool>

#include <memory>
#include <utility>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// The window with three prompts.
struct Writing : Studio {
    Writing() : Studio("imagine-ready") {
        window.resize(1600, 1000);
        window.showPage(MainWindow::Page::Imagine);
        list = window.findChild<PromptList*>();
        setElsewhere("a | b | c");
    }
    void setElsewhere(const char* prompts) { bridge.apply({{"prompts", std::string(prompts)}}); }
    const ImagineConfig& config() const { return session->snapshot()->own<ImagineConfig>(); }
    PromptRow* row(std::size_t at) const { return list->rows().at(at); }
    /// Into the words of a prompt, without Enter.
    PromptText* type(std::size_t at, const char* words) const {
        PromptText* text = row(at)->text();
        text->selectAll();
        QTest::keyClicks(text, QLatin1String(words));
        return text;
    }

    PromptList* list = nullptr;
};

}  // namespace

class PromptListTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wordsBeingTypedStayWithTheirPrompt() {
        Writing w;
        QCOMPARE(w.list->rows().size(), std::size_t{3});
        PromptText* text = w.type(1, "b at night");
        w.setElsewhere("new | a | b | c");
        QCOMPARE(w.row(2)->text(), text);
        QCOMPARE(text->words(), QStringLiteral("b at night"));
        QCOMPARE(w.row(1)->text()->words(), QStringLiteral("a"));
        w.setElsewhere("b | c");
        QCOMPARE(w.row(0)->text(), text);
        QTest::keyClick(text, Qt::Key_Return);
        QCOMPARE(w.config().prompts, std::string("b at night | c"));
    }

    void aWeightBeingTypedStaysWithItsPrompt() {
        Writing w;
        NumberField* weight = w.row(1)->weight();
        auto* field = weight->findChild<QLineEdit*>();
        field->selectAll();
        field->insert(QStringLiteral("0.25"));  // as typing does
        w.setElsewhere("new | a | b | c");
        QCOMPARE(w.row(2)->weight(), weight);
        QTest::keyClick(weight, Qt::Key_Return);
        QCOMPARE(w.config().prompts, std::string("new | a | b:0.25 | c"));
    }

    void wordsOfAPromptThatIsTakenOutElsewhereBecomeANewOne() {
        Writing w;
        PromptText* text = w.type(1, "b at night");
        w.setElsewhere("a | c");
        QCOMPARE(w.row(1)->text()->words(), QStringLiteral("c"));
        QCOMPARE(w.row(2)->text(), text);
        QCOMPARE(text->words(), QStringLiteral("b at night"));
        QTest::keyClick(text, Qt::Key_Return);
        QCOMPARE(w.config().prompts, std::string("a | c | b at night"));
        QCOMPARE(w.list->rows().size(), std::size_t{3});
    }

    void whatIsTypedIsTakenBeforeTheListChanges() {
        Writing w;
        w.type(1, "b at night");
        Q_EMIT w.row(0)->commandRequested(PromptRow::Command::Remove);
        QCOMPARE(w.config().prompts, std::string("b at night | c"));
        w.type(0, "b by day");
        Q_EMIT w.row(1)->commandRequested(PromptRow::Command::Up);
        QCOMPARE(w.config().prompts, std::string("c | b by day"));
        w.type(0, "cc");
        w.list->addNoise();
        QCOMPARE(w.config().prompts, std::string("cc | b by day"));
        QCOMPARE(w.config().noise_prompts, std::string("1:0.2"));
        w.type(0, "d");
        w.list->addPicture(QStringLiteral("/tmp/a.png"));
        QCOMPARE(w.config().prompts, std::string("d | b by day"));
        QCOMPARE(w.config().picture_prompts, std::string("/tmp/a.png"));
        w.type(0, "e");
        w.list->addText();
        QCOMPARE(w.config().prompts, std::string("e | b by day"));
        // Emptied and then taken out by its own command: it is that prompt that goes, not the next one.
        w.type(0, " ");
        Q_EMIT w.row(0)->commandRequested(PromptRow::Command::Remove);
        QCOMPARE(w.config().prompts, std::string("b by day"));
    }

    void theDiskIsAskedForAPictureBesideTheWindow() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("rose.png"));
        Writing w;
        BackgroundTask::waitForAll();
        // A disk that does not answer: no call comes to an end before this test says so.
        QThreadPool* const calls = BackgroundTask::calls();
        const int threads = calls->maxThreadCount();
        QSemaphore gate;
        calls->setMaxThreadCount(1);
        calls->start([&gate] { gate.acquire(); });
        bool answers = false;
        const auto answer = [&] {
            if (!std::exchange(answers, true)) gate.release();
        };
        const auto go_on = qScopeGuard([&] {
            answer();
            BackgroundTask::waitForAll();
            calls->setMaxThreadCount(threads);
        });
        w.list->addPicture(path);
        const auto tip = [&]() -> QString {
            for (const auto* label : w.row(w.list->rows().size() - 1)->findChildren<QLabel*>())
                if (label->text() == QStringLiteral("rose.png")) return label->toolTip();
            return {};
        };
        QCOMPARE(tip(), path);  // not known yet
        w.setElsewhere("a");
        QCOMPARE(tip(), path);
        answer();
        QTRY_COMPARE(tip(), path + QStringLiteral(" is not there"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        w.setElsewhere("b");  // it is looked for anew
        QTRY_COMPARE(tip(), path);
    }

    void theNameOfAPictureIsSelectedByKeys() {
        Writing w;
        w.list->addPicture(QStringLiteral("/tmp/rose.png"));
        QLabel* name = nullptr;
        for (auto* label : w.row(w.list->rows().size() - 1)->findChildren<QLabel*>())
            if (label->text() == QStringLiteral("rose.png")) name = label;
        QVERIFY(name);
        QVERIFY(name->textInteractionFlags().testFlag(Qt::TextSelectableByKeyboard));
        QVERIFY(!(name->focusPolicy() & Qt::TabFocus));
    }

    void rowsAreTabbedInTheOrderInWhichTheyStand() {
        Writing w;
        w.list->addNoise();
        w.list->addText();
        QTest::keyClicks(w.row(4)->text(), QStringLiteral("d"));
        QTest::keyClick(w.row(4)->text(), Qt::Key_Return);  // stands before the noise now
        QCOMPARE(w.config().prompts, std::string("a | b | c | d"));
        QWidget* stop = w.row(0)->text();
        for (std::size_t next = 1; next < w.list->rows().size(); ++next) {
            do { stop = stop->nextInFocusChain(); } while (!qobject_cast<PromptText*>(stop));
            QCOMPARE(stop, static_cast<QWidget*>(w.row(next)->text()));
        }
    }

    void aStopValueIsAskedForWithoutWaiting() {
        auto w = std::make_unique<Writing>();
        const auto ask = [&](const char* typed) {
            Q_EMIT w->row(1)->commandRequested(PromptRow::Command::Stop);
            const QPointer<QInputDialog> dialog = w->list->findChild<QInputDialog*>();
            if (!dialog || !dialog->isVisible()) return false;
            dialog->setTextValue(QLatin1String(typed));
            dialog->accept();
            return QTest::qWaitFor([&] { return !dialog; });
        };
        QVERIFY(ask("0.6"));
        QCOMPARE(w->config().prompts, std::string("a | b:1:0.6 | c"));
        QVERIFY(ask("many"));
        QCOMPARE(w->config().prompts, std::string("a | b:1:0.6 | c"));
        QVERIFY(ask(" "));
        QCOMPARE(w->config().prompts, std::string("a | b | c"));
        Q_EMIT w->row(1)->commandRequested(PromptRow::Command::Stop);
        const QPointer<QInputDialog> dialog = w->list->findChild<QInputDialog*>();
        QVERIFY(dialog);
        w->setElsewhere("a | c");  // its prompt goes, and the answer with it
        dialog->setTextValue(QStringLiteral("0.3"));
        dialog->accept();
        QCOMPARE(w->config().prompts, std::string("a | c"));
        Q_EMIT w->row(0)->commandRequested(PromptRow::Command::Stop);
        w.reset();  // while it is asked
    }

    void blanksAloneAreNoEdit() {
        PromptText text;
        text.setWords(QStringLiteral("two  blanks"));
        text.show();
        QSignalSpy committed(&text, &PromptText::committed);
        QTest::keyClick(&text, Qt::Key_Return);
        QCOMPARE(committed.size(), 0);
        QTest::keyClicks(&text, QStringLiteral("no "));
        QTest::keyClick(&text, Qt::Key_Return);
        QCOMPARE(committed.value(0).value(0).toString(), QStringLiteral("no two blanks"));
    }
};

QTEST_MAIN(PromptListTest)
#include "tst_prompt_list.moc"
