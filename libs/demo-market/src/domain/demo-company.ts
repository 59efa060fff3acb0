import { addDays, type CalendarDay, calendarDayOf } from '#lib/kernel';
import type { Board } from '#lib/market-data';
import { DemoRandom } from './demo-random';

/** A report of an invented company, in the columns that the live vendor has. Yuan and percent. */
export interface DemoReport {
  statement: 'indicator' | 'income' | 'balance_sheet' | 'cash_flow' | 'audit' | 'pledge' | 'dividend';
  periodEnd: CalendarDay;
  publishedOn: CalendarDay;
  fields: Readonly<Record<string, string | number | null>>;
}

/** Valuation at one day of a month: enough for the median of five years. */
export interface DemoValuation {
  tradeDate: CalendarDay;
  peTtm: number | null;
  pb: number;
  dividendYieldTtm: number;
  totalMarketCap: number;
  totalShares: number;
}

/** An invented company behind a stock of the demo market. */
export interface DemoCompany {
  industry: string;
  reports: readonly DemoReport[];
  /** Its figures at a close, for any day on which it trades. */
  valuationAt(day: CalendarDay, close: number): DemoValuation;
}

interface Quarter {
  year: number;
  /** 1 to 4. */
  number: number;
  revenue: number;
  profit: number;
  cash: number;
  capex: number;
}

const FIRST_YEAR = 2018;
const MONTH_ENDS = ['03-31', '06-30', '09-30', '12-31'] as const;
/** Days after the period's end on which reports are out, as the exchanges demand: by end of April, August, October, April. */
const PUBLISHED_AFTER = [28, 58, 28, 110] as const;
const INDUSTRIES: Readonly<Record<Board, readonly string[]>> = {
  main: ['化工原料', '电力', '食品饮料', '建筑材料', '银行', '纺织', '医药商业', '汽车配件'],
  chinext: ['软件服务', '医疗保健', '元器件', '环境保护', '通信设备'],
  star: ['半导体', '生物制药', '专用机械', '航空'],
  bse: ['机械基件', '化工机械', '农业综合', '元器件'],
};
const BANKING = '银行';

/** Shares of companies whose audit opinion, or whose pledges, the demo leaves out: so that a model has something to judge. */
const WITHOUT_AUDIT = 0.15;
const WITHOUT_PLEDGE = 0.05;

/**
 * Invents the accounts of a company: the same for a code on every machine, whatever the day. Reports come out when real
 * ones would; `upTo` only ends the list.
 */
export function demoCompany(seed: string, code: string, board: Board, upTo: CalendarDay): DemoCompany {
  const random = new DemoRandom(`${seed}:company:${code}`);
  const industries = INDUSTRIES[board];
  const industry = industries[random.integer(0, industries.length - 1)] ?? '综合';
  const traits = {
    shares: Math.round(random.between(0.8, 24) * 1e8),
    revenue: random.between(1.2, 60) * 1e8,
    growth: random.between(-0.06, 0.24),
    netMargin: random.between(-0.02, 0.2),
    grossMargin: random.between(12, 62),
    cashShare: random.between(0.5, 1.3),
    capexShare: random.between(0.02, 0.12),
    debt: random.between(18, 78),
    coreShare: random.between(0.6, 1.02),
    pledge: random.chance(0.7) ? 0 : random.between(2, 55),
    payout: random.chance(0.7) ? random.between(0.15, 0.5) : 0,
    cleanAudit: random.chance(0.97),
    equityShare: random.between(0.5, 1.6),
  };
  // Of its own series: the accounts of companies stay as they were invented before there were gaps.
  const gaps = new DemoRandom(`${seed}:gaps:${code}`);
  const isAudited = !gaps.chance(WITHOUT_AUDIT);
  const tellsPledge = !gaps.chance(WITHOUT_PLEDGE);
  const isBank = industry === BANKING;
  const quarters = listQuarters(traits, random, Number(upTo.slice(0, 4)));
  const reports: DemoReport[] = [];
  let equity = traits.revenue * traits.equityShare;
  for (const [index, quarter] of quarters.entries()) {
    equity += quarter.profit * (1 - traits.payout);
    const periodEnd = calendarDayOf(`${quarter.year}-${MONTH_ENDS[quarter.number - 1] ?? '12-31'}`);
    const publishedOn = addDays(periodEnd, PUBLISHED_AFTER[quarter.number - 1] ?? 110);
    if (publishedOn > upTo) break;
    // Of the period alone: what was published must not change when later years are appended.
    const detail = new DemoRandom(`${seed}:report:${code}:${periodEnd}`);
    const soFar = quarters.slice(index - quarter.number + 1, index + 1);
    const before = quarters.slice(Math.max(0, index - quarter.number - 3), Math.max(0, index - 3));
    const revenue = total(soFar, 'revenue');
    const profit = total(soFar, 'profit');
    const assets = equity / (1 - (isBank ? 0.92 : traits.debt / 100));
    const core = profit * traits.coreShare;
    const add = (statement: DemoReport['statement'], fields: DemoReport['fields']): void => {
      reports.push({ statement, periodEnd, publishedOn, fields });
    };
    add('income', {
      comp_type: isBank ? '2' : '1',
      revenue: yuan(revenue),
      n_income: yuan(profit * 1.03),
      n_income_attr_p: yuan(profit),
    });
    add('balance_sheet', {
      total_assets: yuan(assets),
      total_liab: yuan(assets - equity),
      total_hldr_eqy_exc_min_int: yuan(equity),
      goodwill: yuan(detail.chance(0.3) ? equity * detail.between(0, 0.35) : 0),
      money_cap: yuan(assets * detail.between(0.08, 0.25)),
      st_borr: yuan(assets * detail.between(0, 0.14)),
      non_cur_liab_due_1y: yuan(assets * detail.between(0, 0.05)),
      accounts_receiv: yuan(revenue * detail.between(0.12, 0.2)),
      inventories: yuan(revenue * detail.between(0.1, 0.18)),
    });
    add('cash_flow', {
      n_cashflow_act: yuan(total(soFar, 'cash')),
      c_pay_acq_const_fiolta: yuan(total(soFar, 'capex')),
    });
    add('indicator', {
      grossprofit_margin: percent(traits.grossMargin + detail.between(-2.5, 2.5)),
      netprofit_margin: percent((profit / revenue) * 100),
      profit_dedt: yuan(core),
      roe: percent((profit / equity) * 100),
      roe_dt: percent((core / equity) * 100),
      roa: percent((profit / assets) * 100),
      roic: percent((profit / (equity + assets * 0.12)) * 100),
      bps: percent(equity / traits.shares),
      debt_to_assets: percent((1 - equity / assets) * 100),
      dt_netprofit_yoy: growth(profit, total(before, 'profit')),
      q_sales_yoy: growth(quarter.revenue, quarters[index - 4]?.revenue ?? 0),
      q_netprofit_yoy: growth(quarter.profit, quarters[index - 4]?.profit ?? 0),
    });
    if (tellsPledge) add('pledge', { pledge_ratio: percent(traits.pledge) });
    if (quarter.number === 4) {
      if (isAudited) add('audit', { audit_result: traits.cleanAudit ? '标准无保留意见' : '带强调事项段的无保留意见' });
      if (profit > 0 && traits.payout > 0) {
        add('dividend', { cash_div_tax: percent((profit * traits.payout) / traits.shares) });
      }
    }
  }
  return {
    industry,
    reports,
    valuationAt: (day, close) => valuationAt(reports, traits, day, close),
  };
}

function listQuarters(
  traits: { revenue: number; growth: number; netMargin: number; cashShare: number; capexShare: number },
  random: DemoRandom,
  lastYear: number,
): Quarter[] {
  const quarters: Quarter[] = [];
  let yearly = traits.revenue;
  let margin = traits.netMargin;
  for (let year = FIRST_YEAR; year <= lastYear; year += 1) {
    yearly *= 1 + traits.growth + random.between(-0.12, 0.12);
    margin += random.between(-0.012, 0.012);
    for (let number = 1; number <= 4; number += 1) {
      const revenue = (yearly / 4) * random.between(0.85, 1.15);
      const profit = revenue * (margin + random.between(-0.015, 0.015));
      const cash = Math.abs(profit) * traits.cashShare * random.between(0.6, 1.4) * (profit > 0 ? 1 : 0.4);
      quarters.push({ year, number, revenue, profit, cash, capex: revenue * traits.capexShare });
    }
  }
  return quarters;
}

function valuationAt(
  reports: readonly DemoReport[],
  { shares, payout }: { shares: number; payout: number },
  day: CalendarDay,
  close: number,
): DemoValuation {
  const isPublic = (report: DemoReport): boolean => report.publishedOn <= day;
  const profit = lastAnnual(reports.filter(isPublic));
  const sheet = reports.findLast((report) => report.statement === 'balance_sheet' && isPublic(report));
  const equity = Number(sheet?.fields['total_hldr_eqy_exc_min_int'] ?? shares);
  const cap = close * shares;
  return {
    tradeDate: day,
    peTtm: profit > 0 ? percent(cap / profit) : null,
    pb: percent(cap / equity),
    dividendYieldTtm: profit > 0 ? percent(((profit * payout) / cap) * 100) : 0,
    totalMarketCap: yuan(cap),
    totalShares: shares,
  };
}

function lastAnnual(reports: readonly DemoReport[]): number {
  const report = reports.findLast(({ statement, periodEnd }) => statement === 'income' && periodEnd.endsWith('12-31'));
  return Number(report?.fields['n_income_attr_p'] ?? 0);
}

function total(quarters: readonly Quarter[], key: 'revenue' | 'profit' | 'cash' | 'capex'): number {
  return quarters.reduce((sum, quarter) => sum + quarter[key], 0);
}

/** In percent; null on a base that is not positive. */
function growth(now: number, before: number): number | null {
  return before > 0 ? percent((now / before - 1) * 100) : null;
}

function yuan(value: number): number {
  return Math.round(value);
}

function percent(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
