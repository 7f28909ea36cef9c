// Every scene with larger text: nothing is cut off.
#include "tests/ui/scene_texts.h"

using namespace headroom::ui;

class LargeTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { speak(QStringLiteral("en")); }

    void everyScene_data() {
        add_scenes({{"de", {1600, 1000}, 200}, {"en", {1280, 800}, 200}, {"de", {1280, 800}, 150}});
    }
    void everyScene() { check_scene(); }
};

QTEST_MAIN(LargeTextTest)
#include "tst_large_text.moc"
