"""Makes tests use the program `genenv` of this checkout, and gives them folders for the loop."""

import json
import os
import pathlib

import pytest

from genenv import World

ROOT = pathlib.Path(__file__).parents[2]
os.environ.setdefault("GENENV", str(ROOT / "src/cli/genenv.mjs"))


@pytest.fixture(scope="session")
def world():
    return World()


@pytest.fixture
def loop_folder(tmp_path):
    """Returns a function that writes settings to genenv.json in a folder, and returns the folder's path."""

    def make(**settings):
        folder = tmp_path / "loop"
        folder.mkdir(exist_ok=True)
        (folder / "genenv.json").write_text(json.dumps(settings), encoding="utf-8")
        return str(folder)

    return make
