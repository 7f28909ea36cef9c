// ParamEditor: the field of one parameter, chosen by its type. It shows values and hands typed text on; it judges nothing.
#pragma once

#include "core/api/param.h"
#include "ui/forward.h"

#include <QWidget>

#include <functional>

namespace headroom::ui {

class ParamEditor : public QWidget {
    Q_OBJECT
public:
    ParamEditor(const ParamRow& row, QWidget* parent);

    void showValue(const ParamValue& value) { show_(value); }  ///< emits nothing
    /// The value while the field keeps its text, which is being typed or was refused: what is committed or escaped next is told from it.
    void noteValue(const ParamValue& value) {
        if (note_) note_(value);
    }
    /// Whether the field holds text that was typed and not committed yet; showValue() would lose it.
    bool isTyping() const { return typing_ && typing_(); }
    /// The widget that has the focus and the border.
    QWidget* field() const { return field_; }
    /// Has the user choose the file or folder that it names, as the button beside it does; nothing where it names none.
    void choose() {
        if (choose_) choose_();
    }
    /// Whether it stands below its label, for it needs the width of the form.
    bool wantsWidth() const { return wide_; }
    /// Sets the border: "edited", "bad" or neither.
    void mark(bool edited, bool bad);

Q_SIGNALS:
    void committed(const QString& text);  ///< as parse_param() reads it
    void escaped();
    void inspectRequested();  ///< Path: look at the data set

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;  ///< Esc in the field

private:
    void makeNumber(const ParamRow& row);
    void makeList(const ParamRow& row);
    void makeFlag();
    void makeSet(const ParamRow& row);
    void makeText(const ParamRow& row);
    IconButton* addButton(const QString& tip);
    QMenu* addMenu(const QString& tip);
    /// Files are chosen, further ones added where the setting takes several, and taken out.
    void addFileMenu(const ParamRow& row);
    void addDataMenu();
    void chooseFolder();

    QWidget* field_ = nullptr;
    bool wide_;
    std::function<void(const ParamValue&)> show_, note_;
    std::function<bool()> typing_;
    std::function<void()> choose_;
    QString shown_;  ///< of a text
};

}  // namespace headroom::ui
