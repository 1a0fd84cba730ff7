"""Law 3 on bytes: a slice of `scripts/secrecy.py`, and proof that it would find a leak."""

import secrecy

from standoff.server.table import Table


def test_a_viewer_is_sent_the_same_bytes_while_he_knows_the_same():
    found = secrecy.prove(pairs=450, spectators=50)
    assert found.trouble == []
    assert found.pairs == 500
    assert found.moves > 1000
    assert found.reveals > 100


def test_a_number_that_counts_hidden_cards_would_be_found(monkeypatch):
    """The hash of the state is such a number."""
    seen = Table.decision_id
    monkeypatch.setattr(
        Table, "decision_id", lambda table, seat: seen(table, seat) + hash(table._position.notation)
    )
    assert secrecy.prove(pairs=40, spectators=0).trouble
