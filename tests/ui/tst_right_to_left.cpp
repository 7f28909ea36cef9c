// Painters and delegates where people read from right to left: what stands at one side stands at the other one.
#include "tests/support/fixture_memory.h"
#include "tests/ui/patient_test.h"
#include "ui/families/vqgan_clip/film_strip.h"
#include "ui/models/log_model.h"
#include "ui/models/runs_model.h"
#include "ui/panels/export/export_list.h"
#include "ui/panels/log/log_panel.h"
#include "ui/panels/memory/ledger_view.h"
#include "ui/panels/runs/run_delegate.h"
#include "ui/widgets/check_list.h"
#include "ui/widgets/history_slider.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/segmented_bar.h"

#include <QCheckBox>
#include <QMouseEvent>
#include <QPainter>
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
        const QModelIndex index = model.index(0, 0);
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
                if (slider.current() == 1) return x;
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
        QCOMPARE(strip.current(), 0);
        strip.setLayoutDirection(Qt::LeftToRight);
        QTest::mouseClick(&strip, Qt::LeftButton, {}, QPoint(kWidth - 10, 20));
        QVERIFY(strip.current() != 0);
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
        // Without words, what is drawn is the mirror image to the pixel, but for how lines fall between pixels.
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
        for (QWidget* part : {static_cast<QWidget*>(notice), static_cast<QWidget*>(row)}) part->setFixedSize(120, 30);
        columnIn(&window, {}, 4, {stop, bar, notice, row});
        window.resize(240, 200);
        window.show();
        const auto shown = [&](QWidget* part) { return part->grab().toImage().convertToFormat(QImage::Format_RGB32); };
        const std::vector<QWidget*> parts{stop, bar, notice, row};
        std::vector<QImage> before;
        for (QWidget* part : parts) before.push_back(shown(part));
        const auto unlike_pixels = [](const QImage& a, const QImage& b) {
            if (a.size() != b.size()) return a.width() * a.height();
            int out = 0;
            for (int y = 0; y < a.height(); ++y)
                for (int x = 0; x < a.width(); ++x)
                    out += qAbs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 40 ? 1 : 0;
            return out;
        };
        QApplication::setLayoutDirection(Qt::RightToLeft);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto wrong = [&] { return unlike_pixels(before[i].mirrored(true, false), shown(parts[i])); };
            QTRY_VERIFY2(wrong() <= 16, qPrintable(QStringLiteral("%1: %2").arg(i).arg(wrong())));
            QVERIFY(unlike_pixels(before[i], shown(parts[i])) > 16);  // and not the same
        }
        QApplication::setLayoutDirection(Qt::LeftToRight);
        for (std::size_t i = 0; i < parts.size(); ++i) QTRY_COMPARE(unlike_pixels(before[i], shown(parts[i])), 0);
    }
};

QTEST_MAIN(TestRightToLeft)
#include "tst_right_to_left.moc"
