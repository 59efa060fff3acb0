import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { dayChangePct, holdingFigures, type HoldingView, missingReason, type MissingFigureReason } from '#lib/tracking';

/** What a position comes to at the latest close, and on the market's last day. */
export interface PositionFigures extends Omit<HoldingView, 'quantity' | 'avgCost'> {
  industry: string | null;
  /** Of the open session of the stock. */
  sessionId: number | null;
  /** Percent, of the market's last day. */
  changePct: number | null;
  changePctReason: MissingFigureReason | null;
  /** Yuan that the market's last day brought: from the close before, or from the cost where it was opened on that day. */
  dayProfit: number | null;
  /** Newest ex-right day after the position was given: its cost and quantity may be those of before. */
  exRightSince: CalendarDay | null;
}

/** All positions of a user together. Null where none of them has the figure. */
export interface PositionTotals {
  marketValue: number | null;
  /** Yuan paid for those that have a cost and a close, which the profit belongs to. */
  cost: number | null;
  profit: number | null;
  /** Percent of the cost; null where that is not above 0. */
  profitPct: number | null;
  dayProfit: number | null;
  /** Percent of what the same positions were worth the day before, or cost on the day. */
  dayProfitPct: number | null;
  withoutClose: number;
  withoutCost: number;
  /** With a close, and none of the market's last day. */
  suspended: number;
}

const { quantity: _, avgCost: __, ...FIGURES } = holdingFigures('o', 'f');
/** Yuan a share from which the market's last day counts: what was paid on that day, else the close before. */
const DAY_START = `case when f.latest_trade_date < f.lowest_volume_to or o.opened_at > f.latest_trade_date then null
  when o.opened_at = f.latest_trade_date then o.avg_cost else f.reference_close end`;
const DAY_PROFIT = `round(((f.latest_close - ${DAY_START}) * o.quantity)::numeric, 2)::float8`;

/** Columns of {@link PositionFigures} over {@link POSITION_JOINS}. */
export const POSITION_FIGURES = `${Object.entries(FIGURES)
  .map(([key, sql]) => `${sql} as "${key}"`)
  .join(', ')}, s.industry, ${dayChangePct('f')} as "changePct", ${missingReason(
  { column: dayChangePct('f'), otherwise: 'no_reference' },
  { close: 'f.latest_close', day: 'f.latest_trade_date', marketDay: 'f.lowest_volume_to' },
)} as "changePctReason", ${DAY_PROFIT} as "dayProfit",
  (select t.id from tracking_session t where t.code = o.code and t.ended_at is null and t.deleted_at is null) as "sessionId",
  (select max(x.trade_date) from (
     select k.trade_date from price_break k where k.code = o.code and k.kind = 'ex_right'
     union all select c.trade_date from share_change c where c.code = o.code
   ) x where x.trade_date > (o.updated_at at time zone 'Asia/Shanghai')::date and x.trade_date <= f.latest_trade_date
  ) as "exRightSince"`;

/** Beside a position `o`. */
export const POSITION_JOINS = 'left join stock_figures f on f.code = o.code';

/** The sums of a user's positions. */
export async function selectPositionTotals(db: SqlRunner, userId: number): Promise<PositionTotals> {
  const [totals] = await db.query<PositionTotals>(
    `select t.*,
       case when t.cost > 0 then round((t.profit / t.cost * 100)::numeric, 2)::float8 end as "profitPct",
       case when d.value > 0 then round((t."dayProfit" / d.value * 100)::numeric, 2)::float8 end as "dayProfitPct"
     from (
       select round(sum(f.latest_close * o.quantity)::numeric, 2)::float8 as "marketValue",
         round(sum(o.avg_cost * o.quantity) filter (where f.code is not null)::numeric, 2)::float8 as cost,
         sum((${FIGURES.profit})::numeric)::float8 as profit, sum((${DAY_PROFIT})::numeric)::float8 as "dayProfit",
         count(*) filter (where f.code is null) as "withoutClose",
         count(*) filter (where o.avg_cost is null) as "withoutCost",
         count(*) filter (where f.latest_trade_date < f.lowest_volume_to) as suspended
       from position o ${POSITION_JOINS} where o.user_id = $1
     ) t cross join (
       select sum(${DAY_START} * o.quantity) as value from position o ${POSITION_JOINS} where o.user_id = $1
     ) d`,
    [userId],
  );
  if (totals === undefined) throw new Error('the sums gave no row');
  return totals;
}
