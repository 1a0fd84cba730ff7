"""The compiled players of Bang!: a folder for each thesis. `policies.py` lists them all."""
