"""`python -m graphcore VERB`."""

import sys

from graphcore.errors import EdgewiseError

try:
    from graphcore.cli import main
except EdgewiseError as error:
    # A task or another part that somebody added is unusable.
    sys.exit(str(error))

sys.exit(main())
