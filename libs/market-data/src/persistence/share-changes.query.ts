import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { findShareFactor, type ShareJumpCase } from '../domain/share-change';
import { vendorShareFactor } from '../domain/vendor-share-change';

/** A bar that may be the first after a bonus issue, as the query of price breaks finds it. */
export interface PossibleBonus extends Omit<ShareJumpCase, 'bar' | 'lastBar'> {
  code: string;
  close: number;
  volume: number;
  turnoverPct: number | null;
  circMarketCap: number | null;
  lastVolume: number;
  lastTurnoverPct: number | null;
  lastCircMarketCap: number | null;
}

interface ShareChange {
  code: string;
  day: CalendarDay;
  factor: number;
}

/** Raised where the rule changes: databases that an older build filled are brought up to it at the start. */
export const SHARE_RULE = 1;

/** Takes out what is to be found again: of all stocks, or of those in `touched_stock` on their days. */
export async function forgetShareChanges(tx: SqlRunner, all: boolean): Promise<void> {
  await tx.query(
    all
      ? 'delete from share_change'
      : 'delete from share_change c using touched_stock t where c.code = t.code and c.trade_date between t.since and t.until',
  );
}

/**
 * Fills `share_change` in the caller's transaction: inferred from the candidates, then by the vendor's share counts where it
 * has them, which win. `price_break` must be up to date, and the touched stocks' old rows gone.
 */
export async function storeShareChanges(tx: SqlRunner, candidates: readonly PossibleBonus[]): Promise<void> {
  const inferred = candidates.flatMap((found): ShareChange[] => {
    const factor = findShareFactor(jumpCase(found));
    return factor === undefined ? [] : [{ code: found.code, day: found.tradeDate, factor }];
  });
  await insertChanges(tx, inferred, 'inferred');
  const [touched] = await tx.query<{ since: CalendarDay | null }>('select min(since) as since from touched_stock');
  if (touched !== undefined && touched.since !== null) await storeVendorShareChanges(tx, touched.since);
}

/**
 * Decides the ex-rights from a day on by the vendor's total shares (`daily_valuation`), where it has them for the day and for one
 * before; what was inferred for those days goes. For a sync that stores valuations after their bars.
 */
export async function storeVendorShareChanges(tx: SqlRunner, since: CalendarDay): Promise<void> {
  const known = await tx.query<{ code: string; day: CalendarDay; ratio: number; before: number; after: number }>(
    `select p.code, p.trade_date as day, p.ratio, earlier.total_shares as before, v.total_shares as after
     from price_break p
     join daily_valuation v on v.code = p.code and v.trade_date = p.trade_date and v.total_shares > 0
     cross join lateral (
       select e.total_shares from daily_valuation e
       where e.code = p.code and e.trade_date < p.trade_date and e.total_shares > 0
       order by e.trade_date desc limit 1
     ) earlier
     where p.kind = 'ex_right' and p.trade_date >= $1`,
    [since],
  );
  if (known.length === 0) return;
  await tx.query(
    `delete from share_change c using unnest($1::text[], $2::date[]) as known(code, day)
     where c.code = known.code and c.trade_date = known.day`,
    [known.map(({ code }) => code), known.map(({ day }) => day)],
  );
  const changes = known.flatMap(({ code, day, ratio, before, after }): ShareChange[] => {
    const factor = vendorShareFactor({ ratio, before, after });
    return factor === undefined ? [] : [{ code, day, factor }];
  });
  await insertChanges(tx, changes, 'vendor');
}

/** Notes that all share changes of the market are by the rule of this build. */
export async function noteShareRule(tx: SqlRunner): Promise<void> {
  await tx.query('update market_state set share_rule = $1 where share_rule <> $1', [SHARE_RULE]);
}

async function insertChanges(
  tx: SqlRunner,
  changes: readonly ShareChange[],
  basis: 'vendor' | 'inferred',
): Promise<void> {
  await tx.query(
    `insert into share_change (code, trade_date, factor, basis)
     select code, day, factor, $4 from unnest($1::text[], $2::date[], $3::float8[]) as found(code, day, factor)
     order by code, day`,
    [changes.map(({ code }) => code), changes.map(({ day }) => day), changes.map(({ factor }) => factor), basis],
  );
}

function jumpCase(found: PossibleBonus): ShareJumpCase {
  return {
    ...found,
    bar: found,
    lastBar: {
      volume: found.lastVolume,
      turnoverPct: found.lastTurnoverPct,
      close: found.lastClose,
      circMarketCap: found.lastCircMarketCap,
    },
  };
}
