// The formula of `npm run bench -- screens` in DuckDB, from a file of its own. Arguments: database file, folder of bars.csv.
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { DuckDBInstance } from '@duckdb/node-api';

const [file, folder] = process.argv.slice(2);
const fresh = !existsSync(file);
const connection = await (await DuckDBInstance.create(file)).connect();
await connection.run('set threads = 2');
if (fresh) {
  // In the order in which the windows read: the fastest of the forms that were tried.
  await connection.run(
    `create table bar as select * from read_csv('${folder}/bars.csv', types = {'code': 'varchar'}) order by code, trade_date`,
  );
  await connection.run('checkpoint');
}

const rows = (bars) => `partition by code order by trade_date rows between ${bars - 1} preceding and current row`;
const SWEEP = `
  select trade_date::varchar as day, count(*)::integer as hits from (
    select code, trade_date, close, open, amount, volume, row_number() over w as no,
      avg(close) over w5 as m5, avg(close) over w20 as m20, avg(close) over w60 as m60,
      max(high) over w60 as h60, min(low) over w60 as l60, min(volume) over w250 as lowest,
      avg(volume) over w5 as v5, avg(volume) over w60 as v60, stddev_pop(close) over w20 as spread,
      sum(up) over w10 as ups, sum(amount) over w20 as turned, before, volume_before, close10
    from (
      select *, (close > lag(close) over c)::integer as up, lag(close) over c as before, lag(volume) over c as volume_before,
        lag(close, 10) over c as close10
      from bar where trade_date >= $from::date
      window c as (partition by code order by trade_date)
    )
    window w as (partition by code order by trade_date), w5 as (${rows(5)}), w10 as (${rows(10)}), w20 as (${rows(20)}),
      w60 as (${rows(60)}), w250 as (${rows(250)})
  )
  where no >= 250 and trade_date >= $day::date and close > m60 * 0.8 and m5 < m20 * 1.02 and close > l60 * 1.05
    and close < h60 * 0.99 and v5 < v60 * 0.9 and least(volume, volume_before) <= lowest * 1.5 and spread / m20 < 0.05
    and ups >= 3 and turned > 1e8 and greatest(close, open) > m5 * 0.95 and abs(close / close10 - 1) < 0.1
  group by trade_date order by trade_date`;

const statement = await connection.prepare(SWEEP);
console.log(JSON.stringify({ ready: true }));
for await (const line of createInterface({ input: process.stdin })) {
  const { from, day } = JSON.parse(line);
  const began = performance.now();
  statement.bind({ from, day });
  const found = (await statement.runAndReadAll()).getRows();
  const ms = performance.now() - began;
  console.log(JSON.stringify({ ms, hits: found.map((row) => row.join(' ')) }));
}
