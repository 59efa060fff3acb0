import type { Messages } from '../../i18n/messages';
import type { Measure, Scope } from './rule-draft';

const SCOPES_ZH: Record<Scope, string> = { all: '全部跟踪', watchlist: '自选股的跟踪', position: '持仓股的跟踪' };

export const scopeMessages: Messages<typeof SCOPES_ZH> = {
  zh: SCOPES_ZH,
  en: { all: 'All sessions', watchlist: 'Sessions of the watch-list', position: 'Sessions of holdings' },
};

const MEASURES_ZH: Record<Measure, string> = {
  price: '收盘价（元）',
  change_pct: '涨跌幅（%）',
  volume_ratio: '量比',
  turnover: '换手率（%）',
};

export const measureMessages: Messages<typeof MEASURES_ZH> = {
  zh: MEASURES_ZH,
  en: { price: 'Close (yuan)', change_pct: 'Change (%)', volume_ratio: 'Volume ratio', turnover: 'Turnover (%)' },
};

const CONDITIONS_ZH = {
  any: '每一次',
  comma: '，',
  or: ' 或 ',
  and: ' 且 ',
  list: '、',
  moreCodes: (count: number) => `等 ${count} 只`,
  becomes: (phases: string) => `变为 ${phases}`,
  events: (events: string) => `事件 ${events}`,
  between: (measure: string, low: string, high: string) => `${measure} 在 ${low} 至 ${high} 之间`,
  screen: (name: string) => `“${name}”`,
  ownValues: '参数或筛选与默认不同',
  dailyAt: (at: string) => `交易日 ${at}`,
};

/** What conditions are told with. */
export const conditionMessages: Messages<typeof CONDITIONS_ZH> = {
  zh: CONDITIONS_ZH,
  en: {
    any: 'Each time',
    comma: ', ',
    or: ' or ',
    and: ' and ',
    list: ', ',
    moreCodes: (count) => `… ${count} in all`,
    becomes: (phases) => `to ${phases}`,
    events: (events) => `events ${events}`,
    between: (measure, low, high) => `${measure} from ${low} to ${high}`,
    screen: (name) => `“${name}”`,
    ownValues: 'with parameters or filters of its own',
    dailyAt: (at) => `Trading days at ${at}`,
  },
};
