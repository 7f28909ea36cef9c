// KindDrafts: the settings that are being prepared for each kind of run. The session has one draft; the page that is shown, or the
// choice of a model on it, makes it its own, and finds it again as it was left. The choice of a model is an edit as any other; going to
// another page is none.
#pragma once

#include "ui/families/family.h"

namespace headroom::ui {

class KindDrafts : public QObject {
    Q_OBJECT
public:
    /// `edits`: of the same session, in which choices of a model can be undone.
    KindDrafts(SessionBridge* bridge, ParamEdits* edits, QObject* parent = nullptr);

    /// Makes the draft one of `kind`; before the session is there, as soon as it is. False: a run of another kind is going.
    /// Settings of the machine go along, and between two kinds of training those of the pictures and the batch that were
    /// changed for the kind before; what was never touched is as the new kind begins, or as its draft was left.
    bool want(ModelKind kind);
    /// The kind on `page` whose draft or run was seen last; before one was, its first.
    ModelKind newestOn(Page page) const;
    /// The settings of `kind` as they were left, or as it begins.
    TrainConfig draft(ModelKind kind) const {
        const auto known = drafts_.find(kind);
        return known == drafts_.end() ? first(kind) : known->second;
    }
    /// Settings that were made elsewhere: they are its kind's draft from now on, and the newest on its page.
    void adopt(const TrainConfig& config);
    /// Those of `other` instead, of every kind that was prepared there.
    void take(const KindDrafts& other);
    /// What a kind begins with: its defaults, and what its family adds.
    static TrainConfig first(ModelKind kind);
    /// The same with the settings of the machine as they are now.
    TrainConfig firstHere(ModelKind kind) const;

private:
    SessionBridge* bridge_;
    ParamEdits* edits_;
    std::map<ModelKind, TrainConfig> drafts_;
    std::map<ModelKind, TrainConfig> entered_;  ///< each training draft as it was when it was chosen
    std::optional<ModelKind> wanted_;           ///< before the session
    std::map<Page, ModelKind> newest_;
};

}  // namespace headroom::ui
