"""What a model folder's config.json says, in the forms of transformers 4 and 5."""


def rope_theta(config):
    """The base of the rotations of positions. transformers 5 writes it inside rope_parameters."""
    parameters = config.get("rope_parameters") or config.get("rope_scaling") or {}
    kind = parameters.get("rope_type", parameters.get("type", "default"))
    if kind != "default":
        raise SystemExit(f"The engine local does not scale rotations, and this model does ({kind}).")
    return parameters.get("rope_theta") or config.get("rope_theta") or 10000.0
