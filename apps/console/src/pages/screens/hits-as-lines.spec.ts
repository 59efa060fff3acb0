import type { ScreenHit } from './compare-days';
import { hitsAsLines } from './hits-as-lines';

const HEADS = {
  ...{ rank: '名次', code: '代码', name: '名称', day: '命中日', close: '收盘', change: '涨跌幅', cap: '市值' },
};
const HIT: ScreenHit = {
  ...{ rank: 1, code: '600519', stockName: '贵州茅台', date: '2026-11-20', score: 1, close: 1598.2 },
  ...{ pctChange: null, circulatingMarketCapYi: 20_000, openSessionId: null },
  evidence: { state: 'wake', limitUp: true, gainPct: 1.23456, hitDate: '2026-11-02', none: null },
};

it('has the values as a spreadsheet takes them', () => {
  const columns = [
    { key: 'state', unit: 'text', zh: '状态', en: 'State', values: { wake: { zh: '放量启动', en: 'Woke up' } } },
    { key: 'limitUp', unit: 'yesNo', zh: '收于涨停', en: 'At limit-up' },
    { key: 'gainPct', unit: 'pct', zh: '涨幅', en: 'Gain' },
    { key: 'hitDate', unit: 'date', zh: '地量日', en: 'Day' },
    { key: 'none', unit: 'number', zh: '无', en: 'None' },
  ] as const;
  expect(hitsAsLines([HIT], columns, { heads: HEADS, language: 'zh' })).toEqual([
    ['名次', '代码', '名称', '命中日', '收盘', '涨跌幅', '市值', '状态', '收于涨停', '涨幅', '地量日', '无'],
    [1, '600519', '贵州茅台', '2026-11-20', 1598.2, null, 20_000, '放量启动', 1, 1.23456, '2026-11-02', null],
  ]);
});
