import type { SqlRunner } from '#lib/database';
import type { ReportKind, StockSet } from '../domain/data-sets';
import { toStoredName } from '../domain/stored-data-set';

export interface DueStock<Set extends ReportKind | StockSet> {
  dataSet: Set;
  code: string;
}

/** How old the reports of a stock may get: with an open session, and of the others, in days. */
const REFRESH_DAYS = { tracked: 7, others: 30 };

const REPORTS_ARE_OLD = `u.fetched_at < $2::timestamptz
  - case when is_tracked then ${REFRESH_DAYS.tracked} else ${REFRESH_DAYS.others} end * interval '1 day'`;

/** From this time on the day's rows are there: what was requested before can't explain them. */
const DAY_IS_OVER = '16:00';
const before = (day: string): string => `u.fetched_at < (${day} + time '${DAY_IS_OVER}') at time zone 'Asia/Shanghai'`;

/**
 * Records are old after a month, and if something happened since that they don't explain: a gap between close and previous
 * close, or another number of circulating shares in the snapshot.
 */
const RECORDS_ARE_OLD = `u.fetched_at < $2::timestamptz - interval '30 days'
  or exists (
    select from price_break p where p.code = s.code and ${before('p.trade_date')} and not exists (
      select from ex_right e where e.code = s.code and e.ex_date <= p.trade_date and e.ex_date > (
        select max(b.trade_date) from daily_bar b where b.code = s.code and b.trade_date < p.trade_date))
  ) or exists (
    select from (
      select from_date, float_shares, lag(float_shares) over (order by from_date) as last_shares
      from share_count c where c.code = s.code and c.basis = 'snapshot'
    ) seen where seen.float_shares <> seen.last_shares and ${before('seen.from_date')}
  )`;

export interface DueRequest<Set> {
  sets: readonly Set[];
  /** The business clock. */
  at: Date;
  /** Units that this sync has requested already are left out. */
  syncId: number;
  limit: number;
}

/** Which reports to request next. */
export function selectDueReports(db: SqlRunner, request: DueRequest<ReportKind>): Promise<DueStock<ReportKind>[]> {
  return selectDue(db, request, REPORTS_ARE_OLD);
}

/** Of which stocks to request the rows of some sets next. */
export function selectDueStocks(db: SqlRunner, request: DueRequest<StockSet>): Promise<DueStock<StockSet>[]> {
  return selectDue(db, request, RECORDS_ARE_OLD);
}

/**
 * Stocks with open sessions come before the others, never requested ones before old ones. Reads `tracking_session` on
 * purpose: which stocks people follow is known there alone, and no order of theirs is changed.
 */
async function selectDue<Set extends ReportKind | StockSet>(
  db: SqlRunner,
  request: DueRequest<Set>,
  isOld: string,
): Promise<DueStock<Set>[]> {
  const names = new Map(request.sets.map((set) => [toStoredName(set), set]));
  const rows = await db.query<{ name: string; code: string }>(
    `select due.data_set as name, s.code
     from stock s
     cross join unnest($1::text[]) with ordinality as due(data_set, position)
     left join market_sync_unit u on u.data_set = due.data_set and u.unit_key = s.code
     cross join lateral (
       select exists (
         select from tracking_session t where t.code = s.code and t.ended_at is null and t.deleted_at is null
       ) as is_tracked
     ) followed
     where s.delist_date is null and u.sync_id is distinct from $3 and u.state is distinct from 'fetched'
       and (u.fetched_at is null or ${isOld})
     order by is_tracked desc, u.fetched_at nulls first, s.code, due.position
     limit $4`,
    [[...names.keys()], request.at, request.syncId, request.limit],
  );
  return rows.flatMap(({ name, code }) => {
    const dataSet = names.get(name);
    return dataSet === undefined ? [] : [{ dataSet, code }];
  });
}
