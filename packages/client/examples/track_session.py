"""Opens a tracking session, or takes the one that is open; changes it, adds a daily record, and lists the open sessions.

STOCK_CYCLE_URL=http://127.0.0.1:3000 STOCK_CYCLE_API_KEY=sck_… python3 track_session.py 600519 2025-12-19 2025-12-22
"""

import sys

from stock_cycle import StockCycleError, call, pages

code, entry_day, record_day = sys.argv[1:]


def open_session():
    try:
        body = {"code": code, "entry_date": entry_day, "source": "手工新建"}
        return call("POST", "/api/stock-cycle/sessions", body)["session"]["id"]
    except StockCycleError as error:
        if error.code == "open_session_exists":
            return error.details["sessionId"]
        raise


path = f"/api/stock-cycle/sessions/{open_session()}"
session = call("PATCH", path, {"current_primary_phase": "accumulation", "priority_delta": 1})["session"]
print(f"session {session['id']}: {session['code']} {session['currentPrimaryPhase']}, priority {session['priority']}")

record = {"trade_date": record_day, "supply_demand": "balanced", "cycle_events": ["ST"], "evidence_note": "缩量回踩"}
daily = call("POST", f"{path}/daily", record)["daily"]
print(f"record {daily['tradeDate']}: {' '.join(daily['cycleEvents'])}")

for page in pages("/api/stock-cycle/sessions?status=open&limit=200"):
    for session in page["sessions"]:
        print(f"open {session['code']} since {session['entryDate']}, priority {session['priority']}")
