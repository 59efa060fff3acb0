// The scan in DuckDB, from a file of its own. Arguments: database file, folder of bars.csv and stocks.csv.
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { DuckDBInstance } from '@duckdb/node-api';

const [file, folder] = process.argv.slice(2);
const fresh = !existsSync(file);
const connection = await (await DuckDBInstance.create(file)).connect();
await connection.run('set threads = 2');
if (fresh) {
  await connection.run(
    `create table stock as select * from read_csv('${folder}/stocks.csv', types = {'code': 'varchar'})`,
  );
  await connection.run(`create table bar as select * from read_csv('${folder}/bars.csv', types = {'code': 'varchar'})`);
  await connection.run('checkpoint');
}

// The fastest of four forms that were tried: one aggregate over range and prior window, then the survivors' figures.
const SCAN = `
  with low as (
    select code, min(volume) filter (where trade_date >= $start::date) as volume,
      min(volume) filter (where trade_date < $start::date) as prior_volume
    from bar where trade_date between $prior::date and $end::date
    group by code
    having volume is not null and (prior_volume is null or prior_volume >= volume)
  ), hit as (
    select bar.code, low.volume, max(trade_date) filter (where bar.volume = low.volume) as entry_date,
      max_by(close, trade_date) filter (where bar.volume = low.volume) as close,
      max_by(up_limit, trade_date) filter (where bar.volume = low.volume) as up_limit,
      max_by(circ_market_cap, trade_date) as circ_market_cap
    from bar join low on low.code = bar.code
    where trade_date between $start::date and $end::date
    group by bar.code, low.volume
  )
  select hit.code, entry_date::varchar, hit.volume::varchar
  from hit join stock on stock.code = hit.code and stock.first_bar_date <= $prior::date
  where circ_market_cap between $capMin and $capMax and round(close * 100) < round(up_limit * 100)
  order by hit.code`;

const statement = await connection.prepare(SCAN);
console.log(JSON.stringify({ ready: true }));
for await (const line of createInterface({ input: process.stdin })) {
  const { start, end, prior, capMin, capMax } = JSON.parse(line);
  const from = performance.now();
  statement.bind({ start, end, prior, capMin, capMax });
  const rows = (await statement.runAndReadAll()).getRows();
  const ms = performance.now() - from;
  console.log(JSON.stringify({ ms, hits: rows.map((row) => row.join(' ')) }));
}
