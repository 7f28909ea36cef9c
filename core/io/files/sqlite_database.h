// SqliteDatabase and SqliteStatement: owners of a connection and of a prepared statement; failures as values.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace headroom {

/// A prepared statement. Parameters count from 1, columns from 0. reset() makes it ready for the next use.
class SqliteStatement {
public:
    SqliteStatement() = default;
    explicit SqliteStatement(sqlite3_stmt* statement) : statement_(statement) {}

    void bind(int parameter, std::int64_t value);
    void bind(int parameter, double value);
    void bind(int parameter, std::string_view value);
    void bind_null(int parameter);
    /// True when a row is there; false at the end or after a failure.
    bool next();
    /// Whether the latest next() ended with a failure.
    bool failed() const { return failed_; }
    /// Runs to the end; false after a failure.
    bool run();
    void reset();
    std::int64_t integer(int column) const;
    double real(int column) const;       ///< NULL reads as NaN
    std::string text(int column) const;  ///< NULL reads as ""
    /// Of the column of that name, where there is one.
    std::optional<int> column(std::string_view name) const;
    explicit operator bool() const { return statement_ != nullptr; }

private:
    struct Close {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Close> statement_;
    bool failed_ = false;
};

class SqliteDatabase {
public:
    /// Read only, it is read also where nothing can be written beside it. Error: Disk (cannot be made or opened), BadFile (not a database).
    static Result<SqliteDatabase> open(const std::string& path, bool read_only);

    bool execute(const char* sql);
    /// Empty (false) when the statement cannot be prepared.
    SqliteStatement prepare(const char* sql) const;
    /// The first column of the first row of `sql` as text; "" without a row.
    std::string value_of(const char* sql) const;
    /// Why the last call failed: code Disk for a full or unwritable disk, else BadFile.
    Error last_error(const std::string& path) const;

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    /// `name`: the path, or a URI of it where the flags allow that.
    static Result<SqliteDatabase> connect(const std::string& name, int flags, const std::string& path);

    std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace headroom
