// DesktopTheme: whether the desktop is dark, and when that changes: from its palette, and where there is one from its portal.
#pragma once

#include <QDBusMessage>
#include <QObject>

namespace headroom::ui {

/// Window thread only. Needs the application.
class DesktopTheme : public QObject {
    Q_OBJECT
public:
    /// Reads the desktop's own palette: to be made before the window's replaces it. Asks the portal where a session bus is,
    /// and waits for its answer a tenth of a second at most.
    explicit DesktopTheme(QObject* parent = nullptr);

    bool dark() const;
    /// The portal's "color-scheme": 1 dark, 2 light; 0: no wish, the palette decides.
    void takeScheme(unsigned scheme) { take(scheme, palette_dark_); }
    void takePalette(bool dark) { take(scheme_, dark); }

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private Q_SLOTS:
    /// The whole message: Qt 6.4 does not connect slots with a QDBusVariant before that type has been used once.
    void onSetting(const QDBusMessage& message);

private:
    void take(unsigned scheme, bool palette_is_dark);
    void askPortal();
    void readPalette();

    unsigned scheme_ = 0;
    bool palette_dark_ = false;
    bool waiting_ = false;  ///< a palette is to be read
};

}  // namespace headroom::ui
