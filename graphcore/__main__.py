"""`python -m graphcore VERB`."""

import sys

from graphcore.cli import main

sys.exit(main())
