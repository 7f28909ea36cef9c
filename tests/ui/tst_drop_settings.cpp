// Settings dropped on the window, alone or in a picture: shown before they are used, and staged beside a run.
#include "core/config/config_io.h"
#include "tests/ui/drop_events.h"
#include "tests/ui/dropped_files.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/kind_drafts.h"
#include "ui/panels/presets/preset_dialogs.h"
#include "ui/shell/theme.h"

#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

class DropSettingsTest : public QObject {
    Q_OBJECT
private:
    DroppedFiles files_;
    QString in(const char* name) const { return files_.in(name); }

private Q_SLOTS:
    void initTestCase() {
        Theme::get().apply(ThemeChoice::Dark, 100);
        QVERIFY(files_.drawPictures());
    }

    void settingsAreShownBeforeTheyAreUsed() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        TrainConfig config = *s.bridge.config();
        config.batch_micro = config.batch_micro == 16 ? 32 : 16;
        config.lr_g = 3e-4;
        QMimeData mime;
        fillWithFiles(mime, {write_file(in("recipe.json"), QByteArray::fromStdString(write_config(config)))});
        dropAt(&s.window, mime, s.window.rect().center());
        TakeSettingsDialog* dialog = nullptr;
        QTRY_VERIFY((dialog = s.window.findChild<TakeSettingsDialog*>()));
        QCOMPARE(dialog->list()->topLevelItemCount(), 2);
        keep_picture(*dialog, QStringLiteral("take-settings"));
        QVERIFY(s.bridge.config()->batch_micro != config.batch_micro);
        for (int i = 0; i < 2; ++i) {  // one of the two is left out
            QTreeWidgetItem* item = dialog->list()->topLevelItem(i);
            if (item->data(0, Qt::UserRole).toString() == QStringLiteral("lr.g")) item->setCheckState(0, Qt::Unchecked);
        }
        QCOMPARE(dialog->takeButton()->text(), QStringLiteral("Use 1 setting"));
        const double rate = s.bridge.config()->lr_g;
        dialog->takeButton()->click();
        QTRY_COMPARE(s.bridge.config()->batch_micro, config.batch_micro);
        QCOMPARE(s.bridge.config()->lr_g, rate);
    }

    void aSampleOffersItsSettingsAndTheFormKeepsItsPaths() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        s.window.starts()->takePatch(first_kind(), {{"data.path", in("textures").toStdString()}});
        QTRY_VERIFY(QApplication::activeModalWidget());  // the look at the data
        closeDialog();
        TrainConfig config = default_config(first_kind());
        config.batch_micro = 24;
        config.data_path = "/home/somebody/flowers";
        QImage image(8, 8, QImage::Format_RGB888);
        image.fill(Qt::blue);
        image.setText(QStringLiteral("Settings"), QString::fromStdString(write_shared_config(config)));
        image.setText(QStringLiteral("Step"), QStringLiteral("1200"));
        image.setText(QStringLiteral("Seed"), QStringLiteral("3"));
        QVERIFY(image.save(in("sample.png"), "PNG"));
        QMimeData mime;
        fillWithFiles(mime, {in("sample.png")});
        dropAt(&s.window, mime, {5, 5});
        QTRY_VERIFY(card(s, QStringLiteral("Use its settings")));
        const QString title = s.window.drops()->overlay()->accessibleName();
        QVERIFY2(title.contains(QStringLiteral("1,200")) && title.contains(QStringLiteral("seed 3")),
                 qPrintable(title));
        QTRY_VERIFY(s.window.drops()->overlay()->asking());
        card(s, QStringLiteral("Use its settings"))->button()->click();
        auto* dialog = s.window.findChild<TakeSettingsDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->chosen().count("data.path"), std::size_t{0});
        QCOMPARE(std::get<std::int64_t>(dialog->chosen().at("batch.micro")), std::int64_t{24});
    }

    void aRecipeFromElsewhereSaysWhatDiffers() {
        Studio s("ready");
        TrainConfig config = default_config(first_kind());
        config.batch_micro = 24;
        const std::string recipe = write_config(config, {.device = "A card of another machine"});
        QVERIFY(!write_file(in("recipe.json"), QByteArray::fromStdString(recipe)).isEmpty());
        QMimeData mime;
        fillWithFiles(mime, {in("recipe.json")});
        dropAt(&s.window, mime, {5, 5});
        const TakeSettingsDialog* dialog = nullptr;
        QTRY_VERIFY((dialog = s.window.findChild<TakeSettingsDialog*>()));
        const auto labels = dialog->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(
                QStringLiteral("Measured on A card of another machine; this computes on Scripted card."));
        }));
    }

    void besideARunSettingsAreStaged() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), Page::Train);
        TrainConfig config = *s.bridge.config();
        config.lr_g = config.lr_g * 2;
        config.seed = config.seed + 1;  // fixed for the run
        s.window.starts()->offerSettings(config, QStringLiteral("another run"));
        auto* dialog = s.window.findChild<TakeSettingsDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->list()->topLevelItemCount(), 2);
        QCOMPARE(dialog->chosen().size(), std::size_t{1});
        dialog->takeButton()->click();
        QVERIFY(s.window.front()->edits()->staged().contains("lr.g"));
        QMimeData mime;  // what the run has begun with is fixed too
        fillWithFiles(mime, {in("textures")});
        QVERIFY(dragTo(&s.window, mime, s.window.rect().center()));
        QTRY_VERIFY(card(s, QStringLiteral("Paint on each of its pictures")));
        dragAway(&s.window);
        QTRY_VERIFY(!s.window.drops()->overlay()->isVisible());
    }
};

QTEST_MAIN(DropSettingsTest)
#include "tst_drop_settings.moc"
