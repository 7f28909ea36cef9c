// ParamEditor: one small class per kind of field.
#include "ui/panels/run/param_editor.h"

#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/widgets/check_list.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/number_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QKeyEvent>
#include <QMenu>

namespace headroom::ui {
namespace {

class NumberEditor : public ParamEditor {
public:
    NumberEditor(const ParamRow& row, QWidget* parent)
        : ParamEditor(parent), field_(new NumberField(kindOf(row), this)) {
        field_->setLimits(row.low, row.high);
        field_->setStep(row.step, row.logarithmic);
        if (row.type == ParamType::ByteSize)
            field_->setZeroText(ParamEditor::tr("Automatic"));
        else
            field_->setUnit(coreText(row.unit));
        adopt(field_);
        connect(field_, &NumberField::committed, this, &ParamEditor::committed);
        connect(field_, &NumberField::escaped, this, &ParamEditor::escaped);
    }
    void showValue(const ParamValue& value) override { field_->setValue(number(value)); }
    void noteValue(const ParamValue& value) override { field_->noteValue(number(value)); }
    bool isTyping() const override { return field_->isTyping(); }
    QWidget* field() const override { return field_; }

private:
    static double number(const ParamValue& value) {
        const auto* real = std::get_if<double>(&value);
        return real ? *real : static_cast<double>(std::get<std::int64_t>(value));
    }
    static NumberField::Kind kindOf(const ParamRow& row) {
        if (row.type == ParamType::ByteSize) return NumberField::Kind::Bytes;
        if (row.type == ParamType::Integer) return NumberField::Kind::Integer;
        return row.logarithmic ? NumberField::Kind::Rate : NumberField::Kind::Real;
    }
    NumberField* field_;
};

class ListEditor : public ParamEditor {
public:
    ListEditor(const ParamRow& row, QWidget* parent) : ParamEditor(parent), field_(new Unwheeled<QComboBox>(this)) {
        for (const ParamChoice& choice : row.choices) field_->addItem(coreText(choice.label), fromUtf8(choice.name));
        for (int i = 0; i < listedPowers(row); ++i) {
            const std::int64_t number = static_cast<std::int64_t>(row.low) << i;
            field_->addItem(valueText(row, number), QString::number(number));
        }
        field_->setMinimumContentsLength(6);
        field_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        adopt(field_);
        connect(field_, &QComboBox::activated, this, [this] { Q_EMIT committed(field_->currentData().toString()); });
    }
    void showValue(const ParamValue& value) override {
        field_->setCurrentIndex(field_->findData(fromUtf8(to_text(value))));
    }
    QWidget* field() const override { return field_; }

private:
    QComboBox* field_;
};

class FlagEditor : public ParamEditor {
public:
    FlagEditor(const ParamRow&, QWidget* parent) : ParamEditor(parent), field_(new QCheckBox(this)) {
        adopt(field_);
        connect(field_, &QCheckBox::clicked, this, [this](bool on) {
            name(on);
            Q_EMIT committed(on ? QStringLiteral("on") : QStringLiteral("off"));
        });
    }
    void showValue(const ParamValue& value) override {
        field_->setChecked(std::get<bool>(value));
        name(std::get<bool>(value));
    }
    QWidget* field() const override { return field_; }

private:
    void name(bool on) { field_->setText(on ? ParamEditor::tr("On") : ParamEditor::tr("Off")); }
    QCheckBox* field_;
};

class SetEditor : public ParamEditor {
public:
    SetEditor(const ParamRow& row, QWidget* parent) : ParamEditor(parent), field_(new CheckList(optionsOf(row), this)) {
        adopt(field_);
        connect(field_, &CheckList::changed, this,
                [this] { Q_EMIT committed(field_->chosen().join(QLatin1Char(' '))); });
    }
    void showValue(const ParamValue& value) override {
        field_->setChosen(textsOf(set_members(std::get<std::string>(value)), fromUtf8));
    }
    QWidget* field() const override { return field_; }
    bool wantsWidth() const override { return true; }

private:
    static QList<CheckList::Option> optionsOf(const ParamRow& row) {
        QList<CheckList::Option> options;
        for (const ParamChoice& choice : row.choices)
            options.append({fromUtf8(choice.name), coreText(choice.label), coreText(choice.help)});
        return options;
    }
    CheckList* field_;
};

class TextEditor : public ParamEditor {
public:
    TextEditor(const ParamRow& row, QWidget* parent) : ParamEditor(parent), field_(new QLineEdit(this)) {
        adopt(field_);
        connect(field_, &QLineEdit::editingFinished, this, [this, path = row.type == ParamType::Path] {
            const bool typed = isTyping();
            field_->setModified(false);
            QString text = field_->text().trimmed();
            // "./" stands before what a recipe leaves to be chosen; who types it means what lies here.
            if (typed && path && text.startsWith(QStringLiteral("./"))) text = QDir::cleanPath(text);
            if (typed || field_->text() != shown_) Q_EMIT committed(text);
        });
        if (row.key == "data.path")
            addDataMenu();
        else if (row.key == "start.folder")
            addFolderButton();
        else if (row.type == ParamType::Path)
            addFileMenu(row);
    }
    void showValue(const ParamValue& value) override {
        shown_ = fromUtf8(std::get<std::string>(value));
        field_->setText(shown_);
        field_->setToolTip(shown_);
    }
    void noteValue(const ParamValue& value) override { shown_ = fromUtf8(std::get<std::string>(value)); }
    bool isTyping() const override { return field_->isModified(); }
    QWidget* field() const override { return field_; }
    void choose() override {
        if (choose_) choose_();
    }

private:
    /// Files are chosen, further ones added where the setting takes several, and taken out.
    void addFileMenu(const ParamRow& row) {
        const bool several = row.key == "clip.files", picture = fromUtf8(row.key).endsWith(QLatin1String(".picture"));
        const QString filter = picture                     ? pictureFilter()
                               : row.key == "vqgan.config" ? ParamEditor::tr("Descriptions (*.yaml *.yml)")
                                                           : weightsFilter();
        auto* more = new IconButton(QStringLiteral("folder"),
                                    ParamEditor::tr("Choose the file: %1").arg(coreText(row.label)), this);
        auto* menu = new QMenu(more);
        const auto choose = [this, filter, picture](bool add) {
            const QString file = askForFile(this, picture ? QStringLiteral("picture") : QStringLiteral("weights"),
                                            ParamEditor::tr("Choose a file"), filter);
            if (!file.isEmpty())
                Q_EMIT committed(add && !shown_.isEmpty() ? shown_ + QStringLiteral(" | ") + file : file);
        };
        choose_ = [choose] { choose(false); };
        menu->addAction(ParamEditor::tr("Choose a file…"), this, choose_);
        if (several) menu->addAction(ParamEditor::tr("Add another file…"), this, [choose] { choose(true); });
        menu->addAction(picture ? ParamEditor::tr("No picture") : ParamEditor::tr("None: the built-in one"), this,
                        [this] { Q_EMIT committed(QString()); });
        setPopup(more, menu);
        layout()->addWidget(more);
    }
    void chooseFolder() {
        const QString folder =
            askForFolder(this, QStringLiteral("data"), ParamEditor::tr("Choose a folder of pictures"), shown_);
        if (!folder.isEmpty()) Q_EMIT committed(folder);
    }
    void addFolderButton() {
        auto* choose = new IconButton(QStringLiteral("folder"), ParamEditor::tr("Choose a folder of pictures"), this);
        connect(choose, &IconButton::clicked, this, &TextEditor::chooseFolder);
        layout()->addWidget(choose);
        choose_ = [this] { chooseFolder(); };
    }
    void addDataMenu() {
        choose_ = [this] { chooseFolder(); };
        auto* more = new IconButton(QStringLiteral("folder"), ParamEditor::tr("Choose the data"), this);
        auto* menu = new QMenu(more);
        menu->addAction(ParamEditor::tr("Built-in shapes"), this,
                        [this] { Q_EMIT committed(QStringLiteral("shapes")); });
        menu->addAction(ParamEditor::tr("Folder of pictures…"), this, &TextEditor::chooseFolder);
        menu->addSeparator();
        menu->addAction(ParamEditor::tr("Look at the data set…"), this, [this] { Q_EMIT inspectRequested(); });
        setPopup(more, menu);
        layout()->addWidget(more);
    }
    QLineEdit* field_;
    QString shown_;
    std::function<void()> choose_;
};

}  // namespace

ParamEditor* ParamEditor::make(const ParamRow& row, QWidget* parent) {
    switch (row.type) {
        case ParamType::Bool: return new FlagEditor(row, parent);
        case ParamType::Choice: return new ListEditor(row, parent);
        case ParamType::Set: return new SetEditor(row, parent);
        case ParamType::Integer:
            if (listedPowers(row) > 0) return new ListEditor(row, parent);
            return new NumberEditor(row, parent);
        case ParamType::Real:
        case ParamType::ByteSize: return new NumberEditor(row, parent);
        case ParamType::Text:
        case ParamType::Path: break;
    }
    return new TextEditor(row, parent);
}

void ParamEditor::adopt(QWidget* field) {
    rowIn(this, {}, 4, {{field, 1}});
    field->installEventFilter(this);
}

void ParamEditor::mark(bool edited, bool bad) {
    QWidget* w = field();
    if (w->property("edited").toBool() == edited && w->property("bad").toBool() == bad) return;
    w->setProperty("edited", edited && !bad);
    w->setProperty("bad", bad);
    repolish(w);
}

bool ParamEditor::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        watched == field() && !qobject_cast<NumberField*>(field())) {
        Q_EMIT escaped();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace headroom::ui
