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

// The lowest volume and its latest day in one number, so that one min() gives both.
const SCAN = `
  with low as (
    select code, min((volume << 16) | (65535 - datediff('day', date '1970-01-01', trade_date))) as packed,
      max(trade_date) as last_day
    from bar where trade_date between $start::date and $end::date group by code
  ), day as (
    select code, last_day, packed >> 16 as volume,
      date '1970-01-01' + (65535 - (packed & 65535))::integer as trade_date
    from low
  )
  select day.code, day.trade_date::varchar, day.volume::varchar
  from day
  join stock on stock.code = day.code and stock.first_bar_date <= $prior::date
  join bar entry on entry.code = day.code and entry.trade_date = day.trade_date
    and entry.trade_date between $start::date and $end::date
  join bar last on last.code = day.code and last.trade_date = day.last_day
    and last.trade_date between $start::date and $end::date
  where last.circ_market_cap between $capMin and $capMax
    and round(entry.close * 100) < round(entry.up_limit * 100)
    and not exists (
      select 1 from bar p
      where p.code = day.code and p.trade_date >= $prior::date and p.trade_date < $start::date and p.volume < day.volume
    )
  order by day.code`;

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
