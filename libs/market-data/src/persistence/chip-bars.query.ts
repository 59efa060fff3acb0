import { finished } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { type Database, openLongConnection, type SqlRunner } from '#lib/database';
import { calendarDayFromEpochDay, type CalendarDay, epochDayOf } from '#lib/kernel';
import { ChipBarMatrix } from '../chips/chip-bar-matrix';
import type { DatedFactor } from '../domain/adjusted-bar';
import { BarCopyDecoder, CHIP_BAR_COLUMNS } from './bar-copy-decoder';

/** From this many stocks on the market's days are streamed; fewer are looked up stock by stock. */
const STREAM_FROM_STOCKS = 1000;

/** The newest `count` bars of each stock, prices as traded. */
export async function readChipBars(
  database: Database,
  codes: readonly string[],
  count: number,
): Promise<ChipBarMatrix> {
  const matrix = new ChipBarMatrix(codes, count);
  const [first] =
    codes.length < STREAM_FROM_STOCKS
      ? []
      : await database.query<{ day: CalendarDay }>(
          'select trade_date as day from market_day order by trade_date desc offset $1 limit 1',
          [count - 1],
        );
  if (first !== undefined) await streamDays(database, matrix, first.day);
  await fillFront(database, matrix, first?.day ?? null);
  return matrix;
}

/** Every bar from a day on, by the day. */
async function streamDays(database: Database, matrix: ChipBarMatrix, from: CalendarDay): Promise<void> {
  const client = await openLongConnection(database, 'stock-cycle-chips');
  try {
    const decoder = new BarCopyDecoder(matrix);
    // COPY takes no parameters; a calendar day is digits and dashes.
    const stream = client.query(
      copyTo(`copy (select ${CHIP_BAR_COLUMNS} from daily_bar where trade_date >= '${from}' order by trade_date)
        to stdout (format binary)`),
    );
    stream.on('data', (chunk: Buffer) => decoder.take(chunk));
    await finished(stream);
    decoder.finish();
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface OlderBar {
  code: string;
  day: CalendarDay;
  open: number;
  high: number;
  low: number;
  close: number;
  turnoverPct: number | null;
}

/** The older bars of stocks that traded on fewer days than the market did. */
async function fillFront(database: Database, matrix: ChipBarMatrix, before: CalendarDay | null): Promise<void> {
  const short = matrix.codes.flatMap((code, stockNo) => {
    const missing = matrix.width - matrix.countOf(stockNo);
    return missing > 0 ? [{ code, missing }] : [];
  });
  if (short.length === 0) return;
  const rows = await database.query<OlderBar>(
    `select short.code, b.trade_date as day, b.open, b.high, b.low, b.close, b.turnover_pct as "turnoverPct"
     from unnest($1::text[], $2::integer[]) as short(code, missing)
     cross join lateral (
       select * from daily_bar d
       where d.code = short.code and ($3::date is null or d.trade_date < $3::date)
       order by d.trade_date desc limit short.missing
     ) b
     order by short.code, b.trade_date`,
    [short.map(({ code }) => code), short.map(({ missing }) => missing), before],
  );
  for (const [code, bars] of groupByCode(rows)) {
    const stockNo = matrix.stockNoOf(code);
    if (stockNo === undefined) continue;
    let place = matrix.makeRoomBefore(stockNo, bars.length);
    for (const bar of bars) {
      matrix.day[place] = epochDayOf(bar.day);
      matrix.open[place] = bar.open;
      matrix.high[place] = bar.high;
      matrix.low[place] = bar.low;
      matrix.close[place] = bar.close;
      matrix.turnoverPct[place] = bar.turnoverPct ?? Number.NaN;
      place += 1;
    }
  }
}

/** What is known of a stock's ex-rights, for its adjustment. */
export interface ChipPriceFacts {
  adjFactors: DatedFactor[];
  exRights: DatedFactor[];
  /** Days on which prices broke and nobody knows why. */
  gaps: CalendarDay[];
  /** The last day whose bar lacks the ex-right previous close; undefined where all have one. */
  preCloseMissing: CalendarDay | undefined;
}

/** The facts of many stocks up to a day each stock's bars end on anyway. */
export async function readChipPriceFacts(
  runner: SqlRunner,
  codes: readonly string[],
): Promise<Map<string, ChipPriceFacts>> {
  const [factors, breaks, figures] = await Promise.all([
    runner.query<DatedFactor & { code: string }>(
      `select code, trade_date as "tradeDate", factor from adj_factor where code = any($1) order by code, trade_date`,
      [codes],
    ),
    runner.query<{ code: string; tradeDate: CalendarDay; kind: string; factor: number | null }>(
      `select code, trade_date as "tradeDate", kind, ratio as factor from price_break where code = any($1)
       order by code, trade_date`,
      [codes],
    ),
    runner.query<{ code: string; missing: CalendarDay | null }>(
      `select code, pre_close_missing_date as missing from stock_figures where code = any($1)`,
      [codes],
    ),
  ]);
  const facts = new Map(
    codes.map((code): [string, ChipPriceFacts] => [
      code,
      { adjFactors: [], exRights: [], gaps: [], preCloseMissing: undefined },
    ]),
  );
  for (const { code, tradeDate, factor } of factors) facts.get(code)?.adjFactors.push({ tradeDate, factor });
  for (const { code, tradeDate, factor } of breaks) {
    if (factor === null) facts.get(code)?.gaps.push(tradeDate);
    else facts.get(code)?.exRights.push({ tradeDate, factor });
  }
  for (const { code, missing } of figures) {
    const known = facts.get(code);
    if (known !== undefined && missing !== null) known.preCloseMissing = missing;
  }
  return facts;
}

/** The days of a stock's bars in a matrix. */
export function daysOf(matrix: ChipBarMatrix, from: number, last: number): { tradeDate: CalendarDay }[] {
  return Array.from(matrix.day.subarray(from, last + 1), (day) => ({ tradeDate: calendarDayFromEpochDay(day) }));
}

function groupByCode<Row extends { code: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.code);
    if (group === undefined) groups.set(row.code, [row]);
    else group.push(row);
  }
  return groups;
}
