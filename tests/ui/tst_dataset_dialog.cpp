// DatasetDialog: report, rejected files, errors in words, cancel, destruction while an inspection runs.
#include "tests/ui/patient_test.h"
#include "tests/ui/window_services.h"
#include "ui/panels/dataset/dataset_dialog.h"
#include "ui/panels/dataset/dataset_report_view.h"
#include "ui/panels/dataset/suggestion_view.h"
#include "ui/widgets/image_grid.h"

#include "ui/models/background_task.h"
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>

using namespace headroom;
using namespace headroom::ui;

class TestDatasetDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void inspectsShapesAtOnce() {
        WindowServices services;
        DatasetDialog dialog(&services, {});
        QVERIFY(dialog.busy());
        QVERIFY(!dialog.useButton()->isEnabled());
        QTRY_VERIFY(dialog.useButton()->isEnabled());
        QCOMPARE(dialog.reportView()->fact(QStringLiteral("Images")), QStringLiteral("16,384"));
        QCOMPARE(dialog.reportView()->fact(QStringLiteral("Left out")), QStringLiteral("none"));
        QCOMPARE(dialog.reportView()->sheet()->images().size(), 64);
        QVERIFY(dialog.reportView()->rejectedView()->isHidden() || !dialog.reportView()->rejectedView()->isVisible());
        dialog.useButton()->click();
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
        QCOMPARE(dialog.patch().at("data.path"), ParamValue(std::string("shapes")));
    }

    void listsRejectedFilesWithReasons() {
        WindowServices services;
        TrainConfig config;
        config.data_path = "/pictures";
        DatasetDialog dialog(&services, config);
        QTRY_COMPARE(dialog.reportView()->rejectedView()->model()->rowCount(), 3);
        QVERIFY(dialog.reportView()->fact(QStringLiteral("Left out")).startsWith(QStringLiteral("3 files")));
        dialog.reportView()->copyRejected();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("textures/broken.jpg\ttruncated")));
    }

    void saysWhatIsWrongAndOffersNoUse() {
        WindowServices services;
        TrainConfig config;
        config.data_path = "/missing";
        DatasetDialog dialog(&services, config);
        QTRY_COMPARE(dialog.message(), QStringLiteral("/missing: there is no such folder."));
        QVERIFY(!dialog.useButton()->isEnabled());
        QVERIFY(!dialog.useButton()->toolTip().isEmpty());
    }

    void proposesARecipeWithReasons() {
        WindowServices services;
        TrainConfig config;
        config.data_path = "/pictures";
        DatasetDialog dialog(&services, config);
        QTRY_VERIFY(dialog.recipeButton()->isEnabled());
        QCOMPARE(dialog.reportView()->fact(QStringLiteral("Repeated")), QStringLiteral("212"));
        QVERIFY(dialog.reportView()->fact(QStringLiteral("Sides")).contains(QStringLiteral("50 % wide")));
        const QStringList said = dialog.reportView()->suggestion()->lines();
        QVERIFY(said.contains(QStringLiteral("Resize-convolutions in the generator")));
        QVERIFY(said.join(QLatin1Char('\n')).contains(QStringLiteral("60 % of the pictures are not square")));
        QCOMPARE(dialog.patch().count("model.upsampling"), std::size_t{0});
        QCOMPARE(dialog.recipe(), nullptr);
        dialog.recipeButton()->click();
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
        QVERIFY(dialog.recipe());
        QCOMPARE(dialog.patch().at("model.upsampling"), ParamValue(std::string("resize")));
        QCOMPARE(dialog.patch().at("data.fit"), ParamValue(std::string("pad")));
        QCOMPARE(dialog.patch().at("data.path"), ParamValue(std::string("/pictures")));
    }

    void anotherPathMustBeInspectedFirst() {
        WindowServices services;
        DatasetDialog dialog(&services, {});
        QTRY_VERIFY(dialog.useButton()->isEnabled());
        dialog.pathField()->setText(QStringLiteral("/elsewhere"));
        QVERIFY(!dialog.useButton()->isEnabled());
    }

    void cancelsAndDiesWhileRunning() {
        WindowServices services;
        services.hold_work();
        {
            DatasetDialog dialog(&services, {});
            QVERIFY(dialog.busy());
            dialog.cancelInspection();
            QVERIFY(!dialog.busy());
            dialog.inspect();
            QVERIFY(dialog.busy());
        }
        QVERIFY(BackgroundTask::calls()->waitForDone(30000));  // the call was asked to stop
        QCoreApplication::processEvents();
    }
};

QTEST_MAIN(TestDatasetDialog)
#include "tst_dataset_dialog.moc"
