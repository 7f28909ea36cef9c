// CLIP's tokenizer against open_clip's: every token of hundreds of texts in many scripts, and what cleaning does to them.
#include "core/text/clip_tokenizer.h"

#include "app/cli/verbs.h"
#include "core/base/random.h"
#include "core/text/embedded.h"
#include "core/text/html_entities.h"
#include "core/text/mojibake.h"
#include "core/text/repair.h"
#include "core/text/unicode.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_seed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <sstream>

namespace headroom {
namespace {

using Json = nlohmann::json;
using Ids = std::vector<std::int32_t>;

const std::string kData = std::string(HEADROOM_TEST_DATA) + "/";
const ClipTokenizer& tokenizer() { return ClipTokenizer::standard(); }

std::vector<Json> lines_of(const std::string& name) {
    std::vector<Json> out;
    std::istringstream in(test::read_bytes(kData + name));
    for (std::string line; std::getline(in, line);) out.push_back(Json::parse(line));
    return out;
}

std::string repaired(const std::string& text) { return to_utf8(repair_text(to_code_points(text))); }

TEST(ClipTokenizer, AgreesWithOpenClipOnTheSharedCases) {
    const auto cases = lines_of("networks/tokenizer.jsonl");
    ASSERT_EQ(cases.size(), 150u);
    for (const Json& c : cases) {
        const std::string text = c["text"];
        EXPECT_EQ(tokenizer().clean(text), c["clean"].get<std::string>()) << text;
        EXPECT_EQ(tokenizer().encode(text), c["ids"].get<Ids>()) << text;
        const TokenRow row = tokenizer().row(text);
        ASSERT_EQ(row.tokens.size(), 77u);
        EXPECT_EQ(row.truncated, c["truncated"].get<bool>()) << text;
        EXPECT_EQ(
            std::vector<std::int64_t>(row.tokens.begin(), row.tokens.begin() + static_cast<std::ptrdiff_t>(row.used)),
            c["tokens"].get<std::vector<std::int64_t>>())
            << text;
        for (std::size_t i = row.used; i < row.tokens.size(); ++i) EXPECT_EQ(row.tokens[i], 0);
    }
}

TEST(ClipTokenizer, AgreesWithOpenClipOnManyKindsOfText) {
    std::map<std::string, int> wrong, all;
    for (const Json& c : lines_of("text/tokens.jsonl")) {
        const std::string kind = c["kind"], text = c["text"];
        ++all[kind];
        if (tokenizer().encode(text) == c["ids"].get<Ids>()) continue;
        ++wrong[kind];
        if (kind != "mojibake")
            ADD_FAILURE() << kind << ": " << Json(text).dump() << " became " << Json(tokenizer().clean(text)).dump();
    }
    EXPECT_EQ(all.size(), 11u);
    // ftfy judges misread text by statistics; the rule used here decides a few otherwise.
    EXPECT_LE(wrong["mojibake"] * 10, all["mojibake"]);
}

TEST(ClipTokenizer, KnownVectors) {
    EXPECT_EQ(tokenizer().encode("a diagram"), (Ids{320, 22697}));
    EXPECT_EQ(tokenizer().encode("Hello, World!  it's 2021"),
              (Ids{3306, 267, 1002, 256, 585, 568, 273, 271, 273, 272}));
    EXPECT_EQ(tokenizer().encode("caf\u00e9 \U0001f600"), (Ids{15304, 7334}));
    EXPECT_EQ(tokenizer().encode("a painting of an apple in a fruit bowl"),
              (Ids{320, 3086, 539, 550, 3055, 530, 320, 5190, 3814}));
    EXPECT_EQ(tokenizer().encode(""), Ids{});
    EXPECT_EQ(tokenizer().row("").used, 2u);
    EXPECT_EQ(tokenizer().text_of(320), "a ");
    EXPECT_EQ(tokenizer().text_of(0), "!");
    EXPECT_EQ(tokenizer().text_of(49407), "<end_of_text>");
    EXPECT_EQ(tokenizer().text_of(49408), "");
    EXPECT_EQ(tokenizer().text_of(-1), "");
}

TEST(ClipTokenizer, TakesAnyBytesAndLongTexts) {
    EXPECT_EQ(tokenizer().clean("a\xff\xfe z\xc3"), "a\uFFFD\uFFFD z\uFFFD");
    EXPECT_EQ(tokenizer().clean(std::string("a\0b", 3)), "ab");
    std::string huge;
    for (int i = 0; i < 20000; ++i) huge += "abcde";
    const TokenRow row = tokenizer().row(huge);
    EXPECT_TRUE(row.truncated);
    EXPECT_EQ(row.tokens.back(), ClipTokenizer::kEnd);
    EXPECT_EQ(tokenizer().row("one two three four", 4).tokens, (std::vector<std::int64_t>{49406, 637, 1237, 49407}));
}

TEST(ClipTokenizer, RandomBytesGiveOrdinaryTokens) {
    for (std::uint64_t n = 0; n < 400; ++n) {
        RandomStream random(test::test_seed() + 76, RandomPurpose::Init, n);
        static const char pieces[] = "&#;x<'\xc3\xa9\xe2\x80\x99\xf0\x9f\x1b[m";
        std::string text;
        for (std::uint64_t i = random.below(60); i > 0; --i)
            text.push_back(random.below(2) ? static_cast<char>(random.below(256))
                                           : pieces[random.below(sizeof pieces)]);
        for (const std::int32_t id : tokenizer().encode(text)) EXPECT_TRUE(id >= 0 && id < 49408);
        const std::string clean = tokenizer().clean(text);
        EXPECT_EQ(to_utf8(to_code_points(clean)), clean) << "valid UTF-8";
    }
}

TEST(BytePairs, MergesTheMostImportantPairFirstAndFromTheLeft) {
    const BytePairs pairs("b c\na b\na a\nc d</w>\nnonsense\nzz zz\n");
    EXPECT_EQ(pairs.size(), 512 + 4);
    const auto words = [&](const char* text) {
        Ids ids;
        pairs.encode(text, ids);
        std::string out;
        for (const std::int32_t id : ids) out += "[" + pairs.text_of(id) + "]";
        return out;
    };
    EXPECT_EQ(words("abcx"), "[a][bc][x ]");
    EXPECT_EQ(words("aaax"), "[aa][a][x ]");
    EXPECT_EQ(words("abd"), "[ab][d ]");
    EXPECT_EQ(words("cd"), "[cd ]");
    EXPECT_EQ(words("cdcd"), "[c][d][cd ]");
    EXPECT_EQ(words(""), "");
}

TEST(BytePairs, TheTableInTheProgramIsWhole) {
    const std::string merges = embedded_merges();
    EXPECT_EQ(std::count(merges.begin(), merges.end(), '\n'), 48894);
    EXPECT_EQ(BytePairs(merges).size(), 49406) << "with start and end 49,408";
    const std::string entities = embedded_entities();
    EXPECT_GT(std::count(entities.begin(), entities.end(), '\n'), 2231);
}

TEST(HtmlEntities, AreReadAsTheStandardSays) {
    const auto read = [](const std::string& text) { return to_utf8(unescape_html(to_code_points(text))); };
    EXPECT_EQ(read("&lt;b&gt; &amp; &quot;x&quot; &#39;y&#x27;"), "<b> & \"x\" 'y'");
    EXPECT_EQ(read("&notit; &notin; &ampx &am"), "\u00acit; \u2209 &x &am");
    EXPECT_EQ(read("&#0;&#128;&#x110000;&#xd800;&#1;&#11;&#99999999999999999999;"), "\ufffd\u20ac\ufffd\ufffd\ufffd");
    EXPECT_EQ(read("&#x; &#; &; & &"), "&#x; &#; &; & &");
    const auto strictly = [](const std::string& text) { return to_utf8(unescape_html_strictly(to_code_points(text))); };
    EXPECT_EQ(strictly("this&not that &not; &EACUTE; &SZLIG; &#233; &#233"),
              "this&not that \u00ac \u00c9 SS \u00e9 &#233");
}

TEST(Repair, DoesWhatCarelessProgramsNeed) {
    EXPECT_EQ(repaired("\u201cquoted\u201d \u2018it\u2019s\u2019"), "\"quoted\" 'it's'");
    EXPECT_EQ(repaired("\ufb02u\ufb03e\ufb06 \u01c4 \u0132"), "fluffiest D\u017d IJ");
    EXPECT_EQ(repaired("\uff2c\uff2f\uff35\uff24\u3000\uff76\uff9e"), "LOUD \u30ac");
    EXPECT_EQ(repaired("a\r\nb\rc\u2028d"), "a\nb\nc\nd");
    EXPECT_EQ(repaired("\x1b[36;44mblue\x1b[0m"), "blue");
    EXPECT_EQ(repaired("e\u0301\ufeff\u0007"), "\u00e9");
    EXPECT_EQ(repaired("&lt;a&gt; &eacute;"), "<a> \u00e9");
    EXPECT_EQ(repaired("<b> &eacute;"), "<b> &eacute;") << "real HTML keeps its references";
    EXPECT_EQ(repaired("a\x85z"), "a\uFFFDz");
    EXPECT_EQ(repaired("a\u0085z"), "a\u2026z");
}

TEST(Repair, MisreadUtf8IsReadAgain) {
    const auto read = [](const char32_t* text) { return to_utf8(repair_mojibake(text)); };
    EXPECT_EQ(read(U"caf\u00c3\u00a9"), "caf\u00e9");
    EXPECT_EQ(read(U"caf\u00c3\u0192\u00c2\u00a9"), "caf\u00e9") << "twice";
    EXPECT_EQ(read(U"it\u00e2\u20ac\u2122s \U0001f600"), "it\u2019s \U0001f600")
        << "a piece of a text that is not all of it";
    EXPECT_EQ(read(U"\u0420\u045f\u0421\u0402\u0420\u0451\u0420\u0406\u0420\u00b5\u0421\u201a"),
              "\u041f\u0440\u0438\u0432\u0435\u0442");
    for (const char32_t* sound :
         {U"caf\u00e9", U"\u00c0 la carte", U"S\u00e3o Tom\u00e9", U"\u041f\u0440\u0438\u0432\u0435\u0442",
          U"\u00a9 2021 \u00ae", U"plain", U"LIBERT\u00c9\u00a0!", U"CAF\u00c9\u2122"})
        EXPECT_EQ(read(sound), to_utf8(sound));
}

TEST(Unicode, LowerCaseKnowsSigmaAndDots) {
    const auto lower = [](const char32_t* text) { return to_utf8(to_lower(text)); };
    EXPECT_EQ(lower(U"\u039f\u0394\u039f\u03a3"), "\u03bf\u03b4\u03bf\u03c2");
    EXPECT_EQ(lower(U"\u03a3\u0391. \u03a3"), "\u03c3\u03b1. \u03c3");
    EXPECT_EQ(lower(U"\u0130X\u1e9e"), "i\u0307x\u00df");
    EXPECT_EQ(to_code_points("\xed\xa0\x80").size(), 3u) << "surrogates are no UTF-8";
    EXPECT_EQ(to_utf8(U"\u00e9"), "\u00e9");
    EXPECT_EQ(to_utf8(collapse_spaces(U"\u00a0 a \u2003\n b\u3000")), "a b");
}

TEST(CliTokenize, PrintsARowPerText) {
    const auto command = [](const std::vector<std::string>& words) {
        ::testing::internal::CaptureStdout();
        ::testing::internal::CaptureStderr();
        const int status = cli::run(cli::headroom_cli(), words, cli::Environment{});
        const std::string out = ::testing::internal::GetCapturedStdout();
        return std::pair(status, out + ::testing::internal::GetCapturedStderr());
    };
    const auto [status, out] = command({"clip", "tokenize", "a diagram", "--json"});
    EXPECT_EQ(status, 0);
    const Json row = Json::parse(out);
    EXPECT_EQ(row["ids"], Json({320, 22697}));
    EXPECT_EQ(row["tokens"].size(), 77u);
    EXPECT_EQ(row["tokens"][3], 49407);
    EXPECT_EQ(row["truncated"], false);
    const auto words = command({"clip", "tokenize", "A  Diagram"});
    EXPECT_THAT(words.second,
                ::testing::HasSubstr("cleaned: a diagram\n320  \"a \"\n22697  \"diagram \"\n4 of 77 places"));
    EXPECT_EQ(command({"clip", "tokenize"}).first, 2);
}

}  // namespace
}  // namespace headroom
