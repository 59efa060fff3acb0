// The tour of the session states (docs/api-tour.md) by the client. Below each step is what it prints: `…` stands for
// anything, and keys that are left out are there as well.
//
//   STOCK_CYCLE_URL=http://127.0.0.1:3000 STOCK_CYCLE_API_KEY=sck_… node session-tour.ts
import { createStockCycleClient, readData, type Schemas, StockCycleError } from 'stock-cycle-client';

const { STOCK_CYCLE_URL: baseUrl = 'http://127.0.0.1:3000', STOCK_CYCLE_API_KEY: apiKey } = process.env;
const client = createStockCycleClient({ baseUrl, apiKey });

/** Prints what a call returned, or why it was rejected. */
async function show(call: Promise<unknown>): Promise<void> {
  const result = await call.catch((error: unknown) => {
    if (!(error instanceof StockCycleError)) throw error;
    const { status, code, fields, details } = error;
    return { status, code, fields, details };
  });
  console.log(JSON.stringify(result));
}

function open(entryDay: string) {
  const body = { code: '600519', entry_date: entryDay, entry_close_price: 1410.5 };
  return readData(client.POST('/api/stock-cycle/sessions', { body }));
}

// Open

// A session is opened for a code that has none open. Its phase is `transition` unless another is given.
const { session } = await open('2025-12-19');
await show(Promise.resolve(session));
// → {"id":1,"code":"600519","status":"open","entryDate":"2025-12-19","entryClosePrice":1410.5,"currentPrimaryPhase":"transition","priority":50,"endedAt":null}

const params = { path: { id: session.id } };
const read = () => readData(client.GET('/api/stock-cycle/sessions/{id}', { params }));
const remove = (path = params.path) => readData(client.DELETE('/api/stock-cycle/sessions/{id}', { params: { path } }));
const change = (body: Schemas['UpdateSessionBody']) =>
  readData(client.PATCH('/api/stock-cycle/sessions/{id}', { params, body }));
const addDaily = (body: Schemas['CreateDailyBody']) =>
  readData(client.POST('/api/stock-cycle/sessions/{id}/daily', { params, body }));

// A second one is rejected; the error names the first.
await show(open('2025-12-22'));
// → {"status":409,"code":"open_session_exists","fields":[],"details":{"sessionId":1}}

// Without a credential nothing is written.
const stranger = createStockCycleClient({ baseUrl });
await show(readData(stranger.DELETE('/api/stock-cycle/sessions/{id}', { params })));
// → {"status":401,"code":"unauthorized","fields":[],"details":{}}

// Change

await show(
  change({
    ...{ current_primary_phase: 'accumulation', next_review_at: '2026-01-09' },
    ...{ priority_delta: 1, fundamental_score: 14 },
  }),
);
// → {"session":{"id":1,"currentPrimaryPhase":"accumulation","nextReviewAt":"2026-01-09","nextReviewSetAt":"…","priority":51,"fundamentalScore":14}}

// A value out of its range is named; nothing is changed.
await show(change({ fundamental_score: 21, summary_note: 'x' }));
// → {"status":400,"code":"invalid_input","fields":[{"field":"fundamental_score","message":"…"}],"details":{}}

// A daily record belongs to an open day; only one a day.
await show(
  addDaily({ trade_date: '2025-12-22', supply_demand: 'balanced', cycle_events: ['ST'], evidence_note: '缩量回踩' }),
);
// → {"daily":{"id":1,"sessionId":1,"tradeDate":"2025-12-22","supplyDemand":"balanced","cycleEvents":["ST"],"isLatest":true,"origin":"manual"}}
await show(addDaily({ trade_date: '2025-12-22' }));
// → {"status":409,"code":"duplicate_trade_day","fields":[],"details":"…"}

// Close

await show(change({ close: true, end_reason: '跌破冰线' }));
// → {"session":{"id":1,"status":"closed","endedAt":"…","endReason":"跌破冰线"}}
await show(change({ close: true }));
// → {"status":400,"code":"already_closed"}
await show(addDaily({ trade_date: '2025-12-23' }));
// → {"status":409,"code":"session_closed"}

// Reopen

// While another session of the code is open, the first one stays closed.
const { session: second } = await open('2025-12-24');
await show(change({ reopen: true }));
// → {"status":409,"code":"open_session_exists"}
await show(remove({ id: second.id }));
// → {"id":"…","deleted":true}
await show(change({ reopen: true }));
// → {"session":{"id":1,"status":"open","endedAt":null,"endReason":null}}
await show(change({ reopen: true }));
// → {"status":400,"code":"not_closed"}
await show(change({ close: true, reopen: true }));
// → {"status":400,"code":"invalid_input"}

// Delete and restore

// Deleting takes the records along; restoring brings back the session and exactly those records.
await show(remove());
// → {"id":1,"deleted":true}
await show(remove());
// → {"status":404,"code":"not_found"}
await show(readData(client.POST('/api/stock-cycle/sessions/{id}/restore', { params })));
// → {"session":{"id":1,"status":"open"}}
await show(read());
// → {"session":{"id":1,"code":"600519"},"dailyRows":[{"id":1,"tradeDate":"2025-12-22"}],"weeklyRows":[]}
