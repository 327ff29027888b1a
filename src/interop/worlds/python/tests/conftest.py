import os
import pathlib

import pytest
from genenv_worlds import World

os.environ.setdefault("GENENV", str(pathlib.Path(__file__).parents[4] / "cli" / "genenv.mjs"))


@pytest.fixture(scope="session")
def world():
    return World()
