// What keeps the open window cheap: figures that lay nothing out, rows that are drawn only when they differ, a pace that yields.
#include "tests/ui/patient_test.h"
#include "tests/ui/run_stage.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/ledger_model.h"
#include "ui/panels/run/run_panel.h"
#include "ui/shell/theme.h"
#include "ui/widgets/figure_label.h"

#include <QHBoxLayout>
#include <QSignalSpy>
#include <QtTest/QTest>

#include <memory>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Counts how often the layout above a label is asked again.
class Counting : public QWidget {
public:
    int requests = 0;

protected:
    bool event(QEvent* event) override {
        if (event->type() == QEvent::LayoutRequest) ++requests;
        return QWidget::event(event);
    }
};

/// Counts for how many pictures it asks the size of its screen's pixels: its arrow is its only one.
class CountingTray : public StagedTray {
public:
    using StagedTray::StagedTray;
    mutable int pictures = 0;

protected:
    int metric(PaintDeviceMetric metric) const override {
        if (metric == PdmDevicePixelRatioScaled) ++pictures;
        return StagedTray::metric(metric);
    }
};

std::shared_ptr<MemoryReport> report(std::int64_t mib_of_others, std::int64_t mib_of_weights) {
    auto out = std::make_shared<MemoryReport>();
    out->device_total = Bytes{std::int64_t{8} << 30};
    out->now.other_programs = Bytes{mib_of_others << 20};
    out->now.roles[Role::Weights] = Bytes{mib_of_weights << 20};
    out->now.free = out->device_total - out->now.other_programs - out->now.this_process();
    return out;
}

}  // namespace

class TestLiveCost : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFigureOfTheSameShapeLaysNothingOut() {
        Counting window;
        auto* row = new QHBoxLayout(&window);
        auto* label = new FigureLabel(&window);
        row->addWidget(label);
        row->addStretch(1);
        label->setFigure(QStringLiteral("Step <b>1,000</b> of 5,000"));
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, kPatienceMs));
        QCoreApplication::processEvents();
        window.requests = 0;
        for (int step = 1001; step < 1100; ++step) {
            QVERIFY(!label->setFigure(
                QStringLiteral("Step <b>1,%1</b> of 5,000").arg(step - 1000, 3, 10, QLatin1Char('0'))));
            QCoreApplication::processEvents();
        }
        QCOMPARE(window.requests, 0);
        QVERIFY(label->text().contains(QStringLiteral("1,099")));
    }

    void aFigureThatOutgrowsItsRoomGetsMore() {
        FigureLabel label;
        label.setFigure(QStringLiteral("9"));
        const int before = label.width();
        QVERIFY(label.setFigure(QStringLiteral("1,234,567 images")));
        QVERIFY(label.maximumWidth() > before);
        QVERIFY(label.maximumWidth() >= label.fontMetrics().horizontalAdvance(label.text()));
        // Same length, wider letters.
        label.setFigure(QStringLiteral("iiiiiiiiii"));
        label.setFigure(QStringLiteral("WWWWWWWWWW"));
        QVERIFY(label.maximumWidth() >= label.fontMetrics().horizontalAdvance(label.text()));
    }

    void aMuchShorterFigureAndASmallerFontGiveTheRoomBack() {
        FigureLabel label;
        label.setFigure(QStringLiteral("1,234,567 images"));
        const int before = label.maximumWidth();
        QVERIFY(!label.setFigure(QStringLiteral("1,234,56 images")));  // a digit less keeps it: no trembling
        QCOMPARE(label.maximumWidth(), before);
        QVERIFY(label.setFigure(QStringLiteral("9 images")));
        QVERIFY(label.maximumWidth() < before);
        QVERIFY(label.maximumWidth() >= label.fontMetrics().horizontalAdvance(label.text()));
        const QSize large = label.maximumSize();
        QFont font = label.font();
        font.setPixelSize(label.fontInfo().pixelSize() - 2);
        label.setFont(font);
        QVERIFY(label.maximumWidth() < large.width() && label.maximumHeight() < large.height());
        QCOMPARE(label.minimumSize(), label.maximumSize());
    }

    void theTraysArrowIsDrawnOnceForEachTheme() {
        Theme::get().apply(ThemeChoice::Dark, 100);
        RunStage s("story");
        CountingTray tray(s.desk.edits(), s.desk.forecast(), &s.actions);
        QTRY_VERIFY(s.desk.forecast()->report());
        s.desk.edits()->propose("batch.micro", std::int64_t{192});
        QTRY_VERIFY(s.desk.forecast()->staged() && s.desk.forecast()->staged()->complete &&
                    !s.desk.forecast()->stale());
        tray.setSpeed(100);
        const auto arrow = [&tray] {
            for (const auto* label : tray.findChildren<QLabel*>())
                if (const qsizetype at = label->text().indexOf(QStringLiteral("base64,")); at >= 0)
                    return label->text().mid(at).section(QLatin1Char('\''), 0, 0);
            return QString();
        };
        const QString dark = arrow();
        QVERIFY(!dark.isEmpty());
        tray.pictures = 0;
        for (int i = 1; i < 50; ++i) tray.setSpeed(100 + i);
        QCOMPARE(tray.pictures, 0);
        QCOMPARE(arrow(), dark);
        Theme::get().apply(ThemeChoice::Light, 100);
        QVERIFY(arrow() != dark);  // in the colour of its text
        tray.pictures = 0;
        for (int i = 1; i < 50; ++i) tray.setSpeed(100 + i);
        QCOMPARE(tray.pictures, 0);
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void onlyLedgerRowsThatLookDifferentAreDrawn() {
        LedgerModel model;
        model.setUnit(MemoryUnit::GiB);
        model.setReport(report(1000, 500));
        QSignalSpy drawn(&model, &QAbstractItemModel::dataChanged);
        model.setReport(report(1000, 500));
        QCOMPARE(drawn.size(), 0);
        model.setReport(report(2000, 500));
        QVERIFY(!drawn.isEmpty());
        for (const auto& call : drawn) {
            const LedgerRow row = model.rowOf(call.at(0).toModelIndex());
            QVERIFY2(row == LedgerRow::Others || row == LedgerRow::Free, "a row was drawn that looks the same");
        }
    }

    void thePaceYieldsWhenDrawingIsDear() {
        Pace dear(2);
        double used = 0;
        int wait = 0;
        for (int turn = 0; turn < 50; ++turn) wait = dear.next(used += 0.005);
        QVERIFY2(wait >= 245 && wait <= 255, qPrintable(QString::number(wait)));  // 5 ms in 250 ms is 2 % of a core
        for (int turn = 0; turn < 50; ++turn) wait = dear.next(used += 0.1);
        QCOMPARE(wait, Pace::kSlowestMs);
        for (int turn = 0; turn < 50; ++turn) wait = dear.next(used += 0.0001);
        QCOMPARE(wait, Pace::kFastestMs);
        Pace many(32);
        for (int turn = 0; turn < 50; ++turn) wait = many.next(used += 0.005);
        QCOMPARE(wait, Pace::kFastestMs);
    }
};

QTEST_MAIN(TestLiveCost)
#include "tst_live_cost.moc"
