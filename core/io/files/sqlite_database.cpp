// Thin owners over the SQLite C interface.
#include "core/io/files/sqlite_database.h"

#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include <sqlite3.h>

namespace headroom {
namespace {

/// A URI of the file that says that nobody changes it.
std::string unchanging(const std::string& path) {
    std::string uri = path.starts_with('/') ? "file://" : "file:";
    for (const char c : path) {
        if (c == '%')
            uri += "%25";
        else if (c == '?')
            uri += "%3f";
        else if (c == '#')
            uri += "%23";
        else
            uri += c;
    }
    return uri + "?immutable=1";
}

}  // namespace

void SqliteStatement::Close::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void SqliteDatabase::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

void SqliteStatement::bind(int parameter, std::int64_t value) {
    sqlite3_bind_int64(statement_.get(), parameter, value);
}

void SqliteStatement::bind(int parameter, double value) {
    // SQLite has no NaN; it stores NULL, which real() turns back.
    sqlite3_bind_double(statement_.get(), parameter, value);
}

void SqliteStatement::bind(int parameter, std::string_view value) {
    sqlite3_bind_text64(statement_.get(), parameter, value.data() ? value.data() : "", value.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
}

void SqliteStatement::bind_null(int parameter) { sqlite3_bind_null(statement_.get(), parameter); }

bool SqliteStatement::next() {
    const int status = statement_ ? sqlite3_step(statement_.get()) : SQLITE_DONE;
    failed_ = status != SQLITE_ROW && status != SQLITE_DONE;
    return status == SQLITE_ROW;
}

bool SqliteStatement::run() {
    if (!statement_) return false;
    int status = SQLITE_ROW;
    while (status == SQLITE_ROW) status = sqlite3_step(statement_.get());
    sqlite3_reset(statement_.get());
    return status == SQLITE_DONE;
}

void SqliteStatement::reset() { sqlite3_reset(statement_.get()); }

std::int64_t SqliteStatement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

double SqliteStatement::real(int column) const {
    if (sqlite3_column_type(statement_.get(), column) == SQLITE_NULL) return std::numeric_limits<double>::quiet_NaN();
    return sqlite3_column_double(statement_.get(), column);
}

std::string SqliteStatement::text(int column) const {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    return text ? std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column)))
                : std::string();
}

std::optional<int> SqliteStatement::column(std::string_view name) const {
    for (int at = 0; at < sqlite3_column_count(statement_.get()); ++at)
        if (name == sqlite3_column_name(statement_.get(), at)) return at;
    return std::nullopt;
}

Result<SqliteDatabase> SqliteDatabase::open(const std::string& path, bool read_only) {
    if (!read_only) return connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, path);
    auto database = connect(path, SQLITE_OPEN_READONLY, path);
    if (!database || database->prepare("SELECT name FROM sqlite_master")) return database;
    const int why = sqlite3_errcode(database->database_.get()) & 0xff;
    std::error_code failed;
    // A database that is written by a log makes files beside it even to be read. In a folder that is read only there are none of them and nobody
    // writes, so the file itself is all.
    const bool sealed =
        (why == SQLITE_READONLY || why == SQLITE_CANTOPEN) && !std::filesystem::exists(path + "-wal", failed);
    return sealed ? connect(unchanging(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, path) : std::move(database);
}

Result<SqliteDatabase> SqliteDatabase::connect(const std::string& name, int flags, const std::string& path) {
    sqlite3* handle = nullptr;
    const int status = sqlite3_open_v2(name.c_str(), &handle, flags | SQLITE_OPEN_FULLMUTEX, nullptr);
    SqliteDatabase database;
    database.database_.reset(handle);
    if (status != SQLITE_OK) return database.last_error(path);
    sqlite3_busy_timeout(handle, 5000);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_extended_result_codes(handle, 1);
    return database;
}

bool SqliteDatabase::execute(const char* sql) {
    return sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK;
}

SqliteStatement SqliteDatabase::prepare(const char* sql) const {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database_.get(), sql, -1, &statement, nullptr);
    return SqliteStatement(statement);
}

std::string SqliteDatabase::value_of(const char* sql) const {
    SqliteStatement statement = prepare(sql);
    return statement.next() ? statement.text(0) : std::string();
}

Error SqliteDatabase::last_error(const std::string& path) const {
    const int code = database_ ? sqlite3_errcode(database_.get()) & 0xff : SQLITE_NOMEM;
    const std::string detail = database_ ? sqlite3_errmsg(database_.get()) : "out of memory";
    switch (code) {
        case SQLITE_FULL:
            return make_error(ErrorCode::Disk, "cannot write " + path + ": the disk is full", "Free some space.",
                              detail);
        case SQLITE_READONLY:
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
        case SQLITE_AUTH:
        case SQLITE_IOERR:
            return make_error(ErrorCode::Disk, "cannot write or open " + path,
                              "Check the folder's permissions and the disk.", detail);
        case SQLITE_NOMEM:
            return make_error(ErrorCode::OutOfMemory, "not enough memory to read " + path, "Close other programs.",
                              detail);
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
        case SQLITE_PROTOCOL:
            return make_error(ErrorCode::Disk, path + " is in use by another program", "Close the other program.",
                              detail);
        default: return make_error(ErrorCode::BadFile, path + " is damaged or not a run history", {}, detail);
    }
}

}  // namespace headroom
