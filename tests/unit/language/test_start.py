"""No library is loaded before something needs it."""

import subprocess
import sys


def test_reading_days_and_sentences_loads_no_library() -> None:
    code = (
        "import sys, datetime\n"
        "from wakeline.language.dates import days_told\n"
        "from wakeline.language.sentences import sentences\n"
        "days_told('two weeks ago', datetime.date(2024, 5, 8)); sentences('One. Two.')\n"
        "sys.exit('text_to_num' in sys.modules or 'Stemmer' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
