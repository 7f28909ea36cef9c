// The form of text to image: the check list of the cutouts' changes, words of its own kind, the start's segments in narrow docks.
#include "core/api/param_schema.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/families/vqgan_clip/imagine_page.h"
#include "ui/models/param_text.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/shell/theme.h"
#include "ui/widgets/check_list.h"
#include "ui/widgets/segmented_bar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <utility>

using namespace headroom;
using namespace headroom::ui;

namespace {

struct PaintingForm : Studio {
    explicit PaintingForm(const char* fixture) : Studio(fixture) {
        window.resize(1600, 1000);
        window.showPage(MainWindow::Page::Imagine);
        form = window.runPanel(Page::Imagine)->form();
        row = form->rowFor("cuts.augments");
        list = qobject_cast<CheckList*>(row->editor()->field());
    }
    std::string augments() const { return session->snapshot()->own<ImagineConfig>().augments; }

    ParamForm* form = nullptr;
    ParamRowView* row = nullptr;
    CheckList* list = nullptr;
};

}  // namespace

class PaintingFormTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void everyChangeHasABoxWithItsName() {
        PaintingForm f("imagine-ready");
        QVERIFY(f.list);
        QCOMPARE(f.list->accessibleName(), QStringLiteral("Changes"));
        for (const std::string_view name : EnumNames<Augment>::names) {
            QCheckBox* box = f.list->box(QString::fromLatin1(name.data(), static_cast<int>(name.size())));
            QVERIFY2(box, name.data());
            QVERIFY(!box->text().isEmpty());
            QVERIFY(box->toolTip().contains(
                QStringLiteral("(%1)").arg(QLatin1String(name.data(), static_cast<int>(name.size())))));
            QVERIFY(!box->accessibleDescription().isEmpty());
        }
        QCOMPARE(f.list->chosen().join(QLatin1Char(' ')), QStringLiteral("Af Pe Ji Er"));
        QCOMPARE(f.list->orderText(), QStringLiteral("In this order: Affine, Perspective, Colour, Erase."));
    }

    void theListOfSizesStaysWhileOtherSettingsChange() {
        PaintingForm f("imagine-ready");
        const QComboBox* sizes = f.window.findChild<SizePart*>()->sizes();
        const QPersistentModelIndex first = sizes->model()->index(0, 0);  // it may be open
        f.bridge.apply({{"cuts.count", std::int64_t{48}}});
        QVERIFY(first.isValid());
        const int usual = sizes->count();
        f.bridge.apply({{"picture.width", std::int64_t{320}}});
        QCOMPARE(sizes->count(), usual + 1);
        QCOMPARE(sizes->currentIndex(), 0);
    }

    void marksBecomeTheTextOfTheSetting() {
        PaintingForm f("imagine-ready");
        f.list->box(QStringLiteral("Pe"))->click();
        QCOMPARE(f.augments(), std::string("Af Ji Er"));
        f.list->box(QStringLiteral("Pe"))->click();  // comes last: the order counts
        QCOMPARE(f.augments(), std::string("Af Ji Er Pe"));
        f.window.runPanel(Page::Imagine)->edits()->undo();
        QCOMPARE(f.augments(), std::string("Af Ji Er"));
        QVERIFY(!f.list->box(QStringLiteral("Pe"))->isChecked());
        f.bridge.apply({{"cuts.augments", std::string("Gn Gn Ts")}});  // as a file may say it
        QCOMPARE(f.list->chosen(), (QStringList{QStringLiteral("Gn"), QStringLiteral("Gn"), QStringLiteral("Ts")}));
        QVERIFY(f.list->box(QStringLiteral("Gn"))->isChecked());
        f.list->box(QStringLiteral("Gn"))->click();
        f.list->box(QStringLiteral("Ts"))->click();
        QCOMPARE(f.augments(), std::string());
        QCOMPARE(f.list->orderText(), QStringLiteral("None is chosen."));
    }

    void duringARunMarksAreStaged() {
        PaintingForm f("imagine");
        QTRY_VERIFY(f.window.runPanel(Page::Imagine)->edits()->staging());
        f.list->box(QStringLiteral("Er"))->click();
        QCOMPARE(f.augments(), std::string("Af Pe Ji Er"));
        QCOMPARE(f.row->property("stage").toString(), QStringLiteral("staged"));
        f.action(Cmd::ApplyEdits)->trigger();
        QCOMPARE(f.row->property("stage").toString(), QStringLiteral("pending"));
        f.session->advance();
        QTRY_COMPARE(f.augments(), std::string("Af Pe Ji"));
        QTRY_COMPARE(f.row->property("stage").toString(), QString());
        f.list->box(QStringLiteral("Ji"))->click();
        QTest::keyClick(f.list->box(QStringLiteral("Ji")), Qt::Key_Escape);  // taken back, as in every other row
        QCOMPARE(f.row->property("stage").toString(), QString());
        QVERIFY(f.list->box(QStringLiteral("Ji"))->isChecked());
    }

    void tabGoesDownTheFormAsItStands() {
        PaintingForm f("imagine-ready");
        for (auto* head : f.form->findChildren<QToolButton*>(QStringLiteral("groupHeader")))
            head->setChecked(true);  // rows in folds are made now, after all others
        // Where Tab comes to another heading, row or part.
        const auto heights = [&f] {
            QList<int> out;
            const QWidget* before = nullptr;
            for (const QWidget* w = f.form->nextInFocusChain(); w != f.form; w = w->nextInFocusChain()) {
                if (!f.form->isAncestorOf(w) || !w->isVisible() || !(w->focusPolicy() & Qt::TabFocus)) continue;
                const QWidget* part = w;
                while (!qobject_cast<ParamGroup*>(part->parentWidget())) part = part->parentWidget();
                if (std::exchange(before, part) != part) out << part->mapTo(f.form, QPoint()).y();
            }
            return out;
        };
        const auto goes_down = [&heights] {
            const QList<int> all = heights();
            return all.size() > 10 && std::adjacent_find(all.begin(), all.end(), std::greater_equal<>()) == all.end();
        };
        QTRY_VERIFY(goes_down());
    }

    void rowsOfAFoldComeInTurnsAndTheOneThatIsAskedForAtOnce() {
        PaintingForm f("imagine-ready");
        QVERIFY(QTest::qWaitForWindowActive(&f.window, kPatienceMs));
        const auto folded = [](const ParamGroup* group) {
            QList<ParamRowView*> out;
            for (auto* row : group->findChildren<ParamRowView*>())
                if (!row->isMade() && !row->property("irrelevant").toBool() && !row->row().advanced) out << row;
            return out;
        };
        ParamGroup* group = nullptr;
        for (auto* each : f.form->findChildren<ParamGroup*>())
            if (!group || folded(each).size() > folded(group).size()) group = each;
        const QList<ParamRowView*> rows = folded(group);
        QVERIFY(rows.size() > 2);
        auto* head = group->findChild<QToolButton*>(QStringLiteral("groupHeader"));
        head->click();
        const auto seen = [](const ParamRowView* row) { return row->isVisible(); };
        QVERIFY(head->isChecked() && std::none_of(rows.begin(), rows.end(), seen));
        QVERIFY(f.form->reveal(std::string(rows.last()->row().key)));
        QVERIFY(rows.last()->isVisible() && !rows.first()->isVisible());
        QTRY_VERIFY(std::all_of(rows.begin(), rows.end(), seen));
        QTRY_VERIFY(!rows.last()->visibleRegion().isEmpty());  // where the others have pushed it
        QVERIFY(rows.first()->y() < rows.last()->y());
    }

    void aSearchSaysWhatItFindsBeforeTheRowsCome() {
        PaintingForm f("imagine-ready");
        QVERIFY(QTest::qWaitForWindowActive(&f.window, kPatienceMs));
        ParamRowView* hidden = nullptr;
        for (auto* row : f.form->findChildren<ParamRowView*>())
            if (!row->isMade() && !row->property("irrelevant").toBool()) hidden = row;
        QVERIFY(hidden);
        const QString words = QString::fromUtf8(hidden->row().label.data(), int(hidden->row().label.size()));
        f.form->filter(words);
        QVERIFY(!hidden->isVisible() && !f.shows(QStringLiteral("No setting has this word")));
        QTRY_VERIFY(hidden->isVisible());
        f.form->filter({});
        QVERIFY(!hidden->isVisible());
    }

    void theKeyboardMovesWithinTheList() {
        CheckList list({{QStringLiteral("a"), QStringLiteral("First"), {}},
                        {QStringLiteral("b"), QStringLiteral("Second"), {}},
                        {QStringLiteral("c"), QStringLiteral("Third"), {}},
                        {QStringLiteral("d"), QStringLiteral("Fourth"), {}}});
        list.resize(list.minimumSizeHint().width() * 2 + 4, 200);
        list.show();
        list.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&list, kPatienceMs));
        const auto at = [&](const char* name) { return list.box(QLatin1String(name)); };
        int stops = 0;
        for (const QCheckBox* box : list.findChildren<QCheckBox*>()) stops += box->focusPolicy() & Qt::TabFocus ? 1 : 0;
        QCOMPARE(stops, 1);
        list.setFocus();
        QVERIFY(at("a")->hasFocus());
        QTest::keyClick(at("a"), Qt::Key_Down);
        QVERIFY(at("c")->hasFocus());  // two columns
        QTest::keyClick(at("c"), Qt::Key_Right);
        QVERIFY(at("d")->hasFocus());
        QTest::keyClick(at("d"), Qt::Key_Down);
        QVERIFY(at("d")->hasFocus());
        QTest::keyClick(at("d"), Qt::Key_Home);
        QTest::keyClick(at("a"), Qt::Key_Space);
        QCOMPARE(list.chosen(), QStringList{QStringLiteral("a")});
        const int wide = list.heightForWidth(list.width());
        QVERIFY(list.heightForWidth(list.minimumSizeHint().width()) > wide);  // one column is higher
        list.resize(list.minimumSizeHint().width(), 400);
        QCOMPARE(at("b")->x(), 0);
        QVERIFY(at("b")->y() > at("a")->y());
    }

    void paintingSpeaksOfIterations() {
        PaintingForm f("imagine-ready");
        const headroom::ParamRow& steps = f.form->rowFor("steps")->row();
        QCOMPARE(QString::fromUtf8(steps.label.data(), static_cast<int>(steps.label.size())),
                 QStringLiteral("Iterations"));
        for (const char* key : {"steps", "preview.every", "checkpoint.every"}) {
            const QString help = helpText(f.form->rowFor(key)->row());
            QVERIFY2(!help.contains(QStringLiteral("step"), Qt::CaseInsensitive) ||
                         QLatin1String(key) == QLatin1String("steps"),
                     qPrintable(help));
            QVERIFY2(help.contains(QStringLiteral("Applies at the next iteration")), qPrintable(help));
        }
        QVERIFY(helpText(steps).contains(QStringLiteral("Default: 120 iterations")));
        // Training keeps its own words.
        const headroom::ParamRow& training = f.window.runPanel()->form()->rowFor("steps")->row();
        QVERIFY(helpText(training).contains(QStringLiteral("<b>Steps</b>")));
    }

    void oneScrollBarServesTheDock_data() {
        QTest::addColumn<int>("percent");
        QTest::addColumn<bool>("form_scrolls");
        QTest::newRow("as designed") << 100 << true;
        QTest::newRow("large text") << 200 << false;
    }

    void oneScrollBarServesTheDock() {
        QFETCH(int, percent);
        QFETCH(bool, form_scrolls);
        Theme::get().apply(ThemeChoice::Dark, percent);
        PaintingForm f("imagine-ready");
        f.window.resize(1280, 800);
        QScrollArea* outer = nullptr;
        for (QWidget* up = f.form->parentWidget(); up && !outer; up = up->parentWidget())
            outer = qobject_cast<QScrollArea*>(up);
        QVERIFY(outer);
        QTRY_COMPARE(f.form->verticalScrollBar()->isVisible(), form_scrolls);
        QTRY_COMPARE(outer->verticalScrollBar()->isVisible(), !form_scrolls);
        // What is refused is brought into view by the one that scrolls, once the rows have their places.
        QTRY_VERIFY((f.form->showRefusal("latent.rate", QStringLiteral("Too large.")),
                     !f.form->rowFor("latent.rate")->visibleRegion().isEmpty()));
    }

    void theStartIsChosenFromSegmentsAtEveryWidth() {
        PaintingForm f("imagine-ready");
        auto* start = f.window.findChild<StartPart*>();
        QVERIFY(!start->findChild<QComboBox*>());
        f.window.resize(1280, 800);  // docks of 292 pixels
        QTRY_VERIFY(start->segments()->geometry().right() < start->width());
        QVERIFY2(f.form->widget()->width() <= f.form->viewport()->width(),
                 "nothing in the form is wider than the dock");
        SegmentedBar bar;
        for (const char* word : {"Match", "Noise", "Gradient", "Grain", "Picture", "Folder"})
            bar.addSegment(QLatin1String(word));
        bar.show();  // polished
        const int natural = bar.sizeHint().width();
        for (int width = natural + 20; width > natural * 6 / 10; width -= 7) {
            bar.fitInto(width);
            bar.resize(width, bar.sizeHint().height());
            QVERIFY2(bar.minimumSizeHint().width() <= width, qPrintable(QString::number(width)));
            for (int i = 0; i < 6; ++i) QVERIFY(bar.button(i)->property("place").toString() != QLatin1String("only"));
        }
        QCOMPARE(bar.rows(), 2);
        bar.fitInto(natural + 20);
        QCOMPARE(bar.rows(), 1);
        QCOMPARE(bar.button(0)->property("tight").toBool(), false);  // as if it had never been narrow
        Q_EMIT start->segments()->currentChanged(2);
        QCOMPARE(f.session->snapshot()->own<ImagineConfig>().start, ImagineStart::Gradient);
    }

    void aFolderIsCountedAndHasItsRows() {
        PaintingForm f("imagine-ready");
        auto* start = f.window.findChild<StartPart*>();
        const auto sentence = [start] {
            for (const QLabel* label : start->findChildren<QLabel*>())
                if (label->property("role").toString() == QStringLiteral("hint")) return label->text();
            return QString();
        };
        const auto shown = [&](const char* key) { return !f.form->rowFor(key)->property("irrelevant").toBool(); };
        for (const char* key : {"start.picture", "start.folder", "frames.steps", "frames.blend"})
            QVERIFY2(!shown(key), key);
        QVERIFY(shown("steps"));
        Q_EMIT start->segments()->currentChanged(5);
        QCOMPARE(f.session->snapshot()->own<ImagineConfig>().start, ImagineStart::Folder);
        for (const char* key : {"start.folder", "frames.steps", "frames.blend"}) QVERIFY2(shown(key), key);
        QVERIFY2(!shown("steps"), "the folder says how many");
        QVERIFY(!shown("start.picture"));
        QVERIFY(f.form->rowFor("start.folder")->findChild<QToolButton*>());
        QVERIFY(sentence().contains(QStringLiteral("Choose the folder below")));
        QTemporaryDir folder;
        const auto name = [&](const QString& path) { f.bridge.apply({{"start.folder", path.toStdString()}}); };
        name(folder.path());
        QTRY_COMPARE(
            sentence(),
            QStringLiteral(
                "The folder %1 holds no pictures. PNG, JPEG, WebP and GIF files count, those in folders within do not.")
                .arg(folder.path()));
        for (const char* file : {"inner/1.png", "inner/2.JPG", "inner/3.txt"}) {
            QDir(folder.path()).mkpath(QStringLiteral("inner"));
            QFile out(folder.filePath(QLatin1String(file)));
            QVERIFY(out.open(QIODevice::WriteOnly));
        }
        name(folder.filePath(QStringLiteral("inner")));
        QTRY_VERIFY2(sentence().startsWith(QStringLiteral("2 pictures")), qPrintable(sentence()));
        f.bridge.apply({{"frames.steps", std::int64_t{1000}}});
        QVERIFY2(sentence().contains(QStringLiteral("2,000 iterations in all")), qPrintable(sentence()));
    }
};

QTEST_MAIN(PaintingFormTest)
#include "tst_painting_form.moc"
