import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { CalendarDay } from '#lib/kernel';
import { notProvisional } from '#lib/market-data';
import { BAR_COLUMNS, BarDecoder, type BarTarget } from './bar-decoder';
import { CapDecoder, type CapTarget } from './cap-decoder';
import type { CopyDecoder } from './copy-decoder';

/** Begins a transaction that sees the market as it is in one moment, bars that a load swaps included. */
export async function beginMarketSnapshot(client: Client): Promise<void> {
  await client.query('begin transaction isolation level repeatable read, read only');
  // A load swaps the bars for another table, whose rows an older snapshot doesn't see. LOCK takes no snapshot.
  await client.query('lock table daily_bar in access share mode');
}

export async function endMarketSnapshot(client: Client): Promise<void> {
  await client.query('rollback');
}

/**
 * Final bars of days, by the day. COPY takes no parameters; a calendar day is digits and dashes.
 * @returns whether every bar had a place.
 */
export function copyDays(client: Client, target: BarTarget, from: CalendarDay, through: CalendarDay): Promise<boolean> {
  return copy(
    client,
    target,
    `select ${BAR_COLUMNS} from daily_bar b
     where b.trade_date between '${from}' and '${through}' and ${notProvisional('b')}
     order by b.trade_date`,
  );
}

/**
 * The newest `bars` final bars of each stock up to a day, newest first.
 * @param codes Of these alone; null: of all. Digits, as COPY takes no parameters. @returns whether every bar had a place.
 */
export function copyNewest(
  client: Client,
  target: BarTarget,
  { through, bars, codes }: { through: CalendarDay; bars: number; codes: readonly string[] | null },
): Promise<boolean> {
  return copy(
    client,
    target,
    `select ${BAR_COLUMNS} from stock s cross join lateral (
       select * from daily_bar d
       where d.code = s.code and d.trade_date <= '${through}' and ${notProvisional('d')}
       order by d.trade_date desc limit ${String(bars)}
     ) b
     ${isOneOf('s', codes, 'where')} order by s.code, b.trade_date desc`,
  );
}

/** Total market caps of the bars of a matrix, from a day on. @param codes As of {@link copyNewest}. */
export async function copyTotalCaps(
  client: Client,
  target: CapTarget,
  { from, codes }: { from: CalendarDay; codes: readonly string[] | null },
): Promise<void> {
  const decoder = new CapDecoder(target);
  await stream(
    client,
    `select code, trade_date, total_market_cap from daily_valuation v
     where trade_date >= '${from}' and total_market_cap is not null ${isOneOf('v', codes, 'and')}`,
    decoder,
  );
}

function isOneOf(alias: string, codes: readonly string[] | null, joint: 'where' | 'and'): string {
  if (codes === null) return '';
  const wrong = codes.find((code) => !/^\d{6}$/.test(code));
  if (wrong !== undefined) throw new Error('a stock code of other characters than digits');
  return `${joint} ${alias}.code in (${codes.map((code) => `'${code}'`).join(', ')})`;
}

/** @returns whether every bar had a place. */
async function copy(client: Client, target: BarTarget, select: string): Promise<boolean> {
  const decoder = new BarDecoder(target);
  await stream(client, select, decoder);
  return decoder.fits;
}

async function stream(client: Client, select: string, decoder: CopyDecoder): Promise<void> {
  const rows = client.query(copyTo(`copy (${select}) to stdout (format binary)`));
  rows.on('data', (chunk: Buffer) => decoder.take(chunk));
  await finished(rows);
  decoder.finish();
}
