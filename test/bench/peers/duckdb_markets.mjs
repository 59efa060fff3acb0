// Many markets in one DuckDB file: the scan of one, and a day more. Arguments: database file, folder of bars.csv, markets.
import { existsSync, statSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const SCANS = 9;

const [file, folder, count] = process.argv.slice(2);
const markets = Number(count);
const fresh = !existsSync(file);
const connection = await (await DuckDBInstance.create(file)).connect();
await connection.run('set threads = 2');
await connection.run('set preserve_insertion_order = true');
const began = performance.now();
if (fresh) {
  await connection.run(`create table bar as
    select 0::smallint as market, * from read_csv('${folder}/bars.csv', types = {'code': 'varchar'}) limit 0`);
  for (let market = 0; market < markets; market += 1) {
    await connection.run(`insert into bar
      select ${market}::smallint, * from read_csv('${folder}/bars.csv', types = {'code': 'varchar'})`);
  }
  await connection.run('checkpoint');
}
const loadSeconds = (performance.now() - began) / 1000;

const one = async (sql, values) => (await connection.runAndReadAll(sql, values)).getRows();
const [[bars, last]] = await one('select count(*)::integer, max(trade_date)::varchar from bar');

// As in duckdb.mjs, of one market: the lowest volumes of sixty days against those of the year before.
const scan = `
  with low as (
    select code, min(volume) filter (where trade_date > $end::date - 84) as volume,
      min(volume) filter (where trade_date <= $end::date - 84) as prior_volume
    from bar where market = $market and trade_date between $end::date - 588 and $end::date
    group by code
    having volume is not null and (prior_volume is null or prior_volume >= volume)
  )
  select bar.code, max(trade_date) filter (where bar.volume = low.volume)
  from bar join low on low.code = bar.code
  where market = $market and trade_date between $end::date - 84 and $end::date
  group by bar.code, low.volume`;
const times = [];
let hits = 0;
for (let turn = 0; turn <= SCANS; turn += 1) {
  const from = performance.now();
  hits = (await one(scan, { market: (turn * 7) % markets, end: last })).length;
  // The first one warms up.
  if (turn > 0) times.push(performance.now() - from);
}
const from = performance.now();
await connection.run(`insert into bar select * replace (trade_date + 1 as trade_date) from bar
  where market = ${markets - 1} and trade_date = '${last}'`);
await connection.run('checkpoint');
const dayMs = performance.now() - from;
await connection.run(`delete from bar where market = ${markets - 1} and trade_date > '${last}'`);
times.sort((a, b) => a - b);
console.log(JSON.stringify({ bars, hits, bytes: statSync(file).size, loadSeconds, scanMs: times[SCANS >> 1], dayMs }));
