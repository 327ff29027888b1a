"""The loop's package, and folders of it as `genenv recipe` writes them."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[4]
sys.path[:0] = [str(ROOT / path) for path in ("src/interop/loop", "src/interop/worlds/python", "src/lm/fixtures")]
os.environ.setdefault("GENENV", str(ROOT / "src/cli/genenv.mjs"))


@pytest.fixture
def recipe(tmp_path):
    def make(engine, **settings):
        folder = tmp_path / "loop"
        assigned = [part for name, value in settings.items() for part in ("--set", f"{name}={value}")]
        command = ["node", ROOT / "src/cli/genenv.mjs", "recipe", "--out", folder, "--force", "--engine", engine, *assigned]
        subprocess.run(command, check=True, capture_output=True)
        return folder

    return make
