// What a person arranges within panels stays so: folded groups, columns and the order of rows, dividers, what curves show, the start's
// processes. Reset layout puts it back.
#include "tests/ui/kept_stage.h"
#include "tests/ui/part_called.h"
#include "tests/ui/patient_test.h"
#include "ui/families/registry.h"
#include "ui/models/runs_model.h"
#include "ui/panels/memory/ledger_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/theme.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/segmented_bar.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QSignalSpy>
#include <QSlider>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QTranslator>
#include <QTreeView>

#include <cstdlib>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Another language: each text has a mark before it.
class Foreign : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* text, const char*, int) const override {
        return QLatin1Char('~') + QString::fromUtf8(text);
    }
};

/// Whether a name is enough to keep such a part.
template <class Part>
concept KeptByName = requires(Part* part, const QString& name) {
    keep(part, name);
};
static_assert(KeptByName<QSplitter> && !KeptByName<QHeaderView>, "a header must say what widths it goes back to");

void compareTwo(Studio& s) {
    s.window.showPage(Page::Runs);
    RunsModel* runs = s.window.runs()->model();
    if (!QTest::qWaitFor([runs] { return runs->rowCount() > 2; }, kPatienceMs)) return;
    for (const int row : {0, 1}) runs->setData(runs->index(row, 0), Qt::Checked, Qt::CheckStateRole);
    if (!QTest::qWaitFor([&s] { return s.window.runs()->compare()->count() == 2; }, kPatienceMs)) return;
    settle();
}

/// The part that is kept by this name, brought into view; null: it cannot be.
QWidget* broughtUp(Studio& s, const QString& name) {
    const QString place = name.section(QLatin1Char('/'), 0, 0);
    const auto press = [&s](Cmd cmd) {
        if (QTest::qWaitFor([&] { return s.action(cmd)->isEnabled(); }, kPatienceMs)) s.action(cmd)->trigger();
    };
    s.window.showPage(place == QLatin1String("fit") || place == QLatin1String("scores") ? Page::Train : Page::Runs);
    if (place == QLatin1String("compare")) compareTwo(s);
    if (place == QLatin1String("fit")) press(Cmd::MakeFit);
    if (place == QLatin1String("models")) press(Cmd::Models);
    if (place == QLatin1String("queue")) s.services.fake_queue().set(night_queue());
    QWidget* seen = nullptr;  // of several, each page's, that of this page
    const auto look = [&] {
        for (auto* each : s.window.findChildren<QWidget*>()) {
            if (each->property("kept").toString() != name) continue;
            for (QWidget* w = each; w; w = w->parentWidget()) {
                auto* tabs = qobject_cast<QTabWidget*>(w);
                for (int i = 0; tabs && i < tabs->count(); ++i)
                    if (tabs->widget(i)->isAncestorOf(each)) tabs->setCurrentIndex(i);
            }
            if (each->isVisible()) seen = each;
        }
        return seen != nullptr;
    };
    if (QTest::qWaitFor(look, kPatienceMs)) settle();
    return seen;
}

/// A column that may be made wider.
int wideColumn(const QHeaderView* header) {
    int column = 1;
    while (header->isSectionHidden(column)) ++column;
    return column;
}

int valueOf(const QWidget* kept) {
    if (const auto* header = qobject_cast<const QHeaderView*>(kept)) return header->sectionSize(wideColumn(header));
    if (const auto* split = qobject_cast<const QSplitter*>(kept)) return split->sizes().constFirst();
    if (const auto* box = qobject_cast<const QComboBox*>(kept)) return box->currentIndex();
    if (const auto* slider = qobject_cast<const QSlider*>(kept)) return slider->value();
    const auto* button = qobject_cast<const QAbstractButton*>(kept);
    return button && button->isChecked() ? 1 : 0;
}

void arrange(QWidget* kept) {
    if (auto* header = qobject_cast<QHeaderView*>(kept)) {
        dragBorder(header, wideColumn(header), 37);
    } else if (auto* split = qobject_cast<QSplitter*>(kept)) {
        split->setSizes({split->sizes()[0] - 60, split->sizes()[1] + 60});
    } else if (auto* box = qobject_cast<QComboBox*>(kept)) {
        box->setCurrentIndex(box->count() - 1);
    } else if (auto* slider = qobject_cast<QSlider*>(kept)) {
        slider->setValue(slider->value() == 37 ? 38 : 37);
    } else if (auto* button = qobject_cast<QAbstractButton*>(kept)) {
        button->click();
    }
}

}  // namespace

class KeptPartsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }
    void init() { folder_ = nothingKept(); }

    void eachKindOfRunHasItsOwnFolds() {
        const auto folds = [](const Studio& s, const char* name) {
            return part<QToolButton>(s.window, QStringLiteral("group/") + QLatin1String(name));
        };
        const auto choose = [](const Studio& s, int index) {
            s.window.runPanel()->choice()->bar()->button(index)->click();
            settle();
        };
        {
            Studio s("ready", true);
            s.window.showPage(Page::Train);
            settle();
            folds(s, "dcgan/Batch")->setChecked(false);
            choose(s, 1);
            QVERIFY(folds(s, "vqgan/Batch")->isChecked());
            folds(s, "vqgan/Codebook")->setChecked(true);
            s.window.close();
        }
        Studio s("ready", true);
        s.window.showPage(Page::Train);
        settle();
        choose(s, 0);  // the other one is as it was left
        QVERIFY(!folds(s, "dcgan/Batch")->isChecked());
        choose(s, 1);
        QVERIFY(folds(s, "vqgan/Batch")->isChecked());
        QVERIFY(folds(s, "vqgan/Codebook")->isChecked());
    }

    void foldsStayInAnotherLanguage() {
        Foreign foreign;
        qApp->installTranslator(&foreign);
        {
            Studio s("ready", true);
            s.window.showPage(Page::Train);
            settle();
            auto* fold = part<QToolButton>(s.window, QStringLiteral("group/dcgan/Batch"));
            QVERIFY(fold);
            QCOMPARE(fold->text(), QStringLiteral("~Batch"));
            fold->setChecked(false);
            s.window.close();
        }
        qApp->removeTranslator(&foreign);
        Studio s("ready", true);
        s.window.showPage(Page::Train);
        settle();
        QVERIFY(!part<QToolButton>(s.window, QStringLiteral("group/dcgan/Batch"))->isChecked());
    }

    void whatCurvesShowStaysInAnotherLanguage() {
        const auto smoothing = [](const Studio& s) {
            return part<QSlider>(s.window, QStringLiteral("curves/dcgan/Loss/smoothing"));
        };
        Foreign foreign;
        qApp->installTranslator(&foreign);
        {
            Studio s("ready", true);
            s.window.showPage(Page::Train);
            settle();
            QCOMPARE(s.window.trainPage()->timeline()->accessibleName(), QStringLiteral("~Loss"));
            QVERIFY(smoothing(s));
            smoothing(s)->setValue(37);
            s.window.close();
        }
        qApp->removeTranslator(&foreign);
        Studio s("ready", true);
        s.window.showPage(Page::Train);
        settle();
        QCOMPARE(smoothing(s)->value(), 37);
    }

    void eachTabOfCurvesIsKeptApart() {
        for (const WindowFamily* family : window_families()) {
            QStringList keys;
            for (const CurvesTab& tab : family->curves()) keys << QLatin1String(tab.spec.key);
            QVERIFY2(!keys.contains(QString()), qPrintable(keys.join(QLatin1Char(','))));
            QCOMPARE(keys.removeDuplicates(), 0);
        }
    }

    void theLedgerStaysFolded() {
        const auto ledger = [](const Studio& s) { return part<LedgerView>(s.window, QStringLiteral("memory/ledger")); };
        {
            Studio s("ready", true);
            s.window.showPage(Page::Train);
            settle();
            QVERIFY(ledger(s)->isOpen());
            ledger(s)->setOpen(false);
            s.window.close();
        }
        Studio s("ready", true);
        s.window.showPage(Page::Train);
        settle();
        QVERIFY(!ledger(s)->isOpen());
        s.action(Cmd::ResetLayout)->trigger();
        QVERIFY(ledger(s)->isOpen());
    }

    void theGuideAndTheComparisonStayAsTheyWere() {
        const auto open_guide = [](Studio& s) {
            s.action(Cmd::Guide)->trigger();
            settle();
            return part<QSplitter>(s.window, QStringLiteral("guide/pages"));
        };
        QString curve;
        QList<int> sizes;
        {
            Studio s("ready", true);
            QSplitter* split = open_guide(s);
            QVERIFY(split);
            split->setSizes({split->width() / 2, split->width() / 2});
            sizes = split->sizes();
            compareTwo(s);
            const RunCompare* shown = s.window.runs()->compare();
            QVERIFY(shown->isVisible() && partCalled<QComboBox>(shown, "Curve")->count() > 2);
            partCalled<QComboBox>(shown, "Curve")->setCurrentIndex(2);
            partCalled<QComboBox>(shown, "Axis")->setCurrentIndex(partCalled<QComboBox>(shown, "Axis")->count() - 1);
            curve = partCalled<QComboBox>(shown, "Curve")->currentText();
            s.window.close();
        }
        Studio s("ready", true);
        QSplitter* split = open_guide(s);
        QVERIFY2(std::abs(split->sizes()[0] - sizes[0]) <= 4, "the splitter of the guide");
        compareTwo(s);
        const RunCompare* shown = s.window.runs()->compare();
        QCOMPARE(partCalled<QComboBox>(shown, "Curve")->currentText(), curve);
        QCOMPARE(partCalled<QComboBox>(shown, "Axis")->currentIndex(),
                 partCalled<QComboBox>(shown, "Axis")->count() - 1);
        s.action(Cmd::ResetLayout)->trigger();
        QCOMPARE(partCalled<QComboBox>(shown, "Curve")->currentIndex(), 0);
        QCOMPARE(partCalled<QComboBox>(shown, "Axis")->currentIndex(), 0);
    }

    void whatIsArrangedWithinAPartStaysSo_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"compare/smoothing", "compare/logarithmic", "fit/columns", "models/details",
                                 "queue/columns", "scores/axis"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void whatIsArrangedWithinAPartStaysSo() {
        QFETCH(QString, name);
        const char* const story = name.startsWith(QLatin1String("fit")) ? "fit" : "ready";
        int left = 0;
        {
            Studio s(story, true);
            QWidget* one = broughtUp(s, name);
            QVERIFY(one);
            const int begun = valueOf(one);
            arrange(one);
            settle();
            left = valueOf(one);
            QVERIFY(left != begun);
            for (auto* dialog : s.window.findChildren<QDialog*>()) dialog->reject();
            s.window.close();
        }
        Studio s(story, true);
        QWidget* one = broughtUp(s, name);
        QVERIFY(one);
        const int apart = std::abs(valueOf(one) - left);
        QVERIFY2(apart <= (qobject_cast<QSplitter*>(one) ? 4 : 0), qPrintable(QString::number(apart)));
        s.action(Cmd::ResetLayout)->trigger();
        settle();
        QVERIFY(std::abs(valueOf(one) - left) > (qobject_cast<QSplitter*>(one) ? 4 : 0));
    }

    void aColumnThatTheMouseMadeWideStaysSo() {
        int begun = 0, wide = 0;
        {
            Studio s("ready", true);
            s.window.showPage(Page::Runs);
            settle();
            auto* header = part<QHeaderView>(s.window, QStringLiteral("runs/columns"));
            QVERIFY(header);
            begun = header->sectionSize(RunsModel::KindColumn);
            wide = begun + 61;
            QVERIFY(begun > 0 && !userSized(header));
            dragBorder(header, RunsModel::KindColumn, 61);
            settle();
            QVERIFY2(userSized(header), "nothing fits it to the text from here on");
            QCOMPARE(header->sectionSize(RunsModel::KindColumn), wide);
            s.window.close();
        }
        {
            Studio s("ready", true);
            s.window.showPage(Page::Runs);
            settle();
            auto* header = part<QHeaderView>(s.window, QStringLiteral("runs/columns"));
            QCOMPARE(header->sectionSize(RunsModel::KindColumn), wide);
            Theme::get().apply(ThemeChoice::Dark, 100);  // columns are fitted to the text anew
            settle();
            QCOMPARE(header->sectionSize(RunsModel::KindColumn), wide);
            QSignalSpy drawn(&Theme::get(), &Theme::changed);
            s.action(Cmd::ResetLayout)->trigger();
            QVERIFY(!userSized(header));
            QCOMPARE(header->sectionSize(RunsModel::KindColumn), begun);  // at once
            QVERIFY2(drawn.isEmpty(), "the icons and curves of all pages are not made anew for that");
            s.window.close();
        }
        Studio s("ready", true);
        s.window.showPage(Page::Runs);
        settle();
        QVERIFY(!userSized(part<QHeaderView>(s.window, QStringLiteral("runs/columns"))));
    }

    void theOrderOfRowsStaysAlsoWhereNoColumnWasMadeWide() {
        const auto columns = [](const Studio& s) {
            return part<QHeaderView>(s.window, QStringLiteral("runs/columns"));
        };
        {
            Studio s("ready", true);
            s.window.showPage(Page::Runs);
            settle();
            s.window.runs()->list()->sortByColumn(RunsModel::ScoreColumn, Qt::DescendingOrder);
            s.window.close();
        }
        Studio s("ready", true);
        s.window.showPage(Page::Runs);
        settle();
        QCOMPARE(columns(s)->sortIndicatorSection(), static_cast<int>(RunsModel::ScoreColumn));
        QCOMPARE(columns(s)->sortIndicatorOrder(), Qt::DescendingOrder);
        QVERIFY(!userSized(columns(s)));
        s.action(Cmd::ResetLayout)->trigger();
        QCOMPARE(columns(s)->sortIndicatorSection(), static_cast<int>(RunsModel::NameColumn));
    }

    void theProcessesOfTheStartAreKept() {
        {
            Studio s("ready", true);
            s.window.startChoice()->setProcesses(3);
        }
        Studio s("ready", true);
        QCOMPARE(s.window.startChoice()->processes(), 3);
        QVERIFY(!s.window.startChoice()->ownProcess());
    }

private:
    std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_MAIN(KeptPartsTest)
#include "tst_kept_parts.moc"
