"""The scan as a pandas program. Arguments: pickle file, folder of bars.csv and stocks.csv."""

import json
import os
import sys
import time

import pandas as pd

COLUMNS = ["trade_date", "code", "close", "volume", "circ_market_cap", "up_limit"]


def make_pickle(pickle, folder):
    if not os.path.exists(pickle):
        frame = pd.read_csv(
            os.path.join(folder, "bars.csv"), usecols=COLUMNS, dtype={"code": str}, parse_dates=["trade_date"]
        )
        frame.to_pickle(pickle)


def is_hit(entry, last, question):
    below_limit = round(entry.close * 100) < round(entry.up_limit * 100)
    return below_limit and question["capMin"] <= last.circ_market_cap <= question["capMax"]


def loop(bars, first_bar, question):
    """The usual program: one pass over the groups of a groupby."""
    start, end, prior = (pd.Timestamp(question[key]) for key in ("start", "end", "prior"))
    window = bars[(bars.trade_date >= prior) & (bars.trade_date <= end)]
    hits = []
    for code, group in window.groupby("code"):
        ranged = group[group.trade_date >= start]
        if ranged.empty or first_bar[code] > prior:
            continue
        low = ranged.volume.min()
        if (group.volume[group.trade_date < start] < low).any():
            continue
        entry = ranged[ranged.volume == low].iloc[-1]
        if is_hit(entry, ranged.iloc[-1], question):
            hits.append((code, entry.trade_date, low))
    return hits


def vectorised(bars, first_bar, question):
    """The same without a loop over stocks."""
    start, end, prior = (pd.Timestamp(question[key]) for key in ("start", "end", "prior"))
    ranged = bars[(bars.trade_date >= start) & (bars.trade_date <= end)]
    before = bars[(bars.trade_date >= prior) & (bars.trade_date < start)]
    low = ranged.groupby("code").volume.min()
    prior_low = before.groupby("code").volume.min().reindex(low.index)
    kept = low[~(prior_low < low) & (first_bar.reindex(low.index) <= prior)]
    rows = ranged[ranged.code.isin(kept.index)]
    last = rows.groupby("code").tail(1).set_index("code")
    entries = rows[rows.volume == rows.code.map(kept)].groupby("code").tail(1).set_index("code").sort_index()
    return [
        (code, entry.trade_date, entry.volume)
        for code, entry in entries.iterrows()
        if is_hit(entry, last.loc[code], question)
    ]


def main():
    pickle, folder = sys.argv[1:3]
    make_pickle(pickle, folder)
    bars = pd.read_pickle(pickle)
    first_bar = bars.groupby("code").trade_date.min()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        began = time.perf_counter()
        if question["variant"] == "program":
            # What a program does that is started for one answer, without the start of Python and pandas themselves.
            bars = pd.read_pickle(pickle)
            first_bar = bars.groupby("code").trade_date.min()
        scan = vectorised if question["variant"] == "vectorised" else loop
        hits = scan(bars, first_bar, question)
        elapsed = (time.perf_counter() - began) * 1000
        print(
            json.dumps({"ms": elapsed, "hits": [f"{code} {day:%Y-%m-%d} {volume}" for code, day, volume in hits]}),
            flush=True,
        )


if __name__ == "__main__":
    main()
