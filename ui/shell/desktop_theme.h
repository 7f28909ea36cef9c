// DesktopTheme: whether the desktop is dark, wants high contrast or little motion and how large its text is, and when that changes: from its palette
// and font, and where there is one from its portal.
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

    bool dark() const { return scheme_ == 0 ? palette_dark_ : scheme_ == 1; }
    bool highContrast() const { return contrast_; }
    bool reducedMotion() const { return still_; }
    /// The desktop's text beside 10 points on a screen of 96 dots per inch, which most desktops begin with: 100 to 200, in steps of 5.
    int textPercent() const { return text_percent_; }
    static int textPercentFor(qreal font_pixels);
    /// The portal's "color-scheme": 1 dark, 2 light; 0: no wish, the palette decides.
    void takeScheme(unsigned scheme) { take(scheme, palette_dark_); }
    void takePalette(bool dark) { take(scheme_, dark); }
    void takeText(int percent);
    /// A setting of the portal: the ones of all desktops, of GNOME and of KDE; others are passed over.
    void takeSetting(const QString& space, const QString& key, const QVariant& value);

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
    void takeFlag(bool& flag, bool value);
    void readLook();

    unsigned scheme_ = 0;
    bool palette_dark_ = false, contrast_ = false, still_ = false;
    int text_percent_ = 100;
    bool waiting_ = false;  ///< palette and font are to be read
};

}  // namespace headroom::ui
