"""Checks that a missing or old package is reported with the command that installs it."""

from importlib.metadata import PackageNotFoundError

import pytest

from genenv.loop import versions


def found(monkeypatch, installed):
    def version(package):
        if package not in installed:
            raise PackageNotFoundError(package)
        return installed[package]

    monkeypatch.setattr(versions, "version", version)


def test_what_is_installed_here_is_new_enough():
    versions.need("trl")
    versions.need("lora")


def test_a_later_version_is_enough_and_its_build_is_no_number(monkeypatch):
    found(monkeypatch, {"torch": "2.15.0+cu130", "transformers": "5.24.0", "accelerate": "1.15.0", "trl": "1.16.0rc1"})
    versions.need("trl")


def test_an_older_one_is_named_with_the_remedy(monkeypatch):
    found(monkeypatch, {"torch": "2.15.0", "transformers": "5.24.0", "accelerate": "1.15.0", "trl": "0.29.1"})
    with pytest.raises(SystemExit, match=r"needs trl 1\.16 or later, and 0\.29\.1 is installed: pip install -U 'trl>=1\.16'"):
        versions.need("trl")


def test_a_missing_one_too(monkeypatch):
    found(monkeypatch, {})
    with pytest.raises(SystemExit, match=r"needs the package peft: pip install -U 'peft"):
        versions.need("lora")
