"""Parts of kernels on disk: another process compiles a new kernel from them, to the same games."""

import sqlite3

import numpy as np
from numba import from_dtype, types
from test_cache import finish, run

import standoff
from standoff._jit.parts import FILE, key_of, name_type

COUNT = """
from standoff._jit import kernels
made = []
compile_kernel = kernels._Kernel._compile

def compile_and_count(self, args, return_type, is_part=False):
    made.append(is_part)
    return compile_kernel(self, args, return_type, is_part)

kernels._Kernel._compile = compile_and_count
"""
PLAY = """
from standoff import Rng, load
print(load("asmacag").deal(1).playout(Rng(1)).notation)
print(sum(made), made.count(False))
"""
SOAK = """
from standoff import Rng, load
from standoff.testing.soak import soak
print(soak(load("asmacag"), 20, 1))
print(sum(made), made.count(False))
"""


def counted(code, folder):
    """Return what some code prints, and how many parts and whole kernels were compiled."""
    lines = finish(run(COUNT + code, folder))[0].splitlines()
    return lines[:-1], *map(int, lines[-1].split())


def test_a_part_is_compiled_once_for_all_processes(tmp_path):
    alone, parts_alone, _ = counted(SOAK, tmp_path / "alone")
    counted(PLAY, tmp_path / "both")
    (folder,) = (tmp_path / "both" / "kernels").iterdir()
    assert (folder / FILE).is_file()
    after, parts_after, whole = counted(SOAK, tmp_path / "both")
    assert after == alone
    assert whole > 0
    assert parts_after < parts_alone / 2


def test_a_damaged_file_of_parts_costs_time_only(tmp_path):
    sound, *_ = counted(PLAY, tmp_path)
    (file,) = tmp_path.rglob(FILE)
    file.write_bytes(b"not a database" * 1000)
    for kept in file.parent.rglob("*.nbi"):
        kept.unlink()
    again, parts, _ = counted(PLAY, tmp_path)
    assert again == sound
    assert parts > 10


def test_every_part_names_code_that_is_kept(tmp_path):
    counted(PLAY, tmp_path)
    (path,) = tmp_path.rglob(FILE)
    file = sqlite3.connect(path)
    ((parts,), (codes,)) = (
        file.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("parts", "codes")
    )
    file.close()
    assert 10 < parts <= codes


def test_a_key_tells_records_tuples_and_places_apart():
    record = from_dtype(standoff.load("asmacag").rules.state)
    other = from_dtype(standoff.load("colonizers").rules.state)

    class Codegen:
        def magic_tuple(self):
            return ("cpu",)

    keys = {
        key_of(function, args, Codegen())
        for function in (finish, run)
        for args in ((record,), (other,), (record, types.int32), (types.int32[::1],))
    }
    assert len(keys) == 8
    assert None not in keys


def test_a_type_that_its_name_does_not_tell_is_in_no_key():
    assert name_type(types.Dummy("something")) is None
    assert name_type(types.Tuple((types.int64, types.Dummy("something")))) is None
    assert name_type(from_dtype(np.dtype(np.int8))) == "int8"
