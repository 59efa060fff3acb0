import type { Rule } from './rule-draft';
import { conditionMessages, measureMessages, scopeMessages } from './condition-messages';
import { type ConditionNames, conditionWords } from './rule-words';

const NAMES: ConditionNames = {
  ...{ t: conditionMessages.zh, scopes: scopeMessages.zh, measures: measureMessages.zh },
  phases: { markup: '拉升' },
  event: (code) => ({ SC: '恐慌抛售' })[code] ?? code,
  screen: (id) => (id === 'top_gainers' ? '涨幅榜' : id),
};
const ENGLISH: ConditionNames = {
  ...{ t: conditionMessages.en, scopes: scopeMessages.en, measures: measureMessages.en },
  phases: { markup: 'Markup' },
  event: (code) => code,
  screen: () => 'Top gainers',
};
const range = { type: 'change_pct', op: 'between', value: [-3, 3] };

it.each<[Rule['event'], Rule['conditions'], string, string]>([
  ['scan.completed', {}, '每一次', 'Each time'],
  ['digest.evening', { at: '20:30' }, '交易日 20:30', 'Trading days at 20:30'],
  ['session.due', { scope: 'watchlist' }, '自选股的跟踪', 'Sessions of the watch-list'],
  ['session.phase_changed', { scope: 'all' }, '全部跟踪', 'All sessions'],
  [
    'session.phase_changed',
    { scope: 'all', codes: ['600519'], phases: ['markup'] },
    '600519，变为 拉升',
    '600519, to Markup',
  ],
  [
    'session.event',
    { scope: 'position', codes: ['600001', '600002', '600003', '600004'], events: ['SC', 'new'] },
    '持仓股的跟踪，600001、600002、600003 等 4 只，事件 恐慌抛售、new',
    'Sessions of holdings, 600001, 600002, 600003 … 4 in all, events SC, new',
  ],
  ['screen.matched', { screen: 'top_gainers', params: {} }, '“涨幅榜”', '“Top gainers”'],
  [
    'screen.matched',
    { screen: 'top_gainers', params: { top: 5 } },
    '“涨幅榜”，参数或筛选与默认不同',
    '“Top gainers”, with parameters or filters of its own',
  ],
  [
    'price.crossed',
    { code: '600519', op: 'or', items: [{ type: 'price', op: '>=', value: 1500 }, range] },
    '600519 收盘价（元） ≥ 1500 或 涨跌幅（%） 在 -3 至 3 之间',
    '600519 Close (yuan) ≥ 1500 or Change (%) from -3 to 3',
  ],
])('%s %j', (event, conditions, chinese, english) => {
  expect(conditionWords({ event, conditions }, NAMES)).toBe(chinese);
  expect(conditionWords({ event, conditions }, ENGLISH)).toBe(english);
});
