"""Clients of a server: a line to it, its lists of tables, and what a client knows of its table."""

from standoff.client.address import Address
from standoff.client.bot import Bot
from standoff.client.follower import Follower
from standoff.client.line import Line
from standoff.client.problem import Refused, Unreachable
from standoff.client.web import Web

__all__ = ["Address", "Bot", "Follower", "Line", "Refused", "Unreachable", "Web"]
