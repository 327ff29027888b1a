"""python -m genenv_loop.serve: starts learner.py where its packages are there, or says what is missing."""

from .versions import need

if __name__ == "__main__":
    need("learner")
    from .learner import serve

    serve()
