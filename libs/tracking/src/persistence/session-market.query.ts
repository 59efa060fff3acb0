import { runSql, type SqlRunner, type Transaction } from '#lib/database';

/**
 * Advisory lock between the refresh of single sessions (shared) and that of a market load (exclusive). Without it a
 * session that opens while a load commits would keep the figures from before: neither transaction sees the other.
 */
const REFRESH_LOCK = 0x5343_534d;

/**
 * The figures of sessions, from what market data keeps of each stock. A closed session keeps its latest close and days;
 * its percentage follows only its own entry. Rows that would not change are not touched, so they are not locked either.
 *
 * The ratio of closes is multiplied in date order: the same breaks give the same bits, whoever computes them.
 */
const refreshOf = (sessions: string): string => `
  with figures as (
    select s.id, s.code, s.entry_date, s.entry_close_price, kept.session_id as kept_id,
      s.ended_at is not null and kept.session_id is not null as is_final,
      f.pre_close_missing_date as missing_date,
      case when s.ended_at is not null and kept.session_id is not null
        then kept.latest_close else f.latest_close end as latest_close,
      case when s.ended_at is not null and kept.session_id is not null
        then kept.latest_trade_date else f.latest_trade_date end as latest_trade_date,
      case when s.ended_at is not null and kept.session_id is not null
        then kept.circulating_market_cap_yi else round((f.circ_market_cap / 1e8)::numeric, 2)::float8 end as cap_yi,
      case when s.ended_at is not null and kept.session_id is not null
        then kept.lowest_volume_trade_date else f.lowest_volume_trade_date end as lowest_volume_trade_date,
      case when s.ended_at is not null and kept.session_id is not null
        then kept.cyq_spread_ratio else round(chips.concentration90::numeric, 4)::float8 end as cyq_spread_ratio,
      case when s.ended_at is not null and kept.session_id is not null then kept.cyq else chips.cyq end as cyq
    from tracking_session s
    left join session_market kept on kept.session_id = s.id
    left join stock_figures f on f.code = s.code
    left join lateral (
      select c.concentration90, jsonb_build_object('tradeDate', c.trade_date, 'cost5', c.cost5, 'cost15', c.cost15,
        'cost50', c.cost50, 'cost85', c.cost85, 'cost95', c.cost95, 'weightedAverage', c.weighted_average,
        'winnerRate', c.winner_rate, 'concentration90', c.concentration90, 'concentration70', c.concentration70,
        'window', c.window_bars, 'coverage', c.coverage, 'adjusted', c.adjusted, 'source', c.source) as cyq
      from chip_distribution c
      where c.code = s.code and c.source = (select chip_source from market_state)
      order by c.trade_date desc limit 1
    ) chips on true
    where ${sessions}
  ), compared as (
    select figures.*, breaks.factor,
      case
        when entry_close_price is null or latest_close is null then null
        when breaks.has_gap then 'unknown'
        when breaks.factor is not null then 'adjusted'
        when is_final then case when exists (
          select from daily_bar b where b.code = figures.code and b.pre_close is null
            and (b.trade_date > entry_date or b.trade_date = latest_trade_date) and b.trade_date <= latest_trade_date
        ) then 'raw' else 'adjusted' end
        when missing_date > entry_date or missing_date = latest_trade_date then 'raw'
        else 'adjusted'
      end as basis
    from figures
    left join lateral (
      select exp(sum(ln(p.ratio) order by p.trade_date)) as factor, coalesce(bool_or(p.kind = 'gap'), false) as has_gap
      from price_break p
      where p.code = figures.code and p.trade_date > figures.entry_date and p.trade_date <= figures.latest_trade_date
    ) breaks on true
  ), fresh as (
    select id, kept_id, latest_close, latest_trade_date, basis, cap_yi, lowest_volume_trade_date,
      cyq_spread_ratio, cyq,
      case when basis <> 'unknown'
        then round(((latest_close * coalesce(factor, 1) / entry_close_price - 1) * 100)::numeric, 2)::float8
      end as pct
    from compared
  )
  insert into session_market as stored (session_id, latest_close, latest_trade_date, close_vs_entry_pct,
    close_vs_entry_basis, circulating_market_cap_yi, lowest_volume_trade_date, cyq_spread_ratio, cyq)
  select id, fresh.latest_close, fresh.latest_trade_date, pct, basis, cap_yi, fresh.lowest_volume_trade_date,
    fresh.cyq_spread_ratio, fresh.cyq
  from fresh
  left join session_market kept on kept.session_id = fresh.id
  where kept.session_id is null or
    (kept.latest_close, kept.latest_trade_date, kept.close_vs_entry_pct, kept.close_vs_entry_basis,
      kept.circulating_market_cap_yi, kept.lowest_volume_trade_date, kept.cyq_spread_ratio, kept.cyq) is distinct from
    (fresh.latest_close, fresh.latest_trade_date, pct, basis, cap_yi, fresh.lowest_volume_trade_date,
      fresh.cyq_spread_ratio, fresh.cyq)
  order by id
  on conflict (session_id) do update set
    latest_close = excluded.latest_close,
    latest_trade_date = excluded.latest_trade_date,
    close_vs_entry_pct = excluded.close_vs_entry_pct,
    close_vs_entry_basis = excluded.close_vs_entry_basis,
    circulating_market_cap_yi = excluded.circulating_market_cap_yi,
    lowest_volume_trade_date = excluded.lowest_volume_trade_date,
    cyq_spread_ratio = excluded.cyq_spread_ratio,
    cyq = excluded.cyq,
    refreshed_at = now()`;

/**
 * Brings the market figures of sessions up to date in the caller's transaction. Call it after the write: for a session
 * that was created or reopened, or whose entry date or entry close changed. A closed session keeps its market figures.
 */
export async function refreshSessionMarket(tx: Transaction, sessionIds: readonly number[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await runSql(tx, 'select pg_advisory_xact_lock_shared($1)', [REFRESH_LOCK]);
  await runSql(tx, refreshOf('s.id = any($1)'), [sessionIds]);
}

/** Refreshes every open session of the codes, deleted ones included: a restored session needs no refresh then. */
export async function refreshOpenSessionMarkets(tx: SqlRunner, codes: readonly string[]): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [REFRESH_LOCK]);
  await tx.query(refreshOf('s.ended_at is null and s.code = any($1)'), [codes]);
}

/** As {@link refreshOpenSessionMarkets}, for all codes: another model of chips is shown now. */
export async function refreshAllOpenSessionMarkets(tx: SqlRunner): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [REFRESH_LOCK]);
  await tx.query(refreshOf('s.ended_at is null'));
}

/** Computes all figures that are not final, and those that are missing. @returns how many rows were other than that. */
export async function rebuildSessionMarkets(tx: SqlRunner): Promise<number> {
  await tx.query('select pg_advisory_xact_lock($1)', [REFRESH_LOCK]);
  const changed = await tx.query(`${refreshOf('s.ended_at is null or kept.session_id is null')} returning session_id`);
  return changed.length;
}
