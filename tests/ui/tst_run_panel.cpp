// The form of a run: values to patch, staged edits, pending until the engine says so, undo, refusals, search.
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "tests/ui/bench.h"
#include "tests/ui/give_value.h"
#include "tests/ui/patient_test.h"
#include "ui/bridge/shown_text.h"
#include "ui/widgets/number_field.h"

#include <QLabel>
#include <QLineEdit>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

class RunPanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyParameterHasARow() {
        Bench b("ready");
        for (const headroom::ParamRow& row : schema_rows()) {
            const bool of_the_form = belongs_to(row, kDcgan) && row.key != "model";
            if (!of_the_form) {
                QVERIFY2(!b.panel->form()->rowFor(std::string(row.key)), row.key.data());
                continue;
            }
            ParamRowView* view = b.panel->form()->rowFor(std::string(row.key));
            QVERIFY2(view, row.key.data());
            QVERIFY(!view->toolTip().isEmpty());
            QVERIFY(!view->editor()->field()->accessibleName().isEmpty());
        }
    }

    void beforeTheStartEditsApplyAtOnce() {
        Bench b("ready");
        b.commit("batch.micro", QStringLiteral("24"));
        QCOMPARE(b.session->snapshot()->batch_micro, 24);
        QVERIFY(b.panel->edits()->staged().empty());
        QTRY_COMPARE(b.panel->edits()->inForce().batch_micro, 24);
        b.panel->edits()->undo();
        QVERIFY(b.session->snapshot()->batch_micro != 24);
    }

    void duringARunEditsAreStagedUntilApplied() {
        Bench b("story");
        QTRY_VERIFY(b.panel->edits()->staging());
        const std::int64_t before = b.session->snapshot()->batch_micro;
        b.commit("batch.micro", QStringLiteral("192"));
        QCOMPARE(b.stage("batch.micro"), QStringLiteral("staged"));
        QCOMPARE(b.session->snapshot()->batch_micro, before);
        QVERIFY(b.says("batch.micro", QString::number(before)));
        QVERIFY(b.says("batch.micro", QStringLiteral("192")));
        QVERIFY(b.says("batch.micro", QStringLiteral("Applies at the next step")));

        b.panel->edits()->applyStaged();
        QCOMPARE(b.stage("batch.micro"), QStringLiteral("pending"));
        QCOMPARE(std::get<std::int64_t>(b.panel->edits()->valueInForce("batch.micro")), before);
        b.session->advance();
        QTRY_COMPARE(b.stage("batch.micro"), QString());
        QCOMPARE(std::get<std::int64_t>(b.panel->edits()->valueInForce("batch.micro")), 192);

        QVERIFY(b.panel->edits()->canUndo());
        b.panel->edits()->undo();
        b.session->advance();
        QTRY_COMPARE(std::get<std::int64_t>(b.panel->edits()->valueInForce("batch.micro")), before);
    }

    void whatIsTypedIsTakenThoughTheValueChangedMeanwhile() {
        Bench b("ready");
        ParamEdits* edits = b.panel->edits();
        auto* rate = b.row("lr.g")->editor()->field();
        QVERIFY(giveValue(rate, QStringLiteral("0.01")));
        QCOMPARE(edits->valueInForce("lr.g"), ParamValue(0.01));
        QTest::keyClicks(rate, QStringLiteral("1"));  // half a value, when a preset comes
        edits->proposeAll({{"lr.g", 3e-4}, {"lr.d", 3e-4}});
        QCOMPARE(edits->valueInForce("lr.g"), ParamValue(3e-4));
        QVERIFY(b.row("lr.g")->editor()->isTyping());
        QVERIFY(giveValue(rate, QStringLiteral("0.01")));
        QCOMPARE(edits->valueInForce("lr.g"), ParamValue(0.01));

        auto* data = qobject_cast<QLineEdit*>(b.row("data.path")->editor()->field());
        const QString shapes = data->text();
        data->selectAll();
        QTest::keyClicks(data, QStringLiteral("x"));
        edits->propose("data.path", std::string("/faces"));
        data->selectAll();
        QTest::keyClicks(data, shapes);
        QTest::keyClick(data, Qt::Key_Return);
        QCOMPARE(edits->valueInForce("data.path"), ParamValue(shapes.toStdString()));
    }

    void theValueInForceTypedAfterAWrongOneTakesTheMessageAway() {
        Bench b("ready");
        const ParamValue before = b.panel->edits()->valueInForce("batch.accumulate");
        auto* field = b.row("batch.accumulate")->editor()->field();
        QVERIFY(giveValue(field, QStringLiteral("0")));
        QVERIFY(field->property("bad").toBool());
        QVERIFY(giveValue(field, QString::fromStdString(to_text(before))));
        QVERIFY(!field->property("bad").toBool());
        QCOMPARE(b.panel->edits()->valueInForce("batch.accumulate"), before);
    }

    void whatIsAskedOfARunThatWasNotHeardOfYetIsPendingInIt() {
        Bench b("ready");
        QTRY_VERIFY(b.session->snapshot());
        b.bridge.start({.config = b.session->snapshot()});
        QVERIFY(is_active(b.session->state()) && !is_active(b.bridge.state()));
        b.commit("lr.g", QStringLiteral("0.001"));
        QCOMPARE(b.panel->edits()->valueShown("lr.g"), ParamValue(1e-3));
        QCOMPARE(b.stage("lr.g"), QStringLiteral("pending"));
        QTRY_VERIFY(b.panel->edits()->staging());
        QCOMPARE(b.panel->edits()->valueShown("lr.g"), ParamValue(1e-3));
        b.session->advance();
        b.session->advance();
        QTRY_COMPARE(b.panel->edits()->valueInForce("lr.g"), ParamValue(1e-3));
        QCOMPARE(b.stage("lr.g"), QString());
    }

    void stagedEditsAreUndoneOneByOneAndByName() {
        Bench b("story");
        QTRY_VERIFY(b.panel->edits()->staging());
        ParamEdits* edits = b.panel->edits();
        QVERIFY(!edits->canUndo() && edits->undoName().isEmpty());
        b.commit("batch.micro", QStringLiteral("192"));
        b.commit("batch.accumulate", QStringLiteral("4"));
        QCOMPARE(edits->undoName(), QStringLiteral("Accumulation 2 to 4"));
        edits->undo();
        QCOMPARE(edits->staged(), (ParamPatch{{"batch.micro", std::int64_t{192}}}));
        QCOMPARE(edits->undoName(), QStringLiteral("Micro-batch 128 to 192"));
        QCOMPARE(edits->redoName(), QStringLiteral("Accumulation 2 to 4"));
        edits->undo();
        QVERIFY(edits->staged().empty() && !edits->canUndo());
        edits->redo();
        edits->redo();
        QVERIFY(!edits->canRedo());
        const ParamPatch both{{"batch.micro", std::int64_t{192}}, {"batch.accumulate", std::int64_t{4}}};
        QCOMPARE(edits->staged(), both);
        edits->discard();
        QCOMPARE(edits->undoName(), QStringLiteral("Accumulation and 1 more"));
        edits->undo();  // discarding, too
        QCOMPARE(edits->staged(), both);
        edits->applyStaged();
        b.session->advance();
        QTRY_COMPARE(std::get<std::int64_t>(edits->valueInForce("batch.micro")), 192);
        QCOMPARE(edits->undoName(), QStringLiteral("Accumulation and 1 more"));  // applied together, they are one edit
        b.commit("lr.g", QStringLiteral("0.001"));
        edits->undo();  // what is staged goes first
        QVERIFY(edits->staged().empty() && edits->pending().empty());
        edits->undo();
        QCOMPARE(edits->pending().size(), std::size_t{2});
        b.session->advance();
        QTRY_COMPARE(std::get<std::int64_t>(edits->valueInForce("batch.micro")), 128);
        QVERIFY(edits->canRedo());
    }

    void theOldValueGivenWhileANewOneIsAwaitedIsAnEditToo() {
        Bench b("story");
        QTRY_VERIFY(b.panel->edits()->staging());
        ParamEdits* edits = b.panel->edits();
        const ParamValue old = edits->valueInForce("batch.accumulate"), other{std::int64_t{4}};
        edits->propose("batch.accumulate", other);
        edits->applyStaged();
        QCOMPARE(edits->stage("batch.accumulate"), EditStage::Pending);
        edits->propose("batch.accumulate", old);
        QCOMPARE(edits->valueShown("batch.accumulate"), old);
        QCOMPARE(edits->staged(), (ParamPatch{{"batch.accumulate", old}}));
        b.session->advance();
        QTRY_COMPARE(edits->valueInForce("batch.accumulate"), other);
        QCOMPARE(edits->staged(), (ParamPatch{{"batch.accumulate", old}}));
        edits->discard();
        // A new value that is refused leaves nothing to change back.
        edits->propose("batch.accumulate", std::int64_t{8});
        edits->applyStaged();
        edits->propose("batch.accumulate", other);
        QCOMPARE(edits->staged().size(), std::size_t{1});
        Q_EMIT b.bridge.paramRefused({{"batch.accumulate"}, "No."});
        QVERIFY(edits->staged().empty() && edits->pending().empty());
    }

    void escapeAndTheOldValueTakeAnEditBack() {
        Bench b("story");
        QTRY_VERIFY(b.panel->edits()->staging());
        b.commit("batch.micro", QStringLiteral("192"));
        Q_EMIT b.row("batch.micro")->editor()->escaped();
        QCOMPARE(b.stage("batch.micro"), QString());
        b.commit("batch.micro", QStringLiteral("192"));
        b.commit("batch.micro", QString::number(b.session->snapshot()->batch_micro));
        QVERIFY(b.panel->edits()->staged().empty());
    }

    void whatIsBeingTypedSurvivesOtherChanges() {
        Bench b("story");
        QTRY_VERIFY(b.panel->edits()->staging());
        auto* number = qobject_cast<NumberField*>(b.row("lr.g")->editor()->field());
        auto* typed = number->findChild<QLineEdit*>();
        const QString before = typed->text();
        typed->selectAll();
        QTest::keyClicks(typed, QStringLiteral("0.00"));

        // The ladder, another window and another field may change something meanwhile.
        b.panel->edits()->applied(
            {"batch.micro", std::int64_t{128}, std::int64_t{32}, 4, 512, ChangeOrigin::Ladder, {}});
        b.panel->edits()->propose("seed", std::int64_t{5});
        QCOMPARE(typed->text(), QStringLiteral("0.00"));
        QTest::keyClicks(typed, QStringLiteral("05"));
        QTest::keyClick(number, Qt::Key_Return);
        QCOMPARE(b.panel->edits()->valueShown("lr.g"), ParamValue(0.0005));
        b.panel->edits()->takeBack("lr.g");
        QCOMPARE(typed->text(), before);  // a committed text follows its value again
    }

    void aPathThatIsBeingTypedSurvivesOtherChanges() {
        Bench b("ready");
        auto* text = qobject_cast<QLineEdit*>(b.row("data.path")->editor()->field());
        const QString before = text->text();
        text->selectAll();
        QTest::keyClicks(text, QStringLiteral("/pictures/of"));
        b.panel->edits()->propose("seed", std::int64_t{5});
        QCOMPARE(text->text(), QStringLiteral("/pictures/of"));
        QTest::keyClick(text, Qt::Key_Escape);
        QCOMPARE(text->text(), before);
    }

    void aRefusedEditIsNoStepToUndoAndIsSaidOnce() {
        Bench b("story");
        QTRY_VERIFY(b.panel->edits()->staging());
        ParamEdits* edits = b.panel->edits();
        const ParamValue rate = edits->valueInForce("lr.g");
        const auto make = [&](const char* key, const ParamValue& value) {
            edits->propose(key, value);
            edits->applyStaged();
            b.session->advance();
            QTRY_COMPARE(edits->valueInForce(key), value);
        };
        make("lr.g", 0.0007);
        edits->proposeAll({{"batch.micro", std::int64_t{64}}, {"batch.accumulate", std::int64_t{2}}});
        edits->applyStaged();
        Q_EMIT b.bridge.paramRefused({{"batch.accumulate", "batch.micro"}, "There is no room for it."});
        QVERIFY(edits->pending().empty());
        QVERIFY(b.says("batch.accumulate", QStringLiteral("There is no room for it")));
        QVERIFY(!b.says("batch.micro", QStringLiteral("There is no room for it")));
        const auto times = std::get<std::int64_t>(edits->valueInForce("batch.accumulate"));
        edits->applied({"batch.accumulate", times, times + 2, 4211, 1, ChangeOrigin::Ladder});
        QVERIFY(!b.says("batch.accumulate", QStringLiteral("There is no room for it")));

        // It is seen where its group is folded, too.
        Q_EMIT b.bridge.paramRefused({{"loss.smoothing"}, "Not with this loss."});
        QVERIFY(b.says("loss.smoothing", QStringLiteral("Not with this loss")));
        QVERIFY(b.row("loss.smoothing")->isVisibleTo(b.panel->form()));

        Q_EMIT b.bridge.paramRefused({{}, "Of nothing."});  // as no engine should: there is no field to say it at

        // A refusal of what another window asked for takes nothing away here.
        Q_EMIT b.bridge.paramRefused({{"lr.g"}, "No."});
        edits->undo();  // the edit before the refused one
        QCOMPARE(edits->pending(), (ParamPatch{{"lr.g", rate}}));
        Q_EMIT b.bridge.paramRefused({{"lr.g"}, "Not now."});
        QVERIFY(!edits->canRedo());
        edits->undo();  // a refused step back can be tried again
        b.session->advance();
        QTRY_COMPARE(edits->valueInForce("lr.g"), rate);
        QVERIFY(!edits->canUndo());
    }

    void aBadValueIsExplainedAndNotStaged() {
        Bench b("story");
        QTRY_VERIFY(b.panel->edits()->staging());
        b.commit("batch.micro", QStringLiteral("0"));
        QVERIFY(b.panel->edits()->staged().empty());
        QVERIFY(b.row("batch.micro")->editor()->field()->property("bad").toBool());
        QVERIFY(b.says("batch.micro", QStringLiteral("not between 1 and 4,096")));
        b.commit("batch.micro", QStringLiteral("64"));
        QVERIFY(!b.row("batch.micro")->editor()->field()->property("bad").toBool());
    }

    void settingsOfANewRunAreOffDuringARun() {
        Bench b("story");
        QTRY_VERIFY(b.panel->edits()->staging());
        QVERIFY(!b.row("width.g")->editor()->isEnabled());
        QVERIFY(b.row("width.g")->toolTip().contains(QStringLiteral("new run")));
        QVERIFY(b.row("batch.micro")->editor()->isEnabled());
    }

    void searchShowsOnlyWhatMatches() {
        Bench b("ready");
        b.panel->form()->filter(QStringLiteral("beta"));
        QVERIFY(b.row("adam.beta1")->isVisibleTo(b.panel->form()));
        QVERIFY(!b.row("batch.micro")->isVisibleTo(b.panel->form()));
        b.panel->form()->filter({});
        QVERIFY(b.row("batch.micro")->isVisibleTo(b.panel->form()));
        QVERIFY(!b.row("adam.beta1")->isVisibleTo(b.panel->form()));
    }

    void theNameOfTheDataTurnsNothingAroundIt() {
        Bench b("ready");
        const QString name = QString::fromUtf8("\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D");
        b.bridge.apply({{"data.path", "/nowhere/" + name.toStdString() + "/"}});
        const QString wanted = QStringLiteral("Folder “%1”").arg(nameText(name));
        const auto labels = b.panel->findChildren<QLabel*>();
        QVERIFY(
            std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text() == wanted; }));
    }
};

QTEST_MAIN(RunPanelTest)
#include "tst_run_panel.moc"
