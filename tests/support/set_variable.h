// SetVariable: a variable of this process's environment, for as long as it lives.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace headroom::test {

/// Afterwards the variable is as it was before. Not beside threads that read the environment.
class SetVariable {
public:
    SetVariable(std::string name, const std::string& value) : name_(std::move(name)) {
        if (const char* was = std::getenv(name_.c_str())) before_ = was;
        ::setenv(name_.c_str(), value.c_str(), 1);
    }
    ~SetVariable() {
        if (before_)
            ::setenv(name_.c_str(), before_->c_str(), 1);
        else
            ::unsetenv(name_.c_str());
    }
    SetVariable(const SetVariable&) = delete;
    SetVariable& operator=(const SetVariable&) = delete;

private:
    std::string name_;
    std::optional<std::string> before_;
};

}  // namespace headroom::test
