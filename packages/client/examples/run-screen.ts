// Runs a screen on a day and prints its hits, best first.
//
//   STOCK_CYCLE_URL=http://127.0.0.1:3000 STOCK_CYCLE_API_KEY=sck_… node run-screen.ts top_gainers 2025-12-17
import { createStockCycleClient, readData } from 'stock-cycle-client';

const { STOCK_CYCLE_URL: baseUrl = 'http://127.0.0.1:3000', STOCK_CYCLE_API_KEY: apiKey } = process.env;
const [id, day] = process.argv.slice(2);
const client = createStockCycleClient({ baseUrl, apiKey });

if (id === undefined) {
  const { screens } = await readData(client.GET('/api/screens'));
  console.log(`which one? ${screens.map((screen) => screen.id).join(' ')}`);
} else {
  const body = { limit: 50, ...(day === undefined ? {} : { as_of: day }) };
  const run = await readData(client.POST('/api/screens/{id}/run', { params: { path: { id } }, body }));
  console.log(`${run.screen.id} on ${run.asOf}: ${run.matched} of ${run.evaluated} stocks`);
  for (const { rank, code, close } of run.rows) console.log(`${rank}. ${code} at ${close.toFixed(2)}`);
}
