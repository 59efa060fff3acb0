import { finished } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { type Database, openLongConnection } from '#lib/database';
import { calendarDayFromEpochDay, type CalendarDay, epochDayOf, groupBy } from '#lib/kernel';
import { notProvisional } from '#lib/market-data';
import { ChipBarMatrix } from '../domain/chip-bar-matrix';
import { BarCopyDecoder, CHIP_BAR_COLUMNS } from './bar-copy-decoder';

/** From this many stocks on the market's days are streamed; fewer are looked up stock by stock. */
const STREAM_FROM_STOCKS = 1000;

/** The newest `count` final bars of each stock, prices as traded. */
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
          'select trade_date as day from market_day where not provisional order by trade_date desc offset $1 limit 1',
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
      copyTo(`copy (select ${CHIP_BAR_COLUMNS} from daily_bar where trade_date >= '${from}'
        and ${notProvisional('daily_bar')} order by trade_date)
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
       where d.code = short.code and ($3::date is null or d.trade_date < $3::date) and ${notProvisional('d')}
       order by d.trade_date desc limit short.missing
     ) b
     order by short.code, b.trade_date`,
    [short.map(({ code }) => code), short.map(({ missing }) => missing), before],
  );
  for (const [code, bars] of groupBy(rows, ({ code }) => code)) {
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

/** The days of a stock's bars in a matrix. */
export function listDays(matrix: ChipBarMatrix, from: number, last: number): { tradeDate: CalendarDay }[] {
  return Array.from(matrix.day.subarray(from, last + 1), (day) => ({ tradeDate: calendarDayFromEpochDay(day) }));
}
