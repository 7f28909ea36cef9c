// Every scene with larger text: nothing is cut off.
#include "tests/ui/scene_texts.h"

using namespace headroom::ui;

class LargeTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { windows_.close_but_in("everyScene"); }

    void everyScene_data() {
        add_scenes({{"de", {1600, 1000}, 200}, {"en", {1280, 800}, 200}, {"de", {1280, 800}, 150}});
    }
    void everyScene() { check_scene(windows_); }
    void noEventOfAWindowTakesLong() { QVERIFY2(slow_events().isEmpty(), qPrintable(slow_events())); }

private:
    SceneWindow windows_;
};

int main(int argc, char** argv) { return run_scenes<LargeTextTest>(argc, argv); }

#include "tst_large_text.moc"
