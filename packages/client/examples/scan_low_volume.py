"""Scans the whole market for the one-year low volume (一年地量), follows the scan to its end and prints the hits.

The scan opens a session for each of them, unless the stock has one.

STOCK_CYCLE_URL=http://127.0.0.1:3000 STOCK_CYCLE_API_KEY=sck_… python3 scan_low_volume.py 2025-12-01 2025-12-31
"""

import sys

from stock_cycle import call, pages, stream

first_day, last_day = sys.argv[1:]

scan_id = call("POST", "/api/stock-cycle/scans", {"start_date": first_day, "end_date": last_day})["scanId"]
for name, scan in stream(f"/api/stock-cycle/scans/{scan_id}/events"):
    print(f"{name}: {scan['processedCount']} of {scan['candidateCount']} stocks, {scan['matchedCount']} hits")
    for warning in scan["warnings"]:
        print(warning, file=sys.stderr)
    if name in ("failed", "cancelled"):
        sys.exit(scan["error"] or f"the scan was {name}")

for page in pages(f"/api/stock-cycle/scans/{scan_id}/hits?limit=200"):
    for hit in page["hits"]:
        print(f"{hit['code']} {hit['entryDate']} {hit['minVolume']} {hit['outcome']}")
