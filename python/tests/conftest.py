"""Gives tests the program `genenv` of this checkout, and folders of the loop."""

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
    """Writes genenv.json with these settings into a folder."""

    def make(**settings):
        folder = tmp_path / "loop"
        folder.mkdir(exist_ok=True)
        (folder / "genenv.json").write_text(json.dumps(settings), encoding="utf-8")
        return str(folder)

    return make
