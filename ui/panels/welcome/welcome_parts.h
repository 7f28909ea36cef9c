// Parts of the welcome page: a card that starts something, a recent run, a device.
#pragma once

#include "core/api/services.h"
#include "ui/forward.h"
#include "ui/models/background_task.h"
#include "ui/models/runs_model.h"

#include <QFrame>
#include <QImage>

namespace headroom::ui {

/// The middle of a picture from a file, above the words of its card or beside them. Empty until it is read.
class CardPicture : public QWidget {
    Q_OBJECT
public:
    CardPicture(const QString& file, QWidget* parent);
    void setBeside(bool beside);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void fit(const QSize& pixels);

    QString file_;
    BackgroundTask fitting_;
    QSize fitted_;  ///< pixels of the one that is being made
    QImage shown_;
    bool beside_ = false;
};

/// Picture, title, one sentence, a small fact and the button that starts.
class StartCard : public QFrame {
    Q_OBJECT
public:
    struct Words {
        QString title, text, fact, button, icon;
    };

    /// `picture`: its file.
    StartCard(const Words& words, const QString& picture, bool primary, QWidget* parent = nullptr);
    QPushButton* button() const { return button_; }
    CardPicture* picture() const { return picture_; }
    /// Its picture stands beside the words.
    void setWide(bool wide);
    /// Off, with the reason as tooltip; empty: on.
    void setOffReason(const QString& reason);

private:
    CardPicture* picture_;
    QPushButton* button_;
    QBoxLayout* parts_ = nullptr;
};

/// A run as one line, with the button that goes on with it.
class RecentRunRow : public QFrame {
    Q_OBJECT
public:
    enum class Offer { Continue, Attach, Show };

    explicit RecentRunRow(const RunRow& listed, QWidget* parent = nullptr);
    const RunInfo& run() const { return run_; }
    QPushButton* button() const { return button_; }
    /// What the button does. `off_reason`: why it cannot, as tooltip; empty: it can.
    void setOffer(Offer offer, const QString& off_reason);

Q_SIGNALS:
    void continueRequested(const QString& run_dir);
    void attachRequested(const QString& run_dir);  ///< or to be shown, which this window does then

private:
    RunInfo run_;
    Offer offer_ = Offer::Continue;
    QPushButton* button_;
};

class DeviceCard : public QFrame {
    Q_OBJECT
public:
    explicit DeviceCard(const DeviceInfo& device, QWidget* parent = nullptr);
    QRadioButton* radio() const { return radio_; }
    const std::string& id() const { return device_.id; }
    bool usable() const { return device_.usable; }
    /// Runs are for this device, within `budget`; nothing: as much as there is. Tells nobody.
    void setChosen(bool chosen, Bytes budget);

Q_SIGNALS:
    void budgetChosen(qint64 bytes);  ///< slider released

private:
    void addBudget(QVBoxLayout* column);
    void showBar(Bytes budget);
    void showBudget(int steps);

    DeviceInfo device_;
    QRadioButton* radio_;
    MemoryBar* bar_;
    QSlider* slider_ = nullptr;  ///< and its figure: none where the device cannot be used
    QLabel* figure_ = nullptr;
};

}  // namespace headroom::ui
