"""Checks that needed packages are installed and new enough."""

from importlib.metadata import PackageNotFoundError, version

NEEDED = {
    "trl": {"torch": "2.7", "transformers": "5.0", "accelerate": "1.4", "trl": "1.16"},
    "lora": {"peft": "0.18"},
    "learner": {"torch": "2.7", "transformers": "5.0", "peft": "0.18"},
}
WHO = {"learner": "Preparing a checkpoint"}


def numbers(text):
    """Returns the leading numbers of a version: [2, 15, 0] for 2.15.0+cu130."""
    found = []
    for part in text.split("+")[0].split("."):
        if not part.isdigit():
            break
        found.append(int(part))
    return found


def need(name):
    """Ends the program with a pip command to run if a package of NEEDED is missing or too old."""
    who = WHO.get(name, "The loop")
    for package, least in NEEDED[name].items():
        remedy = f"pip install -U '{package}>={least}'"
        try:
            found = version(package)
        except PackageNotFoundError:
            raise SystemExit(f"{who} needs the package {package}: {remedy}") from None
        if numbers(found) < numbers(least):
            raise SystemExit(f"{who} needs {package} {least} or later, and {found} is installed: {remedy}")
