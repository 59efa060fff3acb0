// Opens a tracking session, or takes the one that is open; changes it, adds a daily record, and lists the open sessions.
//
//   STOCK_CYCLE_URL=http://127.0.0.1:3000 STOCK_CYCLE_API_KEY=sck_… node track-session.ts 600519 2025-12-19 2025-12-22
import { createStockCycleClient, readData, readPages, StockCycleError } from 'stock-cycle-client';

const { STOCK_CYCLE_URL: baseUrl = 'http://127.0.0.1:3000', STOCK_CYCLE_API_KEY: apiKey } = process.env;
const [code = '600519', entryDay = '2025-12-19', recordDay = '2025-12-22'] = process.argv.slice(2);
const client = createStockCycleClient({ baseUrl, apiKey });

async function openSession(): Promise<number> {
  try {
    const body = { code, entry_date: entryDay, source: '手工新建' };
    const { session } = await readData(client.POST('/api/stock-cycle/sessions', { body }));
    return session.id;
  } catch (error) {
    if (error instanceof StockCycleError && error.code === 'open_session_exists')
      return Number(error.details['sessionId']);
    throw error;
  }
}

const path = { id: await openSession() };
const { session } = await readData(
  client.PATCH('/api/stock-cycle/sessions/{id}', {
    params: { path },
    body: { current_primary_phase: 'accumulation', priority_delta: 1 },
  }),
);
console.log(`session ${session.id}: ${session.code} ${session.currentPrimaryPhase}, priority ${session.priority}`);

const { daily } = await readData(
  client.POST('/api/stock-cycle/sessions/{id}/daily', {
    params: { path },
    body: { trade_date: recordDay, supply_demand: 'balanced', cycle_events: ['ST'], evidence_note: '缩量回踩' },
  }),
);
console.log(`record ${daily.tradeDate}: ${daily.cycleEvents.join(' ')}`);

const pages = readPages((offset) =>
  client.GET('/api/stock-cycle/sessions', { params: { query: { status: 'open', limit: 200, offset } } }),
);
for await (const { sessions } of pages) {
  for (const { code, entryDate, priority } of sessions)
    console.log(`open ${code} since ${entryDate}, priority ${priority}`);
}
