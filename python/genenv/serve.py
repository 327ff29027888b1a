"""Prints the version of this package, then starts learner.py if its packages are installed: python -m genenv.serve."""

import json

from . import __version__
from .loop.versions import need

if __name__ == "__main__":
    print(json.dumps({"version": __version__}), flush=True)
    need("learner")
    from .learner import serve

    serve()
