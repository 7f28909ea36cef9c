// The run history in SQLite: WAL where the file system allows it, steps in one transaction a second, marks at once and synced.
#include "core/io/runs/run_history.h"

#include "core/io/files/sqlite_database.h"
#include "core/io/runs/step_columns.h"
#include "core/io/runs/step_figures.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// 2: steps.figures, what only some kinds of runs have (step_figures.h). 3: scores. 4: of D and held-out pictures. 5: their errors,
/// sides, and what copies were looked for among. 6: errors of all. 7: how many features.
constexpr int kSchemaVersion = 7;
constexpr std::size_t kMaxPending = 4096;
constexpr std::int64_t kPieceSteps = 4096;
constexpr std::chrono::milliseconds kBatchTime{1000};

constexpr const char* kTables =
    "CREATE TABLE steps(step INTEGER PRIMARY KEY, images INTEGER, loss_g REAL, loss_d REAL, d_real REAL, d_fake REAL, grad_norm_g REAL,"
    " grad_norm_d REAL, images_per_second REAL, step_seconds REAL, epoch REAL, scale_g REAL, scale_d REAL, threads INTEGER,"
    " live INTEGER, peak INTEGER, budget INTEGER, others INTEGER, elapsed_seconds REAL, figures TEXT);"
    "CREATE TABLE marks(id INTEGER PRIMARY KEY, step INTEGER NOT NULL, images INTEGER, kind TEXT, text TEXT);"
    "CREATE TABLE samples(id INTEGER PRIMARY KEY, step INTEGER NOT NULL, path TEXT);";
/// Its further columns are the figures', and what they are of.
constexpr const char* kScoresTable =
    "CREATE TABLE scores(step INTEGER PRIMARY KEY, images INTEGER, elapsed_seconds REAL, features TEXT, pictures INTEGER);";

/// Makes a history of that version, 0 for none, one of today. What was not known then stays NULL.
std::string sql_from(int version, const SqliteDatabase& db) {
    std::string sql;
    if (version == 0) sql += kTables;
    if (version == 1) sql += "ALTER TABLE steps ADD COLUMN figures TEXT;";
    if (version < 3) sql += kScoresTable;
    const SqliteStatement there = db.prepare("SELECT * FROM scores");  // without the table it has no columns
    const auto add = [&](std::string_view column, const char* type) {
        if (!there.column(column)) sql.append("ALTER TABLE scores ADD COLUMN ").append(column).append(type).append(";");
    };
    for (const ScoreFigure& figure : kScoreFigures) add(figure.name, " REAL");
    add("side", " INTEGER");
    add("copies_among", " INTEGER");
    add("feature_width", " INTEGER");
    return sql.append("PRAGMA user_version=").append(std::to_string(kSchemaVersion)).append(";");
}

/// Takes a row of scores, with places for all that add_scores() counts through.
std::string insert_of_scores() {
    std::string columns = "step,images,elapsed_seconds,features,pictures,side,copies_among,feature_width",
                places = "?,?,?,?,?,?,?,?";
    for (const ScoreFigure& figure : kScoreFigures) {
        columns.append(",").append(figure.name);
        places.append(",?");
    }
    return "INSERT OR REPLACE INTO scores(" + columns + ") VALUES(" + places + ")";
}

/// "step,images,threads,epoch,...,live,...": what bind_step and read_step count through.
std::string step_columns() {
    std::string out = "step,images,threads";
    for (const auto& column : kRealColumns) out.append(",").append(column.name);
    for (const auto& column : kMemoryColumns) out.append(",").append(column.name);
    return out;
}

void bind_step(SqliteStatement& s, const StepDone& v) {
    int at = 0;
    for (const std::int64_t n : {v.step, v.images, static_cast<std::int64_t>(v.threads)}) s.bind(++at, n);
    for (const auto& column : kRealColumns) s.bind(++at, v.*column.field);
    for (const auto& column : kMemoryColumns) s.bind(++at, (v.*column.field).count);
    const std::string figures = kind_figures_text(v);
    ++at;
    if (figures.empty())
        s.bind_null(at);
    else
        s.bind(at, std::string_view(figures));
}

StepDone read_step(const SqliteStatement& s) {
    StepDone v;
    v.step = s.integer(0);
    v.images = s.integer(1);
    v.threads = static_cast<int>(s.integer(2));
    int at = 3;
    for (const auto& column : kRealColumns) v.*column.field = s.real(at++);
    for (const auto& column : kMemoryColumns) v.*column.field = Bytes{s.integer(at++)};
    take_kind_figures(s.text(at), v);
    return v;
}

/// Ours have neither views nor triggers; another's could compute without end.
Result<void> check_tables_alone(const SqliteDatabase& db, const std::string& path) {
    const std::string others = db.value_of("SELECT count(*) FROM sqlite_schema WHERE type IN ('view', 'trigger')");
    if (others.empty()) return db.last_error(path);
    if (others != "0") return make_error(ErrorCode::BadFile, path + " is not a run history: it has views or triggers");
    return {};
}

/// "history.damaged-3.db": the first number that is free.
std::string damaged_history(const std::string& path) {
    const fs::path p(path);
    for (int n = 1;; ++n) {
        const fs::path name =
            p.parent_path() / (p.stem().string() + ".damaged-" + std::to_string(n) + p.extension().string());
        std::error_code failed;
        if (!fs::exists(name, failed)) return name.string();
    }
}

/// Where what lies at `path` is kept now; "" when it could not be moved.
std::string move_aside(const std::string& path) {
    const std::string target = damaged_history(path);
    if (std::rename(path.c_str(), target.c_str()) != 0) return "";
    // The log of the damaged file must go with it, or SQLite would play it into the new one.
    for (const char* suffix : {"-wal", "-shm", "-journal"})
        std::rename((path + suffix).c_str(), (target + suffix).c_str());
    return target;
}

/// Something is there that is no file: a folder, a socket, a link to nothing.
bool is_no_file(const std::string& path) {
    std::error_code failed;
    const fs::file_status status = fs::symlink_status(path, failed);
    return fs::exists(status) && !fs::is_regular_file(fs::status(path, failed));
}

Error no_file(const std::string& path) {
    std::error_code failed;
    return make_error(ErrorCode::BadFile,
                      path + " is " + (fs::is_directory(path, failed) ? "a folder" : "no ordinary file") +
                          ", not a run history",
                      "Resume the run, which keeps it aside and begins a new history, or move it away.");
}

}  // namespace

std::string history_path(const std::string& run_dir) { return (fs::path(run_dir) / kHistoryFile).string(); }

struct HistoryStore::Impl {
    std::string path;
    SqliteDatabase database;
    SqliteStatement insert_step, insert_mark, insert_sample, insert_scores;
    bool has_figures = true;  ///< false: written by an earlier Headroom and only read
    std::string kept_aside;
    std::vector<StepDone> pending;
    std::deque<std::function<bool()>> rows;  ///< marks, samples and scores that are to be written
    std::chrono::steady_clock::time_point last_commit = std::chrono::steady_clock::now();
    mutable std::mutex mutex;  // readers may ask while the writer adds
    std::optional<Error> unread;

    /// Of all columns of the steps that `condition` names.
    SqliteStatement select_steps(const std::string& condition) const {
        return database.prepare(
            ("SELECT " + step_columns() + (has_figures ? ",figures" : ",''") + " FROM steps " + condition).c_str());
    }

    std::int64_t count_steps() {
        SqliteStatement s = database.prepare("SELECT count(*) FROM steps");
        const std::int64_t count = s.next() ? s.integer(0) : 0;
        note_end(s);
        return count;
    }

    void note_end(const SqliteStatement& s) {
        if (s.failed() && !unread) unread = database.last_error(path);
    }

    bool prepare_writing() {
        insert_step = database.prepare(("INSERT OR REPLACE INTO steps(" + step_columns() +
                                        ",figures) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")
                                           .c_str());
        insert_mark = database.prepare("INSERT INTO marks(step,images,kind,text) VALUES(?,?,?,?)");
        insert_sample = database.prepare("INSERT INTO samples(step,path) VALUES(?,?)");
        insert_scores = database.prepare(insert_of_scores().c_str());
        return insert_step && insert_mark && insert_sample && insert_scores;
    }

    /// Writes what is pending; what cannot be written stays pending, within bounds, for the next try.
    Result<void> commit_pending() {
        last_commit = std::chrono::steady_clock::now();
        if (pending.empty()) return {};
        if (!database.execute("BEGIN IMMEDIATE")) return database.last_error(path);
        for (const StepDone& step : pending) {
            bind_step(insert_step, step);
            if (!insert_step.run()) return undo();
        }
        if (!database.execute("COMMIT")) return undo();
        pending.clear();
        return {};
    }

    /// Runs `work` in a transaction of its own that is on the disk when this returns.
    template <class Work> Result<void> commit_now(Work work) {
        if (auto steps = commit_pending(); !steps) return steps;
        database.execute("PRAGMA synchronous=FULL");
        const bool begun = database.execute("BEGIN IMMEDIATE");
        Result<void> result = begun && work() && database.execute("COMMIT") ? Result<void>() : Result<void>(undo());
        database.execute("PRAGMA synchronous=NORMAL");
        return result;
    }

    /// As commit_now(), of one more row; those that could not be written before come first.
    Result<void> add_row(std::function<bool()> insert) {
        rows.push_back(std::move(insert));
        if (rows.size() > kMaxPending) rows.pop_front();
        return write_rows();
    }

    Result<void> write_rows() {
        if (rows.empty()) return commit_pending();
        auto written = commit_now(
            [this] { return std::all_of(rows.begin(), rows.end(), [](const auto& insert) { return insert(); }); });
        if (written) rows.clear();
        return written;
    }

    Error undo() {
        Error error = database.last_error(path);
        database.execute("ROLLBACK");
        return error;
    }

    /// Of several programs that open an earlier history at once the first has the lock, and the others find its work done.
    Result<void> make_of_today() {
        if (!database.execute("BEGIN IMMEDIATE")) return database.last_error(path);
        const std::string version = database.value_of("PRAGMA user_version");
        const int number = std::atoi(version.c_str());
        const bool done =
            !version.empty() && (number >= kSchemaVersion || database.execute(sql_from(number, database).c_str()));
        return done && database.execute("COMMIT") ? Result<void>() : Result<void>(undo());
    }

    static Result<std::unique_ptr<Impl>> open_checked(const std::string& path) {
        if (is_no_file(path)) return no_file(path);
        auto impl = std::make_unique<Impl>();
        impl->path = path;
        auto database = SqliteDatabase::open(path, false);
        if (!database) return database.error();
        impl->database = *std::move(database);
        SqliteDatabase& db = impl->database;
        const std::string version = db.value_of("PRAGMA user_version");
        if (version.empty()) return db.last_error(path);
        const int number = std::atoi(version.c_str());
        if (number > kSchemaVersion) {
            return make_error(ErrorCode::Environment, path + " was written by a newer Headroom",
                              "Open this run with the newer program.");
        }
        // Refused on some network file systems; the rollback journal then serves.
        if (db.value_of("PRAGMA journal_mode=WAL") != "wal") db.execute("PRAGMA journal_mode=DELETE");
        db.execute("PRAGMA synchronous=NORMAL");
        const std::string check = db.value_of("PRAGMA quick_check(1)");
        if (check.empty()) return db.last_error(path);  // could not be read now: that is no damage
        if (check != "ok") return make_error(ErrorCode::BadFile, path + " is damaged");
        if (auto ok = check_tables_alone(db, path); !ok) return ok.error();
        if (number >= 0 && number < kSchemaVersion) {
            if (auto ok = impl->make_of_today(); !ok) return ok.error();
        }
        if (!impl->prepare_writing()) return make_error(ErrorCode::BadFile, path + " is not a run history");
        return impl;
    }
};

HistoryStore::HistoryStore(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HistoryStore::HistoryStore(HistoryStore&&) noexcept = default;
HistoryStore& HistoryStore::operator=(HistoryStore&& other) noexcept {
    if (this != &other) {
        if (impl_) (void)flush();
        impl_ = std::move(other.impl_);
    }
    return *this;
}
HistoryStore::~HistoryStore() {
    if (impl_) (void)flush();
}

Result<HistoryStore> HistoryStore::open(const std::string& path) {
    auto impl = Impl::open_checked(path);
    if (!impl && impl.error().code == ErrorCode::BadFile) {
        const std::string aside = move_aside(path);
        if (aside.empty()) return impl.error();
        impl = Impl::open_checked(path);
        if (impl) (*impl)->kept_aside = aside;
    }
    if (!impl) return impl.error();
    return HistoryStore(*std::move(impl));
}

Result<HistoryStore> HistoryStore::open_read_only(const std::string& path) {
    std::error_code failed;
    if (!fs::exists(path, failed)) return make_error(ErrorCode::NotFound, path + " does not exist");
    if (is_no_file(path)) return no_file(path);
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    auto database = SqliteDatabase::open(path, true);
    if (!database) return database.error();
    impl->database = *std::move(database);
    if (auto ok = check_tables_alone(impl->database, path); !ok) return ok.error();
    if (!impl->database.prepare("SELECT step FROM steps LIMIT 1") ||
        !impl->database.prepare("SELECT kind FROM marks LIMIT 1"))
        return impl->database.last_error(path);
    impl->has_figures = static_cast<bool>(impl->database.prepare("SELECT figures FROM steps LIMIT 1"));
    return HistoryStore(std::move(impl));
}

void HistoryStore::add_step(const StepDone& step) {
    const std::lock_guard lock(impl_->mutex);
    impl_->pending.push_back(step);
    if (std::chrono::steady_clock::now() - impl_->last_commit < kBatchTime && impl_->pending.size() < kMaxPending)
        return;
    if (auto written = impl_->commit_pending(); !written && impl_->pending.size() >= kMaxPending) {
        // The disk has been full for long: keep every second figure rather than all memory.
        for (std::size_t i = 0; 2 * i < impl_->pending.size(); ++i) impl_->pending[i] = impl_->pending[2 * i];
        impl_->pending.resize(impl_->pending.size() / 2);
    }
}

Result<void> HistoryStore::add_mark(const HistoryMark& mark) {
    const std::lock_guard lock(impl_->mutex);
    return impl_->add_row([to = impl_.get(), mark] {
        SqliteStatement& s = to->insert_mark;
        s.bind(1, mark.step);
        s.bind(2, mark.images);
        s.bind(3, std::string_view(mark.kind));
        s.bind(4, std::string_view(mark.text));
        return s.run();
    });
}

Result<void> HistoryStore::add_sample(std::int64_t step, const std::string& path) {
    const std::lock_guard lock(impl_->mutex);
    return impl_->add_row([to = impl_.get(), step, path] {
        to->insert_sample.bind(1, step);
        to->insert_sample.bind(2, std::string_view(path));
        return to->insert_sample.run();
    });
}

Result<void> HistoryStore::add_scores(const ScoresDone& scores) {
    const std::lock_guard lock(impl_->mutex);
    return impl_->add_row([to = impl_.get(), scores] {
        SqliteStatement& s = to->insert_scores;
        s.bind(1, scores.step);
        s.bind(2, scores.images);
        s.bind(3, scores.elapsed_seconds);
        s.bind(4, std::string_view(scores.scores.features));
        s.bind(5, scores.scores.pictures);
        s.bind(6, scores.scores.side);
        s.bind(7, scores.scores.copies_among);
        s.bind(8, scores.scores.feature_width);
        int at = 8;
        for (const ScoreFigure& figure : kScoreFigures) s.bind(++at, scores.scores.*figure.of);
        return s.run();
    });
}

Result<void> HistoryStore::flush() {
    const std::lock_guard lock(impl_->mutex);
    return impl_->write_rows();
}

Result<void> HistoryStore::truncate_after(std::int64_t step) {
    const std::lock_guard lock(impl_->mutex);
    return impl_->commit_now([&] {
        for (const char* sql : {"DELETE FROM steps WHERE step>?", "DELETE FROM marks WHERE step>?",
                                "DELETE FROM samples WHERE step>?", "DELETE FROM scores WHERE step>?"}) {
            SqliteStatement s = impl_->database.prepare(sql);
            if (!s) return false;
            s.bind(1, step);
            if (!s.run()) return false;
        }
        return true;
    });
}

std::vector<StepDone> HistoryStore::steps(std::size_t limit, std::int64_t* recorded) const {
    const std::lock_guard lock(impl_->mutex);
    (void)impl_->commit_pending();
    std::vector<StepDone> all;
    const auto count = static_cast<std::size_t>(impl_->count_steps());
    if (recorded) *recorded = static_cast<std::int64_t>(count);
    if (count == 0 || limit == 0) return all;
    SqliteStatement s = impl_->select_steps("ORDER BY step");
    const std::size_t kept = std::min(count, limit);
    all.reserve(kept);
    // Row number of each that is kept: evenly spread with both ends in.
    for (std::size_t row = 0; s.next(); ++row) {
        const std::size_t next = kept == 1 ? count - 1 : all.size() * (count - 1) / (kept - 1);
        if (row == next && all.size() < kept) all.push_back(read_step(s));
    }
    impl_->note_end(s);
    return all;
}

Result<void> HistoryStore::steps_in_pieces(const TakeSteps& take) const {
    std::vector<StepDone> piece;
    for (std::int64_t after = std::numeric_limits<std::int64_t>::min();; after = piece.back().step) {
        {
            // One query a piece: where there is no write-ahead log, one that is open keeps the run from writing.
            const std::lock_guard lock(impl_->mutex);
            (void)impl_->commit_pending();
            piece.clear();
            SqliteStatement s = impl_->select_steps("WHERE step>? ORDER BY step LIMIT ?");
            s.bind(1, after);
            s.bind(2, kPieceSteps);
            while (s.next()) piece.push_back(read_step(s));
            if (!s || s.failed()) return impl_->database.last_error(impl_->path);
        }
        if (piece.empty()) return {};
        if (piece.back().step <= after)  // in somebody's file a step may be no number, and would come without end
            return make_error(ErrorCode::BadFile, impl_->path + " is damaged");
        if (auto taken = take(piece); !taken) return taken;
    }
}

std::vector<HistoryMark> HistoryStore::marks() const {
    const std::lock_guard lock(impl_->mutex);
    std::vector<HistoryMark> all;
    SqliteStatement s = impl_->database.prepare("SELECT step,images,kind,text FROM marks ORDER BY id");
    while (s.next()) all.push_back({s.integer(0), s.integer(1), s.text(2), s.text(3)});
    impl_->note_end(s);
    return all;
}

std::vector<ScoresDone> HistoryStore::scores() const {
    const std::lock_guard lock(impl_->mutex);
    std::vector<ScoresDone> all;
    SqliteStatement s = impl_->database.prepare("SELECT * FROM scores ORDER BY step");
    while (s && s.next()) {  // an earlier Headroom's history has none, or lacks some figures
        ScoresDone one{s.integer(0), s.integer(1), s.real(2), {s.text(3), s.integer(4)}};
        for (const ScoreFigure& figure : kScoreFigures)
            if (const auto at = s.column(figure.name)) one.scores.*figure.of = s.real(*at);
        if (const auto at = s.column("side")) one.scores.side = s.integer(*at);
        if (const auto at = s.column("copies_among")) one.scores.copies_among = s.integer(*at);
        if (const auto at = s.column("feature_width")) one.scores.feature_width = s.integer(*at);
        all.push_back(std::move(one));
    }
    impl_->note_end(s);
    return all;
}

std::vector<std::string> HistoryStore::samples() const {
    const std::lock_guard lock(impl_->mutex);
    std::vector<std::string> all;
    SqliteStatement s = impl_->database.prepare("SELECT path FROM samples ORDER BY step,id");
    while (s.next()) all.push_back(s.text(0));
    impl_->note_end(s);
    return all;
}

Result<void> HistoryStore::read_whole() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->unread ? Result<void>(*impl_->unread) : Result<void>();
}

Result<void> HistoryStore::verify() const {
    const std::lock_guard lock(impl_->mutex);
    SqliteStatement s = impl_->database.prepare("PRAGMA quick_check(1)");
    if (!s.next()) return impl_->database.last_error(impl_->path);
    if (const std::string found = s.text(0); found != "ok")
        return make_error(ErrorCode::BadFile, impl_->path + " is damaged", "Weights and settings are not affected.",
                          found);
    return {};
}

bool HistoryStore::was_damaged() const { return !impl_->kept_aside.empty(); }
const std::string& HistoryStore::kept_aside() const { return impl_->kept_aside; }

}  // namespace headroom
