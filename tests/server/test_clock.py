"""Clocks: a budget for every decision, and a bank."""

from standoff.server import Clock


def test_a_quick_decision_costs_nothing():
    clock = Clock(1000, 500)
    clock.start(100)
    assert clock.stop(1100) == 1000
    assert clock.bank_ms == 500
    assert clock.deadline is None


def test_a_slow_decision_is_paid_from_the_bank():
    clock = Clock(1000, 500)
    clock.start(0)
    clock.stop(1300)
    assert clock.bank_ms == 200
    clock.start(2000)
    assert clock.deadline == 3200


def test_the_bank_is_never_negative():
    clock = Clock(10, 5)
    clock.start(0)
    clock.stop(1000)
    assert clock.bank_ms == 0


def test_time_of_a_stall_is_given_back():
    clock = Clock(1000, 0)
    clock.start(0)
    clock.give_back(300)
    assert clock.deadline == 1300
    assert clock.stop(1200) == 900
    clock.give_back(300)
    assert clock.deadline is None
