// The whole window in German and in words that are 40 % longer: nothing is left in English, and nothing is cut off.
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "tests/ui/window_texts.h"
#include "ui/i18n/language.h"
#include "ui/i18n/pseudo_translator.h"
#include "ui/panels/queue/sweep_plan.h"
#include "ui/panels/run/run_panel.h"
#include "ui/shell/layout_store.h"
#include "ui/shell/theme.h"
#include "ui/widgets/number_field.h"

#include <QAbstractButton>
#include <QDialog>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QSettings>
#include <QTemporaryDir>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Names, units, formats and what the scripted engine calls its runs: the same in every language.
bool is_name(const QString& word) {
    static const QSet<QString> names = [] {
        QFile file(QStringLiteral(HEADROOM_SOURCE_DIR "/tests/ui/names_in_texts.txt"));
        QSet<QString> out;
        if (!file.open(QIODevice::ReadOnly)) return out;
        for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n')))
            out.insert(line.trimmed());
        return out;
    }();
    return names.contains(word);
}

/// Words of the window that the pseudo language, in which no such letter stays plain, has not reached.
QStringList untouched(const QString& text) {
    static const QRegularExpression word(QStringLiteral("(?<![\\w.~/\\-])[A-Za-z]{3,}(?![\\w/])"));
    static const QRegularExpression changed(QStringLiteral("[aceginorstuyzACEGINOSTUYZ]"));
    static const QRegularExpression files(QStringLiteral("\\S*[/~*]\\S*|https?:\\S+"));
    QStringList out;
    for (auto it = word.globalMatch(QString(text).remove(files)); it.hasNext();) {
        const QString found = it.next().captured();
        if (found.contains(changed) && !is_name(found)) out << found;
    }
    return out;
}

QString place_of(const QWidget* widget) {
    QString out;
    for (const QWidget* w = widget; w && out.size() < 160; w = w->parentWidget())
        out += QStringLiteral(" < %1 %2")
                   .arg(QString::fromLatin1(w->metaObject()->className()).section(':', -1), w->objectName());
    return out;
}

QStringList faults_of(const QWidget& window, const QString& language) {
    QStringList out;
    for (const ShownText& shown : shown_texts(window)) {
        if (shown.lacks > 0)
            out << QStringLiteral("%1 px cut: %2%3").arg(shown.lacks).arg(shown.text, place_of(shown.widget));
        if (language != QLatin1String("pseudo") || qobject_cast<const QScrollArea*>(shown.widget)) continue;
        if (const QStringList words = untouched(shown.text); !words.isEmpty())
            out << QStringLiteral("not translated (%1): %2%3").arg(words.join(' '), shown.text, place_of(shown.widget));
    }
    out.removeDuplicates();
    return out;
}

void add_looks() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    // The pseudo-language is longer than German; where there is more room it alone shows what is not translated.
    for (const auto& [language, size] :
         {std::pair("de", QSize(1280, 800)), {"pseudo", QSize(1280, 800)}, {"pseudo", QSize(1600, 1000)}})
        QTest::addRow("%s %d", language, size.width()) << QString::fromLatin1(language) << size;
}

/// One by one: what QVERIFY2 says is cut short.
void tell(const QStringList& faults) {
    for (const QString& fault : faults) qWarning("%s", qPrintable(fault));
}

/// Until what stands in `window` stays the same: figures have come, rows have stacked, columns fit.
void settle(const QWidget& window) {
    QStringList before;
    for (int calm = 0; calm < 4;) {
        QTest::qWait(40);
        QStringList now;
        for (const ShownText& shown : shown_texts(window)) now << shown.text + QString::number(shown.widget->width());
        calm = now == before ? calm + 1 : 0;
        before = now;
    }
}

}  // namespace

class LanguagesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }
    void cleanup() { speak(QStringLiteral("en")); }

    void everyPage_data() { add_looks(); }
    void everyPage() {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        speak(language);
        QStringList faults;
        const std::pair<const char*, Page> scenes[] = {{"ready", Page::Welcome},   {"ready", Page::Train},
                                                       {"story", Page::Train},     {"oom", Page::Train},
                                                       {"failed", Page::Train},    {"vqgan", Page::Train},
                                                       {"ranks", Page::Train},     {"imagine-ready", Page::Imagine},
                                                       {"imagine", Page::Imagine}, {"story", Page::Imagine},
                                                       {"empty", Page::Runs},      {"ready", Page::Runs},
                                                       {"elsewhere", Page::Runs}};
        for (const auto& [fixture, page] : scenes) {
            Studio s(fixture);
            s.window.resize(size);
            QTRY_VERIFY(s.bridge.session());
            s.window.showPage(page);
            settle(s.window);
            QCOMPARE(s.window.size(), size);  // longer words do not force it larger
            keep_picture(
                s.window,
                QStringLiteral("%1-%2-%3-%4").arg(language).arg(size.width()).arg(fixture).arg(static_cast<int>(page)));
            for (const QString& fault : faults_of(s.window, language))
                faults << QStringLiteral("%1, page %2: %3").arg(fixture).arg(static_cast<int>(page)).arg(fault);
        }
        tell(faults);
        QCOMPARE(faults.size(), 0);
    }

    /// What stands beside Run grows as a run goes on and ends: the dock makes room for it.
    void theFormHasRoomInEveryState_data() {
        QTest::addColumn<QString>("fixture");
        for (const char* fixture : {"ready", "story", "oom", "failed", "ranks"}) QTest::newRow(fixture) << fixture;
    }
    void theFormHasRoomInEveryState() {
        QFETCH(QString, fixture);
        speak(QStringLiteral("de"));
        WindowServices services(fixture.toUtf8().constData());
        SessionBridge bridge;
        MainWindow window(&bridge, false);
        window.resize(1280, 800);  // as it was left, so that nothing is fitted anew later
        window.show();
        window.setServices(&services);
        bridge.setSession(services.make_session());
        settle(window);
        window.showPage(Page::Train);
        settle(window);
        const RunPanel* panel = window.runPanel(Page::Train);
        const int room = panel->parentWidget()->width();
        QVERIFY2(panel->minimumSizeHint().width() <= room,
                 qPrintable(QStringLiteral("%1 in %2").arg(panel->minimumSizeHint().width()).arg(room)));
        for (const QAbstractButton* part : panel->findChildren<QAbstractButton*>()) {
            if (!part->isVisible()) continue;
            const int end = part->mapTo(panel, part->rect().topRight()).x();
            QVERIFY2(end < room, qPrintable(QStringLiteral("%1 of %2%3").arg(end).arg(room).arg(place_of(part))));
        }
    }

    void everyDialog_data() { add_looks(); }
    void everyDialog() {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        speak(language);
        QStringList faults;
        for (const Cmd cmd : {Cmd::Find, Cmd::Guide, Cmd::Models, Cmd::MakeFit, Cmd::Export, Cmd::Upscale, Cmd::Presets,
                              Cmd::InspectData}) {
            Studio s("story");
            s.window.resize(size);
            QTRY_VERIFY(s.action(cmd)->isEnabled());
            s.action(cmd)->trigger();
            QDialog* dialog = nullptr;
            QTRY_VERIFY((dialog = s.window.findChild<QDialog*>()) && dialog->isVisible());
            settle(*dialog);
            keep_picture(*dialog,
                         QStringLiteral("%1-%2-dialog-%3").arg(language).arg(size.width()).arg(static_cast<int>(cmd)));
            for (const QString& fault : faults_of(*dialog, language))
                faults << QStringLiteral("dialog %1: %2").arg(static_cast<int>(cmd)).arg(fault);
        }
        tell(faults);
        QCOMPARE(faults.size(), 0);
    }

    void theMenuKeepsTheLanguageForTheNextStart() {
        const QTemporaryDir kept;
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, kept.path());
        const auto entry = [](const Studio& s) {
            for (QAction* action : s.window.findChildren<QAction*>())
                if (action->text() == QLatin1String("Deutsch")) return action;
            return static_cast<QAction*>(nullptr);
        };
        {
            Studio s("ready", true);
            QVERIFY(entry(s) && !entry(s)->isChecked());
            entry(s)->trigger();
            QTRY_VERIFY(s.shows(QStringLiteral("started again")));
            QCOMPARE(s.window.store().text(QStringLiteral("language"), {}), QStringLiteral("de"));
        }
        speak(LayoutStore(true).text(QStringLiteral("language"), {}));  // as the program does before its window
        Studio s("ready", true);
        QVERIFY(entry(s)->isChecked());
        QCOMPARE(s.action(Cmd::Quit)->text(), QStringLiteral("Beenden"));
    }

    void numbersAreGermanAndTypedEitherWay() {
        speak(QStringLiteral("de"));
        NumberField field(NumberField::Kind::Real);
        field.setLimits(0, 10);
        field.setValue(0.25);
        QCOMPARE(field.text(), QStringLiteral("0,25"));
        QCOMPARE(field.plainText(), QStringLiteral("0.25"));  // what the engine and files are given
        for (const char* typed : {"1,5", "1.5"}) {
            field.selectAll();
            QTest::keyClicks(&field, QString::fromLatin1(typed));
            QCOMPARE(field.plainText(), QStringLiteral("1.5"));
        }
        // A comma is within a number here, so it does not stand between two.
        const SweepPlan plan = planSweep(TrainConfig{}, {}, {{"loss.smoothing", QStringLiteral("0,1; 0.25")}});
        QVERIFY2(plan.problem.isEmpty(), qPrintable(plan.problem));
        QCOMPARE(plan.values.at("loss.smoothing"), (std::vector<ParamValue>{0.1, 0.25}));
        QCOMPARE(plainAmount(QStringLiteral("1,5 GiB")), QStringLiteral("1.5GiB"));
        QCOMPARE(plainAmount(QStringLiteral("auto")), QStringLiteral("auto"));
        Studio s("story");
        QTRY_VERIFY(s.shows(QStringLiteral("4.210")));
    }
};

QTEST_MAIN(LanguagesTest)
#include "tst_languages.moc"
