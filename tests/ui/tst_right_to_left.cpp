// Painters and delegates where people read from right to left: what stands at one side stands at the other one.
#include "tests/support/fixture_memory.h"
#include "tests/ui/fit_stage.h"
#include "ui/families/vqgan_clip/picture_frames.h"
#include "ui/models/runs_model.h"
#include "ui/panels/export/export_parts.h"
#include "ui/panels/fit/fit_parts.h"
#include "ui/panels/fit/fit_plot.h"
#include "ui/panels/log/log_panel.h"
#include "ui/panels/memory/ledger_view.h"
#include "ui/panels/runs/compare_parts.h"
#include "ui/panels/runs/runs_table.h"
#include "ui/widgets/check_list.h"
#include "ui/widgets/history_slider.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/marker_strip.h"
#include "ui/widgets/memory_lens.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/segmented_bar.h"
#include "ui/widgets/step_timeline_view.h"

#include <QAccessible>
#include <QCheckBox>
#include <QMouseEvent>
#include <QPainter>
#include <QSlider>
#include <QStandardItemModel>
#include <QToolButton>

using namespace headroom;
using namespace headroom::ui;

namespace {

constexpr int kWidth = 400;

/// The columns in which a picture differs from its ground, that is from most of its pixels' colour: first, last and their middle by weight.
struct Ink {
    double first = -1, last = -1, middle = 0;
};

Ink inkOf(const QImage& image, QRgb ground) {
    Ink ink;
    double sum = 0, weight = 0;
    for (int x = 0; x < image.width(); ++x) {
        int marks = 0;
        for (int y = 0; y < image.height(); ++y) marks += image.pixel(x, y) != ground ? 1 : 0;
        if (marks == 0) continue;
        if (ink.first < 0) ink.first = x;
        ink.last = x;
        sum += x * marks;
        weight += marks;
    }
    ink.middle = weight > 0 ? sum / weight : -1;
    return ink;
}

/// A row as `delegate` paints it, without its hairline.
QImage rowOf(const QAbstractItemDelegate& delegate, const QModelIndex& index, Qt::LayoutDirection direction) {
    QStyleOptionViewItem option;
    option.rect = {0, 0, kWidth, 60};
    option.direction = direction;
    option.state = QStyle::State_Enabled;
    QImage image(kWidth, 60, QImage::Format_RGB32);
    image.fill(qRgb(1, 2, 3));
    QPainter painter(&image);
    delegate.paint(&painter, option, index);
    painter.end();
    return image.copy(0, 0, kWidth, 58);
}

QImage shownBy(QWidget& widget) { return widget.grab().toImage().convertToFormat(QImage::Format_RGB32); }

/// Without words, what is drawn is the mirror image to the pixel, but for how lines fall between pixels.
int unlikePixels(const QImage& a, const QImage& b) {
    if (a.size() != b.size()) return a.width() * a.height();
    int out = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) out += qAbs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 40 ? 1 : 0;
    return out;
}

/// Empty, or why the widget without words does not turn round.
QString unturned(QWidget& widget) {
    widget.setLayoutDirection(Qt::LeftToRight);
    const QImage before = shownBy(widget);
    widget.setLayoutDirection(Qt::RightToLeft);
    const QImage after = shownBy(widget);
    const int wrong = unlikePixels(before.mirrored(true, false), after), same = unlikePixels(before, after);
    if (wrong <= 16 && same > 16) return {};
    return QStringLiteral("%1 pixels are no mirror image; %2 have changed").arg(wrong).arg(same);
}

/// Empty, or why the two are no mirror images; words stay as they are, so that a few pixels may differ.
QString unlike(const QImage& left_to_right, const QImage& right_to_left, QRgb ground) {
    const Ink a = inkOf(left_to_right, ground), b = inkOf(right_to_left, ground);
    const double right = left_to_right.width() - 1;
    const bool same = std::abs(a.first - (right - b.last)) <= 4 && std::abs(a.last - (right - b.first)) <= 4 &&
                      std::abs(a.middle - (right - b.middle)) <= 12;
    if (same && std::abs(a.middle - right / 2) > 3) return {};
    return QStringLiteral("%1..%2 about %3, and %4..%5 about %6 of %7")
        .arg(a.first)
        .arg(a.last)
        .arg(a.middle)
        .arg(b.first)
        .arg(b.last)
        .arg(b.middle)
        .arg(right);
}

QString unlikeRows(const QAbstractItemDelegate& delegate, const QModelIndex& index) {
    return unlike(rowOf(delegate, index, Qt::LeftToRight), rowOf(delegate, index, Qt::RightToLeft), qRgb(1, 2, 3));
}

}  // namespace

/// The same of a widget, of what it shows within `part`.
QString unlikeSides(QWidget& widget, const QRect& part) {
    widget.setLayoutDirection(Qt::LeftToRight);
    const QImage before = shownBy(widget).copy(part);
    widget.setLayoutDirection(Qt::RightToLeft);
    return unlike(before, shownBy(widget).copy(part), before.pixel(before.width() / 2, 0));
}

QRect accessiblePlace(QWidget& widget, int child) {
    return QAccessible::queryAccessibleInterface(&widget)->child(child)->rect().translated(
        -widget.mapToGlobal(QPoint()));
}

BarData barOf(double weights, double activations) {
    BarData data;
    data.total = fixture::gib(8);
    data.parts = {{BarRole::Weights, fixture::gib(weights)},
                  {BarRole::ActivationsAlt, fixture::gib(activations)},
                  {BarRole::Free, fixture::gib(8 - weights - activations)}};
    return data;
}

class TestRightToLeft : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsOfTheRunsAreMirrored() {
        QStandardItemModel model(1, RunsModel::kColumns);
        const RunDelegate delegate;
        for (int column = 0; column < RunsModel::kColumns; ++column) {
            const QModelIndex index = model.index(0, column);
            model.setData(index, QStringLiteral("shapes"));
            model.setData(index, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), Qt::TextAlignmentRole);
            model.setData(index, -1, RunsModel::SlotRole);
            model.setData(index, QStringLiteral("stopped"), RunsModel::StateRole);
            model.setData(index, QStringList{QStringLiteral("warm"), QStringLiteral("b")}, RunsModel::TagsRole);
            QVERIFY2(unlikeRows(delegate, index).isEmpty(), qPrintable(unlikeRows(delegate, index)));
        }
    }

    void rowsOfExportAndLogAreMirrored() {
        QStandardItemModel model(2, 1);
        const QModelIndex row = model.index(0, 0), line = model.index(1, 0);
        model.setData(row, QStringLiteral("Samples"));
        model.setData(row, QStringLiteral("a grid"), ExportListModel::SummaryRole);
        model.setData(row, QStringLiteral("photo"), ExportListModel::IconRole);
        QVERIFY2(unlikeRows(ExportDelegate(), row).isEmpty(), qPrintable(unlikeRows(ExportDelegate(), row)));
        model.setData(line, static_cast<int>(LogLevel::Warn), LogModel::LevelRole);
        model.setData(line, QStringLiteral("12:00:00"), LogModel::TimeRole);
        model.setData(line, QStringLiteral("slow disk"), LogModel::TextRole);
        QVERIFY2(unlikeRows(LogDelegate(), line).isEmpty(), qPrintable(unlikeRows(LogDelegate(), line)));
    }

    void theLedgerIsMirrored() {
        LedgerModel model;
        LedgerView view(&model);
        view.resize(kWidth, view.sizeHint().height());
        view.show();
        const auto& delegate = *view.itemDelegate();
        for (const LedgerRow row : {LedgerRow::Process, LedgerRow::Weights, LedgerRow::Window}) {
            const QModelIndex index = model.indexOf(row, LedgerModel::HeldBy);
            QVERIFY2(unlikeRows(delegate, index).isEmpty(), qPrintable(unlikeRows(delegate, index)));
        }
        model.setReport(std::make_shared<MemoryReport>(fixture::story_report()));
        const QModelIndex figure = model.indexOf(LedgerRow::Process, LedgerModel::Now);
        QVERIFY2(unlikeRows(delegate, figure).isEmpty(), qPrintable(unlikeRows(delegate, figure)));
    }

    void aClickOnTheCheckBoxFollowsIt() {
        QStandardItemModel model(1, 1);
        auto* item = new QStandardItem;
        item->setCheckable(true);
        model.setItem(0, 0, item);
        const QModelIndex index = item->index();
        RunDelegate delegate;
        QStyleOptionViewItem option;
        option.rect = {0, 0, kWidth, 60};
        const auto click = [&](int x) {
            QMouseEvent release(QEvent::MouseButtonRelease, QPointF(x, 30), QPointF(x, 30), Qt::LeftButton,
                                Qt::LeftButton, {});
            QAbstractItemDelegate& answers = delegate;
            return answers.editorEvent(&release, &model, option, index);
        };
        QVERIFY(click(20) && !click(kWidth - 20));
        option.direction = Qt::RightToLeft;
        QVERIFY(!click(20) && click(kWidth - 20));
    }

    void slidersOfTheHistoryAreMirrored() {
        HistorySlider slider;
        slider.resize(kWidth, 32);
        slider.setSteps({100, 200, 300, 400, 1000});
        // The first place that is nearest to the second step.
        const auto knob = [&](Qt::LayoutDirection direction) {
            slider.setLayoutDirection(direction);
            for (int x = 0; x < kWidth; ++x) {
                QTest::mouseClick(&slider, Qt::LeftButton, {}, QPoint(x, 16));
                if (slider.value() == 1) return x;
            }
            return -1;
        };
        const int left = knob(Qt::LeftToRight);
        QVERIFY(left > 8 && left < kWidth / 3);
        QVERIFY(knob(Qt::RightToLeft) > kWidth * 2 / 3);
        FilmStrip strip([](int) { return QImage(30, 30, QImage::Format_RGB32); });
        strip.resize(kWidth, 40);
        strip.setSteps({1, 2, 3, 4});
        strip.setLayoutDirection(Qt::RightToLeft);
        QTest::mouseClick(&strip, Qt::LeftButton, {}, QPoint(kWidth - 10, 20));
        QCOMPARE(strip.value(), 0);
        strip.setLayoutDirection(Qt::LeftToRight);
        QTest::mouseClick(&strip, Qt::LeftButton, {}, QPoint(kWidth - 10, 20));
        QVERIFY(strip.value() != 0);
    }

    void fieldsAndBoxesAreMirrored() {
        const QList<CheckList::Option> options{{QStringLiteral("a"), QStringLiteral("First"), {}},
                                               {QStringLiteral("b"), QStringLiteral("Second"), {}}};
        CheckList list(options);
        list.resize(kWidth, 60);
        list.show();
        QVERIFY(list.box(QStringLiteral("a"))->x() < list.box(QStringLiteral("b"))->x());
        list.setLayoutDirection(Qt::RightToLeft);
        QVERIFY(list.box(QStringLiteral("a"))->x() > list.box(QStringLiteral("b"))->x());

        SearchField search(QStringLiteral("Find"), QStringLiteral("Ctrl+F"));
        search.resize(kWidth, 30);
        search.show();
        const auto key = [&] { return search.findChild<QLabel*>()->geometry().center().x(); };
        QVERIFY(key() > kWidth / 2);
        search.setLayoutDirection(Qt::RightToLeft);
        search.resize(kWidth + 1, 30);
        QVERIFY(key() < kWidth / 2);
    }

    void edgesCornersAndRoomOfTheStyleSheetAreMirrored() {
        Theme::get().apply(ThemeChoice::Dark, 100);
        QWidget window;
        auto* stop = new QToolButton(&window);
        stop->setObjectName(QStringLiteral("button"));
        stop->setPopupMode(QToolButton::MenuButtonPopup);
        stop->setText(QStringLiteral(" "));
        auto* bar = new SegmentedBar(true, &window);
        bar->addSegments({QStringLiteral(" "), QStringLiteral(" "), QStringLiteral("  ")});
        auto* notice = new QFrame(&window);
        notice->setObjectName(QStringLiteral("notice"));
        notice->setProperty("tone", "err");
        auto* row = new QFrame(&window);
        row->setObjectName(QStringLiteral("paramRow"));
        row->setProperty("stage", "staged");
        auto* slider = new QSlider(Qt::Horizontal, &window);
        slider->setValue(80);
        auto* icon = makeIcon(QStringLiteral("chevron-right"), Token::T1, 24, &window);
        for (QWidget* part : {static_cast<QWidget*>(notice), static_cast<QWidget*>(row), static_cast<QWidget*>(slider)})
            part->setFixedSize(120, 30);
        columnIn(&window, {}, 4, {stop, bar, notice, row, slider, icon});
        window.resize(240, 200);
        window.show();
        const std::vector<QWidget*> parts{stop, bar, notice, row, slider, icon};
        std::vector<QImage> before;
        for (QWidget* part : parts) before.push_back(shownBy(*part));
        QApplication::setLayoutDirection(Qt::RightToLeft);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto wrong = [&] { return unlikePixels(before[i].mirrored(true, false), shownBy(*parts[i])); };
            QTRY_VERIFY2(wrong() <= 16, qPrintable(QStringLiteral("%1: %2").arg(i).arg(wrong())));
            QVERIFY(unlikePixels(before[i], shownBy(*parts[i])) > 16);  // and not the same
        }
        QApplication::setLayoutDirection(Qt::LeftToRight);
        for (std::size_t i = 0; i < parts.size(); ++i) QTRY_COMPARE(unlikePixels(before[i], shownBy(*parts[i])), 0);
    }

    void theMemoryBarAndItsLensAreMirrored() {
        for (const auto kind : {MemoryBar::Kind::Full, MemoryBar::Kind::Tray, MemoryBar::Kind::Card}) {
            MemoryBar bar(kind);
            bar.resize(kWidth, bar.sizeHint().height());
            bar.setTicksShown(false);
            BarData data = barOf(1, 2);
            data.budget_end = fixture::gib(6);
            data.reserve = fixture::gib(0.5);
            bar.setData(data);
            QVERIFY2(unturned(bar).isEmpty(), qPrintable(unturned(bar)));
            QVERIFY(accessiblePlace(bar, 0).left() > kWidth * 4 / 5);
        }
        MemoryBar bar;
        bar.resize(kWidth, bar.sizeHint().height());
        BarData data = barOf(0.1, 0.1);
        data.budget_end = fixture::gib(7);
        data.flag = QStringLiteral("Budget 7.00");
        bar.setData(data);
        const int top = static_cast<int>(bar.barRect().top()) - 4, below = static_cast<int>(bar.barRect().bottom()) + 2;
        for (const QRect& part : {QRect(0, 0, kWidth, top), QRect(0, below, kWidth, bar.height() - below)})
            QVERIFY2(unlikeSides(bar, part).isEmpty(), qPrintable(unlikeSides(bar, part)));

        MemoryLens lens;
        lens.resize(kWidth, lens.sizeHint().height());
        lens.bar()->setTicksShown(false);
        QVERIFY(lens.setData(barOf(0.1, 0.1)));
        lens.resize(kWidth, lens.sizeHint().height());
        const QRect fan(0, 0, kWidth, 3);  // above the words
        QVERIFY2(unlikeSides(lens, fan).isEmpty(), qPrintable(unlikeSides(lens, fan)));
        QVERIFY2(unturned(*lens.bar()).isEmpty(), qPrintable(unturned(*lens.bar())));
    }

    void gridsOfPicturesBeginWhereReadingDoes() {
        ImageGrid grid;
        QList<QImage> pictures;
        for (int i = 0; i < 5; ++i) {
            pictures << QImage(40, 40, QImage::Format_RGB32);
            pictures.last().fill(qRgb(50 * i, 50 * i, 255 - 50 * i));
        }
        grid.resize(kWidth, 230);
        grid.setImages(pictures);
        grid.setZoom(2.5);
        grid.show();
        QVERIFY2(unturned(grid).isEmpty(), qPrintable(unturned(grid)));  // and stays so
        QVERIFY(accessiblePlace(grid, 0).left() > accessiblePlace(grid, 1).left());
        QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, accessiblePlace(grid, 1).center());
        QCOMPARE(grid.current(), 1);
        QTest::keyClick(&grid, Qt::Key_Left);
        QCOMPARE(grid.current(), 2);
        QTest::keyClick(&grid, Qt::Key_Right);
        QCOMPARE(grid.current(), 1);
        grid.setLayoutDirection(Qt::LeftToRight);
        QTest::keyClick(&grid, Qt::Key_Right);
        QCOMPARE(grid.current(), 2);
    }

    void picturesAndLegendsOfComparedRunsAreMirrored() {
        ComparePictures pictures;
        pictures.setPictures({{0, QStringLiteral("shapes"), {}, {}}, {1, QStringLiteral("b"), {}, {}}});
        pictures.resize(kWidth, 200);
        QVERIFY2(unlikeSides(pictures, pictures.rect()).isEmpty(), qPrintable(unlikeSides(pictures, pictures.rect())));
        CompareLegend legend;
        legend.setRuns({{0, QStringLiteral("shapes")}});
        const auto drawn = [&](Qt::LayoutDirection direction) {
            legend.setLayoutDirection(direction);
            QImage image(kWidth, 40, QImage::Format_RGB32);
            image.fill(qRgb(1, 2, 3));
            QPainter painter(&image);
            legend.draw(painter, kWidth);
            return image;
        };
        const QString wrong = unlike(drawn(Qt::LeftToRight), drawn(Qt::RightToLeft), qRgb(1, 2, 3));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

    void stopsOfTheBudgetStandBelowTheSlider() {
        FitBudget budget;
        budget.setStops(
            {{fixture::gib(2), {}, QStringLiteral("a long stop"), {}}, {fixture::gib(8), {}, QStringLiteral("8"), {}}});
        budget.resize(kWidth, budget.height());
        const QRect words(0, budget.height() - 16, kWidth, 14);
        QVERIFY2(unlikeSides(budget, words).isEmpty(), qPrintable(unlikeSides(budget, words)));
    }

    /// Time goes from left to right in every language; what says so stands where reading begins.
    void axesKeepTheirWayAndFiguresChangeSides() {
        StepTimelineView view;
        view.resize(kWidth, 260);
        view.setTimeline(std::make_shared<StepTimeline>(fixture::story_timeline(4210)), MemoryUnit::GiB);
        const QColor weights = themeColor(BarRole::Weights);
        const auto areaAt = [&](int x) { return shownBy(view).pixel(x, view.height() - 40) == weights.rgb(); };
        view.setLayoutDirection(Qt::LeftToRight);
        const double peak = view.peakPosition().x();
        QVERIFY(!areaAt(6) && areaAt(kWidth - 6));
        view.setLayoutDirection(Qt::RightToLeft);
        QVERIFY(areaAt(6) && !areaAt(kWidth - 6));
        QVERIFY(view.peakPosition().x() < peak && view.peakPosition().x() > kWidth / 2);  // late in the step

        const std::vector<StripMark> marks{{MetricsMark::Kind::Edit, 200, QStringLiteral("rate"), {}}};
        const auto place = [&](Qt::LayoutDirection direction) {
            return placeLabels(
                       marks, kWidth, 20, [](const QString&) { return 40.0; }, direction)
                .front()
                .label;
        };
        QVERIFY(place(Qt::LeftToRight).left() > 200 && place(Qt::RightToLeft).right() < 200);
        QCOMPARE(place(Qt::RightToLeft).right() - 200, 200 - place(Qt::LeftToRight).left());

        FitReport report;
        report.budget = fixture::gib(6);
        for (const double peak_of : {3.0, 4.0, 5.0}) {
            report.plans.emplace_back();
            report.plans.back().forecast.peak = fixture::gib(peak_of);
            report.plans.back().forecast.seconds_per_step = 6 - peak_of;
        }
        for (const auto direction : {Qt::LeftToRight, Qt::RightToLeft}) {
            FitPlot plot;
            plot.setLayoutDirection(direction);
            plot.resize(kWidth, 120);
            plot.show();
            plot.setReport(report, MemoryUnit::GiB);
            plot.replot();
            QVERIFY(plot.pointOf(0).x() < plot.pointOf(2).x());
            const QRect inner = plot.axisRect()->rect();
            const int before = inner.left(), behind = kWidth - inner.right();
            QVERIFY2(direction == Qt::LeftToRight ? before > behind + 4 : behind > before + 4,
                     qPrintable(QStringLiteral("%1 %2").arg(before).arg(behind)));
            QCOMPARE(plot.yAxis2->visible(), direction == Qt::RightToLeft);
            QCOMPARE(plot.yAxis->range().upper, plot.yAxis2->range().upper);
        }
    }
};

QTEST_MAIN(TestRightToLeft)
#include "tst_right_to_left.moc"
