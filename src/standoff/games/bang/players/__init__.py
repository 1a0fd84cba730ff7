"""The compiled players of Bang!, by whose thesis describes them; `policies.py` lists them."""
