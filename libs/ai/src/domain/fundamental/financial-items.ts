import { type ChecklistItem, shown, shownYi } from './checklist-item';
import { annual, listAnnualValues, toNumber, yearBefore } from './company-facts';

const MIN_DIVIDEND_YIELD_PCT = 2;
const MAX_PB = 1.5;
const YEARS = 3;

/** Items of banks, insurers and brokers, and which general item each replaces. */
export const FINANCIAL_ITEMS: readonly { replaces: string; item: ChecklistItem }[] = [
  {
    replaces: 'gross_margin',
    item: {
      key: 'roa',
      readsDay: true,
      label: '总资产收益率',
      rule: 'ROA 不低于行业中位数',
      decide({ indicators: [latest], industry }) {
        const roa = toNumber(latest, 'roa');
        const median = industry?.roa ?? null;
        if (roa === null || industry === null || median === null) return undefined;
        const reason = `ROA ${shown(roa)} %，${industry.name}中位数 ${shown(median)} %`;
        return { point: roa >= median, reason };
      },
      canModelDecide: ({ indicators: [latest] }) => toNumber(latest, 'roa') !== null,
    },
  },
  {
    replaces: 'margin_stability',
    item: {
      key: 'roe_rising',
      label: '净资产收益率提升',
      rule: 'ROE 高于上年同期',
      decide({ indicators }) {
        const now = toNumber(indicators[0], 'roe');
        const before = toNumber(yearBefore(indicators, indicators[0]), 'roe');
        if (now === null || before === null) return undefined;
        return { point: now > before, reason: `ROE ${shown(now)} %，上年同期 ${shown(before)} %` };
      },
    },
  },
  {
    replaces: 'cash_conversion',
    item: {
      key: 'equity_ratio',
      readsDay: true,
      label: '资本充实',
      rule: '净资产 / 总资产不低于行业中位数',
      decide({ balanceSheets: [latest], industry }) {
        const equity = toNumber(latest, 'total_hldr_eqy_exc_min_int');
        const assets = toNumber(latest, 'total_assets');
        const median = industry?.equityRatio ?? null;
        if (equity === null || assets === null || assets <= 0 || industry === null || median === null) return undefined;
        const ratio = equity / assets;
        const reason = `净资产 / 总资产 ${shown(ratio * 100)} %，${industry.name}中位数 ${shown(median * 100)} %`;
        return { point: ratio >= median, reason };
      },
      canModelDecide: ({ balanceSheets: [latest] }) =>
        toNumber(latest, 'total_hldr_eqy_exc_min_int') !== null && (toNumber(latest, 'total_assets') ?? 0) > 0,
    },
  },
  {
    replaces: 'free_cash',
    item: {
      key: 'book_value_growth',
      label: '每股净资产增长',
      rule: '每股净资产高于上年同期',
      decide({ indicators }) {
        const now = toNumber(indicators[0], 'bps');
        const before = toNumber(yearBefore(indicators, indicators[0]), 'bps');
        if (now === null || before === null) return undefined;
        return { point: now > before, reason: `每股净资产 ${shown(now)} 元，上年同期 ${shown(before)} 元` };
      },
    },
  },
  {
    replaces: 'receivables',
    item: {
      key: 'dividend_yield',
      readsDay: true,
      label: '股息率',
      rule: `股息率(TTM) ≥ ${MIN_DIVIDEND_YIELD_PCT} %`,
      decide({ dividendYieldTtm }) {
        if (dividendYieldTtm === null) return undefined;
        return { point: dividendYieldTtm >= MIN_DIVIDEND_YIELD_PCT, reason: `股息率 ${shown(dividendYieldTtm)} %` };
      },
    },
  },
  {
    replaces: 'inventory',
    item: {
      key: 'low_pb',
      readsDay: true,
      label: '市净率',
      rule: `市净率 < ${MAX_PB}`,
      decide({ pb }) {
        return pb === null ? undefined : { point: pb > 0 && pb < MAX_PB, reason: `市净率 ${shown(pb)}` };
      },
    },
  },
  {
    replaces: 'leverage',
    item: {
      key: 'three_dividends',
      label: '连续分红',
      rule: '最近三个年度都有现金分红',
      decide({ dividends, incomes }) {
        const years = annual(incomes)
          .slice(0, YEARS)
          .map(({ periodEnd }) => periodEnd.slice(0, 4));
        if (dividends.length === 0 || years.length < YEARS) return undefined;
        const paying = new Set(
          dividends
            .filter((dividend) => (toNumber(dividend, 'cash_div_tax') ?? toNumber(dividend, 'cash_div') ?? 0) > 0)
            .map(({ periodEnd }) => periodEnd.slice(0, 4)),
        );
        const paid = years.filter((year) => paying.has(year));
        return { point: paid.length === YEARS, reason: `${years.join('、')} 年中 ${paid.length} 年有现金分红` };
      },
    },
  },
  {
    replaces: 'liquidity',
    item: {
      key: 'three_profitable_years',
      label: '连续盈利',
      rule: '最近三个年报归母净利润都为正',
      decide({ incomes }) {
        const profits = listAnnualValues(incomes, 'n_income_attr_p', YEARS);
        if (profits === null) return undefined;
        return {
          point: profits.every((profit) => profit > 0),
          reason: `近三年归母净利润 ${profits.map(shownYi).join('、')}`,
        };
      },
    },
  },
];
