import { createHash } from 'node:crypto';
import type { VendorRow } from './fake-market';

/** Share of a year's figures that has come in by the end of its quarter, and days until the report is out. */
const QUARTERS = [
  { end: '0331', share: 0.22, out: '0428', years: 0 },
  { end: '0630', share: 0.47, out: '0828', years: 0 },
  { end: '0930', share: 0.72, out: '1028', years: 0 },
  { end: '1231', share: 1, out: '0420', years: 1 },
] as const;

const FIRST_YEAR = 2019;
const HOLDERS = ['鹿鸣投资', '云杉资本', '青禾实业'];

/**
 * Statements of a company that there is none of, as the vendor sends them: smooth growth from figures drawn from the code.
 * Every row hangs together (assets = debts + equity, profit = revenue × margin), and what is public grows with the day.
 */
export class InventedCompany {
  private readonly draws: Buffer;
  private readonly revenue: number;
  private readonly growth: number;
  private readonly margin: number;

  /** @param totalShares Today's, from which the company's size comes. */
  constructor(
    private readonly tsCode: string,
    private readonly totalShares: number,
  ) {
    this.draws = createHash('sha256').update(`stand-in ${tsCode}`).digest();
    this.revenue = totalShares * this.between(0, 0.8, 4);
    this.growth = this.between(1, -0.06, 0.18);
    this.margin = this.between(2, -0.03, 0.2);
  }

  /** Net profit of the four quarters before a day, in yuan. */
  profitTtm(day: string): number {
    const annual = this.annualsOut(day).at(-1) ?? FIRST_YEAR;
    return this.revenueOf(annual) * this.margin;
  }

  equity(day: string): number {
    const annual = this.annualsOut(day).at(-1) ?? FIRST_YEAR;
    return this.equityOf(annual);
  }

  /** Rows of one of the statements that are public on a day, newest period first. */
  rows(api: string, day: string): VendorRow[] {
    return this.periodsOut(day).flatMap(({ year, quarter, out }) => {
      const head = { ts_code: this.tsCode, ann_date: out, end_date: `${year}${quarter.end}` };
      const row = this.row(api, year, quarter, head);
      if (row === undefined) return [];
      // As the vendor does, some periods come twice: before and after an update.
      const isTwice = api === 'income' && quarter.end === '1231' && (this.draws[9] ?? 0) % 4 === 0;
      return isTwice ? [{ ...row, update_flag: '1' }, row] : [row];
    });
  }

  /** Rows that are no statements: pledges, holders' trades. */
  events(api: 'pledge_stat' | 'stk_holdertrade' | 'fina_audit', day: string): VendorRow[] {
    const total = this.totalShares;
    const annual = this.periodsOut(day).filter(({ quarter }) => quarter.end === '1231');
    if (api === 'fina_audit') {
      return annual.map(({ year, out }) => ({
        ts_code: this.tsCode,
        ann_date: out,
        end_date: `${year}1231`,
        audit_result: this.margin < -0.02 ? '保留意见' : '标准无保留意见',
        audit_fees: 1_200_000,
        audit_agency: '白露会计师事务所',
        audit_sign: null,
      }));
    }
    if (api === 'pledge_stat') {
      const ratio = this.between(5, 0, 45);
      return this.periodsOut(day).map(({ year, quarter }) => ({
        ts_code: this.tsCode,
        end_date: `${year}${quarter.end}`,
        pledge_count: Math.ceil(ratio / 3),
        unrest_pledge: round((total * ratio) / 100 / 1e4, 2),
        rest_pledge: 0,
        total_share: round(total / 1e4, 2),
        pledge_ratio: round(ratio, 2),
      }));
    }
    return annual.map(({ year, out }, index) => {
      const sold = this.between(6, 0.1, 1.5);
      return {
        ts_code: this.tsCode,
        ann_date: out,
        holder_name: HOLDERS[index % HOLDERS.length] ?? null,
        holder_type: 'C',
        in_de: (this.draws[7] ?? 0) % 2 === 0 ? 'DE' : 'IN',
        change_vol: Math.round((total * sold) / 100),
        change_ratio: round(sold, 4),
        after_share: Math.round(total * 0.05),
        after_ratio: 5,
        avg_price: null,
        total_share: total,
        begin_date: `${year + 1}0105`,
        close_date: `${year + 1}0320`,
      };
    });
  }

  private row(
    api: string,
    year: number,
    quarter: (typeof QUARTERS)[number],
    head: { ts_code: string; ann_date: string; end_date: string },
  ): VendorRow | undefined {
    const revenue = this.revenueOf(year) * quarter.share;
    const profit = revenue * this.margin;
    const equity = this.equityOf(year - 1) + profit * 0.7;
    const debt = equity * this.between(3, 0.3, 1.6);
    const gross = this.margin + this.between(4, 0.08, 0.35);
    const statement = { ...head, f_ann_date: head.ann_date, report_type: '1', comp_type: '1', update_flag: '0' };
    const yuan = (value: number): number => round(value, 2);
    switch (api) {
      case 'income':
        return {
          ...statement,
          total_revenue: yuan(revenue),
          revenue: yuan(revenue),
          oper_cost: yuan(revenue * (1 - gross)),
          operate_profit: yuan(profit * 1.2),
          total_profit: yuan(profit * 1.18),
          n_income: yuan(profit * 1.02),
          n_income_attr_p: yuan(profit),
          rd_exp: yuan(revenue * 0.03),
          basic_eps: round(profit / this.totalShares, 4),
        };
      case 'balancesheet':
        return {
          ...statement,
          total_assets: yuan(debt + equity),
          total_liab: yuan(debt),
          total_hldr_eqy_exc_min_int: yuan(equity),
          goodwill: yuan(equity * 0.05),
          money_cap: yuan(equity * 0.3),
          accounts_receiv: yuan(revenue * 0.2),
          inventories: yuan(revenue * 0.15),
          total_cur_assets: yuan((debt + equity) * 0.55),
          total_cur_liab: yuan(debt * 0.7),
          st_borr: yuan(debt * 0.2),
          lt_borr: yuan(debt * 0.15),
          bond_payable: null,
          non_cur_liab_due_1y: yuan(debt * 0.03),
          undistr_porfit: yuan(equity * 0.4),
          total_share: this.totalShares,
        };
      case 'cashflow':
        return {
          ...statement,
          n_cashflow_act: yuan(profit * 1.1 + revenue * 0.02),
          c_pay_acq_const_fiolta: yuan(revenue * 0.05),
          n_cashflow_inv_act: yuan(-revenue * 0.06),
          n_cash_flows_fnc_act: yuan(-profit * 0.3),
          free_cashflow: yuan(profit * 0.8),
          c_fr_sale_sg: yuan(revenue * 1.05),
        };
      case 'fina_indicator': {
        const growth = round(this.growth * 100, 4);
        const roe = round((profit / equity) * 100, 4);
        return {
          ...head,
          eps: round(profit / this.totalShares, 4),
          dt_eps: round(profit / this.totalShares, 4),
          bps: round(equity / this.totalShares, 4),
          roe,
          roe_waa: roe,
          roe_dt: round(roe * 0.92, 4),
          roe_yearly: round(roe / quarter.share, 4),
          roa: round((profit / (debt + equity)) * 100, 4),
          roic: round((profit / (debt * 0.4 + equity)) * 100, 4),
          grossprofit_margin: round(gross * 100, 4),
          netprofit_margin: round(this.margin * 100, 4),
          debt_to_assets: round((debt / (debt + equity)) * 100, 4),
          current_ratio: round(((debt + equity) * 0.55) / (debt * 0.7), 4),
          quick_ratio: round(((debt + equity) * 0.55 - revenue * 0.15) / (debt * 0.7), 4),
          ocfps: round((profit * 1.1 + revenue * 0.02) / this.totalShares, 4),
          profit_dedt: yuan(profit * 0.92),
          netprofit_yoy: growth,
          dt_netprofit_yoy: growth,
          tr_yoy: growth,
          or_yoy: growth,
          op_yoy: growth,
          ocf_yoy: growth,
          q_sales_yoy: growth,
          q_netprofit_yoy: growth,
          ocf_to_or: round((this.margin * 1.1 + 0.02) * 100, 4),
          ocf_to_profit: null,
          inv_turn: null,
          update_flag: '0',
        };
      }
      default:
        return undefined;
    }
  }

  private periodsOut(day: string): { year: number; quarter: (typeof QUARTERS)[number]; out: string }[] {
    const last = Number(day.slice(0, 4));
    const years = Array.from({ length: last - FIRST_YEAR + 1 }, (_, index) => last - index);
    return years.flatMap((year) =>
      QUARTERS.toReversed().flatMap((quarter) => {
        const out = `${year + quarter.years}${quarter.out}`;
        return out <= day ? [{ year, quarter, out }] : [];
      }),
    );
  }

  private annualsOut(day: string): number[] {
    return this.periodsOut(day)
      .filter(({ quarter }) => quarter.end === '1231')
      .map(({ year }) => year)
      .reverse();
  }

  private revenueOf(year: number): number {
    return this.revenue * (1 + this.growth) ** (year - FIRST_YEAR);
  }

  private equityOf(year: number): number {
    return this.revenueOf(year) * 0.8 + this.totalShares;
  }

  private between(draw: number, low: number, high: number): number {
    return low + ((high - low) * (this.draws[draw] ?? 0)) / 255;
  }
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
