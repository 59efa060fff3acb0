"""The chip distribution as numpy programs. Arguments: file of float64 columns, stocks, days."""

import json
import sys
import time

import numpy as np

BUCKETS = 150
SHARES = {"cost5": 0.05, "cost15": 0.15, "cost50": 0.5, "cost85": 0.85, "cost95": 0.95}


def grid(high, low):
    lowest = low.min(axis=-1)
    return lowest, np.maximum(0.01, (high.max(axis=-1) - lowest) / (BUCKETS - 1))


def plain(columns, stocks):
    """The usual program: stock after stock, day after day, one array operation after another."""
    answer = []
    for stock in stocks:
        open_, high, low, close, pct = columns[:, stock]
        lowest, step = grid(high, low)
        prices = lowest + step * np.arange(BUCKETS)
        chips = np.zeros(BUCKETS)
        for day in range(len(close)):
            average = (open_[day] + close[day] + high[day] + low[day]) / 4
            turnover = min(1.0, pct[day] / 100)
            chips *= 1 - turnover
            if high[day] == low[day]:
                chips[int((average - lowest) / step)] += (BUCKETS - 1) * turnover / 2
                continue
            inside = np.arange(int(np.ceil((low[day] - lowest) / step)), int((high[day] - lowest) / step) + 1)
            price = prices[inside]
            rise = (price - low[day]) / (average - low[day]) if average > low[day] + 1e-8 else np.ones(len(price))
            fall = (high[day] - price) / (high[day] - average) if high[day] > average + 1e-8 else np.ones(len(price))
            chips[inside] += np.where(price <= average, rise, fall) * (2 / (high[day] - low[day])) * turnover
        answer.append(figures(chips[None], prices[None], close[-1:])[0])
    return answer


def vectorised(columns, chunk=128):
    """The same for many stocks at once."""
    answer = []
    for start in range(0, columns.shape[1], chunk):
        open_, high, low, close, pct = columns[:, start : start + chunk]
        lowest, step = grid(high, low)
        prices = lowest[:, None] + step[:, None] * np.arange(BUCKETS)
        chips = np.zeros(prices.shape)
        rows = np.arange(len(prices))
        for day in range(close.shape[1]):
            o, h, l, c = (values[:, day, None] for values in (open_, high, low, close))
            average = (o + c + h + l) / 4
            turnover = np.minimum(1.0, pct[:, day, None] / 100)
            with np.errstate(divide="ignore", invalid="ignore"):
                rise = np.where(average - l < 1e-8, 1.0, (prices - l) / (average - l))
                fall = np.where(h - average < 1e-8, 1.0, (h - prices) / (h - average))
                height = np.where(prices <= average, rise, fall) * (2 / (h - l)) * turnover
            chips = chips * (1 - turnover) + np.where((prices >= l) & (prices <= h) & (h > l), height, 0.0)
            flat = (h == l)[:, 0]
            bucket = ((average[:, 0] - lowest) / step).astype(int)
            chips[rows[flat], bucket[flat]] += (BUCKETS - 1) * turnover[flat, 0] / 2
        answer.extend(figures(chips, prices, close[:, -1]))
    return answer


def figures(chips, prices, close):
    sums = chips.cumsum(axis=1)
    total = sums[:, -1:]
    rows = np.arange(len(chips))
    costs = [prices[rows, (sums > total * share).argmax(axis=1)] for share in SHARES.values()]
    mean = (chips * prices).sum(axis=1) / total[:, 0]
    winners = np.where(close[:, None] >= prices, chips, 0).sum(axis=1) / total[:, 0] * 100
    return np.stack([*costs, mean, winners], axis=1).tolist()


def main():
    file, stocks, days = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    columns = np.fromfile(file).reshape(5, stocks, days)
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        began = time.perf_counter()
        if question["variant"] == "plain":
            figures_ = plain(columns, range(0, stocks, question["every"]))
        else:
            figures_ = vectorised(columns)
        ms = (time.perf_counter() - began) * 1000
        print(json.dumps({"ms": ms, "figures": figures_}), flush=True)


main()
