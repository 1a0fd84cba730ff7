"""Training: numbers of an agent made better by playing, with a record of how."""

from standoff.training.plan import Plan, Step
from standoff.training.record import Settings, load_record, load_settings, record_of
from standoff.training.run import train

__all__ = ["Plan", "Settings", "Step", "load_record", "load_settings", "record_of", "train"]
