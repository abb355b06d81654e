"""The recipes in `examples/recipes` run and give the same scores as the vectorized path.

A recipe is skipped if its package is missing. The Spark recipe runs only with `-m long`.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

import pyarrow as pa
import pyarrow.parquet as pq

from ofcscore.bulk.arrow import score_batch
from tests.bulk.deals import nested, picked, random_codes, rows_of, rule_set

RECIPES = Path(__file__).parent.parent.parent / "examples" / "recipes"


def recipe(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"recipe_{name}", RECIPES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def deals(tmp_path: Path) -> tuple[Path, list[dict[str, Any]]]:
    """Return a file of deals, four of them damaged, and their scores."""
    rows = rows_of(random_codes(3_000, 3, 17))
    rows[5]["boards"] = None
    rows[70]["boards"][1]["mid"] = None
    rows[700]["boards"][0]["top"] = rows[700]["boards"][1]["top"]
    rows[2_500]["boards"][2]["bot"] = "Xx 2h 3h 4h 5h"
    rows[2_600]["boards"][0]["top"] = rows[2_600]["boards"][0]["top"].lower()
    batch = nested(rows)
    pq.write_table(pa.Table.from_batches([batch]), tmp_path / "deals.parquet", row_group_size=1_000)
    return tmp_path / "deals.parquet", score_batch(batch, rule_set("ofc")).to_pylist()


def same(target: Path, expected: list[dict[str, Any]]) -> bool:
    found = sorted(pq.read_table(target).to_pylist(), key=lambda row: int(row["deal"]))
    assert sum(row["error"] is not None for row in found) == 4
    return [picked(row) for row in found] == [picked(row) for row in expected]


def test_duckdb(deals: tuple[Path, list[dict[str, Any]]], tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    source, expected = deals
    totals = recipe("duckdb_stream").score(str(source), str(tmp_path / "scored.parquet"))
    assert same(tmp_path / "scored.parquet", expected)
    assert sum(points for _, points, _ in totals) == 0
    assert {name: count for name, _, count in totals} == {"Hero": 2_996, "Gus": 2_996, "Carol": 2_996}


def test_polars(deals: tuple[Path, list[dict[str, Any]]], tmp_path: Path) -> None:
    pytest.importorskip("polars")
    pytest.importorskip("pyarrow", minversion="26", reason="an older one crashes in threads of Polars")
    source, expected = deals
    assert recipe("polars_map").score(str(source), str(tmp_path / "scored.parquet")) == 3_000
    assert same(tmp_path / "scored.parquet", expected)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_spark(
    deals: tuple[Path, list[dict[str, Any]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pyspark = pytest.importorskip("pyspark.sql")
    pytest.importorskip("pandas")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    source, expected = deals
    spark = pyspark.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        assert recipe("spark_map").score(spark, str(source), str(tmp_path / "scored")) == 3_000
    finally:
        spark.stop()
    assert same(tmp_path / "scored", expected)


def test_every_recipe_is_tested() -> None:
    named = {"duckdb_stream", "polars_map", "spark_map"}
    assert {path.stem for path in RECIPES.glob("*.py")} == named
