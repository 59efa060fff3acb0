import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BAR_COLUMNS, benchDays, STOCK_COLUMNS } from './bench-market';

/** Fills the tables of a migrated database from the CSV files, as an import leaves them: analysed, all-visible pages. */
export async function loadMarket(url: string, folder: string, days: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('truncate stock, daily_bar, market_day, exchange_day cascade');
    await copy(client, `stock (${STOCK_COLUMNS.join(', ')})`, join(folder, 'stocks.csv'));
    await copy(client, `daily_bar (${BAR_COLUMNS.join(', ')})`, join(folder, 'bars.csv'));
    await client.query('insert into market_day select trade_date, count(*) from daily_bar group by trade_date');
    await client.query('insert into exchange_day select unnest($1::date[]), true', [benchDays(days)]);
    await client.query(
      `update stock s set first_bar_date = b.first, last_bar_date = b.last
       from (select code, min(trade_date) as first, max(trade_date) as last from daily_bar group by code) b
       where b.code = s.code`,
    );
    await client.query(
      `update market_state set source = 'files', data_version = data_version + 1,
         bars_from = (select min(trade_date) from market_day), bars_to = (select max(trade_date) from market_day)`,
    );
    await client.query('commit');
    await client.query('vacuum (analyze) daily_bar');
    await client.query('vacuum (analyze) stock');
  } finally {
    await client.end();
  }
}

async function copy(client: Client, target: string, file: string): Promise<void> {
  const sink = client.query(copyFrom(`copy ${target} from stdin with (format csv, header)`));
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), sink);
}
