"""Runs a screen on a day and prints its hits, best first.

STOCK_CYCLE_URL=http://127.0.0.1:3000 STOCK_CYCLE_API_KEY=sck_… python3 run_screen.py top_gainers 2025-12-17
"""

import sys

from stock_cycle import call

if len(sys.argv) == 1:
    names = [screen["id"] for screen in call("GET", "/api/screens")["screens"]]
    sys.exit(f"which one? {' '.join(names)}")

screen, *days = sys.argv[1:]
body = {"limit": 50} | ({"as_of": days[0]} if days else {})
run = call("POST", f"/api/screens/{screen}/run", body)
print(f"{run['screen']['id']} on {run['asOf']}: {run['matched']} of {run['evaluated']} stocks")
for row in run["rows"]:
    print(f"{row['rank']}. {row['code']} at {row['close']:.2f}")
