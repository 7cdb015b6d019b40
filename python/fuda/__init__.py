"""Games with hidden information: rules, players, matches, batches of games."""

from ._fuda import Batch, FudaError, StepResult, __version__

__all__ = ["Batch", "FudaError", "StepResult", "__version__"]
