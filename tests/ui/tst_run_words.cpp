// The window speaks of a painting in iterations: no text, tip or accessible name of its page says "step" or "img/s".
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/models/run_words.h"
#include "ui/panels/memory/memory_panel.h"
#include "ui/panels/memory/step_section.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/shell/oom_banner.h"
#include "ui/shell/theme.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/step_timeline_view.h"

#include <QAbstractButton>
#include <QRegularExpression>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// The words of a training run among all that the window shows now, with what shows them.
QStringList foreignWords(const MainWindow& window) {
    static const QRegularExpression foreign(QStringLiteral("\\b[Ss]teps?\\b(?!-)|img/s"));
    QStringList out;
    const auto look = [&](const QObject* of, QString text) {
        text.remove(QStringLiteral("Key: steps"));  // its name in files
        if (text.contains(foreign))
            out << QStringLiteral("%1: %2").arg(QLatin1String(of->metaObject()->className()), text);
    };
    for (const auto* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible()) continue;
        for (const QString& text :
             {widget->toolTip(), widget->statusTip(), widget->accessibleName(), widget->accessibleDescription()})
            look(widget, text);
        if (const auto* label = qobject_cast<const QLabel*>(widget)) look(label, label->text());
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) look(button, button->text());
        if (const auto* plot = qobject_cast<const PlotView*>(widget)) {
            for (int i = 0; i < plot->itemCount(); ++i) {
                if (const auto* text = qobject_cast<const QCPItemText*>(plot->item(i)); text && text->visible())
                    look(plot, text->text());
            }
        }
    }
    for (const auto* action : window.actions()->findChildren<QAction*>()) {
        if (action->objectName() == QStringLiteral("show_train")) continue;
        for (const QString& text : {action->text(), action->toolTip(), action->statusTip()}) look(action, text);
    }
    return out;
}

}  // namespace

class RunWordsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void countsFollowTheKind() {
        QCOMPARE(stepsText(kVqgan, 1), QStringLiteral("1 step"));
        QCOMPARE(stepsText(kDcgan, 1200), QStringLiteral("1,200 steps"));
        QCOMPARE(stepsText(kVqganClip, 1), QStringLiteral("1 iteration"));
        QCOMPARE(stepsText(kVqganClip, 1200), QStringLiteral("1,200 iterations"));
        QCOMPARE(stepPhrase(kVqganClip, QStringLiteral("7")), QStringLiteral("iteration 7"));
        QCOMPARE(sizeWords(1024, 96), QStringLiteral("1,024 × 96"));
        const ModelKinds paintings{kVqganClip}, trainings{kDcgan, kVqgan};
        QCOMPARE(stepTitles({}), QStringLiteral("Steps"));
        QCOMPARE(stepTitles(trainings), QStringLiteral("Steps"));
        QCOMPARE(stepTitles(paintings), QStringLiteral("Iterations"));
        QCOMPARE(stepNouns({kDcgan, kVqganClip}), QStringLiteral("steps, iterations"));
    }

    void beforeAPainting() {
        Studio s("ready");
        s.window.resize(1600, 1000);
        s.window.showPage(MainWindow::Page::Imagine);
        QTRY_VERIFY(s.action(Cmd::Go)->isEnabled());
        QTRY_VERIFY2(foreignWords(s.window).isEmpty(), qPrintable(foreignWords(s.window).join(QLatin1Char('\n'))));
    }

    void whileItPaints() {
        Studio s("imagine");
        s.window.resize(1600, 1000);
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Imagine);
        QTRY_VERIFY(s.action(Cmd::PauseResume)->isEnabled());
        QTRY_VERIFY2(foreignWords(s.window).isEmpty(), qPrintable(foreignWords(s.window).join(QLatin1Char('\n'))));
        // A staged edit, with its forecast.
        RunPanel* panel = nullptr;
        for (auto* each : s.window.findChildren<RunPanel*>()) {
            if (each->isVisible()) panel = each;
        }
        QVERIFY(panel && panel->edits()->staging());
        Q_EMIT panel->form()->rowFor("cuts.count")->editor()->committed(QStringLiteral("16"));
        QTRY_VERIFY(!panel->edits()->staged().empty());
        QTRY_VERIFY2(foreignWords(s.window).isEmpty(), qPrintable(foreignWords(s.window).join(QLatin1Char('\n'))));
        // An out-of-memory error, with its card.
        s.session->run_out_of_memory_next_step();
        s.session->advance();
        QTRY_VERIFY(s.window.findChild<OomBanner*>());
        s.window.findChild<OomBanner*>()->setDetailsShown(true);
        QVERIFY(s.shows(QStringLiteral("Out of memory at iteration")));
        QTRY_VERIFY2(foreignWords(s.window).isEmpty(), qPrintable(foreignWords(s.window).join(QLatin1Char('\n'))));
        // What is alive at a moment of it.
        const StepTimeline* timeline = s.window.findChild<MemoryPanel*>()->findChild<StepTimelineView*>()->timeline();
        QVERIFY(timeline);
        const PeakList list(*timeline, timeline->peak_ms, kVqganClip);
        QVERIFY2(list.list()->accessibleName().startsWith(QStringLiteral("Alive at the peak of iteration ")),
                 qPrintable(list.list()->accessibleName()));
        s.bridge.stop(StopMode::SaveAndStop);
        s.session->advance();
        QTRY_COMPARE(s.bridge.state(), RunState::Finished);
        QTRY_VERIFY2(foreignWords(s.window).isEmpty(), qPrintable(foreignWords(s.window).join(QLatin1Char('\n'))));
    }

    void trainingStillStandsInSteps() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        QTRY_COMPARE(s.action(Cmd::Step)->text(), QStringLiteral("Step"));
        QVERIFY(
            s.action(Cmd::StopWithoutSaving)->toolTip().contains(QStringLiteral("steps since the last checkpoint")));
        QVERIFY(s.action(Cmd::Sample)->toolTip().contains(QStringLiteral("fixed latents at the next step boundary")));
    }
};

QTEST_MAIN(RunWordsTest)
#include "tst_run_words.moc"
