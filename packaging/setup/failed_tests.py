"""The failed tests of a JUnit report that ctest wrote: a line each with the name, the first words of the failure, the seed.

usage: failed_tests.py REPORT
"""
import re
import sys
import xml.etree.ElementTree

FIRST_WORDS = (
    re.compile(r"^(?P<where>\S+:\d+): Failure$"),  # GoogleTest: what was expected is on the next line
    re.compile(r"^FAIL!\s+: (?P<what>.*)"),  # Qt Test
    re.compile(r".*(?P<what>(?:ERROR: AddressSanitizer|WARNING: ThreadSanitizer|runtime error): .*)"),
    re.compile(r"^FAILED: (?P<what>.*)"),  # tests/layering/test_packaging.sh
)


SEED = re.compile(r"HEADROOM_TEST_SEED=[^;\n]*")


def first_words(output):
    lines = output.splitlines()
    for i, line in enumerate(lines):
        for pattern in FIRST_WORDS:
            if found := pattern.match(line):
                words = found.groupdict()
                if "what" in words:
                    return words["what"]
                return words["where"].rsplit("/", 1)[-1] + ": " + (lines[i + 1] if i + 1 < len(lines) else "failed")
    last = [line for line in lines if line.strip()]
    return last[-1] if last else "nothing was printed"


def parts(name, output):
    """The failed tests in what one entry of ctest printed, by name: a suite of GoogleTest holds several."""
    runs = re.split(r"^\[ RUN      \] (.*)$", output, flags=re.MULTILINE)
    failed = [(test, said) for test, said in zip(runs[1::2], runs[2::2]) if f"[  FAILED  ] {test}" in said]
    # A crash has no such line: it is the last that began.
    return failed or ([(runs[-2], runs[-1])] if len(runs) > 2 else [(name, output)])


def main():
    try:
        cases = list(xml.etree.ElementTree.parse(sys.argv[1]).getroot().iter("testcase"))
    except (OSError, xml.etree.ElementTree.ParseError) as e:
        print(f"the report of the tests cannot be read: {e}")
        return
    for case in cases:
        failure = case.find("failure")
        if failure is None:
            continue
        output = case.findtext("system-out") or ""
        if (failure.get("message") or "").startswith("Timeout"):
            print(f"{case.get('name')}: no end within {float(case.get('time', 0)):.0f} s")
            continue
        for name, said in parts(case.get("name"), output):
            seed = SEED.search(said)
            print(f"{name}: {first_words(said)[:300]}" + (f" [{seed.group()}]" if seed else ""))


if __name__ == "__main__":
    main()
