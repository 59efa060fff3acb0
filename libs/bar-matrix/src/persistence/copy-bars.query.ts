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

/** The newest `bars` final bars of each stock up to a day, newest first. @returns whether every bar had a place. */
export function copyNewest(client: Client, target: BarTarget, through: CalendarDay, bars: number): Promise<boolean> {
  return copy(
    client,
    target,
    `select ${BAR_COLUMNS} from stock s cross join lateral (
       select * from daily_bar d
       where d.code = s.code and d.trade_date <= '${through}' and ${notProvisional('d')}
       order by d.trade_date desc limit ${String(bars)}
     ) b
     order by s.code, b.trade_date desc`,
  );
}

/** Total market caps of the bars of a matrix, from a day on. */
export async function copyTotalCaps(client: Client, target: CapTarget, from: CalendarDay): Promise<void> {
  const decoder = new CapDecoder(target);
  await stream(
    client,
    `select code, trade_date, total_market_cap from daily_valuation
     where trade_date >= '${from}' and total_market_cap is not null`,
    decoder,
  );
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
