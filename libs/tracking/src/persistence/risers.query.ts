import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { readRiseReferences, riseJoins, risenBy, RISEN_FROM } from './rise';

/** A stock that rose much on a day. */
export interface Riser {
  code: string;
  stockName: string | null;
  /** Yuan. */
  close: number;
  /** Percent, two decimals. */
  changePct: number;
  /** Of its open session. */
  sessionId: number | null;
}

/** The latest day up to `through` with bars that are final; null in an empty market. */
export async function selectLatestDay(db: SqlRunner, through: CalendarDay): Promise<CalendarDay | null> {
  const [market] = await db.query<{ day: CalendarDay | null }>(
    'select max(trade_date) as day from market_day where not provisional and trade_date <= $1',
    [through],
  );
  return market?.day ?? null;
}

/** The stocks that closed at least `minPct` percent higher on a day, the highest first. `total` counts those beyond `limit` too. */
export async function selectRisers(
  db: SqlRunner,
  { day, minPct, limit }: { day: CalendarDay; minPct: number; limit: number },
): Promise<{ risers: Riser[]; total: number }> {
  const references = await readRiseReferences(db, day);
  const rows = await db.query<Riser & { total: number }>(
    `select b.code, case when s.name_set then s.stock_name else coalesce(n.name, s.stock_name) end as "stockName", b.close,
       round(((b.close / (${RISEN_FROM}) - 1) * 100)::numeric, 2)::float8 as "changePct",
       s.id as "sessionId", (count(*) over ())::int as total
     from daily_bar b ${riseJoins('$4', '$5')}
     left join stock n on n.code = b.code
     left join tracking_session s on s.code = b.code and s.ended_at is null and s.deleted_at is null
     where b.trade_date = $1 and ${risenBy('$2::float8')}
     order by "changePct" desc, b.code
     limit $3`,
    [day, minPct, limit, references.codes, references.factors],
  );
  const risers = rows.map(({ code, stockName, close, changePct, sessionId }) => ({
    code,
    stockName,
    close,
    changePct,
    sessionId,
  }));
  return { risers, total: rows[0]?.total ?? 0 };
}
