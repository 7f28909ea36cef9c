// What a person arranges within panels stays so: folded groups, columns and the order of rows, the guide, the comparison, the start's
// processes. Reset layout puts it back.
#include "tests/ui/kept_stage.h"
#include "tests/ui/patient_test.h"
#include "ui/models/runs_model.h"
#include "ui/panels/memory/ledger_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/shell/theme.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/segmented_bar.h"

#include <QComboBox>
#include <QHeaderView>
#include <QSignalSpy>
#include <QSplitter>
#include <QToolButton>
#include <QTranslator>
#include <QTreeView>

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
        const auto compare = [](Studio& s) {
            s.window.showPage(Page::Runs);
            RunsModel* runs = s.window.runs()->model();
            if (!QTest::qWaitFor([runs] { return runs->rowCount() > 2; }, kPatienceMs)) return;
            for (const int row : {0, 1}) runs->setData(runs->index(row, 0), Qt::Checked, Qt::CheckStateRole);
            if (!QTest::qWaitFor([&s] { return s.window.runs()->compare()->count() == 2; }, kPatienceMs)) return;
            settle();
        };
        QString curve;
        QList<int> sizes;
        {
            Studio s("ready", true);
            QSplitter* split = open_guide(s);
            QVERIFY(split);
            split->setSizes({split->width() / 2, split->width() / 2});
            sizes = split->sizes();
            compare(s);
            const RunCompare* shown = s.window.runs()->compare();
            QVERIFY(shown->isVisible() && shown->metrics()->count() > 2);
            shown->metrics()->setCurrentIndex(2);
            shown->axes()->setCurrentIndex(shown->axes()->count() - 1);
            curve = shown->metrics()->currentText();
            s.window.close();
        }
        Studio s("ready", true);
        QSplitter* split = open_guide(s);
        QVERIFY2(std::abs(split->sizes()[0] - sizes[0]) <= 4, "the splitter of the guide");
        compare(s);
        const RunCompare* shown = s.window.runs()->compare();
        QCOMPARE(shown->metrics()->currentText(), curve);
        QCOMPARE(shown->axes()->currentIndex(), shown->axes()->count() - 1);
        s.action(Cmd::ResetLayout)->trigger();
        QCOMPARE(shown->metrics()->currentIndex(), 0);
        QCOMPARE(shown->axes()->currentIndex(), 0);
    }

    void columnsThatTheUserMadeWideStaySo() {
        {
            Studio s("ready", true);
            s.window.showPage(Page::Runs);
            settle();
            auto* header = part<QHeaderView>(s.window, QStringLiteral("runs/columns"));
            QVERIFY(header);
            header->setProperty(kUserSized, true);  // as a drag of the mouse does
            header->resizeSection(1, 211);
            s.window.close();
        }
        Studio s("ready", true);
        s.window.showPage(Page::Runs);
        settle();
        auto* header = part<QHeaderView>(s.window, QStringLiteral("runs/columns"));
        QCOMPARE(header->sectionSize(1), 211);
        Theme::get().apply(ThemeChoice::Dark, 100);  // columns are fitted to the text anew
        settle();
        QCOMPARE(header->sectionSize(1), 211);
        QSignalSpy drawn(&Theme::get(), &Theme::changed);
        s.action(Cmd::ResetLayout)->trigger();
        QVERIFY(!userSized(header));
        QVERIFY(header->sectionSize(1) != 211);  // at once
        QVERIFY2(drawn.isEmpty(), "the icons and curves of all pages are not made anew for that");
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
