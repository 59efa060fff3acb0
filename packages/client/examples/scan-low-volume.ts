// Scans the whole market for the one-year low volume (一年地量), follows the scan to its end and prints the hits. The scan
// opens a session for each of them, unless the stock has one.
//
//   STOCK_CYCLE_URL=http://127.0.0.1:3000 STOCK_CYCLE_API_KEY=sck_… node scan-low-volume.ts 2025-12-01 2025-12-31
import { createStockCycleClient, readData, readPages } from 'stock-cycle-client';

const { STOCK_CYCLE_URL: baseUrl = 'http://127.0.0.1:3000', STOCK_CYCLE_API_KEY: apiKey } = process.env;
const [firstDay = '2025-12-01', lastDay = '2025-12-31'] = process.argv.slice(2);
const client = createStockCycleClient({ baseUrl, apiKey });

const body = { start_date: firstDay, end_date: lastDay };
const { scanId: id } = await readData(client.POST('/api/stock-cycle/scans', { body }));
for await (const { type, data: scan } of client.stream('/api/stock-cycle/scans/{id}/events', {
  params: { path: { id } },
})) {
  console.log(`${type}: ${scan.processedCount} of ${scan.candidateCount} stocks, ${scan.matchedCount} hits`);
  for (const warning of scan.warnings) console.error(warning);
  if (type === 'failed' || type === 'cancelled') throw new Error(scan.error ?? `the scan was ${type}`);
}

const pages = readPages((offset) =>
  client.GET('/api/stock-cycle/scans/{id}/hits', { params: { path: { id }, query: { limit: 200, offset } } }),
);
for await (const { hits } of pages) {
  for (const { code, entryDate, minVolume, outcome } of hits)
    console.log(`${code} ${entryDate} ${minVolume} ${outcome}`);
}
