// What edits cost before they are made: the tray's forecast, pending, failed and without measurements, what it offers, and the rows' notes of the ladder.
#include "tests/ui/bench.h"
#include "tests/ui/patient_test.h"
#include "ui/widgets/memory_bar.h"

#include <QAbstractButton>
#include <QAction>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalSpy>

#include <cmath>

using namespace headroom;
using namespace headroom::ui;

class StagedTrayTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theLaddersPairIsNotedOnce() {
        Bench b("story");
        QTRY_VERIFY(b.panel->edits()->staging());
        b.panel->edits()->applied({"batch.micro", std::int64_t{128}, std::int64_t{64}, 4211, 1, ChangeOrigin::Ladder});
        b.panel->edits()->applied(
            {"batch.accumulate", std::int64_t{2}, std::int64_t{4}, 4211, 1, ChangeOrigin::Ladder});
        QVERIFY(b.says("batch.accumulate", QStringLiteral("Set by the ladder, was 128 × 2")));
        QVERIFY(!b.says("batch.micro", QStringLiteral("Set by the ladder")));
        QCOMPARE(b.stage("batch.micro"), QStringLiteral("ladder"));  // both are tinted
        QCOMPARE(b.stage("batch.accumulate"), QStringLiteral("ladder"));
    }

    void aPendingForecastIsSaidAndKeepsTheOldGhostDim() {
        Bench b("story");
        QTRY_VERIFY(b.panel->forecast()->report());
        b.commit("batch.micro", QStringLiteral("192"));
        QTRY_VERIFY(b.panel->forecast()->staged() && b.panel->forecast()->staged()->complete &&
                    !b.panel->forecast()->stale());
        const Bytes known = b.panel->forecast()->staged()->peak;
        b.session->hold_forecasts();
        b.commit("batch.micro", QStringLiteral("160"));
        QTRY_VERIFY(b.panel->forecast()->pending());
        QVERIFY(b.says("batch.micro", QStringLiteral("forecasting")));
        QVERIFY(b.trayText().contains(QStringLiteral("forecasting")));
        auto* bar = b.panel->findChild<MemoryBar*>();
        QVERIFY(bar->ghostDim() && bar->data().ghost);
        QCOMPARE(b.panel->forecast()->ghost()->peak, known);
        b.session->release_forecasts();
        QTRY_VERIFY(!b.panel->forecast()->stale());
        QVERIFY(!bar->ghostDim());
        QVERIFY(b.trayText().contains(QStringLiteral("Fits, ")));
        QVERIFY(b.panel->forecast()->staged()->peak < known);
    }

    void aForecastThatFailsSaysWhy() {
        Bench b("story");
        QTRY_VERIFY(b.panel->forecast()->report());
        b.session->hold_forecasts();
        b.commit("batch.micro", QStringLiteral("160"));
        QTRY_VERIFY(b.panel->forecast()->pending());
        b.session->release_forecasts("the probe ran out of memory at micro-batch 2");
        QTRY_VERIFY(!b.panel->forecast()->stale());
        QVERIFY(b.trayText().contains(QStringLiteral("No forecast")));
        QVERIFY(b.trayText().contains(QStringLiteral("the probe ran out of memory")));
    }

    void editsThatDoNotFitOfferToMakeThemFit() {
        Bench b("story");
        QTRY_VERIFY(b.panel->forecast()->report());
        b.commit("batch.micro", QStringLiteral("512"));
        QTRY_VERIFY(b.trayText().contains(QStringLiteral("Does not fit, 3.51 GiB missing")));
        const auto fit = [&]() -> QAbstractButton* {
            for (auto* button : b.panel->findChild<StagedTray*>()->findChildren<QAbstractButton*>()) {
                if (button->text() == QStringLiteral("Make it fit…") && button->isVisibleTo(b.panel.get()))
                    return button;
            }
            return nullptr;
        };
        QVERIFY(fit());
        QSignalSpy asked(b.actions.action(Cmd::MakeFit), &QAction::triggered);
        b.actions.update(Situation());
        fit()->click();
        QCOMPARE(asked.size(), 1);
        b.commit("batch.micro", QStringLiteral("192"));
        QTRY_VERIFY(b.trayText().contains(QStringLiteral("Fits, 0.94 GiB to spare")));
        QVERIFY(!fit());
    }

    void theLaddersChangeIsNoted() {
        Bench b("story");
        QTRY_VERIFY(b.panel->edits()->staging());
        ParamApplied change;
        change.key = "batch.micro";
        change.old_value = std::int64_t{256};
        change.new_value = std::int64_t{128};
        change.origin = ChangeOrigin::Ladder;
        Q_EMIT b.bridge.paramApplied(change);
        QVERIFY(b.says("batch.micro", QStringLiteral("Set by the ladder, was 256")));
    }

    void theTrayCountsAndForecasts() {
        Bench b("story");
        QTRY_VERIFY(b.panel->edits()->staging());
        b.commit("batch.micro", QStringLiteral("192"));
        b.panel->forecast()->askNow();
        bool counted = false, judged = false;
        for (auto* label : b.panel->findChildren<QLabel*>()) {
            counted = counted || label->text() == QStringLiteral("1 staged edit");
            judged = judged || label->text().startsWith(QStringLiteral("Fits, "));
        }
        QVERIFY(counted);
        QTRY_VERIFY(b.panel->forecast()->report() != nullptr);
        b.panel->forecast()->askNow();
        for (auto* label : b.panel->findChildren<QLabel*>())
            judged = judged || label->text().startsWith(QStringLiteral("Fits, "));
        QVERIFY(judged);
    }

    void theRowAndTheTrayTellOneSpeed() {
        Bench b("story");
        QTRY_VERIFY(b.panel->edits()->staging());
        QTRY_VERIFY(b.panel->forecast()->report() != nullptr);
        b.commit("batch.micro", QStringLiteral("192"));
        b.panel->forecast()->askNow();
        b.panel->findChild<StagedTray*>()->setSpeed(100.0);  // what is measured is not what a forecast makes of it
        const QRegularExpression badge(QStringLiteral("^([+\u2212-][0-9]+) % speed$"));
        double told = 0, before = 0, after = 0;
        for (auto* label : b.row("batch.micro")->findChildren<QLabel*>()) {
            const auto found = badge.match(label->text());
            if (found.hasMatch()) told = found.captured(1).replace(QChar(0x2212), QLatin1Char('-')).toDouble();
        }
        for (auto* label : b.panel->findChild<StagedTray*>()->findChildren<QLabel*>()) {
            if (!label->text().contains(QStringLiteral("img/s"))) continue;
            static const QRegularExpression tags(QStringLiteral("<[^>]*>"));
            const QStringList numbers = QString(label->text())
                                            .replace(tags, QStringLiteral(" "))
                                            .remove(QStringLiteral("img/s"))
                                            .split(QLatin1Char(' '), Qt::SkipEmptyParts);
            QCOMPARE(numbers.size(), 2);
            before = numbers[0].toDouble();
            after = numbers[1].toDouble();
        }
        QVERIFY(told != 0);
        QVERIFY(before > 0);
        QVERIFY2(std::abs(after / before - (1 + told / 100)) < 0.01,
                 qPrintable(QStringLiteral("%1 to %2, told %3 %").arg(before).arg(after).arg(told)));
    }

    void withoutMeasurementsTheTraySaysSo() {
        Bench b("story");
        QTRY_VERIFY(b.panel->edits()->staging());
        b.session->forget_measurements();
        b.commit("batch.micro", QStringLiteral("192"));
        b.panel->forecast()->askNow();
        QVERIFY(b.says("batch.micro", QStringLiteral("measuring")));
    }
};

QTEST_MAIN(StagedTrayTest)
#include "tst_staged_tray.moc"
