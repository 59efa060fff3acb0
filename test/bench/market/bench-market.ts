import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { addDays, type CalendarDay, calendarDayOf, isoWeekday } from '#lib/kernel';

export interface BenchSize {
  stocks: number;
  days: number;
}

/** The columns of bars.csv, named as in daily_bar; volumes in shares, prices and caps in yuan. */
export const BAR_COLUMNS = [
  ...['trade_date', 'code', 'open', 'high', 'low', 'close', 'pre_close', 'volume'],
  ...['amount', 'turnover_pct', 'circ_market_cap', 'up_limit', 'down_limit'],
];
export const STOCK_COLUMNS = ['code', 'exchange', 'board', 'name', 'first_bar_date'];

const SEED = 20_251_231;
const LAST_DAY = calendarDayOf('2025-12-31');

interface Listing {
  code: string;
  exchange: string;
  board: string;
  limit: number;
  firstDay: number;
  shares: number;
  baseVolume: number;
  period: number;
  phase: number;
  closeFen: number;
  suspendedUntil: number;
}

/** Every weekday counts as open here, so that the market does not depend on the calendar's closures. Oldest first. */
export function benchDays(count: number): CalendarDay[] {
  const days: CalendarDay[] = [];
  for (let day = LAST_DAY; days.length < count; day = addDays(day, -1)) {
    if (isoWeekday(day) <= 5) days.push(day);
  }
  return days.reverse();
}

/**
 * Writes bars.csv (in day order) and stocks.csv into `folder`: the same bytes for the same size. Volumes swing around a
 * base of the stock and grow with the years, some stocks are listed late, and suspended days are missing rows.
 */
export async function writeBenchMarket(folder: string, size: BenchSize): Promise<{ bars: number }> {
  const random = mulberry32(SEED);
  const days = benchDays(size.days);
  const listings = Array.from({ length: size.stocks }, (_, index) => listingOf(index, size, random));
  const stocks = createWriteStream(join(folder, 'stocks.csv'));
  stocks.write(`${STOCK_COLUMNS.join(',')}\n`);
  for (const { code, exchange, board, firstDay } of listings) {
    stocks.write(`${[code, exchange, board, `股票${code}`, days[firstDay] ?? ''].join(',')}\n`);
  }
  stocks.end();
  const file = createWriteStream(join(folder, 'bars.csv'));
  file.write(`${BAR_COLUMNS.join(',')}\n`);
  let bars = 0;
  for (const [index, day] of days.entries()) {
    const lines: string[] = [];
    for (const listing of listings) {
      const line = nextBar(listing, index, day, random);
      if (line !== undefined) lines.push(line);
    }
    bars += lines.length;
    if (!file.write(lines.join(''))) await once(file, 'drain');
  }
  file.end();
  await Promise.all([once(file, 'finish'), stocks.writableFinished ? undefined : once(stocks, 'finish')]);
  return { bars };
}

const BOARDS = [
  { share: 0.32, first: 600_000, exchange: 'SSE', board: 'main', limit: 0.1 },
  { share: 0.28, first: 1, exchange: 'SZSE', board: 'main', limit: 0.1 },
  { share: 0.25, first: 300_001, exchange: 'SZSE', board: 'chinext', limit: 0.2 },
  { share: 0.11, first: 688_001, exchange: 'SSE', board: 'star', limit: 0.2 },
  { share: 0.04, first: 920_001, exchange: 'BSE', board: 'bse', limit: 0.3 },
];

function listingOf(index: number, size: BenchSize, random: () => number): Listing {
  let rank = index / size.stocks;
  const board = BOARDS.find(({ share }) => (rank -= share) < 0) ?? BOARDS[0];
  if (board === undefined) throw new Error('no boards');
  const before = Math.round((rank + board.share) * size.stocks);
  const shares = Math.exp(18 + 2.5 * random());
  return {
    code: String(board.first + before).padStart(6, '0'),
    exchange: board.exchange,
    board: board.board,
    limit: board.limit,
    firstDay: random() < 0.93 ? 0 : Math.floor(random() * (size.days - 1)),
    shares,
    baseVolume: shares * (0.004 + 0.02 * random()),
    period: 150 + 500 * random(),
    phase: 2 * Math.PI * random(),
    closeFen: Math.round(300 + 5000 * random()),
    suspendedUntil: 0,
  };
}

function nextBar(stock: Listing, index: number, day: CalendarDay, random: () => number): string | undefined {
  if (index < stock.firstDay) return undefined;
  if (random() < 0.0006) stock.suspendedUntil = index + 1 + Math.floor(20 * random());
  if (index < stock.suspendedUntil) return undefined;
  const preClose = stock.closeFen;
  const up = Math.max(preClose + 1, Math.round(preClose * (1 + stock.limit)));
  const down = Math.max(1, Math.min(preClose - 1, Math.round(preClose * (1 - stock.limit))));
  const inBand = (fen: number): number => Math.min(up, Math.max(down, Math.max(100, Math.round(fen))));
  const open = inBand(preClose * (1 + 0.01 * normal(random)));
  const close = inBand(preClose * (1 + 0.03 * normal(random)));
  const high = inBand(Math.max(open, close) * (1 + 0.01 * random()));
  const low = Math.min(open, close, inBand(Math.min(open, close) * (1 - 0.01 * random())));
  const swing = Math.sin((2 * Math.PI * index) / stock.period + stock.phase);
  const volume = Math.max(
    100,
    Math.round(stock.baseVolume * Math.exp(0.5 * swing + 0.4 * normal(random) + 0.0008 * index)),
  );
  stock.closeFen = close;
  const yuan = (fen: number): number => fen / 100;
  const fields = [
    ...[day, stock.code, yuan(open), yuan(high), yuan(low), yuan(close), yuan(preClose), volume],
    Math.round(volume * yuan(close)),
    ((100 * volume) / stock.shares).toFixed(4),
    Math.round(stock.shares * yuan(close)),
    ...[yuan(up), yuan(down)],
  ];
  return `${fields.join(',')}\n`;
}

/** About normal, with the variance of one: enough for a market. */
function normal(random: () => number): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3);
}

/** mulberry32, a small generator with 32 bits of state (public domain, Tommy Ettinger). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
