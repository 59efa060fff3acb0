import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { CalendarDay } from '#lib/kernel';
import { notProvisional } from '#lib/market-data';
import { BAR_COLUMNS, BarDecoder, type BarTarget } from './bar-decoder';

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
  const { join, columns } = selection(target);
  return copy(
    client,
    target,
    `select ${columns} from daily_bar b ${join}
     where b.trade_date between '${from}' and '${through}' and ${notProvisional('b')}
     order by b.trade_date`,
  );
}

/** The newest `bars` final bars of each stock up to a day, newest first. @returns whether every bar had a place. */
export function copyNewest(client: Client, target: BarTarget, through: CalendarDay, bars: number): Promise<boolean> {
  const { join, columns } = selection(target);
  return copy(
    client,
    target,
    `select ${columns} from stock s cross join lateral (
       select * from daily_bar d
       where d.code = s.code and d.trade_date <= '${through}' and ${notProvisional('d')}
       order by d.trade_date desc limit ${String(bars)}
     ) b ${join}`,
  );
}

function selection({ columns }: BarTarget): { join: string; columns: string } {
  if (!columns.has.totalCaps) return { join: '', columns: BAR_COLUMNS };
  return {
    join: 'left join daily_valuation v on v.code = b.code and v.trade_date = b.trade_date',
    columns: `${BAR_COLUMNS}, v.total_market_cap`,
  };
}

/** @returns whether every bar had a place. */
async function copy(client: Client, target: BarTarget, select: string): Promise<boolean> {
  const decoder = new BarDecoder(target);
  const stream = client.query(copyTo(`copy (${select}) to stdout (format binary)`));
  stream.on('data', (chunk: Buffer) => decoder.take(chunk));
  await finished(stream);
  decoder.finish();
  return decoder.fits;
}
